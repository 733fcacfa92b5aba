"""Torch's dtype constants: `float16: dtype = ...` in torch's stub declares a `dtype[Float16]`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from mypy.nodes import AssignmentStmt, MypyFile, NameExpr
from mypy.plugin import AnalyzeTypeContext
from mypy.types import Instance, Type

from dtensortypes.core.facts.dtype import BY_NAME
from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.types_of import MissingError, Types, anything

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
    name = _declared_at(analyzer.cur_mod_node, ctx.type.line) if analyzer.cur_mod_id == "torch._C" else None
    try:
        argument = types.dtype(BY_NAME[name]) if name in BY_NAME else anything()
    except MissingError:
        argument = anything()
    return Instance(info, [argument], line=ctx.type.line, column=ctx.type.column)


def _declared_at(tree: MypyFile, line: int) -> str | None:
    for statement in tree.defs:
        if isinstance(statement, AssignmentStmt) and statement.line == line:
            target = statement.lvalues[0]
            return target.name if isinstance(target, NameExpr) else None
    return None
