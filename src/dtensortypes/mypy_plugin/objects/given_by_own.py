"""Attributes that a method of the object gives values, after another one has called it: `self.reset(x.size(0))`."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, FuncDef, MemberExpr, Statement
from mypy.types import get_proper_type

from dtensortypes.mypy_plugin.bodies import made_if_none
from dtensortypes.mypy_plugin.bodies.given import signature_for
from dtensortypes.mypy_plugin.bodies.regions import state_at
from dtensortypes.mypy_plugin.bodies.remembered import remembered
from dtensortypes.mypy_plugin.changes.fixed import given_to_self
from dtensortypes.mypy_plugin.changes.redefined import is_method_redefined, is_overridden
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.watcher import is_trial, trees
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import current_body, current_function, statements, targets
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import put_in


def learn(checker: TypeChecker, call: Context) -> None:
    """What the method certainly gives a tensor's attribute, which the body reads, the attribute is after the call.

    A file that does not use our types is to hear what mypy says of it by itself: that it is still None.
    """
    function = current_function(checker)
    if not isinstance(call, CallExpr) or not isinstance(call.callee, MemberExpr) or not is_self(call.callee.expr):
        return
    if function is None or is_trial(checker) or not names.imports_us(checker.tree):
        return
    method = function.info.get_method(call.callee.name) if function.info else None
    read = _read(current_body(checker))
    if not isinstance(method, FuncDef) or read.keys().isdisjoint(given_to_self(method.body.body)):
        return
    if is_overridden(checker.tree, function.info, method) or is_method_redefined(
        trees(checker), function.info, method.name
    ):
        return
    owner = checker.lookup_type_or_none(call.callee.expr)
    signature = signature_for(checker, call, method, owner, needs_facts=False)
    told = remembered(checker, method, signature, state_at(checker, call)) if signature is not None else None
    for name, type_ in told.begun.attributes if told is not None else ():
        if name in read and is_a(get_proper_type(type_), names.TENSOR):
            put_in(checker, read[name], type_)
            made_if_none.note(checker, call, name, type_)


@once_per_tree
def _read(body: list[Statement]) -> dict[str, MemberExpr]:
    """The attributes of the object that the body reads, one place for each."""
    every = list(statements(body))
    given = {id(target) for one in every for target, _ in targets(one)}
    parts = (part for one in every for part in expressions(one) if isinstance(part, MemberExpr))
    return {part.name: part for part in parts if is_self(part.expr) and id(part) not in given}
