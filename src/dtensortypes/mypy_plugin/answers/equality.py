"""`x == y` where y may be no tensor, as one that is None by default: mypy takes the overload that gives a truth value.

Where y is a tensor after all, torch gives a tensor.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.plugin import MethodContext
from mypy.types import AnyType, Instance, ProperType, Type, flatten_nested_unions, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.unheard import say_unheard
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import anything


def truth(ctx: MethodContext, checker: TypeChecker) -> Type:
    """What mypy says of the comparison, or nothing if the other side may be a tensor; it believes more of it."""
    members = flatten_nested_unions([type_ for types in ctx.arg_types for type_ in types])
    if not is_a(ctx.type, names.TENSOR) or not any(map(_may_be_tensor, map(get_proper_type, members))):
        return ctx.default_return_type
    say_unheard(checker, ctx.context, of_any_body=True)
    return anything()


def _may_be_tensor(member: ProperType) -> bool:
    is_object = isinstance(member, Instance) and member.type.fullname == "builtins.object"
    return is_object or isinstance(member, AnyType) or is_a(member, names.TENSOR)
