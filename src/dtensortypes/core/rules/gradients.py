"""Which tensors have gradients: those of floats and complex numbers (`isDifferentiableType` in torch/csrc/autograd)."""

from __future__ import annotations

from typing import Final

from dtensortypes.core.algebra.reduce import is_not_one
from dtensortypes.core.algebra.same import same
from dtensortypes.core.facts.dtype import Category, DType
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.call import Call, each_of
from dtensortypes.core.rules.words import Demand

_WITHOUT: Final = frozenset({Category.BOOL, Category.INTEGER})


def refuse_gradients(call: Call, result: Value) -> None:
    """What the call makes with `requires_grad=True` can have gradients."""
    if isinstance(result, TensorFact) and _has_none(result):
        reason = f'"{call.name}" asks for gradients, and only floats have them, not {result.dtype}'
        raise refuse(
            Kind.DTYPE,
            reason,
            "make it with dtype=torch.float32" if "dtype" in call.arguments else "cast with .float()",
        )


def has_gradient(call: Call) -> None:
    """A tensor from which gradients are to go back may have some."""
    if _has_none(call.first):
        raise refuse(Kind.DTYPE, f'"{call.name}" takes a tensor that has gradients, and {call.first.dtype} has none')


def begins_at(result: str, gradient: str) -> Demand:
    """Only one number has a gradient by itself; any other is given one of its shape (torch/autograd/__init__.py)."""

    def demand(call: Call) -> None:
        given = call[gradient]
        for at, tensor in enumerate(_each(call[result])):
            if isinstance(tensor, TensorFact):
                _check_beginning(call, tensor, given[at : at + 1] if isinstance(given, tuple) else (given,), gradient)

    return demand


def _check_beginning(call: Call, result: TensorFact, given: tuple[Value, ...], parameter: str) -> None:
    if given == (None,) and is_not_one(result.shape):
        reason = f'"{call.name}" takes a tensor of one item, and this one has shape {result.shape}'
        raise refuse(Kind.SHAPE, reason, f"use .mean() or .sum(), or give {parameter}")
    for gradient in given:
        if isinstance(gradient, TensorFact) and same(gradient.shape, result.shape) is False:
            reason = f'"{call.name}" of a tensor of shape {result.shape} takes a gradient of this shape'
            raise refuse(Kind.SHAPE, f"{reason}, not {gradient.shape}")


def _each(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else (value,)


def gradients(call: Call) -> Value:
    """`autograd.grad`: one for each input, of its dtype, device and shape (`validate_outputs` in autograd/engine.cpp).

    With allow_unused there may be None among them, and with is_grads_batched they have a dim more.
    """
    inputs = call["inputs"]
    if isinstance(inputs, TensorFact):
        inputs = (inputs,)
    if not isinstance(inputs, tuple | Items):
        return UNKNOWN
    is_plain = call["is_grads_batched"] is False and call["allow_unused"] in {None, False}
    return each_of(inputs, lambda one: one if is_plain and isinstance(one, TensorFact) else TensorFact())


def _has_none(tensor: TensorFact) -> bool:
    return isinstance(tensor.dtype, DType) and tensor.dtype.category in _WITHOUT
