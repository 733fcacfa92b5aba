"""What comes of a body that is read for one call: of several returns, and of what nobody asks mypy about."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, FuncDef, ReturnStmt, TryStmt
from mypy.typeops import make_simplified_union
from mypy.types import AnyType, CallableType, Instance, NoneType, TupleType, Type, UnionType, get_proper_type

from dtensortypes.core.algebra.either import either
from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import named_tuples, objects, rows
from dtensortypes.mypy_plugin.text.scope import statements
from dtensortypes.mypy_plugin.types.callbacks import giving
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a, tensor_fact
from dtensortypes.mypy_plugin.types.nested import shallow
from dtensortypes.mypy_plugin.types.rewriting import sizeless
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.value_of import without_covered

_TUPLES: Final = {names.TUPLE, names.NAMED_RESULT}
_VALUES: Final = {names.DTYPE, names.DEVICE, names.NDARRAY, names.DATA_LOADER}


def one_of(checker: TypeChecker, function: FuncDef, reached: list[Type]) -> Type:
    """What one of the function's returns gives: of two objects of a class mypy takes one, with what it was made of.

    That is kept where all of them were made of the same. Where a handler may give another tensor than what it guards,
    only what both have in common: nobody knows that anything is ever raised there.
    """
    result = _one_of(reached)
    return _whichever(checker, result) if _gives_when_caught(function) else result


def _gives_when_caught(function: FuncDef) -> bool:
    handlers = (h for one in statements(function.body.body) if isinstance(one, TryStmt) for h in one.handlers)
    return any(isinstance(one, AssignmentStmt | ReturnStmt) for handler in handlers for one in statements(handler.body))


def _whichever(checker: TypeChecker, result: Type) -> Type:
    """The result with one tensor in the place of several, and of that what holds of all of them."""
    proper = get_proper_type(result)
    if not isinstance(proper, UnionType):
        return result
    facts = {id(one): fact for one in proper.items if (fact := tensor_fact(one)) is not None}
    common = either(*facts.values()) if len(facts) > 1 else UNKNOWN
    if not isinstance(common, TensorFact):
        return result
    dtype = UNKNOWN if isinstance(common.dtype, OneOf) else common.dtype
    device = UNKNOWN if isinstance(common.device, OneOf) else common.device
    tensor = Types(checker.modules).tensor(TensorFact(dtype, device, common.shape))
    return make_simplified_union([tensor, *(one for one in proper.items if id(one) not in facts)])


def _one_of(reached: list[Type]) -> Type:
    made = [(get_proper_type(one), objects.arguments(one)) for one in reached]
    if made[0][1] is not None and all(one == made[0] for one in made):
        return shallow(without_covered(reached[0]))
    several = [sizeless(objects.stripped(one)) for one in reached[1:] and reached]
    return shallow(without_covered(make_simplified_union(several) if several else reached[0]))


def kept(type_: Type) -> Type:
    """What is known of tensors, modules and their values in a result: more than that, nobody asked mypy for."""
    proper = get_proper_type(type_)
    match proper:
        case UnionType(items=items):
            members = [one if isinstance(one := get_proper_type(item), NoneType) else kept(one) for item in items]
            is_known = not any(isinstance(get_proper_type(one), AnyType) for one in members)
            return UnionType(members) if is_known else anything()
        case TupleType(items=items, partial_fallback=fallback) if (
            fallback.type.fullname in _TUPLES or named_tuples.is_named(proper)
        ):
            parts = [get_proper_type(kept(item)) for item in items]
            is_open = all(isinstance(part, AnyType) for part in parts) and not named_tuples.is_named(proper)
            return anything() if parts and is_open else proper.copy_modified(items=[*parts])
        case Instance(type=info) if info.fullname in _VALUES or is_a(proper, names.MODULE) or says_something(proper):
            return proper
        case Instance() if rows.has_objects(proper):
            return proper
        case CallableType() if not proper.is_type_obj() and says_something(result := kept(proper.ret_type)):
            return giving(proper, result)
    return anything()
