"""Words for what pointwise arithmetic does to dtypes, after ELEMENTWISE_TYPE_PROMOTION_KIND in torch/_prims_common.

Operands are the arguments whose parameter is annotated `Tensor` (`other: Tensor | number`), and the first one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from dtensortypes.core.algebra.promote import Operand, above, complex_of, real_of, result_type
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import (
    BFLOAT16,
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INEXACT,
    INT64,
    Category,
    DType,
    DTypeFact,
    one_of_dtypes,
)
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayItem, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Number, Value
from dtensortypes.core.problems import Kind, Problem
from dtensortypes.core.rules.call import Call, leaves, mapped

_VECTOR: Final = Shape.of("_")
_DEFAULTS: Final = (FLOAT32, FLOAT64, FLOAT16, BFLOAT16)
"""What `torch.set_default_dtype` takes."""
_WIDE: Final = frozenset({FLOAT32, FLOAT64, COMPLEX64, COMPLEX128})


def promoted(call: Call) -> DTypeFact:
    """The dtype that all operands become: DEFAULT."""
    return _promoted(call, lambda dtype, _: dtype)


def int_to_float(call: Call) -> DTypeFact:
    """As promoted, and integers become torch's default dtype: INT_TO_FLOAT; no integer, if one operand is known."""
    found = _promoted(call, lambda dtype, default: dtype if dtype.is_float or dtype.is_complex else default)
    own = call.first.dtype
    # Of a narrow float it is not said: what is divided by anything stays what people call it, and is asked of often.
    is_whole = isinstance(own, DType) and own.category in {Category.BOOL, Category.INTEGER}
    return INEXACT if found is UNKNOWN and is_whole else found


def complex_to_real(call: Call) -> DTypeFact:
    """As promoted, and a complex number becomes its magnitude: COMPLEX_TO_FLOAT."""
    return _promoted(call, lambda dtype, _: real_of(dtype))


def angle_like(call: Call) -> DTypeFact:
    """Integers become floats, complex numbers their parts' dtype."""
    return _promoted(call, lambda dtype, default: real_of(dtype) if dtype.is_float or dtype.is_complex else default)


def bool_to_int64(call: Call) -> DTypeFact:
    """As promoted, and bools are counted: BOOL_TO_LONG."""
    return _promoted(call, lambda dtype, _: INT64 if dtype.category is Category.BOOL else dtype)


def double_width(call: Call) -> DTypeFact:
    """Always computed in float64 or complex128, as `float_power` is."""
    return _promoted(call, lambda dtype, _: complex_of(FLOAT64) if dtype.is_complex else FLOAT64)


def common(call: Call) -> DTypeFact:
    """As promoted, but a zero-dim tensor counts like any other: torch stretches it first."""
    return promoted(_stretched(call))


def common_real(call: Call) -> DTypeFact:
    """As common, and a complex number becomes its magnitude."""
    return complex_to_real(_stretched(call))


def agreed(call: Call) -> DTypeFact:
    """The operands' dtype where they have one; where they differ, torch's answer hangs on the kernel."""
    dtypes = {leaf.dtype for leaf in operands(call) if isinstance(leaf, TensorFact)}
    return dtypes.pop() if len(dtypes) == 1 else UNKNOWN


def _stretched(call: Call) -> Call:
    def stretched(leaf: Value) -> Value:
        return replace(leaf, shape=_VECTOR) if isinstance(leaf, TensorFact) else leaf

    return call.with_values({name: mapped(call[name], stretched) for name in call.operands})


PROMOTING: Final[frozenset[Callable[[Call], DTypeFact]]] = frozenset(
    {promoted, common, common_real, int_to_float, complex_to_real, bool_to_int64}
)
"""The words that change a tensor's dtype without being asked to."""


def implicit_change(call: Call, result: DTypeFact) -> Problem | None:
    """The problem, for those who ask for it, that two tensors' dtypes differ and one of them is changed."""
    if call.is_of_one_dtype:
        return None
    tensors = [leaf for leaf in operands(call) if isinstance(leaf, TensorFact) and isinstance(leaf.dtype, DType)]
    dtypes = list(dict.fromkeys([tensor.dtype for tensor in tensors]))
    if len(dtypes) < 2 or not isinstance(result, DType):
        return None
    if not any(tensor.dtype != result and tensor.shape.rank != 0 for tensor in tensors):
        return None
    kinds = " and ".join(map(str, dtypes))
    return Problem(Kind.PROMOTION, f'"{call.name}" of {kinds} gives {result}', "cast one with .to(...)")


def operands(call: Call) -> list[Value]:
    """The tensors and numbers that take part, those in a sequence one by one."""
    found: list[Value] = []
    for name in call.operands:
        value = call[name]
        if isinstance(value, TensorFact):
            found.append(value)
        elif value is not None:
            found += [leaf for leaf in leaves(value) if leaf is not None]
    return found


def category_of(number: Value) -> Category | None:
    """The kind of a Python number, known or not; None for what is no number."""
    match number:
        case Number(category=category):
            return category
        case bool():
            return Category.BOOL
        case int() | Dim():
            return Category.INTEGER
        case float():
            return Category.FLOAT
        case complex():
            return Category.COMPLEX
        case ArrayItem(dtype=DType(category=Category.INTEGER | Category.FLOAT as category)):
            return category  # torch takes numpy's numbers for Python's
    return None


def _promoted(call: Call, change: Callable[[DType, DType], DType]) -> DTypeFact:
    """What the operands are promoted to, changed; UNKNOWN where that hangs on what is not known."""
    members = [_operand(operand) for operand in operands(call)]
    known = [member for member in members if member is not None]
    if not known:
        return UNKNOWN
    if len(known) < len(members):
        return _beside_the_unknown(known, change)
    default = call.state.default_dtype
    if isinstance(default, DType):
        return change(result_type(known, default), default)
    results = {change(result_type(known, chosen), chosen) for chosen in _DEFAULTS}
    return results.pop() if len(results) == 1 else UNKNOWN


def _beside_the_unknown(known: list[Operand], change: Callable[[DType, DType], DType]) -> DTypeFact:
    """What becomes of operands beside others that may be anything: a wide one with dims is made no narrower.

    What may become float16 or an integer beside something else may become almost everything: nothing is said of it.
    """
    with_dims = [operand for operand in known if not isinstance(operand, Category) and not operand[1]]
    least = result_type(with_dims) if with_dims else None
    if least not in _WIDE:
        return UNKNOWN
    return one_of_dtypes(frozenset(change(dtype, FLOAT32) for dtype in above(least)))


def _operand(value: Value) -> Operand | None:
    if isinstance(value, TensorFact):
        return (value.dtype, value.shape.rank == 0) if isinstance(value.dtype, DType) else None
    return category_of(value)
