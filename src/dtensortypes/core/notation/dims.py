"""Dim expressions: `n`, `3`, `n+1`, `(h-2)//s`, `min(n,m)`, `{self.dim}`; arithmetic only, never evaluated as code."""

from __future__ import annotations

import ast
from typing import Final

from dtensortypes.core.facts.dim import Dim, applied
from dtensortypes.core.notation.errors import NotationError

_OPERATORS: Final = {ast.FloorDiv: "//", ast.Mod: "%"}


def parse_dim(text: str, whole: str | None = None, offset: int = 0) -> Dim:
    """The dim written as `text`, which stands at `offset` of the `whole` shape string.

    Raises NotationError for anything that is not arithmetic on names and integers.
    """
    whole = text if whole is None else whole
    if "#" in text:  # to Python a comment
        msg = "`#` stands before a name, once"
        raise NotationError(msg, whole, offset + text.index("#"))
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        # An error at the end of the text has no offset in some versions of Python.
        at = (getattr(error, "offset", None) or len(text)) - 1
        msg = f'"{text}" is no dim expression'
        raise NotationError(msg, whole, offset + min(max(at, 0), max(len(text) - 1, 0))) from None
    return _Reader(whole, offset).read(tree)


class _Reader:
    """Reads one expression tree, knowing where in the whole string it stands."""

    def __init__(self, whole: str, offset: int) -> None:
        self.whole = whole
        self.offset = offset

    def read(self, node: ast.expr) -> Dim:
        match node:
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                return Dim.of(number)
            case ast.Name(id=name):
                return Dim.of(name)
            case ast.Set(elts=[reference]):
                return Dim.of(f"{{{self.reference(reference)}}}")
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self.read(operand)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.read(operand)
            case ast.BinOp():
                return self.operation(node)
            case ast.Call(func=ast.Name(id=("min" | "max") as function), args=[left, right], keywords=[]):
                return applied(function, self.read(left), self.read(right))
        raise self.error("only names, integers, + - * // % **, min, max and {self.attribute} make a dim", node)

    def operation(self, node: ast.BinOp) -> Dim:
        left, right = self.read(node.left), self.read(node.right)
        match node.op:
            case ast.Add():
                return left + right
            case ast.Sub():
                return left - right
            case ast.Mult():
                return left * right
            case ast.FloorDiv() | ast.Mod() if right.constant == 0:
                raise self.error("division by 0", node.right)
            case ast.FloorDiv() | ast.Mod():
                return applied(_OPERATORS[type(node.op)], left, right)
            case ast.Pow() if right.constant is not None and 0 <= right.constant <= _LARGEST_POWER:
                return _power(left, right.constant)
            case ast.Pow():
                raise self.error(f"a power of a dim must be an integer from 0 to {_LARGEST_POWER}", node.right)
            case ast.Div():
                raise self.error("/ would make a dim fractional; write //", node)
        raise self.error("only + - * // % and ** join dims", node)

    def reference(self, node: ast.expr) -> str:
        """A value of the call's own arguments: `size`, `self.dim`, `self.sizes[0]`."""
        match node:
            case ast.Name(id=name):
                return name
            case ast.Attribute(value=value, attr=attribute):
                return f"{self.reference(value)}.{attribute}"
            case ast.Subscript(value=value, slice=ast.Constant(value=int(index))):
                return f"{self.reference(value)}[{index}]"
        raise self.error("only an argument's name, its attributes and items may stand in braces", node)

    def error(self, reason: str, node: ast.expr) -> NotationError:
        before = self.whole[self.offset :].encode()[: node.col_offset]  # ast counts bytes
        return NotationError(reason, self.whole, self.offset + len(before.decode()))


_LARGEST_POWER: Final = 8


def _power(dim: Dim, exponent: int) -> Dim:
    result = Dim.of(1)
    for _ in range(exponent):
        result = result * dim
    return result
