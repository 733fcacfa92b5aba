"""Weights that layers share: `self.head.weight = self.embed.weight` gives one of torch's layers another weight.

No class of the program gets one by it, whatever its own tensors are called.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, DictExpr, Expression, MemberExpr, MypyFile, RefExpr, StrExpr

from dtensortypes.mypy_plugin.changes import disturbed
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import calls, expressions, is_self
from dtensortypes.mypy_plugin.text.scope import bodies, functions, statements, targets


@once_per_tree
def given_to_others(tree: MypyFile) -> frozenset[str]:
    """The attributes that the file gives objects other than `self`, but for those that are torch's own layers."""
    given = disturbed.assigned(tree)
    if not given:
        return _registered(tree)
    layers = _layers(tree)
    return _registered(tree) | frozenset(
        name
        for owner, name in disturbed.assigned_to(tree)
        if not (isinstance(owner, MemberExpr) and layers.get(owner.name, False))
    )


@once_per_tree
def _registered(tree: MypyFile) -> frozenset[str]:
    """The names under which the file puts something into modules, but where their own constructors do so."""
    found: set[str] = set()
    makers = [function.body.body for function in functions(tree) if function.name == "__init__"]
    for body in bodies(tree.defs):
        is_maker = any(body is maker for maker in makers)
        for call in (call for statement in statements(body) for call in calls(statement)):
            match call:
                case CallExpr(callee=MemberExpr(expr=owner, name=method), args=[StrExpr(value=name), *_]):
                    if method in names.REGISTERING and not (is_maker and is_self(owner)):
                        found.add(name)
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
    return isinstance(callee, RefExpr) and callee.fullname.startswith(names.LAYERS)
