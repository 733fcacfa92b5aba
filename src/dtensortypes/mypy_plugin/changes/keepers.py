"""Classes of the program that change what their constructors are given: `self.options = options; options["a"] = 3`."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    CallExpr,
    Decorator,
    DictExpr,
    FuncDef,
    ListExpr,
    NameExpr,
    RefExpr,
    Statement,
    SuperExpr,
    TypeInfo,
)

from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.places import place_of
from dtensortypes.mypy_plugin.text.scope import functions_in, statements, targets


def changes_given(info: TypeInfo, given: int | str) -> bool:
    """Whether the class may put something into what its constructor is given in this place, or by this word."""
    owner = next((base for base in info.mro if "__init__" in base.names), info)
    init = _constructor(owner)
    if init is None or not names.is_users(owner.fullname):
        return False
    if not init.body.body:  # it is from mypy's cache, without its text
        return True
    own = [one.variable.name for one in init.arguments if not one.kind.is_star()]
    name = given if isinstance(given, str) else own[given] if given < len(own) else None
    if name not in own:
        return False
    held = {name, *_second_names(init, name)}
    filled = (_filled(base.defn.defs.body) for base in info.mro if names.is_users(base.fullname))
    return bool(held & set().union(*filled)) or any(
        changes_given(base, word or place + 1) for base in owner.mro[1:2] for place, word in _handed_to_base(init, held)
    )


def kept_under(call: CallExpr) -> dict[str, frozenset[str]]:
    """For each variable that a class is given, the attributes of the new object that are the same thing then."""
    info = call.callee.node if isinstance(call.callee, RefExpr) else None
    init = info.get_method("__init__") if isinstance(info, TypeInfo) else None
    if not isinstance(init, FuncDef) or not names.is_users(init.info.fullname) or not init.body.body:
        return {}
    own = [one.variable.name for one in init.arguments[1:] if not one.kind.is_star()]
    found: dict[str, frozenset[str]] = {}
    for place, (value, word) in enumerate(zip(call.args, call.arg_names, strict=True)):
        if isinstance(value, NameExpr) and (word or place < len(own)):
            others = _second_names(init, word or own[place])
            found[value.name] = frozenset(other[1:] for other in others if other.startswith("."))
    return found


def _constructor(info: TypeInfo) -> FuncDef | None:
    node = info.names["__init__"].node if "__init__" in info.names else None
    node = node.func if isinstance(node, Decorator) else node
    return node if isinstance(node, FuncDef) else None


def _second_names(init: FuncDef, name: str) -> Iterator[str]:
    """The variables and attributes to which the constructor gives the parameter as it is."""
    for statement in statements(init.body.body):
        for target, value in targets(statement):
            if isinstance(value, NameExpr) and value.name == name and (other := place_of(target)):
                yield other


@once_per_tree
def _filled(body: list[Statement]) -> frozenset[str]:
    """The variables, and attributes of `self`, into whose lists or dicts the functions of a class put something."""
    found: set[str] = set()
    for function in functions_in(body):
        every = statements(function.body.body)
        filled = {place_of(place) for statement in every for place in filled_by(statement)}
        found |= filled if function.name == "__init__" else filled - _begun_empty(every)
    return frozenset(filter(None, found))


def _begun_empty(every: list[Statement]) -> set[str]:
    """The variables that a method gives nothing but new lists and dicts: `layers = []` is none that was given."""
    given = [(target.name, value) for one in every for target, value in targets(one) if isinstance(target, NameExpr)]
    others = {name for name, value in given if not isinstance(value, ListExpr | DictExpr) or value.items}
    return {name for name, _ in given} - others


def _handed_to_base(init: FuncDef, held: set[str]) -> Iterator[tuple[int, str | None]]:
    """The places where the constructor gives it to that of its base."""
    for call in (part for statement in statements(init.body.body) for part in expressions(statement)):
        if isinstance(call, CallExpr) and isinstance(call.callee, SuperExpr) and call.callee.name == "__init__":
            for place, (value, word) in enumerate(zip(call.args, call.arg_names, strict=True)):
                if isinstance(value, NameExpr) and value.name in held:
                    yield place, word
