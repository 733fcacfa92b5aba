"""What is called for the first value of each attribute of a class: a function, a method, or another class."""

from __future__ import annotations

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Expression,
    ListExpr,
    MemberExpr,
    NameExpr,
    Statement,
    TupleExpr,
)

from dtensortypes.mypy_plugin.text.scope import functions_in, statements, targets


def makers(cls: ClassDef) -> dict[str, str]:
    """What is called for the first value of each attribute."""
    found: dict[str, str | None] = {}
    for function in functions_in(cls.defs.body):
        body = statements(function.body.body)
        for statement in body:
            for place, value in targets(statement):
                if isinstance(place, MemberExpr) and place.name not in found:
                    found[place.name] = _maker(value or _unpacked(statement), body, statement.line)
    return {name: maker for name, maker in found.items() if maker is not None}


def _unpacked(statement: Statement) -> Expression | None:
    """What the statement unpacks; of what may be anything each part may be."""
    match statement:
        case AssignmentStmt(lvalues=[TupleExpr() | ListExpr()], rvalue=CallExpr() as whole):
            return whole
    return None


def _maker(value: Expression | None, body: list[Statement], line: int) -> str | None:
    """The name of what is called for the value, a function or a method; what comes of anything is anything."""
    match value:
        case CallExpr(callee=NameExpr(name=name)):
            return name
        case CallExpr(callee=MemberExpr(expr=NameExpr(name=owner) as variable, name=name)):
            return _maker(variable, body, line) or f"{owner}.{name}"
        case CallExpr(callee=MemberExpr(expr=CallExpr() as inner)):
            return _maker(inner, body, line)
        case NameExpr(name=name):
            pairs = ((one, *pair) for one in body if one.line < line for pair in targets(one))
            given = [
                (one.line, made) for one, place, made in pairs if isinstance(place, NameExpr) and place.name == name
            ]
            return _maker(given[0][1], body, given[0][0]) if len(given) == 1 else None
    return None
