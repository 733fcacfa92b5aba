from typing import Any

import pytest

from dtensortypes import Tensor
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.plan import Do, Must
from dtensortypes.runtime.shaping import Shaping, middle
from dtensortypes.runtime.variables import Variables


def pattern(shape):
    return Tensor[Any, Any, shape].__tensor__[2]


def steps(*shapes):
    shaping = Shaping(Variables(Names("xyz")))
    return [*(step for name, shape in zip("xyz", shapes, strict=False) for step in shaping.shape(name, pattern(shape))),
            *shaping.solved()]  # fmt: skip


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
                          Do("s_run = wider(s_run, y_shape[:])"), Must("s_run is not None")]),
    ],
)  # fmt: skip
def test_steps(shapes, expected):
    assert steps(*shapes) == expected


@pytest.mark.parametrize(
    ("shape", "dims"), [("*s", "x[:]"), ("a *s", "x[1:]"), ("*s a b", "x[:-2]"), ("a *s b", "x[1:-1]")]
)
def test_the_dims_of_a_run(shape, dims):
    assert middle("x", pattern(shape)) == dims
