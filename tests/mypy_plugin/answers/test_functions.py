"""A call of one of the program's own functions: dims are bound per call, and what does not fit is reported."""

from tests.mypy_plugin.checking import program

BOUND = program("""
def pair(x: Tensor[D, V, "b n"], y: Tensor[D, V, "n m"]) -> Tensor[D, V, "b 2*m"]:
    return torch.cat([x @ y, x @ y], 1)

def rows(*xs: Tensor[Float32, CPU, "n"]) -> list[Tensor[Float32, CPU, "n"]]:
    return list(xs)

class C:
    def method(self, x: Tensor[Float32, CPU, "b n"]) -> tuple[Tensor[Float32, CPU, "n"], int]:
        return x[0], 1
    @staticmethod
    def static(x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float32, CPU, "n b"]:
        return x.T
    @classmethod
    def cls(cls, x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float32, CPU, "n b"]:
        return x.T

@checked
def wrapped(x: Tensor[Float32, CPU, "b n"] | None = None) -> Tensor[Float32, CPU, "n"]:
    return torch.zeros(3) if x is None else x[0]

def caller(x: Tensor[Float16, CUDA, "i j"], n: Tensor[Float16, CUDA, "j 3"], c: C) -> None:
    reveal_type(pair(x, n))
    reveal_type(pair(y=n, x=x))
    reveal_type(rows(torch.zeros(3), torch.zeros(3)))
    reveal_type(c.method(torch.zeros(3, 4)))
    reveal_type(C.cls(torch.zeros(3, 4)))
    reveal_type(c.static(torch.zeros(3, 4)))
    reveal_type(wrapped(torch.zeros(3, 4)))
    reveal_type(wrapped(None))
""")

OVERLOADED = program("""
@overload
def f(x: Tensor[Float16]) -> Tensor[Float32]: ...
@overload
def f(x: Tensor[Int64]) -> Tensor[Int64]: ...
def f(x: Any) -> Any:
    return x
reveal_type(f(torch.zeros(2).half()))
reveal_type(f(torch.zeros(2).long()))
""")

WRONG = program("""
def pair(x: Tensor[D, V, "b n"], y: Tensor[D, V, "n m"]) -> None: ...
class C:
    def __init__(self, x: Tensor[Float32, CPU, "n"]) -> None: ...
    def method(self, x: Tensor[Float32, CPU, "b n"]) -> None: ...
a, b = torch.zeros(2, 3), torch.zeros(4, 5)
pair(a, b)
pair(a, b.double().T)
pair(a, torch.zeros(3, 5, device="cuda"))
C(a)
C(torch.zeros(3)).method(x=a.int())
pair(x=a, y=a.T)
pair(a.new_zeros(2), a)
""")


def test_dims_are_said_in_the_callers_names():
    assert BOUND.messages == []
    assert BOUND.revealed == [
        'Tensor[Float16, CUDA, "i 6"]',
        'Tensor[Float16, CUDA, "i 6"]',
        'list[Tensor[Float32, CPU, "3"]]',
        'tuple[Tensor[Float32, CPU, "4"], int]',
        'Tensor[Float32, CPU, "4 3"]',
        'Tensor[Float32, CPU, "4 3"]',
        'Tensor[Float32, CPU, "4"]',
        'Tensor[Float32, CPU, "_"]',
    ]


def test_an_overload_is_chosen_by_dtype():
    assert OVERLOADED.messages == []
    assert OVERLOADED.revealed == ["Tensor[Float32]", "Tensor[Int64]"]


def test_what_does_not_fit_is_reported():
    assert [message.partition("  [")[0].partition(";")[0] for message in WRONG.messages if "note" not in message] == [
        '6: error: argument "y" of "pair" has shape (4, 5), declared "n m": dim 0 is 4, but "n" is 3 in "x"',
        '7: error: argument "y" of "pair" is float64, declared D ("n m"): D is float32 in "x"',
        '7: error: argument "y" of "pair" has shape (5, 4), declared "n m": dim 0 is 5, but "n" is 3 in "x"',
        '8: error: argument "y" of "pair" is on cuda, declared V ("n m"): V is cpu in "x"',
        '9: error: argument "x" of "C" has shape (2, 3), declared "n": 2 dims, not 1',
        '10: error: argument "x" of "method" is int32, declared Float32 ("b n")',
        '12: error: argument "x" of "pair" has shape (2,), declared "b n": 1 dim, not 2',
    ]


CACHED = """
import functools
@functools.cache
def layer(n: int) -> nn.Linear:
    return nn.Linear(n, n)
@functools.cache
def batch() -> dict[str, Tensor[Float32, CPU, "3"]]:
    return {"x": torch.zeros(3)}
@functools.cache
def waves(n: int) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.arange(n).cos(), torch.arange(n).sin()
def use() -> None:
    layer(3).double()
    layer(3)(torch.zeros(2, 3).double())
    batch().update(x=torch.zeros(4).double())
    batch()["x"] @ torch.zeros(4).double()
    reveal_type(waves(4))
"""
CACHED_USE, CACHED_RESHAPED = program(CACHED), program(CACHED + "    waves(4)[0].unsqueeze_(0)\n")


def test_what_a_cached_function_gives_others_may_have_changed():
    assert [message for message in CACHED_USE.messages if "error:" in message] == []
    assert CACHED_USE.revealed == ['tuple[Tensor[Float32, CPU, "4"], Tensor[Float32, CPU, "4"]]']
    assert CACHED_RESHAPED.revealed == ["tuple[Tensor, Tensor]"]
