"""What a condition says of a tensor."""

import pytest
from mypy.literals import literal_hash
from mypy.nodes import NameExpr, Var

from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dtype import FLOAT32, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.bodies.conditions import Condition, questions
from dtensortypes.mypy_plugin.text.expressions import expressions
from tests.mypy_plugin.checking import parsed

SINGLE, WHOLE, PLAIN = TensorFact(FLOAT32, CPU, Shape.of(2, 3)), TensorFact(INT64, CUDA, Shape.of(4)), TensorFact()


class Constants(Condition):
    """A condition whose other operands are written out, as no checker has seen them."""

    def typed(self, expression):
        return (
            expression.value
            if hasattr(expression, "value")
            else {"dtypes": (FLOAT32,), "f32": FLOAT32}[expression.name]
        )


def condition(text):
    (statement,) = parsed(f"\n{text}\n").defs
    variable = Var("x")
    for part in expressions(statement):
        if isinstance(part, NameExpr) and part.name == "x":
            part.node = variable
            key = literal_hash(part)
    return Constants(None, statement.expr, key)


@pytest.mark.parametrize("text", ["x.ndim", "x.dim()", "x.shape"])
def test_a_number_of_dims_is_a_truth_value(text):
    assert condition(text).holds(TensorFact(FLOAT32, CPU, Shape.of())) is False


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("x.dtype == f32", (True, False, None)),
        ("x.dtype is not f32", (False, True, None)),
        ("f32 == x.dtype", (True, False, None)),
        ("x.dtype in (f32,)", (True, False, None)),
        ("x.dtype not in [f32]", (False, True, None)),
        ("x.dtype in dtypes", (True, False, None)),
        ("x.is_cuda", (False, True, None)),
        ("not x.is_cuda", (True, False, None)),
        ("x.ndim", (True, True, None)),
        ("x.dim() and x.is_cuda", (False, True, None)),
        ("x.shape", (True, True, None)),
        ("x.device.type == 'cpu'", (True, False, None)),
        ("x.ndim == 2", (True, False, None)),
        ("x.dim() != 2", (False, True, None)),
        ("1 < x.ndim <= 2", (True, False, None)),
        ("len(x.shape) >= 2", (None, None, None)),  # a name that is bound to nothing
        ("x.shape[0] == 2", (True, False, None)),
        ("x.size(1) == 3", (True, None, None)),
        ("x.shape == (2, 3)", (True, False, None)),
        ("x.is_floating_point()", (True, False, None)),
        ("x.dtype.is_floating_point", (True, False, None)),
        ("x.dtype == f32 and x.is_cuda", (False, False, None)),
        ("x.dtype == f32 or x.is_cuda", (True, True, None)),
        ("x.unheard_of == 3", (None, None, None)),
        ("x.shape[7] == 3", (None, None, None)),
        ("x[0].dtype == f32", (None, None, None)),
    ],
)
def test_verdicts(text, verdicts):
    asked = condition(text)
    found = tuple(asked.holds(fact) for fact in (SINGLE, WHOLE, PLAIN))
    assert found == verdicts
    assert [asked.fails(fact) for fact in (SINGLE, WHOLE, PLAIN)] == [v if v is None else not v for v in found]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("x.dtype == y", ["x"]),
        ("f(x) and y.ndim == 2", ["x", "y"]),
        ("x.dim() == 2", ["x", "x"]),
        ("self.x.dtype", ["x", "self"]),
        ("(x := y).dtype == z", []),
        ("x.dtype and (z := y)", []),
    ],
)
def test_what_a_condition_asks_about(text, names):
    (statement,) = parsed(f"\n{text}\n").defs
    for part in expressions(statement):
        if isinstance(part, NameExpr):
            part.node = Var(part.name)
    assert [variable.name for _, variable in questions(statement.expr)] == names


OPEN = TensorFact(shape=Shape.of(UNKNOWN, "n", 5))


@pytest.mark.parametrize(
    ("text", "where_it_holds", "where_it_fails"),
    [
        ("x.shape[0] == 3", {0: 3}, {}),
        ("x.shape[0] != 3", {}, {0: 3}),
        ("not x.size(1) != 1", {1: 1}, {}),
        ("x.size(0) == 2 and x.shape[1] == 4", {0: 2, 1: 4}, {}),
        ("x.size(0) == 2 or x.shape[1] == 4", {}, {}),
        ("x.size(0) != 2 or x.shape[1] != 4", {}, {0: 2, 1: 4}),
        ("x.shape[:2] == (6, 7)", {0: 6, 1: 7}, {}),
        ("x.shape[:2] == (6,)", {}, {}),
        ("x.shape == (6, 7, 5)", {0: 6, 1: 7}, {}),
        ("x.shape != (6, 7, 5)", {}, {0: 6, 1: 7}),
        ("x.shape[0] > 3", {}, {}),
        ("2 < x.shape[0] == 3", {}, {}),
        ("x.shape[2] == 5", {}, {}),
        ("x.numel() == 5", {}, {}),
    ],
)
def test_sizes(text, where_it_holds, where_it_fails):
    assert condition(text).sizes(OPEN, holds=True) == where_it_holds
    assert condition(text).sizes(OPEN, holds=False) == where_it_fails


def test_of_a_tensor_of_unknown_rank_no_size_is_found():
    assert condition("x.shape[0] == 3").sizes(PLAIN, holds=True) == {}
