"""A decorator that calls what it wraps, and gives what that gives, changes nothing."""

from dtensortypes.mypy_plugin.text.decorators import is_transparent
from tests.mypy_plugin.checking import parsed, program

DECORATORS = program(
    """
import functools
import time

def timed(fn):  # type: ignore[no-untyped-def]
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        start = time.time()
        out = fn(*args, **kwargs)
        print(time.time() - start)
        return out

    return wrapper

def named(label: str):  # type: ignore[no-untyped-def]
    def around(fn):
        def wrapper(*args, **kwargs):
            print(label)
            return fn(*args, **kwargs)

        return wrapper

    return around

def plain(fn: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    @functools.wraps(fn)
    def wrapper(*args: Any, **kwargs: Any) -> torch.Tensor:
        return fn(*args, **kwargs)

    return wrapper

def halved(fn):  # type: ignore[no-untyped-def]
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs).half()

    return wrapper

def cast(fn):  # type: ignore[no-untyped-def]
    def wrapper(*args, **kwargs):
        with torch.autocast("cpu"):
            return fn(*args, **kwargs)

    return wrapper

@timed
def a(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float64, CPU, "n"]:
    return x.double()

@named("b")
def b(x):  # type: ignore[no-untyped-def]
    return x.double()

@plain
def c(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float64, CPU, "n"]:
    return x.double()

@halved
def d(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float64, CPU, "n"]:
    return x.double()

@functools.cache
def cached(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float64, CPU, "n"]:
    return x.double()

@cast
def e(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float64, CPU, "n"]:
    return x.double()

class Step:
    @timed
    def run(self, x):  # type: ignore[no-untyped-def]
        return x.double()

def want(x: Tensor[Float32, CPU, "n"]) -> None: ...

def main(x: Tensor[Float32, CPU, "n"], y: Tensor[Float32, CUDA, "n"]) -> None:
    want(a(x))  # refused
    want(b(x))  # refused
    want(c(x))  # refused
    want(d(x))
    want(e(x))
    want(Step().run(x))  # refused
    a(y)  # refused
    cached(y)  # refused
"""
)


def test_what_is_wrapped_is_called():
    assert DECORATORS.refused == DECORATORS.marked


def test_a_decorator_of_which_nothing_is_known_is_not_transparent():
    for text in ("unknown", "unknown(1)"):
        assert not is_transparent(parsed(text).defs[0].expr)
