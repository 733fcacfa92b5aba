"""Python's arithmetic and functions of numbers, where these are known: `int(math.sqrt(196))` is 14."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any, Final

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number, Value
from dtensortypes.core.rules.promotion import category_of

LENGTH: Final = "builtins.len"
_RANGE: Final = "builtins.range"
_SORTED: Final = "builtins.sorted"
SEQUENCES: Final = frozenset({_RANGE, "builtins.list", "builtins.tuple", _SORTED})
"""What gives several numbers."""
_MOST_NUMBERS: Final = 1024
_OF_FLOATS: Final = frozenset({"+", "-", "*", "/", "//", "%", "**"})
FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "builtins.int": int,
    "builtins.float": float,
    "builtins.abs": abs,
    "builtins.round": round,
    "builtins.max": max,
    "builtins.min": min,
    LENGTH: len,
    "math.sqrt": math.sqrt,
    "math.log": math.log,
    "math.log2": math.log2,
    "math.ceil": math.ceil,
    "math.floor": math.floor,
    "math.gcd": math.gcd,
    "math.isqrt": math.isqrt,
}
"""By full name."""
_NUMPY_PRODUCT: Final = "numpy._core.fromnumeric.prod"
TOTALS: Final[dict[str, Callable[..., Any]]] = {"builtins.sum": sum, "math.prod": math.prod, _NUMPY_PRODUCT: math.prod}
"""What makes one number of several, by full name."""
NUMERIC: Final = FUNCTIONS.keys() | SEQUENCES | TOTALS.keys()
OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
}
"""By the sign that stands between the operands."""
COMPARISONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_MOST_FACTORS: Final = 16
_LARGEST: Final = 2.0**53
"""From here on not every integer is a float."""


def of_numbers(name: str, given: Sequence[Value]) -> Value:
    """What the function gives for these numbers; UNKNOWN where one of them is not known, or they are refused."""
    if name == LENGTH and len(given) == 1:
        return _length(given[0])
    if name == _RANGE:
        return _counted(given)
    if name in SEQUENCES:
        return _gathered(given, in_order=name == _SORTED)
    if name in TOTALS:
        return _total(name, given)
    if not given or any(type(number) not in {int, float} for number in given):
        return UNKNOWN
    return _number(lambda: FUNCTIONS[name](*given))


def _counted(given: Sequence[Value]) -> Value:
    """The numbers of a `range`, one by one where they are few."""
    if not 0 < len(given) <= len(("start", "stop", "step")):
        return UNKNOWN
    bounds = [one for one in given if type(one) is int]
    if len(bounds) < len(given) or bounds[2:] == [0] or len(range(*bounds)) > _MOST_NUMBERS:
        return Items(Number(Category.INTEGER))
    return tuple(range(*bounds))


def _gathered(given: Sequence[Value], *, in_order: bool) -> Value:
    """A list, or a tuple, of the numbers that it is made of, the smallest first if they are to be in order."""
    match given:
        case [tuple() as numbers] if all(type(one) in {int, float} for one in numbers):
            return tuple(sorted(numbers)) if in_order else numbers
        case [Items(item=Number()) as several]:
            return several
    return UNKNOWN


def _total(name: str, given: Sequence[Value]) -> Value:
    """The sum, or product, of the numbers, or sizes, of one list; numpy's functions give numpy's floats."""
    several = given[0] if len(given) == 1 else UNKNOWN
    several = several.left if isinstance(several, Shape) and several.run is None else several
    if not isinstance(several, tuple) or not several:
        return UNKNOWN
    kinds = {type(one) for one in several}
    if kinds <= {int, float} and (name != _NUMPY_PRODUCT or float not in kinds):
        return _number(lambda: TOTALS[name](several))
    sizes = [d if isinstance(d, Dim) else Dim.of(d) for d in several if isinstance(d, Dim) or type(d) is int]
    if len(sizes) < len(several):
        return UNKNOWN
    whole = sum(sizes, Dim.of(0)) if name == "builtins.sum" else math.prod(sizes, start=Dim.of(1))
    return whole if whole.constant is None else whole.constant


def _length(value: Value) -> Value:
    """The number of rows of an array or tensor, or of the sizes that it has, or of the letters of a word."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Shape):
        return UNKNOWN if value.rank is None else value.rank
    sizes = value.shape.left if isinstance(value, TensorFact | ArrayFact) else ()
    first = sizes[0] if sizes else UNKNOWN
    return first.constant if isinstance(first, Dim) and first.constant is not None else UNKNOWN


def arithmetic(sign: str, left: float, right: float) -> Value:
    """`left * right`; UNKNOWN where Python refuses it, and for powers that may be too large."""
    if sign == "**" and abs(right) >= _MOST_FACTORS:
        return UNKNOWN
    return _number(lambda: OPERATORS[sign](left, right))


def compared(sign: str, left: Value, right: Value) -> Value:
    """`left == right` of two integers or words; UNKNOWN of all others."""
    are_integers = type(left) is int and type(right) is int
    are_words = isinstance(left, str) and isinstance(right, str)
    return COMPARISONS[sign](left, right) if sign in COMPARISONS and (are_integers or are_words) else UNKNOWN


def of_kinds(sign: str, left: Value, right: Value) -> Value:
    """A float, where the operator gives one of these; a power of two floats may be complex. A word of two words."""
    if isinstance(left, str) and isinstance(right, str):
        is_whole = sign == "+" and len(left) + len(right) <= _MOST_NUMBERS
        return left + right if is_whole else UNKNOWN
    kinds = [category_of(one) if isinstance(one, int | float | Dim | Number) else None for one in (left, right)]
    if None in kinds or Category.COMPLEX in kinds or sign not in _OF_FLOATS:
        return UNKNOWN
    is_float = kinds[0] is Category.FLOAT is not kinds[1] if sign == "**" else Category.FLOAT in kinds
    return Number(Category.FLOAT) if is_float or sign == "/" else UNKNOWN


def negated(number: Value) -> Value:
    """`-number`."""
    if isinstance(number, int | float):
        return -number
    return number if isinstance(number, Number) and number.category is Category.FLOAT else UNKNOWN


def _number(calculated: Callable[[], Any]) -> Value:
    try:
        found = calculated()
    except (TypeError, ValueError, ArithmeticError):
        return UNKNOWN
    return found if isinstance(found, int) or (isinstance(found, float) and abs(found) < _LARGEST) else UNKNOWN
