"""Which callback answers for a full name; loaded when mypy asks for the first time, which it does not in a warm run."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, TypeVar, cast

from mypy.nodes import ARG_NAMED, ARG_POS, ARG_STAR, CallExpr, Context, RefExpr, SymbolNode
from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
)
from mypy.types import FunctionLike, Type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.answers import (
    afterwards,
    array_numbers,
    classes,
    containers,
    devices,
    distributions,
    each_item,
    folding,
    functions,
    hints,
    implied,
    in_turn,
    indirect,
    modules,
    old_types,
    operations,
    partials,
    python_dtypes,
    right_sides,
    sizes,
    taken,
    tensor_attributes,
    transforms,
    type_arguments,
    wrappers,
)
from dtensortypes.mypy_plugin.answers.exchanged import unless_exchanged
from dtensortypes.mypy_plugin.bodies import entries, iteration, loaders, narrowing, regions, several_sets
from dtensortypes.mypy_plugin.changes import after_calls, parts, refilled, shared_variables, typed_dicts
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.asked_again import once
from dtensortypes.mypy_plugin.messages.unheard import say_unheard
from dtensortypes.mypy_plugin.messages.watcher import is_trial, watch
from dtensortypes.mypy_plugin.objects import attributes, buffers, module_containers, named_tuples, replaced, training
from dtensortypes.mypy_plugin.text import perhaps_none, progress, unpacked_rounds
from dtensortypes.mypy_plugin.text.registering import REGISTERING
from dtensortypes.mypy_plugin.types import arrays, class_values, constants, reflected, solved
from dtensortypes.mypy_plugin.types.failures import guarded, no_news, own_answer

if TYPE_CHECKING:
    from mypy.checker import TypeChecker

Asked = TypeVar("Asked", FunctionContext, MethodContext, AttributeContext, FunctionSigContext, MethodSigContext)
Called = TypeVar("Called", FunctionContext, MethodContext)
Answer = TypeVar("Answer", bound=Type)

_MOST: Final = 16384
"""How many names' callbacks are remembered: mypy asks for the same few again and again."""


def of_class(fullname: str) -> Callable[[ClassDefContext], None] | None:
    """The callback of a class's bases."""
    return guarded(classes.make_generic) if names.is_users(fullname) or names.is_torchs(fullname) else None


def of_annotation(fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
    """The callback of a name in an annotation."""
    hook = hints.device if fullname.startswith(f"{names.DEVICES}.") else _ANNOTATIONS.get(fullname)
    return hook and guarded(hook)


def of_class_name(node: SymbolNode | None) -> Callable[[AnalyzeTypeContext], Type] | None:
    """The callback of a class's name in an annotation."""
    return guarded(partial(type_arguments.counted, cls=node)) if type_arguments.is_module(node) else None


def of_function_signature(fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
    """The callback of a function's signature at a call."""
    if fullname in solved.LED or fullname.startswith(names.EINOPS):
        return _for_programs(solved.unled if fullname in solved.LED else solved.unsolved)
    if fullname in names.SORTING_IN:
        return _for_programs(refilled.loosened)
    if names.public(fullname) in ops.names():
        return _for_programs(class_values.called(python_dtypes.loosened))
    if names.is_layer(fullname) or fullname == names.PARAMETER:
        return _for_programs(class_values.called(own_answer))
    return _for_programs(class_values.called(functions.loosened)) if names.is_users(fullname) else None


def of_method_signature(fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
    """The callback of a method's signature at a call."""
    if fullname in old_types.METHODS:
        return _for_programs(old_types.loosened)
    if containers.is_container(fullname):
        return _for_programs(containers.loosened)
    if names.public(fullname) in ops.names():
        return _for_programs(python_dtypes.loosened)
    return _for_programs(functions.loosened) if names.is_users(fullname) else None


def of_function(fullname: str) -> Callable[[FunctionContext], Type] | None:
    """The callback of what a function gives."""
    hook = _function_hook(fullname)
    return hook and _for_programs(_with_the_unheard(once(unless_exchanged(fullname, hook))))


def of_method(fullname: str) -> Callable[[MethodContext], Type] | None:
    """The callback of what a method gives."""
    hook = _method_hook(fullname)
    return hook and _for_programs(_with_the_unheard(once(unless_exchanged(fullname, hook))))


def of_attribute(fullname: str) -> Callable[[AttributeContext], Type] | None:
    """The callback of an attribute that is read."""
    hook = _attribute_hook(fullname)
    return hook and _for_programs(once(hook))


@lru_cache(_MOST)
def of_class_attribute(fullname: str) -> Callable[[AttributeContext], Type]:
    """The callback of an attribute that is read of a class itself."""
    return _for_programs(partial(attributes.read_of_class, name=fullname.rpartition(".")[2]))


def _for_programs(hook: Callable[[Asked], Answer]) -> Callable[[Asked], Answer]:
    """The callback as mypy is given it: in torch's files, stubs and the like mypy's own answer stands."""

    def asked(ctx: Asked) -> Answer:
        checker = cast("TypeChecker", ctx.api)
        if names.is_asked_for(checker.tree, checker.errors.ignored_files):
            watch(checker.errors, checker.modules).saw(checker)  # mypy may complain of what comes of the answer
            shared_variables.tell_apart(checker, ctx.context)
            parts.follow(checker, ctx.context)
            perhaps_none.disbelieve(checker.tree)
            progress.show_bars(checker)
            unpacked_rounds.show_items(checker)
            entries.note_given(checker, ctx.context, getattr(ctx, "args", ()))
            return no_news(ctx, typed_dicts.kept(checker.tree, hook(ctx)))
        return cast("Answer", own_answer(ctx))

    return guarded(asked)


def _with_the_unheard(hook: Callable[[Called], Answer]) -> Callable[[Called], Answer]:
    """The callback of a call, which may let pass what mypy refuses by itself."""

    def asked(ctx: Called) -> Answer:
        checker = cast("TypeChecker", ctx.api)
        say_unheard(checker, ctx.context, of_any_body=_is_spread(ctx.context))
        if not is_trial(checker) and (known := after_calls.answered(checker, ctx)) is not None:
            return cast("Answer", known)
        type_ = hook(ctx)
        afterwards.follow(checker, ctx, type_)
        return type_

    return asked


def _is_spread(context: Context) -> bool:
    """Whether it is `f(*xs, k=y)`: of what may be anything mypy takes one for k; or `f(*xs, y)`: none is left for y."""
    match context:
        case CallExpr(callee=callee, arg_kinds=kinds) if ARG_STAR in kinds:
            is_own = isinstance(callee, RefExpr) and names.is_users(callee.fullname)
            return ARG_NAMED in kinds or (is_own and ARG_POS in kinds[kinds.index(ARG_STAR) :])
    return False


_ANNOTATIONS: Final = {names.DTYPE: constants.dtype, names.TENSOR: hints.tensor, names.SHARD: hints.sharded}
_FUNCTIONS: Final = {
    names.DATA_LOADER: loaders.constructed,
    names.TENSOR_DATASET: loaders.tensors_together,
    **dict.fromkeys((names.SUBSET, names.RANDOM_SPLIT), loaders.part),
    names.CONCATENATED: several_sets.concatenated,
    names.DEVICE: devices.constructed,
    names.PARAMETER: modules.parameter,
    names.COMPILE: transforms.compiled,
    names.REPLACE: replaced.replaced,
    **dict.fromkeys((names.DATA_PARALLEL, names.DISTRIBUTED), wrappers.made),
    names.VMAP: transforms.mapped,
    names.PARTIAL: partials.made,
    names.SEQUENTIAL: in_turn.made,
    names.CONTEXT_VARIABLE: solved.opened,
    **dict.fromkeys(names.MODULE_CONTAINERS, module_containers.made),
    names.CHECKPOINT: indirect.checkpointed,
    "builtins.map": indirect.mapped,
    "builtins.sum": folding.summed,
    **dict.fromkeys(names.FOLDING, folding.folded),
    **dict.fromkeys(names.SORTING_IN, refilled.filled_by_function),
    names.TUPLE: each_item.gathered,
    "builtins.len": sizes.counted,
    "builtins.enumerate": iteration.enumerated,
    "builtins.reversed": iteration.turned,
    "builtins.iter": iteration.begun,
    names.BAR: iteration.gone_through,
    **dict.fromkeys(names.TYPED_BARS, iteration.shown),
    "builtins.zip": iteration.zipped,
    **dict.fromkeys(solved.UNPROMPTED, solved.unprompted),
    **dict.fromkeys(arrays.NUMBERS, array_numbers.made),
}
_METHODS: Final[dict[str, Callable[[MethodContext], Type]]] = {
    **{f"{name}.__iter__": iteration.iterated for name in (names.DATA_LOADER, names.TENSOR)},
    **{f"{name}.__iter__": containers.gone_through for name in (names.LIST, names.DEQUE, *names.VIEWS)},
    **{f"{name}.{names.PICKING}": loaders.picked for name in (names.TENSOR_DATASET, names.SUBSET, names.CONCATENATED)},
    **dict.fromkeys(old_types.METHODS, old_types.called),
    f"{names.PARTIAL}.__call__": partials.called,
    **{f"{name}.__call__": functions.unwrapped for name in (names.CACHED, names.CUSTOM_OP)},
    f"{names.TORCH_SIZE}.{list.__getitem__.__name__}": sizes.picked,
    **dict.fromkeys(sizes.COMPARISONS, sizes.compared),
    **dict.fromkeys(sizes.POWERS, sizes.powered),
    **{f"{name}.__call__": regions.decorated for name in names.AUTOCASTS},
    **{
        f"{name}.{method}": hook
        for name in names.MODULE_CONTAINERS
        for method, hook in module_containers.METHODS.items()
    },
    f"{names.SEQUENTIAL}.__getitem__": module_containers.got,
    f"{names.SEQUENTIAL}.__iter__": module_containers.iterated,
    **{f"{names.SEQUENTIAL}.{name}": module_containers.sequence_filled for name in module_containers.SEQUENCE_METHODS},
    **{name: partial(sizes.computed, fullname=name) for name in sizes.METHODS},
}


def _function_hook(fullname: str) -> Callable[[FunctionContext], Type] | None:
    name = names.public(fullname)
    if fullname in _FUNCTIONS:
        return _FUNCTIONS[fullname]
    if name in ops.names():
        return partial(distributions.made if name.startswith(names.DISTRIBUTIONS) else operations.function, name=name)
    if fullname.startswith((names.OPERATOR, names.BUILTINS)):
        method = f"torch.Tensor.__{fullname.partition('.')[2].strip('_')}__"
        return partial(indirect.operated, name=method) if method in ops.names() else None
    return partial(modules.constructed, otherwise=indirect.called) if names.is_users(fullname) else None


_OF_NO_OBJECT: Final = (names.RANDOM_STATE, names.RANDOM_GENERATOR, names.LAYERS)  # whose methods are functions


def _method_hook(fullname: str) -> Callable[[MethodContext], Type] | None:
    name, method = names.public(fullname), fullname.rpartition(".")[2]
    if fullname in _METHODS:
        return _METHODS[fullname]
    if fullname in _FUNCTIONS or name in ops.layer_table():
        return partial(indirect.class_held, otherwise=_function_hook(fullname) or own_answer)
    if method == names.QUESTION:
        return narrowing.narrowed
    if (took := taken.hook(fullname)) is not None:
        return took
    if name in ops.names() and not name.startswith(names.MODULE_METHODS):
        is_of_none = fullname.startswith(_OF_NO_OBJECT)  # whatever it is called on
        return partial(operations.function if is_of_none else operations.method, name=name)
    if method == "__call__" and names.is_pythons(fullname):
        return None
    if method == "__call__" or (method == "forward" and names.is_layer(fullname)):
        return modules.called
    if method in names.GIVING_PARAMETERS:
        return modules.parameters
    change = names.MODULE_METHODS + method
    if change in ops.names():
        otherwise = functions.called if names.is_users(fullname) else own_answer
        return partial(modules.changed, name=change, otherwise=otherwise)
    if not names.is_users(fullname):
        return None
    if method in REGISTERING:
        return buffers.registered
    if method == named_tuples.REPLACING:
        return partial(named_tuples.replaced, otherwise=indirect.called)
    own = partial(modules.own_method, otherwise=indirect.called)
    if method in module_containers.SEQUENCE_METHODS:
        return partial(module_containers.own_filled, otherwise=own)
    if method in implied.METHODS:
        return partial(implied.asked, called=own, name=method)
    return partial(indirect.applied, otherwise=own) if method == "apply" else own


def _attribute_hook(fullname: str) -> Callable[[AttributeContext], Type] | None:
    name, attribute = names.public(fullname), fullname.rpartition(".")[2]
    if name in ops.names():
        return partial(right_sides.read if attribute in reflected.OPERATORS else tensor_attributes.read, name=name)
    if fullname.startswith(names.RETURN_TYPES):
        return partial(attributes.field, name=attribute)
    if fullname.startswith(f"{names.MODULE}.") and not fullname.endswith("__"):
        return training.read if attribute == names.TRAINING else partial(attributes.looked_up, name=attribute)
    if fullname.startswith(f"{names.NAMED_RESULT}."):
        return partial(attributes.result_field, name=attribute)
    if names.is_layer(fullname):
        return partial(attributes.parameter, name=attribute)
    return partial(attributes.read, name=attribute) if names.is_users(fullname) else None
