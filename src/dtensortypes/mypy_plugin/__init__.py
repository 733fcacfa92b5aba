"""The mypy plugin: `plugins = ["dtensortypes.mypy_plugin"]`."""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import Import, ImportAll, ImportFrom, MypyFile
from mypy.plugin import AnalyzeTypeContext, ClassDefContext, Plugin
from mypy.types import Type

from dtensortypes.mypy_plugin import classes, hints, names


class TensorPlugin(Plugin):
    """Looks up which callback a full name has; the callbacks do the rest."""

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        if not _imports_torch(file):
            return []
        return [(10, module, -1) for module in names.NEEDED]

    def get_customize_class_mro_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        return classes.make_generic if classes.parameters_of(fullname) else None

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        if fullname == names.TENSOR:
            return hints.tensor
        return hints.device if fullname.startswith(f"{names.DEVICES}.") else None


def _imports_torch(file: MypyFile) -> bool:
    for statement in file.imports:
        match statement:
            case Import(ids=ids) if any(_is_torch(name) for name, _ in ids):
                return True
            case ImportFrom(id=name) | ImportAll(id=name) if _is_torch(name):
                return True
    return False


def _is_torch(module: str) -> bool:
    return module.partition(".")[0] in {"torch", "dtensortypes"}


def plugin(_version: str) -> type[Plugin]:
    """Mypy's entry point."""
    return TensorPlugin
