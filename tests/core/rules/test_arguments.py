"""Arguments are read as what a rule wants, and as UNKNOWN where they are not that."""

import pytest

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number
from dtensortypes.core.rules.arguments import as_bool, as_dims, as_int, as_shape, as_size, as_sizes

INT = Number(Category.INTEGER)


@pytest.mark.parametrize(
    ("read", "value", "result"),
    [
        (as_int, 3, 3), (as_int, True, UNKNOWN), (as_int, Dim.of(3), 3), (as_int, Dim.of("n"), UNKNOWN),
        (as_bool, True, True), (as_bool, 1, UNKNOWN),
        (as_dims, None, None), (as_dims, (0, -1), (0, -1)), (as_dims, (0, INT), UNKNOWN), (as_dims, Items(0), UNKNOWN),
        (as_size, Dim.of("n"), Dim.of("n")), (as_size, INT, UNKNOWN), (as_size, "n", UNKNOWN),
        (as_shape, (2, Dim.of("n")), Shape.of(2, "n")), (as_shape, 3, Shape.of(3)), (as_shape, None, UNKNOWN_SHAPE),
        (as_shape, (2, INT), Shape.of(2, UNKNOWN)), (as_shape, Shape.of(2), Shape.of(2)),
    ],
)  # fmt: skip
def test_reading(read, value, result):
    assert read(value) == result


@pytest.mark.parametrize(
    ("value", "sizes"),
    [(3, "3 3"), ((1, 2), "1 2"), ((4,), "4 4"), (INT, "_ _"), ((1, 2, 3), "_ _"), (Dim.of("k"), "k k")],
)
def test_one_size_is_for_all_dims(value, sizes):
    assert Shape(as_sizes(value, 2)).notation == sizes
