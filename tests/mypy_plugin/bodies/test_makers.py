"""What comes of an argument of which nothing is known: the sizes of modules tell, and what a function makes."""

import pytest
from mypy.nodes import ClassDef, FuncDef

from dtensortypes.mypy_plugin.bodies.makers import tells_of_itself
from tests.mypy_plugin.checking import parsed, program

SIZED = program("""
class Own(nn.Module):
    def __init__(self, n: int) -> None:
        super().__init__()
        self.known, self.unknown = nn.Linear(2, 3), nn.Linear(n, n)
    def by_known(self, x: Any) -> Any:
        return self.known(x)
    def by_unknown(self, x: Any) -> Any:
        return self.unknown(x)
    def forward(self, x: Any) -> Any:
        return self.unknown(x)
def use(x: Any, n: int, own: Own) -> None:
    reveal_type(own.by_known(x))
    reveal_type(own.by_unknown(x))
    reveal_type(Own(4)(x))
    reveal_type(own(x))
""")


@pytest.mark.parametrize(
    ("at", "revealed"),
    [
        (0, 'Tensor[Any, Any, "... 3"]'),
        (1, "Any"),
        (2, 'Tensor[Float32, CPU, "... 4"]'),
        (3, "Any"),
    ],
)
def test_sizes_tell(at, revealed):
    assert SIZED.revealed[at] == revealed


@pytest.mark.parametrize("body", ["return x", "self.known = x", "return other.known(x)"])
def test_a_method_that_calls_no_part_tells_nothing(body):
    (cls,) = parsed(f"class Own:\n  def method(self, x, other):\n    {body}").defs
    assert isinstance(cls, ClassDef)
    (method,) = cls.defs.body
    assert isinstance(method, FuncDef)
    assert not tells_of_itself(method, None, [])


CHAIN = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-generics=False
def load(path):
    return np.zeros(3, dtype=np.float32)
def prepared(path):
    return load(path)
def both() -> np.ndarray:
    return prepared("a") * 2
class Source:
    def read(self):
        return load("a")
    def data(self):
        return self.read()
def again(n):
    return again(n)
reveal_type(prepared("a"))
reveal_type(both())
reveal_type(Source().data())
reveal_type(again(3))
""")


def test_what_is_made_further_on():
    array = "numpy.ndarray[tuple[Literal[3]], numpy.dtype[numpy.floating[numpy._typing._nbit_base._32Bit]]]"
    assert CHAIN.revealed == [array, array, array, "Any"]


@pytest.mark.parametrize(
    ("body", "tells"),
    [
        ('return {"n": 3}', True),
        ("return [3, 4]", True),
        ('config = {}\n  config["n"] = 3\n  return config', False),  # mypy has not bound the variable here
        ("return 3", False),
        ('x = {"n": 3}', False),
    ],
)
def test_what_is_written_out_tells(body, tells):
    (function,) = parsed(f"def f():\n  {body}").defs
    assert isinstance(function, FuncDef)
    assert tells_of_itself(function, None, []) is tells


DRAWN = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-generics=False
class Lander:
    def __init__(self):
        self.rng = np.random.RandomState(0)
    def reset(self):
        return self.rng.rand(8)
def noise(path):
    generator = np.random.default_rng(0)
    return generator.random(8)
def triplets(path):
    return {"a": 1}, np.array([(i, i + 1) for i in range(path)], dtype=np.int64)
def unsaid(path):
    return np.array(path)
def use(path: Any) -> None:
    reveal_type(Lander().reset())
    reveal_type(noise(path))
    reveal_type(triplets(path)[1])
    reveal_type(unsaid(path))
""")


def test_numbers_that_are_drawn_and_dtypes_that_are_said():
    drawn = "numpy.ndarray[tuple[Literal[8]], numpy.dtype[numpy.float64]]"
    said = "numpy.dtype[numpy.signedinteger[numpy._typing._nbit_base._64Bit]]"
    assert DRAWN.revealed == [drawn, drawn, f"numpy.ndarray[tuple[Any, Literal[2]], {said}]", "Any"]


NAMED = program("""
def whole() -> torch.dtype:
    return torch.float64
def chosen(half: bool) -> torch.dtype:
    return torch.float16 if half else torch.bfloat16
def given(one: torch.dtype) -> torch.dtype:
    return one
def use(flag: bool, one: torch.dtype) -> None:
    reveal_type(torch.zeros(1, dtype=whole()))
    reveal_type(torch.zeros(1, dtype=chosen(True)))
    reveal_type(torch.zeros(1, dtype=chosen(flag)))
    reveal_type(torch.zeros(1, dtype=given(one)))
""")


def test_dtypes_that_are_named():
    whole, half, brain, unknown = (f'Tensor[{one}, CPU, "1"]' for one in ("Float64", "Float16", "BFloat16", "Any"))
    assert NAMED.revealed == [whole, half, f"{half} | {brain}", unknown]
