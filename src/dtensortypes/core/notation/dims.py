"""Dim expressions: `n`, `3`, `n+1`, `(h-2)//s`, `min(n,m)`, `{self.dim}`; arithmetic only, never evaluated as code.

Read by hand, from left to right and by Python's precedence: so every slip has its character, a keyword is a name like
any other (`in out`), and no text is too deep or too large for the reader.
"""

from __future__ import annotations

import keyword
import unicodedata
from functools import lru_cache
from typing import Final

from dtensortypes.core.facts.dim import Dim, applied
from dtensortypes.core.notation.errors import NotationError

_LARGEST_POWER: Final = 8
_LARGEST: Final = 2**63 - 1
"""The largest size that a tensor can have, and so the largest number that makes sense in a dim."""
_LONGEST: Final = 2000
_SHORT: Final = 12
"""So long may a text be in which nothing can be too large."""
_LEGIBLE: Final = 200
_MOST_TERMS: Final = 200
_HIGHEST_DEGREE: Final = 16
_DEEPEST: Final = 50


def parse_dim(text: str, whole: str | None = None, offset: int = 0) -> Dim:
    """The dim written as `text`, which stands at `offset` of the `whole` shape string.

    Raises NotationError for anything that is not arithmetic on names and integers.
    """
    return _Reader(text, text if whole is None else whole, offset).whole_dim()


@lru_cache(maxsize=4096)
def is_small(notation: str) -> bool:
    """Whether what a dim prints can be read by people, and again: arithmetic on dims may make more and more of it."""
    if not _SHORT < len(notation) <= _LEGIBLE:
        return len(notation) <= _SHORT
    try:
        parse_dim(notation)
    except NotationError:
        return False
    return True


def name_of(text: str) -> str:
    """The name that an identifier is, however its letters are written: as Python reads it (PEP 3131)."""
    return unicodedata.normalize("NFKC", text)


class _Reader:
    """One expression, and the index `at` of the character that is read next."""

    def __init__(self, text: str, whole: str, offset: int) -> None:
        self.text = text
        self.whole = whole
        self.offset = offset
        self.at = 0
        self.depth = 0
        self.functions = 0

    def whole_dim(self) -> Dim:
        if len(self.text) > _LONGEST:
            raise self.error(_TOO_LARGE)
        dim = self.sum()
        if self.at < len(self.text):
            raise self.error(self.unexpected())
        return dim

    # --- expressions, the loosest first

    def sum(self) -> Dim:
        total = self.product()
        while sign := self.taken("+", "-"):
            at, term = self.at - 1, self.product()
            total = self.limited(total + term if sign == "+" else total - term, at)
        return total

    def product(self) -> Dim:
        result = self.signed()
        while operator := self.taken("*", "//", "%"):
            at = self.at - len(operator)
            right_at, right = self.at, self.signed()
            if operator == "*":
                result = self.times(result, right, at)
            elif right.constant == 0:
                raise self.error("division by 0", right_at)
            else:
                result = self.function(operator, result, right, at)
        if self.text.startswith("/", self.at):
            raise self.error("/ would make a dim fractional; write //")
        return result

    def signed(self) -> Dim:
        negative = False
        while sign := self.taken("+", "-"):
            negative ^= sign == "-"
        dim = self.power()
        return -dim if negative else dim

    def power(self) -> Dim:
        base = self.atom()
        if not self.taken("**"):
            return base
        at = self.at
        self.enter(at - 2)
        exponent = self.signed().constant
        self.depth -= 1
        if exponent is None or not 0 <= exponent <= _LARGEST_POWER:
            raise self.error(f"a power of a dim must be an integer from 0 to {_LARGEST_POWER}", at)
        result = Dim.of(1)
        for _ in range(exponent):
            result = self.times(result, base, at - 2)
        return result

    def atom(self) -> Dim:
        at = self.at
        if self.taken("("):
            self.enter(at)
            dim = self.sum()
            self.close(at)
            return dim
        if self.text.startswith("{", at):
            return Dim.of(self.reference())
        if digits := self.digits():
            return Dim.of(self.number(digits, at))
        name = self.identifier()
        if not name:
            raise self.error(self.missing())
        if name.startswith("_"):
            raise self.error("`_` makes an axis anonymous: nothing tells its size", at)
        if not self.taken("("):
            return Dim.of(name)
        if name not in {"min", "max"}:
            raise self.error("only min and max are functions of dims", at)
        return self.smallest_or_largest(name, at)

    def smallest_or_largest(self, name: str, at: int) -> Dim:
        opened = self.at - 1
        self.enter(opened)
        result, count = self.sum(), 1
        while self.taken(","):
            result, count = self.function(name, result, self.sum(), at), count + 1
        self.close(opened)
        if count == 1:
            raise self.error(f"{name} takes two dims or more", at)
        return result

    def reference(self) -> str:
        """A value of the call's own arguments: `{size}`, `{self.dim}`, `{self.sizes[0]}`."""
        opened = self.at
        self.at += 1
        parts = [self.part()]
        while link := self.taken(".", "["):
            at = self.at
            parts.append(f".{self.part()}" if link == "." else f"[{self.number(self.digits(), at)}]")
            if link == "[" and not self.taken("]"):
                raise self.error(_REFERENCE)
        if not self.taken("}"):
            raise self.error(_REFERENCE) if self.at < len(self.text) else self.error(_UNCLOSED, opened)
        return f"{{{''.join(parts)}}}"

    def part(self) -> str:
        at, name = self.at, self.identifier()
        if not name or keyword.iskeyword(name) or name.startswith("__"):
            raise self.error(_REFERENCE, at)
        return name

    # --- characters

    def taken(self, *signs: str) -> str:
        """The first of these signs that stands here, which is passed; empty where none does."""
        sign = next((one for one in signs if self.text.startswith(one, self.at)), "")
        self.at += len(sign)
        return sign

    def digits(self) -> str:
        start = self.at
        while self.at < len(self.text) and (self.text[self.at].isdecimal() or self.inner_underscore(start)):
            self.at += 1
        return self.text[start : self.at]

    def inner_underscore(self, start: int) -> bool:
        """Whether this is the `_` of `1_000`."""
        around = self.text[self.at - 1 : self.at + 2]
        return self.at > start and around[1] == "_" and around[0] != "_" and around[2:].isdecimal()

    def number(self, digits: str, at: int) -> int:
        if not digits:
            raise self.error(_REFERENCE, at)
        value = int(digits) if len(digits) <= _LONGEST_NUMBER else _LARGEST + 1
        if value > _LARGEST:
            raise self.error("no size is as large as this", at)
        return value

    def identifier(self) -> str:
        start = self.at
        while self.at < len(self.text) and f"{'a' * (self.at > start)}{self.text[self.at]}".isidentifier():
            self.at += 1
        return name_of(self.text[start : self.at])

    # --- limits, within which every dim can be computed and printed

    def enter(self, at: int) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error("this is nested too deeply", at)

    def close(self, opened: int) -> None:
        if not self.taken(")"):
            raise self.error(_UNCLOSED, opened) if self.at >= len(self.text) else self.error(self.unexpected())
        self.depth -= 1

    def times(self, left: Dim, right: Dim, at: int) -> Dim:
        if len(left.terms) * len(right.terms) > _MOST_TERMS:
            raise self.error(_TOO_LARGE, at)
        return self.limited(left * right, at)

    def function(self, name: str, left: Dim, right: Dim, at: int) -> Dim:
        self.functions += 1
        if self.functions > _DEEPEST:
            raise self.error(_TOO_LARGE, at)
        return self.limited(applied(name, left, right), at)

    def limited(self, dim: Dim, at: int) -> Dim:
        small = all(abs(factor) <= _LARGEST and len(product) <= _HIGHEST_DEGREE for product, factor in dim.terms)
        if not small or len(dim.terms) > _MOST_TERMS:
            raise self.error(_TOO_LARGE, at)
        return dim

    # --- slips

    def missing(self) -> str:
        """What to say where a dim should begin."""
        following = self.text[self.at : self.at + 1]
        return _MISSING if following in {"", ")", ",", "*", "/", "%"} else _FORMS

    def unexpected(self) -> str:
        """What to say where a dim should end, or go on."""
        following = self.text[self.at]
        if following == "#":
            return "`#` stands before a name, once"
        if following == ".":
            return "an attribute stands in braces, as in {self.dim}"
        if following == ")":
            return "no bracket is open here"
        begins = following in "({" or following.isdecimal() or following.isidentifier()
        return "an operator is missing here" if begins else _FORMS

    def error(self, reason: str, at: int | None = None) -> NotationError:
        """The error that points at this character, or at the last one where the text ends too early."""
        index = self.at if at is None else at
        return NotationError(reason, self.whole, self.offset + max(min(index, len(self.text) - 1), 0))


_LONGEST_NUMBER: Final = 30
_FORMS: Final = "only names, integers, + - * // % **, min, max and {self.attribute} make a dim"
_MISSING: Final = "a name or a number is missing here"
_REFERENCE: Final = "only an argument's name, its attributes and items may stand in braces"
_TOO_LARGE: Final = "this dim is too large"
_UNCLOSED: Final = "this bracket is not closed"
