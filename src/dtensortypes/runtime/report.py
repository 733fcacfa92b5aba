"""The words of a refused call: the reason, and a table of all its arguments, declared and actual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.problems import argument, returned
from dtensortypes.runtime.errors import TensorTypeError
from dtensortypes.runtime.judge import Bound
from dtensortypes.runtime.matching import Wrong, described
from dtensortypes.runtime.signature import Signature, Slot

_LISTED = 3


def refused(
    signature: Signature, arguments: Mapping[str, object], wrong: Wrong, bound: Bound, result: object = None
) -> TensorTypeError:
    """The error to raise for what is wrong with this call."""
    of_return = wrong.path.startswith(signature.outcome)
    name = signature.function
    subject = returned(name, wrong.path) if of_return else argument(wrong.path, name)
    rows = [_row(slot, arguments[slot.name], wrong) for slot in signature.slots]
    if of_return:
        rows.append((True, "return", signature.returns.declared, actual(result)))
    return TensorTypeError(wrong.problem.about(subject), "\n".join([*_aligned(rows), *_bound(bound)]))


Row = tuple[bool, str, str, str]


def _row(slot: Slot, value: object, wrong: Wrong) -> Row:
    path = wrong.path.rpartition(" of ")[2]
    rest = path.removeprefix(slot.name)
    failed = path.startswith(slot.name) and (not rest or rest[0] == "[")
    return failed, slot.spelled, slot.declared, actual(value)


def _aligned(rows: list[Row]) -> list[str]:
    names = max((len(name) for _, name, _, _ in rows), default=0)
    declared = max((len(says) for _, _, says, _ in rows), default=0)
    return [
        f"{'  > ' if failed else '    '}{name:{names}}  {says:{declared}}  {value}".rstrip()
        for failed, name, says, value in rows
    ]


def actual(value: object) -> str:
    """A value in a few words, without its numbers."""
    match value:
        case torch.Tensor():
            return described(value)
        case list() | tuple():
            return _listing(type(value).__name__, [actual(item) for item in value[:_LISTED]], len(value))
        case dict():
            items = [f"{key!r}: {actual(item)}" for key, item in list(value.items())[:_LISTED]]
            return _listing(type(value).__name__, items, len(value))
        case bool() | int() | None:
            return repr(value)
    return type(value).__qualname__


def _listing(kind: str, items: list[str], count: int) -> str:
    more = [f"{count - _LISTED} more"] if count > _LISTED else []
    return f"{kind} of {count}{': ' if items else ''}{', '.join(items + more)}"


def _bound(bound: Bound) -> list[str]:
    names: dict[str, Any] = {name: size for name, size in bound.dims.sizes.items() if isinstance(size, Dim)}
    names |= {f"*{name}": shape for name, shape in bound.dims.runs.items()}
    names |= {name: fact for name, (fact, _) in {**bound.dtypes, **bound.devices}.items()}
    told = ", ".join(f"{name} = {value}" for name, value in names.items())
    return [f"    with {told}"] if told else []
