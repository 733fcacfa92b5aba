"""What a value was made of, as far as its file says: what gave a variable its value, and what put an item there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    Argument,
    AssignmentStmt,
    CallExpr,
    Context,
    Decorator,
    DictExpr,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    ReturnStmt,
    Statement,
    TupleExpr,
    TypeInfo,
)
from mypy.types import Instance, get_proper_type

from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.fixed import values_given
from dtensortypes.mypy_plugin.text.definitions import definition
from dtensortypes.mypy_plugin.text.expressions import expressions, lines
from dtensortypes.mypy_plugin.text.loops import apart
from dtensortypes.mypy_plugin.text.scope import assigned, current_function, function_at, functions, singles, statements
from dtensortypes.mypy_plugin.text.yields import returned, yielded

Part = tuple[Expression, int | None]
"""What something is made of, and which item of it is asked for."""

_DEEPEST: Final = 12
_GIVING_ITEMS: Final = frozenset({list.__getitem__.__name__, "__iter__", "__next__"})


@dataclass
class Sources:
    """Looks values up in the file that is being checked."""

    checker: TypeChecker

    @cached_property
    def copied(self) -> FuncDef | None:
        """The copy of a function that is being checked for one call, if that is so; it has variables of its own."""
        function = current_function(self.checker)
        return None if function is None or function in functions(self.checker.tree) else function

    def around(self, place: Context) -> FuncDef | None:
        """The function that the place is in."""
        is_copied = self.copied is not None and place.line in lines(self.copied)
        return self.copied if is_copied else function_at(self.checker.tree, place.line)

    def given(self, name: NameExpr) -> tuple[Context, Expression | None] | None:
        """What gave the variable its value last, above its use: a statement with the value, or the parameter."""
        function, file = self.around(name), self.checker.tree.defs
        body = function.body.body if function else file
        given = assigned(body, name.node) or assigned(file, name.node)
        above = [(statement, value) for statement, value in given if _is_above(statement, name)]
        made = [(one, value) for one, value in above if not isinstance(one, OperatorAssignmentStmt)]
        if above:
            return (made or above)[-1]  # `x += y` changes neither the dtype nor the device of x
        parameters: list[Argument] = function.arguments if function else []
        return next(((one, None) for one in parameters if one.variable.name == name.name), None)

    def returns(self, place: Context) -> list[ReturnStmt]:
        """The `return`s of the function that is called, one of this file."""
        function = self._called(place)
        return [one for one in statements(function.body.body) if isinstance(one, ReturnStmt)] if function else []

    def _called(self, place: Context) -> FuncDef | None:
        if not isinstance(place, CallExpr):
            return None
        owner = self.checker.lookup_type_or_none(place.callee.expr) if isinstance(place.callee, MemberExpr) else None
        function = definition(place.callee, owner)
        function = function.func if isinstance(function, Decorator) else function
        return function if isinstance(function, FuncDef) and function in functions(self.checker.tree) else None

    def of_attribute(self, place: Expression) -> list[Expression | None]:
        """What the methods of its class give the attribute."""
        owner = get_proper_type(self.checker.lookup_type_or_none(place.expr)) if isinstance(place, MemberExpr) else None
        if not isinstance(place, MemberExpr) or not isinstance(owner, Instance):
            return []
        return [value for method in self._methods(owner.type) for value in values_given(method, place.name)]

    def _methods(self, cls: TypeInfo) -> list[FuncDef]:
        return [function for function in functions(self.checker.tree) if function.info in cls.mro]

    def unpacked(self, statement: Context, name: NameExpr) -> Iterator[Expression]:
        """What the values may be that a loop, or an unpacking, gives the variable."""
        return self._within(_unpacked(statement, name))

    def items(self, container: Expression, at: int | None) -> Iterator[Expression]:
        """The container, and expressions whose values may be in it, however deep; of a tuple the one at the place."""
        return self._within(iter([(container, at)]))

    def _within(self, parts: Iterator[Part]) -> Iterator[Expression]:
        """The parts, and what they are made of in turn, each of them once: a variable may be made of itself."""
        seen, inner = set[Part](), [parts]
        while inner:
            part = next(inner[-1], None)
            if part is None:
                inner.pop()
            elif part not in seen:
                seen.add(part)
                yield part[0]
                inner += [self._parts(*part)] if len(inner) <= _DEEPEST else []

    def _parts(self, container: Expression, at: int | None) -> Iterator[Part]:
        """What the container is made of."""
        match container:
            case TupleExpr(items=items):
                yield from ((one, None) for one in (items if at is None else items[at : at + 1]))
            case ListExpr(items=items):
                yield from ((one, at) for one in items)
            case DictExpr(items=pairs):
                yield from ((value, at) for _, value in pairs)
            case ListComprehension(generator=GeneratorExpr(left_expr=item)) | GeneratorExpr(left_expr=item):
                yield item, at
            case IndexExpr(base=base, index=index):
                yield base, index.value if isinstance(index, IntExpr) else at
            case NameExpr():
                yield from ((part, at if place is None else place) for part, place in self._of_variable(container))
            case MemberExpr():
                yield from ((value, at) for value in self.of_attribute(container) if value is not None)
            case CallExpr(args=args):
                yield from ((part, at) for part in self._of_call(container))
                first = [] if at is None else args[at : at + 1]  # the data of a set that is made of several tensors
                yield from ((argument, at) for argument in (*first, *args))

    def _of_variable(self, name: NameExpr) -> Iterator[Part]:
        if isinstance(name.node, FuncDef):  # what collates a batch
            yield from ((one, None) for one in returned(name.node.body.body))
            return
        statement, value = self.given(name) or (None, None)
        if value is not None:
            yield value, None
        elif statement is not None:
            yield from _unpacked(statement, name)
        function = self.around(name)
        for one in statements(function.body.body if function else self.checker.tree.defs):
            if any(isinstance(place, NameExpr) and place.node is name.node for place in filled_by(one)):
                yield from ((put, None) for put in _put_in(one, name))

    def _of_call(self, call: CallExpr) -> Iterator[Expression]:
        function, made = self._called(call), get_proper_type(self.checker.lookup_type_or_none(call))
        methods = self._methods(made.type) if isinstance(made, Instance) else []
        for one in (function, *(method for method in methods if method.name in _GIVING_ITEMS)):
            yield from [] if one is None else (*returned(one.body.body), *yielded(one))
        if isinstance(call.callee, MemberExpr):
            yield call.callee.expr


def _is_above(statement: Context, name: NameExpr) -> bool:
    """Whether the statement gives the variable its value before it comes to the name: a loop does before its body."""
    last = statement.end_line if isinstance(statement, AssignmentStmt) else None
    return (last or statement.line) < name.line


def _unpacked(statement: Context, name: NameExpr) -> Iterator[Part]:
    """What a loop, or an unpacking, takes the variable's values out of, and from which place in it."""
    match statement:
        case ForStmt(index=index, expr=whole):
            for target, source in apart(index, whole):
                if any(single.node is name.node for single in singles(target) if isinstance(single, NameExpr)):
                    yield source, _place(target, name)
        case AssignmentStmt(lvalues=[TupleExpr() as targets], rvalue=value):
            yield value, _place(targets, name)


def _place(target: Expression, name: NameExpr) -> int | None:
    """Which of the targets that are unpacked into together the variable is."""
    items = target.items if isinstance(target, TupleExpr) else []
    for at, one in enumerate(items):
        if isinstance(one, NameExpr) and one.node is name.node:
            return at
    return next((found for one in items if (found := _place(one, name)) is not None), None)


def _put_in(statement: Statement, name: NameExpr) -> Iterator[Expression]:
    """What the statement puts into the container that the variable holds."""
    if isinstance(statement, AssignmentStmt):
        yield statement.rvalue
    for call in expressions(statement):
        match call:
            case CallExpr(callee=MemberExpr(expr=NameExpr(node=node)), args=args) if node is name.node:
                yield from args
