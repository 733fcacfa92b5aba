"""Attributes into whose lists, dicts and containers of modules a file puts something, whichever way it names them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mypy.nodes import CallExpr, Expression, MemberExpr, MypyFile, NameExpr, Statement, StrExpr

from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import calls, is_self
from dtensortypes.mypy_plugin.text.scope import bodies, functions, statements, targets


@once_per_tree
def filled_outside(tree: MypyFile) -> frozenset[str]:
    """The attributes of other objects than `self` into whose lists or dicts the file puts something.

    Of those of `self`, what a variable stands for is among them: `layers = self.layers`, then `layers.append(x)`. So is
    what functions are given that fill it: `grow(net.layers)`.
    """
    every = [(body, place) for body in bodies(tree.defs) for one in statements(body) for place in filled_by(one)]
    places = (place for _, place in every if isinstance(place, MemberExpr) and not is_self(place.expr))
    named = (one for body, place in every if isinstance(place, NameExpr) for one in _named(body).get(place.name, ()))
    found = [*(place.name for place in places), *named, *_looked_up(place for _, place in every)]
    return frozenset([*found, *(_given_to_fillers(tree) if _fillers(tree) else ())])


@once_per_tree
def _named(body: list[Statement]) -> dict[str, set[str]]:
    """The attributes that each variable of the body stands for."""
    found: dict[str, set[str]] = {}
    for target, value in (pair for statement in statements(body) for pair in targets(statement)):
        if isinstance(target, NameExpr) and isinstance(value, MemberExpr):
            found.setdefault(target.name, set()).add(value.name)
    return found


def _looked_up(places: Iterable[Expression]) -> Iterator[str]:
    """The attributes that are found by their names: `getattr(net, "layers").append(x)`."""
    for place in places:
        match place:
            case CallExpr(callee=NameExpr(name="getattr"), args=[_, StrExpr(value=word), *_]):
                yield word


@once_per_tree
def _fillers(tree: MypyFile) -> frozenset[str]:
    """The names of functions and methods of the file that put something into what they are given."""
    found: set[str] = set()
    for function in functions(tree):
        given = {argument.variable.name for argument in function.arguments[bool(function.info) :]}
        filled = (place for one in statements(function.body.body) for place in filled_by(one))
        if any(isinstance(place, NameExpr) and place.name in given for place in filled):
            found.add(function.name)
    return frozenset(found)


def _given_to_fillers(tree: MypyFile) -> Iterator[str]:
    for call in (call for body in bodies(tree.defs) for one in statements(body) for call in calls(one)):
        callee = call.callee.name if isinstance(call.callee, NameExpr | MemberExpr) else ""
        if callee in _fillers(tree):
            yield from (one.name for one in call.args if isinstance(one, MemberExpr))
