"""Modules that a constructor makes an attribute, and gives to another object as well: who moves that one moves both.

`self.net = Net(); self.ema = EMA(self.net); self.ema.cuda()`, by the text alone. A module's own parts are followed
otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, ClassDef, Expression, FuncDef, MemberExpr, MypyFile, NameExpr, Statement

from dtensortypes.mypy_plugin.changes.disturbed import changed_parameters, handed_on
from dtensortypes.mypy_plugin.changes.owners import all_places_in, attribute_of, places_in, root
from dtensortypes.mypy_plugin.text.expressions import calls
from dtensortypes.mypy_plugin.text.scope import statements, targets


def given_away(cls: ClassDef, file: MypyFile | None) -> list[str]:
    """The attributes whose modules the constructor gives to others, or that are variables which it gives to others."""
    init = next((one for one in cls.defs.body if isinstance(one, FuncDef) and one.name == "__init__"), None)
    if init is None or not init.arguments:
        return []
    own = init.arguments[0].variable.name
    known = {f"{own}.{one.name}": one for one in cls.defs.body if isinstance(one, FuncDef)}
    known |= {one.name: one for one in (file.defs if file is not None else ()) if isinstance(one, FuncDef)}
    given, same = set[str](), list[tuple[str, str]]()
    for statement in statements(init.body.body):
        several = list(targets(statement))
        kept = {attribute_of(target) for target, _ in several if isinstance(target, MemberExpr)}
        if not any(isinstance(value, NameExpr | MemberExpr) for _, value in several):
            places = [(root(place), attribute_of(place)) for place in _handed(statement, known)]
            given |= {name for name, _ in places if name != own}
            given |= {f".{name}" for root_, name in places if root_ == own and name not in kept}
        for target, value in several:
            if isinstance(target, MemberExpr) and isinstance(value, NameExpr):
                same.append((target.name, value.name))
    return sorted({one[1:] for one in given if one.startswith(".")} | {one for one, name in same if name in given})


def _handed(statement: Statement, known: dict[str, FuncDef]) -> list[Expression]:
    """The places that the statement hands on, to torch's classes too, but for functions that leave them as they are."""
    spared = {id(place) for call in calls(statement) for place in _spared(call, known)}
    found = [*handed_on(statement, look_inside=False), *_held(statement)]
    return [place for place in found if id(place) not in spared]


def _spared(call: CallExpr, known: dict[str, FuncDef]) -> Iterator[Expression]:
    is_method = isinstance(call.callee, MemberExpr)
    name = call.callee.name if isinstance(call.callee, NameExpr | MemberExpr) else ""
    function = known.get(f"{root(call.callee)}.{name}" if is_method else name)
    if function is None:
        return
    changing = changed_parameters(function)
    for place, (argument, word) in enumerate(zip(call.args, call.arg_names, strict=True), int(is_method)):
        if place not in changing and word not in changing:
            yield from places_in(argument)


def _held(statement: Statement) -> Iterator[Expression]:
    """What a new object is given, of whichever class it is."""
    for call in calls(statement):
        match call:
            case CallExpr(callee=NameExpr(name=name) | MemberExpr(name=name)) if name[:1].isupper():
                yield from all_places_in(call.args)
