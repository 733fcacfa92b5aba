"""The names of the table for live functions of torch, and for the layers of torch.nn."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

import torch
from torch.overrides import resolve_name

from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact, Value
from dtensortypes.core.ops import entries, layer_table, names
from dtensortypes.core.rules.spelling import is_dunder
from dtensortypes.runtime.audit.values import value_of

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Known:
    """The table's name of a function; one that reads an attribute is none that is called."""

    name: str
    is_attribute: bool = False


@cache
def known_functions() -> Mapping[Function, Known]:
    """Every live function that the table has a name for."""
    found: dict[Function, Known] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are going
        for name in sorted(names(), key=lambda name: (is_dunder(name.rpartition(".")[2]), name)):
            live = _live(name)
            if callable(live) and not isinstance(live, property):
                found.setdefault(live, Known(name))
            elif hasattr(live, "__get__"):
                found.setdefault(live.__get__, Known(name, is_attribute=True))
    return found


def _live(name: str) -> Any:
    root, *words = name.split(".")
    found: Any = torch if root == torch.__name__ else None
    for word in words:
        found = getattr(found, word, None)
    return found


def public_name(func: Function) -> str:
    """The name under which users find a function that the table does not have; "" for what is not theirs."""
    if getattr(func, "__name__", "") in {"__set__", "__delete__"}:
        return ""
    name = resolve_name(func) or f"{getattr(func, '__module__', '')}.{getattr(func, '__qualname__', '')}"
    name = name.removesuffix(".__get__")
    words = name.split(".")
    private = any(word.startswith("_") and not is_dunder(word) for word in words)
    return name if words[0] == torch.__name__ and len(words) > 1 and not private else ""


# --- layers


def layer_of(module: object) -> LayerFact | None:
    """A layer as the table knows it, by the settings that it holds; None for what the table has no line for."""
    name = _layers().get(type(module))
    if name is None or not isinstance(module, torch.nn.Module) or "forward" in vars(module):
        return None
    inner = [layer_of(child) for child in module.children()] if _is_container(module) else []
    if None in inner:
        return None
    config = (("layers", tuple(inner)),) if _is_container(module) else _settings(name, module)
    return LayerFact(name, config, *_state(module))


@cache
def _layers() -> Mapping[type, str]:
    return {_live(name): name for name in layer_table() if isinstance(_live(name), type)}


def _is_container(module: torch.nn.Module) -> bool:
    return isinstance(module, torch.nn.Sequential)


@cache
def _parameters(name: str) -> tuple[str, ...]:
    """The constructor's parameters, in order."""
    lines = [entry for entry in chain(*entries().values()) if name in entry.names]
    return tuple(p.name for entry in lines for p in entry.signature.parameters if p.name not in {"dtype", "device"})


def _settings(name: str, module: torch.nn.Module) -> tuple[tuple[str, Value], ...]:
    return tuple((parameter, _setting(module, parameter)) for parameter in _parameters(name))


def _setting(module: torch.nn.Module, name: str) -> Value:
    """What the constructor was given, as far as the layer holds it: of a parameter, whether there is one."""
    if name in module._parameters:
        return module._parameters[name] is not None
    held = getattr(module, name, UNKNOWN)
    inner = layer_of(held)
    return value_of(held) if inner is None else inner


def _state(module: torch.nn.Module) -> tuple[DTypeFact, DeviceFact]:
    """The dtype and the device of its parameters, where they have one."""
    facts = [value_of(parameter) for parameter in module.parameters()]
    dtypes = {getattr(fact, "dtype", UNKNOWN) for fact in facts}
    devices = {getattr(fact, "device", UNKNOWN) for fact in facts}
    return dtypes.pop() if len(dtypes) == 1 else UNKNOWN, devices.pop() if len(devices) == 1 else UNKNOWN
