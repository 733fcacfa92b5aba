"""One function decorated: what is kept of it, and what is decorated already, or says nothing."""

import abc
import contextlib
import copy
import functools
import inspect
import io
import pickle
import pydoc
import subprocess
import sys
import threading
import typing
import warnings
from collections.abc import Iterator
from typing import overload

import pytest
import torch
from beartype import beartype
from beartype.roar import BeartypeCallHintViolation

from dtensortypes import CPU, Float32, Tensor, TensorTypeError, checked
from dtensortypes.runtime.functions import is_checked

zeros = torch.zeros
X = Tensor[Float32, CPU, "n"]


def bare(x: X, /, y: "X", *more: X, scale: float = 1.0, **named: X) -> X:
    """Adds, and says so."""
    return x + y


twin = checked(bare)


def words(function, *arguments, **keywords):
    with pytest.raises(TensorTypeError) as caught:
        function(*arguments, **keywords)
    return str(caught.value).split("\n")[0]


# --- what is kept


def test_what_tools_see_of_a_function_is_what_they_saw():
    for name in ("__name__", "__qualname__", "__module__", "__doc__", "__annotations__", "__defaults__"):
        assert getattr(twin, name) == getattr(bare, name)
    assert twin.__kwdefaults__ == {"scale": 1.0}
    assert inspect.signature(twin) == inspect.signature(bare)
    assert typing.get_type_hints(twin) == typing.get_type_hints(bare) == {**dict.fromkeys(HINTED, X), "scale": float}
    assert inspect.unwrap(twin) is twin.__wrapped__ is bare
    assert inspect.getsource(twin) == inspect.getsource(bare)
    assert inspect.getsource(twin).startswith("def bare(")
    assert inspect.getdoc(twin) == "Adds, and says so."
    assert pydoc.plain(pydoc.render_doc(twin)) == pydoc.plain(pydoc.render_doc(bare))


HINTED = ["x", "y", "more", "named", "return"]


def test_attributes_are_kept():
    def f(x: X): ...

    f.mark = object()
    assert checked(f).mark is f.mark


@checked
def pickled(x: X) -> X:
    return x


class Owner:
    @checked
    def method(self, x: X) -> X:
        return x

    @staticmethod
    @checked
    def static(x: X) -> X:
        return x


def test_copies_and_pickles():
    assert copy.copy(pickled) is copy.deepcopy(pickled) is pickled
    for thing in (pickled, Owner.method, Owner.static):
        assert pickle.loads(pickle.dumps(thing)) is thing  # noqa: S301 - our own bytes
    again = pickle.loads(pickle.dumps(functools.partial(pickled, zeros(2))))  # noqa: S301 - as above
    assert again.func is pickled
    assert words(copy.deepcopy(Owner()).method, zeros(2, 2)).startswith('argument "x" of "method"')


MODULE = """
import torch
from dtensortypes import CPU, Float32, Tensor, TensorTypeError, checked

@checked
def doubled(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, "n"]:
    return 2 * x

def attempt(x):
    try:
        return tuple(doubled(x).shape)
    except TensorTypeError as error:
        return error
"""
MAIN = """
import multiprocessing, torch, spawned

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.map(spawned.doubled, [torch.zeros(2)])[0].shape)
        print(pool.map(spawned.attempt, [torch.zeros(2, 2)])[0].problem.reason)
"""


def test_processes_that_are_spawned(tmp_path):
    (tmp_path / "spawned.py").write_text(MODULE)
    (tmp_path / "main.py").write_text(MAIN)
    ran = subprocess.run([sys.executable, "main.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines() == [
        "torch.Size([2])",
        'argument "x" of "doubled" has shape (2, 2), declared "n": 2 dims, not 1',
    ], ran.stderr


# --- with other decorators


def test_decorated_twice():
    assert checked(twin) is twin
    assert is_checked(twin)
    assert not is_checked(bare)
    assert not is_checked(functools.wraps(twin)(lambda: None))
    again = checked(twin, mode="warn")
    assert again.__wrapped__ is bare
    assert checked(again, mode="warn") is again
    assert checked(again) is again
    checked_around = checked(torch.no_grad()(twin))
    assert words(checked_around, zeros(2), zeros(3)).startswith('argument "y" of "bare"')


def test_with_beartype_on_either_side():
    def f(x: X, /, y: X, *more: X, scale: "float" = 1.0) -> X:
        return x + y

    beartype(checked(f))
    assert f.__annotations__["scale"] == "float"
    for both in (beartype(checked(f)), checked(beartype(f))):
        assert both(zeros(2), zeros(2)).shape == (2,)
        assert words(both, zeros(2), zeros(3)).startswith('argument "y" of "f"')
        with pytest.raises(BeartypeCallHintViolation):
            both(zeros(2), zeros(2), scale="1")


@pytest.mark.parametrize("order", ["outside", "inside"])
def test_torchs_decorators(order):
    def f(x: X) -> X:
        return x * 2

    def values(x: X) -> Iterator[X]:
        yield x * 2

    def decorated(function, decorator):
        return checked(decorator(function)) if order == "outside" else decorator(checked(function))

    x = zeros(2, requires_grad=True)
    for decorator in (torch.no_grad(), torch.inference_mode()):
        assert not decorated(f, decorator)(x).requires_grad
        assert not next(decorated(values, decorator)(x)).requires_grad
        assert words(decorated(f, decorator), zeros(2, 2)).startswith('argument "x" of "f"')
        assert words(list, decorated(values, decorator)(zeros(2, 2))).startswith('argument "x" of "values"')
    for decorator in (torch.jit.ignore, torch.jit.unused, torch.jit.export):
        marked = decorated(f, decorator)
        assert marked._torchscript_modifier is decorator(f)._torchscript_modifier
        assert words(marked, zeros(2, 2)).startswith('argument "x" of "f"')
    compiled = decorated(f, torch.compile(backend="eager"))
    assert compiled(x).shape == (2,)
    with pytest.raises(TensorTypeError):
        compiled(zeros(2, 2))


def test_a_cache_on_either_side():
    def sized(n: int, *, scale: float = 1.0) -> Tensor[Float32, CPU, "n"]:
        made.append(n)
        return zeros(n)

    made = []
    for cached in (checked(functools.cache(sized)), functools.lru_cache(maxsize=None)(checked(sized))):
        assert cached(2) is cached(2)
        with pytest.raises(BeartypeCallHintViolation):
            cached(2, scale="1")
        assert cached.cache_info().hits == 1
        cached.cache_clear()
        assert cached.cache_info().currsize == 0
    assert made == [2, 2]

    class Holder:
        @checked
        @functools.cache  # noqa: B019 - it lives as long as the test
        def double(self, x: X) -> X:
            return x * 2

    holder, x = Holder(), zeros(2)
    assert holder.double(x) is holder.double(x)
    assert words(holder.double, zeros(2, 2)).startswith('argument "x" of "double"')


def test_single_dispatch():
    @functools.singledispatch
    def kind(x: object) -> str:
        return "object"

    outside = checked(kind)
    outside.register(int, lambda x: "int")
    assert (outside(1), outside("x")) == ("int", "object")
    outside.register(str, lambda x: 3)
    with pytest.raises(BeartypeCallHintViolation):
        outside("x")

    @functools.singledispatch
    @checked
    def inside(x: object) -> str:
        return "object"

    @inside.register(list)
    @checked
    def _(x: list[X]) -> str:
        return "list"

    assert (inside(1), inside([zeros(2)])) == ("object", "list")
    assert words(inside, [zeros(2), zeros(3)]).startswith('argument "x[1]" of "_"')


def test_abstract_methods_stay_abstract():
    class Base(abc.ABC):
        @checked
        @abc.abstractmethod
        def one(self, x: X) -> X: ...

        @abc.abstractmethod
        @checked
        def two(self, x: X) -> X: ...

        @checked
        @property
        @abc.abstractmethod
        def three(self) -> X: ...

    assert Base.__abstractmethods__ == {"one", "two", "three"}
    with pytest.raises(TypeError, match="abstract"):
        Base()


def test_overloads():
    @overload
    @checked
    def first(x: X) -> X: ...
    @overload
    @checked
    def first(x: list[X]) -> X: ...
    @checked
    def first(x: X | list[X]) -> X:
        return x if isinstance(x, torch.Tensor) else x[0]

    @checked
    @overload
    def second(x: X) -> X: ...
    @checked
    @overload
    def second(x: list[X]) -> X: ...
    @checked
    def second(x: X | list[X]) -> X:
        return x if isinstance(x, torch.Tensor) else x[0]

    for function in (first, second):
        assert function([zeros(2)]).shape == (2,)
        assert words(function, [zeros(2), zeros(3)]).startswith(f'argument "x[1]" of "{function.__name__}"')


# --- TorchScript


def plain(x: torch.Tensor) -> torch.Tensor:
    return x + 1


def calls_checked(x: torch.Tensor) -> torch.Tensor:
    return checked_plain(x)


checked_plain = checked(plain)
SCRIPT = "ignore:.*torch.jit"


@pytest.mark.filterwarnings(SCRIPT)
@pytest.mark.parametrize("thing", [checked_plain, twin, calls_checked, functools.wraps(twin)(lambda *_: None)])
def test_torch_script_is_refused_before_it_drops_the_checks(thing):
    with pytest.raises(TypeError, match=r"torch\.jit\.script cannot compile the checks of") as caught:
        torch.jit.script(thing)
    assert str(caught.value).endswith("use torch.compile, torch.export or torch.jit.trace")


@pytest.mark.filterwarnings(SCRIPT)
def test_torch_script_calls_what_it_ignores():
    ignored = torch.jit.ignore(checked(plain))

    def f(x: torch.Tensor) -> torch.Tensor:
        return ignored(x)

    globals()["ignored"] = ignored
    assert torch.equal(torch.jit.script(f)(zeros(2)), zeros(2) + 1)


@pytest.mark.filterwarnings(SCRIPT)
def test_traces():
    traced = torch.jit.trace(checked(incremented), zeros(3))
    assert torch.equal(traced(zeros(5)), zeros(5) + 1)


def incremented(x: X) -> X:
    return x + 1


# --- what says nothing


def test_a_function_without_annotations_is_warned_about_where_it_is():
    def silent(x): ...

    with pytest.warns(UserWarning, match='"silent" has no annotations: @checked checks nothing of it') as caught:
        assert checked(silent) is silent
    assert (caught[0].filename, caught[0].lineno) == (__file__, silent.__code__.co_firstlineno)


def test_an_annotation_of_anything_is_an_annotation():
    def f(x: object) -> typing.Any: ...

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checked(f)


# --- many at once


def test_functions_are_decorated_in_many_threads_at_once():
    def work(size):
        for _ in range(20):

            @checked
            def f(x: Tensor[Float32, CPU, "n"], y: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, "n"]:
                return x[:size]

            right.append(f(zeros(size), zeros(size)).shape == (size,))
            with contextlib.suppress(TensorTypeError):
                f(zeros(size), zeros(size + 1))
                right.append(False)

    right = []
    threads = [threading.Thread(target=work, args=(size,)) for size in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert right == [True] * 160


def test_help_prints_the_signature():
    out = io.StringIO()
    pydoc.Helper(output=out)(twin)
    assert "Adds, and says so." in out.getvalue()
