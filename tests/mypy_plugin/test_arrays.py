"""Numpy's array types say their dtype and shape; fact to type to fact is the identity."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.facts.dtype import BY_NAME
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.arrays import array_fact, array_type, filled
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
    assert array_fact(array_type(types(), fact)) == fact


SEEN = program("""
def f(strings: np.ndarray[Any, np.dtype[np.str_]], objects: np.ndarray[Any, np.dtype[np.object_]]) -> None:
    torch.from_numpy(strings)
    torch.from_numpy(objects)
def g(a: np.ndarray[tuple[int, int], np.dtype[np.float64]], b: np.ndarray[Any, np.dtype[np.intp]],
      c: np.ndarray[Any, np.dtype[np.floating[Any]]], d: np.ndarray[Any, Any]) -> None:
    reveal_type(torch.from_numpy(a))
    reveal_type(torch.from_numpy(b))
    reveal_type(torch.from_numpy(c))
    reveal_type(torch.from_numpy(d))
""")


def test_arrays_as_users_declare_them():
    assert SEEN.revealed == [
        'Tensor[Float64, CPU, "_ _"]', "Tensor[Int64, CPU]", "Tensor[Any, CPU]", "Tensor[Any, CPU]"
    ]  # fmt: skip


@pytest.mark.parametrize("line", [2, 3])
def test_dtypes_that_torch_has_not_are_refused(line):
    assert [message for message in SEEN.messages if message.startswith(f"{line}: error")]


def test_what_numpys_annotations_know_fills_what_the_rule_does_not():
    int64, shape = BY_NAME["int64"], Shape.of(3)
    assert filled(ArrayFact(), ArrayFact(int64, shape)) == ArrayFact(int64, shape)
    assert filled(ArrayFact(int64), ArrayFact(BY_NAME["int8"])) == ArrayFact(int64)
