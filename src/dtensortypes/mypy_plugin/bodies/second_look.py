"""Loops through what calls give: how many items there are in it a first look at the copy of a body tells.

A second copy has the rounds of such loops written out (`unrolled.py`): `for head, x in zip(self.heads, self.body(x))`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import count
from typing import Final, TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    Block,
    CallExpr,
    ConditionalExpr,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    ReturnStmt,
    SliceExpr,
    Statement,
    Var,
)
from mypy.types import ProperType, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.bodies import comprehensions, displays
from dtensortypes.mypy_plugin.bodies.in_rounds import say_of_result, say_of_rounds
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import Spot, gathered, spot_of
from dtensortypes.mypy_plugin.text.rewritten import at, inside, named, replace_in
from dtensortypes.mypy_plugin.text.scope import blocks
from dtensortypes.mypy_plugin.types.compare import has_tensor, says_something

Counts: TypeAlias = Mapping[Spot, int]
"""How many items there are in what stands somewhere."""

LOOKS: Final = 3
"""How often a body is looked at for one call: a loop that is written out may tell of one inside of it."""
_MOST: Final = 16
GOING_THROUGH: Final = frozenset(
    f"builtins.{one.__name__}" for one in (enumerate, zip, reversed, list, tuple, range, len)
)
"""What goes through its arguments, or asks how many there are."""
_AT_ONCE = (ForStmt, AssignmentStmt, OperatorAssignmentStmt, ExpressionStmt, ReturnStmt)
_DECIDING = (ConditionalExpr, LambdaExpr)
_NUMBERS: Final = count()


def counted(checker: TypeChecker, copied: FuncDef, types: Mapping[Expression, Type], before: Counts) -> Counts:
    """What is known of the loops that the copy has still got, besides what was known before."""
    found = dict(before)
    unlike: set[Spot] = set()
    for whole in _sequences(copied.body.body):
        here, count = spot_of(whole), _count(checker, whole, types.get(whole))
        if found.setdefault(here, count) != count:
            unlike.add(here)
    return {here: count for here, count in found.items() if count and here not in unlike}


def is_counted(checker: TypeChecker, body: list[Statement]) -> bool:
    """Whether the body at hand, as it is written, goes through tensors that are known one by one."""
    return any(_count(checker, whole, checker.lookup_type_or_none(whole)) for whole in _written(body))


def say_of_row(checker: TypeChecker, place: Expression, whole: Type) -> None:
    """Say what is wrong where mypy comes to a list of tensors that a loop goes through, or to an item of it."""
    if has_tensor(whole):
        say_of_result(checker, place)
    if is_row(get_proper_type(whole)):
        say_of_rounds(checker, place)


def is_row(whole: ProperType) -> bool:
    """Whether it is known one by one which tensors there are."""
    several = whole.items if isinstance(whole, TupleType) else displays.listed(whole) or []
    return any(map(says_something, several))


def _count(checker: TypeChecker, whole: Expression, type_: Type | None) -> int:
    """How many items there are, of which something is known; 0 where that is not known."""
    held = displays.held(checker, whole, type_) if type_ is not None else None
    return len(held) if held and len(held) <= _MOST and any(map(says_something, held)) else 0


@once_per_tree
def _written(body: list[Statement]) -> tuple[Expression, ...]:
    return tuple(_sequences(body))


def _sequences(body: list[Statement]) -> Iterator[Expression]:
    """What the body's loops and comprehensions go through, together with others or alone."""
    every = [one.expr for one in inside(body) if isinstance(one, ForStmt)]
    every += [one for comprehension in comprehensions.found_in(body) for one in comprehension.sequences]
    for whole in every:
        yield from through(whole)


def through(whole: Expression) -> Iterator[Expression]:
    """What is gone through: of `zip(xs, ys[1:])` it is xs and ys."""
    match whole:
        case CallExpr(callee=RefExpr(fullname=name), args=args) if name in GOING_THROUGH:
            for one in args:
                yield from through(one)
        case IndexExpr(base=base, index=SliceExpr()):
            yield from through(base)
        case NameExpr() | MemberExpr() | CallExpr() | IndexExpr():
            yield whole


def put_aside(copied: FuncDef, counts: Counts) -> None:
    """Give what is called in the head of such a loop to a variable, which has an item for each round."""
    if counts:
        _put_aside_in(copied.body, counts)


def _put_aside_in(block: Block, counts: Counts) -> None:
    found: list[Statement] = []
    for statement in block.body:
        for inner in blocks(statement):
            _put_aside_in(inner, counts)
        found += [*_put_aside(statement, counts), statement]
    block.body = found


def _put_aside(statement: Statement, counts: Counts) -> Iterator[Statement]:
    for call in _called_first(statement):
        if spot_of(call) in counts:
            variable = Var(f"what a loop goes through {next(_NUMBERS)}")
            variable._fullname, variable.is_inferred = variable.name, True
            name = named(variable, call)
            name.is_inferred_def = name.is_new_def = True
            replace_in(statement, partial(_other, call, named(variable, call)))
            yield at(statement, AssignmentStmt([name], call))


def _other(before: Expression, after: Expression, part: Expression) -> Expression | None:
    return after if part is before else None


def _called_first(statement: Statement) -> list[Expression]:
    """The calls whose items the statement goes through, if they are made once, whatever it decides."""
    parts = gathered(statement) if isinstance(statement, _AT_ONCE) else []
    if any(isinstance(one, _DECIDING) or (isinstance(one, OpExpr) and one.op in {"and", "or"}) for one in parts):
        return []
    rounds = [one for one in parts if isinstance(one, GeneratorExpr | DictionaryComprehension)]
    own = {name.node for one in rounds for index in one.indices for name in names_in(index)}
    heads = [one.sequences[0] for one in rounds] + ([statement.expr] if isinstance(statement, ForStmt) else [])
    called = [one for head in heads for one in through(head) if isinstance(one, CallExpr | IndexExpr)]
    return [one for one in called if not own & {name.node for name in names_in(one)}]


def names_in(expression: Expression) -> list[NameExpr]:
    """The variables of which the expression speaks."""
    return [one for one in gathered(expression) if isinstance(one, NameExpr)]
