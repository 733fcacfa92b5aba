"""Containers of modules that a constructor fills in rounds of which nobody knows how many there are.

What kinds of modules may be in one at the end mypy tells: it is asked in a statement behind all others of the copy. So
it is of a module into which the constructor has put parts: `self.backbone.fc = nn.Linear(512, 10)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mypy.checker import TypeChecker
from mypy.nodes import Expression, ExpressionStmt, FuncDef, MemberExpr, ReturnStmt, Var
from mypy.typeops import make_simplified_union
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.parts import parts_of
from dtensortypes.mypy_plugin.changes.put_in_parts import put_in_parts
from dtensortypes.mypy_plugin.ground.names import SEQUENTIAL
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.text.copies import given_attributes
from dtensortypes.mypy_plugin.text.expressions import is_self
from dtensortypes.mypy_plugin.text.rewritten import at, duplicate, inside
from dtensortypes.mypy_plugin.types.contents import ANY, has_size, holding, is_part, is_whole, items_of
from dtensortypes.mypy_plugin.types.facts_of import holds_modules
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.types_of import anything


def ask_at_the_end(copied: FuncDef) -> None:
    """Have mypy say what is in the attributes that the constructor fills when it is done."""
    body = copied.body.body
    if copied.name != "__init__" or any(isinstance(one, ReturnStmt) for one in inside(body)):
        return
    filled = (place for one in inside(body) for place in filled_by(one))
    places = {place.name: place for place in filled if isinstance(place, MemberExpr) and is_self(place.expr)}
    parts = {name: _owned(places_[0]) for name, places_ in put_in_parts(body).items()}
    body += [at(body[-1], ExpressionStmt(duplicate(place))) for place in {**parts, **places}.values()]


def _owned(place: MemberExpr) -> MemberExpr:
    """The attribute of the object itself: `self.net` of `self.net.body.fc`."""
    while isinstance(place.expr, MemberExpr):
        place = place.expr
    return place


@dataclass
class Filling:
    """What has been put into the attributes of the object, while mypy looks at its constructor for one call."""

    put_in: dict[str, list[Type]] = field(default_factory=dict)
    again: frozenset[Var] = frozenset()
    """The attributes that the bodies at hand give several values, one of which is written in the text: in rounds."""


def note(checker: TypeChecker, place: Expression | None, type_: Type | None) -> None:
    """The type has been put into the container; None where it is not known what."""
    filling = watch(checker.errors, checker.modules).trial
    if isinstance(filling, Filling) and isinstance(place, MemberExpr) and is_self(place.expr):
        filling.put_in.setdefault(place.name, []).append(type_ or anything())


def at_last(checker: TypeChecker, copied: FuncDef, types: Mapping[Expression, Type]) -> Iterator[tuple[str, Type]]:
    """The attributes of which mypy has been asked so, each with the type of the container."""
    filling = watch(checker.errors, checker.modules).trial
    put_in = filling.put_in if isinstance(filling, Filling) else {}
    for statement in copied.body.body:
        place = statement.expr if isinstance(statement, ExpressionStmt) else None
        if isinstance(place, MemberExpr) and is_self(place.expr) and place in types:
            whole, new = get_proper_type(types[place]), put_in.get(place.name, [])
            is_known = all(map(is_part, new)) and any(map(has_size, new))  # of others there is little to be said
            if isinstance(whole, Instance) and _is_container(whole) and is_known:
                held = make_simplified_union([*items_of(whole).values(), *new])
                yield place.name, holding(checker, whole, {ANY: held})


def with_parts(copied: FuncDef, types: Mapping[Expression, Type]) -> Iterator[tuple[str, Type]]:
    """The attributes into whose modules the constructor has put parts, each with the type of the module."""
    put = put_in_parts(copied.body.body)
    for statement in copied.body.body if put else ():
        place = statement.expr if isinstance(statement, ExpressionStmt) else None
        if isinstance(place, MemberExpr) and is_self(place.expr) and place.name in put and place in types:
            whole = get_proper_type(types[place])
            if isinstance(whole, Instance) and parts_of(whole):
                yield place.name, whole


def _is_container(whole: Instance) -> bool:
    """Whether it is a container of which it is known what it began with, and the order of which is no matter."""
    return holds_modules(whole) and is_whole(whole) and whole.type.fullname != SEQUENTIAL


def begin_anew(copied: FuncDef) -> None:
    """Let mypy forget what other calls of the constructor put into the containers, while it looks at this one."""
    for target in given_attributes(copied) if copied.name == "__init__" else ():
        variable = target.def_var
        if variable is not None and variable.is_inferred and variable.type is not None and holds_modules(variable.type):
            variable.type = variable.type.accept(forgotten())
