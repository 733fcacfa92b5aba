"""Classes that say themselves what becomes of their attributes, by Python's own hooks: `__setattr__` and its kin."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    SuperExpr,
)

from dtensortypes.mypy_plugin.text.classes import stands_for_another
from dtensortypes.mypy_plugin.text.expressions import calls
from dtensortypes.mypy_plugin.text.scope import statements, targets


def alters_attributes(cls: ClassDef) -> bool:
    """Whether objects may hold, or give, something else in their attributes than what was put there; by the text."""
    for node in cls.defs.body:
        method = node.func if isinstance(node, Decorator) else node
        if isinstance(method, FuncDef):
            match method.name:
                case "__getattribute__":
                    return True
                case "__getattr__" if not _gives_as_found(method):
                    return True
                case "__setattr__" if not _puts_as_given(method):
                    return True
    return False


def is_exchanged(cls: ClassDef, file: MypyFile) -> bool:
    """Whether the class's name may stand for another one.

    So it does where a function of the file, as its decorator, may give one; those of others register it.
    """
    named = [one.callee if isinstance(one, CallExpr) else one for one in cls.decorators]
    words = {one.name for one in named if isinstance(one, NameExpr)}
    deciding = (one for one in file.defs if isinstance(one, FuncDef) and one.name in words)
    return any(map(_gives_another, deciding)) or stands_for_another(cls, file)


def _gives_another(decorator: FuncDef) -> bool:
    """Whether it gives something else than a parameter, or a function that is one such."""
    inner = {one.name: one for one in statements(decorator.body.body) if isinstance(one, FuncDef)}
    taken = {argument.variable.name for argument in decorator.arguments}
    for one in statements(decorator.body.body):
        match one:
            case ReturnStmt(expr=NameExpr(name=name)) if name in taken:
                pass
            case ReturnStmt(expr=NameExpr(name=name)) if name in inner:
                if _gives_another(inner[name]):
                    return True
            case ReturnStmt():
                return True
    return False


def _gives_as_found(method: FuncDef) -> bool:
    """Whether what the class above finds is given as it is: in `return super().__getattr__(name)` and nowhere else."""
    returned = [one.expr for one in statements(method.body.body) if isinstance(one, ReturnStmt)]
    return all(any(call is value for value in returned) for call in _handed_up(method))


def _puts_as_given(method: FuncDef) -> bool:
    """Whether the class above is handed the value that it is to put there."""
    given = method.arguments[-1].variable
    every = (place for one in statements(method.body.body) for place, _ in targets(one))
    is_other = any(isinstance(place, NameExpr) and place.name == given.name for place in every)
    return not is_other and all(call.args and _is(call.args[-1], given.name) for call in _handed_up(method))


def _is(value: Expression, name: str) -> bool:
    return isinstance(value, NameExpr) and value.name == name


def _handed_up(method: FuncDef) -> Iterator[CallExpr]:
    """The calls in which the method has the class above, or `object`, do its work."""
    for call in (call for statement in statements(method.body.body) for call in calls(statement)):
        if isinstance(call.callee, SuperExpr | MemberExpr) and call.callee.name == method.name:
            yield call
