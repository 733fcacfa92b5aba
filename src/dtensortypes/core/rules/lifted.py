"""Dtype words are written for concrete dtypes; here they are lifted to calls that leave a choice open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import cast

from dtensortypes.core.algebra.lift import DTYPE_DOMAIN, lift
from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import DType, DTypeFact
from dtensortypes.core.facts.shape import SCALAR, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.rules.call import Call, Typed, is_zero_dim
from dtensortypes.core.rules.taking import Takes
from dtensortypes.core.rules.words import DTypeWord


@cache
def lifted(word: DTypeWord, takes: Takes | None) -> Callable[[Call], DTypeFact]:
    """The word for any call: every dtype that a fact leaves open is tried, and a rank of 0 where it may be 0."""

    def rule(call: Call) -> DTypeFact:
        if takes is not None:
            takes(call)
        found = word(call)
        return found.dtype if isinstance(found, TensorFact) else found

    return lambda call: _lifted(rule, call)


def _lifted(rule: Callable[[Call], DTypeFact], call: Call) -> DTypeFact:
    if call.is_of_one_dtype:
        return rule(call)
    typed = call.typed
    facts = [one.dtype if isinstance(one, TensorFact) else one for one in typed]
    flags = _zero_dims(typed, facts)
    if None not in flags and all(isinstance(fact, DType | Unknown) for fact in facts):
        return rule(call)
    known = [at for at, fact in enumerate(facts) if not isinstance(fact, Unknown)]

    def attempt(members: tuple[DType, ...], zero_dims: tuple[bool, ...]) -> DType:
        chosen = dict(zip(known, members, strict=True))
        made = [_made(one, chosen.get(at, UNKNOWN), zero_dim=zero_dims[at]) for at, one in enumerate(typed)]
        return cast("DType", rule(call.with_typed(made)))

    result = lift(attempt, [facts[at] for at in known], flags, DTYPE_DOMAIN)
    # A rule may not know the answer for some of the members: then nothing is known.
    unsure = isinstance(result, OneOf) and not all(isinstance(member, DType) for member in result.members)
    return UNKNOWN if unsure else result


def _zero_dims(typed: Sequence[Typed], facts: Sequence[DTypeFact]) -> list[bool | None]:
    """Whether each tensor is zero-dim, None where both must be tried: that matters where two dtypes meet."""
    alike = facts.count(facts[0]) == len(facts) if facts else True
    meet = not alike or (len(facts) > 1 and any(isinstance(fact, OneOf) for fact in facts))
    return [is_zero_dim(one) if isinstance(one, TensorFact) and meet else False for one in typed]


def _made(typed: Typed, dtype: DTypeFact, *, zero_dim: bool) -> Typed:
    if not isinstance(typed, TensorFact):
        return dtype
    if typed.shape.rank is not None:
        return replace(typed, dtype=dtype)
    return TensorFact(dtype, typed.device, SCALAR if zero_dim else Shape((Dim.of("_"),)))
