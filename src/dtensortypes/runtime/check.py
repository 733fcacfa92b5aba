"""`check(x, hint)`: one value held to one hint, in the middle of code."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, TypeVar

import torch

from dtensortypes.runtime.signature import signature_of
from dtensortypes.runtime.wrapper import wrapper_of

if TYPE_CHECKING:
    from typing_extensions import TypeForm

Hinted = TypeVar("Hinted")
Checker = Callable[[object], Any]


def check(value: object, hint: TypeForm[Hinted]) -> Hinted:
    """The value itself, which is what the hint says, to type checkers too; a dim's name is one size within it.

    Raises TensorTypeError for a wrong tensor and beartype's violation for anything else, as the mode says, and
    TypeError for a hint that cannot be checked.
    """
    __tracebackhide__ = True
    graph = torch.compiler.is_dynamo_compiling()
    checker: Checker = getattr(_in_graphs, _name_in_graphs(hint)) if graph else _checker_of(hint)
    checked_value: Hinted = checker(value)
    return checked_value


def _checker_of(hint: Any) -> Checker:
    """The function that checks a value and gives it back; the same one for the same hint."""
    with contextlib.suppress(TypeError):  # of a hint that has no hash, or cannot be checked
        return _cached(hint)
    return _made(hint)


def _made(hint: object) -> Checker:
    def check(value: object) -> object:
        return value

    check.__annotations__ = {"value": hint}
    check.__module__, check.__qualname__ = "dtensortypes", "check"
    return wrapper_of(check, replace(signature_of(check, {}), module=None))


_cached: Final = cache(_made)
_in_graphs: Final = SimpleNamespace()
"""The functions that graphs call: while one is made, Dynamo takes no function from us, but the name of one."""


def _name_in_graphs(hint: object) -> str:
    checker = _checker_of(hint)
    name = f"check_{id(checker)}"
    setattr(_in_graphs, name, checker)
    return name


# What `torch.compiler.assume_constant_result` does; to call it would load the compiler, which takes a second.
_name_in_graphs._dynamo_marked_constant = True  # type: ignore[attr-defined]
