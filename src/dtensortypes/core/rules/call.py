"""One call of an operation, bound to its signature: what the words of the columns look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias, TypeGuard

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.dtype import DType, DTypeFact
from dtensortypes.core.facts.tensor import TensorFact
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
    leaves: tuple[Value, ...] = field(init=False, repr=False, compare=False)
    """All arguments, those in sequences one by one."""
    tensors: tuple[TensorFact, ...] = field(init=False, repr=False, compare=False)
    """All tensors among them."""
    is_of_one_dtype: bool = field(init=False, repr=False, compare=False)
    """Whether all tensors and dtypes among them are of one dtype, which is known: that is so of most calls."""

    def __post_init__(self) -> None:
        # Once for a call: every column asks for them, some of them several times.
        found: list[Value] = []
        for value in self.arguments.values():
            if isinstance(value, tuple | Items):
                _collect(value, found)
            else:
                found.append(value)
        tensors = [leaf for leaf in found if isinstance(leaf, TensorFact)]
        object.__setattr__(self, "leaves", tuple(found))
        object.__setattr__(self, "tensors", tuple(tensors))
        object.__setattr__(self, "is_of_one_dtype", _is_of_one_dtype(tensors, found))

    def __getitem__(self, parameter: str) -> Value:
        return self.arguments.get(parameter)

    def tensor(self, parameter: str) -> TensorFact:
        """The argument as a tensor; of anything else nothing is known."""
        return _as_tensor(self[parameter])

    @property
    def first(self) -> TensorFact:
        """The tensor that the operation is about: self, or whatever the first parameter is called."""
        return _as_tensor(self.leaves[0]) if self.leaves else _NOTHING_KNOWN

    def about(self, *operands: str) -> Call:
        """The call as it looks to a rule about these operands alone."""
        return replace(self, operands=operands)

    def with_values(self, arguments: Mapping[str, Value]) -> Call:
        """The call with other arguments for these parameters."""
        return replace(self, arguments={**self.arguments, **arguments})

    @property
    def typed(self) -> tuple[Typed, ...]:
        """Every tensor, and every argument that is a dtype, in order."""
        return tuple([leaf for leaf in self.leaves if is_typed(leaf)])

    def with_typed(self, typed: Iterable[Typed]) -> Call:
        """The call with others in their places."""
        rest = iter(typed)
        return self._mapped(lambda leaf: next(rest) if is_typed(leaf) else leaf)

    def cast(self, change: Callable[[TensorFact], DTypeFact]) -> Call:
        """The call with the dtype of every tensor changed."""
        return self._mapped(lambda leaf: replace(leaf, dtype=change(leaf)) if isinstance(leaf, TensorFact) else leaf)

    def _mapped(self, change: Callable[[Value], Value]) -> Call:
        return replace(self, arguments={name: mapped(value, change) for name, value in self.arguments.items()})


_NOTHING_KNOWN: Final = TensorFact()


def leaves(value: Value) -> list[Value]:
    """The value, or the items of a sequence, however deep."""
    found: list[Value] = []
    _collect(value, found)
    return found


def _collect(value: Value, into: list[Value]) -> None:
    if isinstance(value, tuple):
        for item in value:
            _collect(item, into)
    elif isinstance(value, Items):
        _collect(value.item, into)
    else:
        into.append(value)


def mapped(value: Value, change: Callable[[Value], Value]) -> Value:
    """The value with every leaf changed."""
    match value:
        case tuple():
            return tuple(mapped(item, change) for item in value)
        case Items(item=item):
            return replace(value, item=mapped(item, change))
    return change(value)


def each_of(several: Value, change: Callable[[Value], Value]) -> Value:
    """The tuple of what comes of each, which torch gives of a list, too."""
    found = mapped(several, change)
    return replace(found, is_list=False) if isinstance(found, Items) else found


def _is_of_one_dtype(tensors: Sequence[TensorFact], leaves: Sequence[Value]) -> bool:
    own = tensors[0].dtype if tensors else None
    if not isinstance(own, DType) or any(tensor.dtype is not own for tensor in tensors):
        return False
    return not any(isinstance(leaf, DType | OneOf | Var) and leaf is not own for leaf in leaves)


def _as_tensor(value: Value) -> TensorFact:
    return value if isinstance(value, TensorFact) else _NOTHING_KNOWN


Typed: TypeAlias = TensorFact | DTypeFact


def is_typed(leaf: Value) -> TypeGuard[Typed]:
    if isinstance(leaf, TensorFact | DType):
        return True
    return isinstance(leaf, OneOf | Var) and is_dtype(leaf) is True


def is_zero_dim(tensor: TensorFact) -> bool | None:
    """Whether the tensor is zero-dim; None where its rank is not known."""
    return None if tensor.shape.rank is None and not tensor.shape.least_rank else tensor.shape.rank == 0
