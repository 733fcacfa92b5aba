"""What mypy knows by itself: where an expression is `Any` to it, it must not complain of what the plugin knows there.

To mypy a call of a module gives `Any`, as that of a function without annotations does. The plugin knows more, and with
that mypy would complain of programs of which it says nothing else: `None * self.layer(x)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.errorcodes import ASSIGNMENT, CALL_ARG, CALL_OVERLOAD, MISC, OPERATOR
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
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    NoneType,
    Overloaded,
    ProperType,
    Type,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.compare import has_module, has_tensor
from dtensortypes.mypy_plugin.expressions import expressions
from dtensortypes.mypy_plugin.facts_of import is_a, mentions_size
from dtensortypes.mypy_plugin.reaching import reaching
from dtensortypes.mypy_plugin.scope import Given, assigned, function_at, functions, statements, targets

_OF_CALLS: Final = (CALL_ARG, CALL_OVERLOAD, MISC)
"""Codes of what is said of a call, not of what it gives."""


def is_silent(info: ErrorInfo, tree: MypyFile, checker: TypeChecker) -> bool:
    """Whether mypy would not say this without the plugin, as what it complains of would be `Any`."""
    native = Native(tree, checker, function_at(tree, info.line))
    return any(native.is_known(part) and native.is_any(part) for part in _concerned(info, native.body))


def _concerned(info: ErrorInfo, body: list[Statement]) -> Iterator[Expression]:
    """The expressions whose types decide whether mypy says the message: where one is `Any`, it is silent."""
    of_call = info.code in _OF_CALLS or info.message.endswith("not callable")
    for statement in statements(body):
        if not statement.line <= info.line <= (statement.end_line or statement.line):
            continue
        match statement:
            case ReturnStmt(expr=Expression() as value) if _is_at(statement, info):
                yield value
            case AssignmentStmt(lvalues=places, rvalue=value) if _is_at(value, info) and info.code is ASSIGNMENT:
                yield from places
        for expression in expressions(statement):
            parts = _parts(expression)
            if _is_at(expression, info):
                yield from parts if of_call and isinstance(expression, CallExpr) else [expression, *parts]
            elif info.code is OPERATOR and not of_call and any(_is_at(part, info) for part in parts):
                yield from parts


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
        """Whether the plugin may have told mypy what it is: something with a tensor, a size or a module in it.

        In the middle of a statement mypy has not written down all types yet.
        """
        type_ = self._type(expression)
        return type_ is None or has_tensor(type_) or mentions_size(type_) or has_module(type_)

    def is_any(self, expression: Expression) -> bool:
        """Whether it is, whatever way the program took; False where that is not sure."""
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
            case OpExpr(left=left, right=right):  # torch declares its operators so that `Any` gives `Any`
                return self.is_any(left) or self.is_any(right)
            case ComparisonExpr(operands=operands):
                return any(map(self.is_any, operands))
            case IndexExpr(base=inner):
                return self.is_any(inner)
            case UnaryExpr(expr=inner) | StarExpr(expr=inner) | AwaitExpr(expr=inner) | AssignmentExpr(value=inner):
                return self.is_any(inner)
            case ListComprehension(generator=GeneratorExpr(left_expr=inner)) | GeneratorExpr(left_expr=inner):
                return self.is_any(inner)
            case ConditionalExpr(if_expr=one, else_expr=other):
                return self.is_any(one) and self.is_any(other)
            case ListExpr(items=items) | TupleExpr(items=items) if items:
                return all(map(self.is_any, items))
            case DictExpr(items=pairs) if pairs:
                return all(self.is_any(value) for _, value in pairs)
        return False

    def _name(self, name: NameExpr) -> bool:
        variable = name.node
        if not isinstance(variable, Var):
            return False
        for function in self._around():
            parameter = next((argument for argument in function.arguments if argument.variable is variable), None)
            given = assigned(function.body.body, variable)
            if parameter is None and not given:
                continue
            before, is_sure = reaching(function.body.body, given, name.line)
            if not is_sure and parameter is not None and (parameter.type_annotation or variable.is_self):
                return False
            return self._all_any(before or ([] if parameter else given), otherwise=parameter is not None)
        given = assigned(self.tree.defs, variable)
        if given:
            return self._all_any(given, otherwise=False)
        return isinstance(get_proper_type(variable.type), AnyType)

    def _all_any(self, given: list[Given], *, otherwise: bool) -> bool:
        return all(self._given(statement, value) for statement, value in given) if given else otherwise

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
        if self.is_any(member.expr):
            return True
        owner = self._type(member.expr)
        symbol = owner.type.get(member.name) if isinstance(owner, Instance) else None
        variable = symbol.node if symbol else None
        if not isinstance(owner, Instance) or not isinstance(variable, Var):
            return False
        if not variable.is_inferred:
            return isinstance(get_proper_type(variable.type), AnyType)
        values = [
            Native(self.tree, self.checker, function, self.seen).is_any(value)
            for function in functions(self.tree)
            if function.info in owner.type.mro
            for statement in statements(function.body.body)
            for target, value in targets(statement)
            if isinstance(target, MemberExpr) and target.name == member.name and value is not None
        ]
        return bool(values) and values[0]  # the first one gives the attribute its type

    def _call(self, call: CallExpr) -> bool:
        callee = call.callee
        if isinstance(callee, MemberExpr) and self.is_any(callee.expr):
            return True
        type_ = self._type(callee)
        others = (
            [item for item in map(get_proper_type, flatten_nested_unions([type_])) if not isinstance(item, NoneType)]
            if type_
            else []
        )
        modules = [item for item in others if isinstance(item, Instance) and is_a(item, names.MODULE)]
        if modules and len(modules) == len(others):
            return all(_gives_any(_call_of(module)) for module in modules)
        return _gives_any(type_) or (self._is_generic(call) and any(map(self.is_any, call.args)))

    def _is_generic(self, call: CallExpr) -> bool:
        """Whether the type of the result is made of those of the arguments."""
        type_ = self._type(call.callee)
        return isinstance(type_, CallableType | Overloaded) and any(item.variables for item in type_.items)

    def _type(self, expression: Expression) -> ProperType | None:
        type_: Type | None = self.checker.lookup_type_or_none(expression)
        if type_ is None and isinstance(expression, NameExpr) and isinstance(expression.node, Var):
            type_ = expression.node.type
        return None if type_ is None else get_proper_type(type_)


def _call_of(module: Instance) -> ProperType | None:
    symbol = module.type.get("__call__")
    return get_proper_type(symbol.type) if symbol else None


def _gives_any(type_: ProperType | None) -> bool:
    match type_:
        case AnyType():
            return True
        case CallableType():
            return isinstance(get_proper_type(type_.ret_type), AnyType)
        case Overloaded():
            return all(_gives_any(item) for item in type_.items)
    return False
