"""Values, classes and keys in a few words: never their content, and nothing of theirs is called that may raise."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from typing import Any, Final

from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.runtime.asking import is_a
from dtensortypes.runtime.conditions import is_tensor
from dtensortypes.runtime.live import fact_of
from dtensortypes.runtime.meshes import placements_of


def described(value: Any) -> str:
    """A value in words, never its content: `a numpy.ndarray`, `None`, `float32 cpu (3, 4)`."""
    if value is None:
        return "None"
    if is_tensor(value):
        with suppress(Exception):  # a subclass's own dtype, device or shape may raise anything
            return ", ".join([summary(fact_of(value)), *map(str, placements_of(value) or ())])
    return a(type(value))


def summary(fact: TensorFact) -> str:
    """A tensor as torch would put it: `float32 cpu (3, 4)`."""
    return f"{fact.dtype} {fact.device} {fact.shape}"


def a(kind: type) -> str:
    """A class with its article: `an int`, `a numpy.ndarray`."""
    name, module = class_name(kind, _QUALNAME), None
    with suppress(Exception):
        module = _MODULE(kind)
    said = module in {"builtins", "__main__"} or not isinstance(module, str) or name.startswith(f"{module}.")
    full = name if said else f"{module}.{name}"  # some of torch's own classes say their module in their name, too
    return f"{'an' if full[0] in 'aeiou' else 'a'} {full}"


_NAME: Final = vars(type)["__name__"].__get__
_QUALNAME: Final = vars(type)["__qualname__"].__get__
_MODULE: Final = vars(type)["__module__"].__get__


def class_name(kind: type, name: Any = _NAME) -> str:
    """The name of a class, whatever its metaclass makes of it."""
    return str(name(kind)) or "class without a name"


def key_words(key: Any) -> str:
    """A key as it is written, where that is sure to be short and harmless."""
    kind = type(key)
    if kind is tuple:
        return f"({', '.join(map(key_words, key))}{',' if len(key) == 1 else ''})"
    if kind in {str, int, bool, float, type(None)}:
        return short(key)
    with suppress(Exception):
        return repr(key) if is_a(key, Enum) else class_name(kind)
    return class_name(kind)


def short(value: Any) -> str:
    """A number, a text or None as it is written; a long one by its class."""
    kind = type(value)
    if (kind is int and abs(value) >= _LARGEST) or (kind is str and len(value) > _LONGEST):
        return f"a long {kind.__name__}"
    return repr(value)


_LARGEST: Final = 10**20
_LONGEST: Final = 60
