"""Plain lists and dicts of modules, in a copy of the constructor that fills them: there they are torch's containers.

Of those it is known item by item what is in them; that nothing casts or moves them is told where they are read.
"""

from __future__ import annotations

from collections.abc import Mapping

from mypy.nodes import (
    ARG_POS,
    GDEF,
    AssignmentStmt,
    CallExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    FuncDef,
    MypyFile,
    NameExpr,
    TypeInfo,
)

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.held import held, made_in
from dtensortypes.mypy_plugin.text.rewritten import at, inside


def as_containers(function: FuncDef, tree: MypyFile, modules: Mapping[str, MypyFile]) -> None:
    """Have the constructor make a container of each list or dict of modules that the file only calls."""
    if function.name != "__init__" or not function.info or function.info.module_name != tree.fullname:
        return
    kept = held(tree).every
    for statement in inside(function.body.body) if kept else ():
        for place, value in list(made_in(statement)):
            if place.name in kept and isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1:
                statement.rvalue = _container(value, modules) or value


def _container(value: Expression, modules: Mapping[str, MypyFile]) -> CallExpr | None:
    is_dict = isinstance(value, DictExpr | DictionaryComprehension)
    fullname = names.MODULE_DICT if is_dict else names.MODULE_LIST
    file, _, name = fullname.rpartition(".")
    symbol = modules[file].names.get(name) if file in modules else None
    if symbol is None or not isinstance(symbol.node, TypeInfo):
        return None
    callee = at(value, NameExpr(name))
    callee.kind, callee.node, callee.fullname = GDEF, symbol.node, fullname
    return at(value, CallExpr(callee, [value], [ARG_POS], [None]))
