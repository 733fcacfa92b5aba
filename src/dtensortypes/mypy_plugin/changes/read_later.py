"""Variables of the function around that a function or lambda reads, and that may be something else by then.

Mypy looks at a function inside of another one where it is defined, with what its variables have been given so far. So
a call that does nothing, `"x".__sizeof__()`, is put at its head: when mypy comes to it, nothing is known of `x` in it.
By the text alone, as the calls are there before mypy comes to any of it.
"""

from __future__ import annotations

import builtins
import functools
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    Block,
    CallExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    NonlocalDecl,
    Statement,
    StrExpr,
    Var,
    WhileStmt,
)
from mypy.types import Type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.rewritten import at, inside, is_question, question
from dtensortypes.mypy_plugin.text.scope import current_body, functions_in, targets
from dtensortypes.mypy_plugin.types.retype import forget_all, forget_value, is_known, retype

Inner: TypeAlias = FuncDef | LambdaExpr
_KEPT: Final = "="
"""What stands before the name of a parameter that keeps its type in the function that takes it."""
_CALLING: Final = frozenset({*vars(builtins), functools.reduce.__name__, list.sort.__name__})


class _Read(NamedTuple):
    """A function or lambda, the place of the statement from which on it is read, and what it reads of others."""

    place: int
    inner: Inner
    words: frozenset[str]


@once_per_tree
def put_in(tree: MypyFile) -> None:
    """Put the calls into the functions and lambdas of the file."""
    _put_inside(tree.defs, frozenset(), is_file=True)
    for function in functions_in(tree.defs):
        _put_inside(function.body.body, _taken(function), is_file=False)


def types_so_far(tree: MypyFile) -> tuple[Type | None, ...]:
    """The types so far of those of the file's variables that it gives several values, and that its functions read."""
    return tuple(variable.type for variable in _given_again(tree))


@once_per_tree
def _given_again(tree: MypyFile) -> list[Var]:
    times = Counter(word for statement in inside(tree.defs) for word in _given(statement))
    several = {word for word, count in times.items() if count > 1}
    read = {word for function in functions_in(tree.defs) for word in _words(function)} & several if several else ()
    nodes = (tree.names[word].node for word in sorted(read) if word in tree.names)
    return [node for node in nodes if isinstance(node, Var)]


def _put_inside(body: list[Statement], parameters: frozenset[str], *, is_file: bool) -> None:
    every = list(inside(body))
    within = [
        _Read(place, one, frozenset(_words(one)))
        for place, statement in enumerate(every)
        for one in _inside(statement, is_file=is_file)
    ]
    given = [(place, word) for place, statement in enumerate(every) for word in _given(statement)] if within else []
    loops = _loops(every) if given else []
    for first, inner, words in _as_mentioned(within):
        later = [(place, word) for place, word in given if place > first and word in words]
        calls = _calls_of(inner, every) if later else None
        read = frozenset(word for place, word in later if calls is None or _follows(calls, place, first, loops))
        forget_in(inner, read)
        for word in sorted(read & parameters):
            _put(body, _KEPT + word)


def _loops(every: list[Statement]) -> list[range]:
    """The places of the statements in each loop."""
    loops = [(place, one) for place, one in enumerate(every) if isinstance(one, ForStmt | WhileStmt)]
    return [range(place, place + len(list(inside([one])))) for place, one in loops]


def _calls_of(inner: Inner, every: list[Statement]) -> list[int] | None:
    """The places of the statements that call the function; None where anybody may call it, at any time."""
    defined = next((one for one in every if inner in (one, getattr(one, "rvalue", None))), None)
    match defined:
        case FuncDef(name=name) | AssignmentStmt(lvalues=[NameExpr(name=name)]):
            pass
        case _:
            return None
    found: list[int] = []
    for place, statement in enumerate(every):
        parts = gathered(statement) if statement is not defined else []
        called = {id(part.callee) for part in parts if isinstance(part, CallExpr)}
        named = {id(part) for part in parts if isinstance(part, NameExpr) and part.name == name}
        others: list[Inner] = [*functions_in([statement])]
        others += [part for part in parts if isinstance(part, LambdaExpr)]
        if named - called or any(name in _words(one) for one in others if one is not inner):
            return None
        found += [place] * bool(named)
    return found


def _follows(calls: list[int], given: int, defined: int, loops: list[range]) -> bool:
    """Whether one of the calls may be run when the statement at the place has been, and the function is the same."""
    around = [loop for loop in loops if given in loop and defined not in loop]
    return any(call > given or any(call in loop for loop in around) for call in calls)


def _as_mentioned(within: list[_Read]) -> list[_Read]:
    """Each from the first place on where it is read: what another one mentions is read with that one."""
    found = within
    for _ in within:
        before = found
        found = [
            one._replace(place=min([one.place, *(other.place for other in before if one.inner.name in other.words)]))
            for one in before
        ]
        if found == before:
            break
    return found


def _inside(statement: Statement, *, is_file: bool) -> Iterator[Inner]:
    """The functions and lambdas in it that are defined while its own variables are given values."""
    if not is_file:  # mypy looks at the functions of a file when it has seen the whole of it
        yield from functions_in([statement])
    parts = gathered(statement)
    at_once = {id(one) for part in parts if isinstance(part, CallExpr) and _calls_at_once(part) for one in part.args}
    yield from (part for part in parts if isinstance(part, LambdaExpr) and id(part) not in at_once)


def _calls_at_once(call: CallExpr) -> bool:
    """Whether a function that is given to this one is called by it, and not kept: `sorted(xs, key=lambda i: …)`."""
    return isinstance(call.callee, NameExpr | MemberExpr) and call.callee.name in _CALLING


def _given(statement: Statement) -> Iterator[str]:
    """What the statement gives a value, puts something into, or makes another shape."""
    yield from (word for target, _ in targets(statement) for word in _word(target))
    yield from (word for place in filled_by(statement) for word in _word(place))
    for call in gathered(statement):
        match call:
            case CallExpr(callee=MemberExpr(expr=changed, name=method)) if method in ops.reshaping():
                yield from _word(changed)


def forget_in(inner: Inner, words: frozenset[str]) -> None:
    """Let nothing be known in the function of these variables, and attributes of variables, of the one around it."""
    for word in sorted(words & _words(inner)):
        _put(inner.body.body, word)


def _put(body: list[Statement], about: str) -> None:
    """Put the call at the head of the body, if it is not there."""
    head = 1 + max((place for place, one in enumerate(body) if isinstance(one, NonlocalDecl)), default=-1)
    if not any(isinstance(one, ExpressionStmt) and _about(one.expr) == about for one in body):
        body.insert(head, at(body[0], ExpressionStmt(question(at(body[0], StrExpr(about))))))


def _words(inner: Inner) -> set[str]:
    """What the function reads that it has not from itself."""
    every = list(inside(inner.body.body))
    shared = {name for one in every if isinstance(one, NonlocalDecl) for name in one.names}
    given = {target.name for one in every for target, _ in targets(one) if isinstance(target, NameExpr)} - shared
    parts = (word for statement in every for part in gathered(statement) for word in _word(part))
    return {word for word in parts if word.partition(".")[0] not in given | _taken(inner)}


def _taken(inner: Inner) -> frozenset[str]:
    return frozenset(argument.variable.name for argument in inner.arguments)


def _word(expression: Expression) -> Iterator[str]:
    """The variable, or attribute of one, that the expression is, or an item of which it is."""
    match expression:
        case NameExpr(name=name):
            yield name
        case IndexExpr(base=whole):
            yield from _word(whole)
        case MemberExpr(expr=owner, name=name):
            yield from (f"{word}.{name}" for word in _word(owner))


def met(checker: TypeChecker, call: CallExpr) -> None:
    """What such a call does, at the head of the function that reads the variable, or takes it."""
    about = _about(call)
    place = _read(current_body(checker)).get(about.removeprefix(_KEPT)) if about is not None else None
    declared = place.node.type if place is not None and isinstance(place.node, Var) else None
    if isinstance(place, MemberExpr):
        forget_all(checker, [place])
    elif place is not None and about is not None and is_known(declared):
        if about.startswith(_KEPT):
            retype(checker, place, declared)
        else:
            forget_value(checker, place)


def called_here(checker: TypeChecker, function: Expression) -> Expression:
    """The function as it is read where the body that it stands in calls it, with what its variables are by now."""
    if not isinstance(function, LambdaExpr) or len(function.body.body) == 1:
        return function
    parts = (part for statement in inside(current_body(checker)) for part in gathered(statement))
    if not any(part is function for part in parts):
        return function
    return at(function, LambdaExpr(function.arguments, Block(function.body.body[-1:])))


def _about(call: Expression) -> str | None:
    """The word for the place that the expression is about, if it is such a call."""
    match call:
        case CallExpr(callee=MemberExpr(expr=StrExpr(value=word))) if is_question(call):
            return word
    return None


@once_per_tree
def _read(body: list[Statement]) -> dict[str, NameExpr | MemberExpr]:
    """An expression for each place that is read in the body, or in a lambda of it."""
    every = (part for statement in inside(body) for part in gathered(statement))
    return {word: part for part in every if isinstance(part, NameExpr | MemberExpr) for word in _word(part)}
