"""What is `Any` to mypy by itself on some of the ways that a program may take, and has a type on the others."""

from __future__ import annotations

from mypy.nodes import Expression
from mypy.types import NoneType, flatten_nested_unions, get_proper_type

from dtensortypes.mypy_plugin.messages.native import Native


class Perhaps(Native):
    """Tells of the expressions whether they are on one way: mypy makes a union with `Any` of all of them."""

    every = staticmethod(any)


class NoneOfAny(Native):
    """Tells of the expressions whether they are `Any` wherever they may be None."""

    def is_way(self, expression: Expression) -> bool:
        type_ = self.type_of(expression)
        members = flatten_nested_unions([type_]) if type_ is not None else [NoneType()]
        return self.is_any(expression) or not any(isinstance(get_proper_type(one), NoneType) for one in members)
