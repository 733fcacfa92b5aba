"""Where tensors got their dtype and their device: what is remembered, and how it is told.

It is remembered of the memory that a tensor stands on, not of the tensor: a view, a Parameter and what `.data` was set
to are tensors of their own and have the same dtype for the same reason. Nor is a tensor ever weakly referenced, which
would keep `torch.utils.swap_tensors`, and with it `Module.to`, from working. What is remembered goes with the memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakKeyDictionary

import torch
from torch.overrides import resolve_name

from dtensortypes.core.problems import Kind
from dtensortypes.runtime.live import device_fact, dtype_fact

Facet = torch.dtype | torch.device


@dataclass(frozen=True, slots=True)
class Origin:
    """The user's line, and what was called there, that gave tensors their dtype or their device.

    Where the tensor had it already when it was first seen, it is `older`. Where tensors of two dtypes met, `mixed` is
    what this one has not become, and `root` where it has its dtype from.
    """

    place: str
    operation: str | Callable[..., Any]
    older: bool = False
    mixed: torch.dtype | None = None
    root: Origin | None = None

    def told(self, facet: Facet) -> str:
        """As it is said of that dtype or device: `float64 since data.py:12, torch.from_numpy`."""
        since = f"{_spelled(facet)} {'already at' if self.older else 'since'} {self}"
        met = f" ({_spelled(self.mixed)} with {_spelled(facet)} of {self.root})" if self.mixed and self.root else ""
        return since + met

    def __str__(self) -> str:
        operation = self.operation if isinstance(self.operation, str) else _named(self.operation)
        return f"{self.place}, {operation}" if operation else self.place


Origins = dict[Facet, Origin | None]

_known: Final[WeakKeyDictionary[torch.UntypedStorage, Origins]] = WeakKeyDictionary()


def origins(tensor: torch.Tensor) -> Origins:
    """What is remembered of the tensor's memory, to be read and added to; torch's modes must be off."""
    storage = _storage(tensor)
    if storage is None:
        return {}
    known = _known.get(storage)
    if known is None:
        known = _known[storage] = {}
    return known


def is_recorded() -> bool:
    """Whether anything is remembered of any tensor."""
    return bool(_known)


def since(tensor: object, kind: Kind) -> str:
    """Where the tensor got the dtype, or the device, that is wrong; "" where nobody knows."""
    if not _known or not isinstance(tensor, torch.Tensor) or kind not in {Kind.DTYPE, Kind.DEVICE}:
        return ""
    with torch._C.DisableTorchFunction():
        storage, facet = _storage(tensor), tensor.device if kind is Kind.DEVICE else tensor.dtype
    origin = None if storage is None else _known.get(storage, {}).get(facet)
    return "" if origin is None else origin.told(facet)


def _storage(tensor: torch.Tensor) -> torch.UntypedStorage | None:
    """The memory that the tensor stands on; a sparse one stands on several, an opaque one on none."""
    try:
        return tensor.untyped_storage()
    except NotImplementedError:
        if not torch._C._functorch.is_functorch_wrapped_tensor(tensor):
            return None
    return _storage(torch._C._functorch.get_unwrapped(tensor))


def _spelled(facet: Facet) -> str:
    return str(dtype_fact(facet) if isinstance(facet, torch.dtype) else device_fact(facet))


def _named(operation: Callable[..., Any]) -> str:
    """As torch itself names it; that an attribute was set says nothing of where a tensor is from."""
    name = getattr(operation, "__name__", "")
    if name == "__set__":
        return ""
    known = resolve_name(operation) or f"{getattr(operation, '__module__', None) or 'torch'}.{name}"
    return known.removesuffix(".__get__")
