"""Our own hooks out of the way: mypy asks the other plugins alone, and sees of attributes what it knows by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.expandtype import expand_type_by_instance
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import ARG_STAR, ARG_STAR2, Decorator, FuncDef, RefExpr, Statement, Var
from mypy.plugin import AttributeContext, ChainedPlugin, FunctionSigContext, MethodContext, MethodSigContext, Plugin
from mypy.typeops import make_simplified_union
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    ProperType,
    Type,
    TypeOfAny,
    TypeVarType,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.mypy_plugin.changes.noted import compiled, unaided
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.anyway import is_container
from dtensortypes.mypy_plugin.messages.native import Native
from dtensortypes.mypy_plugin.text.definitions import is_made_up
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import bodies, statements
from dtensortypes.mypy_plugin.types.class_values import close, closed
from dtensortypes.mypy_plugin.types.rewriting import forgotten, unknown
from dtensortypes.mypy_plugin.types.solved import LED, unled
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.untyped import is_decorated, undeclared


@contextmanager
def alone(
    checker: TypeChecker, body: list[Statement], of_attribute: Callable[[Var], Type | None] = lambda _: None
) -> Iterator[None]:
    """Let the checker ask the other plugins alone of a body; `of_attribute` tells what mypy infers for an attribute."""
    chain = checker.plugin
    assert isinstance(chain, ChainedPlugin)
    others = [_Native(checker, of_attribute) if type(one).__module__ == names.PLUGIN else one for one in chain._plugins]
    asked = ChainedPlugin(checker.options, others)
    checker.plugin = checker.expr_checker.plugin = asked
    try:
        with undeclared(checker.modules, _decorated(body)):
            yield
    finally:
        checker.plugin = checker.expr_checker.plugin = chain


def _decorated(body: list[Statement]) -> set[Var]:
    """The functions that the body reads which an untyped decorator has made `Any`."""
    parts = (part for one in bodies(body) for statement in statements(one) for part in expressions(statement))
    nodes = [part.node for part in parts if isinstance(part, RefExpr)]
    return {node.var for node in nodes if isinstance(node, Decorator) and is_decorated(node.var.type)}


class _Native(Plugin):
    """Takes back what our own plugin has told of attributes."""

    def __init__(self, checker: TypeChecker, of_attribute: Callable[[Var], Type | None]) -> None:
        super().__init__(checker.options)
        self.checker = checker
        self.of_attribute = of_attribute

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        return partial(self.attribute, fullname=fullname) if names.is_users(fullname) else None

    def get_class_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        return _method_of_class if names.is_read_of_class(fullname) else None

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        if names.is_users(fullname):
            return self.closed
        return unled if fullname in LED or names.is_torchs(fullname) else None  # others' plugins know of the rest

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        return partial(_of_base, name=fullname.rpartition(".")[2]) if names.is_users(fullname) else None

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        return _picked if fullname in _PICKING else None

    def closed(self, ctx: FunctionSigContext) -> FunctionLike:
        """The signature; classes of modules, which are not generic without the plugin, are passed on as they are."""
        for argument in (one for several in ctx.args for one in several):
            close(self.checker, argument)
        return unled(ctx)

    def attribute(self, ctx: AttributeContext, fullname: str) -> Type:
        """The attribute's type without what the plugin knows; of a union mypy asks for each of its classes."""
        holder, _, name = fullname.rpartition(".")
        owners = [one for one in map(_object, flatten_nested_unions([ctx.type])) if isinstance(one, Instance)]
        held = [one for one in owners if any(base.fullname == holder for base in one.type.mro)]
        if is_decorated(ctx.default_attr_type):  # a method
            return AnyType(TypeOfAny.unannotated)
        if isinstance(get_proper_type(ctx.default_attr_type), FunctionLike) or not held:
            return ctx.default_attr_type
        inferred = [self.inferred(one, name) for one in held]
        if None not in inferred:
            first, *rest = [one for one in inferred if one is not None]
            return make_simplified_union([first, *rest]) if rest else first
        native = Native(self.checker.tree, self.checker, None)
        is_guessed = not is_container(ctx.default_attr_type) and not _is_of_programs(ctx.default_attr_type)
        if is_guessed and all(native.is_any_attribute(one, name) for one in held):
            return AnyType(TypeOfAny.unannotated)  # ambiguous to overloads, as what has no annotation is
        type_ = ctx.default_attr_type.accept(forgotten())
        if all(_is_declared(one, name) for one in held):
            return type_
        if type_ == ctx.default_attr_type:
            return type_.accept(unknown())
        # What the plugin knows may keep apart what is one class and its base.
        return make_simplified_union(flatten_nested_unions([type_])).accept(unknown())

    def inferred(self, owner: Instance, name: str) -> Type | None:
        """What mypy by itself infers for the attribute of an object of one of the file's classes."""
        symbol = owner.type.get(name)
        variable = symbol.node if symbol else None
        type_ = self.of_attribute(variable) if isinstance(variable, Var) and variable.is_inferred else None
        if type_ is None and name in compiled(owner.type):
            return self.anything_callable()  # that class is another file's
        if type_ is None and (noted := unaided(owner.type, name)) is not None:
            return self.object_of(noted)
        if type_ is None or not isinstance(variable, Var):
            return None
        return expand_type_by_instance(type_, map_instance_to_supertype(owner, variable.info))

    def object_of(self, fullname: str) -> Type:
        """An object of the class, of which nothing is known; of no class it may be anything."""
        module, _, name = fullname.rpartition(".")
        cls = Types(self.checker.modules).find(module, name) if fullname else None
        return Instance(cls, [anything()] * len(cls.type_vars)) if cls else AnyType(TypeOfAny.unannotated)

    def anything_callable(self) -> CallableType:
        """A function of which nothing is known."""
        types, kinds = [AnyType(TypeOfAny.unannotated)] * 2, [ARG_STAR, ARG_STAR2]
        return CallableType(types, kinds, [None, None], types[0], self.checker.named_type("builtins.function"))


_PICKING: Final = ("builtins.list.__getitem__", "builtins.dict.__getitem__", "builtins.dict.get")


def _picked(ctx: MethodContext) -> Type:
    """What comes out of a container of classes is one of these, as none of them is generic."""
    return closed(ctx.default_return_type)


def _of_base(ctx: MethodSigContext, name: str) -> FunctionLike:
    """The signature of `Base.method(self, …)`, which takes an object of any class of modules that derives from it."""
    signature, owner = ctx.default_signature, ctx.type
    if not isinstance(owner, FunctionLike) or not owner.is_type_obj() or not owner.type_object().has_base(names.MODULE):
        return signature
    symbol = owner.type_object().get(name)
    node = symbol.node if symbol is not None else None
    method = node.func if isinstance(node, Decorator) else node
    if not isinstance(method, FuncDef) or method.is_static or method.is_class or not method.info:
        return signature
    taken = Instance(method.info, [anything()] * len(method.info.type_vars))
    return signature.copy_modified(arg_types=[taken, *signature.arg_types[1:]])


def _method_of_class(ctx: AttributeContext) -> Type:
    """A method that is read of its class."""
    is_any = is_decorated(ctx.default_attr_type)
    return AnyType(TypeOfAny.unannotated) if is_any else ctx.default_attr_type


def _object(type_: Type) -> ProperType:
    """What `self` is to mypy in a method that says `Self`, an object of the class; others as they are."""
    proper = get_proper_type(type_)
    return get_proper_type(proper.upper_bound) if isinstance(proper, TypeVarType) else proper


def _is_declared(owner: Instance, name: str) -> bool:
    """Whether the text says what the attribute is."""
    symbol = owner.type.get(name)
    variable = symbol.node if symbol is not None else None
    return isinstance(variable, Var) and not is_made_up(variable)


def _is_of_programs(type_: Type) -> bool:
    """Whether it is an object of a class of the program's, which mypy has found by itself."""
    members = map(get_proper_type, flatten_nested_unions([type_]))
    own = [one for one in members if isinstance(one, Instance) and names.is_users(one.type.fullname)]
    return any(one.extra_attrs is None and not one.type.has_base(names.MODULE) for one in own)
