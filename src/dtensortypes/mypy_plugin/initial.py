"""What the body of a constructor, checked for one call, has given to the object, and to the constructor of its base."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Expression, FuncDef, MemberExpr, SuperExpr
from mypy.types import Type

from dtensortypes.mypy_plugin.expressions import expressions
from dtensortypes.mypy_plugin.given import valued
from dtensortypes.mypy_plugin.scope import statements, targets

Given = tuple[tuple[str | None, Type], ...]
"""Arguments, with their names if they have one."""


@dataclass(frozen=True, slots=True)
class Initial:
    """What an object begins with: the types of attributes that one statement alone gives a value."""

    attributes: tuple[tuple[str, Type], ...] = ()
    passed_on: Given | None = None
    """What `super().__init__(…)` is given; None where it is not called once, or not with arguments one by one."""


NOTHING: Final = Initial()


def initial(checker: TypeChecker, function: FuncDef, types: Mapping[Expression, Type]) -> Initial:
    """What the function has begun with where it is a constructor, and has been checked: it has just found the types."""
    if function.name != "__init__":
        return NOTHING
    given = [pair for statement in statements(function.body.body) for pair in targets(statement)]
    reached = [(t.name, v) for t, v in given if isinstance(t, MemberExpr) and (v is None or v in types)]
    once = Counter(name for name, _ in reached)
    made = [(name, valued(checker, value)) for name, value in reached if value is not None and once[name] == 1]
    return Initial(tuple(made), _passed_on(checker, function, types))


def _passed_on(checker: TypeChecker, function: FuncDef, types: Mapping[Expression, Type]) -> Given | None:
    every = (e for statement in statements(function.body.body) for e in expressions(statement))
    calls = [e for e in every if isinstance(e, CallExpr) and isinstance(e.callee, SuperExpr) and e in types]
    if len(calls) != 1 or any(kind not in {ARG_POS, ARG_NAMED} for kind in calls[0].arg_kinds):
        return None
    return tuple((name, valued(checker, value)) for name, value in zip(calls[0].arg_names, calls[0].args, strict=True))
