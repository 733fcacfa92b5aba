"""What is `Any` to mypy by itself: it must not complain of what the plugin knows there.

To mypy a call of a module gives `Any`, as that of a function without annotations does. The plugin knows more, and with
that mypy would complain of programs of which it says nothing else: `None * self.layer(x)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from mypy.argmap import map_actuals_to_formals
from mypy.checker import TypeChecker
from mypy.nodes import (
    SYMBOL_FUNCBASE_TYPES,
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
    IntExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    SetExpr,
    StarExpr,
    Statement,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
    WithStmt,
)
from mypy.typeops import get_all_type_vars
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    NoneType,
    Overloaded,
    ProperType,
    TupleType,
    Type,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.mypy_plugin.changes.noted import is_made_untyped
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.pieces import is_any_counted, is_any_part, is_any_unpacked
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.loops import counted
from dtensortypes.mypy_plugin.text.places import given_values, unpacked_values
from dtensortypes.mypy_plugin.text.reaching import in_later_rounds, reaching
from dtensortypes.mypy_plugin.text.scope import assigned, functions
from dtensortypes.mypy_plugin.text.uses import is_asked_after, put_into
from dtensortypes.mypy_plugin.types.compare import has_module, has_tensor
from dtensortypes.mypy_plugin.types.facts_of import is_a, mentions_size
from dtensortypes.mypy_plugin.types.gives_any import gives_any, gives_any_as_module, gives_any_item
from dtensortypes.mypy_plugin.types.joined import is_object, is_of_objects
from dtensortypes.mypy_plugin.types.types_of import anything

_BUILTINS: Final = "builtins"
_GIVING_BOOL: Final = frozenset({"is", "is not", "in", "not in"})
"""The comparisons that give `bool` whatever is compared."""
_OF_ANY: Final = (names.TENSOR, names.DATA_LOADER)
"""What torch does not say of what comes out of it in a loop."""


class Native:
    """Tells of the expressions of one function, or of the file, whether they are `Any` without the plugin."""

    every: Callable[[Iterable[bool]], bool] = staticmethod(all)
    """Of the ways that a value may come, for how many it has to be so."""

    def __init__(
        self, tree: MypyFile, checker: TypeChecker, function: FuncDef | None, seen: dict[int, bool] | None = None
    ) -> None:
        self.tree = tree
        self.checker = checker
        self.function = function
        self.seen = {} if seen is None else seen
        """The answers so far, by the expression's identity; False for one that is being looked into."""
        self.held: set[int] = set()
        """The names that are being asked what they hold: one may hold what is made of itself."""

    @property
    def body(self) -> list[Statement]:
        return self.function.body.body if self.function else self.tree.defs

    def holds_any(self, expression: Expression) -> bool:
        """Whether it is a container of what is `Any`, and not `Any` itself."""
        match expression:
            case CallExpr():
                return bool(self.carried(expression))
            case NameExpr(node=variable) if id(expression) not in self.held:
                self.held.add(id(expression))
                values = [value for _, value in assigned(self.body, variable) if value is not None]
                holds = any(map(self.holds_any, values))
                self.held.discard(id(expression))
                return holds
        return isinstance(expression, TupleExpr | ListExpr | SetExpr | DictExpr | ListComprehension)

    def is_told(self, expression: Expression) -> bool:
        """Whether the plugin has told mypy what it is made of: something with a tensor, a size or a module in it."""
        return any(self._is_known(part) and self.is_any(part) for part in expressions(expression))

    def _is_known(self, expression: Expression) -> bool:
        type_ = self.type_of(expression)
        kinds = (has_tensor, mentions_size, has_module, is_of_objects, is_object)
        return type_ is not None and any(of(type_) for of in kinds)

    def is_any(self, expression: Expression) -> bool:
        """Whether it is, whatever way the program took; False where that is not sure."""
        if id(expression) not in self.seen:
            self.seen[id(expression)] = False
            self.seen[id(expression)] = self._is_any(expression)
        return self.seen[id(expression)]

    def is_declared_way(self, _function: FuncDef, _parameter: Var) -> bool:
        """Whether a parameter is that keeps what it is given: that is what the program declares."""
        return False

    def is_way(self, expression: Expression) -> bool:
        """Whether a value is, as one of the ways that another one comes."""
        return self.is_any(expression)

    def _is_any(self, expression: Expression) -> bool:
        match expression:
            case NameExpr():
                return self._name(expression)
            case MemberExpr():
                return self._attribute(expression)
            case CallExpr(callee=LambdaExpr() as made, args=args):
                return any(map(self.is_any, (made.expr(), *args)))
            case CallExpr():
                return self._call(expression)
            case OpExpr(op="and" | "or", left=one, right=other) | ConditionalExpr(if_expr=one, else_expr=other):
                return self.every(map(self.is_way, (one, other)))
            case OpExpr(left=left, right=right):  # torch declares its operators so that `Any` gives `Any`
                return self.is_any(left) or self.is_any(right)
            case ComparisonExpr(operators=operators, operands=operands):
                return not _GIVING_BOOL.issuperset(operators) and any(map(self.is_any, operands))
            case UnaryExpr(op="not"):
                return False
            case IndexExpr(base=inner, index=IntExpr(value=place)) if is_any_part(self, inner, (place,)):
                return True
            case IndexExpr(base=inner):
                return self.is_any(inner) or self._is_open(inner) or gives_any_item(self.type_of(inner))
            case UnaryExpr(expr=inner) | StarExpr(expr=inner) | AwaitExpr(expr=inner) | AssignmentExpr(value=inner):
                return self.is_any(inner)
            case ListComprehension(generator=GeneratorExpr(left_expr=inner)) | GeneratorExpr(left_expr=inner):
                return self.is_any(inner)
            case TupleExpr(items=items) if items:
                return all(map(self.is_way, items))
            case ListExpr(items=items) | SetExpr(items=items) if items:
                return self.every(map(self.is_way, items))
            case DictExpr(items=pairs):  # what `Any` and others have in common is `Any`
                return any(self.is_any(value) for _, value in pairs)
        return False

    def _name(self, name: NameExpr) -> bool:
        variable = name.node
        if not isinstance(variable, Var):
            return False
        is_narrowed = is_asked_after(self.body, name)
        for function in self._around():
            parameter = next((argument for argument in function.arguments if argument.variable is variable), None)
            given = assigned(function.body.body, variable)
            if parameter is None and not given:
                continue
            if parameter is None and not variable.is_inferred:  # what is given to it is what it is declared
                return isinstance(get_proper_type(variable.type), AnyType)
            before, is_sure = reaching(function.body.body, given, name.line)
            is_declared = parameter is not None and bool(parameter.type_annotation or variable.is_self)
            if is_declared and not before:
                before = in_later_rounds(function.body.body, given, name.line)
            if is_declared and not before:
                return False
            if parameter is not None and not before:
                type_ = self.type_of(name)  # of which the plugin tells mypy nothing
                return type_ is None or isinstance(type_, AnyType)
            ways = [self._given(variable, *one) for one in before or given]
            declared = [self.is_declared_way(function, variable)] * (is_declared and not is_sure)
            return not is_narrowed and self.every(ways + declared)
        given = assigned(self.tree.defs, variable)
        if given:
            return not is_narrowed and self.every(self._given(variable, *one) for one in given)
        sources = [source for index, source in counted(self.body).get(variable.name, ()) if index.node is variable]
        if sources:
            return all(map(self.has_any_items, sources))
        return isinstance(get_proper_type(variable.type), AnyType)

    def _around(self) -> list[FuncDef]:
        """The functions that are around the place, from the inside out."""
        here = self.function
        if here is None:
            return []
        last = here.end_line or here.line
        around = [f for f in functions(self.tree) if f.line <= here.line and (f.end_line or f.line) >= last]
        return sorted(around, key=lambda f: f.line, reverse=True)

    def _given(self, variable: Var, statement: Statement | Expression, value: Expression | None) -> bool:
        """Whether what the statement gives a variable is `Any`."""
        match statement:
            case _ if isinstance(value, ListExpr | DictExpr) and not value.items:
                return any(map(self.is_any, put_into(self.body, variable)[:1]))  # the first one gives it its type
            case _ if value is not None:
                return self.is_way(value)
            case AssignmentStmt(unanalyzed_type=None):
                return is_any_unpacked(self, statement, variable)
            case ForStmt():
                return is_any_counted(self, statement, variable)
            case WithStmt(expr=sources):
                return any(map(self.is_any, sources))
        return False

    def has_any_items(self, iterable: Expression) -> bool:
        """Whether it is `Any`, or a tensor or data loader, in a call such as `reversed` or bare: their items are."""
        if self.is_any(iterable):
            return True
        if isinstance(iterable, CallExpr) and any(map(self.has_any_items, self.carried(iterable))):
            return True
        members = flatten_nested_unions([self.type_of(iterable) or NoneType()])
        return any(is_a(get_proper_type(member), name) for member in members for name in _OF_ANY)

    def _is_open(self, container: Expression) -> bool:
        """Whether it is a `dict[str, Any]` or the like, of whose items the plugin may know more."""
        type_ = self.type_of(container)
        items = type_.args[-1:] if isinstance(type_, Instance) and type_.type.module_name == _BUILTINS else ()
        return any(isinstance(get_proper_type(item), AnyType) for item in items)

    def _attribute(self, member: MemberExpr) -> bool:
        if self.is_any(member.expr):
            return True
        members = map(get_proper_type, flatten_nested_unions([self.type_of(member.expr) or NoneType()]))
        owners = (one.partial_fallback if isinstance(one, TupleType) else one for one in members)
        return all(isinstance(owner, Instance) and self.is_any_attribute(owner, member.name) for owner in owners)

    def is_any_attribute(self, owner: Instance, name: str) -> bool:
        """Whether the attribute of this name is."""
        symbol = owner.type.get(name)
        variable = symbol.node if symbol else None
        if not isinstance(variable, Var):
            return False
        if not variable.is_inferred or variable.is_initialized_in_class:
            return isinstance(get_proper_type(variable.type), AnyType)
        given = list(given_values(self.tree, variable))
        if any(isinstance(one, AssignmentStmt) and one.unanalyzed_type for _, one, _ in given):
            return isinstance(get_proper_type(variable.type), AnyType)
        first = next(iter(given), None)  # it gives the attribute its type
        for function, statement in unpacked_values(self.tree, variable) if first is None else ():
            return is_any_unpacked(Native(self.tree, self.checker, function, self.seen), statement, variable)
        if first is None:
            return is_made_untyped(self.checker.modules, variable.info, name)
        return Native(self.tree, self.checker, first[0], self.seen).is_any(first[2])

    def _call(self, call: CallExpr) -> bool:
        callee = call.callee
        if isinstance(callee, MemberExpr) and self.is_any(callee.expr):
            return True
        type_ = self.type_of(callee)
        members = [get_proper_type(member) for member in flatten_nested_unions([type_] if type_ else [])]
        parts = [member for member in members if not isinstance(member, NoneType)]
        if any(is_a(part, names.MODULE) for part in parts):
            return all(map(gives_any_as_module, parts))
        return gives_any(type_) or any(map(self.is_any, self.carried(call)))

    def carried(self, call: CallExpr) -> list[Expression]:
        """The arguments that the type of the result is made of."""
        node = call.callee.node if isinstance(call.callee, RefExpr) else None
        if isinstance(node, TypeInfo):
            return call.args if node.type_vars and node.module_name == _BUILTINS else []
        # To mypy the callee in a call has the type that it has there, without variables.
        type_ = node.type if isinstance(node, SYMBOL_FUNCBASE_TYPES) else self.type_of(call.callee)
        if not isinstance(type_, CallableType):
            return call.args if isinstance(type_, Overloaded) and any(item.variables for item in type_.items) else []
        formals = map_actuals_to_formals(
            call.arg_kinds, call.arg_names, type_.arg_kinds, type_.arg_names, lambda _: anything()
        )
        wanted = zip(type_.arg_types, formals, strict=True)
        return [call.args[i] for formal, actuals in wanted if get_all_type_vars(formal) for i in actuals]

    def type_of(self, expression: Expression) -> ProperType | None:
        type_: Type | None = self.checker.lookup_type_or_none(expression)
        if type_ is None and isinstance(expression, NameExpr) and isinstance(expression.node, Var):
            type_ = expression.node.type
        return None if type_ is None else get_proper_type(type_)
