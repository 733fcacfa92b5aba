"""What an audit found: how often the table was exact, where it was silent, and where torch did otherwise."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import torch

_KEPT: Final = 100
"""Of more disagreements than this, the number alone is kept."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One call of which the table said what torch did not do; of tensors it holds dtype, device and shape alone."""

    operation: str
    arguments: str
    told: str
    given: str
    state: str = ""
    place: str = field(default="", compare=False)

    def __str__(self) -> str:
        """The report to send to us."""
        import dtensortypes

        ours = f"dtensortypes {dtensortypes.__version__}"
        versions = f"torch {torch.__version__}, {ours}, Python {platform.python_version()}"
        lines = (
            self.operation,
            f"  called with  {self.arguments}",
            f"  under        {self.state}" if self.state else "",
            f"  table says   {self.told}",
            f"  torch gives  {self.given}",
            f"  {versions}",
        )
        return "\n".join(filter(None, lines))


@dataclass(slots=True)
class Operation:
    """The calls of one operation: how many there were, and of what the table said nothing, by reason."""

    name: str
    exact: int = 0
    wrong: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def unknown(self) -> int:
        return self.reasons.total()

    @property
    def calls(self) -> int:
        return self.exact + self.wrong + self.unknown


@dataclass
class Report:
    """The operations that were seen, by name; `print` it for the table, or ask it for the figures.

    A call is exact where dtype, device and shape are what torch gave, unknown where the table leaves one of them open,
    and a disagreement where torch gave another, or accepted what the table refuses. A call that torch refused is not
    counted. `disagreements` holds each kind of call once, `disagreeing` counts them all.
    """

    operations: dict[str, Operation] = field(default_factory=dict)
    disagreements: list[Disagreement] = field(default_factory=list)

    @property
    def calls(self) -> int:
        return sum(operation.calls for operation in self.operations.values())

    @property
    def exact(self) -> int:
        return sum(operation.exact for operation in self.operations.values())

    @property
    def unknown(self) -> int:
        return sum(operation.unknown for operation in self.operations.values())

    @property
    def disagreeing(self) -> int:
        return sum(operation.wrong for operation in self.operations.values())

    @property
    def share(self) -> float:
        """The share of calls that are exact, from 0 to 1; of no calls, 1."""
        return self.exact / self.calls if self.calls else 1.0

    def operation(self, name: str) -> Operation:
        """What is counted of this operation, to be added to."""
        return self.operations.setdefault(name, Operation(name))

    def disagree(self, disagreement: Disagreement) -> None:
        """Count a disagreement, and keep it unless one like it is kept."""
        self.operation(disagreement.operation).wrong += 1
        if disagreement not in self.disagreements and len(self.disagreements) < _KEPT:
            self.disagreements.append(disagreement)

    def __str__(self) -> str:
        return "\n".join([*self._table(), "", self.summary, *self._unknowns(), *self._disagreements()])

    @property
    def summary(self) -> str:
        """The figures in one line."""
        share = f"{self.exact:,} exact ({100 * self.share:.1f} %)"
        return (
            f"{len(self.operations)} operations, {self.calls:,} calls: {share}, {self.unknown:,} unknown, "
            f"{self.disagreeing:,} disagreements"
        )

    def _table(self) -> Iterator[str]:
        width = max([len("operation"), *map(len, self.operations)])
        yield f"{'operation':{width}} {'calls':>9} {'exact':>9} {'unknown':>9} {'disagree':>9}"
        for one in sorted(self.operations.values(), key=lambda one: (-one.wrong, -one.unknown, -one.calls, one.name)):
            yield f"{one.name:{width}} {one.calls:9,} {one.exact:9,} {one.unknown:9,} {one.wrong:9,}"

    def _unknowns(self) -> Iterator[str]:
        found = [(one.name, *item) for one in self.operations.values() for item in one.reasons.most_common()]
        if found:
            yield "\nunknown"
            width = max(len(name) for name, *_ in found)
            yield from (f"  {name:{width}} {count:7,} x  {reason}" for name, reason, count in found)

    def _disagreements(self) -> Iterator[str]:
        if self.disagreements:
            yield "\ndisagreements: please send them to the authors of dtensortypes"
        for one in self.disagreements:
            text = str(one) + (f"\n  first seen at {one.place}" if one.place else "")
            yield "\n" + "\n".join(f"  {line}" for line in text.splitlines())
