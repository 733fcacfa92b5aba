"""What dicts hold under their keys where mypy comes to them, also those that are stored to later on.

What a dict is begun with is told to mypy when it first comes to the dict, as if each entry were stored then: `batch =
{"x": x, "y": y}` is `batch["x"] = x`, `batch["y"] = y`. What becomes of it where it is stored to again, in branches and
in loops, is mypy's own affair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mypy.checker import TypeChecker
from mypy.nodes import (
    LDEF,
    Block,
    CallExpr,
    Context,
    DictExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    ReturnStmt,
    Statement,
    StrExpr,
    Var,
)
from mypy.types import AnyType, Instance, NoneType, Type, get_proper_type

from dtensortypes.mypy_plugin.bodies.key_by_key import made_of_another
from dtensortypes.mypy_plugin.changes.changing import Key, filled_otherwise, other_names, stored_in
from dtensortypes.mypy_plugin.changes.filling import FILLING
from dtensortypes.mypy_plugin.changes.given_again import given_again
from dtensortypes.mypy_plugin.changes.handed import handed_on, is_handed_on
from dtensortypes.mypy_plugin.changes.own_uses import is_own
from dtensortypes.mypy_plugin.changes.reshaped import touches
from dtensortypes.mypy_plugin.changes.since_begun import is_filled_in_rounds, is_filled_since, is_name_filled_since
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.expressions import as_display, expressions
from dtensortypes.mypy_plugin.text.reaching import are_in_order, is_as_given, reached
from dtensortypes.mypy_plugin.text.rewritten import at, named_again, question
from dtensortypes.mypy_plugin.text.scope import assigned, blocks, current_body, current_function, shared, statements
from dtensortypes.mypy_plugin.types.compare import has_value, says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import branches_with, known_here, put_in_branch, under_key
from dtensortypes.mypy_plugin.types.types_of import anything

Entries = Mapping[Key, Type]
_TOLD = (names.TENSOR, names.DTYPE, names.DEVICE)
_BEGUN = " begun"
"""A key that no program has: under it stands that mypy has been told what is in the dict."""


def begin(checker: TypeChecker, place: NameExpr, whole: Instance) -> None:
    """Tell mypy what of note the dict has been begun with, when it first comes to it."""
    mark = item_of(place, _BEGUN)
    if under_key(checker, mark) is None and (branch := _branch_begun_in(checker, place)) is not None:
        put_in_branch(checker, branch, mark, NoneType())
        for key, type_ in (_begun_with(checker, place) or {}).items():
            if is_telling(checker, whole, type_):
                put_in_branch(checker, branch, item_of(place, key), type_)


def _branch_begun_in(checker: TypeChecker, place: NameExpr) -> int | None:
    """The branch around in which the variable was given the dict; None where it may have been stored to since then."""
    body, branches = current_body(checker), branches_with(checker, place)
    last = reached(body, assigned(body, place.node), place)
    begun = last[0] if last is not None else None
    if is_filled_since(body, begun, place) or (len(branches) > 1 and is_filled_in_rounds(body, begun, place)):
        return None  # what is told in a round is forgotten where it ends
    is_given = isinstance(place.node, Var) and place.node.is_argument
    return branches[-1] if branches else 0 if is_given else None


def is_telling(checker: TypeChecker, whole: Instance, value: Type) -> bool:
    """Whether the value is a tensor, dtype or device of which more is known, and mypy may hear of it."""
    is_known = (says_something(value) or has_value(value)) and any(is_a(get_proper_type(value), name) for name in _TOLD)
    return is_known and (not is_open(whole) or is_trial(checker) or names.imports_us(checker.tree))


def is_open(whole: Instance) -> bool:
    """Whether it is a dict of which nobody says what is in it."""
    return isinstance(get_proper_type(whole.args[-1]), AnyType)


def ask_at_returns(copied: FuncDef) -> None:
    """Have mypy come to the dicts that the body stores to, before it gives them back."""
    stored = stored_in(copied.body.body)
    for block in _blocks(copied.body) if stored else ():
        for place, one in reversed([*enumerate(block.body)]):
            if isinstance(one, ReturnStmt) and isinstance(one.expr, NameExpr) and one.expr.name in stored:
                block.body.insert(place, at(one, ExpressionStmt(question(one.expr))))


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    for inner in (inner for one in block.body for inner in blocks(one)):
        yield from _blocks(inner)


def item_of(place: NameExpr, key: Key) -> IndexExpr:
    """The item of the dict under this key."""
    return at(place, IndexExpr(named_again(place), at(place, StrExpr(str(key)))))


def note(checker: TypeChecker, place: Expression) -> None:
    """Remember what is in the dict at this place, which mypy has come to."""
    whole = get_proper_type(known_here(checker, place) if isinstance(place, NameExpr) else None)
    if isinstance(place, NameExpr) and place.kind == LDEF and isinstance(whole, Instance) and is_dict(whole):
        begin(checker, place, whole)
        _noted(current_body(checker))[id(place)] = _held(checker, place)


def note_given(checker: TypeChecker, context: Context, args: Iterable[list[Expression]]) -> None:
    """Remember what is in the dicts of the body that a call is given, or that stand in a dict beside it."""
    body = current_body(checker)
    for place in (*(one for several in args for one in several), *_spread_beside(body).get(id(context), ())):
        # Who fills a dict is known no sooner than where mypy knows which functions and modules are called.
        is_local = isinstance(place, NameExpr) and place.kind == LDEF and is_dict(checker.lookup_type_or_none(place))
        if is_local and (place.name in stored_in(body) or place.name in filled_otherwise(body)):
            note(checker, place)


@once_per_tree
def _spread_beside(body: list[Statement]) -> dict[int, list[Expression]]:
    """The dicts whose entries go into another one, `{**batch, "y": y.long()}`, by what stands in it besides."""
    found: dict[int, list[Expression]] = {}
    for part in (part for statement in statements(body) for part in expressions(statement)):
        if isinstance(part, DictExpr) and (spread := [value for key, value in part.items if key is None]):
            found |= {id(inner): spread for inner in expressions(part)}
        elif isinstance(part, OpExpr) and part.op == "|":
            found[id(part)] = [part.left, part.right]
        elif isinstance(part, CallExpr) and isinstance(part.callee, MemberExpr):
            found[id(part)] = [part.callee.expr]
    return found


def updated_with(checker: TypeChecker, call: CallExpr) -> Entries | None:
    """What `batch.update({"y": y})`, or `batch.update(y=y)`, stores."""
    found: dict[Key, Type] = {}
    for word, value in zip(call.arg_names, call.args, strict=True):
        given = None if word is not None else noted(checker, value) or _of_value(checker, value)
        if word is not None:
            found[word] = checker.lookup_type_or_none(value) or anything()
        elif given is not None:
            found.update(given)
        else:
            return None
    return found


def noted(checker: TypeChecker, place: Expression) -> Entries | None:
    """What was in the dict when mypy came to this place; None where that is not known, or was not asked for."""
    return _noted(current_body(checker)).get(id(place))


@once_per_tree
def _noted(_: list[Statement]) -> dict[int, Entries | None]:
    return {}


def is_dict(type_: Type | None) -> bool:
    """Whether it is a dict, and no other mapping."""
    proper = get_proper_type(type_)
    return isinstance(proper, Instance) and proper.type.fullname == "builtins.dict"


def _held(checker: TypeChecker, place: NameExpr) -> Entries | None:
    """All that is in the dict here; None where some key may be there that is not known, or not be there."""
    body = current_body(checker)
    begun = None if _is_filled_here(body, place) else _begun_with(checker, place)
    if begun is None or not (are_in_order(body) or _is_out_of_order(body, place)):
        return None
    stored = stored_in(body).get(place.name, frozenset())
    found: dict[Key, Type] = {}
    for key in (*begun, *(stored - begun.keys())):
        known = under_key(checker, item_of(place, key))
        if known is None and key not in begun:
            return None
        found[key] = known or (anything() if key in stored else begun[key])
    return found


def _is_out_of_order(body: list[Statement], place: NameExpr) -> bool:
    """Whether it does not matter in which order the statements stand: the body alone has the one dict, by one name."""
    is_one = len(assigned(body, place.node)) <= (not getattr(place.node, "is_argument", False))
    return is_one and place.name not in handed_on(body) and not other_names(body).get(place.name)


def _is_filled_here(body: list[Statement], place: NameExpr) -> bool:
    """Whether the dict may have been filled otherwise than under keys that are written out, since it was begun."""
    if place.name not in filled_otherwise(body):
        return False
    last = reached(body, assigned(body, place.node), place)
    begun = last[0] if last is not None else None
    return is_filled_since(body, begun, place) or is_filled_in_rounds(body, begun, place)


def _begun_with(checker: TypeChecker, place: NameExpr) -> Entries | None:
    """What the variable was given last; None where it is not certain what that was, or others may have changed it."""
    body = current_body(checker)
    if place.name in shared(checker.tree.defs) or touches(checker, place):
        return None
    if is_others(checker, place, place.line) or id(place) in _unseen(body):
        return None
    given = assigned(body, place.node)
    if isinstance(place.node, Var) and place.node.is_argument and (not given or is_as_given(body, given, place)):
        return _of_type(place.node.type)
    last = reached(body, given, place)
    if last is None or last[1] is None or len(getattr(last[0], "lvalues", ())) != 1:
        return None  # in `first = second = {}` it has two names
    another = made_of_another(checker, place)
    return another or _of_value(checker, last[1])


def is_others(checker: TypeChecker, place: NameExpr | MemberExpr, line: int) -> bool:
    """Whether others may have stored to it when the line is run, under a name of theirs, or another one of the body."""
    body = current_body(checker)
    if not isinstance(place, NameExpr):
        return is_handed_on(body, place, line)
    last = reached(body, assigned(body, place.node), place) if are_in_order(body) else None
    begun, value = last or (None, None)
    call = as_display(value) if value else None
    if isinstance(call, CallExpr) and not _is_own(checker, place):
        begun = None  # it may be what the body had before
    names_ = {*other_names(body).get(place.name, ()), *given_again(checker, call)} - {place.name}
    others = (name for name in names_ if _may_be_dict(body, name))
    return is_handed_on(body, place, line, begun) or any(
        begun is None or is_name_filled_since(body, begun, name, place) for name in others
    )


def _is_own(checker: TypeChecker, place: NameExpr) -> bool:
    """Whether no one but the body has the dict, though functions that it calls may have filled it."""
    return place.node is not None and is_own(current_body(checker), place.node, current_function(checker))


def _may_be_dict(body: list[Statement], name: str) -> bool:
    """Whether the variable may hold a dict; of one that mypy has not come to nothing is known."""
    variable = _variables(body).get(name)
    if variable is None or variable.type is None:
        return True
    return not any(is_a(get_proper_type(variable.type), name) for name in (names.TENSOR, names.MODULE))


@once_per_tree
def _variables(body: list[Statement]) -> dict[str, Var]:
    every = (part for statement in statements(body) for part in expressions(statement))
    return {part.name: part.node for part in every if isinstance(part, NameExpr) and isinstance(part.node, Var)}


@once_per_tree
def _unseen(body: list[Statement]) -> frozenset[int]:
    """The variables that stand in lambdas, which are run at any time, and those with a filling method of that name."""
    every = [part for statement in statements(body) for part in expressions(statement)]
    later = [part for one in every if isinstance(one, LambdaExpr) for part in expressions(one)]
    called = {id(one.callee) for one in every if isinstance(one, CallExpr)}
    methods = [one for one in every if isinstance(one, MemberExpr) and one.name in FILLING and id(one) not in called]
    kept = {one.expr.name for one in methods if isinstance(one.expr, NameExpr)}
    return frozenset(map(id, (*later, *(one for one in every if isinstance(one, NameExpr) and one.name in kept))))


def _of_value(checker: TypeChecker, value: Expression) -> Entries | None:
    """What is in a dict that is written out, also of others: `{**batch, "y": y}`, `batch | {"y": y}`."""
    match as_display(value):
        case DictExpr(items=pairs):
            found: dict[Key, Type] = {}
            for key, inner in pairs:
                spread = noted(checker, inner) if key is None else None
                if isinstance(key, StrExpr):
                    found[key.value] = checker.lookup_type_or_none(inner) or anything()
                elif spread is not None:
                    found.update(spread)
                else:
                    return None
            return found
        case OpExpr(op="|", left=left, right=right):
            first, second = (noted(checker, one) or _of_value(checker, one) for one in (left, right))
            return None if first is None or second is None else {**first, **second}
        case CallExpr(callee=MemberExpr(expr=NameExpr() as source, name=dict.copy.__name__), args=[]):
            return noted(checker, source)
        case CallExpr():
            return _of_type(checker.lookup_type_or_none(value)) if objects.is_certain(checker, value) else None
    return None


def _of_type(type_: Type | None) -> Entries | None:
    """What is in a dict by its type."""
    given = objects.arguments(type_) if type_ is not None and is_dict(type_) else None
    words = [getattr(get_proper_type(one), "value", None) for one in (given or [])[::2]]
    if not given or not all(isinstance(word, str) for word in words):
        return None
    return dict(zip(map(str, words), given[1::2], strict=True))
