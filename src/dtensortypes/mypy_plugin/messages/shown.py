"""What a call shows of the body that takes what it gives: nothing of the regards in which it is not known itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mypy.nodes import Expression
from mypy.types import AnyType, Instance, ProperType, TupleType, Type, get_proper_type

from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import REFUSALS, Kind
from dtensortypes.mypy_plugin.changes import parts
from dtensortypes.mypy_plugin.changes.states import as_made, state_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.value_of import of_type
from dtensortypes.mypy_plugin.types.veiled import unveiled


class Given(NamedTuple):
    """What a call gives a body, and of which object that is."""

    receiver: Type | None
    values: tuple[Type, ...]

    def stands_for(self, other: Given) -> bool:
        """Whether the other call is this one with numbers for its names of dims: what that shows this has not shown."""
        if self.receiver != other.receiver or len(self.values) != len(other.values):
            return False
        meant: dict[Dim, DimFact] = {}
        return all(_stands_for(*pair, meant) for pair in zip(self.values, other.values, strict=True))


class Shown(NamedTuple):
    """One call that the body takes, what that gives, and in which regards it shows the body to be right."""

    call: Expression
    given: Given
    kinds: frozenset[Kind]

    def shows(self, kind: Kind, given: Given) -> bool:
        """Whether it shows this of a call that gives something else: of sizes, nothing of one that it stands for.

        Nor does a call that gives a tuple show anything of one that gives a tensor there: a body tells them apart.
        """
        if kind not in self.kinds or any(map(_are_unlike, self.given.values, given.values)):
            return False
        return kind is not Kind.SHAPE or not self.given.stands_for(given)


def _are_unlike(one: Type, other: Type) -> bool:
    both = get_proper_type(one), get_proper_type(other)
    are_tuples = [isinstance(type_, TupleType) for type_ in both]
    are_tensors = [isinstance(of_type(type_), TensorFact) for type_ in both]
    return are_tuples != are_tensors and are_tuples == are_tensors[::-1]


def _stands_for(one: Type, other: Type, meant: dict[Dim, DimFact]) -> bool:
    mine, theirs = of_type(one), of_type(other)
    if not isinstance(mine, TensorFact) or not isinstance(theirs, TensorFact):
        return one == other
    pairs = zip(mine.shape.dims or (), theirs.shape.dims or (), strict=False)
    if mine.shape.rank != theirs.shape.rank:
        return False
    return all(a == b or (isinstance(a, Dim) and a.name and meant.setdefault(a, b) == b) for a, b in pairs)


def told(given: Sequence[Type], receiver: Type | None) -> frozenset[Kind]:
    """In which regards all is known of what the call gives: where that is nothing, the object must tell."""
    facts = [of_type(one) for one in given]
    tensors = [fact for fact in facts if isinstance(fact, TensorFact)]
    if any(isinstance(get_proper_type(one), AnyType) for one in given) or not all(map(_is_told, tensors)):
        return frozenset()
    owner, found = get_proper_type(receiver), REFUSALS
    if any(UNKNOWN in (fact.shape.dims or ())[1:] for fact in tensors):  # a batch may be of any size
        found -= {Kind.SHAPE}
    if isinstance(owner, Instance) and not is_a(owner, names.MODULE) and objects.arguments(owner) is None:
        return frozenset()  # of what the object holds nothing is known
    if tensors or not isinstance(owner, Instance) or not is_a(owner, names.MODULE):
        return found - {Kind.SHAPE} if _is_of_unknown_sizes(owner) else found
    state, made = state_of(unveiled(owner)), as_made([owner])
    found -= {Kind.DTYPE} if state.dtype is UNKNOWN and not made.dtype else set()
    return found - {Kind.DEVICE} if state.device is UNKNOWN and not made.device else found


def _is_told(fact: TensorFact) -> bool:
    """Whether all is known of it that a body may refuse, but for its sizes."""
    return fact.shape.rank is not None and isinstance(fact.dtype, DType) and isinstance(fact.device, Device)


def _is_of_unknown_sizes(owner: ProperType | None) -> bool:
    """Whether it is a module that was made of an object, as of a config, of which nobody knows what it was made of."""
    if not isinstance(owner, Instance) or not is_a(owner, names.MODULE):
        return False
    config = get_proper_type(parts.as_made(unveiled(owner)))
    return isinstance(config, TupleType) and any(map(_is_open, config.items))


def _is_open(given: Type) -> bool:
    proper = get_proper_type(given)
    is_own = isinstance(proper, Instance) and names.is_users(proper.type.fullname) and not is_a(proper, names.MODULE)
    return is_own and objects.arguments(proper) is None
