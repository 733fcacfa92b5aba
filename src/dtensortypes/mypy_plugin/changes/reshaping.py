"""Which tensors a file makes another shape in place, by the text of its bodies and of the functions that these call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from mypy.nodes import (
    ARG_POS,
    CallExpr,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    StarExpr,
    Statement,
    TypeInfo,
    Var,
)

from dtensortypes.mypy_plugin.changes.aliases import Words, gives_new, group, is_torchs, words
from dtensortypes.mypy_plugin.changes.reshaping_sites import calls_in, sites
from dtensortypes.mypy_plugin.ground.paths import path_of
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text import texts
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import bodies, functions, statements, targets


class Effect(NamedTuple):
    """What a call of a function may do: to its arguments, by place and by name, and to what is not its own."""

    parameters: frozenset[int | str] = frozenset()
    places: Words = frozenset()


_MOST: Final = 256
"""How many bodies' answers are remembered: those of trials are copies."""
_FIRST: Final = ("self", "cls")


def touched_in(tree: MypyFile, body: list[Statement]) -> Words:
    """The words for what the body, and the functions that it calls, make another shape."""
    if not is_concerned(tree):
        return frozenset()
    known = _touched_in(tree)
    if id(body) not in known:
        if len(known) >= _MOST:
            known.clear()
        known[id(body)] = body, _touched(body, effects(tree), given_back(tree))
    return known[id(body)][1]


@once_per_tree
def _touched_in(_: MypyFile) -> dict[int, tuple[list[Statement], Words]]:
    """What has been found in bodies of the file, by their identities."""
    return {}


def is_reshaped_here(tree: MypyFile, attribute: str) -> bool:
    """Whether the file makes a tensor that is such an attribute, of whatever object, another shape."""
    return f".{attribute}" in attributes(tree)


@once_per_tree
def attributes(tree: MypyFile) -> Words:
    """The words for the attributes, and other things, that somebody in the file makes another shape."""
    if not is_concerned(tree):
        return frozenset()
    known = effects(tree)
    return _touched(tree.defs, known, given_back(tree)).union(*(one.places for one in known.values()))


@once_per_tree
def is_concerned(tree: MypyFile) -> bool:
    """Whether anything in the file makes a tensor another shape."""
    if texts.is_silent(path_of(tree)):
        return False  # nearly all files: their expressions need not be looked at
    return any(map(sites, bodies(tree.defs)))


@once_per_tree
def effects(tree: MypyFile) -> dict[str, Effect]:
    """What the functions of the file do to tensors that are not their own, by the name that they are called by."""
    if not is_concerned(tree):
        return {}
    every, given = functions(tree), given_back(tree)
    found: dict[str, Effect] = {}
    while True:
        before = dict(found)
        for function in every:
            effect, known = _effect(function, before, given), found.get(function.name, Effect())
            if effect != Effect():
                found[function.name] = Effect(effect.parameters | known.parameters, effect.places | known.places)
        if found == before:
            return found


def _effect(function: FuncDef, known: dict[str, Effect], given: dict[str, Words]) -> Effect:
    touched = _touched(function.body.body, known, given)
    parameters = [one.variable.name for one in function.arguments]
    assigned = {one.name for s in statements(function.body.body) for one, _ in targets(s) if isinstance(one, NameExpr)}
    of_object = bool(parameters) and parameters[0] in _FIRST
    own = ((place - of_object, name) for place, name in enumerate(parameters) if name in touched)
    return Effect(frozenset(key for pair in own for key in pair), touched - {*parameters, *assigned})


def _touched(body: list[Statement], known: dict[str, Effect], given: dict[str, Words]) -> Words:
    found = frozenset[str]().union(*map(words, sites(body)), *(by_call(call, known) for call in calls_in(body)))
    objects = [owner for place in sites(body) for owner in owners_of(place)]
    objects += [one for call in calls_in(body) for one in changed_by_call(call, known)]
    found = group(body, found) | held_by(body, objects)
    return found.union(*(given[word] for word in found if word in given))


def by_call(call: CallExpr, known: dict[str, Effect]) -> Words:
    """The words for what the call makes another shape."""
    if not known:
        return frozenset()
    found: set[str] = set()
    for name in _named(call.callee):
        effect = known.get(name, Effect())
        found |= effect.places
        for place, (argument, word) in enumerate(zip(call.args, call.arg_names, strict=True)):
            is_any = isinstance(argument, StarExpr) or (word is None and call.arg_kinds[place] != ARG_POS)
            if effect.parameters and (is_any or (word or place) in effect.parameters):
                found |= words(argument)
    for passed in (
        known[one.name] for one in call.args if isinstance(one, NameExpr | MemberExpr) and one.name in known
    ):
        found = found.union(passed.places, *map(words, call.args))  # it may be called with the others
    return frozenset(found)


def changed_by_call(call: CallExpr, known: dict[str, Effect]) -> list[Expression]:
    """The objects of which the call may make an attribute another shape: `h.flip()`, `flip(h)`."""
    changing = (known[name] for name in _named(call.callee) if name in known) if known else ()
    is_concerned = any(place.startswith(".") for effect in changing for place in effect.places)
    return [*owners_of(call.callee), *call.args] if is_concerned else []


def _named(callee: Expression) -> Iterator[str]:
    """The names of the functions that are called, perhaps as a module's forward."""
    if not isinstance(callee, NameExpr | MemberExpr):
        yield from (part.name for part in expressions(callee) if isinstance(part, NameExpr | MemberExpr))
    else:
        yield callee.name
        is_torchs_own = isinstance(callee, MemberExpr) and (gives_new(callee.name) or is_torchs(callee))
        if not is_torchs_own and (callee.node is None or isinstance(callee.node, Var | TypeInfo)):
            yield from ("forward", "__call__", "__init__")


@once_per_tree
def given_back(tree: MypyFile) -> dict[str, Words]:
    """What each function may return that others have, too."""
    found: dict[str, Words] = {}
    for function in functions(tree):
        body, own = function.body.body, {one.variable.name for one in function.arguments}
        returned = (one.expr for one in statements(body) if isinstance(one, ReturnStmt))
        given = group(body, frozenset().union(*map(words, returned))) - own
        found[f"{function.name}()"] = found.get(f"{function.name}()", frozenset()) | given
    return found


def owners_of(place: Expression | None) -> Iterator[Expression]:
    """The objects of which the place is an attribute."""
    while isinstance(place, MemberExpr | IndexExpr):
        place = place.expr if isinstance(place, MemberExpr) else place.base
        yield place


def held_by(body: list[Statement], objects: Iterable[Expression]) -> Words:
    """What these objects may hold, as they were made of it: n after `h = Holder(n)`."""
    found: Words = frozenset()
    for one in objects:
        known = words(one)
        found |= group(body, known) - (frozenset() if isinstance(one, CallExpr) else known)
    return found
