"""Words for the dtypes of losses, which follow from how each is computed (aten/src/ATen/native/Loss.cpp)."""

from __future__ import annotations

from dataclasses import replace

from dtensortypes.core.algebra.promote import promote_types
from dtensortypes.core.facts.dtype import INT64, Category, DType, DTypeFact
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Kind, cast_to, refuse
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.inplace import can_cast
from dtensortypes.core.rules.promotion import int_to_float, promoted
from dtensortypes.core.rules.taking import each
from dtensortypes.core.rules.words import DTypeWord

_no_bools = each(Category.INTEGER, Category.FLOAT, Category.COMPLEX)


def computed_in(parameter: str, *others: str) -> DTypeWord:
    """The dtype of this tensor, in which the others are computed with in place: refused where they cannot be cast."""

    def word(call: Call) -> DTypeFact:
        own = call.tensor(parameter).dtype
        for name in others:
            dtype = call.tensor(name).dtype
            if isinstance(own, DType) and isinstance(dtype, DType) and not can_cast(dtype, own):
                reason = f'"{call.name}" is computed in {own}, the dtype of "{parameter}": "{name}" is {dtype}'
                raise refuse(Kind.DTYPE, reason, cast_to(dtype, parameter))
        return own

    return word


def totalled(word: DTypeWord) -> DTypeWord:
    """As the word; integers are summed as int64, and refused where their mean is asked for."""

    def reduced(call: Call) -> DTypeFact:
        dtype = _dtype(word(call))
        if not isinstance(dtype, DType) or dtype.category > Category.INTEGER or call["reduction"] == "none":
            return dtype
        if call["size_average"] is not None or call["reduce"] is not None or call["weight"] is not None:
            return UNKNOWN
        if call["reduction"] == "mean":
            raise refuse(Kind.DTYPE, f'"{call.name}" takes no mean of {dtype}', "cast with .float()")
        return INT64 if call["reduction"] == "sum" else UNKNOWN

    return reduced


def weighted(word: DTypeWord) -> DTypeWord:
    """As the word, promoted by the weight of each item."""

    def by_item(call: Call) -> DTypeFact:
        dtype, weight = _dtype(word(call)), call["weight"]
        if weight is None:
            return dtype
        other = weight.dtype if isinstance(weight, TensorFact) else UNKNOWN
        if not isinstance(dtype, DType) or not isinstance(other, DType) or dtype.category < Category.FLOAT:
            return UNKNOWN
        return promote_types(dtype, other)

    return by_item


def rate(call: Call) -> DTypeFact:
    """`poisson_nll_loss`: `exp(input) - target * input`; without `log_input`, `input - target * log(input)`."""
    own, target = call.tensor("input"), call.tensor("target")
    floated = replace(own, dtype=int_to_float(call.about("input")))
    if call["log_input"] is True:
        return _met(call, floated, _met(call, target, own)).dtype
    found = _met(call, own, _met(call, target, floated)).dtype
    return found if call["log_input"] is False or own == floated else UNKNOWN


def likelihood(call: Call) -> DTypeFact:
    """`gaussian_nll_loss`: `log(var) + (input - target)**2 / var`; a `var` that is a number is stretched to input."""
    _no_bools(call.about("input", "target"))
    own, variance = call.tensor("input"), call["var"]
    if isinstance(variance, TensorFact):
        dtype = variance.dtype
        if isinstance(dtype, DType) and dtype.category < Category.FLOAT:
            raise refuse(Kind.DTYPE, f'"{call.name}" takes a var that is a float, not {dtype}', "cast with .float()")
    else:
        variance = replace(own, dtype=int_to_float(call.about("input")))
    return _met(call, variance, _met(call, _met(call, own, call["target"]), variance)).dtype


def _met(call: Call, first: Value, second: Value) -> TensorFact:
    """What arithmetic of the two gives, as far as a further step looks: the dtype, and whether it is zero-dim."""
    shapes = [value.shape for value in (first, second) if isinstance(value, TensorFact)]
    whole = max(shapes, key=lambda shape: (shape.rank is None, shape.rank or 0))
    dtype = promoted(call.with_values({"first": first, "second": second}).about("first", "second"))
    return TensorFact(dtype, shape=whole)


def similarity(call: Call) -> DTypeFact:
    """`cosine_embedding_loss`: each tensor's own length is a float, and then both are promoted."""
    first, second = (int_to_float(call.about(name)) for name in call.operands)
    if isinstance(first, DType) and isinstance(second, DType):
        return promote_types(first, second)
    return UNKNOWN


def _dtype(found: DTypeFact | TensorFact) -> DTypeFact:
    return found.dtype if isinstance(found, TensorFact) else found
