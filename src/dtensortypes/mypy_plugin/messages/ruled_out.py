"""What an earlier answer rules out: where `x` has two dims, `x.ndim == 4 and x.size(3) == 1` asks for no size.

Of a branch that begins with such a question, narrowing tells mypy that it is never run. The right side of `and` and
`or` mypy looks into all the same, and a variable that holds the answer (`batched = x.ndim == 3`) tells mypy nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import ConditionalExpr, Context, Expression, IfStmt, NameExpr, OpExpr, Statement, UnaryExpr, WhileStmt
from mypy.types import Type, UnionType, get_proper_type

from dtensortypes.core.algebra.refine import Condition as Holds
from dtensortypes.core.algebra.refine import refined
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import constant_value, current_body, statements
from dtensortypes.mypy_plugin.types.facts_of import tensor_fact

Answered = tuple[Expression, bool]
"""A condition, and whether it holds."""


def is_ruled_out(checker: TypeChecker, context: Context) -> bool:
    """Whether it stands where a question has another answer than it has, by what is known of the tensor."""
    asked = _behind(current_body(checker)).get(id(context), ())
    return any(_is_never(checker, condition, holds=holds) for condition, holds in asked)


def _is_never(checker: TypeChecker, condition: Expression, *, holds: bool) -> bool:
    match condition:
        case UnaryExpr(op="not", expr=inner):
            return _is_never(checker, inner, holds=not holds)
        case OpExpr(op="and" | "or" as op, left=left, right=right):
            verdicts = [_is_never(checker, one, holds=holds) for one in (left, right)]
            return any(verdicts) if holds == (op == "and") else all(verdicts)
        case NameExpr():
            answer = constant_value(checker, condition)
            return answer is not None and not isinstance(answer, NameExpr) and _is_never(checker, answer, holds=holds)
    return _has_other_answer(checker, condition, holds=holds)


def _has_other_answer(checker: TypeChecker, condition: Expression, *, holds: bool) -> bool:
    from dtensortypes.mypy_plugin.bodies.conditions import Condition, questions  # whose values are reported here

    for _, place in questions(condition):
        type_, key = checker.lookup_type_or_none(place), literal_hash(place)
        if type_ is not None and key is not None:
            one = Condition(checker, condition, key)
            if _is_no_such(type_, one.holds if holds else one.fails):
                return True
    return False


def _is_no_such(type_: Type, holds: Holds) -> bool:
    """Whether the variable is a tensor for which the condition never holds."""
    proper = get_proper_type(type_)
    facts = [tensor_fact(one) for one in (proper.items if isinstance(proper, UnionType) else [proper])]
    return all(fact is not None and refined(fact, holds) is None for fact in facts)


@once_per_tree
def _behind(body: list[Statement]) -> dict[int, list[Answered]]:
    """What stands behind a condition, with all of these and whether they hold there."""
    found: dict[int, list[Answered]] = {}
    for statement in statements(body):
        for parts, condition, holds in _guarded(statement):
            for part in parts:
                found.setdefault(id(part), []).append((condition, holds))
    return found


def _guarded(statement: Statement) -> Iterator[tuple[list[Expression], Expression, bool]]:
    match statement:
        case IfStmt(expr=[condition], body=[block], else_body=other):
            yield _parts(block.body), condition, True
            yield _parts(other.body if other is not None else []), condition, False
        case WhileStmt(expr=condition, body=block):
            yield _parts(block.body), condition, True
    for part in expressions(statement):
        match part:
            case OpExpr(op="and" | "or" as op, left=condition, right=right):
                yield expressions(right), condition, op == "and"
            case ConditionalExpr(cond=condition, if_expr=one, else_expr=other_one):
                yield expressions(one), condition, True
                yield expressions(other_one), condition, False


def _parts(body: list[Statement]) -> list[Expression]:
    return [part for statement in statements(body) for part in expressions(statement)]
