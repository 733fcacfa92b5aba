"""`@checked` on a class: its methods, its nested classes, and what its instances hold."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from types import FunctionType
from typing import Any, NoReturn

from dtensortypes.runtime.annotations import annotations_of
from dtensortypes.runtime.classes.assignment import setattr_of
from dtensortypes.runtime.classes.construction import init_of, new_of, unwrapped
from dtensortypes.runtime.classes.declarations import OPEN, declared, init_only
from dtensortypes.runtime.classes.inheritance import follow
from dtensortypes.runtime.classes.kinds import Kind, frozen, kind_of, makes_init
from dtensortypes.runtime.classes.layout import LAYOUT, Layout, inherited
from dtensortypes.runtime.classes.methods import Check, check_body
from dtensortypes.runtime.fields import warn_at
from dtensortypes.runtime.functions import refuse_scripting
from dtensortypes.runtime.modes import mode_of
from dtensortypes.runtime.settings import Settings


def checked_class(cls: Any, scope: Mapping[str, object], settings: Settings, check: Check) -> Any:
    """The class itself: its methods are checked by `check`, its instances are verified.

    Raises TypeError for a class that cannot be checked; warns of one that declares nothing.
    """
    if LAYOUT in vars(cls):
        return cls
    if mode_of(cls.__module__, settings.mode) == "off":
        setattr(cls, LAYOUT, None)  # so that `verify` knows it to be unchecked on purpose
        return cls
    kind = kind_of(cls)
    layout = declared(cls, kind, scope, settings)
    if layout is not None and kind is Kind.PLAIN:
        _refuse_unset(cls, layout)
    unwrapped(cls)
    says = check_body(cls, scope, settings, check)
    if makes_init(cls) and (passing := init_only(cls, scope)):
        cls.__init__ = check(_annotated(cls.__init__, passing), scope, settings)
    if kind is Kind.MODULE:
        cls.__prepare_scriptable__ = _unscriptable
    if layout is not None:
        _install(cls, kind, layout)
    elif not says and inherited(cls) is None and (kind in OPEN or not annotations_of(cls)):
        warn_at(cls)(f'"{cls.__name__}" annotates nothing that @checked checks')
    return cls


def _unscriptable(self: object) -> NoReturn:
    refuse_scripting(type(self).__name__)


def _annotated(function: Any, hints: dict[str, object]) -> Any:
    """A copy of the function with these annotations."""
    copy: Any = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    functools.update_wrapper(copy, function)
    copy.__kwdefaults__, copy.__annotations__ = function.__kwdefaults__, hints
    del copy.__wrapped__
    return copy


def _install(cls: Any, kind: Kind, layout: Layout) -> None:
    setattr(cls, LAYOUT, layout)
    if kind is Kind.NAMED_TUPLE:
        _install_new(cls, layout)
        return
    guarded = kind is not Kind.MODULE and not frozen(cls)
    cls.__init__ = init_of(cls, layout, cls.__init__, guarded=guarded)
    if guarded:
        cls.__setattr__ = setattr_of(cls, layout)
    follow(cls, guarded=guarded, written_later=kind in {Kind.DATACLASS, Kind.ATTRS})


def _install_new(cls: Any, layout: Layout) -> None:
    """A NamedTuple is made by its `__new__`, and by `_make`, which `_replace` calls."""
    new, make = new_of(cls, layout, cls.__new__), cls._make.__func__
    cls.__new__ = staticmethod(new)
    cls._make = classmethod(lambda kind, values: new(kind, *make(kind, values)))


def _refuse_unset(cls: Any, layout: Layout) -> None:
    """Refuse attributes that no `__init__` sets, as those of a dataclass are that is not one yet."""
    fields = dataclasses.is_dataclass(cls) or hasattr(cls, "__attrs_attrs__")
    if cls.__init__ is object.__init__ or (fields and "__init__" not in vars(cls)):
        name = next(slot.name for slot in layout.slots if slot.name in annotations_of(cls))
        advice = "write @checked above @dataclass, or give the class an __init__"
        raise TypeError(f'"{cls.__name__}" has no __init__ that sets "{name}": {advice}')
