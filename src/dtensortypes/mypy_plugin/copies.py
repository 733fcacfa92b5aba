"""Copies of functions, checked for one call; what mypy knows of the program stays as it is meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef, MemberExpr, Var
from mypy.types import CallableType

from dtensortypes.mypy_plugin.scope import statements, targets


def copy_of(function: FuncDef, signature: CallableType) -> FuncDef:
    """The function again, with variables of its own of which nothing has been inferred yet."""
    from mypy.treetransform import TransformVisitor

    transformed = TransformVisitor()
    copied = transformed.node(function)
    assert isinstance(copied, FuncDef)
    for old, new in transformed.var_map.items():
        new.is_inferred, new.is_argument, new.is_index_var = old.is_inferred, old.is_argument, old.is_index_var
        if old.is_inferred and not old.info:
            new.type = None
    copied.type = signature
    return copied


@contextmanager
def untouched(checker: TypeChecker, function: FuncDef) -> Iterator[None]:
    """Keep what mypy has inferred of attributes, and what it is about to: of `self.x = None` it awaits the rest."""
    awaited = [(scope.map, dict(scope.map)) for scope in checker.partial_types]
    variables = [*_attributes(function), *(variable for _, before in awaited for variable in before)]
    types = [(variable, variable.type) for variable in variables]
    try:
        yield
    finally:
        for variable, type_ in types:
            variable.type = type_
        for scope, before in awaited:
            scope.clear()
            scope.update(before)


def _attributes(function: FuncDef) -> Iterator[Var]:
    """The attributes that get a value in the function, of which mypy may infer the type there."""
    for statement in statements(function.body.body):
        for target, _ in targets(statement):
            if isinstance(target, MemberExpr) and target.def_var is not None:
                yield target.def_var
