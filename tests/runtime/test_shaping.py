from dataclasses import asdict, replace
from typing import Any

import pytest

from dtensortypes import Tensor
from dtensortypes.runtime.generated import filled
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.plan import Do, Must
from dtensortypes.runtime.shaping import Shaping, is_definite, middle, undivided
from dtensortypes.runtime.variables import Variables


def pattern(shape):
    return Tensor[Any, Any, shape].__tensor__[2]


def steps(*shapes):
    shaping = Shaping(Variables(Names("xyz")))
    return shown(shaping, [*(step for name, shape in zip("xyz", shapes, strict=False)
                             for step in shaping.shape(name, pattern(shape))), *shaping.solved()])  # fmt: skip


def shown(shaping, steps):
    """The steps with the names that are marked in them."""
    marked = shaping.variables.names.marked
    return [replace(step, **{name: filled(text, marked) for name, text in asdict(step).items()}) for step in steps]


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [
        (["..."], []),
        ([""], [Must("x.shape == ()")]),
        (["3"], [Must("x.shape == (3,)")]),
        (["_ _"], [Must("len(x_shape := x.shape) == 2")]),
        (["n n"], [Must("len(x_shape := x.shape) == 2"), Do("n, x_shape_1 = x_shape"), Must("x_shape_1 == n")]),
        (["*s 3"], [Must("len(x_shape := x.shape) >= 1"), Do("extent = x_shape[-1]"), Must("extent == 3"),
                    Do("s_run = x_shape[:-1]")]),
        (["2*n+1"], [Must("len(x_shape := x.shape) == 1"), Do("x_shape_0, = x_shape"),
                     Must("(x_shape_0 - (1)) % 2 == 0"), Do("n = (x_shape_0 - (1)) // 2"), Must("n >= 0")]),
        (["#n", "#n"], [Must("len(x_shape := x.shape) == 1"), Do("x_shape_0, = x_shape"),
                        Must("len(y_shape := y.shape) == 1"), Do("y_shape_0, = y_shape"),
                        Do("n = x_shape_0"), Do("n = y_shape_0 if n == 1 else n"),
                        Must("(x_shape_0 == 1 or x_shape_0 == n)"), Must("(y_shape_0 == 1 or y_shape_0 == n)")]),
        (["*#s", "*#s"], [Do("x_shape = x.shape"), Do("y_shape = y.shape"), Do("s_run = x_shape[:]"),
                          Must("(s_run_wide := wider(s_run, y_shape[:])) is not None"), Do("s_run = s_run_wide")]),
        (["n 3", "n 3"], [Must("len(x_shape := x.shape) == 2"), Do("n, x_shape_1 = x_shape"), Must("x_shape_1 == 3"),
                          Must("y.shape == x_shape")]),
        (["n+1", "n+1", "n"], [Must("len(x_shape := x.shape) == 1"), Do("x_shape_0, = x_shape"),
                               Must("y.shape == x_shape"), Must("len(z_shape := z.shape) == 1"), Do("n, = z_shape"),
                               Must("x_shape_0 == n + 1")]),
    ],
)  # fmt: skip
def test_steps(shapes, expected):
    assert steps(*shapes) == expected


@pytest.mark.parametrize(
    ("shape", "dims"), [("*s", "x[:]"), ("a *s", "x[1:]"), ("*s a b", "x[:-2]"), ("a *s b", "x[1:-1]")]
)
def test_the_dims_of_a_run(shape, dims):
    assert middle("x", pattern(shape)) == dims


@pytest.mark.parametrize(
    ("shape", "definite"),
    [
        ("", True),
        ("a b+1 3", True),
        ("a _", False),
        ("#a", False),
        ("*s a", False),
        ("...", False),
        ("{self.n}", False),
    ],
)
def test_where_all_tensors_declared_so_have_one_shape(shape, definite):
    assert is_definite(pattern(shape)) == definite


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [
        (["a b", "a b", "c"], {"a b", "c"}),
        (["a b", "b"], set()),
        (["a a"], set()),
        (["a 3"], set()),
        (["a b", "*s a+1"], set()),
        (["#a", "_", "..."], set()),
    ],
)
def test_shapes_whose_sizes_nothing_asks_for_alone(shapes, expected):
    assert undivided(map(pattern, shapes)) == expected


def test_a_shape_that_is_not_divided_is_compared_whole():
    variables = Variables(Names("xy"), undivided([pattern("a b")]))
    shaping = Shaping(variables)
    found = [*shaping.shape("x", pattern("a b")), *shaping.shape("y", pattern("a b"))]
    assert found == [Must("len(x_shape := x.shape) == 2"), Must("y.shape == x_shape")]
    told = filled(variables.told(), variables.names.marked)
    assert told == "{'dim a': x_shape[0], 'dim b': x_shape[1]}"
