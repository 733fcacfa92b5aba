"""What a constructor puts into a part of its object: `self.backbone.fc = nn.Linear(512, 10)`.

By the text alone: it is known of the part where nothing else in the files at hand gives such an attribute a value.
"""

from __future__ import annotations

from collections.abc import Iterable

from mypy.nodes import FuncDef, MemberExpr, MypyFile, Statement

from dtensortypes.mypy_plugin.changes.disturbed import assigned_to
from dtensortypes.mypy_plugin.changes.owners import OWN, attribute_of, root
from dtensortypes.mypy_plugin.changes.tied import registered_from_outside
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.scope import statements, targets


@once_per_tree
def put_in_parts(body: list[Statement]) -> dict[str, list[MemberExpr]]:
    """The attributes of its object into whose modules the constructor puts others, each with the places."""
    found: dict[str, list[MemberExpr]] = {}
    for target in (target for statement in statements(body) for target, _ in targets(statement)):
        if isinstance(target, MemberExpr) and isinstance(target.expr, MemberExpr) and root(target) == OWN:
            found.setdefault(attribute_of(target), []).append(target)
    return found


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
