"""Functions that wrap others: what is checked is what they are really called with, and it reaches them as it came."""

import functools
import inspect
from typing import Any

import pytest
import torch
from beartype.roar import BeartypeCallHintViolation

from dtensortypes import CPU, Float32, Tensor, TensorTypeError, checked
from dtensortypes.runtime.called import called

zeros = torch.zeros
X = Tensor[Float32, CPU, "n"]


def wrapped(x: X, y: X, /, k: int = 3, *rest: X, flag: bool = False, **named: X) -> X:
    return x + y


def handing_on(function):
    """A decorator as most are; it shows what has reached it."""

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.heard.append((len(args), sorted(kwargs)))
        return function(*args, **kwargs)

    wrapper.heard = []
    return wrapper


def everything(a, b=1, /, c=2, *rest, d, e=3, **named): ...
def keywords(*, a, b=1): ...
def positional(a, b=2, /): ...
def rest(*rest): ...
def named(a=0, **named): ...
def none(): ...


@pytest.mark.parametrize("function", [everything, keywords, positional, rest, named, none, lambda x, y=1: (x, y)])
def test_the_parameters_are_those_of_the_code(function):
    assert called(function).parameters == tuple(inspect.signature(function).parameters.values())


def test_arguments_reach_a_function_that_takes_whatever_comes_exactly_as_they_came():
    bare = handing_on(wrapped)
    twin = checked(bare)
    assert inspect.signature(twin) == inspect.signature(wrapped)
    for arguments, keywords in (
        ((zeros(2), zeros(2)), {}),
        ((zeros(2), zeros(2), 4), {}),
        ((zeros(2), zeros(2)), {"k": 4, "flag": True}),
        ((zeros(2), zeros(2), 4, zeros(2)), {"z": zeros(2)}),
    ):
        twin(*arguments, **keywords)
        assert bare.heard.pop() == (len(arguments), sorted(keywords))
    for arguments, keywords, words in (
        ((zeros(2), zeros(3)), {}, 'argument "y" of "wrapped"'),
        ((zeros(2), zeros(2), 1, zeros(3)), {}, r'argument "rest\[0\]" of "wrapped"'),
        ((zeros(2), zeros(2)), {"z": zeros(3)}, r"argument \"named\['z'\]\" of \"wrapped\""),
    ):
        with pytest.raises(TensorTypeError, match=words):
            twin(*arguments, **keywords)
    with pytest.raises(BeartypeCallHintViolation, match="k='4'"):
        twin(zeros(2), zeros(2), k="4")
    with pytest.raises(TypeError, match=r"wrapped\(\) missing 1 required positional argument: 'y'"):
        twin(zeros(2))
    assert bare.heard == []


def test_a_default_that_the_wrapper_puts_in_stays_its_own():
    def with_default(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            kwargs.setdefault("k", 7)
            return function(*args, **kwargs)

        return wrapper

    @checked
    @with_default
    def f(x: X, k: int = 3) -> int:
        return k

    assert (f(zeros(2)), f(zeros(2), k=4)) == (7, 4)


def test_first_parameters_by_the_same_names():
    def method(function):
        @functools.wraps(function)
        def wrapper(self, *args, **kwargs):
            return function(self, *args, **kwargs)

        return wrapper

    class Net:
        size = 2

        @checked
        @method
        def go(self, x: Tensor[Float32, CPU, "{self.size}"]) -> Tensor[Float32, CPU, "{self.size}"]:
            return x

    assert Net().go(x=zeros(2)).shape == (2,)
    with pytest.raises(TensorTypeError, match='argument "x" of "go"'):
        Net().go(zeros(3))


def test_keywords_that_the_wrapper_takes_out_for_itself():
    def repeated(function):
        @functools.wraps(function)
        def wrapper(*args, times=1, **kwargs):
            return [function(*args, **kwargs) for _ in range(times)][-1]

        return wrapper

    @checked
    @repeated
    def f(x: X, **named: X) -> X:
        return x

    assert f(zeros(2), times=3, y=zeros(2)).shape == (2,)
    with pytest.raises(TensorTypeError, match="named"):
        f(zeros(2), times=3, y=zeros(3))


def test_parameters_of_its_own_are_what_is_checked():
    def with_bias(function):
        @functools.wraps(function)
        def wrapper(x):
            return function(x, zeros(3))

        return wrapper

    @checked
    @with_bias
    def f(x: X, bias: X) -> X:
        return x + bias

    assert f(zeros(3)).shape == (3,)
    with pytest.raises(TensorTypeError, match='argument "x" of "f" is float64'):
        f(zeros(3).double())


def test_parameters_that_are_not_those_it_shows_are_refused():
    def with_context(function):
        @functools.wraps(function)
        def wrapper(context, *args, **kwargs):
            return function(*args, **kwargs)

        return wrapper

    with pytest.raises(TypeError) as caught:
        checked(with_context(wrapped))
    assert str(caught.value) == (
        '"wrapped" takes (context, *args, **kwargs), and shows the signature (x, y, /, k, *rest, flag, **named): '
        "put @checked on the function that it wraps"
    )


def test_annotations_of_its_own_are_its_own():
    def converting(function):
        @functools.wraps(function, assigned=("__name__", "__module__", "__qualname__"))
        def wrapper(x: int) -> X:
            return function(zeros(x))

        return wrapper

    @checked
    @converting
    def f(x: X) -> X:
        return x

    assert f(3).shape == (3,)
    with pytest.raises(BeartypeCallHintViolation):
        f(zeros(3))


def test_a_signature_that_is_set_is_what_it_is_called_with():
    def f(*args, **kwargs):
        return args, kwargs

    f.__signature__ = inspect.Signature([inspect.Parameter("x", inspect.Parameter.POSITIONAL_OR_KEYWORD)])
    f.__annotations__ = {"x": X}
    x = zeros(2)
    assert checked(f)(x=x) == ((), {"x": x})
    with pytest.raises(TensorTypeError):
        checked(f)(x.double())


def test_of_many_wrappers_the_innermost_wrote_the_annotations():
    assert called(handing_on(handing_on(wrapped))).annotated is wrapped
    assert called(functools.cache(handing_on(wrapped))).forwards
    assert not called(wrapped).forwards


def test_a_wrapper_of_something_without_annotations():
    @checked
    @functools.wraps(torch.add)
    def add(x: X, y: Any) -> X:
        return x + y

    assert add(zeros(2), 1).shape == (2,)
    with pytest.raises(TensorTypeError):
        add(zeros(2, 2), 1)


def test_it_is_free_where_nothing_is_checked():
    assert called(handing_on(lambda: None)).parameters[0].kind is inspect.Parameter.VAR_POSITIONAL
