"""Variables that one branch alone gives another value: `if mask is None: mask = torch.ones(n)`, `if flag: x = x + y`.

What is wrong with that value is wrong wherever the branch is taken, unless something else asks what the branch asks.
What each of several branches gives is held to what is declared, and so is what comes of it; torch may refuse it
where the program never takes that branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Decorator,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    Statement,
    WhileStmt,
)
from mypy.subtypes import is_same_type, is_subtype
from mypy.types import Type, UnionType, get_proper_type

from dtensortypes.core.problems import REFUSALS, Kind, Problem
from dtensortypes.mypy_plugin.bodies import made_if_none
from dtensortypes.mypy_plugin.changes.disturbed import changed_in
from dtensortypes.mypy_plugin.changes.owners import root
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.branches import LEAVING, all_conditions, is_given, members, names_in
from dtensortypes.mypy_plugin.text.by_default import otherwise
from dtensortypes.mypy_plugin.text.expressions import expressions, is_none, is_self, lines
from dtensortypes.mypy_plugin.text.scope import assigned, blocks, current_function, statements, targets
from dtensortypes.mypy_plugin.types.compare import Verdict, has_tensor
from dtensortypes.mypy_plugin.types.facts_of import is_a

_WORDS: Final = frozenset({"builtins.None", "builtins.True", "builtins.False"})
_BY_FLAG: Final = frozenset({Kind.DTYPE})  # on which device a branch works, a flag may have decided for all
_BY_ROUND: Final = frozenset({Kind.DTYPE, Kind.DEVICE})  # how many dims there are may depend on how many rounds


@dataclass(frozen=True, slots=True)
class Branch:
    """What a branch gives, and what may be wrong with it."""

    given: Type
    kinds: frozenset[Kind]
    by_helper: bool = False
    """Whether a helper of the program gives it, of whose results less may be known."""
    others: tuple[Type, ...] = ()
    """What the variable is where the branch is not taken, which a parameter alone decides, or in other branches."""

    is_each: bool = False
    """Whether each of several branches gives it a value."""

    @property
    def ways(self) -> list[Type]:
        """What the variable is in one way or another."""
        return [self.given, *self.others]

    @property
    def gives(self) -> list[Type]:
        """What branches give it: as it is where none is taken, it was before."""
        return self.ways if self.is_each else [self.given]

    def wrong(self, verdicts: Iterable[Verdict]) -> Problem | None:
        """The first thing that is wrong with one of the ways for what is declared, of whatever shape that is."""
        found = (problem for verdict in verdicts for _, problem in verdict.problems)
        return next((problem for problem in found if problem.kind in self.kinds | {Kind.SHAPE}), None)


def given(checker: TypeChecker, value: Expression, found: Type) -> Branch | None:
    """What the one branch gives that changes the variable, or what comes of it; None where others know more of it."""
    proper, function = get_proper_type(found), current_function(checker)
    several = proper.items if isinstance(proper, UnionType) else []
    if function is None or not (several or (keep, function) in _answers(checker)):
        return None
    from dtensortypes.mypy_plugin.messages.watcher import is_trial  # which has messages judged

    if is_trial(checker):
        return None
    branch, statement = _kept(checker, value) or _of_sum(checker, value, found), None
    if branch is None and isinstance(value, MemberExpr) and (type_ := made_if_none.made(checker, function, value)):
        branch = Branch(type_, REFUSALS)
    if branch is None and isinstance(value, NameExpr):
        giving = (s for s in reversed(list(_before(function.body.body, value))) if _gives(s, value))
        statement = next(giving, None)
        branch = _of(checker, function, statement, value, found) if statement is not None else None
        branch = branch or _of_each(function, value, found)
        if branch and statement and _is_changed_since(function, statement, value, branch.given):
            return None
    if branch is None:
        return None
    is_like = is_subtype if branch.by_helper else is_same_type
    is_there = all(any(is_like(way, one) for one in several) for way in branch.gives)
    is_there = is_there if several else is_subtype(branch.given, found)
    is_other_open = branch.kinds == _BY_FLAG and not branch.is_each and len(several) == 2
    if not is_there or not is_other_open or not isinstance(statement, IfStmt):
        return branch if is_there else None
    others = [one for one in several if not is_same_type(branch.given, one)]
    return replace(branch, others=(others[0],)) if len(others) == 1 else branch


def keep(checker: TypeChecker, expression: object, branch: Branch) -> None:
    """Remember what comes of an expression in a branch."""
    _answers(checker).update({(keep, expression): branch, (keep, current_function(checker)): True})


def _kept(checker: TypeChecker, expression: object) -> Branch | None:
    found = _answers(checker).get((keep, expression))
    return found if isinstance(found, Branch) else None


def _answers(checker: TypeChecker) -> dict[object, object]:
    from dtensortypes.mypy_plugin.messages.watcher import watch  # which has messages judged

    return watch(checker.errors, checker.modules).answers


def _of_sum(checker: TypeChecker, value: Expression, found: Type | None) -> Branch | None:
    """What `sum(xs)` is where there is one to be added: a tensor, and not the number 0 that it begins with."""
    match value:
        case CallExpr(callee=NameExpr(fullname="builtins.sum"), args=[several]):
            tensor = _only_tensor(found)
            return Branch(tensor, _BY_ROUND) if tensor and _may_go_round(checker, several, 1) else None
    return None


def _only_tensor(found: Type | None) -> Type | None:
    """The one member of the union that is a tensor."""
    whole = get_proper_type(found)
    tensors = [one for one in whole.items if has_tensor(one)] if isinstance(whole, UnionType) else []
    return tensors[0] if len(tensors) == 1 else None


def _of(checker: TypeChecker, function: FuncDef, statement: Statement, name: NameExpr, found: Type) -> Branch | None:
    if isinstance(statement, AssignmentStmt):
        value = statement.rvalue
        kept = _kept(checker, value) or _of_sum(checker, value, checker.lookup_type_or_none(value))
        if kept is not None:
            return kept if isinstance(statement.lvalues[0], NameExpr) else None
    choice = _choice(statement, name)
    is_round = isinstance(statement, ForStmt)
    if choice is None or not (is_round or _is_by_parameters(function, choice[0]) or _is_by_call(function, choice[0])):
        return None
    if is_round and not _may_go_round(checker, choice[0], 2 if name.line in lines(statement) else 1):
        return None
    if is_round and _is_refused(checker, choice[1]):
        return None  # nobody knows what it gives
    is_by_helper = isinstance(statement, AssignmentStmt) and isinstance(statement.rvalue, CallExpr)
    if _times_asked(function, choice[0]) > (0 if is_by_helper else 1):
        return None
    is_updated = isinstance(choice[1], NameExpr) and choice[1].node is name.node
    type_ = _only_tensor(found) if is_updated else checker.lookup_type_or_none(choice[1])
    is_new = isinstance(statement, AssignmentStmt) and made_if_none.is_asked_of_attribute(function, choice[0])
    kinds = REFUSALS if is_new or _is_left_out(choice[0], name) else _BY_ROUND if is_round else _BY_FLAG
    return None if type_ is None else Branch(type_, kinds, is_by_helper)


def _of_each(function: FuncDef, name: NameExpr, found: Type) -> Branch | None:
    """What an `if` gives the variable in each of its branches."""
    ways = members(function.body.body, name, found)
    return Branch(ways[0], _BY_FLAG, others=tuple(ways[1:]), is_each=True) if ways else None


def _may_go_round(checker: TypeChecker, whole: Expression, times: int) -> bool:
    from dtensortypes.mypy_plugin.bodies.how_often import may_go_round  # which reads values, and asks of objects

    return may_go_round(checker, whole, times)


def _is_refused(checker: TypeChecker, value: Expression) -> bool:
    from dtensortypes.mypy_plugin.messages.report import is_said  # which has messages judged

    return is_said(checker, Kind.DEVICE, value)


def _before(body: list[Statement], value: NameExpr) -> Iterator[Statement]:
    """What has been run before the variable is read, block by block; nothing, where a loop gives it a value."""
    for statement in body:
        if value.line not in lines(statement):
            if statement.line > value.line:
                return
            yield statement
            continue
        around = next((b.body for b in blocks(statement) if any(value.line in lines(one) for one in b.body)), None)
        is_loop = isinstance(statement, ForStmt | WhileStmt)
        if is_loop and _gives(statement, value):
            yield statement
        elif around is not None:
            yield from _before(around, value)
        return


def _choice(statement: Statement, name: NameExpr) -> tuple[Expression, Expression] | None:
    """The question that the statement asks, and what it gives the variable where the answer is yes."""
    match statement:
        case IfStmt(expr=[condition], body=[block], else_body=None) if not isinstance(block.body[-1], LEAVING):
            return _last(condition, block.body, name)
        case ForStmt(expr=sequence, body=body, else_body=None) if not _may_break_off(body.body):
            return _last(sequence, body.body, name)
        case AssignmentStmt(lvalues=[NameExpr()], rvalue=ConditionalExpr(cond=condition, if_expr=one, else_expr=other)):
            holds = made_if_none.of_none(condition, name)
            holds = made_if_none.is_asked(condition, one, other) if holds is None else holds
            return None if holds is None else (condition, one if holds else other)
        case AssignmentStmt(lvalues=[NameExpr()], rvalue=OpExpr(op="or", left=NameExpr() as left, right=value)):
            return (left, value) if left.node is name.node else None
        case AssignmentStmt(lvalues=[NameExpr()], rvalue=CallExpr() as call) if (found := otherwise(call)) is not None:
            return found if found[0].node is name.node else None
    return None


def _last(question: Expression, body: list[Statement], name: NameExpr) -> tuple[Expression, Expression] | None:
    """The question with what the block gives the variable at last."""
    match next((one for one in reversed(body) if _gives(one, name)), None):
        case AssignmentStmt(lvalues=[NameExpr() as target], rvalue=value) if target.node is name.node:
            return question, value
        case OperatorAssignmentStmt(lvalue=NameExpr() as target) if target.node is name.node:
            return question, target
    return None


def _is_changed_since(function: FuncDef, giving: Statement, name: NameExpr, given: Type) -> bool:
    """Whether something may have changed in place, on the way to where the variable is read, what it was given.

    `if flag: net.half()` gives it no other value, and yet another type in that branch.
    """
    end = max(name.line, giving.end_line or giving.line)
    run = (one for one in statements(function.body.body) if giving.line <= one.line <= end)
    since = [one for one in run if blocks(one) or name.line not in lines(one)]
    if is_a(get_proper_type(given), names.MODULE):
        return any(root(place) == name.name for place in changed_in(since))
    return any(root(place) == name.name for one in since for place in _changed_by(one))


def _changed_by(statement: Statement) -> Iterator[Expression]:
    """What a statement that gives no variable a value may change."""
    if isinstance(statement, ExpressionStmt) and not _is_pythons(statement.expr):
        yield from (part for part in expressions(statement) if isinstance(part, NameExpr))
    yield from (target for target, _ in targets(statement) if not isinstance(target, NameExpr))


def _is_pythons(expression: Expression) -> bool:
    """Whether it calls a function of Python's own, as `print(x)`."""
    callee = expression.callee if isinstance(expression, CallExpr) else None
    return isinstance(callee, NameExpr) and callee.fullname.startswith("builtins.")


def _gives(statement: Statement, name: NameExpr) -> bool:
    variable = name.node
    return variable is not None and any(is_given(inner, variable) for inner in statements([statement]))


def _is_left_out(condition: Expression, name: NameExpr) -> bool:
    """Whether the condition asks for the variable's own value, which nobody has given."""
    if isinstance(condition, NameExpr):
        return condition.node is name.node
    return made_if_none.of_none(condition, name) is not None


def _may_break_off(body: list[Statement]) -> bool:
    return any(isinstance(one, LEAVING) for one in statements(body))


def _is_by_parameters(function: FuncDef, condition: Expression) -> bool:
    """Whether the parameters alone decide, of which any value may be given."""
    parameters = {argument.variable for argument in function.arguments}
    deciding = (part for part in expressions(condition) if isinstance(part, NameExpr))
    return all(part.node in parameters or part.fullname in _WORDS for part in deciding)


def _is_by_call(function: FuncDef, condition: Expression) -> bool:
    """Whether a function of the program decides, which gives None or something else: `mask = self.mask_for(n)`."""
    match condition:
        case ComparisonExpr(operators=["is" | "is not"], operands=[NameExpr() as name, right]) if is_none(right):
            values = [value for _, value in assigned(function.body.body, name.node)]
        case _:
            return False
    callee = values[0].callee if len(values) == 1 and isinstance(values[0], CallExpr) else None
    is_own = isinstance(callee, MemberExpr) and is_self(callee.expr)
    return is_own or (isinstance(callee, NameExpr) and isinstance(callee.node, FuncDef | Decorator))


def _times_asked(function: FuncDef, condition: Expression) -> int:
    """In how many conditions of the body it matters what decides here."""
    asked = names_in(condition) - {"self", "None", "True", "False"}
    return sum(bool(asked & names_in(other)) for other in all_conditions(function.body.body))
