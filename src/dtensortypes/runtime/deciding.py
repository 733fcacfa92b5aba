"""Which reading of each union a call means: the first ones under which all its tensors agree.

One union is decided after the other, each on top of what the ones before have bound, and back again where that leads
nowhere. Decisions that leave the same unions and the same bindings have the same future, which is looked at once: so a
list of a hundred items that may each be either of two costs a hundred steps, not two to the hundred.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Protocol, TypeAlias, TypeVar

from dtensortypes.runtime.finding import Found, Wrong
from dtensortypes.runtime.matching import Choice, Finding


class Bindings(Protocol):
    """What is bound so far."""

    @property
    def state(self) -> Hashable: ...


B = TypeVar("B", bound=Bindings)

MOST: Final = 2_000
"""Decisions, and four more for each tensor, after which a call is taken to be right: in doubt nothing is refused."""

_Rest: TypeAlias = "tuple[Choice, _Rest] | None"
"""The unions that are yet to be decided, the next one first."""


def decided(finding: Finding, bound: B, together: Callable[[tuple[Found, ...], B], B]) -> B:
    """What is bound under the first decisions that fit; raises Wrong with the first reason why none does.

    `together` says what all these tensors bind on top of what is bound, or raises Wrong.
    """
    first: Wrong | None = None
    left: list[tuple[Finding, _Rest, B]] = [(finding, None, bound)]
    passed: set[Hashable] = set()
    most = MOST + 4 * len(finding)
    while left:
        way, rest, before = left.pop()
        try:
            after = together(tuple(one for one in way if isinstance(one, Found)), before)
        except Wrong as wrong:
            first = first or wrong
            continue
        for choice in reversed([one for one in way if isinstance(one, Choice)]):
            rest = (choice, rest)
        if rest is None or len(passed) > most:
            return after
        choice, others = rest
        here = id(choice), after.state
        if here not in passed:
            passed.add(here)
            left += [(one, others, after) for one in reversed(choice.ways)]
    assert first is not None
    try:
        raise first
    finally:
        del first  # which would keep this frame alive, and so the tensors in it
