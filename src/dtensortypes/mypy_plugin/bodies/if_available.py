"""Tensors and modules that are moved where there is an accelerator: `if use_cuda: x = x.cuda()`.

Such a tensor is on the device that is chosen at run time, after the `if` as in it: on the accelerator, or on the CPU
where there is none. That holds in a file that does nothing else where there is none than go on.
"""

from __future__ import annotations

from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Context,
    Expression,
    ExpressionStmt,
    IfStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    Statement,
)
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.core.algebra.colocate import is_accelerator
from dtensortypes.core.facts.device import ACCELERATOR, CPU, Device
from dtensortypes.mypy_plugin.bodies.narrowing import known_otherwise
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.available import asks
from dtensortypes.mypy_plugin.text.expressions import expressions, lines
from dtensortypes.mypy_plugin.text.scope import bodies, constant_value, current_body, statements, targets
from dtensortypes.mypy_plugin.text.without_accelerator import does_something_else
from dtensortypes.mypy_plugin.types.facts_of import tensor_fact
from dtensortypes.mypy_plugin.types.types_of import Types


class Chosen(NamedTuple):
    """A move that is done where there is an accelerator."""

    choice: IfStmt
    place: NameExpr
    """The variable that is moved."""
    call: CallExpr


def moved(checker: TypeChecker, call: Context, before: Type, after: Type) -> Type:
    """The type of the tensor that the call gives; on the device that is chosen at run time, if it is moved there so."""
    one, other = get_proper_type(before), get_proper_type(after)
    if not isinstance(one, Instance) or not isinstance(other, Instance) or len(one.args) != 3 or len(other.args) != 3:
        return after
    old, new = tensor_fact(one), tensor_fact(other)
    if old is None or new is None or not is_moved(old.device, new.device):
        return after
    found = chosen(checker, call)
    if found is None:
        return after
    device = Types(checker.modules).device(ACCELERATOR)
    known_as(checker, found, one.copy_modified(args=[one.args[0], device, one.args[2]]))
    return other.copy_modified(args=[other.args[0], device, other.args[2]])


def is_moved(before: object, after: object) -> bool:
    """Whether it has been on the CPU, and now is on an accelerator."""
    return before == CPU and isinstance(after, Device) and after != ACCELERATOR and is_accelerator(after)


def known_as(checker: TypeChecker, found: Chosen, type_: Type) -> None:
    """Let what the call moves be of this type, too, where it is not moved."""
    known_otherwise(checker, found.choice, found.call, found.place, type_)


def chosen(checker: TypeChecker, call: Context) -> Chosen | None:
    """The `if` in which the call moves a variable where there is an accelerator."""
    if not isinstance(call, CallExpr) or not isinstance(call.callee, MemberExpr):
        return None
    place = call.callee.expr
    if not isinstance(place, NameExpr):
        return None
    for one in statements(current_body(checker)):
        if isinstance(one, IfStmt) and len(one.expr) == 1 and call.line in lines(one):
            is_there = any(_moves(statement, call, place) for statement in one.body[0].body)
            if is_there and _is_question(checker, one.expr[0]) and not does_something_else(checker.tree):
                return Chosen(one, place, call)
    return None


def _moves(statement: Statement, call: CallExpr, place: NameExpr) -> bool:
    if isinstance(statement, ExpressionStmt):
        return statement.expr is call
    given = [(target, value) for target, value in targets(statement) if value is call]
    return bool(given) and all(isinstance(target, NameExpr) and target.node is place.node for target, _ in given)


def _is_question(checker: TypeChecker, condition: Expression) -> bool:
    """Whether it asks for an accelerator; of a variable that asks for more, too, nothing but the variable is asked."""
    if not asks(checker, condition) or isinstance(condition, OpExpr):
        return False
    value = constant_value(checker, condition) if isinstance(condition, NameExpr) else condition
    asked = {_word(part) for part in expressions(value)} - {""} if isinstance(value, OpExpr) else set()
    return not asked or asked.isdisjoint(_asked(checker.tree))


def _word(part: Expression) -> str:
    is_torchs = isinstance(part, RefExpr) and names.root(part.fullname) == "torch"
    return part.name if isinstance(part, NameExpr | MemberExpr) and not is_torchs else ""


@once_per_tree
def _asked(tree: MypyFile) -> frozenset[str]:
    """The variables and attributes that the conditions of the file are about."""
    every = [one for body in bodies(tree.defs) for one in statements(body)]
    asked = [condition for one in every if isinstance(one, IfStmt) for condition in one.expr]
    asked += [part.cond for one in every for part in expressions(one) if isinstance(part, ConditionalExpr)]
    return frozenset(_word(part) for condition in asked for part in expressions(condition))
