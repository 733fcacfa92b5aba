"""Type arguments of modules in annotations: a class that only the plugin has made generic takes none.

What the plugin adds has a default, so that mypy would take `nn.ModuleList[Block]` for a list of the dtype `Block`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeGuard, cast

from mypy.errorcodes import TYPE_ARG
from mypy.messages import wrong_type_arg_count
from mypy.nodes import SymbolNode, TypeInfo
from mypy.plugin import AnalyzeTypeContext
from mypy.types import Type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.types.types_of import anything

if TYPE_CHECKING:
    from mypy.semanal import SemanticAnalyzer
    from mypy.typeanal import TypeAnalyser

OURS: Final = ("dtype", "device", "config")
"""What the plugin adds to the parameters of a class of modules, after its own."""


def is_module(node: SymbolNode | None) -> TypeGuard[TypeInfo]:
    """Whether the plugin has added its own to the class's parameters."""
    return isinstance(node, TypeInfo) and tuple(node.type_vars[-len(OURS) :]) == OURS


def counted(ctx: AnalyzeTypeContext, cls: TypeInfo) -> Type:
    """The annotation's type; arguments that the class does not take without the plugin are told, and unknown."""
    written, analyzer = ctx.type, cast("TypeAnalyser", ctx.api)
    semantic = cast("SemanticAnalyzer", analyzer.api)
    watch(semantic.errors, semantic.modules)  # of a file that calls nothing, no other hook may come
    file = semantic.cur_mod_node
    arguments, taken = list(written.args), len(cls.type_vars) - len(OURS)
    if arguments and len(arguments) != taken and not names.imports_us(file):
        ctx.api.fail(wrong_type_arg_count(taken, taken, str(len(arguments)), cls.name), written, code=TYPE_ARG)
        arguments = [anything()] * taken
    return analyzer.analyze_type_with_type_info(cls, arguments, written, written.empty_tuple_index)
