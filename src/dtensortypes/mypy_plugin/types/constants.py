"""Torch's dtype constants: `float16: dtype = ...` in torch's stub declares a `dtype[Float16]`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from mypy.nodes import AssignmentStmt, MypyFile, NameExpr
from mypy.plugin import AnalyzeTypeContext
from mypy.types import Instance, Type

from dtensortypes.core.facts.dtype import BY_NAME
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.types.types_of import MissingError, Types, anything

if TYPE_CHECKING:
    from mypy.semanal import SemanticAnalyzer
    from mypy.typeanal import TypeAnalyser


def dtype(ctx: AnalyzeTypeContext) -> Type:
    """The type of an annotation `torch.dtype`; of a constant in torch's own stub, with its dtype."""
    analyzer = cast("SemanticAnalyzer", cast("TypeAnalyser", ctx.api).api)
    types = Types(cast("Mapping[str, MypyFile]", analyzer.modules))
    try:
        info = types.info(names.DTYPE)
    except MissingError:
        return anything()
    name = _declared(analyzer.cur_mod_node).get(ctx.type.line) if analyzer.cur_mod_id == "torch._C" else None
    try:
        argument = types.dtype(BY_NAME[name]) if name in BY_NAME else anything()
    except MissingError:
        argument = anything()
    return Instance(info, [argument], line=ctx.type.line, column=ctx.type.column)


@once_per_tree
def _declared(tree: MypyFile) -> dict[int, str]:
    """The names that are given something in the file, by their lines: its annotations are thousands."""
    given = (one for one in tree.defs if isinstance(one, AssignmentStmt))
    return {one.line: target.name for one in given if isinstance(target := one.lvalues[0], NameExpr)}
