"""How far a generator is run: to the end where a loop or a list takes all that it gives, else to its first item."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    ARG_POS,
    BreakStmt,
    CallExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    ListComprehension,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    SetComprehension,
    Statement,
    YieldExpr,
    YieldFromExpr,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.progress import behind
from dtensortypes.mypy_plugin.text.scope import statements

_TAKING_ALL: Final = frozenset(f"builtins.{one.__name__}" for one in (list, tuple, set, sorted, sum, max, min, dict))
_TAKING_ONE: Final = "builtins.next"
_HANDING_ON: Final = frozenset(f"builtins.{one.__name__}" for one in (enumerate, iter))
_LEAVING: Final = (BreakStmt, ReturnStmt, RaiseStmt)


def is_run(body: list[Statement], call: Expression, generator: FuncDef, line: int | None) -> bool:
    """Whether the generator that the call makes comes to the line: what the body does with it tells."""
    is_whole = _asked(body).get(id(call))
    return is_whole is True or (is_whole is False and line is not None and line <= _first_line(generator))


def _first_line(generator: FuncDef) -> int:
    """The line of the first `yield`, by the text."""
    every = (part for one in statements(generator.body.body) for part in expressions(one))
    return min((part.line for part in every if isinstance(part, YieldExpr | YieldFromExpr)), default=0)


@once_per_tree
def _asked(body: list[Statement]) -> dict[int, bool]:
    """Of which calls the body asks for what they give, and whether for every item."""
    found: dict[int, bool] = {}
    for statement in statements(body):
        if isinstance(statement, ForStmt):
            found[id(_source(statement.expr))] = not _may_leave(statement.body.body)
        for part in expressions(statement):
            match part:
                case ListComprehension(generator=GeneratorExpr(sequences=[first, *_])):
                    found[id(_source(first))] = True
                case SetComprehension(generator=GeneratorExpr(sequences=[first, *_])):
                    found[id(_source(first))] = True
                case DictionaryComprehension(sequences=[first, *_]):
                    found[id(_source(first))] = True
                case CallExpr(callee=RefExpr(fullname=name), args=[first, *_]) if name in _TAKING_ALL:
                    found[id(_source(first))] = True
                case CallExpr(callee=RefExpr(fullname=name), args=[first, *_]) if name == _TAKING_ONE:
                    found[id(_source(first))] = False
    return found


def _source(iterable: Expression) -> Expression:
    """What gives the items that `enumerate(source)`, or a progress bar, hands on."""
    iterable = behind(iterable)
    match iterable:
        case CallExpr(callee=RefExpr(fullname=name), args=[first, *_], arg_kinds=[kind, *_]) if (
            name in _HANDING_ON and kind is ARG_POS
        ):
            return _source(first)
    return iterable


def _may_leave(body: list[Statement]) -> bool:
    """Whether a round may be the last one: it may be left, or is that of a generator, whom nobody may ask for more."""
    every = statements(body)
    yields = (isinstance(part, YieldExpr | YieldFromExpr) for one in every for part in expressions(one))
    return any(isinstance(one, _LEAVING) for one in every) or any(yields)
