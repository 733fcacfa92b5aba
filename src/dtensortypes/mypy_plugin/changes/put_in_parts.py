"""What is put into a part of an object: by its constructor, `self.backbone.fc = nn.Linear(512, 10)`, or by anybody.

By the text alone: it is known of the part where nothing else in the files at hand gives such an attribute a value.
"""

from __future__ import annotations

from collections.abc import Iterable

from mypy.nodes import FuncDef, MemberExpr, MypyFile, NameExpr, Statement

from dtensortypes.mypy_plugin.changes.disturbed import assigned_to
from dtensortypes.mypy_plugin.changes.owners import OWN, attribute_of, root
from dtensortypes.mypy_plugin.changes.tied import registered_from_outside
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.scope import bodies, statements, targets


@once_per_tree
def put_in_parts(body: list[Statement]) -> dict[str, list[MemberExpr]]:
    """The attributes of its object into whose modules the constructor puts others, each with the places."""
    found: dict[str, list[MemberExpr]] = {}
    for target in (target for statement in statements(body) for target, _ in targets(statement)):
        if isinstance(target, MemberExpr) and isinstance(target.expr, MemberExpr) and root(target) == OWN:
            found.setdefault(attribute_of(target), []).append(target)
    return found


@once_per_tree
def given_parts(tree: MypyFile) -> frozenset[str]:
    """The names of variables and attributes to which the file gives attributes: `net.head = layer`."""
    every = (s for body in bodies(tree.defs) for s in statements(body))
    places = (target.expr for one in every for target, _ in targets(one) if isinstance(target, MemberExpr))
    return frozenset(one.name for one in places if isinstance(one, NameExpr | MemberExpr) and one.name != OWN)


def are_alone(trees: Iterable[MypyFile], init: FuncDef, name: str) -> bool:
    """Whether the constructor alone gives the parts of the attribute what it puts there."""
    places = put_in_parts(init.body.body).get(name, [])
    own = {id(place.expr) for place in places}
    words = {place.name for place in places}
    return not places or not any(
        any(one in words and id(owner) not in own for _, owner, one, _ in assigned_to(tree))
        or not words.isdisjoint(registered_from_outside(tree))
        for tree in trees
    )
