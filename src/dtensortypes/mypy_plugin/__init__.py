"""The mypy plugin: `plugins = ["dtensortypes.mypy_plugin"]`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from mypy.nodes import MypyFile
from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
    Plugin,
    ReportConfigContext,
)
from mypy.types import FunctionLike, Type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin import (
    attributes,
    classes,
    constants,
    containers,
    devices,
    functions,
    hints,
    indirect,
    iteration,
    loaders,
    module_containers,
    modules,
    names,
    narrowing,
    operations,
    regions,
    settings,
    sizes,
    wrappers,
)
from dtensortypes.mypy_plugin.failures import guarded
from dtensortypes.mypy_plugin.fingerprint import fingerprint

__version__ = fingerprint()
"""Mypy throws its cache away when this changes."""


class TensorPlugin(Plugin):
    """Looks up which callback a full name has; the callbacks do the rest."""

    def set_modules(self, modules: dict[str, MypyFile]) -> None:
        settings.require(self.options)
        super().set_modules(modules)

    def report_config_data(self, ctx: ReportConfigContext) -> str:
        """What each file's cache is bound to: a run over some files leaves no stale answers for the others."""
        del ctx
        return __version__

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        if not _concerns_torch(file):
            return []
        return [(10, module, -1) for module in names.NEEDED]

    def get_customize_class_mro_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        return None if fullname.startswith("builtins.") else guarded(classes.make_generic)

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        hook = _ANNOTATIONS.get(fullname)
        if hook is None and fullname.startswith(f"{names.DEVICES}."):
            hook = hints.device
        return hook and guarded(hook)

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        return guarded(functions.loosened) if names.is_users(fullname) else None

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        if containers.is_container(fullname):
            return guarded(containers.loosened)
        return guarded(functions.loosened) if names.is_users(fullname) else None

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        hook = _function_hook(fullname)
        return hook and guarded(hook)

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        hook = _method_hook(fullname)
        return hook and guarded(hook)

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        name = names.public(fullname)
        if name in ops.names():
            return guarded(partial(operations.attribute, name=name))
        if fullname.startswith(names.RETURN_TYPES):
            return guarded(partial(attributes.field, name=fullname.rpartition(".")[2]))
        if fullname.startswith(f"{names.MODULE}.") and not fullname.endswith("__"):
            return guarded(partial(attributes.looked_up, name=fullname.rpartition(".")[2]))
        if fullname.startswith(f"{names.NAMED_RESULT}."):
            return guarded(partial(attributes.result_field, name=fullname.rpartition(".")[2]))
        if fullname.startswith(names.LAYERS):
            return guarded(partial(attributes.parameter, name=fullname.rpartition(".")[2]))
        return guarded(partial(attributes.read, name=fullname.rpartition(".")[2])) if names.is_users(fullname) else None


_ANNOTATIONS: Final = {names.DTYPE: constants.dtype, names.TENSOR: hints.tensor, names.SHARD: hints.sharded}


_FUNCTIONS: Final = {
    names.DATA_LOADER: loaders.constructed,
    names.TENSOR_DATASET: loaders.tensors_together,
    names.DEVICE: devices.constructed,
    names.PARAMETER: modules.parameter,
    names.COMPILE: modules.kept,
    names.DATA_PARALLEL: wrappers.made,
    **dict.fromkeys(names.MODULE_CONTAINERS, module_containers.made),
    names.CHECKPOINT: indirect.checkpointed,
    "builtins.map": indirect.mapped,
    "builtins.sum": indirect.summed,
    "builtins.len": sizes.counted,
    "builtins.enumerate": iteration.enumerated,
    "builtins.iter": iteration.begun,
    "builtins.zip": iteration.zipped,
}
_METHODS: Final[dict[str, Callable[[MethodContext], Type]]] = {
    f"{names.DATA_LOADER}.__iter__": iteration.iterated,
    f"{names.TENSOR}.__iter__": iteration.iterated,
    names.PICKED: loaders.picked,
    f"{names.PARTIAL}.__call__": indirect.partially_called,
    f"{names.CACHED}.__call__": functions.unwrapped,
    f"{names.CUSTOM_OP}.__call__": functions.unwrapped,
    **dict.fromkeys(sizes.COMPARISONS, sizes.compared),
    **{f"{name}.__call__": regions.decorated for name in names.AUTOCASTS},
    **{f"{name}.{names.QUESTION}": narrowing.narrowed for name in (names.TENSOR, names.PARAMETER)},
    **{
        f"{name}.{method}": hook
        for name in names.MODULE_CONTAINERS
        for method, hook in module_containers.METHODS.items()
    },
    **{name: partial(sizes.computed, fullname=name) for name in sizes.METHODS},
}


def _function_hook(fullname: str) -> Callable[[FunctionContext], Type] | None:
    name = names.public(fullname)
    if name in ops.names():
        return partial(operations.function, name=name)
    if fullname in _FUNCTIONS:
        return _FUNCTIONS[fullname]
    if fullname.startswith((names.OPERATOR, names.BUILTINS)):
        method = f"torch.Tensor.__{fullname.partition('.')[2].strip('_')}__"
        return partial(indirect.operated, name=method) if method in ops.names() else None
    return partial(modules.constructed, otherwise=functions.called) if names.is_users(fullname) else None


def _method_hook(fullname: str) -> Callable[[MethodContext], Type] | None:
    name, method = names.public(fullname), fullname.rpartition(".")[2]
    if fullname in _METHODS:
        return _METHODS[fullname]
    if containers.is_container(fullname):
        return containers.filled
    if name in ops.names() and not name.startswith(names.MODULE_METHODS):
        return partial(operations.method, name=name)
    if method == "__call__":
        return modules.called
    if method in names.GIVING_PARAMETERS:
        return modules.parameters
    change = names.MODULE_METHODS + method
    if change in ops.names():
        otherwise = functions.called if names.is_users(fullname) else _native
        return partial(modules.changed, name=change, otherwise=otherwise)
    return partial(modules.own_method, otherwise=functions.called) if names.is_users(fullname) else None


def _native(ctx: MethodContext) -> Type:
    return ctx.default_return_type


def _concerns_torch(file: MypyFile) -> bool:
    if names.root(file.fullname) in _OURS:
        return not file.fullname.startswith("dtensortypes.")
    return names.imports(file, _OURS)


_OURS: Final = frozenset({"torch", "dtensortypes"})


def plugin(_version: str) -> type[Plugin]:
    """Mypy's entry point."""
    return TensorPlugin
