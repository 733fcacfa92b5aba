"""Watches every message that mypy makes: drops the bogus ones, and says the others in the words users write."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errorcodes import (
    COMPARISON_OVERLAP,
    OVERRIDE,
    RETURN,
    TYPE_VAR,
    VAR_ANNOTATED,
    ErrorCode,
)
from mypy.errors import ErrorInfo, Errors, ErrorWatcher
from mypy.literals import Key
from mypy.nodes import MypyFile

from dtensortypes.core.rules.state import State
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.codes import CODES
from dtensortypes.mypy_plugin.messages.comes_again import ComesAgain
from dtensortypes.mypy_plugin.messages.concerned import is_left_over, is_of_a_body, is_of_a_word, is_silent
from dtensortypes.mypy_plugin.messages.judge import Ruling, is_unproved_override, ruling
from dtensortypes.mypy_plugin.messages.notes import Overruled, add_notes
from dtensortypes.mypy_plugin.messages.unaided import Answers, heard, is_put_off, taken
from dtensortypes.mypy_plugin.messages.untrue import is_untrue
from dtensortypes.mypy_plugin.text.first_values import taken_as_they_are
from dtensortypes.mypy_plugin.text.imported import Program
from dtensortypes.mypy_plugin.text.several_rounds import is_of_put_off, is_of_rounds
from dtensortypes.mypy_plugin.text.unreached import is_of_cases, is_of_unreached
from dtensortypes.mypy_plugin.types.failures import LOUD, needing
from dtensortypes.mypy_plugin.types.foretold import Foretold
from dtensortypes.mypy_plugin.types.joined import is_of_a_join
from dtensortypes.mypy_plugin.types.reflected import declare
from dtensortypes.mypy_plugin.types.seen import about_sizes
from dtensortypes.mypy_plugin.types.spelling import added, as_users_write, is_about_values, is_refused_fact

_FACT: Final = r'type: "(torch\._C\.)?(dtype|device)\['
_NAMED_SIZE: Final = r"""expected "Literal\['[^"]*"$|has type "Literal\['[^"]*"\)$"""
_SELF_OF_NAMED_TUPLE: Final = r'^Invalid self argument "\w+" to attribute function "_replace" with type'
_OF_BASES: Final = r'Cannot determine type of "(\w+)" in base class '


class Watcher:
    """The one watcher of a build's messages; it stays for the whole build."""

    def __init__(self, errors: Errors, modules: Mapping[str, MypyFile]) -> None:
        self.errors = errors
        self.modules, self.program = modules, Program(modules)
        self.checker: TypeChecker | None = None
        """The checker at work, as far as a hook has seen it: messages come without theirs."""
        self.installed: ErrorWatcher | None = None
        self.kept: dict[str, TypeChecker] = {}
        """A daemon's checkers, by file: it checks a function again without a call of any hook."""
        self.overruled = Overruled()
        """The errors that are dropped, or said otherwise."""
        self.kept_last: ErrorInfo | None = None
        """The message that was let through last: mypy asks twice of each."""
        self.excused: dict[tuple[str, int], set[str]] = {}
        self.trial: object = None
        """The check of a function's body for one call that is under way (`bodies.py`)."""
        self.given_up, self.too_deep, self.unready = 0, 0, 0
        """How often a body was not looked into because too many are open already, or this very one; how often of these
        because it would be one too many in another; how often one read what mypy has not inferred yet."""
        self.copies: dict[object, State | None] = {}
        """The functions made for such checks, and the states they are called in; mypy may come back to one of them."""
        self.at_hand: TypeChecker | None = None
        """The checker of the file that mypy is checking, also where that of another one works for it."""
        self.homes: dict[str, TypeChecker | None] = {}
        """The checkers that look into other files of the program (`elsewhere.py`)."""
        self.answers, self.elsewhere = dict[object, object](), dict[object, object]()
        """What bodies have told of calls, in the file at hand, and in others whichever file is at hand."""
        self.asked_at_hand, self.visited, self.apart = 0, set[str](), 0
        """How often bodies asked what the file at hand changes, where they led to, and how many classes are open."""
        self.reports = 0
        """How often there was something to say of the program."""
        self.narrowed: dict[Key, str] = {}
        """The attributes that have been asked about in the file at hand, with the variables that they belong to."""
        self.unaided, self.is_passing_on = Answers(), False
        """What mypy says without the plugin of functions of the file at hand, as far as it is still to be said; whether
        what is said now is that."""
        self.comes_again, self.foretold = ComesAgain(errors), Foretold(errors)
        """What has been said of lines that mypy comes to later."""
        self.put_off: set[str] = set()
        """The attributes that mypy learns of later than without the plugin, as a body is to be read first."""

    def excuse(self, path: str, line: int, word: str) -> None:
        """From now on, and looking back, `word` on this line is a shape, not a name."""
        self.excused.setdefault((path, line), set()).add(word)
        said = self.errors.error_info_map.get(path)
        if said:
            said[:] = [info for info in said if not self.is_bogus(path, info)]

    def withdraw(self, path: str, line: int, code: ErrorCode) -> None:
        """Take back what mypy has said under this code on a line, before it asked the plugin."""
        said = self.errors.error_info_map.get(path, [])
        said[:] = [info for info in said if info.code is not code or info.line != line]

    @contextmanager
    def heard(self, *, is_of_file: bool = False) -> Iterator[None]:
        """What is said now passes no filter of mypy's, but this watcher and, if it is of it, the trial under way."""
        installed = watchers(self.errors) or []
        saved, trial = installed[:], None if is_of_file else self.trial
        installed[:] = [one for one in saved if one is self.installed or getattr(one._filter, "__self__", one) is trial]
        try:
            yield
        finally:
            installed[:] = saved

    def saw(self, checker: TypeChecker) -> None:
        """Remember the checker that is at work."""
        if self.trial is not None and self.checker is not None:
            return  # what is at work is at work for the file at hand
        if checker is not self.checker:
            self.answers, self.narrowed, self.unaided, self.overruled = {}, {}, Answers(), Overruled()
            declare(self.modules)
            taken_as_they_are(checker.tree)
        self.checker = self.at_hand = checker
        self.comes_again.look(checker)
        if checker.options.fine_grained_incremental:
            self.kept[checker.path] = checker

    def catch_up(self, path: str) -> None:
        """Remember the checker that is at work where mypy speaks before it asks anything of the plugin."""
        at_work = checker_state.type_checker
        if (
            isinstance(at_work, TypeChecker)
            and at_work.path == path
            and (self.checker is not at_work or at_work.pass_num)
        ):
            self.saw(at_work)

    def judge(self, path: str, info: ErrorInfo) -> bool:
        """Whether to drop the message; a message that is kept may be changed in place."""
        if info is self.kept_last or path in self.errors.ignored_files:
            return False  # what it ignores mypy drops itself
        try:
            self.catch_up(path)
            is_dropped = self.is_dropped(path, info)
        except Exception:
            if os.environ.get(LOUD):
                raise
            return False
        if not is_dropped:
            self.kept_last = info
        return is_dropped

    def is_about_nothing(self, info: ErrorInfo) -> bool:
        """Whether mypy says it unaided only because of what the plugin has done before; others are said plainly."""
        is_nothing = self.checker is not None and is_left_over(info, self.checker.tree)
        is_nothing = is_nothing or is_about_values(info.message)
        info.message = as_users_write(info.message, partial(added, self.modules, info.module), plain=True)
        return is_nothing

    def is_dropped(self, path: str, info: ErrorInfo) -> bool:
        if info.severity == "note" and self.overruled.is_about(info):
            return True
        code, is_own = info.code, not self.is_passing_on
        is_nothing = is_about_values(info.message) or self.is_of_a_copy() if is_own else self.is_about_nothing(info)
        is_dropped = is_nothing or (is_own and (self.is_bogus(path, info) or self.is_overruled(path, info)))
        self.overruled.judged(info, is_overruled=is_dropped or info.code is not code)
        return is_dropped

    def is_of_a_copy(self) -> bool:
        """Whether mypy is at work on a copy of a function outside of the check that it was made for."""
        at_work = self.checker.scope.stack if self.checker is not None and self.trial is None else []
        return any(item in self.copies for item in at_work)

    def is_overruled(self, path: str, info: ErrorInfo) -> bool:
        if info.code is COMPARISON_OVERLAP and (re.search(_FACT, info.message) or about_sizes(self.checker, info.line)):
            return True  # asking a tensor for its dtype or size is no mistake, even where the answer is known
        is_named = "Literal[" in info.message and re.search(_NAMED_SIZE, info.message) and self.is_in_a_users_file(info)
        if info.severity == "error" and is_named and about_sizes(self.checker, info.line):
            return True  # a size put where another one was: mypy compares their names
        if is_untrue(info) and self.is_in_a_users_file(info):
            return True
        if info.severity == "error" and f'"{names.QUESTION}"' in info.message:
            return True  # of the call that we put there ourselves
        if self.put_off and (unknown := re.match(_OF_BASES, info.message)) and unknown[1] in self.put_off:
            return True
        if info.code is TYPE_VAR and self.is_of_known_tensor(info):
            return True  # said of the argument, in our words
        if "Tensor[" in info.message and info.severity == "error" and re.search(_SELF_OF_NAMED_TUPLE, info.message):
            return True  # the fields of this one have dims of their own, which mypy compares by name
        if info.code is OVERRIDE and is_unproved_override(info, self.modules):
            return True
        decision = ruling(info, self.modules, self.checker) if info.severity == "error" else None
        if decision is None and self.foretold.covers(path, info):
            return True
        if decision is None and info.severity == "error" and self.is_of_our_making(info):
            return True
        if decision is not None:
            if decision.problem is None:
                return True
            info.message, info.code = str(decision.problem), CODES[decision.problem.kind]
            if self.foretold.covers(path, info):
                return True
            self.explain(path, decision)
        elif not info.blocker:
            plain = info.severity == "error" and not self.is_in_a_users_file(info)
            info.message = as_users_write(info.message, partial(added, self.modules, info.module), plain=plain)
        return False

    def is_of_known_tensor(self, info: ErrorInfo) -> bool:
        """Whether a type variable cannot be what is known of a tensor, a user's one cannot be the tensor itself."""
        is_users = 'cannot be "Tensor[' in info.message and self.is_in_a_users_file(info)
        return is_users or is_refused_fact(info.message)

    def is_in_a_users_file(self, info: ErrorInfo) -> bool:
        """Whether the message is about a file whose author uses our types; of others mypy's messages stay its own."""
        tree = self.modules.get(info.module or "")
        return tree is not None and names.imports_us(tree)

    def is_of_our_making(self, info: ErrorInfo) -> bool:
        """Whether mypy says it only because the plugin knows what is `Any` to mypy."""
        checker, tree = self.checker, self.modules.get(info.module or "")
        is_others = info.code is None or info.code in CODES.values() or names.is_torchs(info.module or "")
        if is_others or checker is None or checker.tree is not tree:
            return False
        is_ours = names.imports_us(tree)
        may_differ = is_of_a_body(info, tree) and (info.code is RETURN or not is_ours)
        if is_of_a_join(info, checker) or (may_differ and self.is_said_otherwise(info, checker)):
            return True
        reasons = (is_of_unreached, is_of_rounds) if is_ours else (is_of_cases, is_of_put_off)
        return any(is_so(info, checker) for is_so in reasons) or is_silent(info, tree, checker)

    def is_said_otherwise(self, info: ErrorInfo, checker: TypeChecker) -> bool:
        """Whether what mypy says of the line without the plugin, or nothing, has been said in the place of this."""
        said = heard(checker, info.line, self.unaided, is_of_end=info.code is RETURN)
        if said is None and info.code is not VAR_ANNOTATED and is_put_off(checker, info.line):
            return True  # it can be told then; of a variable that is never filled mypy says it once
        self.pass_on(taken(said or [], info.line))
        return said is not None

    def pass_on(self, said: list[ErrorInfo]) -> None:
        """Say what mypy says without the plugin."""
        with self.heard():
            self.is_passing_on = True
            for one in said:
                self.errors.add_error_info(one)
            self.is_passing_on = False

    def explain(self, path: str, decision: Ruling) -> None:
        """Say where the value of a return or an assignment got what is wrong with it."""
        checker = self.kept.get(path, self.checker)
        if checker is not None and checker.path == path and decision.problem and decision.value:
            add_notes(checker, decision.problem.kind, decision.value, [decision.value])

    def is_bogus(self, path: str, info: ErrorInfo) -> bool:
        return any(is_of_a_word(info, word) for word in self.excused.get((path, info.line), ()))


def watch(errors: Errors, modules: Mapping[str, MypyFile]) -> Watcher:
    """The watcher of these errors, set to watch."""
    watcher, installed = _watcher_of(errors), watchers(errors)
    if installed is not None and watcher.installed not in installed:
        watcher.modules, watcher.program = modules, Program(modules)
        watcher.installed = ErrorWatcher(errors, filter_errors=watcher.judge)
        # Outermost, for the whole build: entered where a hook happens to run, it would lie in a region of mypy's own.
        installed.insert(0, watcher.installed)
    return watcher


def is_trial(checker: TypeChecker) -> bool:
    """Whether a function's body is being checked for one call."""
    return _watcher_of(checker.errors).trial is not None


def is_at_hand(checker: TypeChecker) -> bool:
    """Whether the checker is that of the file that mypy is checking, and has its types."""
    at_hand = _watcher_of(checker.errors).at_hand
    return at_hand is None or at_hand is checker


@needing("reword mypy's messages, or hold them back", otherwise=None)
def watchers(errors: Errors) -> list[ErrorWatcher] | None:
    return errors._watchers


@lru_cache(maxsize=4)
def _watcher_of(errors: Errors) -> Watcher:
    """The one watcher of these errors: a daemon takes all watchers down between two runs, and this one comes back."""
    return Watcher(errors, {})


def trees(checker: TypeChecker) -> tuple[MypyFile, ...]:
    """The file that the checker is at work on, and the one at hand where that is another one."""
    own = _watcher_of(checker.errors)
    if own.at_hand is None or own.at_hand is checker:
        return (checker.tree,)
    own.asked_at_hand += 1
    return (checker.tree, own.at_hand.tree)
