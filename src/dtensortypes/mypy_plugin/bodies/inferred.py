"""Whether the type of a container is mypy's own: then it says what has been put in so far, and no more than that."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, IndexExpr, MemberExpr, NameExpr, Var
from mypy.types import Instance, get_proper_type

from dtensortypes.mypy_plugin.bodies import lists_here
from dtensortypes.mypy_plugin.changes.refilled import CONTAINERS
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.text.definitions import is_made_up


def is_inferred(checker: object, place: Expression | None) -> bool:
    """Whether the container's type was not written by the user, as far as the place tells."""
    while (around := _around(checker, place)) is not None:
        place = around
    if lists_here.is_begun_open(checker, place):
        return True
    if isinstance(place, NameExpr | MemberExpr) and isinstance(place.node, Var):
        # Where a body is read for one call, the types of the parameters are those of what the call passes.
        is_argument = isinstance(place, NameExpr) and place.node.is_argument
        is_passed = is_argument and isinstance(checker, TypeChecker) and is_trial(checker)
        return is_passed or is_made_up(place.node)
    if isinstance(place, MemberExpr) and isinstance(checker, TypeChecker):  # of an object, as `self.xs`
        owner = get_proper_type(checker.lookup_type_or_none(place.expr))
        symbol = owner.type.get(place.name) if isinstance(owner, Instance) else None
        return symbol is not None and isinstance(symbol.node, Var) and is_made_up(symbol.node)
    return True


def _around(checker: object, place: Expression | None) -> Expression | None:
    """The container that the place is an item of: `xs` of `xs[0]` and of `xs.setdefault(key, [])`."""
    match place:
        case IndexExpr(base=base):
            return base
        case CallExpr(callee=MemberExpr(expr=owner)) if isinstance(checker, TypeChecker):
            container = get_proper_type(checker.lookup_type_or_none(owner))
            if isinstance(container, Instance) and container.type.fullname in CONTAINERS:
                return owner if checker.lookup_type_or_none(place) in container.args[-1:] else None
    return None
