"""Words for sequences of several lengths (aten/src/ATen/native/PackedSequence.cpp)."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from dtensortypes.core.algebra.bounds import larger
from dtensortypes.core.algebra.broadcast import ONE, proved_different
from dtensortypes.core.facts.device import CPU, CUDA, Device
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import INT64
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Packed, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.columns import Outcome


def padded_together(call: Call) -> Shape:
    """`pad_sequence`: side by side, each as long as the longest one; the first says what their items are."""
    sequences = call["sequences"]
    listed = sequences if isinstance(sequences, tuple) else (sequences.item,) if isinstance(sequences, Items) else ()
    shapes = [one.shape if isinstance(one, TensorFact) else UNKNOWN_SHAPE for one in listed]
    if not shapes or any(not shape.rank for shape in shapes):
        return UNKNOWN_SHAPE
    for shape in shapes[1:]:
        _check_items(call, shapes[0], shape)
    if isinstance(sequences, Items):
        outer: tuple[DimFact, DimFact] = (UNKNOWN, UNKNOWN)
    else:
        outer = (Dim.of(len(shapes)), reduce(_longer, (shape.left[0] for shape in shapes)))
    if not isinstance(call["batch_first"], bool):
        outer = (UNKNOWN, UNKNOWN)
    return Shape((*(outer if call["batch_first"] else reversed(outer)), *shapes[0].left[1:]))


def packed_together(call: Call) -> Value:
    """`pack_padded_sequence`: the items of all sequences, without those that fill up the shorter ones."""
    whole = call.tensor("input")
    return Packed(replace(whole, shape=_with_dims(whole.shape, (UNKNOWN,), instead_of=2)))


def padded_again(call: Call) -> Value:
    """`pad_packed_sequence`: the sequences side by side, and their lengths, which lie on the CPU."""
    given = call["sequence"]
    if not isinstance(given, Packed):
        return UNKNOWN
    return (spread_out(given), TensorFact(INT64, CPU, Shape((UNKNOWN,))))


def spread_out(given: Packed) -> TensorFact:
    """The sequences as one tensor: how many there are, and how long they are, is not known."""
    return replace(given.data, shape=_with_dims(given.data.shape, (UNKNOWN, UNKNOWN), instead_of=1))


def packed_again(outcome: Outcome) -> Outcome:
    """What a layer gives of packed sequences: such ones, and states."""
    match outcome.result:
        case (TensorFact() as output, *states):
            again = replace(output, shape=_with_dims(output.shape, (UNKNOWN,), instead_of=2))
            return outcome._replace(result=(Packed(again), *states))
    return outcome


def _with_dims(shape: Shape, dims: tuple[DimFact, ...], *, instead_of: int) -> Shape:
    """The shape with these dims in the place of its first ones."""
    if shape.rank is None or shape.rank < instead_of:
        return UNKNOWN_SHAPE
    return Shape((*dims, *shape.left[instead_of:]))


def lengths_at_hand(call: Call) -> None:
    """The lengths of packed sequences lie on the CPU, one for each; in `enforce_sorted=False` they choose them."""
    whole, lengths = call["input"], call["lengths"]
    if not isinstance(lengths, TensorFact):
        return
    if isinstance(lengths.device, Device) and lengths.device.type == CUDA.type:
        reason = f'"{call.name}" takes lengths on the CPU, not on {lengths.device}'
        raise refuse(Kind.DEVICE, reason, "move them with .cpu()")
    if lengths.shape.rank not in {None, 1}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes 1 dim of lengths, not shape {lengths.shape}')
    is_counted = lengths.shape.rank == 1 and call["enforce_sorted"] is True and isinstance(call["batch_first"], bool)
    if is_counted and isinstance(whole, TensorFact) and (whole.shape.rank or 0) > 1:
        own, wanted = lengths.shape.left[0], whole.shape.left[0 if call["batch_first"] else 1]
        if proved_different(own, wanted):
            raise refuse(Kind.SHAPE, f'"{call.name}" takes a length for each of {wanted} sequences, and gets {own}')


def _check_items(call: Call, first: Shape, other: Shape) -> None:
    items = zip(other.left[1:], first.left[1:], strict=False)
    if other.rank == first.rank and any(own != ONE and proved_different(own, wanted) for own, wanted in items):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes sequences equal but in dim 0, not {first} and {other}')


def _longer(one: DimFact, other: DimFact) -> DimFact:
    return larger(one, other) if isinstance(one, Dim) and isinstance(other, Dim) else UNKNOWN
