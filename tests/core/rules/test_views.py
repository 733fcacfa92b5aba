"""The same items in other dims."""

import pytest

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32, FLOAT64
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.views import (
    expanded,
    expanded_as,
    flattened,
    interleaved,
    matrices_transposed,
    matrix_transposed,
    moved_dims,
    paired,
    permuted,
    raveled,
    reinterpreted,
    repeated,
    reversed_dims,
    squeezed,
    swapped,
    tiled,
    transposed,
    turned,
    unflattened,
    unpaired,
    unsqueezed,
    viewed,
    viewed_as,
    viewed_as_size,
)  # fmt: skip


def of(text):
    return TensorFact(FLOAT32, CPU, Shape.of(*(int(d) if d.isdecimal() else d for d in text.split())))


@pytest.mark.parametrize(
    ("word", "arguments", "shape"),
    [
        (viewed, {"shape": (-1, 2)}, "b*n 2"), (viewed_as, {"other": of("b*n 2")}, None),
        (flattened, {"start_dim": 0, "end_dim": -1}, "2*b*n"),
        (raveled, {}, "2*b*n"), (unflattened, {"dim": 1, "sizes": (-1, 1)}, "b n 1 2"),
        (squeezed, {"dim": None}, "b n 2"),
        (unsqueezed, {"dim": -1}, "b n 2 1"), (permuted, {"dims": (2, 0, 1)}, "2 b n"),
        (transposed, {"dim0": 0, "dim1": -1}, "2 n b"),
        (swapped, {"axis0": 0, "axis1": 1}, "n b 2"), (matrices_transposed, {}, "b 2 n"), (reversed_dims, {}, "2 n b"),
        (moved_dims, {"source": 0, "destination": -1}, "n 2 b"), (expanded, {"size": (3, -1, -1, -1)}, "3 b n 2"),
        (expanded_as, {"other": of("b n 2")}, "b n 2"), (repeated, {"repeats": (2, 1, 1)}, "2*b n 2"),
        (tiled, {"dims": (3,)}, "b n 6"),
        (interleaved, {"repeats": 3, "dim": 0}, "3*b n 2"), (interleaved, {"repeats": 3}, "6*b*n"),
        (paired, {}, "b n 2 2"),
        (unpaired, {}, "b n"), (reinterpreted, {"dtype": FLOAT16}, "b n 4"),
        (reinterpreted, {"dtype": FLOAT64}, "b n 1"),
    ],
)  # fmt: skip
def test_words(word, arguments, shape):
    found = word(Call("f", {"self": of("b n 2")} | arguments))
    assert shape is None or found.notation == shape


@pytest.mark.parametrize(
    "word", [viewed, flattened, unflattened, squeezed, unsqueezed, permuted, transposed, moved_dims, expanded]
)
def test_what_is_not_known(word):
    names = ("shape", "size", "dim", "dims", "sizes", "start_dim", "end_dim", "dim0", "dim1", "source", "destination")
    found = word(Call("f", {"self": of("b n")} | dict.fromkeys(names, UNKNOWN)))
    assert found in {UNKNOWN_SHAPE, Shape((UNKNOWN, UNKNOWN))}


def test_a_matrix_has_two_dims():
    assert matrix_transposed(Call("t", {"self": of("b n")})).notation == "n b"
    with pytest.raises(Refused):
        matrix_transposed(Call("t", {"self": of("b n m")}))


def test_turns():
    for turns, result in ((1, "n b"), (-2, "b n"), (UNKNOWN, "_ _")):
        assert turned(Call("rot90", {"self": of("b n"), "k": turns, "dims": (0, 1)})).notation == result
    assert viewed_as_size(Call("view_copy", {"self": of("2 6"), "size": (3, -1)})).notation == "3 4"
