"""`op`: one line of the table, and the names that follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from dtensortypes.core.facts.value import Value
from dtensortypes.core.ops.inplace import INPLACE_FUNCTIONS, INPLACE_METHODS
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.columns import Columns, Outcome
from dtensortypes.core.rules.devices import colocated
from dtensortypes.core.rules.doubts import doubted
from dtensortypes.core.rules.joined import joined
from dtensortypes.core.rules.promotion import promoted
from dtensortypes.core.rules.shapes import broadcast
from dtensortypes.core.rules.signature import Bound, Signature
from dtensortypes.core.rules.spelling import is_dunder, is_in_place, spelled
from dtensortypes.core.rules.state import State
from dtensortypes.core.rules.taking import Takes
from dtensortypes.core.rules.words import Autocast, Demand, DeviceWord, DTypeWord, ShapeWord, ValueWord


class Entry(NamedTuple):
    """One line of the table: a signature, its columns, and the names it is called by."""

    text: str
    columns: Columns
    names: tuple[str, ...] = ()
    must_use: bool = False
    fields: tuple[str, ...] = ()
    doubts: tuple[Demand, ...] = ()

    @property
    def signature(self) -> Signature:
        return _signature(self.text)


class Spelling(NamedTuple):
    """One name of an entry; `+=` and `add_` differ from `add` in where the result is stored."""

    word: str
    entry: Entry

    def bind(self, args: Sequence[Value], kwargs: Mapping[str, Value]) -> Bound | None:
        return self.entry.signature.bind(args, kwargs)

    def outcome(self, bound: Bound, state: State, said: str = "", out: Value = None) -> Outcome:
        entry = self.entry
        call = Call(said or spelled(self.word), bound.arguments, entry.signature.operands, state)
        if is_in_place(self.word):
            return entry.columns.outcome_in_place(call)
        if out is not None:
            return entry.columns.outcome_into(call, out)
        outcome = entry.columns.outcome(call)
        if not entry.must_use and not entry.doubts:
            return outcome
        return Outcome(outcome.result, outcome.problems, entry.must_use, doubted(entry.doubts, call))


TABLE: Final[dict[str, list[Spelling]]] = {}
"""Every full name, and the lines that it may mean: the first whose signature fits is meant."""

ENTRIES: Final[list[Entry]] = []


def inferred(name: str, args: Sequence[Value], kwargs: Mapping[str, Value], state: State, said: str = "") -> Outcome:
    """The outcome of the first line that fits; of all lines that may fit, if an unknown argument leaves that open.

    Problems speak of the operation as `said`, or as the user spells it.
    """
    out: Value = None
    if "out" in kwargs:
        out = kwargs["out"]
        if not name.startswith("torch.Tensor."):  # a function may be told where the result goes
            kwargs = {word: value for word, value in kwargs.items() if word != "out"}
    open_: list[Outcome] = []
    for spelling in TABLE[name]:
        bound = spelling.bind(args, kwargs)
        if bound is not None:
            outcome = spelling.outcome(bound, state, said, out)
            if bound.sure and not open_:
                return outcome
            open_.append(outcome)
            if bound.sure:
                break
    return joined(open_) if open_ else Outcome()


def op(
    text: str,
    *,
    dtype: DTypeWord | tuple[DTypeWord, ...] = promoted,
    device: DeviceWord = colocated,
    shape: ShapeWord | tuple[ShapeWord, ...] = broadcast,
    takes: Takes | None = None,
    autocast: Autocast | None = None,
    value: ValueWord | None = None,
    demands: tuple[Demand, ...] = (),
    doubts: tuple[Demand, ...] = (),
    also: str = "",
    fields: str = "",
    must_use: bool = False,
) -> None:
    """Write one operation into the table.

    `sum(self, ...)` is a method and a function, `Tensor.half(self)` a method alone, `zeros(*size)` a function alone,
    `shape` an attribute; in-place forms follow where torch has them. `value` says a result that is no tensor, `fields`
    the names of the members of a tuple, as in `x.max(dim=0).values`; `demands` refuse what is neither a matter of
    promotion nor of broadcasting: a `k` that is too large, a matrix that is not square. `doubts` say what torch does
    with a warning.
    """
    columns = Columns(dtype, device, shape, takes, autocast, value, demands)
    name, _, parameters = text.partition("(")
    about_self = not parameters or parameters.startswith("self")
    words = [name, *also.split()]
    names = tuple(full for word in words for full in _full_names(word, about_self=about_self, attribute=not parameters))
    entry = Entry(text, columns, names, must_use, tuple(fields.split()), doubts)
    ENTRIES.append(entry)
    for full in names:
        TABLE.setdefault(full, []).append(Spelling(full.rpartition(".")[2], entry))


def strike_out(since: int) -> None:
    """Take the lines from this one on out of the table, as if they had not been written."""
    for entry in ENTRIES[since:]:
        for full in entry.names:
            TABLE[full] = [spelling for spelling in TABLE[full] if spelling.entry is not entry]
            if not TABLE[full]:
                del TABLE[full]
    del ENTRIES[since:]


@cache
def _signature(text: str) -> Signature:
    _, parenthesis, parameters = text.partition("(")
    return Signature.parse(parenthesis + parameters if parenthesis else "(self)")


def full_name(name: str) -> str:
    """The name as users know it; what is not of another library is of torch."""
    return name if name.startswith(_LIBRARIES) else f"torch.{name}"


_LIBRARIES: Final = ("numpy.", "einops.")


def _full_names(name: str, *, about_self: bool, attribute: bool) -> Iterator[str]:
    if "." in name:
        yield full_name(name)
    elif is_dunder(name) or attribute:
        yield f"torch.Tensor.{name}"
    else:
        yield f"torch.{name}"
        if name in INPLACE_FUNCTIONS:
            yield f"torch.{name}_"
        if about_self:
            yield f"torch.Tensor.{name}"
    if about_self and not attribute and (word := name.removeprefix("Tensor.")) in INPLACE_METHODS:
        yield f"torch.Tensor.{word}_"
