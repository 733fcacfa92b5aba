"""Words for recurrent layers: `t b in`, `b t in` with batch_first, or `t in` (torch/nn/modules/rnn.py)."""

from __future__ import annotations

from dtensortypes.core.algebra.align import unlike
from dtensortypes.core.algebra.axes import size_at
from dtensortypes.core.algebra.broadcast import proved_different
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_bool, as_size
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.dtypes import must_match
from dtensortypes.core.rules.words import Demand, ShapeWord, ValueWord


def outputs(call: Call) -> Shape:
    """What the last layer says at each time, both directions side by side."""
    shape = _sequence(call)
    size = _times(_output_size(call), _directions(call))
    return _of_items(shape, size)


def last_outputs(call: Call) -> Shape:
    """`h_n`: what each layer and direction said at last."""
    return _states(call, _output_size(call))


def last_cells(call: Call) -> Shape:
    """`c_n`: what each layer and direction of an LSTM has in mind at last."""
    return _states(call, as_size(call["hidden_size"]))


def next_state(call: Call) -> Shape:
    """A cell's state after one item: `b hidden`, or `hidden`."""
    shape = call.first.shape
    if shape.rank not in {None, 1, 2}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes 1 or 2 dims, not shape {shape}')
    _check_items(call, shape)
    return _of_items(shape, as_size(call["hidden_size"]))


def with_states(output: ShapeWord, *states: ShapeWord) -> ValueWord:
    """The output, and a tuple of states."""

    def word(call: Call) -> Value:
        dtype: DTypeFact = must_match(call) if call.state.autocast is None else UNKNOWN
        device = strictly_colocated(call)
        shapes = [found if isinstance(found := state(call), Shape) else UNKNOWN_SHAPE for state in (output, *states)]
        first, *rest = (TensorFact(dtype, device, shape) for shape in shapes)
        return (first, tuple(rest))

    return word


def begun(*states: ShapeWord) -> Demand:
    """Where the states begin they have the shapes that they end in (`check_hidden_size` in torch/nn/modules/rnn.py)."""

    def demand(call: Call) -> None:
        given = call["hx"]
        if isinstance(given, Items):  # `tuple([each.detach() for each in state])`
            given = (given.item,) * len(states)
        for found, state in zip(given if isinstance(given, tuple) else (given,), states, strict=False):
            wanted = state(call)
            if isinstance(found, TensorFact) and isinstance(wanted, Shape) and unlike(found.shape, wanted):
                raise refuse(Kind.SHAPE, f'"{call.name}" takes a state of shape {wanted}, not {found.shape}')

    return demand


def _sequence(call: Call) -> Shape:
    """The input's shape, if it may be one."""
    shape = call.first.shape
    if shape.rank not in {None, 2, 3}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes 2 or 3 dims, not shape {shape}')
    _check_items(call, shape)
    return shape if shape.rank is not None else UNKNOWN_SHAPE


def _of_items(shape: Shape, size: DimFact) -> Shape:
    """The shape with items of this size in the place of its own."""
    return Shape((), Run(), (size,)) if shape.rank is None else Shape((*shape.left[:-1], size))


def _check_items(call: Call, shape: Shape) -> None:
    if shape.rank == 0:
        return
    size, own = as_size(call["input_size"]), size_at(shape, -1)
    if proved_different(size, own):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes items of {size} numbers, and shape {shape} ends in {own}')


def _states(call: Call, size: DimFact) -> Shape:
    shape, batch_first = _sequence(call), as_bool(call["batch_first"])
    count = _times(as_size(call["num_layers"]), _directions(call))
    if shape.rank is None:
        return Shape((count,), Run(), (size,))
    if shape.rank == 2:
        return Shape((count, size))
    batch = UNKNOWN if isinstance(batch_first, Unknown) else shape.left[0 if batch_first else 1]
    return Shape((count, batch, size))


def _directions(call: Call) -> DimFact:
    both = as_bool(call["bidirectional"])
    return UNKNOWN if isinstance(both, Unknown) else Dim.of(2 if both else 1)


def _output_size(call: Call) -> DimFact:
    """The size of an output, which an LSTM may project to `proj_size` numbers."""
    projected = as_size(0 if call["proj_size"] is None else call["proj_size"])
    if isinstance(projected, Unknown):
        return UNKNOWN
    return as_size(call["hidden_size"]) if projected.constant == 0 else projected


def _times(size: DimFact, factor: DimFact) -> DimFact:
    return UNKNOWN if isinstance(size, Unknown) or isinstance(factor, Unknown) else size * factor
