"""One call of an operation, bound to its signature: what the words of the columns look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeGuard

from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import Unknown
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.rules.kinds import is_dtype
from dtensortypes.core.rules.state import PLAIN, State


@dataclass(frozen=True, slots=True)
class Call:
    """Arguments by parameter; `name` is the operation as the user spelled it, `operands` are what takes part."""

    name: str
    arguments: Mapping[str, Value]
    operands: tuple[str, ...] = ()
    state: State = PLAIN

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

    def about(self, *operands: str) -> Call:
        """The call as it looks to a rule about these operands alone."""
        return replace(self, operands=operands)

    def with_values(self, arguments: Mapping[str, Value]) -> Call:
        """The call with other arguments for these parameters."""
        return replace(self, arguments={**self.arguments, **arguments})

    @property
    def typed(self) -> tuple[Typed, ...]:
        """Every tensor, and every argument that is a dtype, in order."""
        return tuple(leaf for value in self.arguments.values() for leaf in leaves(value) if is_typed(leaf))

    def with_typed(self, typed: Iterable[Typed]) -> Call:
        """The call with others in their places."""
        rest = iter(typed)
        return self._mapped(lambda leaf: next(rest) if is_typed(leaf) else leaf)

    def cast(self, change: Callable[[TensorFact], DTypeFact]) -> Call:
        """The call with the dtype of every tensor changed."""
        return self._mapped(lambda leaf: replace(leaf, dtype=change(leaf)) if isinstance(leaf, TensorFact) else leaf)

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


Typed: TypeAlias = TensorFact | DTypeFact


def is_typed(leaf: Value) -> TypeGuard[Typed]:
    return isinstance(leaf, TensorFact) or (not isinstance(leaf, Unknown) and is_dtype(leaf) is True)


def is_zero_dim(tensor: TensorFact) -> bool | None:
    """Whether the tensor is zero-dim; None where its rank is not known."""
    return None if tensor.shape.rank is None and not tensor.shape.least_rank else tensor.shape.rank == 0
