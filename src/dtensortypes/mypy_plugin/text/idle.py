"""Casts and moves of tensors whose results are thrown away, and that is no mistake."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.literals import Key, literal_hash
from mypy.nodes import CallExpr, Context, Expression, MemberExpr, NameExpr, OperatorAssignmentStmt, Statement
from mypy.types import AnyType, get_proper_type

from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.reaching import reaching
from dtensortypes.mypy_plugin.text.scope import assigned, statements, targets

_WHAT = frozenset({"dtype", "device"})


def is_idle(checker: TypeChecker, body: list[Statement], call: Context) -> bool:
    """Whether the tensor is already what the call makes of it, or may be one of a class that changes in place."""
    if not isinstance(call, CallExpr) or not isinstance(call.callee, MemberExpr):
        return False
    place = call.callee.expr
    return _is_made_so(body, place, call) or _is_of_anything(checker, body, place)


def _is_made_so(body: list[Statement], place: Expression, call: CallExpr) -> bool:
    """Whether the variable is made with what is asked for: `x = torch.ones(3, dtype=y.dtype)`, then `x.to(y.dtype)`."""
    every = assigned(body, place.node) if isinstance(place, NameExpr) else []
    wholly = [one for one in every if not isinstance(one[0], OperatorAssignmentStmt)]
    given = [value for _, value in reaching(body, wholly, call.line)[0]]
    wanted = {literal_hash(argument) for argument in call.args}
    if not wanted or not given or None in wanted:
        return False
    spoken_of = (part.node for one in call.args for part in expressions(one) if isinstance(part, NameExpr))
    return all(wanted <= _made_with(value) for value in given) and not any(assigned(body, one) for one in spoken_of)


def _made_with(value: Expression | None) -> set[Key | None]:
    """The dtype and device that the call is given by name."""
    if not isinstance(value, CallExpr):
        return set()
    return {literal_hash(one) for word, one in zip(value.arg_names, value.args, strict=True) if word in _WHAT}


def _is_of_anything(checker: TypeChecker, body: list[Statement], place: Expression) -> bool:
    """Whether the attribute, declared as a tensor, is given something unknown: `layer.weight = bnb.Params4bit(w)`."""
    key = literal_hash(place) if isinstance(place, MemberExpr) else None
    values = (
        value
        for statement in statements(body)
        for target, value in targets(statement)
        if key is not None and value is not None and isinstance(target, MemberExpr) and literal_hash(target) == key
    )
    return any(isinstance(get_proper_type(checker.lookup_type_or_none(value)), AnyType) for value in values)
