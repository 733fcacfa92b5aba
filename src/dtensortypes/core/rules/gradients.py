"""Which tensors have gradients: those of floats and complex numbers (`isDifferentiableType` in torch/csrc/autograd)."""

from __future__ import annotations

from typing import Final

from dtensortypes.core.facts.dtype import Category, DType
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.call import Call

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


def _has_none(tensor: TensorFact) -> bool:
    return isinstance(tensor.dtype, DType) and tensor.dtype.category in _WITHOUT
