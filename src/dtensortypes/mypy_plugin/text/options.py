"""What words `**options` may give a call, of dicts that are put together in the file: their values may be anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    ARG_STAR2,
    CallExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StrExpr,
)

from dtensortypes.mypy_plugin.text.expressions import expressions, is_none
from dtensortypes.mypy_plugin.text.scope import assigned, bodies, functions, statements, targets

Words = dict[str, bool]
"""Each word, and whether None may be given for it as it is written."""
_ADDING: Final = dict.update.__name__
_READING: Final = frozenset({dict.items.__name__, dict.keys.__name__, dict.values.__name__, dict.get.__name__})


def words_of(tree: MypyFile, call: CallExpr) -> Words | None:
    """The words that the `**options` of the call may have; None where the text does not tell."""
    starred = [value for value, kind in zip(call.args, call.arg_kinds, strict=True) if kind.is_star()]
    if any(kind.is_star() and kind is not ARG_STAR2 for kind in call.arg_kinds):
        return None
    return _together(_words(tree, value, 0) for value in starred)


_DEEPEST: Final = 4


def _words(tree: MypyFile, value: Expression | None, depth: int) -> Words | None:
    match value:
        case _ if depth > _DEEPEST:
            return None
        case DictExpr(items=pairs):
            single = ({key.value: is_none(one)} for key, one in pairs if isinstance(key, StrExpr))
            rest = (_words(tree, one, depth + 1) for key, one in pairs if key is None)
            is_told = all(key is None or isinstance(key, StrExpr) for key, _ in pairs)
            return _together([{}, *single, *rest]) if is_told else None
        case CallExpr(callee=RefExpr(fullname="builtins.dict"), args=args, arg_names=words) if all(words):
            return {word: is_none(one) for word, one in zip(words, args, strict=True) if word}
        case ConditionalExpr(if_expr=one, else_expr=other):
            return _together(_words(tree, each, depth + 1) for each in (one, other))
        case NameExpr():
            return _together(_of_variable(tree, value, depth + 1))
    return None


def _of_variable(tree: MypyFile, name: NameExpr, depth: int) -> Iterator[Words | None]:
    """What is in the dict by all that the file gives it, and puts into it; None for what it does to it otherwise."""
    read = 0
    for body in bodies(tree.defs):
        for _, value in assigned(body, name.node):
            yield _words(tree, value, depth)
        for statement in statements(body):
            for target, value in targets(statement):
                match target:
                    case IndexExpr(base=NameExpr(node=node), index=index) if node is name.node:
                        yield {index.value: is_none(value)} if isinstance(index, StrExpr) else None
            given = {id(target) for target, _ in targets(statement)}
            parts = [part for part in expressions(statement) if id(part) not in given or isinstance(part, IndexExpr)]
            read += sum(isinstance(part, NameExpr) and part.node is name.node for part in parts)
            for part in parts:
                match part:
                    case CallExpr(callee=MemberExpr(expr=NameExpr(node=node), name=method), args=args) if (
                        node is name.node and method in _READING | {_ADDING}
                    ):
                        read -= 1
                        for one in args if method == _ADDING else ():
                            yield _words(tree, one, depth)
                    case CallExpr(callee=callee, args=args, arg_kinds=kinds):
                        is_added = isinstance(callee, MemberExpr) and callee.name == _ADDING
                        read -= sum(
                            (is_added or kind is ARG_STAR2) and isinstance(one, NameExpr) and one.node is name.node
                            for one, kind in zip(args, kinds, strict=True)
                        )
                    case IndexExpr(base=NameExpr(node=node)) if node is name.node:
                        read -= 1
                    case DictExpr(items=pairs):
                        read -= sum(
                            isinstance(one, NameExpr) and one.node is name.node for key, one in pairs if not key
                        )
    is_parameter = any(one.variable is name.node for function in functions(tree) for one in function.arguments)
    if read > 0 or is_parameter:
        yield None  # others may have got hold of it


def _together(several: Iterator[Words | None] | list[Words | None]) -> Words | None:
    found: Words = {}
    is_any = False
    for words in several:
        is_any = True
        if words is None:
            return None
        for word, may_be_none in words.items():
            found[word] = may_be_none or found.get(word, False)
    return found if is_any else None
