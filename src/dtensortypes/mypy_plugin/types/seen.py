"""What mypy has found so far: the type of each expression of the file at hand."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression
from mypy.types import Type

from dtensortypes.mypy_plugin.types.compare import has_tensor
from dtensortypes.mypy_plugin.types.facts_of import mentions_size
from dtensortypes.mypy_plugin.types.failures import needing


@needing("tell what it has made of sizes and containers itself", otherwise=[])
def seen(checker: TypeChecker) -> list[tuple[Expression, Type]]:
    """The expressions that have been checked, with their types."""
    return [found for types in checker._type_maps for found in types.items()]


def about_sizes(checker: TypeChecker | None, line: int) -> bool:
    """Whether a tensor or one of its sizes stands on the line: to mypy a named size is a word."""
    return checker is not None and any(
        expression.line == line and (mentions_size(type_) or has_tensor(type_)) for expression, type_ in seen(checker)
    )
