"""Facts that leave a choice open: one of several members, or a type variable over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class Notated(Protocol):
    """A fact that prints itself in the canonical notation, the one users write."""

    @property
    def notation(self) -> str: ...


F = TypeVar("F", bound=Notated)


@dataclass(frozen=True, slots=True)
class OneOf(Generic[F]):
    """One of at least two members, which one is not known; `name` is set for a category such as `Float`."""

    members: frozenset[F]
    name: str | None = None

    @property
    def notation(self) -> str:
        return self.name or " | ".join(sorted(member.notation for member in self.members))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OneOf) and self.members == other.members

    def __hash__(self) -> int:
        return hash(self.members)


@dataclass(frozen=True, slots=True)
class Var(Generic[F]):
    """A type variable: the same member wherever the variable occurs in one call; no `bound` is any member at all."""

    name: str
    bound: OneOf[F] | F | None = None

    @property
    def notation(self) -> str:
        return self.name
