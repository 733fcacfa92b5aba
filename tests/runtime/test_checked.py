"""What `@checked` does to calls: it holds them to their signature, and changes nothing else."""

import asyncio
import functools
import gc
import inspect
import pickle
import threading
import traceback
import types
import weakref
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, Literal, Self, TypeVar

import numpy as np
import pytest
import torch
from beartype import BeartypeConf
from beartype.roar import BeartypeCallHintParamViolation, BeartypeCallHintReturnViolation

from dtensortypes import (
    CPU,
    CUDA,
    Accelerator,
    Device,
    Float,
    Float16,
    Float32,
    Float64,
    Int64,
    Meta,
    Tensor,
    TensorTypeError,
    checked,
)
from tests.fake_cuda import fake_cuda, skip_without

zeros = torch.zeros
D = TypeVar("D", bound=Float)
V = TypeVar("V", bound=Device)


def refused(function, *arguments, **keywords):
    """The first line of the error."""
    with pytest.raises(TensorTypeError) as caught:
        function(*arguments, **keywords)
    return str(caught.value).split("\n")[0]


# --- names


@checked
def attend(q: Tensor[Float32, CPU, "b n d"], k: Tensor[Float32, CPU, "b m d"]) -> Tensor[Float32, CPU, "b n m"]:
    """Scores."""
    return q @ k.transpose(-1, -2)


def test_dims_are_bound_across_a_call():
    assert attend(zeros(2, 3, 4), zeros(2, 5, 4)).shape == (2, 3, 5)
    assert attend(zeros(1, 1, 1), zeros(1, 1, 1)).shape == (1, 1, 1)  # names may coincide
    assert refused(attend, zeros(2, 3, 4), zeros(2, 5, 6)) == (
        'argument "k" of "attend" has shape (2, 5, 6), declared "b m d": dim 2 is 6, but "d" is 4 in "q"'
    )


def test_the_return_value_is_checked_under_the_names_of_the_arguments():
    @checked
    def halves(x: Tensor[Float32, CPU, "2*n"]) -> Tensor[Float32, CPU, "n"]:
        return x[1:]

    assert refused(halves, zeros(4)) == (
        'return value of "halves" has shape (3,), declared "n": dim 0 is 3, but "n" is 2'
    )
    assert refused(halves, zeros(3)) == (
        'argument "x" of "halves" has shape (3,), declared "2*n": dim 0 is 3, which "2*n" cannot be'
    )


def test_an_argument_that_is_changed_in_place_keeps_the_names_it_bound():
    @checked
    def turned(x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float32, CPU, "b n"]:
        return x.t_()

    assert refused(turned, zeros(2, 3)) == (
        'return value of "turned" has shape (3, 2), declared "b n": dim 0 is 3, but "b" is 2 in "x"'
    )


@pytest.mark.parametrize(
    ("declared", "right", "wrong"),
    [
        (("n+1", "n"), (4, 3), (3, 3)),
        (("n*m", "n", "m"), (6, 2, 3), (5, 2, 3)),
        (("(n-1)//s+1", "n", "s"), (3, 5, 2), (4, 5, 2)),
        (("n//m", "n", "m"), (2, 4, 2), (1, 4, 2)),
        (("min(n,m)", "n", "m"), (2, 2, 3), (3, 2, 3)),
        (("#n", "n"), (1, 4), (2, 4)),
        (("#n", "#n", "n"), (1, 3, 3), (2, 3, 3)),
        (("#n", "#n"), (3, 1), (3, 2)),
        (("3", "_"), (3, 7), (4, 7)),
        (("rows=3", "rows"), (3, 5), (4, 3)),
    ],
)
def test_sizes_in_any_order(declared, right, wrong):
    def one(x): ...
    def two(x, y): ...
    def three(x, y, z): ...

    f = [one, two, three][len(declared) - 1]
    f.__annotations__ = {name: Tensor[Any, Any, shape] for name, shape in zip("xyz", declared, strict=False)}
    checked(f)(*map(zeros, right))
    refused(checked(f), *map(zeros, wrong))


def test_runs_of_dims():
    @checked
    def f(x: Tensor[Any, Any, "*batch n"], y: Tensor[Any, Any, "n *batch"]) -> Tensor[Any, Any, "*batch"]:
        return x.sum(-1)

    assert f(zeros(2, 3, 4), zeros(4, 2, 3)).shape == (2, 3)
    assert f(zeros(4), zeros(4)).shape == ()
    assert refused(f, zeros(2, 3, 4), zeros(4, 3, 3)) == (
        'argument "y" of "f" has shape (4, 3, 3), declared "n *batch": "*batch" is (3, 3) here, but (2, 3) in "x"'
    )
    assert refused(f, zeros(2), zeros(())).endswith('declared "n *batch": 0 dims, not at least 1')


def test_runs_that_broadcast():
    @checked
    def f(x: Tensor[Any, Any, "*#s n"], y: Tensor[Any, Any, "*#s n"], out: Any = None) -> Tensor[Any, Any, "*s n"]:
        return x + y if out is None else out

    assert f(zeros(2, 1, 4), zeros(3, 4)).shape == (2, 3, 4)
    assert "declared" in refused(f, zeros(2, 1, 4), zeros(3, 1, 4))
    assert refused(f, zeros(2, 3, 4), zeros(4), zeros(3, 4)).endswith(
        'return value of "f" has shape (3, 4), declared "*s n": the arguments do not broadcast to it'
    )


class Layer:
    def __init__(self):
        self.sizes = [3, 4]
        self.dim = 3

    @checked
    def __call__(self, x: Tensor[Float32, CPU, "b {self.dim}"]) -> Tensor[Float32, CPU, "b {self.sizes[1]}"]:
        return x.new_zeros(x.shape[0], 4)

    @checked
    def grow(self, x: Tensor[Any, Any, "{self.dim}"]) -> Tensor[Any, Any, "{self.dim}"]:
        self.dim += 1
        return zeros(self.dim)


def test_values_of_the_arguments_in_a_shape():
    assert Layer()(zeros(2, 3)).shape == (2, 4)
    assert refused(Layer(), zeros(2, 4)) == (
        'argument "x" of "__call__" has shape (2, 4), declared "b {self.dim}": dim 1 is 4, but "{self.dim}" is 3'
    )
    assert Layer().grow(zeros(3)).shape == (4,)
    layer = Layer()
    layer.dim = None
    assert refused(layer, zeros(2, 4)).endswith("{self.dim} is of type NoneType, which is no size")


# --- dtypes and devices


@checked
def mixed(x: Tensor[D, V, "n"], y: Tensor[D, V, "n"]) -> Tensor[D, V]:
    return x + y


def test_type_variables_are_bound_across_a_call():
    for dtype in (torch.float16, torch.float64):
        assert mixed(zeros(2, dtype=dtype), zeros(2, dtype=dtype)).dtype is dtype
    assert refused(mixed, zeros(2), zeros(2).double()) == (
        'argument "y" of "mixed" is float64, declared D ("n"): D is float32 in "x"'
    )
    assert refused(mixed, zeros(2), zeros(2, device="meta")) == (
        'argument "y" of "mixed" is on meta, declared V ("n"): V is cpu in "x"'
    )
    assert refused(mixed, zeros(2).int(), zeros(2)) == (
        'argument "x" of "mixed" is int32, declared D ("n"): D stands for Float'
    )


@pytest.mark.parametrize(
    ("hint", "value", "words"),
    [
        (Tensor[Float32], zeros(2).half(), "is float16, declared Float32"),
        (Tensor[Float32, CPU, "n"], zeros(2).half(), 'is float16, declared Float32 ("n")'),
        (Tensor[Float16 | Float64], zeros(2), "is float32, declared Float16 | Float64"),
        (Tensor[Float], zeros(2).long(), "is int64, declared Float"),
        (Tensor[Any, CUDA], zeros(2), "is on cpu, declared CUDA"),
        (Tensor[Any, CUDA[1], "n"], zeros(2), 'is on cpu, declared CUDA[1] ("n")'),
        (Tensor[Any, CPU | CUDA], zeros(2, device="meta"), "is on meta, declared CPU | CUDA"),
        (Tensor[Any, Meta, "n"], zeros(2, 2, device="meta"), 'has shape (2, 2), declared "n": 2 dims, not 1'),
        (Tensor[Any, Any, "n"], zeros(()), 'has shape (), declared "n": 0 dims, not 1'),
        (Tensor[Any, Any, ""], zeros(1), 'has shape (1,), declared "": 1 dim, not 0'),
        (Tensor[Float32], np.zeros(2), "is a numpy.ndarray, declared Tensor[Float32]"),
        (Tensor, np.zeros(2), "is a numpy.ndarray, declared Tensor"),
        (Tensor, None, "is None, declared Tensor"),
        (Tensor[Float32], 1.0, "is a float, declared Tensor[Float32]"),
        (Tensor[Float32] | Tensor[Float64], zeros(2).int(), "is int32, declared Float32 | Float64"),
        (Tensor[Float32, Any, "n"] | float, zeros(2, 2), 'has shape (2, 2), declared "n": 2 dims, not 1'),
        (Tensor[Float32, Any, "n"] | float, "x", 'is a str, declared Tensor[Float32, Any, "n"] | float'),
        (
            Tensor[Float32, Any, "n"] | Tensor[Float64, Any, "n m"],
            zeros(2, 2),
            'is float32 cpu (2, 2), declared Tensor[Float32, Any, "n"] | Tensor[Float64, Any, "n m"]',
        ),
    ],
)
def test_what_is_said_of_one_argument(hint, value, words):
    def f(x): ...

    f.__annotations__ = {"x": hint}
    assert refused(checked(f), value) == f'argument "x" of "f" {words}'


def test_devices_with_an_index():
    @checked
    def second(x: Tensor[Any, CUDA[1]]) -> Tensor[Any, CUDA]:
        return x

    skip_without("cuda:1")
    with fake_cuda(devices=2):
        second(zeros(2, device="cuda:1"))
        assert refused(second, zeros(2, device="cuda:0")) == 'argument "x" of "second" is on cuda:0, declared CUDA[1]'


@pytest.mark.parametrize(("available", "right", "wrong"), [(True, "cuda", "cpu"), (False, "cpu", "meta")])
def test_the_device_of_the_machine(available, right, wrong):
    with fake_cuda(available=available):

        @checked
        def f(x: Tensor[Any, Accelerator]): ...

        f(zeros(2, device=right))
        assert refused(f, zeros(2, device=wrong)) == f'argument "x" of "f" is on {wrong}, declared Accelerator'


# --- containers


@checked
def gather(
    xs: list[Tensor[Float32, CPU, "b n"]],
    named: dict[str, tuple[Tensor[Any, Any, "b"], int]],
    *more: Tensor[Any, Any, "k"],
    bias: Tensor[Any, Any, "n"] | None = None,
    **rest: Sequence[Tensor[Any, Any, "k"] | None],
) -> tuple[Tensor[Any, Any, "n"], ...]:
    return tuple(x.sum(0) for x in xs) if bias is None else (bias,)


def test_every_tensor_in_a_container_is_checked():
    x = zeros(2, 3)
    assert len(gather([x] * 100, {"a": (zeros(2), 1)}, zeros(5), zeros(5), bias=zeros(3), q=[zeros(5), None])) == 1
    assert refused(gather, [*[x] * 99, zeros(2, 4)], {}) == (
        'argument "xs[99]" of "gather" has shape (2, 4), declared "b n": dim 1 is 4, but "n" is 3 in "xs[0]"'
    )
    assert refused(gather, [x], {"a": (zeros(3), 1)}) == (
        'argument "named[\'a\'][0]" of "gather" has shape (3,), declared "b": dim 0 is 3, but "b" is 2 in "xs[0]"'
    )
    assert refused(gather, [x], {"a": (zeros(2), "1")}) == (
        'argument "named[\'a\'][1]" of "gather" is a str, declared int'
    )
    assert refused(gather, [x], {1: (zeros(2), 1)}) == 'argument "key 1 of named" of "gather" is an int, declared str'
    assert refused(gather, [x], {"a": (zeros(2),)}) == (
        'argument "named[\'a\']" of "gather" is a tuple of 1, declared tuple[Tensor[Any, Any, "b"], int]'
    )
    assert refused(gather, [x], {}, zeros(5), zeros(4)).startswith('argument "more[1]" of "gather" has shape (4,)')
    assert refused(gather, [x], {}, zeros(5), q=[zeros(5), zeros(4)]).startswith("argument \"rest['q'][1]\"")
    assert refused(gather, (x,), {}) == (
        'argument "xs" of "gather" is a tuple, declared list[Tensor[Float32, CPU, "b n"]]'
    )
    assert refused(gather, x, {}).startswith('argument "xs" of "gather" is float32 cpu (2, 3), declared list[')
    assert refused(gather, [x], {}, bias=zeros(4)).startswith('argument "bias" of "gather" has shape (4,)')


def test_a_union_is_read_in_the_way_that_fits_the_other_arguments():
    @checked
    def f(
        x: Tensor[Any, Any, "n _"] | Tensor[Any, Any, "_ n"], y: Tensor[Any, Any, "n"] | Tensor[Any, Any, "n n"]
    ) -> Tensor[Any, Any, "n"]:
        return zeros(3)

    f(zeros(2, 3), zeros(3))
    f(zeros(3, 2), zeros(3, 3))
    refused(f, zeros(2, 2), zeros(3))
    refused(f, zeros(2, 3), zeros(2))


# --- everything else is beartype's


def test_beartype_checks_what_is_no_tensor():
    @checked
    def scaled(x: Tensor[Float32], scale: float, *names: str, mode: Literal["a", "b"] = "a", **rest: int) -> int | None:
        return rest.get("result")

    assert scaled(zeros(2), 1.0, "x", "y", mode="b", result=3) == 3
    for arguments, keywords in (
        ((1,), {}),
        ((1.0, 3), {}),
        ((1.0,), {"mode": "c"}),
        ((1.0,), {"result": "x"}),
    ):
        with pytest.raises(BeartypeCallHintParamViolation, match="scaled"):
            scaled(zeros(2), *arguments, **keywords)


def test_beartype_checks_a_return_value_that_is_no_tensor():
    @checked
    def norm(x: Tensor[Float32]) -> float:
        return x.norm()

    with pytest.raises(BeartypeCallHintReturnViolation, match="norm"):
        norm(zeros(2))


# --- kinds of functions


class Methods:
    @checked
    @staticmethod
    def static(x: Tensor[Float32]) -> Tensor[Float32]:
        return x

    @staticmethod
    @checked
    def static_outside(x: Tensor[Float32]) -> Tensor[Float32]:
        return x

    @checked
    @classmethod
    def made(cls, x: Tensor[Float32]) -> "Methods":
        return cls()

    @classmethod
    @checked
    def made_outside(cls, x: Tensor[Float32]) -> Self:
        return cls()

    @property
    @checked
    def size(self) -> Tensor[Float32, CPU, "2"]:
        return self.x

    @checked
    @property
    def width(self) -> Tensor[Float32, CPU, "2"]:
        return self.x

    @width.setter
    @checked
    def width(self, x: Tensor[Float32, CPU, "2"]) -> None:
        self.x = x

    x = zeros(2)


@pytest.mark.parametrize("name", ["static", "static_outside", "made", "made_outside"])
def test_methods_in_either_order_of_decorators(name):
    for owner in (Methods, Methods()):
        getattr(owner, name)(zeros(2))
        assert refused(getattr(owner, name), zeros(2).half()).startswith(f'argument "x" of "{name}" is float16')


def test_properties():
    methods = Methods()
    assert methods.size is methods.width
    methods.width = zeros(2)
    with pytest.raises(TensorTypeError, match='argument "x" of "width"'):
        methods.width = zeros(3)
    methods.x = zeros(3)
    for name in ("size", "width"):
        assert refused(getattr, methods, name).startswith(f'return value of "{name}" has shape (3,)')


class Sized:
    size = 2

    @checked
    @classmethod
    def of_class(cls, x: Tensor[Any, Any, "{cls.size}"]) -> Tensor[Any, Any, "{cls.size}"]:
        return x

    @checked
    @property
    def value(self) -> Tensor[Any, Any, "{self.size}"]:
        return self.held

    @value.setter
    @checked
    def value(self, x: Tensor[Any, Any, "{self.size}"]) -> None:
        self.held = x

    @checked
    @functools.cached_property
    def kept(self) -> Tensor[Any, Any, "{self.size}"]:
        return self.held

    def joined(self, x: Tensor[Any, Any, "n"], y: Tensor[Any, Any, "n"]) -> Tensor[Any, Any, "n"]:
        return x + y

    doubled = checked(functools.partialmethod(joined, y=zeros(2)))
    held = zeros(3)


def test_values_of_the_class_and_of_the_instance_in_any_kind_of_method():
    sized = Sized()
    assert Sized.of_class(zeros(2)).shape == (2,)
    assert refused(sized.of_class, zeros(3)).startswith('argument "x" of "of_class" has shape (3,)')
    assert refused(setattr, sized, "value", zeros(3)).startswith('argument "x" of "value" has shape (3,)')
    assert refused(lambda: sized.value).startswith('return value of "value" has shape (3,)')
    assert refused(lambda: sized.kept).startswith('return value of "kept" has shape (3,)')
    sized.size = 3
    assert sized.value is sized.kept is sized.held
    with pytest.raises(TypeError, match=r'"static" has no parameter for \{self\.size\}'):

        @checked
        @staticmethod
        def static(x: Tensor[Any, Any, "{self.size}"]): ...


def test_bound_methods_and_partial_calls():
    sized = Sized()
    joined = checked(sized.joined)
    assert (joined.__self__, joined(zeros(2), zeros(2)).shape) == (sized, (2,))
    assert refused(joined, zeros(2), zeros(3)).startswith('argument "y" of "joined" has shape (3,)')
    assert sized.doubled(zeros(2)).shape == (2,)
    assert refused(sized.doubled, zeros(3)).startswith('argument "y" of "joined" has shape (2,)')
    bare = functools.partial(Sized.joined, sized, zeros(2))
    bare.mark = "kept"
    partial = checked(bare)
    assert (partial.args, partial.mark, inspect.signature(partial)) == (bare.args, "kept", inspect.signature(bare))
    assert partial(zeros(2)).shape == (2,)
    assert refused(partial, zeros(3)).startswith('argument "y" of "joined" has shape (3,)')
    assert refused(checked(functools.partial(attend, None)), zeros(2, 5, 4)).startswith('argument "q" of "attend"')


def test_a_default_that_changes_is_checked_as_it_is_when_it_is_used():
    held = [zeros(2)]

    @checked
    def f(xs: list[Tensor[Any, Any, "n"]] = held) -> int:
        return len(xs)

    assert f() == 1
    held.append(zeros(3))
    assert refused(f).startswith('argument "xs[1]" of "f" has shape (3,)')


def test_keywords_of_the_decorator():
    @checked()
    def plain(x: Tensor[Float32]): ...

    @checked(mode="error", conf=BeartypeConf(is_pep484_tower=True))
    def both(x: Tensor[Float32], scale: float): ...

    both(zeros(2), 1)
    for function, arguments in ((plain, ()), (both, (1,)), (checked(plain.__wrapped__, mode="error"), ())):
        refused(function, zeros(2).half(), *arguments)


def test_coroutines():
    @checked
    async def slow(x: Tensor[Float32, CPU, "n"], seconds: float = 0.0) -> Tensor[Float32, CPU, "n"]:
        await asyncio.sleep(seconds)
        return x[1:] if seconds else x

    async def both():
        return await asyncio.gather(slow(zeros(2)), slow(zeros(3)), slow(zeros(4), 0.01), return_exceptions=True)

    assert inspect.iscoroutinefunction(slow)
    first, second, third = asyncio.run(both())
    assert (first.shape, second.shape) == ((2,), (3,))
    assert isinstance(third, TensorTypeError)
    assert refused(asyncio.run, slow(zeros(2, 2))).startswith('argument "x" of "slow"')


def test_generators():
    @checked
    def windows(x: Tensor[Float32, CPU, "n"], n: int) -> Generator[Tensor[Float32, CPU, "n"], int, str]:
        while n:
            n = (yield x) or n - 1
        yield x[1:]
        return "end"

    assert inspect.isgeneratorfunction(windows)
    values = windows(zeros(3), 1)
    assert next(values).shape == (3,)
    assert values.send(5).shape == (3,)
    values.close()
    assert refused(list, windows(zeros(3), 1)) == (
        'yielded value of "windows" has shape (2,), declared "n": dim 0 is 2, but "n" is 3 in "x"'
    )
    assert refused(list, windows(zeros(3, 3), 1)).startswith('argument "x" of "windows"')


def test_a_generator_without_tensors_to_yield():
    @checked
    def numbers(x: Tensor[Float32, CPU, "n"]) -> Iterator[int]:
        yield from range(len(x))

    assert list(numbers(zeros(3))) == [0, 1, 2]


def test_parameters_named_as_builtins_and_as_our_own_names():
    @checked
    def odd(
        len: Tensor[Any, Any, "type n"],  # noqa: A002
        type: Tensor[Any, Any, "len type"],  # noqa: A002
        /,
        Tensor=3,  # noqa: N803
        fault: int = 1,
        *,
        function: int = 4,
    ) -> tuple[int, int]:
        return Tensor, function

    assert odd(zeros(2, 3), zeros(5, 2)) == (3, 4)
    assert odd(zeros(2, 3), zeros(5, 2), 5, function=6) == (5, 6)
    refused(odd, zeros(2, 3), zeros(5, 3))


# --- what does not change


def test_metadata_is_kept():
    assert (attend.__name__, attend.__doc__, attend.__module__) == ("attend", "Scores.", __name__)
    assert list(inspect.signature(attend).parameters) == ["q", "k"]
    assert pickle.loads(pickle.dumps(attend)) is attend  # noqa: S301 - our own bytes
    assert checked(attend) is attend
    partial = functools.partial(attend, zeros(2, 3, 4))
    assert partial(zeros(2, 5, 4)).shape == (2, 3, 5)


def test_wrong_arguments_are_refused_as_by_the_function():
    with pytest.raises(TypeError, match=r"attend\(\) missing 1 required positional argument: 'k'"):
        attend(zeros(2, 3, 4))
    with pytest.raises(TypeError, match=r"attend\(\) got an unexpected keyword argument 'v'"):
        attend(zeros(2, 3, 4), v=1)


def test_only_the_users_frames_and_one_line_of_the_wrapper():
    try:
        attend(zeros(2, 3, 4), None)
    except TensorTypeError as error:
        frames = traceback.extract_tb(error.__traceback__)
    assert [frame.name for frame in frames] == ["test_only_the_users_frames_and_one_line_of_the_wrapper", "attend"]
    assert frames[1].line == "raise fault.with_traceback(None)"


def test_a_function_around_a_checked_one_is_not_taken_for_checked():
    @checked
    @functools.wraps(attend)
    def halved(q: Tensor[Float32, CPU, "b n d"], k: Tensor[Float32, CPU, "b m d"]):
        return attend(q[::2], k[::2])

    assert refused(halved, zeros(2, 3, 4), zeros(2, 5, 6)).startswith('argument "k" of "attend" has shape (2, 5, 6)')


@checked
def doubled(x: Tensor[Float32] | None) -> Tensor[Float32] | None:
    return x.double()


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_a_refused_tensor_is_not_kept_alive(dtype):
    value = zeros(2, dtype=dtype)
    alive = weakref.ref(value)
    gc.disable()
    try:
        doubled(value)
    except TensorTypeError:
        del value
    finally:
        kept = alive()
        gc.enable()
    assert kept is None


def test_recursion_and_threads_have_their_own_names():
    @checked
    def halved(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, "n"]:
        return x if len(x) < 2 else torch.cat([halved(x[: len(x) // 2]), halved(x[len(x) // 2 :])])

    faults = []

    def work(size):
        faults.extend(size for _ in range(50) if halved(zeros(size)).shape != (size,))

    threads = [threading.Thread(target=work, args=(size,)) for size in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


# --- what is refused at once


def swallowed(x: Iterable[Tensor[Float32]]): ...
def unknowable(x: Tensor[Any, Any, "n*m"]): ...
def stranger(x: Tensor[Any, Any, "{size}"]): ...
def missing(x: Tensor[Float32] = None): ...
def streamed(x: Tensor[Float32]) -> Tensor[Float32]:
    yield x


async def astreamed(x: Tensor[Float32]) -> Iterator[Tensor[Float32]]:
    yield x


@types.coroutine
def old(x: Tensor[Float32]) -> Generator[Tensor[Float32], None, None]:
    yield x


class Called:
    def __call__(self, x): ...


X_OF = 'argument "x" of'
ASYNC_FORMS = "AsyncGenerator[..., ...], AsyncIterator[...], AsyncIterable[...]"
ONE_OF = "its return annotation is one of"
GOES_ON = "@checked goes on functions, methods and classes, not on"
CALLS_IT = "write a function with annotations that calls it, and decorate that"
DECORATE = "decorate its class, or the methods of"
GONE = "the tensors in Iterable[...] are gone once they are looked at"
MAY_BE_NONE = "where it may be None, declare it Tensor[...] | None"


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (swallowed, f'{X_OF} "swallowed" cannot be checked: {GONE}: write Sequence[...] or list[...]'),
        (unknowable, 'no call of "unknowable" can tell the size "m*n": give its names a dim of their own, or write _'),
        (stranger, '"stranger" has no parameter for {size}'),
        (missing, f'the default of {X_OF} "missing" is None, declared Tensor[Float32]; {MAY_BE_NONE}'),
        (
            streamed,
            f'"streamed" is a generator function: {ONE_OF} Generator[..., ..., ...], Iterator[...], Iterable[...]',
        ),
        (
            astreamed,
            f'"astreamed" is an asynchronous generator function: {ONE_OF} {ASYNC_FORMS}',
        ),
        (old, '"old" is a coroutine made of a generator: write it as an async def'),
        (lambda x: x, "a lambda has no annotations, so @checked has nothing to check: write a def"),
        (3, f"{GOES_ON} an int"),
        ("warn", f'{GOES_ON} a str; write @checked(mode="warn")'),
        (len, f"{GOES_ON} a builtin_function_or_method; {CALLS_IT}"),
        (Called(), f'{GOES_ON} a {Called.__module__}.Called; {DECORATE} "Called"'),
        (torch.nn.ReLU(), f'{GOES_ON} a torch.nn.modules.activation.ReLU; {DECORATE} "ReLU"'),
        (
            functools.singledispatchmethod(swallowed),
            f"{GOES_ON} a functools.singledispatchmethod; put @checked below it",
        ),
    ],
)
def test_what_cannot_be_checked_is_refused_at_once(thing, words):
    with pytest.raises(TypeError) as caught:
        checked(thing)
    assert str(caught.value) == words


def test_it_takes_int_tensors_in_the_same_signature():
    @checked
    def pick(x: Tensor[D, V, "n d"], i: Tensor[Int64, V, "k"]) -> Tensor[D, V, "k d"]:
        return x[i]

    assert pick(zeros(3, 4), zeros(2, dtype=torch.int64)).shape == (2, 4)
    assert refused(pick, zeros(3, 4), zeros(2)) == 'argument "i" of "pick" is float32, declared Int64 ("k")'
