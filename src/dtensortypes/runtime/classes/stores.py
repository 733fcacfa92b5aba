"""What a dataclass's own `__init__` does, as lines that go past a `__setattr__` that checks each assignment."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Mapping, Sequence
from types import MemberDescriptorType
from typing import Any

import torch

from dtensortypes.runtime.classes.kinds import assigns_plainly, makes_init
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.plan import indented


def stores(
    cls: Any,
    parameters: Sequence[inspect.Parameter],
    names: Names,
    call: list[str],
    building: Callable[[str], list[str]],
) -> list[str]:
    """The lines, in a function with the parameters of `__init__`; its `call` where it does more than to assign them.

    `building` are the lines around one in which the class may assign, too.
    """
    if not makes_init(cls) or not assigns_plainly(cls):
        return call
    fields, given = dataclasses.fields(cls), {one.name: one.default for one in parameters[1:]}
    rest = [name for name in cls.__dataclass_fields__ if name in given and name not in {one.name for one in fields}]
    if given.keys() != {*rest, *(field.name for field in fields if field.init)}:
        return call
    after = building(f"self.__post_init__({', '.join(rest)})") if hasattr(cls, "__post_init__") else []
    values = {field.name: _value(field, given, names) for field in fields}
    places: list[Any] = [getattr(cls, field.name, None) for field in fields]
    if not any(hasattr(place, "__set__") for place in places):
        # Three times as fast as `object.__setattr__`.
        attributes = names.variable("attributes")
        into = [f"{attributes}[{name!r}] = {value}" for name, value in values.items() if value is not None]
        return [f"{attributes} = self.__dict__", *into, *after]
    if all(isinstance(place, MemberDescriptorType) for place in places) and None not in values.values():
        # Dynamo follows only what `dataclass` wrote.
        sets = [names.constant(f"store_{name}", place.__set__) for name, place in zip(values, places, strict=True)]
        into = [f"{one}(self, {value})" for one, value in zip(sets, values.values(), strict=True)]
        compiling = names.constant("is_dynamo_compiling", torch.compiler.is_dynamo_compiling)
        return [f"if {compiling}():", *indented(call), "else:", *indented([*into, *after])]
    return call


def _value(field: Any, given: Mapping[str, object], names: Names) -> str | None:
    """What the field is set to; None where it is not."""
    if field.default_factory is dataclasses.MISSING:
        return field.name if field.init else None
    made = f"{names.constant('factory', field.default_factory)}()"
    if not field.init:
        return made
    return f"{made} if {field.name} is {names.constant('no_argument', given[field.name])} else {field.name}"
