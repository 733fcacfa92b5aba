"""The table of operations, and the two questions that checkers ask it: what a call gives, and what a layer's call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Final

from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact, Number, Value
from dtensortypes.core.ops.entry import ENTRIES, TABLE, Entry, Spelling, inferred, strike_out
from dtensortypes.core.ops.inplace import INPLACE_METHODS, MAY_BE_SELF, RESHAPING
from dtensortypes.core.ops.layer import LAYERS, InTurn, Layer
from dtensortypes.core.rules.arrays import array_cast
from dtensortypes.core.rules.columns import Outcome
from dtensortypes.core.rules.devices import colocated
from dtensortypes.core.rules.dtypes import kept
from dtensortypes.core.rules.repeated import Key, key_of
from dtensortypes.core.rules.state import PLAIN, State

__all__ = [
    "Entry",
    "Outcome",
    "State",
    "call_layer",
    "casting",
    "entries",
    "fields_of",
    "infer",
    "is_stateless",
    "makes",
    "may_be_self",
    "names",
    "parameter_of",
    "place_of_field",
    "places_of_field",
    "reshaping",
    "row_of",
    "sizes",
]

_FAMILIES: Final = (
    "casts", "creation", "sampling", "pointwise", "comparison", "reduction", "statistics", "matmul", "linalg", "views",
    "joining", "indexing", "attributes", "special", "fft", "signal", "functional", "pooling", "losses", "sparse",
    "arrays", "layers", "spatial_layers", "loss_layers", "recurrent", "transformers", "einops", "distributions",
)  # fmt: skip

_ANSWERS: Final[dict[Key | None, Outcome]] = {}
"""What was asked before: programs make the same call with the same facts again and again."""
_MOST_ANSWERS: Final = 8192


_LOADED: Final[dict[str, Sequence[Entry]]] = {}
"""The lines of each family that is imported."""


def infer(name: str, args: Sequence[Value], kwargs: Mapping[str, Value], state: State = PLAIN) -> Outcome | None:
    """What a call of the operation gives and what is wrong with it; None where the table has no such name."""
    if name not in _table():
        return None
    key = key_of(name, args, kwargs, state)
    return _ANSWERS.get(key) or _remembered(key, inferred(name, args, kwargs, state))


def call_layer(
    layer: LayerFact, args: Sequence[Value], kwargs: Mapping[str, Value], state: State = PLAIN
) -> Outcome | None:
    """What a call of the layer gives; None where the table has no such layer, or does not tell of its forward."""
    _table()
    found = LAYERS.get(layer.name)
    if found is None:
        return None
    key = key_of("", (layer, *args), kwargs, state)
    return _ANSWERS.get(key) or _remembered(key, found.called(layer, args, kwargs, state))


def _remembered(key: Key | None, answer: Outcome) -> Outcome:
    if key is not None:
        if len(_ANSWERS) >= _MOST_ANSWERS:
            _ANSWERS.clear()
        _ANSWERS[key] = answer
    return answer


def row_of(tensor: TensorFact) -> TensorFact:
    """What iterating over the tensor gives: what it gives at an integer index."""
    outcome = infer("torch.Tensor.__getitem__", (tensor, Number(Category.INTEGER)), {})
    return outcome.result if outcome and isinstance(outcome.result, TensorFact) else TensorFact()


def place_of_field(name: str, fields: frozenset[str]) -> int | None:
    """The index of a field in the named tuple that has these fields; None where no operation returns such a one."""
    order = next((order for order in _named_tuples() if fields == set(order)), ())
    return order.index(name) if name in order else None


def places_of_field(name: str, count: int) -> frozenset[int]:
    """The indices that a field of this name has in the named tuples of this many fields."""
    return frozenset(order.index(name) for order in _named_tuples() if len(order) == count and name in order)


def parameter_of(layer: LayerFact, name: str) -> TensorFact | None:
    """The parameter or buffer of the layer; None where it has none of this name, or that is not known."""
    _table()
    found = LAYERS.get(layer.name)
    return found.parameter(layer, name) if isinstance(found, Layer) else None


def fields_of(name: str) -> tuple[str, ...]:
    """The names of the members of the tuple that the operation returns, in order; none where they have no names."""
    return next((spelling.entry.fields for spelling in _table().get(name, ()) if spelling.entry.fields), ())


@cache
def _named_tuples() -> frozenset[tuple[str, ...]]:
    return frozenset(entry.fields for family in _families().values() for entry in family if entry.fields)


def is_stateless(layer: LayerFact) -> bool:
    """Whether the layer is known to have no parameters, and so no dtype and no device."""
    _table()
    found = LAYERS.get(layer.name)
    return found is not None and found.is_stateless(layer)


@cache
def names() -> frozenset[str]:
    """Every full name in the table: `torch.add`, `torch.Tensor.__add__`, `torch.nn.Linear`, `numpy.zeros`."""
    return frozenset(_table())


_MOST_GIVEN: Final = 3
"""The arguments that a function needs before it makes something: `torch.full((2, 3), 1.0)` has two."""


@cache
def makes(name: str) -> bool:
    """Whether the function gives a tensor or array of which dtype or device is known, whatever it is given."""
    calls = (infer(name, (UNKNOWN,) * count, {}) for count in range(1, _MOST_GIVEN + 1))
    return any(outcome is not None and not outcome.problems and _is_known(outcome.result) for outcome in calls)


def _is_known(made: Value) -> bool:
    if isinstance(made, TensorFact):
        return made.dtype is not UNKNOWN or made.device is not UNKNOWN
    return isinstance(made, ArrayFact) and made.dtype is not UNKNOWN


def sizes() -> frozenset[str]:
    """The attribute and the method that tell how large a tensor is."""
    from dtensortypes.core.ops.attributes import SIZES

    return SIZES


def reshaping() -> frozenset[str]:
    """The methods, and the attribute that is given a value, which make the tensor itself one of another shape."""
    return RESHAPING


OUT: Final = "out"
"""The argument into which torch's functions put what they give: a tensor that they may make another shape."""


@cache
def may_be_self(word: str) -> bool:
    """Whether the method or function of this name may give back the tensor that it is given."""
    if word in MAY_BE_SELF or (word.endswith("_") and not word.endswith("__")):
        return True
    spellings = (one for owner in _OWNERS for one in _table().get(f"{owner}{word}", ()))
    return any("inplace" in spelling.entry.text for spelling in spellings)


_OWNERS: Final = ("torch.", "torch.Tensor.", "torch.nn.functional.")


@cache
def casting() -> frozenset[str]:
    """The methods that give the same items in a dtype, or on a device, that they say themselves: none has a place."""
    lines = ((full, line.entry) for full, found in _table().items() for line in found)
    return frozenset(full.rpartition(".")[2] for full, entry in lines if _is_cast(entry)) - INPLACE_METHODS


@cache
def drawing() -> frozenset[str]:
    """The methods of numpy's generators of random numbers that give arrays; functions of these names do so, too."""
    return frozenset(full.rpartition(".")[2] for full in names() if full.startswith("numpy.random."))


def _is_cast(entry: Entry) -> bool:
    columns = entry.columns
    return columns.value is array_cast or (
        entry.must_use and (columns.dtype is not kept or columns.device is not colocated)
    )


def layer_table() -> Mapping[str, Layer | InTurn]:
    """The layers by full name."""
    _families()
    return LAYERS


def entries() -> Mapping[str, Sequence[Entry]]:
    """The lines of the table by family, in order."""
    return _families()


def _table() -> Mapping[str, Sequence[Spelling]]:
    _families()
    return TABLE


@cache
def _families() -> Mapping[str, Sequence[Entry]]:
    """Import the families, whose lines then stand in the table; one that fails leaves none of its lines in it."""
    for family in _FAMILIES:
        if family not in _LOADED:
            before = len(ENTRIES)
            try:
                import_module(f"{__name__}.{family}")
            except BaseException:
                strike_out(before)
                raise
            _LOADED[family] = ENTRIES[before:]
    return _LOADED
