"""The table of operations, and the two questions that checkers ask it: what does a call give, and a layer's call?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Final

from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact, Value
from dtensortypes.core.ops.entry import ENTRIES, TABLE, Entry, Spelling
from dtensortypes.core.rules.columns import Outcome
from dtensortypes.core.rules.joined import joined
from dtensortypes.core.rules.state import State

__all__ = ["Entry", "Outcome", "State", "call_layer", "entries", "infer", "names"]

_FAMILIES: Final = (
    "casts", "creation", "pointwise", "comparison", "matmul", "reduction", "views", "joining", "indexing", "attributes", "functional", "losses",
)  # fmt: skip


def infer(name: str, args: Sequence[Value], kwargs: Mapping[str, Value], state: State = State()) -> Outcome | None:
    """What a call of the operation gives and what is wrong with it; None where the table has no such name."""
    spellings = _table().get(name)
    if spellings is None:
        return None
    return _inferred(spellings, args, kwargs, state)


def names() -> frozenset[str]:
    """Every full name in the table: `torch.add`, `torch.Tensor.__add__`, `torch.nn.Linear`, `numpy.zeros`."""
    return frozenset(_table())


def entries() -> Mapping[str, Sequence[Entry]]:
    """The lines of the table by family, in order."""
    return _families()


def _inferred(
    spellings: Sequence[Spelling], args: Sequence[Value], kwargs: Mapping[str, Value], state: State
) -> Outcome:
    """The outcome of the first line that fits; of all lines that may fit, if an unknown argument leaves that open."""
    open_: list[Outcome] = []
    for spelling in spellings:
        bound = spelling.bind(args, kwargs)
        if bound is not None:
            open_.append(spelling.outcome(bound, state))
            if bound.sure:
                break
    return joined(open_) if open_ else Outcome(UNKNOWN)


def _table() -> Mapping[str, Sequence[Spelling]]:
    _families()
    return TABLE


@cache
def _families() -> Mapping[str, Sequence[Entry]]:
    """Import the families, whose lines then stand in the table."""
    found = {}
    for family in _FAMILIES:
        before = len(ENTRIES)
        import_module(f"{__name__}.{family}")
        found[family] = ENTRIES[before:]
    return found
