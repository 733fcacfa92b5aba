"""Variables that get their values in an unpacking, `b, n, c = x.shape`, of which mypy forgets what numbers they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mypy.checker import TypeChecker
from mypy.nodes import GDEF, AssignmentStmt, CallExpr, Expression, ListExpr, MemberExpr, NameExpr, StarExpr, TupleExpr
from mypy.types import TupleType, Type, UnpackType, get_proper_type

from dtensortypes.mypy_plugin.text.definitions import is_parameter
from dtensortypes.mypy_plugin.text.expressions import lines
from dtensortypes.mypy_plugin.text.scope import assigned, current_body, current_function, shared


def item_of(checker: TypeChecker, name: NameExpr, statement: AssignmentStmt) -> Type | None:
    """The type of the item that the variable always is, as the statement unpacks it; None where it is not known."""
    whole = get_proper_type(checker.lookup_type_or_none(statement.rvalue))
    if not isinstance(whole, TupleType) or any(isinstance(item, UnpackType) for item in whole.items):
        return None
    return next((item for target in statement.lvalues for item in _item(target, name, whole.items)), None)


def source_of(name: NameExpr, statement: AssignmentStmt) -> tuple[Expression, tuple[int, ...]] | None:
    """The call, or attribute, that is unpacked into the variable and others, and where the item is in it."""
    match statement:
        case AssignmentStmt(lvalues=[target], rvalue=CallExpr() | MemberExpr() as whole):
            places = next(paths(target, lambda part: isinstance(part, NameExpr) and part.node is name.node), ())
            return (whole, places) if places else None
    return None


def paths(target: Expression, is_it: Callable[[Expression], bool]) -> Iterator[tuple[int, ...]]:
    """Under which index the target unpacks what goes into such a place, and under which one in that."""
    if is_it(target):
        yield ()
    parts = target.items if isinstance(target, TupleExpr | ListExpr) else []
    if not any(isinstance(part, StarExpr) for part in parts):
        yield from ((i, *rest) for i, part in enumerate(parts) for rest in paths(part, is_it))


def unpacking(checker: TypeChecker, name: NameExpr) -> AssignmentStmt | None:
    """The statement above that alone gives the variable a value: before it, an earlier round of a loop has given it."""
    function, given = current_function(checker), assigned(current_body(checker), name.node)
    if function is not None and not given and _is_constant(checker, name):
        return next((one for one, _ in assigned(checker.tree.defs, name.node) if isinstance(one, AssignmentStmt)), None)
    statement = given[0][0] if len(given) == 1 and not is_parameter(name.node, function) else None
    is_above = isinstance(statement, AssignmentStmt) and lines(statement).stop <= name.line
    return statement if isinstance(statement, AssignmentStmt) and is_above else None


def _is_constant(checker: TypeChecker, name: NameExpr) -> bool:
    """Whether the variable is one of the file's, which gives it a value once."""
    is_shared = name.kind != GDEF or name.name in shared(checker.tree.defs)
    return not is_shared and len(assigned(checker.tree.defs, name.node)) == 1


def _item(target: Expression, name: NameExpr, items: Sequence[Type]) -> Iterator[Type]:
    """The item that the target unpacks into the variable."""
    if not isinstance(target, TupleExpr | ListExpr):
        return
    starred = next((i for i, part in enumerate(target.items) if isinstance(part, StarExpr)), len(target.items))
    behind = target.items[starred + 1 :]
    last = zip(behind, items[len(items) - len(behind) :], strict=False)
    for part, item in (*zip(target.items[:starred], items, strict=False), *last):
        if isinstance(part, NameExpr) and part.node is name.node:
            yield item
        inner = get_proper_type(item)
        if isinstance(inner, TupleType) and not any(isinstance(one, UnpackType) for one in inner.items):
            yield from _item(part, name, inner.items)
