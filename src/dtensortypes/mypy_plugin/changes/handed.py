"""Where others get hold of the list, dict or tensor that a variable holds: another name, a container, a function."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    ARG_STAR,
    ARG_STAR2,
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Decorator,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    ReturnStmt,
    RevealExpr,
    Statement,
    TypeInfo,
    UnaryExpr,
    WhileStmt,
)

from dtensortypes.mypy_plugin.changes.called_otherwise import called_otherwise, filled_in
from dtensortypes.mypy_plugin.changes.callees import function_called, gives_number, is_operation, is_torchs, owner_of
from dtensortypes.mypy_plugin.changes.filling import CHANGING, filled_by
from dtensortypes.mypy_plugin.changes.keepers import changes_given, kept_under
from dtensortypes.mypy_plugin.changes.read_by_name import only_read
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.definitions import is_bound, is_told
from dtensortypes.mypy_plugin.text.dict_copies import copied_in, is_copying, made_anew
from dtensortypes.mypy_plugin.text.expressions import expressions, lines
from dtensortypes.mypy_plugin.text.scope import functions_in, singles, statements


def is_handed_on(
    body: list[Statement], place: NameExpr | MemberExpr, line: int, begun: Statement | Expression | None = None
) -> bool:
    """Whether others may have got hold of what the variable, or attribute, holds when the line of the body is run.

    `begun` is what certainly has given it its value last: what was handed on before was another one.
    """
    around = [loop for loop in _loops(body) if line in loop and (begun is None or begun.line not in loop)]
    handed = (one for one in _lines_of(body, place) if begun is None or one > lines(begun)[-1])
    return any(one < line or any(one in loop for loop in around) for one in handed)


def handed_before(body: list[Statement], line: int) -> list[NameExpr | MemberExpr]:
    """The variables and attributes whose value others may have got hold of when the line of the body is run."""
    return [found[0] for found in _handed(body).values() if is_handed_on(body, found[0], line)]


def others(body: list[Statement], place: Expression | None) -> list[NameExpr | MemberExpr]:
    """The places that may hold the very thing that is changed at this one, besides itself."""
    if isinstance(place, NameExpr | MemberExpr):
        word = _word(place)
        return [one for other, one in _second_names(body).get(word, {}).items() if other != word]
    return [found[0] for found in _handed(body).values() if found]


def places_handed_on(body: list[Statement]) -> list[NameExpr | MemberExpr]:
    """The variables and attributes, where the body hands them on."""
    return [one for found in _handed(body).values() for one in found]


def handed_on(body: list[Statement]) -> frozenset[str]:
    """The names of the variables and attributes of which others get hold in the body."""
    return frozenset(one.name for one in places_handed_on(body))


@once_per_tree
def _second_names(body: list[Statement]) -> dict[str, dict[str, NameExpr | MemberExpr]]:
    """For each place those that have been given its value as it is, or got theirs together with it."""
    found: dict[str, dict[str, NameExpr | MemberExpr]] = {}
    for statement in statements(body):
        if isinstance(statement, AssignmentStmt):
            several = [one for one in (*statement.lvalues, statement.rvalue) if isinstance(one, NameExpr | MemberExpr)]
            groups = [found.get(_word(one), {_word(one): one}) for one in several]
            joined = {word: one for group in groups for word, one in group.items()}
            found |= dict.fromkeys(joined, joined) if len(several) > 1 else {}
    return found


@once_per_tree
def _loops(body: list[Statement]) -> list[range]:
    return [lines(s) for s in statements(body) if isinstance(s, ForStmt | WhileStmt)]


def _lines_of(body: list[Statement], place: NameExpr | MemberExpr) -> list[int]:
    return [one.line for one in _handed(body).get(_word(place), ())]


@once_per_tree
def _handed(body: list[Statement]) -> dict[str, list[NameExpr | MemberExpr]]:
    """Where the body hands on what a variable holds; a function inside of it has what it fills."""
    found: dict[str, list[NameExpr | MemberExpr]] = {}
    every_part = (part for statement in statements(body) for part in expressions(statement))
    for function in (*functions_in(body), *(part for part in every_part if isinstance(part, LambdaExpr))):
        for name in filled_in(function):
            found.setdefault(name.name, []).append(name)
    only_named = only_read(body)
    for statement in statements(body):
        every = expressions(statement)
        kept = {id(part) for part in _only_used(statement, every)} | only_named
        for expression in every:
            if isinstance(expression, NameExpr | MemberExpr) and id(expression) not in kept:
                found.setdefault(_word(expression), []).append(expression)
    return found


def _word(place: NameExpr | MemberExpr) -> str:
    return place.name if isinstance(place, NameExpr) else f".{place.name}"


def _only_used(statement: Statement, every: list[Expression]) -> Iterator[Expression]:
    """The expressions whose value is looked at, or changed under its own name."""
    match statement:
        case AssignmentStmt(lvalues=targets):
            yield from (one for target in targets for one in singles(target))
        case ReturnStmt(expr=value) if value is not None:
            yield value
        case ForStmt(index=index, expr=whole):
            yield from (index, whole)
        case IfStmt(expr=conditions):
            yield from conditions
        case WhileStmt(expr=looked_at) | AssertStmt(expr=looked_at) | ExpressionStmt(expr=looked_at):
            yield looked_at
    for expression in every:
        match expression:
            case IndexExpr(base=inner) | MemberExpr(expr=inner) | RevealExpr(expr=inner):
                if inner is not None:
                    yield inner
            case ComparisonExpr(operands=several):
                yield from several
            case UnaryExpr(expr=inner) | ConditionalExpr(cond=inner):
                yield inner
            case OpExpr(left=left, right=right, op=operator) if operator not in {"and", "or"}:
                yield from (left, right)
            case DictExpr(items=pairs):
                yield from (value for key, value in pairs if key is None)
            case (
                GeneratorExpr(indices=indices, sequences=several)
                | DictionaryComprehension(indices=indices, sequences=several)
            ):
                yield from (*indices, *several)
            case CallExpr(callee=callee, args=args, arg_kinds=kinds):
                yield callee
                for place, (argument, kind) in enumerate(zip(args, kinds, strict=True)):
                    if kind in {ARG_STAR, ARG_STAR2} or only_reads(expression, place):
                        yield argument


def only_reads(call: CallExpr, place: int) -> bool:
    """Whether it is a class, torch's or Python's own, or a function that leaves what it is given there as it is."""
    return not _takes(call, place, set())


def _takes(call: CallExpr, place: int, asked: set[tuple[FuncDef, str]], *, is_used: bool = False) -> bool:
    """Whether who is called may fill what it is given there, keep it, or give it to who uses what it gives.

    What has been asked already tells no more.
    """
    callee, word = call.callee, call.arg_names[place]
    node = callee.node if isinstance(callee, RefExpr) else None
    if isinstance(node, TypeInfo) and not node.fullname.startswith(names.KEEPING):
        return changes_given(node, word or place + 1) or _is_handed_by_constructor(node, word or place + 1, asked)
    function = node.func if isinstance(node, Decorator) and isinstance(callee, NameExpr) else None
    function = function or function_called(callee, None)
    place += function is not None and is_bound(function)
    if isinstance(function, FuncDef) and is_told(function):
        name = _parameter(function, word or place)
        if name is None or name in _taken(function) or (is_used and name in _given_back(function)):
            return True
        return _is_passed(function, name, asked)
    name = callee.fullname if isinstance(callee, RefExpr) else ""
    is_filling = name in names.SORTING_IN or name in names.REORDERING
    return is_filling or not name or names.is_users(name) or name.startswith(names.KEEPING)


def _is_handed_by_constructor(info: TypeInfo, given: int | str, asked: set[tuple[FuncDef, str]]) -> bool:
    init = info.get_method("__init__")
    if not isinstance(init, FuncDef) or not names.is_users(init.info.fullname) or not init.body.body:
        return False
    return (name := _parameter(init, given)) is not None and _is_passed(init, name, asked)


def _is_passed(function: FuncDef, name: str, asked: set[tuple[FuncDef, str]]) -> bool:
    """Whether the function passes its variable to another one that may fill or keep what is in it."""
    if (function, name) in asked:
        return False
    asked.add((function, name))
    every = _passed(function).get(name, ())
    return any(_takes(call, place, asked, is_used=is_used) for call, place, is_used in every)


def _parameter(function: FuncDef, given: int | str) -> str | None:
    """The name of the parameter that takes what is given in this place, or by this word."""
    own = [one.variable.name for one in function.arguments if not one.kind.is_star()]
    if isinstance(given, str):
        return given if given in own else None
    return own[given] if given < len(own) else None


@once_per_tree
def _taken(function: FuncDef) -> frozenset[str]:
    """The names of the variables that the function fills or keeps, or hands on to whom nobody can ask."""
    every_filled = [place for statement in statements(function.body.body) for place in filled_by(statement)]
    every_filled += [place for statement in statements(function.body.body) for place in _put_in_order(statement)]
    found = filled = {place.name for place in every_filled if isinstance(place, NameExpr)}
    attributes = {place.name for place in every_filled if isinstance(place, MemberExpr)}
    for statement in statements(function.body.body):
        picked = set(map(id, copied_in(every := expressions(statement))))
        for call in (one for one in every if isinstance(one, CallExpr)):
            found = found | {name for name, kept in kept_under(call).items() if not kept.isdisjoint(attributes)}
            if _may_ask(call) or is_operation(call.callee) or gives_number(call.callee):
                picked |= set(map(id, call.args))
            elif not is_torchs(call.callee) and not is_copying(call):
                found = found | {one.name for one in call.args if isinstance(one, NameExpr)}
        if isinstance(statement, AssignmentStmt):
            if filled.isdisjoint(target.name for target in statement.lvalues if isinstance(target, NameExpr)):
                picked |= {id(owner_of(one.base)) for one in every if isinstance(one, IndexExpr)}
            values = expressions(statement.rvalue)
            found = found | {one.name for one in values if isinstance(one, NameExpr) and id(one) not in picked}
    return called_otherwise(function).union(found) - made_anew(function.body.body)


def _put_in_order(statement: Statement) -> Iterator[Expression]:
    """The lists that the statement turns round, sorts, or takes something out of."""
    for part in expressions(statement):
        if isinstance(part, CallExpr) and isinstance(part.callee, MemberExpr) and part.callee.name in CHANGING:
            yield part.callee.expr


@once_per_tree
def _passed(function: FuncDef) -> dict[str, list[tuple[CallExpr, int, bool]]]:
    """Where the function passes each variable to one that can be asked what becomes of it, and uses what that gives."""
    found: dict[str, list[tuple[CallExpr, int, bool]]] = {}
    for statement in statements(function.body.body):
        for call in expressions(statement):
            if isinstance(call, CallExpr) and _may_ask(call):
                is_used = not isinstance(statement, ExpressionStmt) or statement.expr is not call
                for place, one in ((i, one) for i, one in enumerate(call.args) if isinstance(one, NameExpr)):
                    found.setdefault(one.name, []).append((call, place, is_used))
    return found


def _may_ask(call: CallExpr) -> bool:
    """Whether it is a class or function of the program, which is given its arguments one by one."""
    node = call.callee.node if isinstance(call.callee, NameExpr) else None
    is_own = isinstance(node, TypeInfo | FuncDef | Decorator) and names.is_users(node.fullname)
    return is_own and set(call.arg_kinds) <= {ARG_POS, ARG_NAMED}


def may_give(call: CallExpr) -> list[Expression]:
    """The arguments that the call may give as they are, or in what it gives."""
    if is_copying(call):
        return [one for one, word in zip(call.args, call.arg_names, strict=True) if word is not None]
    function, is_plain = function_called(call.callee, None), set(call.arg_kinds) <= {ARG_POS, ARG_NAMED}
    if function is None or not function.body.body or not is_plain:
        return call.args if isinstance(call.callee, NameExpr) or function is not None else []
    own = [_parameter(function, word or place + is_bound(function)) for place, word in enumerate(call.arg_names)]
    kept = _given_back(function) | (frozenset() if function.info else _taken(function))
    return [one for one, name in zip(call.args, own, strict=True) if name is None or name in kept]


def gives_itself(function: FuncDef) -> bool:
    """Whether the function may give what it is given, as it is."""
    if not function.body.body:
        return True  # one that mypy knows from its cache has no parameters, either
    return not {one.variable.name for one in function.arguments}.isdisjoint(_given_back(function))


@once_per_tree
def _given_back(function: FuncDef) -> frozenset[str]:
    """The variables that the function may give as they are, or in what it gives."""
    if function.is_generator:
        return frozenset(one.variable.name for one in function.arguments)
    values = [s.expr for s in statements(function.body.body) if isinstance(s, ReturnStmt)]
    every = [part for value in values if value is not None for part in expressions(value)]
    picked = {id(one.base) for one in every if isinstance(one, IndexExpr)}
    return frozenset(one.name for one in every if isinstance(one, NameExpr) and id(one) not in picked)
