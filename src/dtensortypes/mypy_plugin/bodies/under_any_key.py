"""Dtypes in a list or dict that is only read, asked for under a key that nobody knows: `DTYPES[args.dtype]`."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, IndexExpr
from mypy.types import get_proper_type

from dtensortypes.core.algebra.either import either_dtype
from dtensortypes.core.facts.dtype import DType, DTypeFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.mypy_plugin.bodies import displays
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.value_of import of_type

_MOST: Final = 16


def dtype(checker: TypeChecker, place: IndexExpr, typed: Callable[[Expression], Value]) -> Value:
    """One of the dtypes that are there, to mypy the dtype that they have in common; UNKNOWN of anything else."""
    type_ = get_proper_type(checker.lookup_type_or_none(place))
    if type_ is None or not is_a(type_, names.DTYPE):
        return UNKNOWN
    held = displays.inside(checker, place.base) or {}
    found = [typed(one) if isinstance(one, Expression) else of_type(one) for one in held.values()][: _MOST + 1]
    dtypes: list[DTypeFact] = [one for one in found if isinstance(one, DType)]
    return reduce(either_dtype, dtypes) if dtypes and len(dtypes) == len(found) <= _MOST else UNKNOWN
