"""What a condition says of a tensor: each question in it is asked of the table, for what the tensor may be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeGuard

from mypy.checker import TypeChecker
from mypy.literals import Key, literal_hash
from mypy.nodes import (
    AssignmentExpr,
    CallExpr,
    ComparisonExpr,
    DictionaryComprehension,
    Expression,
    GeneratorExpr,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    SetExpr,
    SliceExpr,
    TupleExpr,
    UnaryExpr,
    Var,
)

from dtensortypes.core import ops
from dtensortypes.core.algebra.same import same
from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.rules.asked import asked
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.expressions import expressions

_METHOD: Final = names.public(f"{names.TENSOR}.")


def questions(condition: Expression) -> Iterator[tuple[Expression, NameExpr | MemberExpr]]:
    """The parts of the condition that ask something of a variable or attribute, each with it: `x.dtype`, `f(self.x)`.

    A condition that gives a variable a value on the way is left alone, and so is one that goes through items.
    """
    parts = expressions(condition)
    if any(isinstance(part, AssignmentExpr | GeneratorExpr | DictionaryComprehension) for part in parts):
        return
    for part in parts:
        match part:
            case MemberExpr(expr=place) | CallExpr(callee=MemberExpr(expr=place)) if _is_place(place):
                yield part, place
            case CallExpr(args=args):
                yield from ((part, arg) for arg in args if _is_place(arg))


def root(place: Expression) -> NameExpr:
    """The variable that the place begins with."""
    while isinstance(place, MemberExpr):
        place = place.expr
    assert isinstance(place, NameExpr)
    return place


def _is_place(expression: Expression) -> TypeGuard[NameExpr | MemberExpr]:
    """Whether it is a variable, or an attribute of one."""
    while isinstance(expression, MemberExpr):
        expression = expression.expr
    return isinstance(expression, NameExpr) and isinstance(expression.node, Var)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition about one variable, in the words of one checker."""

    checker: TypeChecker
    expression: Expression
    variable: Key

    def holds(self, fact: TensorFact) -> bool | None:
        """Whether the condition holds of a variable that is this tensor; None where that cannot be told."""
        return self.verdict(self.expression, fact)

    def fails(self, fact: TensorFact) -> bool | None:
        """The contrary of `holds`."""
        return _not(self.holds(fact))

    def verdict(self, condition: Expression, fact: TensorFact) -> bool | None:
        match condition:
            case OpExpr(op="and", left=left, right=right):
                return _both(self.verdict(left, fact), self.verdict(right, fact))
            case OpExpr(op="or", left=left, right=right):
                return _not(_both(_not(self.verdict(left, fact)), _not(self.verdict(right, fact))))
            case UnaryExpr(op="not", expr=inner):
                return _not(self.verdict(inner, fact))
            case ComparisonExpr():
                verdict: bool | None = True
                for op, left, right in condition.pairwise():
                    verdict = _both(verdict, self.compared(op, left, right, fact))
                return verdict
        value = self.value(condition, fact)
        value = value.rank if isinstance(value, Shape) else value
        return bool(value) if isinstance(value, int) else None

    def sizes(self, fact: TensorFact, *, holds: bool) -> dict[int, int]:
        """The dims of the tensor of which the condition gives the size where it holds, or fails: `x.shape[0] == 3`."""
        dims = fact.shape.dims or ()
        marked = tuple(
            dim if isinstance(dim, Dim) and dim.constant is not None else Dim.of(f"?{at}")
            for at, dim in enumerate(dims)
        )
        marks = {mark: at for at, mark in enumerate(marked) if mark is not dims[at]}
        asked = replace(fact, shape=Shape(marked))
        found = {}
        for one, other in self.equal(self.expression, asked, holds=holds) if marks else ():
            for dim, size in ((one, other), (other, one)):
                if isinstance(dim, Dim) and dim in marks and type(size) is int:
                    found[marks[dim]] = size
        return found

    def equal(self, condition: Expression, fact: TensorFact, *, holds: bool) -> Iterator[tuple[Value, Value]]:
        """What has to be equal for the condition to hold, or to fail."""
        match condition:
            case OpExpr(op="and" | "or" as op, left=left, right=right) if holds is (op == "and"):
                yield from self.equal(left, fact, holds=holds)
                yield from self.equal(right, fact, holds=holds)
            case UnaryExpr(op="not", expr=inner):
                yield from self.equal(inner, fact, holds=not holds)
            case ComparisonExpr(operators=[op], operands=[left, right]) if op == ("==" if holds else "!="):
                one, other = (_items(self.value(side, fact)) for side in (left, right))
                if len(one) == len(other):
                    yield from zip(one, other, strict=True)

    def compared(self, op: str, left: Expression, right: Expression, fact: TensorFact) -> bool | None:
        one, other = self.value(left, fact), self.value(right, fact)
        match op:
            case "==" | "is":
                return same(one, other)
            case "!=" | "is not":
                return _not(same(one, other))
            case "in" | "not in" if isinstance(other, tuple):
                verdicts = [same(one, item) for item in other]
                found = True if True in verdicts else None if None in verdicts else False
                return found if op == "in" else _not(found)
            case "<" | ">" | "<=" | ">=" if type(one) is int and type(other) is int:
                return {"<": one < other, ">": one > other, "<=": one <= other, ">=": one >= other}[op]
        return None

    def value(self, expression: Expression, fact: TensorFact) -> Value:
        """The value of a part of the condition; of one that does not speak of the variable, by its type."""
        if literal_hash(expression) == self.variable:
            return fact
        match expression:
            case MemberExpr(expr=owner, name=name) if self.speaks(owner):
                return self.attribute(self.value(owner, fact), name)
            case CallExpr(callee=MemberExpr(expr=owner, name=name)) if self.speaks(owner):
                return self.answer(_METHOD + name, expression, fact, self.value(owner, fact))
            case CallExpr(callee=RefExpr(fullname="builtins.len"), args=[inner]) if self.speaks(inner):
                return _length(self.value(inner, fact))
            case CallExpr(callee=RefExpr(fullname=name)) if any(map(self.speaks, expression.args)):
                return self.answer(names.public(name), expression, fact)
            case IndexExpr(base=base, index=SliceExpr(stride=None) as part) if self.speaks(base):
                ends = [None if end is None else self.typed(end) for end in (part.begin_index, part.end_index)]
                return _part(self.value(base, fact), *ends)
            case IndexExpr(base=base, index=index) if self.speaks(base):
                return _item(self.value(base, fact), self.typed(index))
            case TupleExpr(items=items) | ListExpr(items=items) | SetExpr(items=items):
                return tuple(self.value(item, fact) for item in items)
        return UNKNOWN if self.speaks(expression) else self.typed(expression)

    def speaks(self, expression: Expression) -> bool:
        """Whether the expression speaks of the variable."""
        return any(literal_hash(part) == self.variable for part in expressions(expression))

    def typed(self, expression: Expression) -> Value:
        return Values(self.checker).typed(expression)

    def attribute(self, owner: Value, name: str) -> Value:
        match owner:
            case TensorFact():
                return _answer(_METHOD + name, [owner], {})
            case DType() | Device():
                return asked(owner, name)
        return UNKNOWN

    def answer(self, name: str, call: CallExpr, fact: TensorFact, *owner: Value) -> Value:
        if owner and not isinstance(owner[0], TensorFact):
            return UNKNOWN
        given = [self.value(argument, fact) for argument in call.args]
        positional = [value for value, word in zip(given, call.arg_names, strict=True) if word is None]
        named = {word: value for value, word in zip(given, call.arg_names, strict=True) if word is not None}
        return _answer(name, [*owner, *positional], named)


def _answer(name: str, positional: list[Value], named: dict[str, Value]) -> Value:
    outcome = ops.infer(name, positional, named) if name in ops.names() else None
    return UNKNOWN if outcome is None or outcome.problems else outcome.result


def _item(sizes: Value, index: Value) -> Value:
    dims = sizes.dims if isinstance(sizes, Shape) else None
    return dims[index] if dims is not None and type(index) is int and -len(dims) <= index < len(dims) else UNKNOWN


def _part(sizes: Value, begin: Value, end: Value) -> Value:
    if not isinstance(sizes, Shape) or sizes.dims is None:
        return UNKNOWN
    if not isinstance(begin, int | None) or not isinstance(end, int | None):
        return UNKNOWN
    return sizes.dims[begin:end]


def _length(value: Value) -> Value:
    if isinstance(value, TensorFact):
        return _item(value.shape, 0)
    return UNKNOWN if not isinstance(value, Shape) or value.rank is None else value.rank


def _items(value: Value) -> tuple[Value, ...]:
    if isinstance(value, Shape):
        return value.dims or ()
    return value if isinstance(value, tuple) else (value,)


def _not(verdict: bool | None) -> bool | None:  # noqa: FBT001 - a verdict is no flag
    return None if verdict is None else not verdict


def _both(one: bool | None, other: bool | None) -> bool | None:  # noqa: FBT001 - verdicts are no flags
    return False if False in {one, other} else None if None in {one, other} else True
