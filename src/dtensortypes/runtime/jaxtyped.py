"""jaxtyping's hints, `Float32[torch.Tensor, "b n"]`, as ours: by a few of their attributes; jaxtyping is not loaded."""

from __future__ import annotations

import re
from typing import Any, Final

import torch

from dtensortypes.core.facts import dtype as known
from dtensortypes.core.facts.dtype import DTypeFact, one_of_dtypes
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.errors import NotationError
from dtensortypes.core.notation.shapes import parse_pattern
from dtensortypes.runtime.arrays import array_class, is_array_class
from dtensortypes.runtime.nodes import Either, Node, TensorHint


def jaxtyped(hint: Any) -> Node | None:
    """The tree of jaxtyping's hint of a tensor or of a numpy array; None for any other hint.

    Raises TypeError for one that cannot be checked.
    """
    if not (isinstance(hint, type) and hint.__module__ in _MODULES and hasattr(hint, "dim_str")):
        return None
    said: Any = hint
    kind = said.array_type
    arrays = array_class()
    if kind is Any:
        kinds = [None] if arrays is None else [None, arrays]
    elif isinstance(kind, type) and issubclass(kind, torch.Tensor):
        kinds = [None if kind is torch.Tensor else kind]
    elif is_array_class(kind):
        kinds = [kind]
    else:
        return None
    try:
        dtype, pattern = _dtype_of(said), parse_pattern(said.dim_str.strip())
    except NotationError as error:
        raise TypeError(str(error)) from None
    name = said.__name__.replace("'", '"')
    members = [TensorHint(dtype, UNKNOWN, pattern, kind=one, written=name) for one in kinds]
    return members[0] if len(members) == 1 else Either(tuple(members))


_MODULES: Final = {"jaxtyping", "builtins"}  # the second, while documentation is generated


def _dtype_of(hint: Any) -> DTypeFact:
    if not isinstance(hint.dtypes, list | tuple):
        return UNKNOWN
    name = hint.dtype.__name__
    if name in known.CATEGORIES and tuple(hint.dtypes) == tuple(hint.dtype.dtypes):
        return known.CATEGORIES[name]  # jaxtyping's list is not of torch's dtypes only, nor of all of them
    members = frozenset(one for one in known.DTYPES if any(_allows(said, one.name) for said in hint.dtypes))
    if not members:
        msg = f"torch has no dtype for jaxtyping's {hint.__name__}"
        raise TypeError(msg)
    return one_of_dtypes(members)


def _allows(said: str | re.Pattern[str], name: str) -> bool:
    return said == name if isinstance(said, str) else said.match(name) is not None
