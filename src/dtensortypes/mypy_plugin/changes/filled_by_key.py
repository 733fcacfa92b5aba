"""`nn.ModuleDict`s that a body fills key by key: with each module the dict is made anew of what is in it by then.

That is done where the loops around are written out (`unrolled.py`) and the keys are words in the text.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    ARG_POS,
    AssignmentStmt,
    CallExpr,
    DictExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    Statement,
    StrExpr,
    Var,
)

from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.expressions import as_display
from dtensortypes.mypy_plugin.text.places import place_of
from dtensortypes.mypy_plugin.text.rewritten import at, duplicate, inside, named

Entry = tuple[str, Expression]


def are_keyed(body: list[Statement]) -> bool:
    """Whether the body puts something into a dict of modules that it makes."""
    made = {place_of(place) for statement in inside(body) for place, *_ in _made(statement)}
    return bool(made) and any(place_of(place) in made for one in inside(body) for place in filled_by(one))


def as_displays(function: FuncDef) -> None:
    """Have each dict of modules that the body fills under words, wherever it does, made of a display."""
    body = function.body.body
    if not are_keyed(body):
        return
    certain = [place_of(place) for statement in body for place, *_ in _made(statement)]
    filled = [place_of(place) for one in inside(body) for place in filled_by(one)]
    known = [place_of(place) for one in body for place, _ in _put_in(one)]
    words = {word for word in certain if certain.count(word) == 1 and filled.count(word) == known.count(word)}
    dicts: dict[str, _Dict] = {}
    function.body.body = [new for statement in body for new in _rewritten(statement, words, dicts)]


class _Dict:
    """A dict of modules that is being filled, and the variables of what is in it."""

    def __init__(self, call: CallExpr) -> None:
        self.callee = call.callee
        self.held: dict[str, Var] = {}

    def filled(self, place: Expression, entries: list[Entry], statement: Statement) -> Iterator[Statement]:
        for key, value in entries:
            self.held[key] = Var(f"what is in {place_of(place)} under {key}")
            self.held[key].is_inferred = True
            yield at(statement, AssignmentStmt([named(self.held[key], statement)], value))
        pairs = [(at(statement, StrExpr(key)), named(one, statement)) for key, one in self.held.items()]
        display = at(statement, DictExpr([*pairs]))
        again = at(statement, CallExpr(duplicate(self.callee), [display], [ARG_POS], [None]))
        target = duplicate(place)
        assert isinstance(target, NameExpr | MemberExpr)
        yield at(statement, AssignmentStmt([target], again))


def _rewritten(statement: Statement, words: set[str], dicts: dict[str, _Dict]) -> Iterator[Statement]:
    for place, call, entries in _made(statement):
        word = place_of(place)
        if word in words:
            dicts[word] = _Dict(call)
            yield from dicts[word].filled(place, entries, statement)
            return
    for place, entries in _put_in(statement):
        word = place_of(place)
        if word in dicts:
            yield from dicts[word].filled(place, entries, statement)
            return
    yield statement


def _made(statement: Statement) -> Iterator[tuple[Expression, CallExpr, list[Entry]]]:
    """The place that the statement gives a new dict of modules, the call that makes it, and what is in it."""
    match statement:
        case AssignmentStmt(lvalues=[place], rvalue=CallExpr(callee=RefExpr(fullname=name), args=args) as call):
            entries = _entries(args[0]) if args else []
            if name == names.MODULE_DICT and len(args) < 2 and entries is not None and place_of(place):
                yield place, call, entries


def _put_in(statement: Statement) -> Iterator[tuple[Expression, list[Entry]]]:
    """The place into which the statement puts something under words, and what."""
    entries: list[Entry] | None = None
    match statement:
        case AssignmentStmt(lvalues=[IndexExpr(base=place, index=StrExpr(value=key))], rvalue=value):
            entries = [(key, value)]
        case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=place, name=name), args=[StrExpr(value=key), value])):
            entries = [(key, value)] if name == "add_module" else None
        case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=place, name=dict.update.__name__), args=[given])):
            entries = _entries(given)
    if entries and place_of(place):
        yield place, entries


def _entries(display: Expression) -> list[Entry] | None:
    """What is in a dict that is written out under words; None where that is not known."""
    written = as_display(display)
    if not isinstance(written, DictExpr):
        return None
    found = [(key.value, value) for key, value in written.items if isinstance(key, StrExpr)]
    return found if len(found) == len(written.items) else None
