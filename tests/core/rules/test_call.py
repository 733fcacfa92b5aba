"""A call's tensors are found in sequences too, and can be replaced in their places."""

from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import Items
from dtensortypes.core.rules.call import Call, is_zero_dim

X, Y = TensorFact(FLOAT32), TensorFact(FLOAT16)


def test_first_and_all():
    call = Call("cat", {"tensors": (X, (Y, 3)), "dim": 0, "dtype": INT64, "more": Items(Y)})
    assert call.first == X
    assert call.tensors == (X, Y, Y)
    assert call.typed == (X, Y, INT64, Y)


def test_replacing():
    call = Call("cat", {"tensors": (X, Y), "dtype": INT64})
    assert call.with_typed((Y, X, FLOAT64)).arguments == {"tensors": (Y, X), "dtype": FLOAT64}
    assert call.cast(lambda tensor: FLOAT64).tensors == (TensorFact(FLOAT64), TensorFact(FLOAT64))
    assert call.with_values({"dim": 1})["dim"] == 1
    assert call.about("a", "b").operands == ("a", "b")


def test_a_missing_argument_is_none_and_no_tensor_is_unknown():
    assert Call("f", {})["x"] is None
    assert Call("f", {"x": 3}).tensor("x") == TensorFact()


def test_zero_dim():
    answers = [is_zero_dim(TensorFact(shape=shape)) for shape in (Shape(), Shape.of("n"), TensorFact().shape)]
    assert answers == [True, False, None]
