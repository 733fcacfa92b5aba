"""Questions that come to be so while a program runs: `if len(self.memory) < 32: return` lets it pass at last.

The file counts (`self.steps += 1`) or fills (`self.memory.append(x)`) time and again. What a constructor sets up, and
the layers of a module, are as many as they are: by them an object goes one way for good.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IntExpr,
    MemberExpr,
    MypyFile,
    OperatorAssignmentStmt,
    OpExpr,
    Statement,
)

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.by_chance import again, is_of_one_class, name_of, worked_on, written_out
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import functions, statements

_FILLING: Final = frozenset(one.__name__ for one in (set.add, list.append, list.extend, deque.appendleft))


def at_last(tree: MypyFile, condition: Expression, body: Sequence[Statement]) -> bool | None:
    """What the question comes to be, time and again at least; None where that is not known."""
    match condition:
        case ComparisonExpr(operators=["<" | "<="], operands=[less, more]):
            return _outgrows(tree, more, less, body)
        case ComparisonExpr(operators=[">" | ">="], operands=[more, less]):
            return _outgrows(tree, more, less, body)
        case ComparisonExpr(operators=["=="], operands=[rest, IntExpr(value=0)]):
            return True if _is_rest(tree, rest, body) else None
    return None


def _outgrows(tree: MypyFile, more: Expression, less: Expression, body: Sequence[Statement]) -> bool | None:
    growing = _grows(tree, more, body), _grows(tree, less, body)
    return growing[0] if any(growing) and not all(growing) else None


def _grows(tree: MypyFile, number: Expression, body: Sequence[Statement]) -> bool:
    return all(any(name_of(part) in _growing(tree) for part in expressions(o)) for o in written_out(number, body))


def _is_rest(tree: MypyFile, number: Expression, body: Sequence[Statement]) -> bool:
    """Whether the number is what is left of a counter: `self.steps % 4`, or one that begins again after each 4."""
    if isinstance(number, OpExpr) and number.op == "%":
        return _grows(tree, number.left, body)
    return name_of(number) in _growing(tree) and name_of(number) in _beginning_again(tree)


@once_per_tree
def _growing(tree: MypyFile) -> frozenset[str]:
    """The attributes and variables of the file that become more, time and again."""
    places = [place for one in _run_again(tree) for place in _more(one)] + list(_filled(tree))
    return frozenset(name for place in places if (name := name_of(place)) and is_of_one_class(tree, name))


@once_per_tree
def _beginning_again(tree: MypyFile) -> frozenset[str]:
    every = [(one, place) for one in _run_again(tree) for place in _more(one)]
    return frozenset(name_of(place) for one, place in every if "%" in _operators(one))


def _run_again(tree: MypyFile) -> Iterator[Statement]:
    """What stands in loops and functions, but for those that a constructor calls."""
    prepared = {name for one in functions(tree) if one.name == "__init__" for name in _called(one)}
    for body, function in again(tree):
        if function is None or function.name not in prepared:
            yield from statements(body)


def _called(method: FuncDef) -> Iterator[str]:
    for part in (part for statement in statements(method.body.body) for part in expressions(statement)):
        match part:
            case CallExpr(callee=MemberExpr(expr=owner, name=name)) if is_self(owner):
                yield name


def _more(statement: Statement) -> list[Expression]:
    if isinstance(statement, OperatorAssignmentStmt):
        return [statement.lvalue] if statement.op == "+" else []
    return worked_on(statement) if "+" in _operators(statement) else []


def _operators(statement: Statement) -> set[str]:
    return {part.op for part in expressions(statement) if isinstance(part, OpExpr)}


def _filled(tree: MypyFile) -> Iterator[Expression]:
    of_modules = {
        one for f in functions(tree) if f.info and f.info.has_base(names.MODULE) for one in statements(f.body.body)
    }
    for statement in _run_again(tree):
        match statement:
            case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=place, name=name))) if name in _FILLING:
                if statement not in of_modules:
                    yield place
