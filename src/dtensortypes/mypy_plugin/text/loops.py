"""The variables that loops and comprehensions count through, each with what its values come out of."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    CallExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    NameExpr,
    RefExpr,
    Statement,
    TupleExpr,
)

from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, gathered
from dtensortypes.mypy_plugin.text.scope import singles, statements, targets


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
    for target, whole in apart(index, source):
        yield from ((single, whole) for single in singles(target) if isinstance(single, NameExpr))


def apart(index: Expression, source: Expression) -> Iterator[tuple[Expression, Expression]]:
    """The targets that are counted through side by side, by `zip` and `enumerate`, with what each goes through."""
    match index, source:
        case TupleExpr(items=[_, item]), CallExpr(callee=RefExpr(fullname="builtins.enumerate"), args=[inner, *_]):
            yield from apart(item, inner)
        case TupleExpr(items=items), CallExpr(callee=RefExpr(fullname="builtins.zip"), args=parts):
            for item, part in zip(items, parts, strict=False):  # the last argument may be `strict=True`
                yield from apart(item, part)
        case _:
            yield index, source


@once_per_object
def goes_through_own(function: FuncDef) -> bool:
    """Whether a loop or comprehension of the function goes through what does not depend on its parameters."""
    given = {argument.variable.name for argument in function.arguments}
    for statement in statements(function.body.body):
        parts = expressions(statement)
        generators = [part for part in parts if isinstance(part, GeneratorExpr)]
        sources = [source for one in generators for source in one.sequences]
        sources += [statement.expr] if isinstance(statement, ForStmt) else []
        if any(_names(gathered(source)).isdisjoint(given) for source in sources):
            return True
        if not _names(parts).isdisjoint(given):
            given |= {target.name for target, _ in targets(statement) if isinstance(target, NameExpr)}
    return False


def _names(parts: list[Expression]) -> set[str]:
    return {part.name for part in parts if isinstance(part, NameExpr)}
