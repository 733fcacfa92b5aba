"""The variables that loops and comprehensions count through, each with what its values come out of."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    CallExpr,
    DictionaryComprehension,
    Expression,
    GeneratorExpr,
    NameExpr,
    RefExpr,
    Statement,
    TupleExpr,
)

from dtensortypes.mypy_plugin.expressions import expressions
from dtensortypes.mypy_plugin.per_tree import once_per_tree
from dtensortypes.mypy_plugin.scope import singles, statements


@once_per_tree
def counted(body: list[Statement]) -> dict[str, list[tuple[NameExpr, Expression]]]:
    """The variables of the body's comprehensions, each with what it goes through."""
    found: dict[str, list[tuple[NameExpr, Expression]]] = {}
    for expression in (e for statement in statements(body) for e in expressions(statement)):
        if isinstance(expression, GeneratorExpr | DictionaryComprehension):
            for index, whole in zip(expression.indices, expression.sequences, strict=True):
                for variable, source in paired(index, whole):
                    found.setdefault(variable.name, []).append((variable, source))
    return found


def paired(index: Expression, source: Expression) -> Iterator[tuple[NameExpr, Expression]]:
    """Each variable that is counted through, with what its values come out of."""
    match index, source:
        case TupleExpr(items=[_, item]), CallExpr(callee=RefExpr(fullname="builtins.enumerate"), args=[inner, *_]):
            yield from paired(item, inner)
        case TupleExpr(items=items), CallExpr(callee=RefExpr(fullname="builtins.zip"), args=parts):
            for item, part in zip(items, parts, strict=False):  # the last argument may be `strict=True`
                yield from paired(item, part)
        case _:
            yield from ((single, source) for single in singles(index) if isinstance(single, NameExpr))
