"""Attributes that a file gives to others than `self`: those of one class are none of another's.

`self.head.weight = self.embed.weight` gives one of torch's layers another weight: no class of the program gets one by
it, whatever its own tensors are called. Nor does one by `box = Box(); box.classes = …` that is no box.
"""

from __future__ import annotations

from mypy.nodes import (
    LDEF,
    CallExpr,
    DictExpr,
    Expression,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    Statement,
    StrExpr,
    TypeInfo,
)

from dtensortypes.mypy_plugin.changes import disturbed
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.beginning import every_beginning
from dtensortypes.mypy_plugin.text.definitions import is_made_otherwise
from dtensortypes.mypy_plugin.text.expressions import calls, expressions, is_self
from dtensortypes.mypy_plugin.text.scope import assigned, bodies, functions, statements, targets


@once_per_tree
def given_to_others(tree: MypyFile) -> dict[str, list[tuple[TypeInfo | None, Expression | None]]]:
    """The attributes that the file gives objects other than `self`, but for those that are torch's own layers.

    Each with the class of the object, None for any, and what it is given, None where that is not written out.
    """
    found: dict[str, list[tuple[TypeInfo | None, Expression | None]]]
    found = {name: [(None, None)] for name in registered_from_outside(tree)}
    layers = _layers(tree) if disturbed.assigned(tree) else {}
    for body, owner, name, value in disturbed.assigned_to(tree):
        if not (isinstance(owner, MemberExpr) and layers.get(owner.name, False)):
            found.setdefault(name, []).append((class_made(body, owner), value))
    return found


def class_made(body: list[Statement], owner: Expression | None) -> TypeInfo | None:
    """The class of the object that a function has made itself, and given this name."""
    if not isinstance(owner, NameExpr) or owner.kind != LDEF:
        return None
    values = [disturbed.changed_place(value) if value else None for _, value in assigned(body, owner.node)]
    made = [value.callee if isinstance(value, CallExpr) else None for value in values]
    classes = {callee.node if isinstance(callee, RefExpr) else None for callee in made}
    cls = classes.pop() if len(classes) == 1 else None
    return cls if isinstance(cls, TypeInfo) and not is_made_otherwise(cls) else None


@once_per_tree
def registered_from_outside(tree: MypyFile) -> frozenset[str]:
    """The names under which the file puts something into modules, but where their own constructors do so."""
    found: set[str] = set()
    makers = [function.body.body for function in functions(tree) if function.name == "__init__"]
    makers += [method.body.body for method in every_beginning(tree)]
    for body in bodies(tree.defs):
        is_maker = any(body is maker for maker in makers)
        for call in (call for statement in statements(body) for call in calls(statement)):
            match call:
                case CallExpr(callee=MemberExpr(expr=owner, name=method), args=[StrExpr(value=name), *_]):
                    if method in names.REGISTERING and not (is_maker and is_self(owner)):
                        found.add(name.rpartition(".")[2])
    return frozenset(found)


def _layers(tree: MypyFile) -> dict[str, bool]:
    """The names of attributes, by the text of the file: whether each value that one gets is a layer of torch's."""
    found: dict[str, bool] = {}
    for name, value in _named(tree):
        found[name] = found.get(name, True) and _is_layer(value)
    return found


def _named(tree: MypyFile) -> list[tuple[str, Expression | None]]:
    """All that gets a name as an attribute, as an argument, or under a key, with the name."""
    every = [one for body in bodies(tree.defs) for one in statements(body)]
    found = [(place.name, value) for one in every for place, value in targets(one) if isinstance(place, MemberExpr)]
    for part in (part for one in every for part in expressions(one)):
        match part:
            case CallExpr(args=arguments, arg_names=words):
                found += [(word, value) for word, value in zip(words, arguments, strict=True) if word is not None]
                found += [(one.value, None) for one in arguments if isinstance(one, StrExpr)]  # `setattr`
            case DictExpr(items=pairs):
                found += [(key.value, value) for key, value in pairs if isinstance(key, StrExpr)]
    return found


def _is_layer(value: Expression | None) -> bool:
    callee = value.callee if isinstance(value, CallExpr) else None
    return isinstance(callee, RefExpr) and names.is_layer(callee.fullname)
