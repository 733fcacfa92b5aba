"""The things in lists, deques and dicts, by the text alone: where they lie, and what puts them in or gives them."""

from __future__ import annotations

import copy
import heapq
import random
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    Context,
    Expression,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    SliceExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
)

from dtensortypes.mypy_plugin.ground import names

Step = int | str | None
"""A place in a tuple, a key of a dict, or None: any of the things."""
Path = tuple[Step, ...]
ITEM: Final = None


def _full(*several: Callable[..., object]) -> frozenset[str]:
    """The full names of Python's functions and classes, as mypy says them."""
    modules = {"_heapq": heapq.__name__, "_collections": "collections"}
    own = ((getattr(one, "__module__", None) or random.__name__, one.__name__) for one in several)
    return frozenset(f"{modules.get(module, module)}.{name}" for module, name in own)


def _named(*several: Callable[..., object]) -> frozenset[str]:
    return frozenset(one.__name__ for one in several)


PUTTING: Final = dict.fromkeys(_named(list.append, deque.appendleft, set.add), 0) | {list.insert.__name__: 1}
"""The methods that put one thing in, with the place of the argument that it is."""
JOINING: Final = _named(list.extend, deque.extendleft)
UPDATING: Final = dict.update.__name__
SETTING: Final = dict.setdefault.__name__
LOOKING_UP: Final = dict.get.__name__
TAKING: Final = _named(list.pop, deque.popleft, dict.get, dict.setdefault)
"""The methods that give one of the things."""
ALL_VALUES: Final = _named(dict.values, dict.copy)
"""The methods that give what has the same things in it."""
ENTRIES: Final = dict.items.__name__
HARMLESS: Final = frozenset({names.QUESTION}) | _named(
    *(dict.keys, list.clear, list.remove, list.sort, list.reverse, list.index, list.count)
)
COPYING: Final = _full(copy.copy, copy.deepcopy)
ALIKE: Final = COPYING | _full(
    *(list, tuple, set, sorted, reversed, iter, filter, deque, OrderedDict, random.sample, random.choices)
)
"""What gives the same things again in a list, a tuple, or one by one."""
IN_PAIRS: Final = _full(enumerate, zip)
"""What gives the things in pairs with others."""
NEXT: Final = "builtins.next"
PICKING: Final = _full(max, min, next, heapq.heappop, random.choice)
"""What gives one of the things."""
PUSHING: Final = _full(heapq.heappush)
FLAT: Final = _full(sum, dict)
"""What makes another list or dict of the things, or of what is in them."""
ASKING: Final = _full(len, print, isinstance, bool, str, repr, any, all, random.shuffle, heapq.heapify)


def step(index: Expression) -> Step:
    """The key that an index is, if it is written out."""
    return index.value if isinstance(index, StrExpr | IntExpr) else ITEM


def gives_thing(access: Context) -> bool:
    """Whether it is one of the things in a container: `xs[0]`, `xs.pop()`."""
    match access:
        case IndexExpr(index=index):
            return not isinstance(index, SliceExpr)
        case CallExpr(callee=MemberExpr(name=name)):
            return name in TAKING
    return False


def named_in(target: Expression) -> Iterator[tuple[Expression, Path]]:
    """What is given a value where something is unpacked, with where in it that lies; `*rest` is a list out of it."""
    match target:
        case TupleExpr(items=items) | ListExpr(items=items):
            is_plain = not any(isinstance(item, StarExpr) for item in items)
            for i, item in enumerate(items):
                place: Path = () if isinstance(item, StarExpr) else (i if is_plain else ITEM,)
                yield from ((one, (*place, *inner)) for one, inner in named_in(item))
        case StarExpr(expr=inner):
            yield inner, ()
        case _:
            yield target, ()


def may_be(one: Path, other: Path) -> bool:
    """Whether both may be the same place, as far as both go; the places of a list change as it does."""
    words = ((a, b) for a, b in zip(one, other, strict=False) if isinstance(a, str) and isinstance(b, str))
    return all(a == b for a, b in words)


def anywhere(path: Path) -> Path:
    """The path, from any item: a list's others may stand before it."""
    return (loose(path[0]), *path[1:]) if path else path


def loose(one: Step) -> Step:
    """The key of a dict, or any of the things."""
    return one if isinstance(one, str) else ITEM


def is_of_one(call: CallExpr) -> bool:
    """Whether `max(…)`, or the like, picks one of the things that are in its first argument."""
    return len(positional(call)) == 1 or getattr(call.callee, "fullname", "") == NEXT


def positional(call: CallExpr) -> list[Expression]:
    """The arguments that are not given by name."""
    pairs: Iterable[tuple[Expression, str | None]] = zip(call.args, call.arg_names, strict=True)
    return [one for one, word in pairs if word is None]
