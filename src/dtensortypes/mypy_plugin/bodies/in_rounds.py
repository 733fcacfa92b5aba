"""What is wrong in a loop of a function that mypy is at work on: mypy looks at its body once for all rounds.

The function is checked once more as a copy with what can be foreseen written out (`unrolled.py`), with the arguments
that are declared; what is refused there, from the first of its loops on, is said at its line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import (
    CallExpr,
    Context,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    Statement,
)
from mypy.types import CallableType, UnionType, get_proper_type

from dtensortypes.core.problems import REFUSALS, Kind, Problem
from dtensortypes.mypy_plugin.bodies import comprehensions
from dtensortypes.mypy_plugin.bodies.rounds import first_written_out
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages import results
from dtensortypes.mypy_plugin.messages.proved import line_of, place_of
from dtensortypes.mypy_plugin.messages.report import report
from dtensortypes.mypy_plugin.messages.watcher import is_trial, watch
from dtensortypes.mypy_plugin.text.definitions import type_of
from dtensortypes.mypy_plugin.text.expressions import expressions, gathered
from dtensortypes.mypy_plugin.text.rewritten import inside
from dtensortypes.mypy_plugin.text.scope import current_body, single_names, statements
from dtensortypes.mypy_plugin.text.top_level import function_here
from dtensortypes.mypy_plugin.types.compare import has_tensor

if TYPE_CHECKING:
    from dtensortypes.mypy_plugin.bodies.bodies import Told


class Found(NamedTuple):
    """A problem, and where in the body it is: its line and column, and those where it ends."""

    problem: Problem
    place: tuple[int, int, int, int]


def found_in(
    function: FuncDef, copied: FuncDef, said: Sequence[ErrorInfo], doubted: frozenset[int] = frozenset()
) -> tuple[Found, ...]:
    """What is wrong where the copy writes out the function's loops, and after it; of each line, what is said first.

    `doubted` are the lines that a round may leave out.
    """
    wrong = [one for one in said if one.severity == "error" and one.code and one.code.code in REFUSALS]
    begun = first_written_out(function, copied) if wrong else 0
    first: dict[int, Found] = {}
    for info in wrong:
        is_behind = begun and begun <= info.line <= (copied.end_line or info.line)
        if is_behind and info.line not in first and info.line not in doubted:
            reason, _, advice = info.message.partition("; ")
            problem = Problem(Kind(info.code.code if info.code else ""), reason, advice)
            first[info.line] = Found(problem, (info.line, info.column, info.end_line, info.end_column))
    return tuple(first.values())


def say_of_rounds(checker: TypeChecker, place: Expression) -> None:
    """Say what is wrong in the function's loops, where mypy comes to what differs from round to round.

    The place is what is called, the item of a container, a variable of the loop, or what the loop goes through.
    """
    if is_trial(checker) or id(place) not in _by_round(current_body(checker)):
        return
    for one in _found(checker, say_of_rounds, lambda _, told: told.in_rounds):
        _say(checker, one)


def say_of_items(checker: TypeChecker, operands: Iterable[Expression | None]) -> None:
    """Say what is wrong in the function's loops, where one of the operands is one of several tensors to mypy."""
    places = [one for one in operands if isinstance(one, NameExpr | IndexExpr)]
    for one in places if not is_trial(checker) else ():
        type_ = get_proper_type(checker.lookup_type_or_none(one))
        if isinstance(type_, UnionType) and has_tensor(type_):
            say_of_rounds(checker, one)


def say_of_result(checker: TypeChecker, place: Expression) -> None:
    """Say what is wrong with what the function gives, where mypy comes to unlike tensors that a loop goes through.

    What torch refuses in a round is not said: who asks there which tensor it is knows more than the copy does.
    """
    if is_trial(checker) or id(place) not in _gone_through(current_body(checker)):
        return
    for one in _found(checker, say_of_result, partial(_wrong_result, checker)):
        _say(checker, one)


def _wrong_result(checker: TypeChecker, function: FuncDef, told: Told) -> Sequence[Found]:
    declared = function.type.ret_type if isinstance(function.type, CallableType) else None
    wrong = results.wrong(checker, function, declared, told.result) if declared and not told.problems else None
    return [] if wrong is None else [Found(wrong[0], _place(wrong[1]))]


def _found(checker: TypeChecker, asking: object, found: Callable[[FuncDef, Told], Sequence[Found]]) -> Sequence[Found]:
    """What is found in the function at hand, whose rounds are written out; once in each of mypy's passes."""
    function = function_here(checker)
    own = watch(checker.errors, checker.modules)
    own.saw(checker)
    asked = asking, function, checker.pass_num
    signature = type_of(checker, function) if function is not None else None
    if asked in own.answers or function is None or signature is None:
        return ()
    from dtensortypes.mypy_plugin.bodies.remembered import (  # which ask here what is in the loops of bodies
        foreseen,
        remembered,
    )
    from dtensortypes.mypy_plugin.bodies.second_look import is_counted

    own.answers[asked] = True
    if not foreseen(checker, function, signature).has_rounds and not is_counted(checker, function.body.body):
        return ()
    return found(function, remembered(checker, function, signature))


def _say(checker: TypeChecker, one: Found) -> None:
    own, where = watch(checker.errors, checker.modules), Context(*one.place[:2])
    where.end_line, where.end_column = one.place[2:]
    if own.foretold.is_open(checker.path, where.line) and not _is_said_further_in(checker, one.problem):
        with own.heard():
            report(checker, one.problem, where)
        own.foretold.add(checker.path, where.line, str(one.problem))


def _is_said_further_in(checker: TypeChecker, problem: Problem) -> bool:
    """Whether it is said already in the body, of a call that comes from there, where this call has found it."""
    line = line_of(problem) if place_of(problem) == problem.reason else None  # else it is in another file
    said = checker.errors.error_info_map.get(checker.errors.file, [])
    return any(info.line == line and info.code is not None and info.code.code in REFUSALS for info in said)


@once_per_tree
def _gone_through(body: list[Statement]) -> frozenset[int]:
    """What the body's loops go through, and the dicts whose items, or values, they go through."""
    wholes = [statement.expr for statement in statements(body) if isinstance(statement, ForStmt)]
    methods = [one.callee for one in wholes if isinstance(one, CallExpr)]
    return frozenset(map(id, [*wholes, *(one.expr for one in methods if isinstance(one, MemberExpr))]))


def _place(expression: Expression) -> tuple[int, int, int, int]:
    ends = expression.end_line or expression.line, expression.end_column or expression.column
    return expression.line, expression.column, *ends


@once_per_tree
def _by_round(body: list[Statement]) -> frozenset[int]:
    """What the body's loops go through, and what in them is called, or is an item, by their variables."""
    loops = [statement for statement in statements(body) if isinstance(statement, ForStmt)]
    found = [part for loop in loops for part in (loop.expr, *_found_by([loop.index], inside(loop.body.body)))]
    for one in comprehensions.found_in(body):
        found += [*one.sequences, *_found_by(one.indices, comprehensions.made_by(one))]
    return frozenset(map(id, found))


def _found_by(indices: Iterable[Expression], inner: Iterable[Statement | Expression]) -> Iterator[Expression]:
    counted = {name for index in indices for name in single_names(index)}
    for part in (part for one in inner for part in expressions(one)):
        found = part.callee if isinstance(part, CallExpr) else part
        if isinstance(part, NameExpr) and part.name in counted:
            yield part
        elif isinstance(part, CallExpr | IndexExpr) and any(one.name in counted for one in _named(found)):
            yield found


def _named(callee: Expression) -> Iterator[NameExpr]:
    """The variables that say what it is: `layer`, `layer.conv`, `self.layers[i]`."""
    while isinstance(callee, MemberExpr):
        callee = callee.expr
    parts = gathered(callee) if isinstance(callee, IndexExpr) else [callee]
    return (one for one in parts if isinstance(one, NameExpr))
