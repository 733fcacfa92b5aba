"""numpy's arrays, where the program has loaded numpy: this package does not."""

from __future__ import annotations

import sys
from typing import Any

from dtensortypes.core.facts import dtype as known
from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import Category, DType, DTypeFact
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown


def array_class() -> type | None:
    """Numpy's class of arrays."""
    return getattr(sys.modules.get("numpy"), "ndarray", None)


def is_array_class(cls: object) -> bool:
    """Whether instances of the class are numpy arrays."""
    arrays = array_class()
    return arrays is not None and isinstance(cls, type) and issubclass(cls, arrays)


def array_fact(array: Any) -> TensorFact:
    """What the array is; it is on no device that torch would name."""
    name = array.dtype.name
    dtype = known.BY_NAME.get(name) or DType(name, name, Category.QUANTISED, array.dtype.itemsize * 8)
    return TensorFact(dtype, UNKNOWN, Shape(tuple(map(Dim.of, array.shape))))


def array_dtypes(fact: DTypeFact) -> frozenset[Any] | None:
    """Numpy's dtypes that the fact allows; None for all."""
    match fact:
        case Unknown() | Var(bound=None):
            return None
        case Var(bound=bound):
            return array_dtypes(bound if bound is not None else UNKNOWN)
        case DType():
            members = frozenset({fact})
        case OneOf(members=members):
            pass
    numpy: Any = sys.modules["numpy"]
    return frozenset(numpy.dtype(one.name) for one in members if hasattr(numpy, one.name))
