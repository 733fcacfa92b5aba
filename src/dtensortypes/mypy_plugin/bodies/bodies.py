"""A function's body checked again for one call, with the types that the arguments have there.

What a signature leaves open the body tells: what `forward(self, x)` gives for this x, and what torch refuses in it.
Those of the program's other files are looked at in the same way, as if this were the file at hand (`elsewhere.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final, NamedTuple

from mypy import errorcodes as codes
from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import Expression, FuncDef
from mypy.types import CallableType, Type

from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import REFUSALS, Problem
from dtensortypes.core.rules.state import State
from dtensortypes.mypy_plugin.bodies import given_back, open_sizes, put_off, sums
from dtensortypes.mypy_plugin.bodies.as_lists import as_given
from dtensortypes.mypy_plugin.bodies.doubted import doubted
from dtensortypes.mypy_plugin.bodies.elsewhere import at_work, home, module_of
from dtensortypes.mypy_plugin.bodies.handed_back import handed_back
from dtensortypes.mypy_plugin.bodies.in_rounds import Found, found_in
from dtensortypes.mypy_plugin.bodies.initial import NOTHING, Initial, initial
from dtensortypes.mypy_plugin.bodies.lists_here import held_in, put_in
from dtensortypes.mypy_plugin.bodies.numbers_given import number_of
from dtensortypes.mypy_plugin.bodies.outcome import kept, one_of
from dtensortypes.mypy_plugin.bodies.readable import around, is_inside, is_open_inside, is_readable
from dtensortypes.mypy_plugin.bodies.regiven import until_regiven
from dtensortypes.mypy_plugin.bodies.reread import Written, copy_for, written_in
from dtensortypes.mypy_plugin.bodies.second_look import LOOKS, Counts, counted
from dtensortypes.mypy_plugin.bodies.spelled import spelled
from dtensortypes.mypy_plugin.changes import typed_dicts
from dtensortypes.mypy_plugin.changes.passed import Passed, passed
from dtensortypes.mypy_plugin.changes.stores import Store
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.proved import proved
from dtensortypes.mypy_plugin.messages.report import said_of_arguments, withheld
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.objects.filled_at_last import Filling, begin_anew
from dtensortypes.mypy_plugin.text.array_sizes import sized
from dtensortypes.mypy_plugin.text.copies import apart, given_again, given_attributes
from dtensortypes.mypy_plugin.text.expressions import Spot, lines
from dtensortypes.mypy_plugin.text.order import left_undone
from dtensortypes.mypy_plugin.text.yields import generator, returned, takes_tensors, yielded
from dtensortypes.mypy_plugin.types.facts_of import is_whole
from dtensortypes.mypy_plugin.types.failures import needing
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_DEEPEST: Final = 6
_MOST: Final = 200
"""How many bodies one call may open, as each call in a body may open another one."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a body says of a call: the type of its result, None where that is not known, and what is wrong in it."""

    result: Type | None = None
    problems: tuple[Problem, ...] = ()
    dropped: tuple[Problem, ...] = ()
    """The casts and moves that it throws away."""
    whole: Type | None = None
    """The type of the result with all that mypy found, of numbers too."""
    begun: Initial = NOTHING
    """What a constructor has begun the object with."""
    lists: Mapping[Spot, Type | None] = field(default_factory=dict)
    """What is in the body's own lists where it reads them."""
    contents: Mapping[str, Type] = field(default_factory=dict)
    """What the body puts into its own lists that it declares and begins empty."""
    in_rounds: tuple[Found, ...] = ()
    """What is wrong in its loops, and after them."""
    number: Value = UNKNOWN
    """The number that it gives, or the list of them, where mypy cannot tell which kind it is."""
    is_unready: bool = False
    """Whether it, or a body that it opens, reads what mypy has not inferred yet: it may tell more later on."""
    is_cut: bool = False
    """Whether a body that it opens was not looked into: it may tell more when it is asked for by itself."""


_BEGUN: Final = Told()
"""What a body says of a call of itself."""


@dataclass
class Trial(Filling):
    """The bodies that are open for one call, and what has been found in those that are done."""

    depth: int = 0
    said: list[ErrorInfo] = field(default_factory=list)
    told: dict[tuple[FuncDef, str, State | None], Told] = field(default_factory=dict)
    is_of_calls: bool = False
    """Whether it is asked what the body gives to methods of objects."""

    def keep(self, _path: str, info: ErrorInfo) -> bool:
        """Hold a message back."""
        self.said.append(info)
        return True


@needing("look into functions that a call leaves open", otherwise=Told())
def told(checker: TypeChecker, function: FuncDef, signature: CallableType, state: State | None = None) -> Told:
    """What the body says where the function's parameters have the types of this signature, called in this state."""
    own = watch(checker.errors, checker.modules)
    outer = own.trial
    if not isinstance(outer, Trial):
        with put_off.learned(checker):
            return _told(checker, function, signature, state, Trial())
    return _told(checker, function, signature, state, Trial(depth=outer.depth + 1, told=outer.told, again=outer.again))


def _told(checker: TypeChecker, function: FuncDef, signature: CallableType, state: State | None, trial: Trial) -> Told:
    own = watch(checker.errors, checker.modules)
    key = (function, spelled(signature), state)
    if key not in trial.told or (trial.told[key] is not _BEGUN and is_open_inside(checker, function)):
        there = checker if is_inside(checker, function) else home(checker, module_of(function))
        if there is None or not is_readable(there, function):
            return Told()
        if trial.depth >= _DEEPEST or len(trial.told) >= _MOST:
            own.given_up += 1
            own.too_deep += trial.depth >= _DEEPEST
            return Told()
        trial.told[key], unready, given_up = _BEGUN, own.unready, own.given_up
        with at_work(checker, there):
            found = _with_open_sizes(there, trial, function, typed_dicts.kept(there.tree, signature), state)
        own.unready += _is_unready(trial)
        is_new = own.unready != unready, own.given_up != given_up
        trial.told[key] = replace(found, is_unready=is_new[0], is_cut=is_new[1]) if any(is_new) else found
    else:
        own.asked_at_hand += 1  # as it may have done before
        own.given_up += trial.told[key] is _BEGUN or trial.told[key].is_cut
    own.unready += trial.told[key].is_unready
    return trial.told[key]


@needing("look into methods that give attributes", otherwise=None)
def made_in(checker: TypeChecker, function: FuncDef, signature: CallableType) -> list[Store] | None:
    """What the body gives to the attributes of its object; None where it can't be read."""
    own = watch(checker.errors, checker.modules)
    trial = Trial(depth=outer.depth + 1, again=outer.again) if isinstance(outer := own.trial, Trial) else Trial()
    if trial.depth >= _DEEPEST or not is_readable(checker, function):
        own.given_up += trial.depth >= _DEEPEST
        own.too_deep += trial.depth >= _DEEPEST
        return None
    given = _tried(checker, trial, function, signature, None).begun.given
    own.unready += _is_unready(trial)
    refused = {info.line for info in trial.said if _is_refusal(info)}
    undone = refused | left_undone(function.body.body, refused)
    return given and [store for store in given if is_whole(store.given) or undone.isdisjoint(store.lines)]


@needing("look into functions that call methods", otherwise=None)
def passed_in(checker: TypeChecker, function: FuncDef, signature: CallableType) -> tuple[Passed, ...] | None:
    """What the function gives to methods that put it into attributes of theirs; None where it can't be read."""
    if not is_readable(checker, function):
        return None
    trial = Trial(is_of_calls=True)  # what is found does not depend on who asks
    found = _tried(checker, trial, function, signature, None)
    watch(checker.errors, checker.modules).unready += _is_unready(trial)
    return found.begun.calls


def _is_unready(trial: Trial) -> bool:
    """Whether mypy has not found out a type that the body reads, and does not put it off, either."""
    return any(info.code is codes.HAS_TYPE for info in trial.said)


def _with_open_sizes(
    checker: TypeChecker, trial: Trial, function: FuncDef, signature: CallableType, state: State | None
) -> Told:
    """What the body says where each size that the call leaves open has a name in it."""
    types = Types(checker.modules)
    is_shared = is_inside(checker, function) or function.name in {"__init__", names.POST_INIT}
    new = (signature, frozenset[str]()) if is_shared else open_sizes.named(types, signature, spelled(signature))
    found = _tried(checker, trial, function, new[0], state)
    if not new[1]:
        return found
    result, whole = (open_sizes.forgotten(types, type_, new[1]) for type_ in (found.result, found.whole))
    return replace(found, result=result, whole=whole, problems=tuple(map(open_sizes.unnamed, found.problems)))


def is_refused(checker: TypeChecker, call: Expression) -> bool:
    """Whether something has been said of the call already: its arguments are not what is declared."""
    trial = watch(checker.errors, checker.modules).trial
    own = trial.said if isinstance(trial, Trial) else checker.errors.error_info_map.get(checker.errors.file, [])
    said = chain(own, said_of_arguments(checker), withheld(checker))
    return any(_is_refusal(info) and info.line in lines(call) for info in said)


def _is_refusal(info: ErrorInfo) -> bool:
    return info.severity == "error" and info.code is not None and info.code.code in REFUSALS


@needing("look into functions that a call leaves open", otherwise=Written())
def written_out(checker: TypeChecker, function: FuncDef, signature: CallableType) -> Written:
    """What is written out in the copy that `told` checks: it is made many times faster than it is checked."""
    if not is_readable(checker, function):
        return Written()
    own = watch(checker.errors, checker.modules)
    outer, own.trial = own.trial, Trial()
    try:
        copied, lists = copy_for(checker, function, signature, around(checker, function))
    finally:
        own.trial = outer
    return written_in(function, copied, lists)


def _tried(checker: TypeChecker, trial: Trial, function: FuncDef, signature: CallableType, state: State | None) -> Told:
    own = watch(checker.errors, checker.modules)
    before, is_deferred = list(checker.deferred_nodes), checker.current_node_deferred
    outer, own.trial = own.trial, trial
    warns, checker.options.warn_no_return = checker.options.warn_no_return, True
    counts: Counts = {}
    try:
        for _ in range(LOOKS):
            look = _look(checker, trial, function, as_given(function, signature), state, counts=counts)
            if look.counts == counts or len(checker.deferred_nodes) > len(before):
                break
            counts = look.counts
    finally:
        own.trial, checker.options.warn_no_return = outer, warns
    if len(checker.deferred_nodes) > len(before):  # the type of something is not known yet: mypy comes here again
        own.unready += 1
        new, is_others = checker.deferred_nodes[len(before) :], not is_inside(checker, function)
        checker.deferred_nodes[len(before) :] = [n for n in new if n.node not in own.copies]
        checker.current_node_deferred = is_deferred or (is_others and _puts_off(checker, function))
        return Told()
    problems, dropped = proved(checker, look.copied, trial.said, look.types)
    if function.is_generator:
        return replace(_of_generator(checker, function, look.reached), problems=problems, dropped=dropped)
    falls_through = any(info.code in {codes.RETURN, codes.EMPTY_BODY} for info in trial.said)
    whole = None if problems or falls_through or not look.reached else one_of(checker, function, look.reached)
    rounds = found_in(function, look.copied, trial.said, doubted(function, look.copied, look.counts))
    found = replace(look.told, problems=problems, dropped=dropped, in_rounds=rounds)
    return replace(found, result=whole and kept(whole), whole=whole)


class _Look(NamedTuple):
    """What a copy of the body has told, and how many items it has found in what its loops go through."""

    copied: FuncDef
    types: Mapping[Expression, Type]
    reached: list[Type]
    told: Told
    counts: Counts


def _look(
    checker: TypeChecker,
    trial: Trial,
    function: FuncDef,
    signature: CallableType,
    state: State | None,
    *,
    counts: Counts,
) -> _Look:
    trial.said.clear()
    copied, lists = copy_for(checker, function, signature, around(checker, function), counts)
    signature = copied.type = until_regiven(checker, copied, signature)
    watch(checker.errors, checker.modules).copies[copied] = state
    trial.again |= given_again(copied)
    with apart(checker, function, copied, trial.keep) as types:
        begin_anew(copied)
        checker.check_func_item(copied, type_override=signature)
        given = yielded(copied) if function.is_generator else returned(copied.body.body)
        values = [value for value in given if value in types]
        held = held_in(copied, lists, types) | sums.given_in(function.body.body, copied, types)
        contents = put_in(function.body.body, copied, types)
        with checker.scope.push_function(copied):  # what it has put together is looked at once more
            found = counted(checker, copied, types, counts)
            begun = initial(checker, copied, types)
            begun = replace(begun, calls=passed(checker.tree, copied, types)) if trial.is_of_calls else begun
            shown = [(one, given_back.returned(checker, copied.body.body, one, types, lists)) for one in values]
            reached = [sized(checker, one, handed_back(checker, function, one, it)) for one, it in shown]
            number = number_of(checker, values)
    return _Look(copied, types, reached, Told(begun=begun, lists=held, contents=contents, number=number), found)


def _puts_off(checker: TypeChecker, asked: FuncDef) -> bool:
    """Whether mypy is to learn only later what the function at hand gives objects: it would keep to what it finds.

    What a function awaits of itself it gets by being checked, not later; what mypy has not learned then it may never.
    """
    function = None if checker.pass_num else checker.scope.top_level_function()
    given = given_attributes(function) if isinstance(function, FuncDef) and function is not asked else ()
    unknown = {target.name for target in given if target.def_var is not None and target.def_var.type is None}
    watch(checker.errors, checker.modules).put_off |= unknown
    return bool(unknown)


def _of_generator(checker: TypeChecker, function: FuncDef, reached: list[Type]) -> Told:
    """What is known of the items."""
    item = one_of(checker, function, reached) if reached and not takes_tensors(function) else anything()
    return Told(generator(checker, function, kept(item)), whole=generator(checker, function, item))
