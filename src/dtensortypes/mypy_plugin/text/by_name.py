"""Attributes that are given values by name: `setattr(self, name, x)`, `vars(self)`, `mock.patch.object`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    Expression,
    IndexExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    Statement,
    StrExpr,
    TypeAlias,
    TypeInfo,
)
from mypy.types import Instance

from dtensortypes.mypy_plugin.ground.names import is_torchs
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import calls, expressions, is_self
from dtensortypes.mypy_plugin.text.scope import bodies, functions, statements, targets

_SETTING: Final = frozenset({setattr.__name__, "__setattr__"})
_SHOWING: Final = frozenset(
    {*(f"builtins.{one.__name__}" for one in (print, repr, str, len)), "json.dumps", "json.dump", "copy.deepcopy"}
)
"""What makes a text, or a whole copy, of a dict: nothing of the dict itself gets out."""
_CHANGING: Final = frozenset({"update", "setdefault", "pop", "clear", dict.__setitem__.__name__})


class _Word(NamedTuple):
    """A word that the program puts together, as far as it is written out: `f"{kind}_embed"`."""

    begun: str = ""
    ended: str = ""

    def may_be(self, name: str) -> bool:
        is_long = len(name) >= len(self.begun) + len(self.ended)
        return is_long and name.startswith(self.begun) and name.endswith(self.ended)


class _Set(NamedTuple):
    """What a file sets so: attributes of these names, or of such names in the objects of a class, or in any object.

    `dicts` is whether it gets hold of the attributes of other objects than `self`.
    """

    names: frozenset[str]
    classes: frozenset[tuple[str, _Word]]
    others: frozenset[_Word]
    dicts: bool


def words(tree: MypyFile) -> frozenset[str]:
    """The names of attributes that the file writes out as words where it gives them values."""
    return _set(tree).names


def is_set_by_name(tree: MypyFile, info: TypeInfo, name: str) -> bool:
    """Whether the file may give the attribute a value in this way."""
    found = _set(tree)
    if name in found.names or any(word.may_be(name) for word in found.others):
        return True
    bases = {base.fullname for base in info.mro} if found.classes else frozenset[str]()
    return any(cls in bases and word.may_be(name) for cls, word in found.classes)


def is_set_by_dict(tree: MypyFile) -> bool:
    """Whether the file may give attributes of other objects than `self` values so: `vars(args).update(options)`."""
    return _set(tree).dicts


@once_per_tree
def exchanged(tree: MypyFile) -> frozenset[str]:
    """The names under which the file gives torch's modules and classes something else: `F.relu = f`, `mock.patch`."""
    found: set[str] = set()
    for statement in (one for body in bodies(tree.defs) for one in statements(body)):
        found |= {
            place.name for place, _ in targets(statement) if isinstance(place, MemberExpr) and _is_torchs(place.expr)
        }
        for call in calls(statement):
            is_set = _sets(call.callee) or _is_named(call.callee, "object")
            match call.args:
                case [owner, StrExpr(value=name), *_] if is_set and _is_torchs(owner):
                    found.add(name)
                case [StrExpr(value=path), *_] if is_set or _is_named(call.callee, "patch"):
                    found |= {path.rpartition(".")[2]} if is_torchs(path) else set()
    return frozenset(found)


def _is_torchs(place: Expression) -> bool:
    match place:
        case RefExpr(node=TypeAlias(target=Instance(type=cls))):  # `Fixed = torch.distributions.Categorical`
            return is_torchs(cls.fullname)
    return isinstance(place, RefExpr) and is_torchs(place.fullname)


def _is_named(callee: Expression, name: str) -> bool:
    return isinstance(callee, NameExpr | MemberExpr) and callee.name == name


@once_per_tree
def _set(tree: MypyFile) -> _Set:
    names: set[str] = set()
    classes: set[tuple[str, _Word]] = set()
    others: set[_Word] = set()
    dicts = False
    for owner, body in [(None, tree.defs), *((f.info or None, f.body.body) for f in functions(tree))]:
        for place in _changed_dicts(body):
            others |= set() if is_self(place) else {_Word()}
        every = [part for statement in statements(body) for part in expressions(statement)]
        shown = {id(one) for part in every for one in _shown(part)}
        for expression in (part for part in every if id(part) not in shown):
            match expression:
                case CallExpr(callee=callee, args=[*_, place, StrExpr(value=name), _]) if _sets(callee):
                    names.add(name)
                case CallExpr(callee=MemberExpr(name="object"), args=[_, StrExpr(value=name), *_]):  # `patch.object`
                    names.add(name)
                case CallExpr(callee=callee, args=[place, name, _]) if _sets(callee):
                    others |= set() if is_self(place) else {_word(name)}
                    classes |= {(owner.fullname, _word(name))} if owner else set()
                case (
                    CallExpr(callee=NameExpr(fullname="builtins.vars"), args=[place])
                    | MemberExpr(expr=place, name="__dict__")
                ):
                    dicts |= not is_self(place)
                    classes |= {(owner.fullname, _Word())} if owner and is_self(place) else set()
    return _Set(frozenset(names), frozenset(classes), frozenset(others), dicts)


def _word(name: Expression) -> _Word:
    match name:
        case CallExpr(callee=MemberExpr(expr=StrExpr(value=""), name=str.join.__name__), args=[ListExpr(items=parts)]):
            ends = [part.value if isinstance(part, StrExpr) else "" for part in (parts[:1] + parts[-1:])]
            return _Word(*ends)  # an f-string: to mypy it is such a call
        case OpExpr(op="+", left=left, right=right):
            begun, ended = (part.value if isinstance(part, StrExpr) else None for part in (left, right))
            return _Word(_word(left).begun if begun is None else begun, _word(right).ended if ended is None else ended)
        case OpExpr(op="%", left=StrExpr(value=text)):
            return _Word(text.partition("%")[0])
        case CallExpr(callee=MemberExpr(expr=StrExpr(value=text), name=str.format.__name__)):
            return _Word(text.partition("{")[0], text.rpartition("}")[2])
    return _Word()


def _changed_dicts(body: list[Statement]) -> Iterator[Expression]:
    """The objects whose attributes the body changes as a dict: `vars(args)["n"] = 3`, `x.__dict__.update(n=3)`."""
    wholes: list[Expression | None] = []
    for statement in statements(body):
        for target, value in targets(statement):
            wholes += [target.base if isinstance(target, IndexExpr) else target, value]
        wholes += [one.expr for one in expressions(statement) if isinstance(one, MemberExpr) and one.name in _CHANGING]
    for whole in wholes:
        match whole:
            case CallExpr(callee=NameExpr(fullname="builtins.vars"), args=[place]):
                yield place
            case MemberExpr(expr=place, name="__dict__"):
                yield place


def _shown(part: Expression) -> list[Expression]:
    """What the call shows, or makes a whole copy of."""
    match part:
        case CallExpr(callee=RefExpr(fullname=name), args=args) if name in _SHOWING:
            return args
    return []


def _sets(callee: Expression) -> bool:
    return isinstance(callee, NameExpr | MemberExpr) and callee.name in _SETTING
