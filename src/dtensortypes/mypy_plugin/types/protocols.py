"""Protocols that speak of tensors, and the classes that are to follow them: mypy compares the names of their dims."""

from __future__ import annotations

from mypy.subtypes import find_member, is_subtype
from mypy.types import CallableType, Instance, Type, get_proper_type

from dtensortypes.core.problems import Problem
from dtensortypes.mypy_plugin.types.callbacks import mistake
from dtensortypes.mypy_plugin.types.compare import has_tensor
from dtensortypes.mypy_plugin.types.rewriting import unknown, vague


def is_protocol_of_tensors(type_: Type) -> bool:
    """Whether the type is a protocol whose members speak of tensors."""
    proper = get_proper_type(type_)
    if not isinstance(proper, Instance) or not proper.type.is_protocol:
        return False
    signatures = [symbol.type for base in proper.type.mro for symbol in base.names.values() if symbol.type]
    callables = [s for s in map(get_proper_type, signatures) if isinstance(s, CallableType)]
    return any(has_tensor(part) for s in callables for part in [*s.arg_types, s.ret_type])


def is_unproved_protocol(found: Type, declared: Type) -> bool:
    """Whether a class may be what a protocol asks for: mypy compares the names of dims in its members."""
    own, wanted = get_proper_type(found), get_proper_type(declared)
    if not (isinstance(own, Instance) and isinstance(wanted, Instance) and wanted.type.is_protocol):
        return False
    return all(may_be(members_of(name, own, wanted)) for name in wanted.type.protocol_members)


def unlike(found: Type, declared: Type) -> Problem | None:
    """What is wrong with a method of a class that follows a protocol, if nothing is known of the tensors."""
    own, wanted = get_proper_type(found), get_proper_type(declared)
    if not (isinstance(own, Instance) and isinstance(wanted, Instance) and wanted.type.is_protocol):
        return None
    pairs = [members_of(name, own, wanted) for name in wanted.type.protocol_members]
    if not all(len(pair) == 2 and is_subtype(*(one.accept(unknown()) for one in pair)) for pair in pairs):
        return None
    for method, expected in (map(get_proper_type, pair) for pair in pairs):
        if isinstance(method, CallableType) and isinstance(expected, CallableType) and not method.variables:
            problem = mistake(expected, method, wanted.type.name)
            if problem is not None:
                return problem
    return None


def members_of(name: str, own: Type, wanted: Type) -> list[Type]:
    """The member of this name of each, as far as they have it."""
    owners = [owner for owner in map(get_proper_type, (own, wanted)) if isinstance(owner, Instance)]
    return [member for owner in owners if (member := find_member(name, owner, owner)) is not None]


def may_be(members: list[Type]) -> bool:
    """Whether the first agrees with the second, if the names of their dims may stand for any sizes."""
    return len(members) == 2 and is_subtype(*(member.accept(vague()) for member in members))
