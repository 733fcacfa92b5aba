"""PEP 695's aliases, `type Image = Tensor[...]`, and what they mean."""

from __future__ import annotations

import sys
from typing import Any, get_args, get_origin

from dtensortypes.runtime.annotations import Names, evaluated, is_postponed


def is_alias(hint: object) -> bool:
    """Whether it is such an alias, made by a statement or by one of the two classes of that name."""
    return type(hint).__name__ == "TypeAliasType"


def meaning(hint: Any) -> object:
    """The hint that the alias stands for, or the alias with arguments; raises TypeError where that is not known yet."""
    alias = get_origin(hint) or hint
    module = sys.modules.get(alias.__module__ or "")
    try:
        value: Any = alias.__value__
        if is_postponed(value):
            value = evaluated(value, Names(vars(module) if module else {}, {alias.__name__: alias}))
    except NameError as error:
        msg = f'the alias "{alias.__name__}" cannot be resolved: {error}'
        raise TypeError(msg) from None
    arguments = get_args(hint)
    return value[arguments] if arguments else value
