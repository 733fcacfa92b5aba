"""Values against hints, one at a time: which tensors were found where, or what is wrong with the first that is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Final

import torch
from beartype import BeartypeConf
from beartype.door import is_bearable

from dtensortypes.core.algebra.align import Declared
from dtensortypes.core.algebra.unify import Mismatch, unify
from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.problems import Problem, no_tensor, out_of_bound, wrong_device, wrong_dtype
from dtensortypes.runtime.live import allows_device, allows_dtype, fact_of
from dtensortypes.runtime.nodes import Either, Entries, Fixed, Items, Node, Plain, TensorHint
from dtensortypes.runtime.reading import tensors

CONF: Final = BeartypeConf(is_random=False)
_READINGS: Final = 256


@dataclass(frozen=True, slots=True)
class Found:
    """A tensor, and the hint it was found to fit as far as it alone can tell; `path` leads to it: `xs[3]`."""

    path: str
    hint: TensorHint
    fact: TensorFact


class Wrong(Exception):  # noqa: N818 - not raised to users
    """What is wrong at one place of a call."""

    def __init__(self, path: str, problem: Problem) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem


def readings(node: Node, value: object, path: str) -> list[tuple[Found, ...]]:
    """Each way to read the value as the hint, a union having several; raises Wrong where there is none."""
    match node:
        case TensorHint():
            return [(found(node, value, path),)]
        case Plain(hint=hint):
            if not is_bearable(value, hint, conf=CONF):  # type: ignore[arg-type]
                raise Wrong(path, no_tensor(described(value), node.notation))
            return [()]
        case Either(members=members):
            return _either(node, members, value, path)
        case Items(kind=kind, item=item):
            return _combined(
                readings(item, one, f"{path}[{i}]") for i, one in enumerate(_only(kind, value, node, path))
            )
        case Entries(kind=kind, key=key, value=entry):
            entries: Any = _only(kind, value, node, path)
            keys = (readings(key, one, f"key {one!r} of {path}") for one in entries)
            values = (readings(entry, entries[one], f"{path}[{_key(one)}]") for one in entries)
            return _combined(alternative for pair in zip(keys, values, strict=True) for alternative in pair)
        case Fixed(items=items):
            parts: Any = _only(tuple, value, node, path)
            if len(parts) != len(items):
                count = f"a tuple of {len(parts)}"
                raise Wrong(path, no_tensor(count, node.notation))
            inner = zip(items, parts, strict=True)
            return _combined(readings(item, one, f"{path}[{i}]") for i, (item, one) in enumerate(inner))


def combined(alternatives: Iterable[list[tuple[Found, ...]]]) -> Iterator[tuple[Found, ...]]:
    """Each choice of one alternative for each value; of very many, the first ones."""
    choices = product(*alternatives)
    return islice((tuple(found for part in choice for found in part) for choice in choices), _READINGS)


def _combined(alternatives: Iterable[list[tuple[Found, ...]]]) -> list[tuple[Found, ...]]:
    return list(combined(alternatives))


def _only(kind: type, value: object, node: Node, path: str) -> Iterable[Any]:
    if isinstance(value, kind) and not isinstance(value, str | bytes | torch.Tensor):
        return value  # type: ignore[return-value]
    raise Wrong(path, no_tensor(described(value), node.notation))


def _either(node: Node, members: tuple[Node, ...], value: object, path: str) -> list[tuple[Found, ...]]:
    all_readings: list[tuple[Found, ...]] = []
    causes: list[Wrong] = []
    for member in members:
        try:
            all_readings += readings(member, value, path)
        except Wrong as wrong:
            if tensors(member) and (isinstance(member, TensorHint) == isinstance(value, torch.Tensor)):
                causes.append(wrong)
    if all_readings:
        return all_readings
    try:
        if len(causes) == 1 and isinstance(value, torch.Tensor | list | tuple | dict):
            raise causes[0]
    finally:
        del causes  # which would keep this frame alive, and so the value
    raise Wrong(path, no_tensor(described(value), node.notation))


def found(hint: TensorHint, value: object, path: str) -> Found:
    """The tensor, where its dtype, its device and its shape alone can be what the hint says; raises Wrong."""
    if not isinstance(value, torch.Tensor):
        raise Wrong(path, no_tensor(described(value), hint.notation, _tensor_from(value)))
    fact = fact_of(value)
    if not allows_device(hint.device, fact.device):  # type: ignore[arg-type]
        raise Wrong(path, wrong_device(fact.device, hint.device, hint.shape, _bound_of(hint.device)))
    if not allows_dtype(hint.dtype, fact.dtype):  # type: ignore[arg-type]
        raise Wrong(path, wrong_dtype(fact.dtype, hint.dtype, hint.shape, _bound_of(hint.dtype)))
    try:
        unify([Declared(hint.pattern, fact.shape, path)])
    except Mismatch as mismatch:
        raise Wrong(path, mismatch.problem) from None
    return Found(path, hint, fact)


def described(value: object) -> str:
    """A value in words, never its content: `a numpy.ndarray`, `None`, `float32 cpu (3, 4)`."""
    if value is None:
        return "None"
    if isinstance(value, torch.Tensor):
        return summary(fact_of(value))
    kind = type(value)
    name = (
        kind.__qualname__ if kind.__module__ in {"builtins", "__main__"} else f"{kind.__module__}.{kind.__qualname__}"
    )
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def summary(fact: TensorFact) -> str:
    """A tensor as torch would put it: `float32 cpu (3, 4)`."""
    return f"{fact.dtype} {fact.device} {fact.shape}"


def _bound_of(declared: object) -> str:
    return out_of_bound(declared.name, declared.bound) if isinstance(declared, Var) and declared.bound else ""


def _tensor_from(value: object) -> str:
    if value is None:
        return "where it may be None, declare it Tensor[...] | None"
    return "make it a tensor with torch.from_numpy" if hasattr(value, "__array_interface__") else ""


def _key(key: object) -> str:
    return repr(key) if isinstance(key, str | int) else type(key).__name__
