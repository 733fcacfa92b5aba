"""What Python's operators and functions give of values that are known before the program runs."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from mypy.nodes import ARG_POS, CallExpr, Expression, ListExpr, MemberExpr, StrExpr, TypeInfo

from dtensortypes.core.rules.python_numbers import COMPARISONS, FUNCTIONS, TOTALS

MOST: Final = 64
"""How many items a list may have that is gone through one by one."""


class Unknown(Exception):  # noqa: N818 - no error: the answer that there is none
    """Only mypy can tell, or nobody."""


class Modules(tuple[Any, ...]):  # noqa: SLOT001 - it has a place beside its items
    """The items of a list of modules, which is no list of Python's."""

    place: object = None
    """The expression that is the list, where there is one."""


class ModulesByName(dict[str, Any]):
    """The items of a dict of modules."""


def of_method(name: str, whole: object, arguments: Sequence[object]) -> Any:
    """What the method of a dict, or of a word, gives."""
    if isinstance(whole, str) and name in _OF_WORDS:
        return applied(_OF_WORDS[name], whole, *arguments)
    if isinstance(whole, dict) and name in _OF_DICTS and not arguments:
        return tuple(_OF_DICTS[name](whole))
    if isinstance(whole, dict) and name == dict.get.__name__ and arguments and is_told(arguments[0]):
        return whole[arguments[0]] if arguments[0] in whole else refuse()  # not all that is in it may be known
    raise Unknown


def applied(function: Callable[..., Any], *operands: Any) -> Any:
    """What the function gives; a list as a tuple, of not too many items."""
    numbers = operands[0] if function in _OF_NUMBERS and operands and isinstance(operands[0], tuple) else operands
    if function not in _OF_PLACES and not all(map(is_told, numbers)):
        raise Unknown
    repeats = function is operator.mul and any(isinstance(one, tuple | str) for one in operands)
    if repeats and any(isinstance(one, int) and one > MOST for one in operands):
        raise Unknown
    if function is operator.pow and (not isinstance(operands[1], int) or abs(operands[1]) > MOST):
        raise Unknown
    try:
        found = function(*operands)
        if isinstance(found, range | Iterator):
            found = tuple(islice(found, MOST + 1))
    except Exception as error:  # whatever Python says of these
        raise Unknown from error
    if isinstance(found, tuple) and len(found) > MOST:
        raise Unknown
    is_part = function is operator.getitem and isinstance(operands[0], Modules) and isinstance(operands[1], slice)
    return Modules(found) if is_part else found


def are_plain(call: CallExpr) -> bool:
    """Whether all arguments are written one by one, without their names."""
    return all(kind is ARG_POS for kind in call.arg_kinds)


def put_into_words(call: CallExpr, sure: Callable[[Expression], Any]) -> str:
    """What an f-string gives of numbers and words; to mypy it is a call. Raises Unknown."""
    match call:
        case CallExpr(callee=MemberExpr(expr=StrExpr(value=""), name=str.join.__name__), args=[ListExpr(items=parts)]):
            words = [sure(part) for part in parts]
            if all(isinstance(word, str) for word in words):
                return "".join(words)
        case CallExpr(
            callee=MemberExpr(expr=StrExpr(value="{:{}}"), name=str.format.__name__), args=[inner, StrExpr(value="")]
        ) if isinstance(value := sure(inner), int | str):
            return str(value)
    raise Unknown


def is_told(value: Any) -> bool:
    """Whether it is told from all others: of a list it is not known whether it is none but a tuple."""
    return value is None or isinstance(value, bool | int | float | str | TypeInfo)


@dataclass(frozen=True, slots=True)
class OfClass:
    """An object of this very class."""

    cls: TypeInfo


def _isinstance(value: Any, kinds: Any) -> bool:
    several = kinds if isinstance(kinds, tuple) else (kinds,)
    named = {one.fullname for one in several if isinstance(one, TypeInfo)}
    if isinstance(value, OfClass):
        return _is_of(value.cls, named) if len(named) == len(several) else refuse()
    is_told = isinstance(value, int | float | str | tuple) and not isinstance(value, Modules)
    if len(named) < len(several) or not is_told or "builtins.object" in named:
        raise Unknown
    own = [f"builtins.{cls.__name__}" for cls in type(value).__mro__]
    if isinstance(value, tuple):
        own.append("builtins.list")  # which of them it is, is not told here
        if len(named & set(own)) == 1 and named != {"builtins.list", "builtins.tuple"}:
            raise Unknown
    return bool(named & set(own))


def _is_of(cls: TypeInfo, named: set[str]) -> bool:
    """Whether it is one of these classes, or derives from one; a class of the program may say itself what is one."""
    if named & {base.fullname for base in cls.mro}:
        return True
    return False if all(name.startswith("builtins.") for name in named) else refuse()


def _is_function(value: Any) -> bool:
    """Whether it is a function, of what certainly is none."""
    return False if is_told(value) else refuse()


def _is_callable(value: Any) -> bool:
    return isinstance(value, TypeInfo) if is_told(value) else refuse()


def _is_in(one: Any, several: Any) -> bool:
    if not is_told(one) or not isinstance(several, tuple | dict) or not all(map(is_told, several)):
        raise Unknown
    return one in several


def _is_not_in(one: Any, several: Any) -> bool:
    return not _is_in(one, several)


CONSTANTS: Final = {"builtins.True": True, "builtins.False": False, "builtins.None": None}
UNARY: Final[dict[str, Callable[..., Any]]] = {"-": operator.neg, "not": operator.not_, "+": operator.pos}
COMPARING: Final[dict[str, Callable[..., Any]]] = {
    **COMPARISONS,
    "is": lambda one, other: one is other if one is None or other is None else refuse(),
    "is not": lambda one, other: one is not other if one is None or other is None else refuse(),
    "in": _is_in,
    "not in": _is_not_in,
}
_PYTHONS: Final = (len, range, zip, enumerate, reversed, list, tuple, int, float, max, min, abs, round, str, bool)
ITERATORS: Final = frozenset(f"builtins.{kind.__name__}" for kind in (zip, enumerate, reversed, map, filter))
"""What gives its items once."""
_OF_DICTS: Final = {method.__name__: method for method in (dict.keys, dict.values, dict.items)}
_OF_WORDS: Final = {
    method.__name__: method for method in (str.lower, str.upper, str.strip, str.startswith, str.endswith)
}
METHODS: Final = frozenset({*_OF_DICTS, *_OF_WORDS, dict.get.__name__})
"""The methods that give what is in a dict, or tell something of a word."""
_COUNTING: Final = (len, range, zip, enumerate, reversed, tuple, bool)
CALLED: Final[dict[str, Callable[..., Any]]] = {
    **{f"builtins.{function.__name__}": function for function in _PYTHONS},
    **{name: function for name, function in FUNCTIONS.items() if name.startswith("math.")},
    **TOTALS,
    "builtins.list": tuple,
    f"builtins.{isinstance.__name__}": _isinstance,
    f"builtins.{callable.__name__}": _is_callable,
    "inspect.isfunction": _is_function,
}


_OF_PLACES: Final = frozenset(
    {operator.getitem, operator.add, operator.mul, operator.not_, _isinstance, *_COUNTING, _is_in, _is_not_in}
)
"""What does not ask what the items of a list are."""
_OF_NUMBERS: Final = frozenset({max, min, *TOTALS.values()})
"""What asks for each of them, and not for the list."""


def refuse(*_asked: object) -> Any:
    """Say that it is not known."""
    raise Unknown
