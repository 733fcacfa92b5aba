"""Operations as users write them: `+` for `__add__`, and what an ending or a prefix says of a method."""

from __future__ import annotations

from functools import cache
from typing import Final

_BINARY: Final = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "div": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "matmul": "@", "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
}  # fmt: skip
_OTHERS: Final = {
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "neg": "-", "pos": "+", "invert": "~", "abs": "abs", "getitem": "[...]", "setitem": "[...] =",
    "bool": "bool", "nonzero": "bool", "int": "int", "float": "float", "complex": "complex",
}  # fmt: skip

_IN_PLACE: Final = {f"__i{word}__": f"{symbol}=" for word, symbol in _BINARY.items()}
_SYMBOLS: Final = (
    {f"__{word}__": symbol for word, symbol in (_BINARY | _OTHERS).items()}
    | {f"__r{word}__": symbol for word, symbol in _BINARY.items()}
    | _IN_PLACE
)


def spelled(word: str) -> str:
    """What the user wrote, for a message: `"+"` for `__radd__`."""
    return _SYMBOLS.get(word, word)


def is_dunder(word: str) -> bool:
    return word.startswith("__") and word.endswith("__")


@cache
def is_in_place(word: str) -> bool:
    """Whether the method stores its result in self, as `add_` and `__iadd__` do."""
    return word in _IN_PLACE or (word.endswith("_") and not word.endswith("__"))
