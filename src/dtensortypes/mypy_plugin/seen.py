"""What mypy has found so far: the type of each expression of the file at hand."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression
from mypy.types import Type

from dtensortypes.mypy_plugin.failures import needing


@needing("tell what it has made of sizes and containers itself", otherwise=[])
def seen(checker: TypeChecker) -> list[tuple[Expression, Type]]:
    """The expressions that have been checked, with their types."""
    return [found for types in checker._type_maps for found in types.items()]
