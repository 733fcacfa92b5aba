"""Devices that are known only where the program runs: it asks whether there is an accelerator, and takes what there is.

`"cuda" if torch.cuda.is_available() else "cpu"`, the same as a statement, functions that return it, `f"cuda:{rank}"`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IfStmt,
    ListExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    ReturnStmt,
    Statement,
    StrExpr,
    Var,
)
from mypy.types import AnyType, Instance, NoneType, Type, flatten_nested_unions, get_proper_type

from dtensortypes.core.algebra.colocate import is_accelerator
from dtensortypes.core.facts.device import ACCELERATOR, CPU, Device
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.rules.devices import as_device
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.definitions import stands_in
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import assigned, blocks, bodies, constant_value, shared, statements
from dtensortypes.mypy_plugin.text.yields import returned
from dtensortypes.mypy_plugin.types.types_of import anything
from dtensortypes.mypy_plugin.types.value_of import of_type


def chosen(checker: TypeChecker, expression: Expression) -> Value:
    """The device, where the expression chooses one at run time or numbers it; UNKNOWN for all others."""
    known = checker.lookup_type_or_none(expression)
    if known is None or not all(map(_may_be_device, flatten_nested_unions([known]))):
        return UNKNOWN
    around = [item.body.body for item in reversed(checker.scope.stack) if isinstance(item, FuncDef)]
    found = _Chooser(checker, [*around, checker.tree.defs]).device(expression)
    return UNKNOWN if found is None else found


def asks(checker: TypeChecker, condition: Expression) -> bool:
    """Whether the condition asks if there is an accelerator."""
    return _Chooser(checker, []).asks(condition)


@once_per_tree
def tells_words_apart(tree: MypyFile) -> bool:
    """Whether the file asks if something is a word or a device: it would be told wrong of a device's word."""
    every = [one for body in bodies(tree.defs) for one in statements(body)]
    return any(isinstance(one, MatchStmt) for one in every) or any(
        _asks_for_class(part) for one in every for part in expressions(one)
    )


def _asks_for_class(part: Expression) -> bool:
    match part:
        case (
            CallExpr(callee=RefExpr(fullname="builtins.type"), args=[_])
            | CallExpr(callee=RefExpr(fullname="builtins.hasattr"))
        ):
            return True
        case CallExpr(callee=RefExpr(fullname="builtins.isinstance"), args=[_, classes]):
            asked = [one for one in (classes, *expressions(classes)) if isinstance(one, RefExpr)]
            return any(one.fullname in {"builtins.str", names.DEVICE, "torch.device"} for one in asked)
    return False


def _known(device: Value) -> Device | None:
    return device if isinstance(device, Device) else None


def _may_be_device(type_: Type) -> bool:
    proper = get_proper_type(type_)
    return isinstance(proper, AnyType | NoneType) or (
        isinstance(proper, Instance) and proper.type.fullname in {names.DEVICE, "builtins.str"}
    )


@dataclass(frozen=True, slots=True)
class _Chooser:
    checker: TypeChecker
    scopes: list[list[Statement]]
    """The bodies in which variables get their values, from the inside out."""
    entered: set[int] = field(default_factory=set)
    """The identities of the variables' places, and of the functions, that have been looked up."""

    def device(self, expression: Expression) -> Device | None:
        match expression:
            case CallExpr(callee=RefExpr(fullname=names.DEVICE), args=[inner]):
                return self.device(inner)
            case (
                CallExpr(callee=RefExpr(fullname=names.CURRENT))
                | MemberExpr(expr=CallExpr(callee=RefExpr(fullname=names.CURRENT)))
            ):
                return ACCELERATOR
            case CallExpr(callee=RefExpr(node=FuncDef() as function)):
                return self.returned(function)
            case CallExpr(
                callee=MemberExpr(expr=StrExpr(), name="join"), args=[ListExpr(items=[StrExpr(value=word), _])]
            ):
                return _known(as_device(word.removesuffix(":")))  # f"cuda:{rank}"
            case ConditionalExpr(cond=condition, if_expr=one, else_expr=other):
                return self.one_of([one, other]) if self.asks(condition) else None
            case NameExpr() if values := self.given(expression):
                return self.one_of(values) if self.enters(expression) else None
        known = self.checker.lookup_type_or_none(expression)
        return _known(as_device(expression.value if isinstance(expression, StrExpr) else of_type(known or anything())))

    def enters(self, looked_up: NameExpr | FuncDef) -> bool:
        """Whether it is looked up for the first time: `device = torch.device(device)` leads back to the variable."""
        is_new = id(looked_up) not in self.entered
        self.entered.add(id(looked_up))
        return is_new

    def one_of(self, values: list[Expression]) -> Device | None:
        """The device that is one of these, whichever is there; None where that is not known."""
        devices = {self.device(value) for value in values}
        found = {device for device in devices if device is not None}
        if not found or None in devices:
            return None
        if len(found) == 1:
            return found.pop()
        accelerators = {device for device in found if is_accelerator(device)}
        is_choice = found & {CPU, ACCELERATOR} and found - accelerators <= {CPU}
        return ACCELERATOR if accelerators and is_choice else None

    def asks(self, condition: Expression) -> bool:
        """Whether the expression asks torch if there is an accelerator, or is a variable that holds the answer."""
        match condition:
            case CallExpr(callee=RefExpr(fullname=name)):
                return name in names.AVAILABLE
            case OpExpr(op="and", left=left, right=right):
                return self.asks(left) or self.asks(right)
            case NameExpr():
                value = constant_value(self.checker, condition)
                return isinstance(value, CallExpr | OpExpr) and self.asks(value)
        return False

    def decides(self, statement: IfStmt) -> bool:
        """Whether nothing but the question for an accelerator decides on what is run in the statement."""
        inner = [one for block in blocks(statement) for one in statements(block.body)]
        return all(self.asks(one.expr[0]) for one in [statement, *inner] if isinstance(one, IfStmt))

    def given(self, name: NameExpr) -> list[Expression]:
        """The values of a variable, where the question for an accelerator, and no other, decides between them."""
        if isinstance(name.node, Var) and name.node.is_argument:
            return []
        body = next((body for body in self.scopes if assigned(body, name.node)), [])
        given = assigned(body, name.node)
        values = [value for _, value in given if value is not None]
        if len(values) < len(given) or name.name in shared(self.checker.tree.defs):
            return []
        asking = [one for one in statements(body) if isinstance(one, IfStmt) and self.decides(one)]
        inside = {id(inner) for one in asking for block in blocks(one) for inner in statements(block.body)}
        outside = [i for i, (statement, _) in enumerate(given) if id(statement) not in inside]
        last = max((one.end_line or one.line for one in asking), default=0)
        is_before = body is self.scopes[0] and name.line <= last
        return [] if outside not in ([], [0]) or is_before else values

    def returned(self, function: FuncDef) -> Device | None:
        """What a function of this file returns, where nothing but the question for an accelerator decides on it."""
        if not stands_in(self.checker.tree, function) or not self.enters(function):
            return None
        body = function.body.body
        decides = [one for one in statements(body) if not isinstance(one, ReturnStmt | AssignmentStmt | ExpressionStmt)]
        if not all(isinstance(one, IfStmt) and self.asks(one.expr[0]) for one in decides):
            return None
        return replace(self, scopes=[body, self.checker.tree.defs]).one_of(returned(body))
