"""What bodies have told of calls, asked but once: of a body of another file, whichever file it is asked from."""

from __future__ import annotations

from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef
from mypy.types import CallableType

from dtensortypes.core.rules.state import State
from dtensortypes.mypy_plugin.bodies.bodies import Told, Trial, told, written_out
from dtensortypes.mypy_plugin.bodies.elsewhere import home, module_of
from dtensortypes.mypy_plugin.bodies.readable import is_inside, is_open_inside
from dtensortypes.mypy_plugin.bodies.reread import Written
from dtensortypes.mypy_plugin.bodies.spelled import spelled
from dtensortypes.mypy_plugin.changes.read_later import types_so_far
from dtensortypes.mypy_plugin.changes.reshaping import is_concerned
from dtensortypes.mypy_plugin.messages.watcher import watch


class _Remembered(NamedTuple):
    """What a body has told, in which check of a function alone that holds, and whether too many bodies were open."""

    told: Told
    moment: tuple[int, object] | None
    gave_up: bool
    is_deep: bool
    """Whether these were but one in another: so it is wherever as many are open."""
    of_file: bool
    """Whether it depends on the file at hand, though the body is another file's."""
    visited: frozenset[str]
    """The files that bodies were looked for in."""


def remembered(checker: TypeChecker, function: FuncDef, signature: CallableType, state: State | None = None) -> Told:
    """What the body tells, asked once; where it reads what is not inferred yet, once in each check of a function."""
    own = watch(checker.errors, checker.modules)
    own.saw(checker)
    is_others = _is_of_another_file(checker, function)
    key = (remembered, function, spelled(signature), state, () if is_others else types_so_far(checker.tree))
    here = (key, own.trial.depth + 1 if isinstance(own.trial, Trial) else 0)
    is_outermost, moment = own.trial is None, (checker.pass_num, checker.scope.top_level_function())
    several = (_known(checker, one, is_others=is_others) for one in (key, here))
    known = next((one for one in several if one is not None and one.moment in {None, moment}), None)
    if known is not None and (is_outermost or known.is_deep or not known.gave_up):
        own.given_up += known.gave_up
        own.too_deep += known.is_deep
        own.unready += known.told.is_unready
        own.asked_at_hand += known.of_file
        own.visited |= known.visited
        return known.told
    given_up, too_deep, asked_at_hand, visited = own.given_up, own.too_deep, own.asked_at_hand, own.visited
    own.visited = set()
    found = told(checker, function, signature, state)
    gave_up = own.given_up != given_up  # as it does wherever no other body is open
    is_deep = gave_up and own.given_up - given_up == own.too_deep - too_deep
    is_settled = not checker.current_node_deferred and (not found.is_unready or moment[1] is not None)
    if is_settled and not is_open_inside(checker, function) and (is_outermost or is_deep or not gave_up):
        of_file = own.asked_at_hand != asked_at_hand or _at_hand(checker) in own.visited
        moments = moment if found.is_unready else None
        answer = _Remembered(found, moments, gave_up, is_deep, of_file, frozenset(own.visited))
        # How a problem is said depends on who calls the function from the file at hand.
        is_said = found.problems or found.dropped or found.in_rounds
        is_for_all = is_others and (is_deep or not gave_up) and not (of_file or found.is_unready or is_said)
        asked = here if gave_up else key
        (own.elsewhere if is_for_all and asked not in own.elsewhere else own.answers)[asked] = answer
    own.visited |= visited
    return found


def _at_hand(checker: TypeChecker) -> str:
    """The name of the file at hand."""
    at_hand = watch(checker.errors, checker.modules).at_hand
    return "" if at_hand is None else at_hand.tree.fullname


def _is_of_another_file(checker: TypeChecker, function: FuncDef) -> bool:
    """Whether the function is one of a file that is not at hand, and that is open."""
    is_others = _at_hand(checker) not in {"", module_of(function)} and not is_inside(checker, function)
    return is_others and home(checker, module_of(function)) is not None


def _known(checker: TypeChecker, key: object, *, is_others: bool) -> _Remembered | None:
    """What was told, in this file or, of a body of another one, in any."""
    known = watch(checker.errors, checker.modules).answers.get(key)
    return known if isinstance(known, _Remembered) else _of_any_file(checker, key) if is_others else None


def _of_any_file(checker: TypeChecker, key: object) -> _Remembered | None:
    """What was told when another file was at hand, if the files that this led to are open now, too."""
    own = watch(checker.errors, checker.modules)
    known = own.elsewhere.get(key)
    if not isinstance(known, _Remembered) or _at_hand(checker) in known.visited:
        return None
    if own.at_hand is not None and is_concerned(own.at_hand.tree):
        return None  # what a file tells that reshapes tensors is not asked of others
    return known if all(home(checker, module) is not None for module in known.visited) else None


def foreseen(checker: TypeChecker, function: FuncDef, signature: CallableType) -> Written:
    """What of the body is written out, asked once in each of mypy's passes: where that is nothing, nobody reads it."""
    own = watch(checker.errors, checker.modules)
    own.saw(checker)
    key = (foreseen, function, checker.pass_num)
    known = own.answers.get(key)
    if isinstance(known, Written):
        return known
    found = written_out(checker, function, signature)
    if not checker.current_node_deferred:
        own.answers[key] = found
    return found
