"""Narrowing by a question: where `x.dtype == torch.float16` has been answered, `x` is known to be float16.

Mypy asks no plugin what a condition says. So a call that does nothing, `x.__sizeof__()`, is put into the tree at the
head of each branch as soon as the question is checked, after an `assert`, and as one more condition of a comprehension;
a branch `y` of `y if … else z` becomes `x.__sizeof__() and y`. When mypy comes to it, the variable or attribute takes
the narrower type, as if it were assigned: what comes of that where it is bound again, in loops and where branches meet,
is mypy's own affair. Where the answer is impossible the branch is unreachable, as it is to mypy by a literal.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import (
    AssertStmt,
    Block,
    CallExpr,
    ConditionalExpr,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    GeneratorExpr,
    IfStmt,
    MatchStmt,
    MemberExpr,
    NameExpr,
    OpExpr,
    Statement,
    WhileStmt,
)
from mypy.plugin import MethodContext
from mypy.types import Instance, Type, UnboundType, UninhabitedType, UnionType, get_proper_type

from dtensortypes.core.algebra.refine import refined, sized
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.mypy_plugin.bodies import entries
from dtensortypes.mypy_plugin.bodies.conditions import Condition, questions, root
from dtensortypes.mypy_plugin.bodies.sites import Site, Sites, sites_in
from dtensortypes.mypy_plugin.changes import parts
from dtensortypes.mypy_plugin.changes.shared_variables import known_here
from dtensortypes.mypy_plugin.messages.unheard import say_unheard
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.text.at_once import hold_apart
from dtensortypes.mypy_plugin.text.cases import cases
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.rewritten import at, question
from dtensortypes.mypy_plugin.text.scope import current_body, statements, targets
from dtensortypes.mypy_plugin.text.unreached import after, pass_over
from dtensortypes.mypy_plugin.types.compare import has_tensor
from dtensortypes.mypy_plugin.types.facts_of import tensor_fact
from dtensortypes.mypy_plugin.types.retype import forget as forget_types
from dtensortypes.mypy_plugin.types.retype import is_never, narrow, never, retype
from dtensortypes.mypy_plugin.types.types_of import Types


def asked(checker: TypeChecker, question: object) -> None:
    """The question has been met: put in the calls that narrow the variables of its condition."""
    hold_apart(checker.tree)
    sites = sites_in(current_body(checker))
    for held in sites.asked_before.pop(id(question), ()):
        _ask(checker, sites, held)
    if (site := sites.asking.get(id(question))) is not None:
        _ask(checker, sites, site)


def _ask(checker: TypeChecker, sites: Sites, site: Site) -> None:
    match site.statement:
        case IfStmt(expr=[condition], body=[body]) as statement:
            if site.spelled is None:
                _pass_over(checker, condition, statement)
            condition = site.spelled or condition
            body.body[:0] = _calls(sites, condition, True)
            _other_branch(statement).body[:0] = _calls(sites, condition, False)
        case WhileStmt(expr=condition, body=body):
            body.body[:0] = _calls(sites, condition, True)
        case AssertStmt(expr=condition) as statement:
            condition = site.spelled or condition
            after_it = site.around.index(statement) + 1
            site.around[after_it:after_it] = _calls(sites, condition, True)
        case MatchStmt(subject=condition, bodies=bodies) as statement:
            for case, body in zip(cases(statement), bodies, strict=True):
                body.body[:0] = _calls(sites, case, True) if case is not None else []
        case ConditionalExpr(cond=condition) as choice:
            condition = site.spelled or condition
            choice.if_expr = _after(sites, _questions(sites, condition, True), choice.if_expr)
            choice.else_expr = _after(sites, _questions(sites, condition, False), choice.else_expr)
        case GeneratorExpr(condlists=conditions) | DictionaryComprehension(condlists=conditions):
            for several in conditions:
                asking = several[:]
                several.extend(call for condition in asking for call in _questions(sites, condition, True))
                for condition in asking:
                    _forget(sites, condition)
            return
    _forget(sites, condition)


def _pass_over(checker: TypeChecker, condition: Expression, statement: IfStmt) -> None:
    """Mypy itself may know by the answer that a branch is never run; it asks nothing there."""
    places = [place for _, place in questions(condition)]
    if len(places) > 1:  # of `self.x.ndim`, `self` is one, too
        places = [one for one in places if (known := checker.lookup_type_or_none(one)) and has_tensor(known)] or places
    type_, key = checker.lookup_type_or_none(places[0]), literal_hash(places[0])
    if len(places) > 1 or type_ is None or key is None or watch(checker.errors, checker.modules).trial is not None:
        return
    for holds, branch in ((True, statement.body[0]), (False, statement.else_body)):
        kept = _kept(checker, type_, Condition(checker, condition, key), holds=holds) if branch is not None else None
        if branch is not None and kept == []:
            _leave_out(checker, branch.body)


def _leave_out(checker: TypeChecker, unreached: list[Statement]) -> None:
    """Mypy by itself comes to the statements, and goes on with the values that are given there."""
    pass_over(checker, unreached)
    if any(True for statement in statements(unreached) for _ in targets(statement)):
        say_unheard(checker, unreached[0], of_any_body=True)


def _forget(sites: Sites, condition: Expression) -> None:
    for part, _ in questions(condition):
        sites.asking.pop(id(part), None)


def _after(sites: Sites, calls: list[CallExpr], branch: Expression) -> Expression:
    """The branch, checked after the calls; to mypy it is what comes of it."""
    for call in reversed(calls):
        value, branch = branch, OpExpr("and", call, branch)
        branch.right_always = True
        branch.set_line(value)
        sites.branches[id(call)] = branch
    return branch


def narrowed(ctx: MethodContext) -> Type:
    """What a call that was put in does: the variable takes the type that it has where the condition holds, or fails."""
    checker, call = ctx.api, ctx.context
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr):
        return ctx.default_return_type
    sites = sites_in(current_body(checker))
    found = sites.answers.get(id(call))
    if isinstance(call.callee, MemberExpr):
        entries.note(checker, call.callee.expr)
    known_here(checker, call)
    parts.met(checker, call)
    if id(call) in sites.known:
        narrow(checker, *sites.known[id(call)][1:])
    if found is None:
        return ctx.default_return_type
    if is_never(checker):
        return UninhabitedType()  # so that mypy reports the first statement that is not ours
    _, place, condition, holds = found
    type_, key = _type_of(checker, place), literal_hash(place)
    if type_ is None or key is None:
        return ctx.default_return_type
    is_possible = _narrow(checker, place, type_, Condition(checker, condition, key), holds=holds)
    if isinstance(place, MemberExpr):
        watch(checker.errors, checker.modules).narrowed[key] = root(place).name
    branch = sites.branches.get(id(call))
    if branch is None and not is_possible and watch(checker.errors, checker.modules).trial is None:
        _leave_out(checker, after(current_body(checker), call))
    if branch is not None:
        branch.right_always, branch.right_unreachable = is_possible, not is_possible
    return ctx.default_return_type if is_possible or branch is None else UninhabitedType()


def known_from_here(body: list[Statement], place: NameExpr, type_: Type) -> None:
    """Let the variable be of this type from the head of the body on."""
    call = question(place)
    sites_in(body).known[id(call)] = (call, place, type_)
    body[:0] = _as_statements([call])


def known_otherwise(checker: TypeChecker, choice: IfStmt, done: CallExpr, place: NameExpr, type_: Type) -> None:
    """Let the variable be of this type where the one branch, in which this is done, is not run."""
    sites = sites_in(current_body(checker))
    if id(done) not in sites.otherwise:
        sites.otherwise[id(done)] = question(_again(place))
        _other_branch(choice).body[:0] = _as_statements([sites.otherwise[id(done)]])
    call = sites.otherwise[id(done)]
    sites.known[id(call)] = (call, place, type_)


def _other_branch(choice: IfStmt) -> Block:
    if choice.else_body is None:
        choice.else_body = at(choice, Block([]))
    return choice.else_body


def _type_of(checker: TypeChecker, place: Expression) -> Type | None:
    if isinstance(place, NameExpr):
        return checker.lookup_type_or_none(place)
    with checker.msg.filter_errors():  # what it belongs to may be `None` here
        return checker.expr_checker.accept(place)


def forget(checker: TypeChecker, call: CallExpr) -> None:
    """A call may give the attributes of what it is called on, or is given, other values: no answer holds any more."""
    attributes = watch(checker.errors, checker.modules).narrowed
    if not attributes or id(call) in sites_in(current_body(checker)).answers:
        return
    reached = {part.name for part in expressions(call) if isinstance(part, NameExpr)}
    forget_types(checker, [key for key, owner in attributes.items() if owner in reached])


def _narrow(checker: TypeChecker, place: Expression, type_: Type, condition: Condition, *, holds: bool) -> bool:
    """Give the variable or attribute its narrower type; whether there is one."""
    kept = _kept(checker, type_, condition, holds=holds)
    if kept:
        # Said in each branch, though it may be what is known already: so mypy forgets it where the branches meet.
        change = retype if any(_is_less(before, after) for before, after in kept) else narrow
        change(checker, place, UnionType.make_union([after for _, after in kept]))
    elif kept is not None:
        never(checker)
    return kept is None or bool(kept)


def _is_less(before: Type, after: Type) -> bool:
    """Whether the tensor's shape has lost a name."""
    one, other = tensor_fact(before), tensor_fact(after)
    return one is not None and other is not None and not one.shape.names <= other.shape.names


def _kept(checker: TypeChecker, type_: Type, condition: Condition, *, holds: bool) -> list[tuple[Type, Type]] | None:
    """What is left of the members of the type where the condition holds, or fails, each with what it has become.

    None where it is about no tensor.
    """
    proper = get_proper_type(type_)
    members = [get_proper_type(item) for item in (proper.items if isinstance(proper, UnionType) else [proper])]
    types = Types(checker.modules)
    facts = [tensor_fact(member) for member in members]
    if not any(facts) or any(isinstance(member, UnboundType) for member in members):
        return None  # of a union with what is no type mypy makes another one
    kept: list[tuple[Type, Type]] = []
    for member, fact in zip(members, facts, strict=True):
        narrower = fact and refined(fact, condition.holds if holds else condition.fails)
        if fact is None or not isinstance(member, Instance) or len(member.args) != len(_PLACES):
            kept.append((member, member))
        elif narrower is not None:
            narrower = sized(narrower, condition.sizes(narrower, holds=holds))
            kept.append((member, _said(types, member, fact, narrower)))
    return kept


_PLACES: Final = ("dtype", "device", "shape")


def _said(types: Types, tensor: Instance, before: TensorFact, after: TensorFact) -> Instance:
    """The tensor's type with what has become known; what is as before is said as before."""
    new = [types.dtype(after.dtype), types.device(after.device), types.shape(after.shape)]
    changed = [getattr(before, place) != getattr(after, place) for place in _PLACES]
    return tensor.copy_modified(
        args=[now if differs else old for old, now, differs in zip(tensor.args, new, changed, strict=True)]
    )


def _calls(sites: Sites, condition: Expression, holds: bool) -> list[Statement]:  # noqa: FBT001 - which branch it is
    return _as_statements(_questions(sites, condition, holds))


def _as_statements(calls: list[CallExpr]) -> list[Statement]:
    return [at(call, ExpressionStmt(call)) for call in calls]


def _questions(sites: Sites, condition: Expression, holds: bool) -> list[CallExpr]:  # noqa: FBT001 - as above
    """A call on each variable that the condition asks about, or asks an attribute of."""
    calls = []
    for place in {literal_hash(place): place for _, place in questions(condition)}.values():
        again = _again(place)
        call = question(again if isinstance(again, NameExpr) else root(again))
        sites.answers[id(call)] = (call, again, condition, holds)
        calls.append(call)
    return calls


def _again(place: Expression) -> NameExpr | MemberExpr:
    """The variable or attribute once more."""
    assert isinstance(place, NameExpr | MemberExpr)
    again = NameExpr(place.name) if isinstance(place, NameExpr) else MemberExpr(_again(place.expr), place.name)
    again.kind, again.node, again.fullname = place.kind, place.node, place.fullname
    again.set_line(place)
    return again
