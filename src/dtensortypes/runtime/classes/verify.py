"""`verify(module)`: what a module, or an instance of a checked class, holds now is held to what its class declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

from torch import nn

from dtensortypes.runtime.classes.faults import found_in
from dtensortypes.runtime.classes.layout import LAYOUT, Layout, inherited, layout_of
from dtensortypes.runtime.described import described
from dtensortypes.runtime.modes import mode_of

V = TypeVar("V")

_inherited: Final[WeakKeyDictionary[type, Layout]] = WeakKeyDictionary()


def verify(thing: V) -> V:
    """Verify a module and its submodules, or an instance of a checked class, and give it back.

    Call it after what no check sees: `model.to(…)`, `load_state_dict`, a parameter that is set, tensors changed in
    place. Raises TensorTypeError, which names the path (`blocks.3.attn.weight`), for what is not as its class declares,
    and TypeError where no class in it declares anything under `@checked`.
    """
    seen = False
    for path, part in _parts(thing):
        if any(LAYOUT in vars(base) for base in type(part).__mro__):
            seen = True
            _verify(part, path, thing)
    if not seen:
        raise TypeError(f"nothing of {described(thing)} can be verified: no checked class in it declares what it holds")
    return thing


def _verify(part: object, path: str, root: object) -> None:
    layout = _layout(type(part))
    if layout is None or mode_of(layout.module or "", layout.settings.mode) == "off" or found_in(layout, part) is None:
        return
    place = layout.at(path and f"{path}.", _name(_inside(root)))
    fault: Any = layout.enforced(found_in(place, part))
    if fault is not None:
        __tracebackhide__ = True
        try:
            raise fault
        finally:
            del fault


def _layout(cls: type) -> Layout | None:
    """The layout of the class, or of what it inherits."""
    if LAYOUT in vars(cls):
        return layout_of(cls)
    if cls not in _inherited:
        layout = inherited(cls)
        if layout is None:
            return None
        _inherited[cls] = layout
    return _inherited[cls]


# --- modules in modules


def _parts(thing: object) -> Iterator[tuple[str, object]]:
    """The thing, and each module in it, with its path; wrappers are left out of the paths."""
    if not isinstance(thing, nn.Module):
        yield "", thing
        return
    for path, module in thing.named_modules():
        yield ".".join(_told(thing, path.split(".") if path else [])), module


def _told(module: nn.Module, names: list[str]) -> Iterator[str]:
    for name in names:
        if _wrapped(module) is None:
            yield name
        module = getattr(module, name)


_WRAPPED: Final = {"_orig_mod", "_fsdp_wrapped_module", "_checkpoint_wrapped_module"}
"""Under these names torch's wrappers keep the module that they wrap."""


def _wrapped(module: nn.Module) -> nn.Module | None:
    """The module that this one only wraps: of `torch.compile`, FSDP, DDP."""
    if isinstance(module, nn.DataParallel | nn.parallel.DistributedDataParallel):
        return module.module  # type: ignore[no-any-return]
    name = next(iter(_WRAPPED & module._modules.keys()), None)
    return module._modules[name] if name else None


def _name(root: object) -> str:
    """The class as its user named it; FSDP gives a module one of its own, which is derived from that."""
    kinds = type(root).__mro__
    named = (cls for cls in kinds if issubclass(cls, nn.Module) and cls.__module__.partition(".")[0] != "torch")
    return next(named, kinds[0]).__name__


def _inside(root: object) -> object:
    while isinstance(root, nn.Module) and (inner := _wrapped(root)) is not None:
        root = inner
    return root
