"""Attributes that a loop gives values: mypy takes the type of each round, and wants them to be one.

`self.last = x; x = layer(x)` gives it tensors of other shapes, which are one type without the plugin.
"""

from __future__ import annotations

import re
from typing import Final

from mypy.checker import TypeChecker
from mypy.errorcodes import VAR_ANNOTATED
from mypy.errors import ErrorInfo
from mypy.nodes import MemberExpr, Statement, Var
from mypy.subtypes import is_subtype
from mypy.types import Type

from dtensortypes.mypy_plugin.text.scope import bodies, statements, targets
from dtensortypes.mypy_plugin.types.failures import needing
from dtensortypes.mypy_plugin.types.retype import is_known
from dtensortypes.mypy_plugin.types.rewriting import unknown, unsized

_UNDECIDED: Final = r'Need type annotation for "(\w+)"'


def is_of_rounds(info: ErrorInfo, checker: TypeChecker) -> bool:
    """Whether mypy has found types for an attribute that differ in nothing but what the plugin knows."""
    said = re.match(_UNDECIDED, info.message) if info.code is VAR_ANNOTATED else None
    if said is None or is_of_put_off(info, checker):
        return said is not None
    before = {variable: type_ for variable, type_ in _found(checker) if variable.name == said[1]}
    here = (one for body in bodies(checker.tree.defs) for one in statements(body) if one.line == info.line)
    return any(_is_one(checker, statement, before) for statement in here)


def is_of_put_off(info: ErrorInfo, checker: TypeChecker) -> bool:
    """Whether mypy has put the function off in a round: in those that are left it takes every value for anything."""
    return info.code is VAR_ANNOTATED and checker.current_node_deferred


@needing("tell the types that mypy finds for an attribute from each other", otherwise=[])
def _found(checker: TypeChecker) -> list[tuple[Var, Type]]:
    """The types of the attributes of the class at hand, as mypy has found them first."""
    known = (checker.inferred_attribute_types or {}).items()
    return [(variable, type_) for variable, type_ in known if is_known(type_)]


def _is_one(checker: TypeChecker, statement: Statement, before: dict[Var, Type]) -> bool:
    """Whether the statement gives an attribute what is of the type before, if nothing were known of either."""
    for target, value in targets(statement):
        if not isinstance(target, MemberExpr) or target.def_var not in before:
            continue
        first, now = before[target.def_var], checker.lookup_type_or_none(value) if value is not None else None
        if first != _plain(first) if not is_known(now) else _are_alike(_plain(first), _plain(now)):
            return True
    return False


def _plain(type_: Type) -> Type:
    return type_.accept(unknown()).accept(unsized())


def _are_alike(one: Type, other: Type) -> bool:
    return is_subtype(one, other) and is_subtype(other, one)
