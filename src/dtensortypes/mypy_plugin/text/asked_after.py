"""Calls that do nothing, behind statements of a body: mypy asks the plugin about them when it comes to them.

Mypy may be at work on the body by then. It counts the statements: what is put in before the one that it is at has it
come to that one again, to `x = x.flatten()` a second time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import CallExpr, Context, Expression, ExpressionStmt, MemberExpr, MypyFile, Statement

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.rewritten import at, is_question, question
from dtensortypes.mypy_plugin.text.scope import current_body, functions

About = TypeVar("About")


@dataclass(slots=True)
class AskedAfter(Generic[About]):
    """The calls of one body, each with what it is about."""

    about: dict[int, tuple[CallExpr, About]] = field(default_factory=dict)
    _waiting: list[tuple[list[Statement], Statement, CallExpr]] = field(default_factory=list)

    def add(self, block: list[Statement], statement: Statement, place: Expression, about: About) -> None:
        """A call about the place behind the statement of the block: one that is there, or one that is to be put in."""
        call = _found(block, statement, place)
        if call is None:
            call = question(place)
            self._waiting.append((block, statement, call))
        self.about[id(call)] = call, about

    def put_in(self, at_work: Context) -> list[CallExpr]:
        """Put in what is to be put in, while mypy is at work there; and the calls whose places it has just passed."""
        passed = []
        for block, statement, call in self._waiting:
            if _is_passed(block, statement, at_work):
                passed.append(call)
            else:
                block.insert(block.index(statement) + 1, at(statement, ExpressionStmt(call)))
        self._waiting.clear()
        return passed


def _found(block: list[Statement], statement: Statement, place: Expression) -> CallExpr | None:
    for one in block[block.index(statement) + 1 :]:
        match one:
            case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=about)) as call) if is_question(call):
                if literal_hash(about) == literal_hash(place):
                    return call
            case _:
                return None
    return None


def _is_passed(block: list[Statement], statement: Statement, at_work: Context) -> bool:
    """Whether what mypy is at stands in the same block, behind the statement."""
    return _end(statement) <= (at_work.line, at_work.column) < _end(block[-1])


def _end(statement: Statement) -> tuple[int, int]:
    return statement.end_line or statement.line, statement.end_column or statement.column


def place_asked_about(call: CallExpr) -> Expression:
    """What such a call is about: the place that mypy has looked at when it comes to the call."""
    assert isinstance(call.callee, MemberExpr)
    return call.callee.expr


def putting_in(asked_after: Callable[[list[Statement]], AskedAfter[About]]) -> Callable[[TypeChecker, Context], None]:
    """What puts these calls into a file when mypy is at work on it, into most functions before mypy comes to them."""

    @once_per_tree
    def into_functions(tree: MypyFile) -> None:
        for function in functions(tree):
            asked_after(function.body.body).put_in(function)

    def put_in(checker: TypeChecker, at_work: Context) -> None:
        for passed in asked_after(current_body(checker)).put_in(at_work):
            with checker.msg.filter_errors():
                checker.expr_checker.accept(passed)
        into_functions(checker.tree)

    return put_in
