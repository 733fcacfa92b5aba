"""One call of an operation, bound to its signature: what the words of the columns look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import cast

from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import Unknown
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.rules.kinds import is_dtype
from dtensortypes.core.rules.state import State


@dataclass(frozen=True, slots=True)
class Call:
    """Arguments by parameter; `name` is the operation as the user spelled it, `+` or `matmul`."""

    name: str
    arguments: Mapping[str, Value]
    state: State = State()

    def __getitem__(self, parameter: str) -> Value:
        return self.arguments.get(parameter)

    def tensor(self, parameter: str) -> TensorFact:
        """The argument as a tensor; of anything else nothing is known."""
        return _as_tensor(self[parameter])

    @property
    def first(self) -> TensorFact:
        """The tensor that the operation is about: self, or whatever the first parameter is called."""
        return next((_as_tensor(leaf) for value in self.arguments.values() for leaf in leaves(value)), TensorFact())

    @property
    def tensors(self) -> tuple[TensorFact, ...]:
        """All tensors among the arguments, those in sequences too."""
        found = (leaf for value in self.arguments.values() for leaf in leaves(value))
        return tuple(leaf for leaf in found if isinstance(leaf, TensorFact))

    def given(self, *parameters: str) -> Call:
        """The call with these arguments alone, in this order."""
        return replace(self, arguments={name: self[name] for name in parameters if name in self.arguments})

    def with_values(self, **arguments: Value) -> Call:
        return replace(self, arguments={**self.arguments, **arguments})

    @property
    def dtypes(self) -> tuple[DTypeFact, ...]:
        """The dtype of each tensor, and each argument that is a dtype, in order."""
        found = (_dtype(leaf) for value in self.arguments.values() for leaf in leaves(value))
        return tuple(dtype for dtype in found if dtype is not None)

    def with_dtypes(self, dtypes: tuple[DTypeFact, ...]) -> Call:
        """The call with other dtypes, given in the order of `dtypes`."""
        rest = iter(dtypes)
        return self._mapped(lambda leaf: leaf if _dtype(leaf) is None else _with_dtype(leaf, next(rest)))

    def cast(self, change: Callable[[TensorFact], DTypeFact]) -> Call:
        """The call with the dtype of every tensor changed."""
        return self._mapped(lambda leaf: _with_dtype(leaf, change(leaf)) if isinstance(leaf, TensorFact) else leaf)

    def _mapped(self, change: Callable[[Value], Value]) -> Call:
        return replace(self, arguments={name: mapped(value, change) for name, value in self.arguments.items()})


def leaves(value: Value) -> Iterator[Value]:
    """The value, or the items of a sequence, however deep."""
    match value:
        case tuple():
            for item in value:
                yield from leaves(item)
        case Items(item=item):
            yield from leaves(item)
        case _:
            yield value


def mapped(value: Value, change: Callable[[Value], Value]) -> Value:
    """The value with every leaf changed."""
    match value:
        case tuple():
            return tuple(mapped(item, change) for item in value)
        case Items(item=item):
            return Items(mapped(item, change))
    return change(value)


def _as_tensor(value: Value) -> TensorFact:
    return value if isinstance(value, TensorFact) else TensorFact()


def _dtype(leaf: Value) -> DTypeFact | None:
    if isinstance(leaf, TensorFact):
        return leaf.dtype
    return cast("DTypeFact", leaf) if not isinstance(leaf, Unknown) and is_dtype(leaf) else None


def _with_dtype(leaf: Value, dtype: DTypeFact) -> Value:
    return replace(leaf, dtype=dtype) if isinstance(leaf, TensorFact) else dtype
