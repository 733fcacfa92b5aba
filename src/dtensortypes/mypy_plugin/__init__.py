"""The mypy plugin: `plugins = ["dtensortypes.mypy_plugin"]`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

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
)
from mypy.types import FunctionLike, Type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin import classes, constants, functions, hints, names, operations
from dtensortypes.mypy_plugin.fingerprint import fingerprint

__version__ = fingerprint()
"""Mypy throws its cache away when this changes."""


class TensorPlugin(Plugin):
    """Looks up which callback a full name has; the callbacks do the rest."""

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        if not _concerns_torch(file):
            return []
        return [(10, module, -1) for module in names.NEEDED]

    def get_customize_class_mro_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        return None if fullname.startswith("builtins.") else classes.make_generic

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        if fullname == names.DTYPE:
            return constants.dtype
        if fullname == names.TENSOR:
            return hints.tensor
        return hints.device if fullname.startswith(f"{names.DEVICES}.") else None

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        return functions.loosened if _is_users(fullname) else None

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        return functions.loosened if _is_users(fullname) else None

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        name = names.public(fullname)
        if name in ops.names():
            return partial(operations.function, name=name)
        return functions.called if _is_users(fullname) else None

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        name = names.public(fullname)
        if name in ops.names():
            return partial(operations.method, name=name)
        return functions.called if _is_users(fullname) else None

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        name = names.public(fullname)
        return partial(operations.attribute, name=name) if name in ops.names() else None


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
