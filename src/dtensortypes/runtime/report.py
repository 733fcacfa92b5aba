"""The words of a refused call: the reason, who made the call, and a table of all its arguments, declared and actual.

What they need is taken down when the call fails; they are put together when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import torch

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.problems import Kind, Problem, returned
from dtensortypes.runtime.callers import site
from dtensortypes.runtime.described import class_name, described, key_words, short, summary
from dtensortypes.runtime.errors import Report, TensorTypeError
from dtensortypes.runtime.finding import Wrong
from dtensortypes.runtime.judge import Bound
from dtensortypes.runtime.likeness import Likeness, is_plain_tensor, likeness
from dtensortypes.runtime.signature import Signature, Slot

_LISTED: Final = 3
_DEEPEST: Final = 3
_ROWS: Final = 16


def refused(
    signature: Signature,
    arguments: Mapping[str, object],
    wrong: Wrong,
    bound: Bound,
    result: object = None,
    *,
    place: str | None = None,
) -> TensorTypeError:
    """The error to raise for what is wrong with this call, which was made at that place, the user's line that runs."""
    of_return = wrong.path.startswith(signature.outcome)
    rows = [(slot, taken_down(arguments[slot.name])) for slot in signature.slots]
    rows += [(signature.returns, taken_down(result))] if of_return else []
    place = site() if place is None else place
    return TensorTypeError(_Refusal(signature, rows, wrong.path, wrong.problem, wrong.since, bound, place, of_return))


def changed(signature: Signature) -> Report:
    """The report of a call whose tensors were not yet, or not any more, what was remembered of them."""
    reason = f'a tensor of "{signature.function}" changed while the call was checked'
    return Report(Problem(Kind.SHAPE, reason, "have no other thread change it meanwhile"))


def taken_down(value: object) -> object:
    """What the table will say of a value, or what it takes to say it; no tensor."""
    with torch._C.DisableTorchFunction():
        return likeness(value) if is_plain_tensor(value) else Words(actual(value))


@dataclass(frozen=True, slots=True)
class Words:
    """What is said of a value."""

    text: str


@dataclass(frozen=True, slots=True)
class _Refusal:
    """A wrong call as it is remembered; called, it is told."""

    signature: Signature
    rows: list[tuple[Slot, object]]
    path: str
    problem: Problem
    since: str
    bound: Bound
    place: str
    of_return: bool

    def __call__(self) -> Report:
        name = self.signature.function
        subject = returned(name, self.path) if self.of_return else self.signature.subject(self.path)
        place = [f"    {self.signature.happened} {self.place}"] if self.place else []
        rows = [self._row(slot, value) for slot, value in self.rows]
        table = "\n".join([*place, *_aligned(rows), *_bound(self.bound)])
        return Report(self.problem.about(subject), table, self.since)

    def _row(self, slot: Slot, value: object) -> Row:
        if slot is self.signature.returns:
            return True, slot.name, slot.declared, actual(value)
        path = self.path.rpartition(" of ")[2]
        rest = path.removeprefix(slot.name)
        failed = not self.of_return and path.startswith(slot.name) and (not rest or rest[0] in "[.")
        return failed, slot.spelled, slot.declared, actual(value)


Row = tuple[bool, str, str, str]


def _aligned(rows: list[Row]) -> list[str]:
    """The rows as lines; of very many, the first ones and what failed."""
    shown = [row for i, row in enumerate(rows) if i < _ROWS or row[0]]
    names = max((len(name) for _, name, _, _ in shown), default=0)
    declared = max((len(says) for _, _, says, _ in shown), default=0)
    lines = [
        f"{'  > ' if failed else '    '}{name:{names}}  {says:{declared}}  {value}".rstrip()
        for failed, name, says, value in shown
    ]
    return lines if len(shown) == len(rows) else [*lines, f"    and {len(rows) - len(shown)} more"]


def actual(value: Any, deeper: int = _DEEPEST) -> str:
    """A value in a few words, without its numbers; nothing of the value's own is called for it."""
    kind = type(value)
    if kind is Words:
        return str(value.text)
    if kind is Likeness:
        return summary(value.fact)
    if issubclass(kind, torch.Tensor):
        return described(value)
    for sequence in (list, tuple):
        if issubclass(kind, sequence):
            items = islice(sequence.__iter__(value), _LISTED if deeper else 0)
            return _listing(kind, [actual(item, deeper - 1) for item in items], sequence.__len__(value))
    if issubclass(kind, dict):
        pairs = islice(dict.items(value), _LISTED if deeper else 0)
        told = [f"{key_words(key)}: {actual(item, deeper - 1)}" for key, item in pairs]
        return _listing(kind, told, dict.__len__(value))
    return short(value) if kind in {bool, int, type(None)} else class_name(kind)


def _listing(kind: type, items: Sequence[str], count: int) -> str:
    listed = [*items, *([f"{count - len(items)} more"] if items and count > len(items) else [])]
    return f"{class_name(kind)} of {count}{': ' if listed else ''}{', '.join(listed)}"


def _bound(bound: Bound) -> list[str]:
    names: dict[str, Any] = {name: size for name, size in bound.dims.sizes.items() if isinstance(size, Dim)}
    names |= {f"*{name}": shape for name, shape in bound.dims.runs.items()}
    names |= {name: fact for name, (fact, _) in {**bound.dtypes, **bound.devices}.items()}
    told = ", ".join(f"{name} = {value}" for name, value in names.items())
    return [f"    with {told}"] if told else []
