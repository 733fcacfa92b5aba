"""What the plugin writes on the type of a function, beside what mypy knows of it: mypy's cache keeps that, too."""

from __future__ import annotations

from mypy.types import CallableType, ExtraAttrs, Type


def marked(type_: CallableType, name: str, value: Type) -> CallableType:
    """The function's type with a mark of this name, which is one that no program's attribute can have."""
    fallback, extra = type_.fallback.copy_modified(), type_.fallback.extra_attrs
    fallback.extra_attrs = ExtraAttrs({**(extra.attrs if extra else {}), name: value})
    return type_.copy_modified(fallback=fallback)


def mark_of(type_: CallableType, name: str) -> Type | None:
    """The mark of this name; None where the type has none."""
    extra = type_.fallback.extra_attrs
    return extra.attrs.get(name) if extra else None
