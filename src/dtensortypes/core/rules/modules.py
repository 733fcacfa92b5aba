"""Words for `nn.Module.to` and its kin, which change a module in place: its floats are cast, everything is moved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from dtensortypes.core.algebra.lift import DTYPE_DOMAIN
from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import DType, DTypeFact
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.call import Call, leaves, mapped
from dtensortypes.core.rules.devices import as_device
from dtensortypes.core.rules.dtypes import as_dtype
from dtensortypes.core.rules.words import DeviceWord, ValueWord

_LAYERS: Final = "torch.nn."
_HOLDERS: Final = frozenset(
    f"{_LAYERS}{name}"
    for name in ("Module", "Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict", "DataParallel")
)
"""Torch's modules that are made of whatever they are given."""


def module_kept(call: Call) -> Value:
    """The module itself."""
    return call["self"]


def module_loaded(call: Call) -> Value:
    """The module itself; one that takes the loaded tensors in the place of its own has a state that is not known."""
    return call["self"] if call["assign"] is False else _changed(call["self"], _forgotten)


def _forgotten(layer: LayerFact) -> LayerFact:
    return replace(layer, dtype=UNKNOWN, device=UNKNOWN)


def module_cast(dtype: DType) -> ValueWord:
    """The module with its floats in this dtype; what is complex stays so (`Module.half` and its kin)."""

    def change(layer: LayerFact) -> LayerFact:
        return layer if _is_complex(layer) else replace(layer, dtype=_cast(layer, dtype, lambda one: one.is_float))

    return lambda call: _changed(call["self"], change)


def _cast(layer: LayerFact, dtype: DType, is_cast: Callable[[DType], bool]) -> DTypeFact:
    """What the layer's parameters are after a cast of those that are cast: a module of the program may have integers.

    Torch's own layers are of floats where nothing else is known.
    """
    if layer.dtype is UNKNOWN and layer.name.startswith(_LAYERS) and layer.name not in _HOLDERS:
        return dtype
    members = DTYPE_DOMAIN.possible(layer.dtype)
    return DTYPE_DOMAIN.narrowest(frozenset(dtype if is_cast(one) else one for one in members))


def part_dtype(own: DTypeFact, state: DTypeFact) -> DTypeFact:
    """The dtype of a tensor made as `own`, in a module in this state: that of its floats, if it may have integers."""
    if isinstance(own, DType) and not (own.is_float or own.is_complex):
        return own
    if not _is_mixed(state):
        return state
    return _floats(state) if isinstance(own, DType) and own.is_float else UNKNOWN


def _is_mixed(state: DTypeFact) -> bool:
    return isinstance(state, OneOf) and not all(one.is_float for one in state.members)


def _floats(state: DTypeFact) -> DTypeFact:
    members = frozenset(one for one in DTYPE_DOMAIN.possible(state) if one.is_float)
    return DTYPE_DOMAIN.narrowest(members) if members else UNKNOWN


def module_moved(word: DeviceWord) -> ValueWord:
    """The module on the device that the word says."""

    def moved(call: Call) -> Value:
        found = word(call)
        device = found.device if isinstance(found, TensorFact) else found
        return _changed(call["self"], lambda layer: replace(layer, device=device))

    return moved


def module_to(call: Call) -> Value:
    """The module cast and moved as asked; refused for dtypes that no parameter can have."""
    tensor = call["tensor"]
    dtype: DTypeFact | None = None if call["dtype"] is None else as_dtype(call["dtype"])
    device: DeviceFact | None = None if call["device"] is None else as_device(call["device"])
    if tensor is not None:
        found = call.tensor("tensor")
        dtype, device = found.dtype, found.device
    if isinstance(dtype, DType) and not (dtype.is_float or dtype.is_complex):
        raise refuse(Kind.DTYPE, f'"to" of a module takes floats and complex dtypes, not {dtype}')

    def change(layer: LayerFact) -> LayerFact:
        cast = _cast(layer, dtype, lambda one: one.is_float or one.is_complex) if isinstance(dtype, DType) else dtype
        return replace(
            layer,
            dtype=layer.dtype if cast is None else cast,
            device=layer.device if device is None else device,
        )

    return _changed(call["self"], change)


def module_typed(call: Call) -> Value:
    """The module with all that it has in one dtype; of a word, which may name a device too, nothing is known."""
    dtype = as_dtype(call["dst_type"])
    is_known = isinstance(dtype, DType)
    return _changed(call["self"], lambda one: replace(one, dtype=dtype) if is_known else _forgotten(one))


def module_emptied(call: Call) -> Value:
    """The module on the device; without `recurse` only what is its own is there."""
    return module_to(call) if call["recurse"] is True else _changed(call["self"], _forgotten)


def in_state(layer: LayerFact, dtype: DTypeFact, device: DeviceFact) -> LayerFact:
    """The layer and all layers in it with this dtype and device, which may be unknown."""

    def change(inner: LayerFact) -> LayerFact:
        # `half` leaves a complex layer as it is, and `to` casts it: a state does not tell which of them led to it.
        state = _floats(dtype) if _is_mixed(dtype) else dtype
        is_open = inner.dtype != state and _is_complex(inner)
        return replace(inner, dtype=UNKNOWN if is_open else state, device=device)

    changed = _changed(layer, change)
    assert isinstance(changed, LayerFact)
    return changed


def _is_complex(layer: LayerFact) -> bool:
    """Whether the layer, or one inside of it, is known to be complex."""
    inner = [leaf for _, value in layer.config for leaf in leaves(value)]
    return any(
        isinstance(one, LayerFact) and isinstance(one.dtype, DType) and one.dtype.is_complex for one in (layer, *inner)
    )


def _changed(module: Value, change: Callable[[LayerFact], LayerFact]) -> Value:
    """The module and all its layers, changed."""
    if not isinstance(module, LayerFact):
        return UNKNOWN
    config = tuple((name, mapped(value, lambda item: _inside(item, change))) for name, value in module.config)
    return change(LayerFact(module.name, config, module.dtype, module.device))


def _inside(value: Value, change: Callable[[LayerFact], LayerFact]) -> Value:
    return _changed(value, change) if isinstance(value, LayerFact) else value
