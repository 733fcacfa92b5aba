"""One thread's calls of torch, each asked of the table too, and the answer laid beside what torch gave."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._device import DeviceContext

from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact, Value
from dtensortypes.core.ops import Outcome, State, call_layer, infer
from dtensortypes.core.ops.public_names import INSIDE, reason_of
from dtensortypes.core.problems import REFUSALS
from dtensortypes.core.rules.call import leaves
from dtensortypes.core.rules.state import PLAIN
from dtensortypes.runtime.audit.agreement import agreement
from dtensortypes.runtime.audit.functions import known_functions, layer_of, public_name
from dtensortypes.runtime.audit.report import Disagreement, Report
from dtensortypes.runtime.audit.values import call_of, index_of, spelled, value_of
from dtensortypes.runtime.lineage.frames import here
from dtensortypes.runtime.lineage.stack import modes
from dtensortypes.runtime.live import device_fact, dtype_fact

_INDEXING: Final = {torch.Tensor.__getitem__, torch.Tensor.__setitem__}


def _plainly(cls: Any) -> object:
    """The function by which a class of tensors decides what operations do."""
    function = cls.__torch_function__
    return getattr(function, "__func__", function)


_OF_TENSORS: Final = {_plainly(torch.Tensor), torch._C._disabled_torch_function_impl}


@dataclass(frozen=True, slots=True)
class _Seen:
    """A call before it is made: afterwards, what works in place has changed its arguments."""

    name: str
    args: tuple[Value, ...]
    kwargs: dict[str, Value]
    state: State
    is_attribute: bool = False
    layer: LayerFact | None = None

    def asked(self) -> Outcome | None:
        """What the table says."""
        if self.layer is not None:
            return call_layer(self.layer, self.args, self.kwargs, self.state)
        return infer(self.name, self.args, self.kwargs, self.state)


class Auditor(TorchFunctionMode):
    """While it is on, what the table says of each call is laid beside what torch gives; its own errors harm nobody."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        __tracebackhide__ = True
        if torch.compiler.is_dynamo_compiling():
            return func(*args, **(kwargs or {}))
        seen = self._seen(func, types, args, kwargs or {})
        result = func(*args, **(kwargs or {}))
        if seen is not None:
            self._judge(seen, result)
        return result

    def layer_called(
        self, module: torch.nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any], result: object
    ) -> None:
        """Judge a call of a layer that the table knows."""
        try:
            with torch._C.DisableTorchFunction():
                layer = layer_of(module)
                seen = layer and _seen(layer.name, args, kwargs, layer=layer)
        except Exception as error:  # noqa: BLE001 - the program goes on whatever happens here
            self._failed(type(module).__name__, error)
        else:
            if seen:
                self._judge(seen, result)

    def _seen(
        self, func: Callable[..., Any], types: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> _Seen | None:
        """The call as facts; None for what is no public operation."""
        try:
            known = known_functions().get(func)
            name = public_name(func) if known is None else known.name
            if not name:
                return None
            with torch._C.DisableTorchFunction():
                if any(_plainly(cls) not in _OF_TENSORS for cls in types):
                    self._unknown(name, "a class of tensors that overrides it")
                    return None
                return _seen(name, args, kwargs, is_attribute=bool(known and known.is_attribute), func=func)
        except Exception as error:  # noqa: BLE001 - the program goes on whatever happens here
            self._failed(str(func), error)
            return None

    def _judge(self, seen: _Seen, result: object) -> None:
        try:
            with torch._C.DisableTorchFunction():
                given = value_of(result)
                if _is_worth_it(seen, given):
                    self._lay_beside(seen, given)
        except Exception as error:  # noqa: BLE001 - the program goes on whatever happens here
            self._failed(seen.name, error)

    def _lay_beside(self, seen: _Seen, given: Value) -> None:
        try:
            outcome = seen.asked()
        except Exception as error:  # noqa: BLE001 - a rule that fails is an error of the table, and told as one
            return self._disagree(seen, f"nothing: its rule fails with {type(error).__name__}: {error}", given)
        if outcome is None:
            return self._unlisted(seen.name)
        if seen.is_attribute and outcome.result is UNKNOWN:
            return None  # such as `.grad`: a tensor that was there before
        refusals = [str(problem) for problem in outcome.problems if problem.kind in REFUSALS]
        if refusals:
            return self._disagree(seen, f"refused: {'; '.join(refusals)}", given)
        found = agreement(outcome.result, given)
        if found.wrong:
            return self._disagree(seen, spelled(outcome.result), given)
        if found.untold:
            return self._unknown(seen.name, f"not told: {', '.join(sorted(found.untold))}")
        self.report.operation(seen.name).exact += 1
        return None

    def _unlisted(self, name: str) -> None:
        reason = reason_of(name)
        if reason != INSIDE:  # of the layers that call it the table tells
            self._unknown(name, reason or "the table has no line for it")

    def _disagree(self, seen: _Seen, told: str, given: Value) -> None:
        line = here()
        subject = "" if seen.layer is None else f"{spelled(seen.layer)} in {seen.layer.dtype.notation}: "
        arguments = subject + call_of(seen.args, seen.kwargs)
        state = "" if seen.state == PLAIN else str(seen.state)
        self.report.disagree(Disagreement(seen.name, arguments, told, spelled(given), state, line[0] if line else ""))

    def _unknown(self, name: str, reason: str) -> None:
        self.report.operation(name).reasons[reason] += 1

    def _failed(self, name: str, error: Exception) -> None:
        self._unknown(name, f"the audit itself fails with {type(error).__name__}")


def _seen(
    name: str,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    *,
    is_attribute: bool = False,
    layer: LayerFact | None = None,
    func: Callable[..., Any] | None = None,
) -> _Seen:
    read = index_of if func in _INDEXING else value_of
    values = tuple(map(read, args))
    named = {word: value_of(value) for word, value in kwargs.items()}
    return _Seen(name, values, named, _state((*values, *named.values())), is_attribute, layer)


def _is_worth_it(seen: _Seen, given: Value) -> bool:
    """Whether the result is a matter of types: reading `.shape` is not, nor is what gives none.

    A call for its effect alone is worth it where the table has a line for it.
    """
    if any(isinstance(leaf, TensorFact) for leaf in leaves(given)):
        return True
    return not seen.is_attribute and (seen.layer is not None or not _is_unlisted(seen.name))


def _is_unlisted(name: str) -> bool:
    return infer(name, (), {}) is None


def _state(values: tuple[Value, ...]) -> State:
    """The switches of the program as they are now; autocast as it is for the devices of the arguments."""
    chosen = next((mode.device for mode in reversed(modes()) if isinstance(mode, DeviceContext)), None)
    devices = [leaf.device for leaf in leaves(values) if isinstance(leaf, TensorFact)]
    types = dict.fromkeys(device.type for device in devices if isinstance(device, Device))
    on = next((kind for kind in types if torch.amp.is_autocast_available(kind) and torch.is_autocast_enabled(kind)), "")
    default = dtype_fact(torch.get_default_dtype())
    place = PLAIN.default_device if chosen is None else device_fact(chosen)
    if not on:
        return State(default, place)
    return State(default, place, dtype_fact(torch.get_autocast_dtype(on)), on)
