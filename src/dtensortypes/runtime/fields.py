"""The fields that a class declares, with their hints: of a NamedTuple, a TypedDict, a dataclass, or an attrs class."""

from __future__ import annotations

import dataclasses
import inspect
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args, get_origin

from dtensortypes.runtime.annotations import NOWHERE, Names, annotations_of, evaluated, holds_tensor, is_postponed
from dtensortypes.runtime.nodes import Keys


@dataclass(frozen=True, slots=True)
class Field:
    """A field, the class whose body declares it, and what that says; `error` is why it cannot be resolved."""

    name: str
    owner: type
    hint: object
    marks: frozenset[str] = frozenset()
    """The names of the qualifiers around the hint: `NotRequired`, `ReadOnly`, `Final` …"""
    error: Exception | None = None

    @property
    def complaint(self) -> str:
        return f'the annotation of field "{self.name}" of "{self.owner.__name__}" cannot be resolved: {self.error}'


def fields_of(cls: type, scope: Mapping[str, object] = NOWHERE) -> dict[str, object] | None:
    """The resolved hints of a class's fields by name; None for a class that is none of these four kinds.

    `scope` has the names that were local where the class was defined. Raises TypeError for a tensor's hint that cannot
    be resolved; of any other one a warning says that it is not checked.
    """
    declared = declared_by(cls, scope)
    return None if declared is None else _hints(declared)


def annotated_by(cls: type, scope: Mapping[str, object] = NOWHERE) -> dict[str, object]:
    """The resolved hints of the attributes that the body of any class annotates; raises and warns as `fields_of`."""
    return _hints(_field(name, cls, hint, scope) for name, hint in _own_annotations(cls).items())


def _hints(declared: Iterable[Field]) -> dict[str, object]:
    declared = tuple(declared)
    for one in declared:
        if one.error is not None:
            unresolved(one, warn_at(one.owner))
    return {one.name: one.hint for one in declared if one.error is None}


def declared_by(cls: type, scope: Mapping[str, object] = NOWHERE) -> tuple[Field, ...] | None:
    """The fields with all that is known of them; None for a class that is none of these four kinds."""
    kept = _kept(cls)
    if kept is None:
        return None
    said = {name: (cls, hint) for name, hint in kept.items()}
    for owner in reversed(cls.__mro__):
        said |= {name: (owner, hint) for name, hint in _own_annotations(owner).items() if name in said}
    return tuple(_field(name, owner, hint, scope) for name, (owner, hint) in said.items())


def keys_of(cls: type, declared: Iterable[Field]) -> Keys | None:
    """The keys of a TypedDict; None for any other class."""
    if not is_typed_dict(cls):
        return None
    said: Any = cls
    declared = tuple(declared)
    # In postponed annotations the class itself has not seen these marks.
    required = {one.name for one in declared if one.name in said.__required_keys__ or "Required" in one.marks}
    left_out = {one.name for one in declared if "NotRequired" in one.marks}
    closed = frozenset(one.name for one in declared) if getattr(cls, "__closed__", None) is True else None
    return Keys(frozenset(required - left_out), closed)


def is_typed_dict(cls: type) -> bool:
    """Whether it is a TypedDict, whichever module it comes from."""
    return issubclass(cls, dict) and hasattr(cls, "__total__") and hasattr(cls, "__required_keys__")


def unresolved(field: Field, warn: Callable[[str], None]) -> None:
    """Raise TypeError where a tensor may be declared, and warn of anything else."""
    if holds_tensor(field.hint):
        raise TypeError(field.complaint)
    warn(f"{field.complaint}; it is not checked")


# --- the four kinds


def _kept(cls: type) -> dict[str, object] | None:
    """Each field's name, and what the class itself keeps as its hint, for a field that no body annotates."""
    said: Any = cls
    if is_typed_dict(cls):
        return dict.fromkeys(annotations_of(cls), Any)
    if issubclass(cls, tuple) and isinstance(getattr(cls, "_fields", None), tuple):
        return dict.fromkeys(said._fields, Any)
    if dataclasses.is_dataclass(cls):
        return {field.name: field.type for field in dataclasses.fields(cls)}
    if isinstance(getattr(cls, "__attrs_attrs__", None), tuple):
        return {one.name: Any if one.type is None else one.type for one in said.__attrs_attrs__}
    return None


def _own_annotations(cls: type) -> Mapping[str, object]:
    return annotations_of(cls) if cls.__module__ != "builtins" else NOWHERE


def _field(name: str, owner: type, said: object, scope: Mapping[str, object]) -> Field:
    try:
        hint = evaluated(said, _names_in(owner, scope), in_class=True) if is_postponed(said) else said
    except (NameError, AttributeError, SyntaxError, TypeError) as error:
        return Field(name, owner, said, error=error)
    marks: frozenset[str] = frozenset()
    while (mark := _qualifier(hint)) is not None:
        marks |= {mark}
        hint = (get_args(hint) or (Any,))[0]
    return Field(name, owner, hint, marks)


_QUALIFIERS: Final = {"Required", "NotRequired", "ReadOnly", "Final"}


def _qualifier(hint: object) -> str | None:
    mark: Any = get_origin(hint) or hint
    name = getattr(mark, "_name", None)
    return name if name in _QUALIFIERS and type(mark).__module__ in {"typing", "typing_extensions"} else None


def _names_in(owner: type, scope: Mapping[str, object]) -> Names:
    """The names that the class's annotations may use; its own attributes are asked for after those of its module."""
    module = vars(sys.modules[owner.__module__]) if owner.__module__ in sys.modules else {}
    variables = {one.__name__: one for one in getattr(owner, "__type_params__", ())}
    itself = {owner.__name__: owner}
    if "<locals>" in owner.__qualname__:
        return Names({**vars(owner), **module}, {**scope, **variables, **itself})
    nested = owner.__qualname__ != owner.__name__
    around = {**vars(owner), **(itself if nested else {}), **module}
    return Names(around, {**variables, **({} if nested else itself)})


def warn_at(cls: type) -> Callable[[str], None]:
    """A warning that points to the class."""

    def warn(text: str) -> None:
        try:
            file, line = inspect.getsourcefile(cls) or "?", inspect.getsourcelines(cls)[1]
        except (OSError, TypeError):
            file, line = cls.__module__, 1
        warnings.warn_explicit(text, UserWarning, file, line)

    return warn
