"""Products over shared dims."""

from contextlib import nullcontext

import pytest

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT32
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.contraction import (
    added_to,
    affine,
    at_right_angles,
    contracted,
    distances,
    distances_within,
    every_distance,
    in_a_row,
    labelled,
    lower_contracted,
    matched_with_bias,
    matrix_by_matrix,
    of_blocks,
    over_dims,
    over_last_dims,
    paired_up,
    reflected,
    summed_batches,
)  # fmt: skip
from dtensortypes.core.rules.state import State


def shape(word, *shapes, **arguments):
    tensors = {name: TensorFact(shape=Shape.of(*dims.split())) for name, dims in zip("abc", shapes, strict=False)}
    return word(Call("f", tensors | arguments, tuple(tensors))).notation


def test_words():
    assert shape(contracted, "b n k", "k m") == "b n m"
    assert shape(reflected(contracted), "k m", "n k") == "n m"
    assert shape(over_last_dims, "n k", "m k") == "n m"
    assert shape(over_dims, "n k", "k m", dims=1) == "n m"
    assert shape(over_dims, "n k", "m k", dims=((1,), (1,))) == "n m"
    assert shape(summed_batches, "b n k", "b k m") == "n m"
    assert shape(added_to(matrix_by_matrix), "m", "n k", "k m") == "n m"


def test_a_sum_must_fit():
    with pytest.raises(Refused):
        shape(added_to(matrix_by_matrix), "k", "n k", "k m")


def test_by_name():
    x, w = (TensorFact(shape=Shape.of(*dims.split())) for dims in ("b i", "o i"))
    assert affine(Call("linear", {"input": x, "weight": w})).notation == "b o"
    assert labelled(Call("einsum", {"equation": "bi,oi->ob", "operands": (x, w)})).notation == "o b"
    assert labelled(Call("einsum", {"equation": None, "operands": (x, w)})) == UNKNOWN_SHAPE


@pytest.mark.parametrize(
    ("word", "first", "second", "arguments", "result"),
    [
        (of_blocks, "n 2", "m 3", {}, "m*n 6"), (every_distance, "b p m", "r m", {}, "b p r"),
        (at_right_angles, "n 3", "n 3", {"dim": -1}, "n 3"), (distances, "b n", "n", {"keepdim": True}, "b 1"),
        (distances, "b n", "n", {"keepdim": False}, "b"),
    ],
)  # fmt: skip
def test_pairs(word, first, second, arguments, result):
    pair = {"a": TensorFact(shape=parse_shape(first)), "b": TensorFact(shape=parse_shape(second))}
    assert word(Call("f", pair | arguments, ("a", "b"))).notation == result


def test_others():
    rows = TensorFact(shape=parse_shape("n m"))
    assert distances_within(Call("pdist", {"input": rows})).notation == "(n*n-n)//2"
    row = Call("multi_dot", {"tensors": (rows, TensorFact(shape=parse_shape("m k")))}, ("tensors",))
    assert in_a_row(row).notation == "n k"
    assert in_a_row(row.with_values({"tensors": UNKNOWN})) == UNKNOWN_SHAPE
    form = {"input1": "b n", "input2": "b m", "weight": "d n m"}
    shapes = {name: TensorFact(shape=parse_shape(text)) for name, text in form.items()}
    assert paired_up(Call("bilinear", shapes)).notation == "b d"
    fours = TensorFact(shape=parse_shape("n 4"))
    for refused in (
        lambda: paired_up(Call("bilinear", shapes | {"input1": shapes["input2"]})),
        lambda: at_right_angles(Call("cross", {"a": fours, "b": fours, "dim": -1}, ("a", "b"))),
    ):
        with pytest.raises(Refused):
            refused()


@pytest.mark.parametrize(
    ("equation", "shapes", "dtype"),
    [
        ("ij,kj->ik", ("b n", "m n"), BFLOAT16), ("ij,ij->ij", ("b n", "b n"), FLOAT32),
        ("ij,kj->ik", ("b 1", "m 1"), FLOAT32), ("ij,kj->ik", ("b _", "m _"), UNKNOWN), ("ij->ji", ("b n",), FLOAT32),
    ],
)  # fmt: skip
def test_under_autocast_is_cast_what_is_contracted(equation, shapes, dtype):
    operands = tuple(TensorFact(FLOAT32, CPU, parse_shape(shape)) for shape in shapes)
    call = Call(
        "einsum",
        {"equation": equation, "operands": operands},
        ("operands",),
        State(autocast=BFLOAT16, autocast_device="cpu"),
    )
    assert {operand.dtype for operand in lower_contracted(call)["operands"]} == {dtype}


@pytest.mark.parametrize(("shape", "is_refused"), [("4", False), ("b 4", True), ("b n 4", False), ("...", False)])
def test_a_scalar_bias_is_added_where_the_input_is_no_matrix(shape, is_refused):
    found = {"input": TensorFact(FLOAT32, CPU, parse_shape(shape)), "weight": TensorFact(FLOAT32, CPU, Shape.of(4))}
    call = Call("linear", found | {"bias": TensorFact(BFLOAT16, CPU, Shape())}, ("input", "weight", "bias"))
    with pytest.raises(Refused) if is_refused else nullcontext():
        assert matched_with_bias(call) == FLOAT32
