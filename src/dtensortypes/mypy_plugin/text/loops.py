"""The variables that loops and comprehensions count through, each with what its values come out of."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.erasetype import remove_instance_last_known_values
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    NameExpr,
    OperatorAssignmentStmt,
    Statement,
    TupleExpr,
    WhileStmt,
)
from mypy.types import Instance, TupleType, Type, flatten_nested_unions, get_proper_type

from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, gathered
from dtensortypes.mypy_plugin.text.scope import current_body, singles, statements, targets


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
        case TupleExpr(items=[_, item]), CallExpr(callee=callee, args=[inner, *_]) if _is_named(callee, "enumerate"):
            yield from apart(item, inner)
        case TupleExpr(items=items), CallExpr(callee=callee, args=parts) if _is_named(callee, "zip"):
            for item, part in zip(items, parts, strict=False):  # the last argument may be `strict=True`
                yield from apart(item, part)
        case _:
            yield index, source


def _is_named(callee: Expression, name: str) -> bool:
    """Whether it is Python's own function of this name, or will be, where mypy has not looked the name up yet."""
    return isinstance(callee, NameExpr) and callee.fullname in {"", f"builtins.{name}"} and callee.name == name


@once_per_tree
def carried(body: list[Statement]) -> frozenset[int]:
    """The places in the body's loops where a variable may have the value that an earlier round has given it."""
    found: set[int] = set()
    for loop in (one for one in statements(body) if isinstance(one, ForStmt | WhileStmt)):
        waiting = {name.name for one in statements(loop.body.body) for name in _given(one)}
        for statement in loop.body.body:
            inner = list(statements([statement]))
            given = {id(name) for one in inner if isinstance(one, AssignmentStmt) for name in _given(one)}
            named = (part for one in inner for part in expressions(one) if isinstance(part, NameExpr))
            found |= {id(name) for name in named if name.name in waiting and id(name) not in given}
            if isinstance(statement, AssignmentStmt | OperatorAssignmentStmt):
                waiting -= {name.name for name in _given(statement)}
    return frozenset(found)


def is_carried(body: list[Statement], part: Statement | Expression) -> bool:
    """Whether it reads a variable that may have the value of an earlier round."""
    return not carried(body).isdisjoint(map(id, expressions(part)))


def _given(statement: Statement) -> Iterator[NameExpr]:
    return (target for target, _ in targets(statement) if isinstance(target, NameExpr))


def as_counted(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type, without the numbers that mypy has seen where they come out of tuples that a loop goes through.

    In `[torch.ones(size) for size in ((3, 8), (4, 8))]` it takes both tuples for the first one.
    """
    if not _has_seen(type_):
        return type_
    found = _going_through(current_body(checker))
    several = (part for part in gathered(expression) if isinstance(part, NameExpr) and part.name in found)
    held = (one for part in several for one in flatten_nested_unions([checker.lookup_type_or_none(part) or type_]))
    is_one = any(isinstance(get_proper_type(one), TupleType) and _has_seen(one) for one in held)
    return remove_instance_last_known_values(type_) if is_one else type_


@once_per_tree
def _going_through(body: list[Statement]) -> frozenset[str]:
    """The variables of the body's loops and comprehensions."""
    indices = [single for one in statements(body) if isinstance(one, ForStmt) for single in singles(one.index)]
    return frozenset({*counted(body), *(one.name for one in indices if isinstance(one, NameExpr))})


def _has_seen(type_: Type) -> bool:
    """Whether the type has values in it that are no part of it."""
    proper = get_proper_type(type_)
    if isinstance(proper, TupleType):
        return any(map(_has_seen, proper.items))
    return isinstance(proper, Instance) and proper.last_known_value is not None


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
