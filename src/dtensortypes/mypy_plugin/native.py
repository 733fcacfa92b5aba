"""What mypy knows by itself: where an expression is `Any` to it, it must not complain of what the plugin knows there.

To mypy a call of a module gives `Any`, as that of a function without annotations does. The plugin knows more, and with
that mypy would complain of programs of which it says nothing else: `None * self.layer(x)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.errorcodes import CALL_ARG, CALL_OVERLOAD
from mypy.errors import ErrorInfo
from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    AwaitExpr,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    ReturnStmt,
    StarExpr,
    Statement,
    TupleExpr,
    UnaryExpr,
    Var,
    WithStmt,
)
from mypy.types import AnyType, CallableType, Instance, Overloaded, Type, get_proper_type

from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.compare import has_tensor
from dtensortypes.mypy_plugin.expressions import expressions
from dtensortypes.mypy_plugin.facts_of import is_a, mentions_size
from dtensortypes.mypy_plugin.scope import assigned, function_at, functions, statements, targets


_OF_CALLS: Final = (CALL_ARG, CALL_OVERLOAD)
"""What is said of a call, not of what it gives."""


def is_silent(info: ErrorInfo, tree: MypyFile, checker: TypeChecker) -> bool:
    """Whether mypy would not say this without the plugin, as what it complains of would be `Any`."""
    native = Native(tree, checker, function_at(tree, info.line))
    return any(native.is_known(part) and native.is_any(part) for part in _concerned(info, native.body))


def _concerned(info: ErrorInfo, body: list[Statement]) -> Iterator[Expression]:
    """The expressions whose types decide whether mypy says the message."""
    for statement in statements(body):
        if not statement.line <= info.line <= (statement.end_line or statement.line):
            continue
        match statement:
            case ReturnStmt(expr=Expression() as value) if _is_at(statement, info):
                yield value
            case AssignmentStmt(lvalues=places, rvalue=value) if _is_at(value, info):
                yield from places
        for expression in expressions(statement):
            parts = _parts(expression)
            if _is_at(expression, info) or any(_is_at(part, info) for part in parts):
                yield from parts
            if _is_at(expression, info) and not (isinstance(expression, CallExpr) and info.code in _OF_CALLS):
                yield expression


def _is_at(node: Statement | Expression, info: ErrorInfo) -> bool:
    ends = {(node.end_line, node.end_column), (node.line, node.column + 1)}  # of some mypy says only where they begin
    return (node.line, node.column) == (info.line, info.column) and (info.end_line, info.end_column) in ends


def _parts(expression: Expression) -> list[Expression]:
    """What decides together whether the expression is right: where one part is `Any`, mypy is silent about all."""
    match expression:
        case OpExpr(left=left, right=right):
            return [left, right]
        case ComparisonExpr(operands=operands):
            return operands
        case UnaryExpr(expr=inner) | MemberExpr(expr=inner):
            return [inner]
        case IndexExpr(base=base, index=index):
            return [base, index, *(index.items if isinstance(index, TupleExpr) else [])]
        case CallExpr(callee=MemberExpr(expr=inner)):
            return [inner]
    return []


class Native:
    """Tells of the expressions of one function, or of the file, whether they are `Any` without the plugin."""

    def __init__(
        self, tree: MypyFile, checker: TypeChecker, function: FuncDef | None, seen: dict[int, bool] | None = None
    ) -> None:
        self.tree = tree
        self.checker = checker
        self.function = function
        self.seen = {} if seen is None else seen
        """The answers so far, by the expression's identity; False for one that is being looked into."""

    @property
    def body(self) -> list[Statement]:
        return self.function.body.body if self.function else self.tree.defs

    def is_known(self, expression: Expression) -> bool:
        """Whether the plugin may have told mypy what it is: a tensor, or something with one in it."""
        type_ = self._type(expression)
        return type_ is not None and (has_tensor(type_) or mentions_size(type_))

    def is_any(self, expression: Expression) -> bool:
        """Whether it is, or is made of what is; False where that is not sure."""
        if id(expression) not in self.seen:
            self.seen[id(expression)] = False
            self.seen[id(expression)] = self._is_any(expression)
        return self.seen[id(expression)]

    def _is_any(self, expression: Expression) -> bool:
        match expression:
            case NameExpr():
                return self._name(expression)
            case MemberExpr():
                return self._attribute(expression)
            case CallExpr():
                return self._call(expression)
            case OpExpr(left=left, right=right):
                return self.is_any(left) or (self.is_any(right) and not self.is_known(left))
            case ComparisonExpr(operands=[inner, *_]) | IndexExpr(base=inner):
                return self.is_any(inner)
            case UnaryExpr(expr=inner) | StarExpr(expr=inner) | AwaitExpr(expr=inner) | AssignmentExpr(value=inner):
                return self.is_any(inner)
            case ListComprehension(generator=GeneratorExpr(left_expr=inner)) | GeneratorExpr(left_expr=inner):
                return self.is_any(inner)
            case ConditionalExpr(if_expr=one, else_expr=other):
                return self.is_any(one) or self.is_any(other)
            case ListExpr(items=items) | TupleExpr(items=items):
                return any(map(self.is_any, items))
            case DictExpr(items=pairs):
                return any(self.is_any(value) for _, value in pairs)
        return False

    def _name(self, name: NameExpr) -> bool:
        variable = name.node
        if not isinstance(variable, Var):
            return False
        for function in self._around():
            if any(argument.variable is variable and argument.type_annotation is None for argument in function.arguments):
                return not (variable.is_self or variable.is_cls)
            if any(argument.variable is variable for argument in function.arguments):
                return False
            given = assigned(function.body.body, variable)
            if given:
                return any(self._given(statement, value) for statement, value in given)
        given = assigned(self.tree.defs, variable)
        if given:
            return any(self._given(statement, value) for statement, value in given)
        return isinstance(get_proper_type(variable.type), AnyType)

    def _around(self) -> list[FuncDef]:
        """The functions that are around the place, from the inside out."""
        here = self.function
        if here is None:
            return []
        lines = range(here.line, (here.end_line or here.line) + 1)
        around = [f for f in functions(self.tree) if f.line <= lines[0] and (f.end_line or f.line) >= lines[-1]]
        return sorted(around, key=lambda f: f.line, reverse=True)

    def _given(self, statement: Statement | Expression, value: Expression | None) -> bool:
        """Whether what the statement gives a variable is `Any`."""
        match statement:
            case _ if value is not None:
                return self.is_any(value)
            case AssignmentStmt(rvalue=source, unanalyzed_type=None):
                return self.is_any(source)
            case ForStmt(expr=source):
                return self.is_any(source) or self._is_loader(source)
            case WithStmt(expr=sources):
                return any(map(self.is_any, sources))
        return False

    def _is_loader(self, iterable: Expression) -> bool:
        """Whether it is a data loader, in a call such as `enumerate` or bare: its batches are `Any`."""
        if isinstance(iterable, CallExpr) and self._is_generic(iterable):
            return any(map(self._is_loader, iterable.args))
        type_ = self._type(iterable)
        return isinstance(type_, Instance) and is_a(type_, names.DATA_LOADER)

    def _attribute(self, member: MemberExpr) -> bool:
        owner = self._type(member.expr)
        if not isinstance(owner, Instance):
            return self.is_any(member.expr)
        symbol = owner.type.get(member.name)
        variable = symbol.node if symbol else None
        if not isinstance(variable, Var):
            return self.is_any(member.expr)
        if not variable.is_inferred:
            return isinstance(get_proper_type(variable.type), AnyType)
        return any(
            Native(self.tree, self.checker, function, self.seen).is_any(value)
            for function in functions(self.tree)
            if function.info in owner.type.mro
            for statement in statements(function.body.body)
            for target, value in targets(statement)
            if isinstance(target, MemberExpr) and target.name == member.name and value is not None
        )

    def _call(self, call: CallExpr) -> bool:
        callee = call.callee
        if isinstance(callee, MemberExpr) and self.is_any(callee.expr):
            return True
        type_ = self._type(callee)
        if isinstance(type_, Instance) and is_a(type_, names.MODULE):
            return _gives_any(_call_of(type_))
        return _gives_any(type_) or (self._is_generic(call) and any(map(self.is_any, call.args)))

    def _is_generic(self, call: CallExpr) -> bool:
        """Whether the type of the result is made of those of the arguments."""
        type_ = self._type(call.callee)
        return isinstance(type_, CallableType | Overloaded) and any(item.variables for item in type_.items)

    def _type(self, expression: Expression) -> Type | None:
        type_ = self.checker.lookup_type_or_none(expression)
        if type_ is None and isinstance(expression, NameExpr) and isinstance(expression.node, Var):
            type_ = expression.node.type
        return None if type_ is None else get_proper_type(type_)


def _call_of(module: Instance) -> Type | None:
    symbol = module.type.get("__call__")
    return get_proper_type(symbol.type) if symbol else None


def _gives_any(type_: Type | None) -> bool:
    match type_:
        case AnyType():
            return True
        case CallableType():
            return isinstance(get_proper_type(type_.ret_type), AnyType)
        case Overloaded():
            return all(map(_gives_any, type_.items))
    return False
