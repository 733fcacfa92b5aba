"""Where a fact comes from: the line where a tensor got the dtype, device or shape that an error is about."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mypy.checker import TypeChecker
from mypy.nodes import (
    Argument,
    CallExpr,
    Context,
    Expression,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    UnaryExpr,
)

from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import Unknown
from dtensortypes.core.problems import Kind
from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.scope import assigned, current_body, current_function
from dtensortypes.mypy_plugin.values import of_type

_DEEPEST = 20


def origins(checker: TypeChecker, kind: Kind, operands: list[Expression]) -> tuple[str, ...]:
    """A note for each operand that says where its fact was born, the operands' order kept."""
    if kind not in {Kind.DTYPE, Kind.DEVICE, Kind.PROMOTION}:
        return ()
    notes = [_Trace(checker, kind).note(operand) for operand in operands]
    return tuple(dict.fromkeys(note for note in notes if note is not None))


@dataclass
class _Trace:
    """Follows one kind of fact back through assignments and operations that keep it."""

    checker: TypeChecker
    kind: Kind

    def note(self, expression: Expression) -> str | None:
        fact = self.fact(expression)
        if fact is None:
            return None
        place = self.born(expression, fact, _DEEPEST)
        words = self.words(place)
        where = "here" if place.line == expression.line else f"at {Path(self.checker.path).name}:{place.line}"
        return f"{_spelled(fact)} comes from {words} {where}" if words else None

    def fact(self, expression: Expression) -> object:
        """The dtype or device of an expression; None where it is not known."""
        type_ = self.checker.lookup_type_or_none(expression)
        value = of_type(type_) if type_ is not None else None
        match value:
            case TensorFact():
                fact: object = value.device if self.kind is Kind.DEVICE else value.dtype
            case ArrayFact():
                fact = None if self.kind is Kind.DEVICE else value.dtype
            case _:
                return None
        return None if isinstance(fact, Unknown) else fact

    def born(self, expression: Expression, fact: object, depth: int) -> Context:
        """The expression or parameter at which the fact appears first."""
        if depth == 0:
            return expression
        if isinstance(expression, NameExpr):
            return self.named(expression, fact, depth)
        for operand in _operands(expression):
            if self.fact(operand) == fact:
                return self.born(operand, fact, depth - 1)
        return expression

    def named(self, name: NameExpr, fact: object, depth: int) -> Context:
        """The last assignment above that gave the variable its value, or its declaration as a parameter."""
        above = [
            value
            for statement, value in assigned(current_body(self.checker), name.node)
            or assigned(self.checker.tree.defs, name.node)
            if statement.line < name.line and value is not None
        ]
        if above:
            return self.born(above[-1], fact, depth - 1) if self.fact(above[-1]) == fact else name
        function = current_function(self.checker)
        if function is not None:
            declared = next((a for a in function.arguments if a.variable.name == name.name), None)
            return declared or name
        return name

    def words(self, place: Context) -> str | None:
        match place:
            case Argument():
                return f'the declaration of "{place.variable.name}"'
            case CallExpr(callee=callee):
                return called(callee)
            case OpExpr(op=op):
                return f'"{op}"'
        return None


def called(callee: Expression) -> str:
    """The name of what is called, as users know it: `torch.from_numpy`, `.half()`."""
    if isinstance(callee, RefExpr) and callee.fullname and "." in callee.fullname:
        return names.public(callee.fullname)
    if isinstance(callee, MemberExpr):
        return f".{callee.name}()"
    return callee.name if isinstance(callee, NameExpr) else "a call"


def _operands(expression: Expression) -> list[Expression]:
    match expression:
        case CallExpr(callee=MemberExpr(expr=owner), args=args):
            return [owner, *args]
        case CallExpr(args=args):
            return list(args)
        case OpExpr(left=left, right=right):
            return [left, right]
        case IndexExpr(base=base):
            return [base]
        case UnaryExpr(expr=inner) | MemberExpr(expr=inner):
            return [inner]
    return []


def _spelled(fact: object) -> str:
    return str(fact) if isinstance(fact, DType | Device) else str(getattr(fact, "notation", fact))
