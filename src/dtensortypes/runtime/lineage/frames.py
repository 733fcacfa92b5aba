"""Which line of the user's is being run, and what it called there."""

from __future__ import annotations

import inspect
import os
import sys
from enum import Enum, auto
from functools import cache
from operator import attrgetter
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

import beartype
import jaxtyping
import torch
import torch.multiprocessing
import torch.overrides
from torch.utils.data import DataLoader


class _Whose(Enum):
    USERS = auto()
    INSTALLED = auto()
    """Another package than torch."""
    TORCHS = auto()
    NOBODYS = auto()
    """Python's, ours, and the way on which calls come to us."""


def here() -> tuple[str, str] | None:
    """The innermost line of the user's, `data.py:12`, and the public function that it called, "" for none of Python's.

    Of a program that is all installed code, the innermost line outside of torch.
    """
    frame: FrameType | None = sys._getframe(1)
    called, installed = "", None
    while frame is not None:
        code, module = frame.f_code, str(frame.f_globals.get("__name__"))
        match _whose(code.co_filename, module):
            case _Whose.USERS:
                return _place(frame), called
            case _Whose.INSTALLED:
                installed = installed or (_place(frame), called)
                called = _public(code, module) or called
            case _Whose.TORCHS:
                called = _public(code, module) or called or _loader(module)
        frame = frame.f_back
    return installed


def _place(frame: FrameType) -> str:
    return f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"  # noqa: PTH119 - three times as fast


@cache
def _whose(file: str, module: str) -> _Whose:
    if file.startswith("<"):
        return _Whose.USERS if file.startswith(_TYPED) else _Whose.NOBODYS
    if file.startswith(_OURS + _WAYS):
        return _Whose.NOBODYS
    if file.startswith(_TORCH) or module.startswith("torch."):  # what it has compiled lies where temporary files do
        return _Whose.TORCHS
    if _INSTALLED.intersection(Path(file).parts):
        return _Whose.INSTALLED
    return _Whose.NOBODYS if file.startswith(_STANDARD) else _Whose.USERS


def _folder(module: str | None) -> str:
    return f"{Path(module or '').parent}{os.sep}"


_TYPED: Final = ("<stdin>", "<string>", "<input>", "<ipython", "<doctest")
_OURS: Final = (f"{Path(__file__).parents[2]}{os.sep}", _folder(beartype.__file__), _folder(jaxtyping.__file__))
_TORCH: Final = _folder(torch.__file__)
_WAYS: Final = (torch.overrides.__file__, _folder(torch.multiprocessing.__file__))
_STANDARD: Final = _folder(os.__file__)
_INSTALLED: Final = {"site-packages", "dist-packages"}


@cache
def _public(code: CodeType, module: str) -> str:
    """The shortest name under which users find the function, "" for one that they cannot."""
    name = code.co_qualname.removesuffix(".__init__")
    packages = module.split(".")
    if any(part.startswith(("_", "<")) for part in name.split(".")):
        return ""
    for count in range(1, len(packages) + 1):
        package = ".".join(packages[:count])
        if packages[count - 1].startswith("_"):
            return ""
        if _is_at(code, package, name):
            return f"{package}.{name}"
    return ""


def _loader(module: str) -> str:
    """What users call a module that has no public function: a loop over the batches that another process made."""
    return f"torch.utils.data.{DataLoader.__name__}" if module == DataLoader.__module__ else ""


def _is_at(code: CodeType, package: str, name: str) -> bool:
    """Whether the package has the function under this name; a package that loads names late is not made to."""
    head, _, rest = name.partition(".")
    found = vars(sys.modules[package]).get(head) if package in sys.modules else None
    try:
        found = attrgetter(rest)(found) if rest else found
    except AttributeError:
        return False
    function = vars(found).get("__init__") if inspect.isclass(found) else found
    return callable(function) and getattr(inspect.unwrap(function), "__code__", None) is code
