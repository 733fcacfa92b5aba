"""What torch functions make of the dtypes and devices that they are given, written down as they do it.

Only dtype, device and memory of a tensor are read, none of which waits for a GPU. No operation is known by name: a
result that has the dtype of an argument has it from there, and a dtype that no argument has is new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import islice
from typing import Any, Final

import torch
from torch.overrides import TorchFunctionMode

from dtensortypes.runtime.lineage.frames import here
from dtensortypes.runtime.lineage.origins import Facet, Origin, Origins, origins

_LOOKED_AT: Final = 64
"""Of a long list of arguments, the first ones; `torch.tensor` may be given a million numbers."""


class Recorder(TorchFunctionMode):
    """While it is on, what each torch function returns is recorded."""

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        __tracebackhide__ = True
        result = func(*args, **(kwargs or {}))
        if not torch.compiler.is_dynamo_compiling():
            record(func, result, args, kwargs or {})
        return result


def record(func: Callable[..., Any], result: object, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    """Remember where the tensors in a result have their dtype and their device from."""
    if isinstance(result, torch.Tensor):
        made = [result]
    elif result is None:  # a setter, or what works in place: its first argument is worth a look
        made = _tensors(args[:1])
    elif isinstance(result, tuple | list) and not isinstance(result, torch.Size):
        made = _tensors(result)
    else:
        return
    with torch._C.DisableTorchFunction():  # neither a mode nor a tensor's own class sees us read
        call = None
        for one in made:
            known = origins(one)
            if one.dtype not in known:
                call = call or _Call(func, args, kwargs)
                call.explain(one, known)


class _Call:
    """One call of a torch function; the user's line is looked for where something is new, and once."""

    def __init__(self, func: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        self.func = func
        self.sources = _tensors([*args, *kwargs.values()])

    def explain(self, made: torch.Tensor, known: Origins) -> None:
        """Add to what is known of a tensor that this call returned."""
        dtype, device = made.dtype, made.device
        given = [source for source in self.sources if source.dtype == dtype]
        origin = self.inherited(given[0], dtype) if given else self.new
        if origin is not None and 0 < len(given) < len(self.sources):
            origin = self.met(given[0], origin)
        known.setdefault(dtype, origin)  # which is there, where an argument is returned
        if device not in known:
            near = next((source for source in self.sources if source.device == device), None)
            known[device] = self.new if near is None else self.inherited(near, device)

    def inherited(self, source: torch.Tensor, facet: Facet) -> Origin | None:
        """The origin of an argument, which ends here for one that was made unseen."""
        known = origins(source)
        if facet not in known:
            known[facet] = self.origin(older=True)
        return known[facet]

    def met(self, source: torch.Tensor, origin: Origin) -> Origin | None:
        """That of what has the dtype of the source, or this call, where it has converted another argument to it."""
        converted = next((other.dtype for other in self.sources if _converts(other, source)), None)
        return self.origin(mixed=converted, root=origin.root or origin) if converted else origin

    @cached_property
    def new(self) -> Origin | None:
        return self.origin()

    def origin(self, **more: Any) -> Origin | None:
        """This call; None where no line of the user's is being run."""
        return None if self.line is None else Origin(self.line[0], self.line[1] or self.func, **more)

    @cached_property
    def line(self) -> tuple[str, str] | None:
        return here()


def _converts(other: torch.Tensor, source: torch.Tensor) -> bool:
    """Whether torch, where these two meet, converts the other to the dtype of the source, a wider one of its kind."""
    wide, narrow = source.dtype, other.dtype
    floats = wide.is_floating_point and narrow.is_floating_point
    alike = floats or (wide.is_complex and narrow.is_complex)
    return alike and narrow.itemsize < wide.itemsize and (other.dim() > 0 or source.dim() == 0)


def _tensors(values: Iterable[object]) -> list[torch.Tensor]:
    found: list[torch.Tensor] = []
    for value in values:
        if isinstance(value, torch.Tensor):
            found.append(value)
        elif isinstance(value, tuple | list):
            found += _tensors(islice(value, _LOOKED_AT))
    return found
