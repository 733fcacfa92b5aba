"""Whether a file does something else where there is no accelerator than where there is one; by the text alone.

A file that does not only leaves out what it has put under `if use_cuda:`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mypy.nodes import (
    ARG_NAMED,
    AssignmentStmt,
    BreakStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    ContinueStmt,
    Expression,
    ExpressionStmt,
    IfStmt,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    Statement,
    WhileStmt,
)

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.rewritten import inside, is_question
from dtensortypes.mypy_plugin.text.scope import bodies, functions, statements, targets

_LEAVING = (ReturnStmt, RaiseStmt, BreakStmt, ContinueStmt)
_ROUNDS = 3
"""How often one word may have been made of another."""
_TORCHS = ("torch.cuda.", "torch.accelerator.", "torch.xpu.", "torch.backends.")


class _Words(NamedTuple):
    """The variables, attributes and functions that tell whether there is an accelerator, or which device was chosen."""

    flags: frozenset[str]
    devices: frozenset[str]
    wanting: frozenset[str]
    """The flags that are set only where there is an accelerator."""

    def are_in(self, expression: Expression) -> bool:
        return any(_names(part) in self.flags | self.devices or _is_torchs(part) for part in gathered(expression))


@once_per_tree
def does_something_else(tree: MypyFile) -> bool:
    """Whether it does, or may."""
    words = _words(tree)
    every = (one for body in bodies(tree.defs) for one in statements(body))
    return any(_tells_apart(statement, words) for statement in every)


@once_per_tree
def _words(tree: MypyFile) -> _Words:
    found = _Words(frozenset(), frozenset(), frozenset())
    every = [one for body in bodies(tree.defs) for one in statements(body)]
    given = [(_names(target), value) for one in every for target, value in targets(one) if value is not None]
    made = [(f.name, value) for f in functions(tree) for one in statements(f.body.body) for value in _given_back(one)]
    for _ in range(_ROUNDS):
        told = [(name, value) for name, value in [*given, *made] if found.are_in(value)]
        devices = {name for name, value in told if isinstance(value, ConditionalExpr) or _is_device(value)}
        flags = frozenset(name for name, _ in told) - devices - {""}
        others = {name for name, value in [*given, *made] if not _wants_one(value, found)}
        found = _Words(flags, frozenset(devices) - {""}, flags - others)
    return found


def _given_back(statement: Statement) -> list[Expression]:
    return [statement.expr] if isinstance(statement, ReturnStmt) and statement.expr is not None else []


def _names(part: Expression) -> str:
    return part.name if isinstance(part, NameExpr | MemberExpr) else ""


def _is_torchs(part: Expression) -> bool:
    return isinstance(part, RefExpr) and part.fullname.startswith(_TORCHS)


def _tells_apart(statement: Statement, words: _Words) -> bool:
    """Whether the statement does something else where there is no accelerator."""
    match statement:
        case IfStmt(expr=conditions) if any(map(words.are_in, conditions)):
            other = [one for one in (statement.else_body.body if statement.else_body else []) if not _is_ours(one)]
            leaves = any(isinstance(one, _LEAVING) for one in inside(statement.body[0].body))
            if leaves or len(conditions) > 1 or not _wants_one(conditions[0], words) or not all(map(_is_word, other)):
                return True
        case WhileStmt(expr=condition) | MatchStmt(subject=condition) if words.are_in(condition):
            return True
    return any(_chooses(part, words) for part in gathered(statement))


def _wants_one(condition: Expression, words: _Words) -> bool:
    """Whether it holds only where there is an accelerator."""
    match condition:
        case NameExpr() | MemberExpr():
            return _names(condition) in words.wanting
        case CallExpr(callee=RefExpr(fullname=name)):
            return name in names.AVAILABLE
        case ComparisonExpr(operators=[">" | ">="], operands=[CallExpr(callee=callee), _]):
            return _is_torchs(callee)
        case OpExpr(op="and", left=left, right=right):
            return _wants_one(left, words) or _wants_one(right, words)
    return False


def _is_ours(statement: Statement) -> bool:
    return isinstance(statement, ExpressionStmt) and is_question(statement.expr)


def _is_word(statement: Statement) -> bool:
    """Whether it gives a variable a device, its word, or another setting."""
    return isinstance(statement, AssignmentStmt) and _is_simple(statement.rvalue)


def _is_simple(value: Expression) -> bool:
    return not any(isinstance(part, CallExpr) and not _is_device(part) for part in gathered(value))


def _is_device(value: Expression) -> bool:
    return isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and value.callee.fullname in _DEVICES


_DEVICES = frozenset({names.DEVICE, "torch.device"})


def _chooses(part: Expression, words: _Words) -> bool:
    """Whether an expression does something else there, or hands on who may."""
    match part:
        case ConditionalExpr(cond=condition, if_expr=one, else_expr=other):
            return not (_is_simple(one) and _is_simple(other)) and words.are_in(condition)
        case OpExpr(op="and" | "or", right=right):
            return any(map(_computes, gathered(right))) and words.are_in(part)
        case CallExpr():
            return any(_names(one) in words.flags for one in _handed_on(part, words))
    return False


def _computes(part: Expression) -> bool:
    return isinstance(part, CallExpr) and not (isinstance(part.callee, RefExpr) and _is_torchs(part.callee))


def _handed_on(call: CallExpr, words: _Words) -> Iterator[Expression]:
    """The arguments of a call of something that is not Python's own, but for those that keep their names."""
    if isinstance(call.callee, RefExpr) and names.root(call.callee.fullname) in {"builtins", "torch"}:
        return
    for argument, kind, name in zip(call.args, call.arg_kinds, call.arg_names, strict=True):
        if not (kind is ARG_NAMED and name in words.flags):
            yield argument
