"""`{self.dim}` in a shape: the value that the call's own arguments have there."""

from __future__ import annotations

import ast
from collections.abc import Mapping


def root(name: str) -> str:
    """The parameter that a reference starts from: `self` for `{self.dim}`."""
    node = _parsed(name)
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    assert isinstance(node, ast.Name)
    return node.id


def source(name: str, root_name: str) -> str:
    """The reference as an expression, starting from the variable `root_name`."""
    return root_name + name[1:-1][len(root(name)) :]


def value_of(name: str, arguments: Mapping[str, object]) -> object:
    """What the reference is in a call with these arguments; None outside of any call."""
    return _value(_parsed(name), arguments) if arguments else None


def _parsed(name: str) -> ast.expr:
    (statement,) = ast.parse(name[1:-1]).body
    assert isinstance(statement, ast.Expr)
    return statement.value


def _value(node: ast.expr, arguments: Mapping[str, object]) -> object:
    match node:
        case ast.Name(id=name):
            return arguments[name]
        case ast.Attribute(value=inner, attr=attribute):
            return getattr(_value(inner, arguments), attribute)
        case ast.Subscript(value=inner, slice=ast.Constant(value=index)):
            return _value(inner, arguments)[index]  # type: ignore[index]
    raise AssertionError(ast.dump(node))
