"""Where a fact comes from: the line where a tensor got the dtype, device or shape that an error is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    Argument,
    CallExpr,
    Context,
    Expression,
    ForStmt,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    ReturnStmt,
    UnaryExpr,
    Var,
)
from mypy.types import Instance, get_proper_type

from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Kind
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.sources import Sources
from dtensortypes.mypy_plugin.text.scope import function_at
from dtensortypes.mypy_plugin.types.value_of import of_type

GIVEN: Final = "given for "
"""What a note begins with, in a body that is checked for one call, where the fact comes from that call's arguments."""
_DEEPEST: Final = 20
_OF_NO_TENSOR: Final = frozenset({"builtins.int", "builtins.bool", "builtins.str"})
"""What a parameter is declared as that brings no tensor: how many rows there are in a batch, say."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something to say at a place other than the error's."""

    text: str
    place: Context


def origins(checker: TypeChecker, kind: Kind, operands: list[Expression], line: int) -> tuple[Note, ...]:
    """Where the operands of an error on `line` got the facts that it is about: each born, and made a tensor."""
    if kind not in {Kind.DTYPE, Kind.DEVICE, Kind.PROMOTION}:
        return ()
    traces = [_Trace(checker, kind, line, Sources(checker)).notes(operand) for operand in operands]
    return tuple(dict.fromkeys(note for notes in traces for note in notes))


@dataclass
class _Trace:
    """Follows one kind of fact back through assignments and operations that keep it."""

    checker: TypeChecker
    kind: Kind
    line: int
    sources: Sources

    def notes(self, expression: Expression) -> Iterator[Note]:
        fact = self.fact(expression)
        if fact is None:
            return
        *kept, born = self.chain(expression, fact, _DEEPEST)
        words = self.words(born)
        if isinstance(born, Argument) and self.is_given(born):
            yield Note(GIVEN + born.variable.name, born)
        elif words:
            yield self.said(f"{_spelled(fact)} comes from {words} here", born)
        for place in kept:
            words = self.words(place)
            if words and place.line != born.line and self.makes_tensor(place):
                yield self.said(f"{words} keeps {_spelled(fact)} here", place)
            elif words and place.line not in {born.line, self.line} and self.gives(place):
                yield self.said(f"{words} gives {_spelled(fact)} here", place)

    def is_given(self, parameter: Argument) -> bool:
        """Whether the fact is the call's for which the body is checked, and not what the signature declares."""
        copied = self.sources.copied
        if copied is None or parameter not in copied.arguments:
            return False
        function = function_at(self.checker.tree, copied.line)
        declared = [one.variable.type for one in function.arguments] if function is not None else []
        own = declared[copied.arguments.index(parameter)] if len(declared) == len(copied.arguments) else None
        return own is None or self.fact_in(of_type(own)) is None

    def said(self, text: str, place: Context) -> Note:
        return Note(text if place.line == self.line else f"{text}, used in line {self.line}", place)

    def gives(self, place: Context) -> bool:
        """Whether a value came through here, out of a function or a container."""
        return isinstance(place, ForStmt) or bool(self.sources.returns(place))

    def makes_tensor(self, place: Context) -> bool:
        """Whether an array of numpy's becomes a tensor here."""
        operands = _operands(place) if isinstance(place, Expression) else []
        return any(isinstance(self.value(operand), ArrayFact) for operand in operands)

    def value(self, expression: Expression) -> Value:
        type_ = self.checker.lookup_type_or_none(expression)
        if type_ is None and isinstance(expression, NameExpr) and isinstance(expression.node, Var):
            type_ = expression.node.type  # a daemon checks a function again with a checker that we have not seen
        return UNKNOWN if type_ is None else of_type(type_)

    def fact(self, expression: Expression) -> object:
        """The dtype or device of an expression; None where it is not known."""
        return self.fact_in(self.value(expression))

    def fact_in(self, value: Value) -> object:
        """What the trace is about, of a value."""
        match value:
            case TensorFact(dtype=dtype, device=device):
                fact: object = device if self.kind is Kind.DEVICE else dtype
            case ArrayFact(dtype=found) if self.kind is not Kind.DEVICE:
                fact = found
            case _:
                return None
        return None if isinstance(fact, Unknown) else fact

    def chain(self, expression: Expression, fact: object, depth: int) -> list[Context]:
        """The expressions that pass the fact on, from the use back to the one where it appears first."""
        if depth == 0:
            return [expression]
        if isinstance(expression, NameExpr):
            return self.named(expression, fact, depth)
        for operand in _operands(expression):
            if self.fact(operand) == fact:
                return [expression, *self.chain(operand, fact, depth - 1)]
        return [expression, *self.before(expression, fact, depth)]

    def before(self, expression: Expression, fact: object, depth: int) -> list[Context]:
        """Where the helper that is called, or the attribute that is read, got the fact; both are of this file."""
        results = self.sources.returns(expression)
        for value in (*(result.expr for result in results), *self.sources.of_attribute(expression)):
            if value is not None and self.fact(value) == fact:
                return self.chain(value, fact, depth - 1)
        is_open = len(results) == 1 and results[0].expr is not None and self.fact(results[0].expr) is None
        return [*results] if is_open else []  # a body that nobody has annotated tells only of the call at hand

    def named(self, name: NameExpr, fact: object, depth: int) -> list[Context]:
        """What gave the variable its value, back to the expression where the fact appears first."""
        statement, value = self.sources.given(name) or (name, None)
        if value is not None:
            return self.chain(value, fact, depth - 1) if self.fact(value) == fact else [name]
        parameters = []
        for source in self.sources.unpacked(statement, name):
            if self.fact(source) == fact:
                return [statement, *self.chain(source, fact, depth - 1)]
            given = self.sources.given(source) if isinstance(source, NameExpr) else None
            parameters += [given[0]] if given and isinstance(given[0], Argument) and _may_bring(given[0]) else []
        return [statement, *parameters[:1]]

    def words(self, place: Context) -> str | None:
        match place:
            case Argument():
                return f'the declaration of "{place.variable.name}"'
            case CallExpr(callee=callee):
                return called(callee)
            case ForStmt():
                return "this loop"
            case ReturnStmt():
                function = function_at(self.checker.tree, place.line)
                return f'what "{function.name}" returns' if function else None
            case OpExpr(op=op):
                return f'"{op}"'
        return None


def _may_bring(parameter: Argument) -> bool:
    """Whether a tensor's dtype or device may come of the parameter, and it is no number of rows, say."""
    type_ = get_proper_type(parameter.variable.type)
    return not isinstance(type_, Instance) or type_.type.fullname not in _OF_NO_TENSOR


def called(callee: Expression) -> str:
    """The name of what is called, as users know it: `torch.from_numpy`, `.half()`."""
    if isinstance(callee, NameExpr | MemberExpr) and "." in callee.fullname and names.is_users(callee.fullname):
        return _as_written(callee)
    if isinstance(callee, RefExpr) and callee.fullname and "." in callee.fullname:
        return names.public(callee.fullname)
    if isinstance(callee, MemberExpr):
        return f".{callee.name}()"
    return callee.name if isinstance(callee, NameExpr) else "a call"


def _as_written(callee: NameExpr | MemberExpr) -> str:
    """The name of a function of the program's own, with the module if that is written."""
    owner = callee.expr if isinstance(callee, MemberExpr) else None
    return f"{owner.name}.{callee.name}" if isinstance(owner, NameExpr) else callee.name


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
