"""Methods of modules that cast or move what they are called on, as the table of operations says."""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy.nodes import ARG_STAR, ARG_STAR2, CallExpr, MemberExpr

from dtensortypes.core import ops
from dtensortypes.core.facts.device import CPU, META
from dtensortypes.core.facts.dtype import COMPLEX64, FLOAT16, FLOAT64
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.mypy_plugin.changes.given_out import GIVING_TENSORS
from dtensortypes.mypy_plugin.ground import names

_BEFORE: Final = tuple(LayerFact("", (), dtype, META) for dtype in (COMPLEX64, FLOAT16, FLOAT64))
"""Modules in states of which each cast or move makes another one of one at least."""


def changes(call: CallExpr) -> bool:
    """Whether it calls a method of modules that may cast or move them, given what it is given."""
    method = call.callee.name if isinstance(call.callee, MemberExpr) else ""
    if not changes_state(method) or ARG_STAR in call.arg_kinds or ARG_STAR2 in call.arg_kinds:
        return changes_state(method)
    words = frozenset(word for word in call.arg_names if word is not None)
    return _changes_with(method, call.arg_names.count(None), words)


@cache
def _changes_with(method: str, given: int, words: frozenset[str]) -> bool:
    named = dict.fromkeys(words, UNKNOWN)
    outcomes = [(one, ops.infer(_of_modules(method), (one, *[UNKNOWN] * given), named)) for one in _BEFORE]
    return any(outcome is None or outcome.result != before for before, outcome in outcomes)


def leaves(method: str) -> bool:
    """Whether it is a method of modules or tensors that leaves what it is called on in its state."""
    is_torchs = names.MODULE_METHODS + method in ops.names() or is_of_tensors(method) or method in GIVING_TENSORS
    return is_torchs and not changes_state(method)


@cache
def changes_state(method: str) -> bool:
    """Whether the method of modules may cast or move them."""
    if _of_modules(method) not in ops.names():
        return False
    outcomes = [ops.infer(_of_modules(method), (_BEFORE[0], *given), {}) for given in ((), (CPU,))]
    return any(outcome is not None and outcome.result != _BEFORE[0] for outcome in outcomes)


def _of_modules(method: str) -> str:
    return names.MODULE_METHODS + method


@cache
def is_of_tensors(method: str) -> bool:
    """Whether it is the name of a method of tensors, and of no container."""
    return f"torch.Tensor.{method}" in ops.names() and not any(hasattr(kind, method) for kind in (list, dict, set))
