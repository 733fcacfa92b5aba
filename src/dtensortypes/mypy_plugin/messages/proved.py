"""What is wrong in a body for certain, of what mypy and the plugin have said while it was checked for one call."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import (
    BreakStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    ContinueStmt,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    Statement,
    TryStmt,
    UnaryExpr,
    WhileStmt,
    WithStmt,
)
from mypy.types import (
    AnyType,
    Instance,
    LiteralType,
    NoneType,
    ProperType,
    Type,
    TypeVarLikeType,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.core.problems import REFUSALS, Kind, Origin, Problem
from dtensortypes.mypy_plugin.messages.exits import Tossed, is_reached, may_leave, tossed
from dtensortypes.mypy_plugin.messages.notes import origin_of
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.text.available import asks
from dtensortypes.mypy_plugin.text.definitions import stands_in
from dtensortypes.mypy_plugin.text.expressions import expressions, gathered, lines
from dtensortypes.mypy_plugin.text.rewritten import is_question
from dtensortypes.mypy_plugin.text.scope import blocks, statements

PLACE: Final = r' \(line (\d+) of "([\w.]+)"( in [\w.]+)?\)$'
"""What a reason ends with that is about a body: the line, the function, and the file if it is another one."""
_PROVABLE: Final = REFUSALS | {Kind.DISCARDED}
_PLACE_ELSEWHERE: Final = r'line \d+ of "[\w.]+" in [\w.]+'

Spot: TypeAlias = int | tuple[int, int]
"""A line, all of which is run, or a line and the column where an expression begins that is."""


class Proved(NamedTuple):
    """What is wrong in a body for certain, and the casts and moves that it throws away, after which it goes on."""

    problems: tuple[Problem, ...] = ()
    dropped: tuple[Problem, ...] = ()


def proved(checker: TypeChecker, function: FuncDef, said: list[ErrorInfo], types: Mapping[Expression, Type]) -> Proved:
    """The first thing that is wrong, on the lines that the call certainly runs: what follows, follows from it."""
    ignored = {line for line, which in checker.tree.ignored_lines.items() if _is_ours(which)}
    every = [info for info in said if info.severity == "error" and info.code and info.code.code in _PROVABLE]
    wrong = [info for info in every if info.line not in ignored]
    if not wrong:
        return Proved()  # as of nearly all bodies
    spots = frozenset(spot for info in wrong for spot in _spots(info))
    when = tossed(checker.tree, function.body.body, types)
    certain = _spots_of(_certain(function.body.body, types, spots, when), types)
    refused = [info for info in wrong if info.code and info.code.code != Kind.DISCARDED]
    thrown = [info for info in wrong if info not in refused]
    refused = [info for info in refused if not certain.isdisjoint(_spots(info))]
    with checker.scope.push_function(function):
        run = certain | set(_where_available(checker, function, certain)) if thrown else certain
    first = min((info.line for info in refused), default=None)
    # Mypy comes to a loop's body again, and may then know less of what is wrong there.
    once = {(info.code, info.column): info for info in reversed(refused) if info.line == first}
    dropped = {(info.line, info.column): info for info in thrown if not run.isdisjoint(_spots(info))}
    file = _file(checker)
    notes = {} if file else _notes(said)  # those of another file stand at lines of that
    problems = (_problem(function, info, file, notes.get(id(info), ())) for info in reversed(once.values()))
    return Proved(tuple(problems), tuple(_problem(function, info, file) for info in dropped.values()))


def _where_available(checker: TypeChecker, function: FuncDef, certain: Container[Spot]) -> Iterator[int]:
    """The lines that are run where there is an accelerator: what they throw away they do wherever they are run."""
    for one in statements(function.body.body):
        if isinstance(one, IfStmt) and one.line in certain and len(one.expr) == 1 and asks(checker, one.expr[0]):
            yield from (line for inner in one.body[0].body for line in lines(inner))


def _notes(said: list[ErrorInfo]) -> dict[int, tuple[Origin, ...]]:
    """Where it began, by what has been said: the notes that follow it."""
    found: dict[int, tuple[Origin, ...]] = {}
    error = None
    for info in said:
        if info.severity == "error":
            error = info
        elif error is not None and info.code is error.code:
            found[id(error)] = (*found.get(id(error), ()), origin_of(info))
    return found


def _spots(info: ErrorInfo) -> tuple[Spot, Spot]:
    return info.line, (info.line, info.column)


def _is_ours(ignored: list[str]) -> bool:
    """Whether a `type: ignore` of these codes, or of all where there are none, is about tensors."""
    return not ignored or any(code in REFUSALS for code in ignored)


def _file(checker: TypeChecker) -> str:
    """How a message names the file of the body, if it is another one than the message's."""
    at_hand = watch(checker.errors, checker.modules).at_hand
    return "" if at_hand is None or at_hand is checker else f" in {Path(checker.path).name}"


def is_checked(checker: TypeChecker, function: FuncDef) -> bool:
    """Whether mypy has checked the function of this file already: what it has to say of its body it has said.

    It begins with what stands in no function, and goes through the functions in their order.
    """
    own = watch(checker.errors, checker.modules)
    is_here = stands_in(checker.tree, function) and own.at_hand in {None, checker}
    at_work = checker.scope.top_level_function()
    if not is_here or at_work is None or at_work in own.copies:
        return False
    return (function.end_line or function.line) < at_work.line


def said_in(checker: TypeChecker, function: FuncDef) -> Sequence[Problem]:
    """What mypy has said of tensors in the body, whatever calls it."""
    said = checker.errors.error_info_map.get(checker.errors.file, [])
    inside = [one for one in said if one.line in lines(function)]
    return [_problem(function, one, "") for one in inside if one.code and one.code.code in REFUSALS]


def place_of(problem: Problem) -> str:
    """Which line of another file the problem is about, as its text says it; the whole text where it says none."""
    found = re.search(_PLACE_ELSEWHERE, problem.reason)
    return found[0] if found else problem.reason


def line_of(problem: Problem) -> int | None:
    """The line of the body that the problem is about."""
    found = re.search(PLACE, problem.reason)
    return int(found[1]) if found else None


def _problem(function: FuncDef, info: ErrorInfo, file: str, origins: tuple[Origin, ...] = ()) -> Problem:
    reason, _, advice = info.message.partition("; ")
    place = "" if re.search(PLACE, reason) else placed(function, info.line, file)
    return Problem(Kind(info.code.code if info.code else ""), reason + place, advice, origins)


def placed(function: FuncDef, line: int, file: str = "") -> str:
    """How a reason says which line of the function it is about."""
    owner = f"{function.info.name}." if function.info else ""
    return f' (line {line} of "{owner}{function.name}"{file})'


def _certain(
    body: list[Statement], types: Mapping[Expression, Type], wrong: frozenset[Spot], when: Tossed
) -> Iterator[Statement]:
    """What is run whenever the body is, up to the first statement that may leave it.

    Of blocks of which one is run for certain, and each has one of the wrong lines, the first stands for all.
    """
    for statement in body:
        if isinstance(statement, ExpressionStmt) and is_question(statement.expr):
            continue  # it was put in, where the condition stands that asks
        yield statement
        if statement in when.by_chance or (isinstance(statement, IfStmt) and when.at_last.get(statement) is True):
            for block in blocks(statement)[: None if statement in when.by_chance else 1]:
                yield from _certain(block.body, types, wrong, when)
        reached = [block for block in blocks(statement) if is_reached(block, types)]
        is_decided = isinstance(statement, IfStmt) and _is_decided(statement, types)
        one_of = len(reached) == 1 and is_decided
        is_entered = _is_begun(statement) or _is_torchs_region(statement) or _raises_on(statement)
        if one_of or isinstance(statement, ForStmt) or is_entered:
            for block in reached[:1]:
                yield from _certain(block.body, types, wrong, when)
        elif is_decided and reached:
            each = [list(_certain(block.body, types, wrong, when)) for block in reached]
            yield from each[0] if all(wrong & _spots_of(one, types) for one in each) else ()
        if may_leave(statement, types, when):
            return


def _spots_of(several: Iterable[Statement], types: Mapping[Expression, Type]) -> set[Spot]:
    return {spot for one in several for spot in _run(gathered(one), types, is_all_of_line=not _shares_line(one))}


def _shares_line(statement: Statement) -> bool:
    """Whether what may not be run begins on a line of the condition: `if flag: x = x @ y`."""
    begun = {block.body[0].line for block in blocks(statement) if block.body}
    return any(not begun.isdisjoint(lines(one)) for one in expressions(statement)) if begun else False


def _is_begun(statement: Statement) -> bool:
    """Whether it is a `while` that is run at least once, as a `for` is held to be: endless, or one that counts."""
    if not isinstance(statement, WhileStmt):
        return False
    match statement.expr:
        case NameExpr(fullname="builtins.True"):
            return True
        case ComparisonExpr(operators=["<" | "<=" | ">" | ">="], operands=[NameExpr(node=counter), limit]):
            counts = (one for one in statements(statement.body.body) if isinstance(one, OperatorAssignmentStmt))
            is_counted = any(isinstance(one.lvalue, NameExpr) and one.lvalue.node is counter for one in counts)
            return is_counted and isinstance(limit, IntExpr | NameExpr | MemberExpr)
    return False


def _is_decided(statement: IfStmt, types: Mapping[Expression, Type]) -> bool:
    """Whether one of the blocks is run for certain, and not perhaps none."""
    return statement.else_body is not None or (len(statement.expr) == 1 and _truth(statement.expr[0], types) is True)


def _truth(condition: Expression, types: Mapping[Expression, Type]) -> bool | None:
    """What the types of this call say of the condition: of a flag that is given, of an argument that is there."""
    match condition:
        case UnaryExpr(op="not", expr=inner):
            inverse = _truth(inner, types)
            return None if inverse is None else not inverse
        case ComparisonExpr(operators=["is" | "is not" as word], operands=[value, NameExpr(name="None")]):
            members = flatten_nested_unions([types[value]]) if value in types else []
            answers = {_is_none(get_proper_type(member)) for member in members}
            answer = answers.pop() if len(answers) == 1 else None
            return None if answer is None else answer == (word == "is")
    known = get_proper_type(types.get(condition))
    return known.value if isinstance(known, LiteralType) and isinstance(known.value, bool) else None


def _is_none(type_: ProperType) -> bool | None:
    if isinstance(type_, Instance):
        return None if type_.type.is_protocol or type_.type.fullname == "builtins.object" else False
    return None if isinstance(type_, AnyType | TypeVarLikeType) else isinstance(type_, NoneType)


def _is_torchs_region(statement: Statement) -> bool:
    """Whether it is a `with` that lets no exception vanish, as torch's do not."""
    managers = [e.callee for e in statement.expr if isinstance(e, CallExpr)] if isinstance(statement, WithStmt) else []
    return bool(managers) and all(isinstance(m, RefExpr) and m.fullname.startswith("torch.") for m in managers)


def _raises_on(statement: Statement) -> bool:
    """Whether it is a `try` out of which every exception goes on, whatever its handlers and its last block do."""
    if not isinstance(statement, TryStmt):
        return False
    last = [statement.finally_body] if statement.finally_body is not None else []
    inside = [one for block in [*statement.handlers, *last] for one in statements(block.body)]
    is_left = any(isinstance(one, ReturnStmt | BreakStmt | ContinueStmt) for one in inside)
    return not is_left and all(isinstance(handler.body[-1], RaiseStmt) for handler in statement.handlers)


def _run(found: list[Expression], types: Mapping[Expression, Type], *, is_all_of_line: bool) -> Iterator[Spot]:
    """Where the statement's expressions stand that are run for certain."""
    calls = [one for one in found if isinstance(one, CallExpr) and one.args]
    mapped = {id(c.args[0]) for c in calls if isinstance(c.callee, RefExpr) and c.callee.fullname == "builtins.map"}
    perhaps = {id(part) for one in found if id(one) not in mapped for part in _perhaps(one, types)}
    if not perhaps and is_all_of_line:
        yield from (line for expression in found for line in lines(expression))
        return
    # `x if c else y` begins where x does: what is said there may be about either.
    left_out = {(one.line, one.column) for one in found if id(one) in perhaps}
    yield from {(one.line, one.column) for one in found} - left_out


def _perhaps(expression: Expression, types: Mapping[Expression, Type]) -> list[Expression]:
    """The parts that may not be run; a function that is mapped is, as the body of a `for` is held to be."""
    match expression:
        case OpExpr(op="and" | "or", right=right):
            return expressions(right)
        case ConditionalExpr(cond=condition, if_expr=one, else_expr=other):
            truth = _truth(condition, types)
            unlike = {True: (other,), False: (one,), None: (one, other)}[truth]
            return [part for branch in unlike for part in expressions(branch)]
        case LambdaExpr():
            return expressions(expression)[1:]
    return []
