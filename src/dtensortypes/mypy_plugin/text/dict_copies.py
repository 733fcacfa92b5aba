"""Dicts that are made of others, which stay as they are: `{**batch, "y": y}`, `dict(batch)`."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import AssignmentStmt, CallExpr, DictExpr, Expression, NameExpr, RefExpr, Statement

from dtensortypes.mypy_plugin.text.expressions import expressions


def is_copying(call: CallExpr) -> bool:
    """Whether the call makes a new dict of what is in another one."""
    return isinstance(call.callee, RefExpr) and call.callee.fullname == "builtins.dict"


def copied_in(parts: list[Expression]) -> Iterator[Expression]:
    """The dicts of which one of the expressions makes another one."""
    for part in parts:
        match part:
            case DictExpr(items=pairs):
                yield from (value for key, value in pairs if key is None)
            case CallExpr(args=args, arg_names=words) if is_copying(part):
                yield from (one for one, word in zip(args, words, strict=True) if word is None)


def made_anew(body: list[Statement]) -> frozenset[str]:
    """The variables that the body first of all gives a new dict of what is in theirs: `batch = dict(batch)`."""
    found: set[str] = set()
    for statement in body:
        match statement:
            case AssignmentStmt(lvalues=[NameExpr(name=name)], rvalue=value):
                copied = {id(one) for one in copied_in([value])}
                read = [one for one in expressions(value) if isinstance(one, NameExpr) and one.name == name]
                if read and all(id(one) in copied for one in read):
                    found.add(name)
                    continue
        break
    return frozenset(found)
