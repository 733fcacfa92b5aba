"""Lists and dicts that are copied with the same things in them: `new = {**base}`, then `new["model"]["dim"] = 9`.

Who puts something into what is in the copy puts it into what is in the first one as well; by the text alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    GeneratorExpr,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    SliceExpr,
    StarExpr,
    Statement,
    TypeInfo,
)

from dtensortypes.mypy_plugin.changes.alike import plain_name
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.dict_copies import copied_in
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.lists_in_lists import filled_in
from dtensortypes.mypy_plugin.text.scope import bodies, functions, statements, targets

_COPYING: Final = frozenset({"builtins.list", "builtins.tuple", "collections.OrderedDict", "copy.copy"})
_NEW: Final = frozenset({"builtins.list", "builtins.dict", "collections.defaultdict"})
_VIEWS: Final = frozenset(one.__name__ for one in (dict.items, dict.values))


@once_per_tree
def filled_in_copies(body: list[Statement]) -> frozenset[str]:
    """The names of what the body copies, where it puts something into what is in a copy, or may."""
    return copied(body) if filled_in(body) - _fresh([body]) else frozenset()


@once_per_tree
def filled_in_some_copy(tree: MypyFile) -> frozenset[str]:
    """The names of what the file copies, where it puts something into what is in a copy, or may.

    A function may give its copy to another one.
    """
    every = bodies(tree.defs)
    own = _fresh(every) - {one.variable.name for function in functions(tree) for one in function.arguments}
    is_filled = any(filled_in(body) - own for body in every)
    return frozenset[str]().union(*map(copied, every)) if is_filled else frozenset()


def _fresh(every: list[list[Statement]]) -> frozenset[str]:
    """The names that are only given new lists and dicts, of which none is a copy: `history = {"loss": []}`."""
    given = [pair for body in every for one in statements(body) for pair in targets(one)]
    pairs = [(name, value) for target, value in given if (name := plain_name(target))]
    return frozenset(name for name, _ in pairs) - {name for name, value in pairs if not _is_fresh(value)}


def _is_fresh(value: Expression | None) -> bool:
    match value:
        case DictExpr(items=pairs):
            return not any(isinstance(one, RefExpr) for _, one in pairs)
        case ListExpr(items=items):
            return not any(isinstance(one, RefExpr | StarExpr) for one in items)
        case CallExpr(callee=RefExpr(fullname=name), args=args) if name in _NEW:
            return all(isinstance(one, RefExpr) and isinstance(one.node, TypeInfo) for one in args)
        case DictionaryComprehension(value=one) | ListComprehension(generator=GeneratorExpr(left_expr=one)):
            return isinstance(one, ListExpr | DictExpr)
    return False


@once_per_tree
def copied(body: list[Statement]) -> frozenset[str]:
    """The names of what the body copies."""
    return _copied(statements(body))


def _copied(several: Iterable[Statement]) -> frozenset[str]:
    parts = [part for statement in several for part in expressions(statement)]
    return frozenset(plain_name(one) for one in (*copied_in(parts), *map(_viewed, _copied_in(parts)))) - {""}


def _copied_in(parts: list[Expression]) -> Iterator[Expression]:
    for part in parts:
        match part:
            case CallExpr(callee=RefExpr(fullname=name), args=[whole]) if name in _COPYING:
                yield whole
            case CallExpr(callee=MemberExpr(expr=whole, name=dict.copy.__name__), args=[]):
                yield whole
            case OpExpr(op="|", left=left, right=right):
                yield from (left, right)
            case OpExpr(op="+", left=left, right=right) if any(isinstance(x, ListExpr) for x in (left, right)):
                yield from (left, right)
            case IndexExpr(base=whole, index=SliceExpr()) | StarExpr(expr=whole):
                yield whole
            case GeneratorExpr(left_expr=NameExpr(), sequences=[whole]):
                yield whole
            case DictionaryComprehension(value=NameExpr(), sequences=[whole]):
                yield whole


def _viewed(whole: Expression) -> Expression:
    """The dict whose entries or values it is."""
    match whole:
        case CallExpr(callee=MemberExpr(expr=inner, name=name), args=[]) if name in _VIEWS:
            return inner
    return whole
