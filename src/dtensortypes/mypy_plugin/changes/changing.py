"""Which lists and dicts may come to hold something else than where they are written out; by the text."""

from __future__ import annotations

from collections import Counter
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    LDEF,
    AssignmentStmt,
    CallExpr,
    DelStmt,
    Expression,
    ExpressionStmt,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    ReturnStmt,
    Statement,
    StrExpr,
)
from mypy.types import Instance, get_proper_type

from dtensortypes.mypy_plugin.changes.alike import alike, plain_name
from dtensortypes.mypy_plugin.changes.filling import CHANGING, filled_by
from dtensortypes.mypy_plugin.changes.handed import handed_on, may_give, only_reads
from dtensortypes.mypy_plugin.changes.keepers import kept_under
from dtensortypes.mypy_plugin.changes.reshaped import touches
from dtensortypes.mypy_plugin.changes.shallow_copies import filled_in_copies, filled_in_some_copy
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import calls, expressions, is_self, lines
from dtensortypes.mypy_plugin.text.free_names import own
from dtensortypes.mypy_plugin.text.scope import (
    blocks,
    bodies,
    current_body,
    functions_in,
    shared,
    singles,
    statements,
    targets,
)

Key = int | str
_SIMPLE: Final = (AssignmentStmt, ExpressionStmt, OperatorAssignmentStmt, ReturnStmt)
_LATER: Final = (GeneratorExpr, LambdaExpr)
"""What is worked out more than once, or when somebody asks for it."""
_MADE_AND_READ: Final = 2


def is_changed(
    checker: TypeChecker, place: NameExpr | MemberExpr, key: Key | None = None, *, is_plain: bool = False
) -> bool:
    """Whether it, or what is under the key, may come to be something else.

    What is in a function's own variable only the function itself changes, and those inside of it. What is done to a
    variable of a loop through it changes nothing where it `is_plain`: where none of its items is a list or dict.
    """
    name = place.name
    if touches(checker, place) or name in _kept_and_filled(checker.tree):
        return True
    if not isinstance(place, NameExpr) or place.kind != LDEF or name in shared(checker.tree.defs):
        return name in changed(checker.tree)
    every = [body for body, hidden in _around(checker) if name not in hidden]
    stored = frozenset().union(*(stored_in(body).get(name, frozenset()) for body in every))
    changed_here = (changed_besides(body, frozenset({name})) if is_plain else changed_in(body) for body in every)
    return any(name in several for several in changed_here) or (bool(stored) if key is None else key in stored)


@once_per_tree
def _kept_and_filled(tree: MypyFile) -> frozenset[str]:
    """The names of what objects keep that the file gives them, and into whose attribute others put something."""
    every = [statement for body in bodies(tree.defs) for statement in statements(body)]
    places = (place for statement in every for place in filled_by(statement) if isinstance(place, MemberExpr))
    filled = frozenset(place.name for place in places if not is_self(place.expr))
    if not filled:
        return filled
    given = (pair for statement in every for call in calls(statement) for pair in kept_under(call).items())
    return frozenset(name for name, kept in given if not kept.isdisjoint(filled))


def is_changed_list(checker: TypeChecker, place: NameExpr, value: Expression) -> bool:
    """Whether the value that it is given is a list to mypy, which may hold something else at this place."""
    type_ = get_proper_type(checker.lookup_type_or_none(value))
    is_list = isinstance(type_, Instance) and type_.type.fullname == "builtins.list"
    return is_list and is_changed(checker, place) and place.name not in _read_once(current_body(checker))


@once_per_tree
def _read_once(body: list[Statement]) -> frozenset[str]:
    """The lists that a statement writes out and one beside it alone reads, `x.view(sizes)`: nobody had them before."""
    every = [one for part in bodies(body) for one in statements(part)]
    times = Counter(part.name for one in every for part in expressions(one) if isinstance(part, NameExpr))
    found: set[str] = set()
    for block in (body, *(inner.body for one in statements(body) for inner in blocks(one))):
        pairs = [pair for one in block if isinstance(one, AssignmentStmt) for pair in targets(one)]
        made = {target.name for target, value in pairs if isinstance(target, NameExpr) and isinstance(value, ListExpr)}
        parts = [expressions(one) for one in block if isinstance(one, _SIMPLE)] if made else []
        at_once = [several for several in parts if not any(isinstance(one, _LATER) for one in several)]
        read = {one.name for several in at_once for one in several if isinstance(one, NameExpr)}
        found |= {name for name in made & read if times[name] == _MADE_AND_READ}
    return frozenset(found)


def _around(checker: TypeChecker) -> list[tuple[list[Statement], frozenset[str]]]:
    """The bodies of the function that is being checked, of those that it is inside of, and of those inside of them.

    Each comes with the names that are its own there, which are no variables of the function that is being checked.
    """
    functions = [item for item in checker.scope.stack if isinstance(item, FuncDef)]  # in a trial those that call, too
    around = [one.body.body for one in functions if functions[-1].line in lines(one)]
    at_hand = [one.body.body for one in functions]
    each = (pair for one in around or [checker.tree.defs] for pair in _each_inside(one))
    return [(body, frozenset() if any(body is one for one in at_hand) else own_) for body, own_ in each]


@once_per_tree
def _each_inside(body: list[Statement]) -> list[tuple[list[Statement], frozenset[str]]]:
    """The body, and those of the functions in it, with the names of the variables that are their own."""
    return [(body, frozenset()), *((one.body.body, own(one)) for one in functions_in(body))]


@once_per_tree
def changed(tree: MypyFile) -> frozenset[str]:
    """The names of variables and attributes that may come to hold something else."""
    found = set[str]().union(*map(changed_in, bodies(tree.defs)), *map(stored_in, bodies(tree.defs)))
    found |= filled_in_some_copy(tree)
    # Functions may change by one name what stands in the file under another.
    same = [names | sources for names, sources in alike(tree.defs, frozenset())]
    while more := {name for one in same if not found.isdisjoint(one) for name in one} - found:
        found |= more
    return frozenset(found)


def is_filled_in(body: list[Statement], variable: NameExpr) -> bool:
    """Whether the body, or who it gives it to, may put something into what the variable holds, in any way."""
    return variable.name in changed_in(body) or variable.name in stored_in(body)


@once_per_tree
def stored_in(body: list[Statement]) -> dict[str, frozenset[Key]]:
    """The keys under which the body stores something in the dict of each variable, where it writes them out."""
    found: dict[str, frozenset[Key]] = {}
    for target in (target for statement in statements(body) for target, _ in targets(statement)):
        match target:
            case IndexExpr(base=NameExpr(name=name), index=StrExpr(value=key)):
                found[name] = found.get(name, frozenset()) | {key}
    return found


@once_per_tree
def changed_in(body: list[Statement]) -> frozenset[str]:
    """Those that the body fills otherwise, or gives to who may do so, under this or another name."""
    return filled_otherwise(body) | _changed_by_other_names(body, frozenset())


def changed_besides(body: list[Statement], plain: frozenset[str]) -> frozenset[str]:
    """The same, where there are but numbers and words in those that are `plain`: what is done to these changes none."""
    every = ((filled_otherwise(one) | _changed_by_other_names(one, plain)) - own_ for one, own_ in _each_inside(body))
    return frozenset().union(*every)


def may_be_filled(body: list[Statement], changed: frozenset[str], place: str, *, is_plain: bool) -> bool:
    """Whether a list may come to hold something else: what is in a variable of but numbers the body alone changes.

    The places of attributes begin with a dot; `changed` are the names of those that anybody in the file changes.
    """
    if place.startswith(".") or not is_plain:
        return place.removeprefix(".") in changed
    return place in changed_besides(body, frozenset({place}))


@once_per_tree
def filled_otherwise(body: list[Statement]) -> frozenset[str]:
    """Those that the body fills in other ways than under a key that it writes out, or gives to who may fill them."""
    found = set(filled_in_copies(body))
    for statement in statements(body):
        is_store = any(_is_store(target) for target, _ in targets(statement))
        filled = [] if is_store else list(filled_by(statement))
        found |= {plain_name(place) for place in filled}
        if isinstance(statement, DelStmt):
            found |= {plain_name(one.base) for one in singles(statement.expr) if isinstance(one, IndexExpr)}
        if not all(map(plain_name, filled)):  # `whole[0].append(x)`: of which of those that are in it is not known
            found |= handed_on(body)
            given = (one for place in filled for call in calls(place) for one in may_give(call))
            found |= set(map(plain_name, given))  # `first(xs).append(x)`
        for call in calls(statement):
            match call:
                case CallExpr(callee=MemberExpr(expr=place, name=method)) if method in CHANGING:
                    found |= {plain_name(place)} if plain_name(place) else handed_on(body)
                case CallExpr(args=args, arg_kinds=kinds):  # which takes what is in one with a star, not itself
                    whole = {i: n for i, one in enumerate(args) if (n := plain_name(one)) and not kinds[i].is_star()}
                    found |= {n for place, n in whole.items() if n not in found and not only_reads(call, place)}
    return frozenset(found - {""})


def _changed_by_other_names(body: list[Statement], plain: frozenset[str]) -> frozenset[str]:
    """Those that may stand for a list or dict, or hold one, that the body changes under another name."""
    changed, stored = set(filled_otherwise(body)), stored_in(body).keys()
    found, before = _begun_and_stored(body), None
    pairs = alike(body, plain)
    while len(found) != before:  # what holds one that holds another may be changed by the name of that
        before = len(found)
        for names, sources in pairs:
            # What is stored in a source alone goes by no other name there.
            wrong = ((names | sources) & changed) | (names & stored)
            found |= {one for one in names | sources if wrong - {one}} | {n for n in names if (sources & stored) - {n}}
            changed |= found
    return frozenset(found)


def _begun_and_stored(body: list[Statement]) -> set[str]:
    """Those that the body gives a value and then stores to: who has got them meanwhile is asked where they are read."""
    given = {plain_name(target) for one in statements(body) for target, value in targets(one) if value is not None}
    return given & stored_in(body).keys()


@once_per_tree
def other_names(body: list[Statement]) -> dict[str, frozenset[str]]:
    """The other names that what a name stands for may go by, or that may hold it, of those that the body changes."""
    changed = filled_otherwise(body) | stored_in(body).keys()
    found: dict[str, frozenset[str]] = {}
    for several in (names | sources for names, sources in alike(body, frozenset())):
        for name in several if not several.isdisjoint(changed) else ():
            found[name] = found.get(name, frozenset()) | ((several - {name}) & changed)
    return found


def _is_store(target: Expression) -> bool:
    match target:
        case IndexExpr(base=NameExpr(), index=StrExpr()):
            return True
    return False
