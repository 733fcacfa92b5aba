"""Words for distributions (torch/distributions): what they are made of, what is drawn of them, and its density."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dtensortypes.core.algebra import broadcast as algebra
from dtensortypes.core.algebra.axes import chained, counted, without_last
from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import DType, DTypeFact
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Distribution, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules import devices
from dtensortypes.core.rules.arguments import as_int, as_shape
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.kinds import is_number
from dtensortypes.core.rules.promotion import promoted
from dtensortypes.core.rules.words import ValueWord

# --- what they are made of


def made_of(*parameters: str, inner: int = 0, event: int = 0, drawn: DType | None = None) -> ValueWord:
    """The distribution whose parameters, stretched to one shape, have `inner` dims for each member of the batch.

    Numbers become what the first tensor is (torch/distributions/utils.py). A draw has the last `event` of these dims,
    and is of the parameters' dtype where it is not always `drawn`.
    """

    def word(call: Call) -> Value:
        given = [call[parameter] for parameter in parameters if call[parameter] is not None]
        tensors = [one for one in given if isinstance(one, TensorFact)]
        if not given or any(not isinstance(one, TensorFact) and not is_number(one) for one in given):
            return Distribution(_class(call))
        whole = algebra.broadcast(*(tensor.shape for tensor in tensors)) if tensors else SCALAR
        if whole.rank is not None and whole.rank < inner:
            raise refuse(Kind.SHAPE, f'"{call.name}" takes {counted(inner)} or more, not shape {whole}')
        batch, dims = _parted(whole, inner)
        return _made(call, replace(_state(call, tensors), shape=batch), _parted(dims, event)[1], drawn)

    return word


def one_of_two(word: ValueWord) -> ValueWord:
    """Torch refuses both `probs` and `logits`, and none of them, by an error of its own."""

    def chosen(call: Call) -> Value:
        return word(call) if (call["probs"] is None) != (call["logits"] is None) else UNKNOWN

    return chosen


def multivariate(*matrices: str) -> ValueWord:
    """The distribution of vectors `loc`, with a matrix for each."""

    def word(call: Call) -> Value:
        own, given = call.tensor("loc"), [call[matrix] for matrix in matrices if call[matrix] is not None]
        if len(given) != 1 or not isinstance(given[0], TensorFact):
            return Distribution(_class(call))
        batch, event = _parted(own.shape, 1)
        whole = algebra.broadcast(batch, _parted(given[0].shape, 2)[0])
        return _made(call, replace(_state(call, [own, given[0]]), shape=whole), event)

    return word


_BRINGING: Final = frozenset({"torch.distributions.Gamma", "torch.distributions.Distribution"})
"""The classes whose objects may bring a value to the device of their parameters."""


def regrouped(call: Call) -> Value:
    """The distribution that takes the last dims of another one's batch for those of an event."""
    base, count = call["base_distribution"], as_int(call["reinterpreted_batch_ndims"])
    if not isinstance(base, Distribution) or not isinstance(count, int) or base.name in _BRINGING:
        return Distribution(_class(call))
    before = base.batch.shape
    if before.rank is not None and before.rank < count:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes {counted(count)} of a batch of shape {before}')
    batch, dims = _parted(before, count)
    event = replace(base.event, shape=chained(dims, base.event.shape))
    return Distribution(_class(call), replace(base.batch, shape=batch), event)


def _class(call: Call) -> str:
    return f"torch.distributions.{call.name}"


def _made(call: Call, batch: TensorFact, event: Shape, drawn: DType | None = None) -> Distribution:
    return Distribution(_class(call), batch, TensorFact(drawn or batch.dtype, batch.device, event))


def _state(call: Call, tensors: list[TensorFact]) -> TensorFact:
    """The dtype and the device that all parameters have; of unlike ones it depends on what is asked."""
    if not tensors:
        return TensorFact(call.state.default_dtype, call.state.default_device)
    dtypes, places = {one.dtype for one in tensors}, {one.device for one in tensors}
    dtype = dtypes.pop() if len(dtypes) == 1 else UNKNOWN
    is_float = isinstance(dtype, DType) and dtype.is_float
    return TensorFact(dtype if is_float else UNKNOWN, places.pop() if len(places) == 1 else UNKNOWN)


def _parted(shape: Shape, count: int) -> tuple[Shape, Shape]:
    """The shape without its last dims, and these."""
    before, dims = without_last(shape, count), shape.right if shape.run else shape.left
    if before is None or len(dims) < count:
        return UNKNOWN_SHAPE, UNKNOWN_SHAPE
    return before, Shape(dims[len(dims) - count :])


# --- what is asked of them


def of_members(call: Call) -> TensorFact:
    """In each column: a number for each member of the batch."""
    return _own(call).batch


def of_draws(call: Call) -> TensorFact:
    """In each column: what is drawn at once, of several draws with their dims before it."""
    own = _own(call)
    times = as_shape(call["sample_shape"]) if "sample_shape" in call.arguments else SCALAR
    return replace(own.event, shape=chained(times, own.batch.shape, own.event.shape))


def of_parameters(call: Call) -> TensorFact:
    """In each column: a number for each item of a draw, in the dtype of the parameters."""
    return _parameters(_own(call))


def batch_shape(call: Call) -> Value:
    """The shape of the batch."""
    return _own(call).batch.shape


def event_shape(call: Call) -> Value:
    """The shape of one draw of one member."""
    return _own(call).event.shape


def _own(call: Call) -> Distribution:
    asked = next(iter(call.arguments.values()), UNKNOWN)
    return asked if isinstance(asked, Distribution) else Distribution("")


def _parameters(own: Distribution) -> TensorFact:
    return replace(own.batch, shape=chained(own.batch.shape, own.event.shape))


# --- what meets their parameters


def density_dtype(call: Call) -> DTypeFact:
    """The dtype of the parameters, where that of the value is the same, or is that of numbers of categories."""
    own, value = _own(call), call.tensor("value")
    is_told = own.event.dtype != own.batch.dtype or value.dtype == own.batch.dtype
    return own.batch.dtype if is_told else UNKNOWN


def promoted_density(call: Call) -> DTypeFact:
    """What comes of the value and the parameters by arithmetic."""
    return promoted(_met(call).about("self", "value"))


def density_device(call: Call) -> DeviceFact:
    """The one device of the value and the parameters; categories are picked by number, which is strict."""
    own = _own(call)
    word = devices.colocated if own.event.dtype == own.batch.dtype else devices.strictly_colocated
    return word(_met(call))


def drawn_back_device(call: Call) -> DeviceFact:
    """The same, but a number on another device may take the rest along (`type_as`, torch/distributions/uniform.py)."""
    density_device(call)
    return moved_density_device(call)


def moved_density_device(call: Call) -> DeviceFact:
    """The one device, where there is one: the value may be brought to the parameters (torch/distributions/gamma.py)."""
    own, value = _own(call), call["value"]
    is_elsewhere = isinstance(value, TensorFact) and value.device != own.batch.device
    return UNKNOWN if is_elsewhere else own.batch.device


def density_shape(call: Call) -> Shape:
    """One number for each event: the value is stretched with the batch."""
    own, value = _own(call), call["value"]
    if not isinstance(value, TensorFact) or own.event.shape.rank is None:
        return UNKNOWN_SHAPE
    return _parted(algebra.broadcast(value.shape, _parameters(own).shape), own.event.shape.rank)[0]


def _met(call: Call) -> Call:
    """The call as arithmetic of tensors: each distribution as its parameters."""
    found = {word: _parameters(one) if isinstance(one, Distribution) else one for word, one in call.arguments.items()}
    return replace(call, arguments=found)


# --- two of them


def divergence_dtype(call: Call) -> DTypeFact:
    """The dtype of both."""
    dtypes = {one.batch.dtype for one in _pair(call)}
    return dtypes.pop() if len(dtypes) == 1 else UNKNOWN


def divergence_device(call: Call) -> DeviceFact:
    """The one device of both; parameters that are numbers go with all."""
    return devices.colocated(_met(call)) if _pair(call) else UNKNOWN


def divergence_shape(call: Call) -> Shape:
    """One number for each member of the two batches, stretched to one shape."""
    pair = _pair(call)
    return algebra.broadcast(*(one.batch.shape for one in pair)) if pair else UNKNOWN_SHAPE


def _pair(call: Call) -> tuple[Distribution, ...]:
    """The two distributions, where they are of one class, which is told, with events of one shape."""
    p, q = call["p"], call["q"]
    is_told = isinstance(p, Distribution) and not p.name.endswith(".Distribution")
    if is_told and isinstance(p, Distribution) and isinstance(q, Distribution) and p.name == q.name:
        return (p, q) if p.event.shape == q.event.shape and p.event.shape.rank is not None else ()
    return ()
