"""What a method registers: the tensors that are buffers and parameters of its module."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, ClassDef, Expression, FuncDef, MemberExpr, StrExpr

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import functions_in, statements

REGISTERING: Final = frozenset({"register_buffer", "register_parameter"})


@once_per_tree
def registering(function: FuncDef) -> list[tuple[str, Expression]]:
    """The names under which the function registers tensors, and the tensors."""
    calls = (e for statement in statements(function.body.body) for e in expressions(statement))
    found = []
    for call in calls:
        match call:
            case CallExpr(callee=MemberExpr(expr=owner, name=method)) if method in REGISTERING and is_self(owner):
                match _words(call):
                    case [StrExpr(value=name), value]:
                        found.append((name, value))
    return found


def registered_names(cls: ClassDef) -> list[str]:
    """The names under which methods of the class register tensors, also None, in whichever way."""
    bodies = (statements(function.body.body) for function in functions_in(cls.defs.body))
    calls = (e for body in bodies for statement in body for e in expressions(statement))
    found = set()
    for call in calls:
        match call:
            case CallExpr(callee=MemberExpr(name=method)) if method in REGISTERING:
                found |= {word.value for word in _words(call)[:1] if isinstance(word, StrExpr)}
    return sorted(found)


def registers_any(function: FuncDef) -> bool:
    """Whether the function registers a tensor under a name that is made up: `register_buffer(f"mean_{i}", x)`."""
    calls = (e for statement in statements(function.body.body) for e in expressions(statement))
    found = [one for one in calls if isinstance(one, CallExpr) and isinstance(one.callee, MemberExpr)]
    names = [_words(one)[:1] for one in found if one.callee.name in REGISTERING]  # type: ignore[attr-defined]
    return any(not isinstance(word, StrExpr) for several in names for word in several)


def _words(call: CallExpr) -> list[Expression]:
    """The name and the tensor that the call gives, by place or by keyword."""
    given = list(zip(call.arg_names, call.args, strict=True))
    by_place = [word for keyword, word in given if keyword is None]
    named = [word for keyword, word in given if keyword == "name"]
    others = [word for keyword, word in given if keyword not in {None, "name", "persistent"}]
    return [*by_place[:2], *named, *others]
