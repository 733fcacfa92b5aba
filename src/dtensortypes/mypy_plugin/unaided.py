"""What mypy says of a function without the plugin: a copy of it is checked with none of our answers.

A file whose author does not use our types is to hear of mypy what it hears without us. What the plugin knows gives mypy
more to complain of; where it complains of something in a function, the function is asked for a second time, unaided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    EllipsisExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    GlobalDecl,
    ListExpr,
    MypyFile,
    NameExpr,
    StarExpr,
    Statement,
    TupleExpr,
    Var,
)
from mypy.plugin import AttributeContext, ChainedPlugin, FunctionSigContext, Plugin
from mypy.types import FunctionLike, Instance, Type, flatten_nested_unions, get_proper_type

from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.anyway import is_container
from dtensortypes.mypy_plugin.at_once import put_together
from dtensortypes.mypy_plugin.class_values import close
from dtensortypes.mypy_plugin.copies import apart, copy_of, given_attributes
from dtensortypes.mypy_plugin.expressions import lines
from dtensortypes.mypy_plugin.failures import needing
from dtensortypes.mypy_plugin.native import Native
from dtensortypes.mypy_plugin.perhaps_none import believe
from dtensortypes.mypy_plugin.places import given_values
from dtensortypes.mypy_plugin.rewriting import forgotten, unknown
from dtensortypes.mypy_plugin.scope import assigned, functions, functions_in, statements, targets
from dtensortypes.mypy_plugin.solved import LED, unled
from dtensortypes.mypy_plugin.types_of import anything

Heard = list[ErrorInfo]
"""What mypy says of a function, its notes included."""
Answers = dict[tuple[FuncDef, int], Heard | None]
"""What has been heard of each function, in each of mypy's passes: in a later one it knows more."""


def heard(checker: TypeChecker, line: int, answers: Answers, *, is_of_end: bool = False) -> Heard | None:
    """What mypy says unaided of the function that the line is in; None where that cannot be told.

    Of the end of its body mypy speaks on the line of the function.
    """
    function = _around(checker.tree, line)
    if function is None or not (is_of_end or _is_in_body(function, line)):
        return None
    asked = function, checker.pass_num
    if asked not in answers:
        answers[asked] = None  # for what is said while the question is open
        answers[asked] = _asked(checker, function)
    return answers[asked]


def is_put_off(checker: TypeChecker, line: int) -> bool:
    """Whether mypy comes again to the function that the line is in."""
    nodes = [deferred.node for deferred in checker.deferred_nodes]
    return any(line in lines(node) for node in nodes)


def _around(tree: MypyFile, line: int) -> FuncDef | None:
    """The outermost function that the line is in."""
    around = [f for f in functions(tree) if line in lines(f)]
    return min(around, key=lambda f: f.line, default=None)


def _is_in_body(function: FuncDef, line: int) -> bool:
    """Whether the line is past what is declared; a body that is `...` has nothing in it."""
    body = function.body.body or [function]
    match body:
        case [ExpressionStmt(expr=EllipsisExpr())]:
            return False
    return body[0].line <= line


@needing("tell what it says without the plugin", otherwise=None)
def _asked(checker: TypeChecker, function: FuncDef) -> Heard | None:
    inside = (s for one in (function, *functions_in(function.body.body)) for s in statements(one.body.body))
    if any(isinstance(statement, ClassDef | GlobalDecl) for statement in inside):
        return None
    said: Heard = []
    deferred, checker.current_node_deferred = checker.current_node_deferred, False
    before = list(checker.deferred_nodes)
    copied = copy_of(function, function.type if isinstance(function.type, FunctionLike) else None)
    put_together(copied.body.body)
    believe(copied)
    try:
        with apart(checker, function, copied, partial(_kept, said)), _alone(checker):
            for target in given_attributes(copied):
                if target.def_var is not None and target.is_inferred_def:
                    target.def_var.type = None  # what it is with the plugin
            for variable in _never_known(copied):
                variable.is_ready = False
            checker.check_func_item(copied)
    finally:
        checker.current_node_deferred = deferred
    if len(checker.deferred_nodes) > len(before):  # the type of something is not known yet: mypy is to come here again
        checker.deferred_nodes[len(before) :] = [
            n for n in checker.deferred_nodes[len(before) :] if n.node is not copied
        ]
        return None
    return said


def _never_known(function: FuncDef) -> Iterator[Var]:
    """The variables that first get a value where mypy refuses to unpack it: `a, b, c = x, *y`."""
    for statement in statements(function.body.body):
        if is_spread(statement):
            names_here = (target.node for target, _ in targets(statement) if isinstance(target, NameExpr))
            for variable in (node for node in names_here if isinstance(node, Var)):
                if is_spread(assigned(function.body.body, variable)[0][0]):
                    yield variable


def is_spread(statement: Statement | Expression) -> bool:
    """Whether it is `a, b, c = x, *y`."""
    match statement:
        case AssignmentStmt(lvalues=[TupleExpr() | ListExpr(), *_], rvalue=TupleExpr() | ListExpr() as value):
            return any(isinstance(item, StarExpr) for item in value.items)
    return False


def _kept(said: Heard, _path: str, info: ErrorInfo) -> bool:
    if f'"{names.QUESTION}"' not in info.message:  # of the call that the plugin has put into the text
        said.append(info)
    return True


@contextmanager
def _alone(checker: TypeChecker) -> Iterator[None]:
    """Let the checker ask the other plugins alone."""
    chain = checker.plugin
    assert isinstance(chain, ChainedPlugin)
    others = [_Native(checker) if type(one).__module__ == __package__ else one for one in chain._plugins]
    asked = ChainedPlugin(checker.options, others)
    checker.plugin = checker.expr_checker.plugin = asked
    try:
        yield
    finally:
        checker.plugin = checker.expr_checker.plugin = chain


class _Native(Plugin):
    """Takes back what our own plugin has told of attributes."""

    def __init__(self, checker: TypeChecker) -> None:
        super().__init__(checker.options)
        self.checker = checker

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        return partial(self.attribute, fullname=fullname) if names.is_users(fullname) else None

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        if fullname in LED:
            return unled
        return self.closed if names.is_users(fullname) else None

    def closed(self, ctx: FunctionSigContext) -> FunctionLike:
        """The signature; classes of modules, which are not generic without the plugin, are passed on as they are."""
        for argument in (one for several in ctx.args for one in several):
            close(self.checker, argument)
        return unled(ctx)

    def attribute(self, ctx: AttributeContext, fullname: str) -> Type:
        """The attribute's type without what the plugin knows; of a union mypy asks for each of its classes."""
        holder, _, name = fullname.rpartition(".")
        owners = [one for one in map(get_proper_type, flatten_nested_unions([ctx.type])) if isinstance(one, Instance)]
        held = [one for one in owners if any(base.fullname == holder for base in one.type.mro)]
        if isinstance(get_proper_type(ctx.default_attr_type), FunctionLike) or not held:
            return ctx.default_attr_type
        native = Native(self.checker.tree, self.checker, None)
        is_guessed = not is_container(ctx.default_attr_type) and not _is_of_programs(ctx.default_attr_type)
        if is_guessed and all(native.is_any_attribute(one, name) for one in held):
            return anything()
        type_ = ctx.default_attr_type.accept(forgotten())
        return _arrays_as_given(self.checker, held[0], name, type_) if len(held) == 1 else type_


def _arrays_as_given(checker: TypeChecker, owner: Instance, name: str, type_: Type) -> Type:
    """The type of an attribute with arrays in it as numpy's annotations have it, where it gets its first value."""
    open_ = type_.accept(unknown())
    if open_ == type_:
        return type_
    symbol = owner.type.get(name)
    variable = symbol.node if symbol else None
    given = next(given_values(checker.tree, variable), None) if isinstance(variable, Var) else None
    if given is None or not isinstance(given[2], CallExpr):
        return open_
    with checker.msg.filter_errors(), checker.local_type_map:
        return checker.expr_checker.accept(given[2])


def _is_of_programs(type_: Type) -> bool:
    """Whether it is an object of a class of the program's, which mypy has found by itself."""
    members = map(get_proper_type, flatten_nested_unions([type_]))
    own = [one for one in members if isinstance(one, Instance) and names.is_users(one.type.fullname)]
    return any(one.extra_attrs is None and not one.type.has_base(names.MODULE) for one in own)
