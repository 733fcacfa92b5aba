"""Calls of a `functools.partial`: each is read as the call that it comes to.

A partial of a class of modules, `partial(nn.LayerNorm, eps=1e-6)`, or of a function that stands in a file by itself
is an object that carries what it was given: so a function or a constructor that takes it knows what it makes.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    GDEF,
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TypeInfo,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.plugins.functools import partial_call_callback, partial_new_callback
from mypy.types import CallableType, Instance, LiteralType, NoneType, ProperType, Type, TypeType, get_proper_type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.answers import functions, transforms
from dtensortypes.mypy_plugin.bodies.given import valued
from dtensortypes.mypy_plugin.bodies.helpers import opened
from dtensortypes.mypy_plugin.bodies.starred import as_variable
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import come_from, objects
from dtensortypes.mypy_plugin.objects.unasked import unasked
from dtensortypes.mypy_plugin.text.calling import accepted, standing_for
from dtensortypes.mypy_plugin.text.definitions import name_of, signature
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.rewritten import at
from dtensortypes.mypy_plugin.text.scope import bodies, constant_value, statements
from dtensortypes.mypy_plugin.types.compare import has_module, has_tensor
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_KINDS: Final = {ARG_POS, ARG_NAMED}
_KEPT: Final = "keywords"


def made(ctx: FunctionContext) -> Type:
    """The type of `partial(cls, …)` of a class of modules, with the numbers, words and classes that it keeps."""
    result = partial_new_callback(ctx)  # mypy's own hook, in whose place ours is called
    checker, call, whole = ctx.api, ctx.context, get_proper_type(result)
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr) or not isinstance(whole, Instance):
        return result
    if not _is_partial(call) or not _KINDS.issuperset(call.arg_kinds):
        return result
    first = get_proper_type(valued(checker, call.args[0]))
    if _meant(first) is None:
        return result
    word = checker.named_type("builtins.str")
    names_ = [NoneType() if name is None else LiteralType(name, word) for name in call.arg_names[1:]]
    kept = [_lasting(valued(checker, value)) for value in call.args[1:]]
    pairs = [part for pair in zip(names_, kept, strict=True) for part in pair]
    return objects.made(Types(checker.modules), whole, [first, *pairs])


def _meant(type_: ProperType) -> TypeInfo | FuncDef | None:
    """The class, or the function of a file, torch's included, that a partial of this type calls."""
    match type_:
        case TypeType(item=Instance(type=info)) if objects.is_exact(type_):
            return info
        case CallableType(definition=FuncDef() as function) if not function.info:
            is_of_file = function.fullname.rpartition(".")[2] == function.name and "." in function.fullname
            return function if is_of_file else None
    return None


def _lasting(type_: Type) -> Type:
    """The type of a value that nobody can change, as one that mypy does not forget."""
    proper = get_proper_type(as_variable(type_))
    if is_a(proper, names.DTYPE):
        return proper
    value = proper.last_known_value if isinstance(proper, Instance) else proper
    match value:
        case LiteralType() | NoneType():
            return value
        case TypeType() if objects.is_exact(value):
            return value
    return anything()


def _as_given(checker: TypeChecker, call: CallExpr, given: Type) -> CallExpr | None:
    """The call that has made a partial, by its type; None where another one may have made it."""
    held = objects.arguments(come_from.believed(checker, call.callee, unasked(checker, call.callee, given))) or []
    meant = _meant(get_proper_type(held[0])) if held else None
    if meant is None:
        return None
    words = [one.value if isinstance(one := get_proper_type(word), LiteralType) else None for word in held[1::2]]
    named = [str(word) if word is not None else None for word in words]
    kinds = [ARG_POS if word is None else ARG_NAMED for word in named]
    values = [standing_for(value, call) for value in held[2::2]]
    for value, type_ in zip(values, held[2::2], strict=True):
        checker.store_type(value, type_)
    first = _naming(meant, call)
    return at(call, CallExpr(first, [first, *values], [ARG_POS, *kinds], [None, *named]))


@once_per_tree
def _looks_inside(tree: MypyFile) -> bool:
    """Whether the file gets hold of what partials keep by name, which is a dict that it may change."""
    every = (part for body in bodies(tree.defs) for one in statements(body) for part in expressions(one))
    return any(isinstance(part, MemberExpr) and part.name == _KEPT for part in every)


def _naming(meant: TypeInfo | FuncDef, place: Context) -> NameExpr:
    name = at(place, NameExpr(meant.name))
    name.node, name.kind, name._fullname = meant, GDEF, meant.fullname
    return name


def _is_partial(call: CallExpr) -> bool:
    return isinstance(call.callee, RefExpr) and call.callee.fullname == names.PARTIAL and bool(call.args)


def called(ctx: MethodContext) -> Type:
    """The type of the call of a partial, whose first arguments stand where it was made, or in its type."""
    checker, call = ctx.api, ctx.context
    result = partial_call_callback(ctx)  # mypy's own hook, in whose place ours is called
    if isinstance(call, Decorator) and any(map(transforms.is_mapping, call.decorators)):
        return result.accept(forgotten())
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr):
        return result
    made = constant_value(checker, call.callee) if isinstance(call.callee, NameExpr) else call.callee
    if not isinstance(made, CallExpr) or not _is_partial(made):
        made = _as_given(checker, call, ctx.type)
    if made is None or any(map(_looks_inside, trees(checker))):
        return result
    if transforms.is_mapping(made):
        return result.accept(forgotten())
    function = made.args[0]
    whole = _whole(call, made)
    if isinstance(function, RefExpr) and isinstance(function.node, TypeInfo):
        instance = accepted(checker, whole)
        return instance if has_module(instance) else result
    if isinstance(function, RefExpr) and names.public(function.fullname) in ops.names():
        return _of_torchs(checker, whole, made) or result
    written = signature(checker, function)
    if written is not None:
        if not written.variables:
            result = written.ret_type  # mypy has said the dims in it by what it knew when the partial was made
        result = functions.checked_call(checker, whole, written, result, name_of(function, None))
    return opened(checker, whole, None, result)


def _of_torchs(checker: TypeChecker, whole: CallExpr, made: CallExpr) -> Type | None:
    """The type of the call of a partial of torch's function; None where it keeps tensors, which may change since."""
    kept = {id(value): checker.lookup_type_or_none(value) or anything() for value in made.args[1:]}
    if any(has_tensor(type_) or has_module(type_) for type_ in kept.values()):
        return None
    for i, value in enumerate(whole.args):
        if id(value) in kept and not _is_lasting(checker, value):
            whole.args[i] = standing_for(kept[id(value)], value)
    return accepted(checker, whole)


def _is_lasting(checker: TypeChecker, value: Expression) -> bool:
    """Whether the expression is worth the same at any time: each variable in it has one value."""
    read = (part for part in expressions(value) if isinstance(part, NameExpr) and isinstance(part.node, Var))
    return all(constant_value(checker, one) is not None for one in read)


def _whole(call: CallExpr, made: CallExpr) -> CallExpr:
    """The call of a partial, with the arguments that stand where it was made and are not given again."""
    again = {name for name in call.arg_names if name}
    kept = [i for i in range(1, len(made.args)) if made.arg_names[i] not in again]
    whole = CallExpr(
        made.args[0],
        [*(made.args[i] for i in kept), *call.args],
        [*(made.arg_kinds[i] for i in kept), *call.arg_kinds],
        [*(made.arg_names[i] for i in kept), *call.arg_names],
    )
    whole.set_line(call)
    return whole
