"""What is `Any` to mypy by itself on some of the ways that a program may take, and has a type on the others."""

from __future__ import annotations

import re
from typing import Final

from mypy.checker import TypeChecker
from mypy.errorcodes import UNION_ATTR
from mypy.errors import ErrorInfo
from mypy.nodes import Expression, FuncDef, MypyFile, Var
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    NoneType,
    ProperType,
    Type,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.mypy_plugin.messages.native import Native
from dtensortypes.mypy_plugin.text.scope import function_at

_OF_ITEM: Final = r'Item "([^"]+)" of '


class Perhaps(Native):
    """Tells of the expressions whether they are on one way: mypy makes a union with `Any` of all of them."""

    every = staticmethod(any)


def telling(info: ErrorInfo, tree: MypyFile, checker: TypeChecker) -> Native:
    """Who tells what is `Any`: where mypy complains of one member of a union, what matters is where that comes from."""
    function = function_at(tree, info.line)
    said = re.match(_OF_ITEM, info.message) if info.code is UNION_ATTR else None
    if said is None:
        return Native(tree, checker, function)
    found = ItemOfAny(tree, checker, function)
    found.item = said[1]
    return found


class ItemOfAny(Native):
    """Tells of the expressions whether they are `Any` wherever they may be of one class, of which mypy complains.

    `item` is how mypy names it: `None`, or `dtype[Float32]`.
    """

    item = "None"

    def is_way(self, expression: Expression) -> bool:
        return self.is_any(expression) or not self.may_be_item(self.type_of(expression))

    def is_declared_way(self, function: FuncDef, parameter: Var) -> bool:
        types = function.type.arg_types if isinstance(function.type, CallableType) else []
        variables = [argument.variable for argument in function.arguments]
        declared = [type_ for type_, one in zip(types, variables, strict=False) if one is parameter]
        return bool(declared) and not self.may_be_item(declared[0])

    def may_be_item(self, type_: Type | None) -> bool:
        """Whether a value of the type may be what mypy complains of."""
        members = flatten_nested_unions([type_]) if type_ is not None else [NoneType()]
        return any(_may_be_called(get_proper_type(one), self.item.partition("[")[0]) for one in members)


def _may_be_called(member: ProperType, name: str) -> bool:
    if isinstance(member, NoneType):
        return name == "None"
    if name == "None" or isinstance(member, AnyType):
        return False
    return not isinstance(member, Instance) or member.type.name == name.rpartition(".")[2]
