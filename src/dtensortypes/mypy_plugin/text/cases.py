"""The cases of a `match`, as conditions on its subject."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from mypy.nodes import GDEF, CallExpr, ComparisonExpr, Expression, IntExpr, MatchStmt, NameExpr, OpExpr, UnaryExpr
from mypy.patterns import AsPattern, OrPattern, Pattern, SequencePattern, StarredPattern, ValuePattern


def cases(statement: MatchStmt) -> Iterator[Expression | None]:
    """What is true where each body is entered; None where nothing can be said."""
    before: list[Expression] = []
    for pattern, guard in zip(statement.patterns, statement.guards, strict=True):
        condition = _condition(statement.subject, pattern)
        known = [*before, *([condition] if condition is not None else [])]
        yield reduce(_both, known) if known else None
        if condition is not None and guard is None and _is_whole(pattern):
            before.append(UnaryExpr("not", condition))


def _condition(subject: Expression, pattern: Pattern) -> Expression | None:
    """What is true of the subject where the pattern matches."""
    match pattern:
        case ValuePattern(expr=value):
            return ComparisonExpr(["=="], [subject, value])
        case AsPattern(pattern=Pattern() as inner):
            return _condition(subject, inner)
        case OrPattern(patterns=patterns):
            found = [_condition(subject, one) for one in patterns]
            known = [condition for condition in found if condition is not None]
            return reduce(_either, known) if len(known) == len(found) else None
        case SequencePattern(patterns=patterns) if not any(isinstance(one, StarredPattern) for one in patterns):
            length = NameExpr("len")
            length.fullname, length.kind = "builtins.len", GDEF
            return ComparisonExpr(["=="], [CallExpr(length, [subject], [], [None]), IntExpr(len(patterns))])
    return None


def _is_whole(pattern: Pattern) -> bool:
    """Whether the condition of the pattern says all that it asks: where it fails, the condition fails."""
    match pattern:
        case OrPattern(patterns=patterns):
            return all(map(_is_whole, patterns))
        case AsPattern(pattern=Pattern() as inner):
            return _is_whole(inner)
        case SequencePattern(patterns=patterns):
            return all(isinstance(one, AsPattern) and one.pattern is None for one in patterns)
    return isinstance(pattern, ValuePattern)


def _both(one: Expression, other: Expression) -> Expression:
    return OpExpr("and", one, other)


def _either(one: Expression, other: Expression) -> Expression:
    return OpExpr("or", one, other)
