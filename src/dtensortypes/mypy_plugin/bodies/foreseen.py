"""What a body will compute of numbers, words, lists and classes that are known before mypy looks at it.

A list is a tuple here; of what is in one, an expression stands for what only mypy can tell.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    FloatExpr,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    SetComprehension,
    SliceExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
)

from dtensortypes.core.rules.python_numbers import OPERATORS
from dtensortypes.mypy_plugin.bodies import comprehensions, known_sizes, sums
from dtensortypes.mypy_plugin.bodies.earlier import is_constant
from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE, THING, Fields, Opaque, device_made_of, held_in, kept
from dtensortypes.mypy_plugin.bodies.placed import bound, placed, plain, put_in_words
from dtensortypes.mypy_plugin.changes import changing, children
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text import registries
from dtensortypes.mypy_plugin.text.class_fields import default_of
from dtensortypes.mypy_plugin.text.computed import (
    CALLED,
    COMPARING,
    CONSTANTS,
    METHODS,
    MOST,
    UNARY,
    Modules,
    ModulesByName,
    Unknown,
    applied,
    are_plain,
    of_method,
    put_into_words,
    refuse,
)
from dtensortypes.mypy_plugin.text.expressions import Spot, is_self, spot_of
from dtensortypes.mypy_plugin.text.places import place_of
from dtensortypes.mypy_plugin.text.references import Function, function_of
from dtensortypes.mypy_plugin.text.rewritten import named_member, replaced, written
from dtensortypes.mypy_plugin.text.scope import constant_value


@dataclass
class Foreseen:
    """The values of a function's variables, and of its object's attributes under `.name`, at one place in its body."""

    checker: TypeChecker
    attribute: Callable[[MemberExpr], object]
    given: dict[str, Any] = field(default_factory=dict)
    function: Callable[[CallExpr, Callable[[Expression], Any]], Any] = refuse
    """What the call of a function of the program gives; it is told what an argument is."""
    reading: frozenset[Var] = frozenset()
    """The variables of the file whose values are being read: one may be made of itself."""
    counts: Mapping[Spot, int] = field(default_factory=dict)
    """How many items a first look has found in what stands somewhere."""

    def sure(self, expression: Expression) -> Any:
        """The value of the expression, which mypy does not need to tell; raises Unknown."""
        if isinstance(found := self.of(expression), Expression) or found is OPAQUE:
            raise Unknown
        return found

    def truth(self, condition: Expression) -> bool:
        """Whether the condition holds; raises Unknown."""
        if isinstance(condition, UnaryExpr) and condition.op == "not":
            return not self.truth(condition.expr)
        found = self.of(condition)
        key = place_of(condition) if found is condition else None
        return True if key and self.given.get(key) is THING else bool(self.sure(condition))

    def maybe(self, expression: Expression) -> Any:
        """The value of the expression; the expression itself where it is not known."""
        try:
            return self.of(expression)
        except Unknown:
            return expression

    def of(self, expression: Expression) -> Any:
        """The value of the expression, or another expression for it; raises Unknown."""
        if (size := known_sizes.size(expression, self.given, self.sure)) is not None:
            return size
        match expression:
            case IntExpr(value=value) | StrExpr(value=value) | FloatExpr(value=value):
                return value
            case NameExpr() | MemberExpr() if (count := self.counts.get(spot_of(expression))) is not None:
                return placed((OPAQUE,) * count, expression)
            case LambdaExpr() | RefExpr() if (function := function_of(self.checker, expression)) is not None:
                return function
            case NameExpr():
                return self.named(expression)
            case MemberExpr():
                return self.member(expression)
            case ListExpr(items=items) | TupleExpr(items=items):
                return self.gathered(items)
            case ListComprehension(generator=generator):
                return self.gathered(comprehensions.items(self, generator))
            case DictExpr(items=pairs) if all(key is not None for key, _ in pairs):
                return {self.sure(key): self.maybe(value) for key, value in pairs if key is not None}
            case OpExpr(op="and" | "or" as op, left=left, right=right):
                first = self.sure(left)
                return self.sure(right) if bool(first) == (op == "and") else first
            case ConditionalExpr(cond=condition, if_expr=one, else_expr=other):
                return self.of(one if self.truth(condition) else other)
            case IndexExpr(base=base, index=SliceExpr(begin_index=first, end_index=last, stride=step)):
                bounds = (None if bound is None else self.sure(bound) for bound in (first, last, step))
                return applied(operator.getitem, self.sure(base), slice(*bounds))
            case IndexExpr(base=base, index=index):
                return applied(operator.getitem, self.sure(base), self.sure(index))
        return self.computed(expression)

    def computed(self, expression: Expression) -> Any:
        """What an operator, a method of a dict or one of Python's own functions gives."""
        match expression:
            case CallExpr(callee=MemberExpr(expr=whole)) if children.is_call(expression):
                return children.items(self.checker.tree, expression, self.maybe(whole))
            case CallExpr(callee=MemberExpr(expr=whole, name=name), args=args) if name in METHODS and are_plain(
                expression
            ):
                return of_method(name, self.sure(whole), list(map(self.sure, args)))
            case UnaryExpr(op=op, expr=inner) if op in UNARY:
                return applied(UNARY[op], self.sure(inner))
            case OpExpr(op=op, left=left, right=right) if op in OPERATORS:
                return applied(OPERATORS[op], self.sure(left), self.sure(right))
            case ComparisonExpr(operators=[op], operands=[left, right]) if op in COMPARING:
                return applied(COMPARING[op], self.sure(left), self.sure(right))
            case CallExpr(callee=RefExpr(fullname=names.MODULE_LIST), args=[ListExpr(items=items)]):
                return Modules(self.gathered(items))
            case CallExpr(callee=RefExpr(fullname=names.SEQUENTIAL), args=[_, _, *_] as args) if are_plain(expression):
                return Modules(map(self.maybe, args))  # one alone may be a dict of them
            case CallExpr(callee=RefExpr(fullname=names.DEVICE), args=[inner]):
                return device_made_of(self.checker, self.sure(inner))
            case CallExpr(callee=RefExpr(fullname=name)) if name in CALLED:
                return applied(CALLED[name], *self.arguments(expression))
            case CallExpr(callee=RefExpr(node=FuncDef())):
                return self.function(expression, self.sure)
            case CallExpr(callee=MemberExpr(expr=StrExpr())):
                return put_into_words(expression, self.sure)
        raise Unknown

    def arguments(self, call: CallExpr) -> list[Any]:
        """What the call is given, one by one: `zip(*rows)`; raises Unknown."""
        found: list[Any] = []
        for one, kind in zip(call.args, call.arg_kinds, strict=True):
            value = self.sure(one)
            if kind is not ARG_POS and not (kind is ARG_STAR and isinstance(value, tuple)):
                raise Unknown
            found += value if kind is ARG_STAR else [value]
        if any(isinstance(one, Expression) for one in found):
            raise Unknown
        return found

    def gathered(self, items: Sequence[Expression]) -> tuple[Any, ...]:
        found: list[Any] = []
        for one in items:
            whole = self.sure(one.expr) if isinstance(one, StarExpr) else (self.maybe(one),)
            if not isinstance(whole, tuple):
                raise Unknown
            found += whole
        if len(found) > MOST:
            raise Unknown
        return tuple(found)

    def named(self, name: NameExpr) -> Any:
        if name.fullname in CONSTANTS:
            return CONSTANTS[name.fullname]
        if isinstance(name.node, TypeInfo):
            return name.node
        if not isinstance(name.node, Var):
            raise Unknown
        if "." not in name.node.fullname:
            return self.looked_up(name, name.name)
        if name.node.final_value is not None:
            return name.node.final_value
        registry = registries.table(self.checker.tree, name)
        value = registry or constant_value(self.checker, name)
        is_kept = registry is not None or not changing.is_changed(self.checker, name)
        if value is None or name.node in self.reading or not is_kept:
            raise Unknown
        found = plain(replace(self, given={}, reading=self.reading | {name.node}).of(value))
        return placed(found, name) if isinstance(found, tuple | dict) else found

    def member(self, place: MemberExpr) -> Any:
        if isinstance(place.node, TypeInfo):
            return place.node
        if is_self(place.expr):
            if f".{place.name}" not in self.given:
                self.given[f".{place.name}"] = self.attribute(place)
            return self.looked_up(place, f".{place.name}")
        if isinstance(place.expr, NameExpr) and isinstance(self.given.get(place.expr.name), Opaque):
            return placed(kept(self.checker, place.name, self.attribute(place)), place)
        owner = self.of(place.expr)
        is_class = isinstance(owner, TypeInfo) and not owner.is_enum  # a member is not the value that it has
        is_class = is_class and is_constant(self.checker, owner, place.name)
        if is_class and (value := default_of(owner, place.name)) is not None:
            return self.sure(value)
        if isinstance(owner, ModulesByName) and place.name in owner:
            return owner[place.name]  # `blocks.a` is `blocks["a"]`
        if isinstance(owner, Fields) and place.name in owner.held:
            return held_in(self.checker, owner, place.name)
        raise Unknown

    def looked_up(self, place: NameExpr | MemberExpr, key: str) -> Any:
        if (found := self.given.get(key, OPAQUE)) is OPAQUE:
            raise Unknown
        return placed(found, place)

    def learn(self, key: str, value: Any) -> None:
        """Take what the variable, or attribute, is given; items that only mypy knows are known by their place."""
        self.given[key] = plain(value)

    def rounds(self, index: Expression, whole: Expression) -> list[list[tuple[NameExpr, Any]]]:
        """What each variable of a loop is in each of its rounds; raises Unknown."""
        sequence = tuple(found) if isinstance(found := self.sure(whole), dict) else found
        if not isinstance(sequence, tuple):
            raise Unknown
        return [list(bound(index, value)) for value in sequence]

    def put_into(self, expression: Expression) -> Expression:
        """The expression, with what is known in the place of what computes it."""
        return replaced(expression, self.for_part)

    def for_part(self, part: Expression) -> Expression | None:
        """What is put into the place of a part of an expression; None where it stays."""
        match part:
            case IntExpr() | FloatExpr() | StrExpr() | DictExpr() | RefExpr(node=TypeInfo()):
                return None
            case ListExpr(items=items) | TupleExpr(items=items):
                part.items = [self.put_into(one) for one in items]
                return part
            case ListComprehension() | GeneratorExpr() | DictionaryComprehension():
                return comprehensions.one_by_one(self, part)
            case SetComprehension():
                return part
            case ConditionalExpr(cond=condition, if_expr=one, else_expr=other):
                return self.for_choice(condition, one, other)
            case CallExpr(callee=RefExpr(fullname="builtins.getattr"), args=[owner, word]):
                return named_member(owner, self.maybe(word), part)
            case CallExpr() if sums.is_sum(part):
                return sums.one_by_one(self, part)
            case CallExpr(arg_kinds=kinds) if any(kind.is_star() for kind in kinds):
                part.args = children.one_by_one(self.checker, part, self.maybe)
                put_in_words(self.checker, part, self.maybe)
                return None
        try:
            value = self.of(part)
        except Unknown:
            return None
        is_simple = isinstance(value, int | float | str | TypeInfo | Function | Expression) or children.is_call(part)
        return written(self.checker, value, part) if is_simple and not isinstance(value, bool) else None

    def for_choice(self, condition: Expression, one: Expression, other: Expression) -> Expression | None:
        """What is chosen, where that is known."""
        try:
            return self.put_into(one if self.truth(condition) else other)
        except Unknown:
            return None
