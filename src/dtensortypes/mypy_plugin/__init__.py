"""The mypy plugin: `plugins = ["dtensortypes.mypy_plugin"]`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

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

from dtensortypes.mypy_plugin.ground import codes, defaults, names, paths, settings, written  # noqa: F401 - mypy is to know the codes from the start
from dtensortypes.mypy_plugin.ground.fingerprint import fingerprint

__version__ = fingerprint()
"""Mypy throws its cache away when this changes."""
_MOST: Final = 65536
"""How many names are remembered, of all kinds: mypy asks for the same few again and again."""


class TensorPlugin(Plugin):
    """Passes mypy's questions on to `hooks`, which a run that checks nothing anew never loads."""

    def set_modules(self, modules: dict[str, MypyFile]) -> None:
        settings.require(self.options)
        written.forget()
        defaults.forget()
        super().set_modules(modules)

    def report_config_data(self, ctx: ReportConfigContext) -> str:
        """What each file's cache is bound to: a run over some files leaves no stale answers for the others.

        What it is bound to when it is written is part of the file's interface, too.
        """
        paths.find(ctx.id, ctx.path)
        if not self.options.fixed_format_cache:
            return __version__
        version = "+".join([__version__, *sorted(defaults.set_around(ctx.id, ctx.path))])
        if ctx.is_check:
            return written.written(version, ctx.id)
        from dtensortypes.mypy_plugin.text.interface import digest

        return f"{version} {digest(self._modules or {}, ctx.id)}"

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        return [(10, module, -1) for module in names.NEEDED] if file.fullname in names.NEEDING else []

    def get_customize_class_mro_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        return _asked("of_class", fullname) if names.is_torchs(fullname) or names.is_users(fullname) else None

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        if not _is_asked_about(fullname):
            return None
        if _is_ours(fullname):
            return _asked("of_annotation", fullname)
        from dtensortypes.mypy_plugin import hooks

        symbol = self.lookup_fully_qualified(fullname)
        node = symbol.node if symbol else None
        # a module may be called like the class that its package imports from it
        return hooks.of_class_name(node if node and node.fullname == fullname else None)

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        return _asked("of_function_signature", fullname)

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        return _asked("of_method_signature", fullname)

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        return _asked("of_function", fullname)

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        return _asked("of_method", fullname)

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        return _asked("of_attribute", fullname)

    def get_class_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        if not names.is_read_of_class(fullname):
            return None
        from dtensortypes.mypy_plugin import hooks

        return hooks.of_class_attribute(fullname)


@lru_cache(_MOST)
def _asked(kind: str, fullname: str) -> Callable[[Any], Any] | None:
    """The callback of this kind for the name, one of the functions of `hooks`."""
    from dtensortypes.mypy_plugin import hooks

    found: Callable[[str], Callable[[Any], Any] | None] = getattr(hooks, kind)
    return found(fullname)


@lru_cache(_MOST)
def _is_asked_about(fullname: str) -> bool:
    """Whether an annotation of this name may concern us, which most names in the sources of torch and Python do not."""
    return _is_ours(fullname) or names.is_users(fullname) or names.is_layer(fullname)


def _is_ours(fullname: str) -> bool:
    return fullname in names.HINTS or fullname.startswith(names.DEVICES)


def plugin(_version: str) -> type[Plugin]:
    """Mypy's entry point."""
    return TensorPlugin
