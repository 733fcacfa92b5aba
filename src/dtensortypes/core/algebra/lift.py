"""Rules on concrete dtypes or devices, lifted to facts that leave a choice open: each possibility is tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from dtensortypes.core.facts.choice import Notated, OneOf, Var
from dtensortypes.core.facts.device import ACCELERATOR_TYPE, CPU, NOTATIONS, Device, one_of_devices
from dtensortypes.core.facts.dtype import DTYPES, FLOAT32, DType, one_of_dtypes
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Refused

F = TypeVar("F", bound=Notated)
Fact: TypeAlias = F | OneOf[F] | Var[F] | Unknown

LARGEST: Final = 256
"""The most combinations tried; where there are more, the result is not known."""


class Domain(NamedTuple, Generic[F]):
    """All members that a type variable without a bound stands for, and the narrowest fact for some of them."""

    members: frozenset[F]
    narrowest: Callable[[frozenset[F]], Fact[F]]
    usual: F
    """The member that a refusal speaks of, where it may be any of several."""

    def possible(self, fact: Fact[F]) -> frozenset[F]:
        """The members that the fact may be; an unknown fact may be any."""
        match fact:
            case Unknown():
                return self.members
            case OneOf(members=members):
                return members
            case Var(bound=bound):
                return self.members if bound is None else self.possible(bound)
            case _:
                return frozenset({fact})


DTYPE_DOMAIN: Final[Domain[DType]] = Domain(frozenset(DTYPES), one_of_dtypes, FLOAT32)
# A device not known may have any index, which is what a device without an index says.
DEVICE_DOMAIN: Final[Domain[Device]] = Domain(
    frozenset(Device(type_) for type_ in NOTATIONS if type_ != ACCELERATOR_TYPE), one_of_devices, CPU
)


def lift(
    rule: Callable[[tuple[F, ...], tuple[bool, ...]], F],
    facts: Sequence[Fact[F]],
    flags: Sequence[bool | None],
    domain: Domain[F],
) -> Fact[F]:
    """The result of `rule(members, flags)` over all that the facts and the flags, None if not known, may be.

    A type variable is the same member wherever it occurs, and is the result itself where every result is its own
    value. One unknown fact makes the result unknown. Refused only where every possibility is refused.
    """
    if any(isinstance(fact, Unknown) for fact in facts):
        return UNKNOWN
    choices = {_key(fact, at): domain.possible(fact) for at, fact in enumerate(facts)}
    answers = (False, True)
    if prod(map(len, choices.values())) * 2 ** list(flags).count(None) > LARGEST:
        return UNKNOWN
    results: list[tuple[dict[str, F], F]] = []
    refusals: list[tuple[bool, Refused]] = []
    for members in product(*choices.values()):
        assignment = dict(zip(choices, members, strict=True))
        arguments = tuple(assignment[_key(fact, at)] for at, fact in enumerate(facts))
        for known in product(*(answers if flag is None else (flag,) for flag in flags)):
            try:
                results.append((assignment, rule(arguments, known)))
            except Refused as refused:
                refusals.append((domain.usual not in members, refused))
    if not results:
        raise _representative(refusals)
    distinct = frozenset(result for _, result in results)
    # Where refusals leave a variable one member, that member says more.
    variable = None if refusals and len(distinct) == 1 else _same_variable(facts, results)
    return variable or domain.narrowest(distinct)


def _key(fact: Fact[F], at: int) -> str:
    """What is chosen once: a type variable, or the fact at one place."""
    return fact.name if isinstance(fact, Var) else f"#{at}"


def _same_variable(facts: Sequence[Fact[F]], results: Sequence[tuple[dict[str, F], F]]) -> Var[F] | None:
    """The type variable whose own value every result is."""
    variables = (fact for fact in facts if isinstance(fact, Var))
    return next((v for v in variables if all(chosen[v.name] == result for chosen, result in results)), None)


def _representative(refusals: Sequence[tuple[bool, Refused]]) -> Refused:
    """One refusal to stand for all; the least in words, so that the choice does not depend on the order of sets."""
    return min(refusals, key=lambda one: (one[0], str(one[1])))[1]
