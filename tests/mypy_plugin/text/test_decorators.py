"""A decorator that calls what it wraps, and gives what that gives, changes nothing."""

import pytest
from mypy.nodes import FuncDef, NameExpr

from dtensortypes.mypy_plugin.text.decorators import is_transparent, passes_on
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

def lowered(fn):  # type: ignore[no-untyped-def]
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

@lowered
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
    want(e(x))  # refused
    want(Step().run(x))  # refused
    a(y)  # refused
    cached(y)  # refused
"""
)


def test_what_is_wrapped_is_called():
    assert DECORATORS.refused == DECORATORS.marked


KEPT = program(
    """
from functools import partial, wraps

def rebound(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        args = [one.double() for one in args]
        return fn(*args, **kwargs)

    return wrapper

def with_options(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        kwargs.setdefault("dtype", torch.float64)
        return fn(*args, **kwargs)

    return wrapper

def with_item(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        kwargs["dtype"] = torch.float64
        return fn(*args, **kwargs)

    return wrapper

def fill(options):
    options["dtype"] = torch.float64

def with_help(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        fill(kwargs)
        return fn(*args, **kwargs)

    return wrapper

def partly(fn):
    fn = partial(fn, dtype=torch.float64)

    @wraps(fn)
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs)

    return wrapper

def reshaped(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        out = fn(*args, **kwargs)
        out.unsqueeze_(0)
        return out

    return wrapper

def shown(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        print(f"{fn.__name__} {args} {kwargs}", len(kwargs), kwargs.get("n"), "n" in kwargs)
        out = fn(*args, **kwargs)
        wrapper.last = out.shape
        return out

    return wrapper

@rebound
def a(x, dtype=torch.float32):
    return x.to(x.dtype)

@with_options
def b(n, dtype=torch.float32):
    return torch.zeros(n, dtype=dtype)

@with_item
def c(n, dtype=torch.float32):
    return torch.zeros(n, dtype=dtype)

@with_help
def d(n, dtype=torch.float32):
    return torch.zeros(n, dtype=dtype)

@partly
def e(n, dtype=torch.float32):
    return torch.zeros(n, dtype=dtype)

@reshaped
def f(n, dtype=torch.float32):
    return torch.zeros(n, dtype=dtype)

@shown
def g(n, dtype=torch.float32):
    return torch.zeros(n, dtype=dtype)

reveal_type(a(torch.zeros(3)))
reveal_type(b(3))
reveal_type(c(3))
reveal_type(d(3))
reveal_type(e(3))
reveal_type(f(3))
reveal_type(g(3))
"""
)


def test_one_that_changes_what_it_is_given_or_what_it_gives_is_not_transparent():
    assert KEPT.revealed == [*["Any"] * 6, 'Tensor[Float32, CPU, "3"]']


def test_a_decorator_of_which_nothing_is_known_is_not_transparent():
    for text in ("unknown", "unknown(1)"):
        assert not is_transparent(parsed(text).defs[0].expr)


WRAPPING = program("""
import contextlib
import functools
from contextlib import contextmanager
@contextmanager
def managed(x: torch.Tensor) -> Iterator[torch.Tensor]:
    yield x.half()
@contextlib.contextmanager
def also_managed(x: torch.Tensor) -> Iterator[torch.Tensor]:
    yield x.half()
@functools.lru_cache(maxsize=None)
def remembered(n: int) -> torch.Tensor:
    return torch.zeros(n)
@contextlib.ContextDecorator()
def another(x: torch.Tensor) -> torch.Tensor:
    return x.half()
def use(x: Tensor[Float32, CPU, "3"]) -> None:
    with managed(x) as one, also_managed(x) as other:
        reveal_type((one, other))
    reveal_type(remembered(3))
    reveal_type(another(x))
""")


def test_what_puts_a_result_into_something_leaves_it_as_it_is():
    half = 'Tensor[Float16, CPU, "3"]'
    assert WRAPPING.revealed == [f"tuple[{half}, {half}]", 'Tensor[Float32, CPU, "3"]', "Tensor"]


HEAD = """
from functools import wraps
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, untyped-decorator"
"""
NAMED_FIRST = program(
    HEAD
    + """
def logged(fn):
    @wraps(fn)
    def wrapper(self, *args, **kwargs):
        print(type(self).__name__, f"{self}")
        return fn(self, *args, **kwargs)
    return wrapper
def halved(fn):
    @wraps(fn)
    def wrapper(self, *args, **kwargs):
        self.half()
        return fn(self, *args, **kwargs)
    return wrapper
def reached(fn):
    @wraps(fn)
    def wrapper(self, *args, **kwargs):
        getattr(self, "out").half()
        return fn(self, *args, **kwargs)
    return wrapper
def turned(fn):
    @wraps(fn)
    def wrapper(self, x, *args, **kwargs):
        return fn(x, self, *args, **kwargs)
    return wrapper
def another(fn):
    @wraps(fn)
    def wrapper(self, *args, **kwargs):
        self = Net()
        return fn(self, *args, **kwargs)
    return wrapper
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(4, 3)
    @logged
    def forward(self, x):
        return self.out(x)
    @halved
    def a(self, x):
        return self.out(x)
    @reached
    def b(self, x):
        return self.out(x)
    @another
    def c(self, x):
        return self.out(x)
@turned
def summed(x, y):
    return x @ y
def main(x: Tensor[Float32, CPU, "n 4"], net: Net):
    reveal_type(net(x))
    reveal_type(net.a(x))
    reveal_type(net.b(x))
    reveal_type(net.c(x))
    reveal_type(summed(x, x))
"""
)


def test_what_comes_first_may_have_a_name():
    assert NAMED_FIRST.revealed == ['Tensor[Float32, CPU, "n 3"]', *["Any"] * 4]


IN_REGIONS = program(
    HEAD
    + """
def amp(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
            out = fn(*args, **kwargs)
        return out
    return wrapper
def lower(dtype, enabled=True):
    def around(fn):
        @wraps(fn)
        def wrapper(self, *args, **kwargs):
            with torch.autocast("cpu", dtype, enabled=enabled):
                return fn(self, *args, **kwargs)
        return wrapper
    return around
def perhaps(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        if print():
            with torch.autocast("cpu"):
                return fn(*args, **kwargs)
        return fn(*args, **kwargs)
    return wrapper
def before(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        with torch.autocast("cpu"):
            print()
        return fn(*args, **kwargs)
    return wrapper
def any_region(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        with region():
            return fn(*args, **kwargs)
    return wrapper
@amp
def a(x):
    return x @ x
@lower(torch.float16)
def b(x):
    return x @ x
@lower(torch.float16, enabled=False)
def c(x):
    return x @ x
@perhaps
def d(x):
    return x @ x
@before
def e(x):
    return x @ x
@any_region
def f(x):
    return x @ x
@amp
def g(x):
    yield x @ x
def main(x: Tensor[Float32, CPU, "n n"]):
    reveal_type(a(x))
    reveal_type(b(x))
    reveal_type(c(x))
    reveal_type(d(x))
    reveal_type(e(x))
    reveal_type(f(x))
    for y in g(x):
        reveal_type(y)
"""
)


def test_a_wrapper_may_call_in_a_region():
    dtypes = [found.partition("[")[2].partition(",")[0] for found in IN_REGIONS.revealed]
    assert dtypes == ["BFloat16", "Float16", "Float32", "", "Float32", "", "Float32"]


GIVING_BACK = program("""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, allow-untyped-decorators
TABLE: dict[str, object] = {}
def kept(function):
    TABLE[function.__name__] = function
    return function
def named(name):
    def put(function):
        TABLE[name] = function
        return function
    return put
def other(function):
    function = len
    return function
def perhaps(function):
    if TABLE:
        return len
    return function
@kept
def one(x):
    return x.half()
@named("b")
def two(x):
    return x.half()
@other
def three(x):
    return x.half()
@perhaps
def four(x):
    return x.half()
reveal_type(one(torch.zeros(3)))
reveal_type(two(torch.zeros(3)))
reveal_type(three(torch.zeros(3)))
reveal_type(four(torch.zeros(3)))
""")


def test_one_that_gives_back_what_it_is_given():
    assert GIVING_BACK.revealed == ['Tensor[Float16, CPU, "3"]', 'Tensor[Float16, CPU, "3"]', "Any", "Any"]


@pytest.mark.parametrize("is_emptied", [False, True])
def test_one_whose_inner_body_mypy_has_thrown_away(is_emptied):
    (outer,) = parsed(
        "def timed(f):\n    def inner(*args, **kwargs):\n        return f(*args, **kwargs)\n    return inner"
    ).defs
    assert isinstance(outer, FuncDef)
    inner = outer.body.body[0]
    assert isinstance(inner, FuncDef)
    if is_emptied:
        inner.body.body.clear()
    outer._fullname = "program.timed"
    name = NameExpr("timed")
    name.node = outer
    assert passes_on(name) is not is_emptied
