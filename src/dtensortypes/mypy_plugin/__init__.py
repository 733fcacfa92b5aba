"""The mypy plugin: `plugins = ["dtensortypes.mypy_plugin"]`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from mypy.nodes import Import, ImportAll, ImportFrom, MypyFile
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
    iteration,
    loaders,
    modules,
    names,
    operations,
    settings,
    sizes,
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
        return guarded(functions.loosened) if _is_users(fullname) else None

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        if containers.is_container(fullname):
            return guarded(containers.loosened)
        return guarded(functions.loosened) if _is_users(fullname) else None

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
            return guarded(attributes.looked_up)
        return guarded(partial(attributes.read, name=fullname.rpartition(".")[2])) if _is_users(fullname) else None


_ANNOTATIONS: Final = {names.DTYPE: constants.dtype, names.TENSOR: hints.tensor, names.SHARD: hints.sharded}


_FUNCTIONS: Final = {
    names.DATA_LOADER: loaders.constructed,
    names.DEVICE: devices.constructed,
    names.PARAMETER: modules.parameter,
    "builtins.len": sizes.counted,
    "builtins.enumerate": iteration.enumerated,
    "builtins.iter": iteration.begun,
    "builtins.zip": iteration.zipped,
}
_METHODS: Final[dict[str, Callable[[MethodContext], Type]]] = {
    f"{names.DATA_LOADER}.__iter__": iteration.iterated,
    f"{names.TENSOR}.__iter__": iteration.iterated,
    **{name: partial(sizes.computed, fullname=name) for name in sizes.METHODS},
}


def _function_hook(fullname: str) -> Callable[[FunctionContext], Type] | None:
    name = names.public(fullname)
    if name in ops.names():
        return partial(operations.function, name=name)
    if fullname in _FUNCTIONS:
        return _FUNCTIONS[fullname]
    return partial(modules.constructed, otherwise=functions.called) if _is_users(fullname) else None


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
    change = names.MODULE_METHODS + method
    if change in ops.names():
        return partial(modules.changed, name=change, otherwise=functions.called if _is_users(fullname) else _native)
    return functions.called if _is_users(fullname) else None


def _native(ctx: MethodContext) -> Type:
    return ctx.default_return_type


def _concerns_torch(file: MypyFile) -> bool:
    if _is_torch(file.fullname):
        return not file.fullname.startswith("dtensortypes.")
    for statement in file.imports:
        match statement:
            case Import(ids=ids) if any(_is_torch(name) for name, _ in ids):
                return True
            case ImportFrom(id=name) | ImportAll(id=name) if _is_torch(name):
                return True
    return False


def _is_torch(module: str) -> bool:
    return module.partition(".")[0] in {"torch", "dtensortypes"}


def _is_users(fullname: str) -> bool:
    """Whether the function is the program's own, or another package's."""
    return fullname.partition(".")[0] not in _OTHERS


_OTHERS = frozenset({"builtins", "typing", "typing_extensions", "torch", "numpy", "collections", "functools"})


def plugin(_version: str) -> type[Plugin]:
    """Mypy's entry point."""
    return TensorPlugin
