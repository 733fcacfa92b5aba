"""Numpy's array types say their dtype and shape; fact to type to fact is the identity."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.facts.dtype import BY_NAME
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.types.arrays import array_fact, array_type, filled, sized_array
from tests.mypy_plugin.checking import program, types
from tests.strategies import polynomials

NUMPYS = [
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "float32", "float64", "complex64", "complex128"),
]
facts = st.builds(
    ArrayFact,
    st.one_of(st.just(UNKNOWN), st.sampled_from([BY_NAME[name] for name in NUMPYS])),
    st.one_of(st.just(UNKNOWN_SHAPE), st.lists(polynomials, max_size=3).map(lambda dims: Shape(tuple(dims)))),
)


@given(facts)
def test_there_and_back(fact):
    assert sized_array(array_type(types(), fact)) == fact


SEEN = program("""
def f(
    two: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    three: np.ndarray[tuple[Literal[3]], np.dtype[np.bool_]],
    pointer: np.ndarray[Any, np.dtype[np.intp]],
    some: np.ndarray[Any, np.dtype[np.floating[Any]]],
    bare: np.ndarray[Any, Any],
    text: np.ndarray[Any, np.dtype[np.str_]],
) -> None:
    reveal_type(torch.from_numpy(two))
    reveal_type(torch.from_numpy(pointer))
    reveal_type(torch.from_numpy(bare))
""")


@pytest.mark.parametrize(
    ("parameter", "fact"),
    [
        ("two", ArrayFact(BY_NAME["float64"], Shape.of(UNKNOWN, UNKNOWN))),
        ("three", ArrayFact(BY_NAME["bool"], Shape.of(3))),
        ("pointer", ArrayFact(BY_NAME["int64"])),
        ("some", ArrayFact()),
        ("bare", ArrayFact()),
        ("text", ArrayFact()),
    ],
)
def test_arrays_as_users_declare_them(parameter, fact):
    function = SEEN.tree.names["f"].node.type
    declared = dict(zip(function.arg_names, function.arg_types, strict=True))
    assert array_fact(declared[parameter]) == fact


def test_tensors_are_made_of_them():
    assert SEEN.revealed == ['Tensor[Float64, CPU, "_ _"]', "Tensor[Int64, CPU]", "Tensor[Any, CPU]"]
    assert SEEN.messages == []


def test_what_numpys_annotations_know_fills_what_the_rule_does_not():
    int64, shape = BY_NAME["int64"], Shape.of(3)
    assert filled(ArrayFact(), ArrayFact(int64, shape)) == ArrayFact(int64, shape)
    assert filled(ArrayFact(int64), ArrayFact(BY_NAME["int8"])) == ArrayFact(int64)
    assert filled(ArrayFact(int64), ArrayFact(int64, SCALAR)) == ArrayFact(int64)
    assert filled(ArrayFact(int64, SCALAR), ArrayFact(int64, shape)) == ArrayFact(int64, SCALAR)


OVERLOADED = program("""
small = np.linspace(0, 1, 5).astype("f4")
reveal_type(torch.from_numpy(np.outer(small, small)))
reveal_type(np.prod(small))
alphas = 1.0 - small
reveal_type(torch.from_numpy(np.cumprod(alphas)))
""")


def test_an_array_of_unknown_dtype_is_not_taken_for_that_of_the_first_overload():
    assert OVERLOADED.revealed == ["Tensor[Any, CPU]", "Any", "Tensor[Any, CPU]"]
    assert OVERLOADED.messages == []
