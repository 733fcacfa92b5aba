"""Dicts into which decorators of the file put its functions and classes: `@register("vit")`, then `MODELS["vit"](n)`.

Such a dict is as if it were written out, with what is decorated under its keys, where nobody else gets hold of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mypy.nodes import (
    GDEF,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    ComparisonExpr,
    Decorator,
    DictExpr,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    Statement,
    StrExpr,
    SymbolNode,
    TypeInfo,
    Var,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.computed import Unknown, refuse
from dtensortypes.mypy_plugin.text.decorators import given_back_by, gives_back
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.rewritten import at
from dtensortypes.mypy_plugin.text.scope import assigned, bodies, decorators, shared, statements, targets

_READING: Final = frozenset({dict.get.__name__, dict.keys.__name__, dict.values.__name__, dict.items.__name__})
_LOOKING: Final = frozenset(f"builtins.{name}" for name in ("len", "sorted", "list", "tuple", "print", "set"))


def table(tree: MypyFile, name: NameExpr) -> DictExpr | None:
    """The dict that the variable of this file is, as it would be written out; None of any other."""
    return _registries(tree).get(name.node) if name.kind == GDEF and isinstance(name.node, Var) else None


def begun(tree: MypyFile, written: DictExpr) -> NameExpr | None:
    """The place of the variable that such a dict begins as, which says nothing of its type."""
    given = (
        pair for one in tree.defs if isinstance(one, AssignmentStmt) and one.rvalue is written for pair in targets(one)
    )
    place = next((target for target, _ in given), None)
    is_plain = isinstance(place, NameExpr) and isinstance(place.node, Var) and place.node.is_inferred
    return place if is_plain and isinstance(place, NameExpr) and table(tree, place) is not None else None


@once_per_tree
def _registries(tree: MypyFile) -> dict[SymbolNode | None, DictExpr]:
    """By their variables."""
    own = [one for one in tree.defs if isinstance(one, FuncDef)]
    filling = [
        (place.base.node, by, _Key(place.index, by, made))
        for by in own
        for place, made in _put_by(by)
        if isinstance(place.base, NameExpr)
    ]
    written = ((variable, _written_out(tree, variable, by, key)) for variable, by, key in filling)
    return {variable: whole for variable, whole in written if whole is not None}


def _put_by(function: FuncDef) -> Iterator[tuple[IndexExpr, FuncDef]]:
    """Where the decorator, or the maker of one, puts what it gives back: the place, and the decorator."""
    made = given_back_by(function)
    if made is None:
        return
    wrapped = made.arguments[0].variable.name
    stores = [one for one in statements(made.body.body) if isinstance(one, AssignmentStmt) and _is_store(one, wrapped)]
    match stores:
        case [AssignmentStmt(lvalues=[IndexExpr(base=NameExpr(kind=kind)) as place])] if kind == GDEF:
            yield place, made


def _is_store(statement: AssignmentStmt, wrapped: str) -> bool:
    return isinstance(statement.rvalue, NameExpr) and statement.rvalue.name == wrapped


def _written_out(tree: MypyFile, variable: SymbolNode | None, by: FuncDef, key: _Key) -> DictExpr | None:
    begun = [value for _, value in assigned(tree.defs, variable)]
    if len(begun) != 1 or not isinstance(begun[0], DictExpr) or begun[0].items or not isinstance(variable, Var):
        return None
    uses = list(_named(tree, variable.name))
    read = {id(one) for body in bodies(tree.defs) for one in _read(body)}
    stores = [one for one in uses if one.line in range(by.line, (by.end_line or by.line) + 1) and id(one) not in read]
    others = [one for one in uses if id(one) not in read and one not in stores]
    if variable.name in shared(tree.defs) or len(stores) != 1 or others:
        return None
    pairs = [_pair(one, by, key) for one in tree.defs if isinstance(one, Decorator | ClassDef)]
    known = [pair for pair in pairs if pair is not None]
    keys = [key.value for key, _ in known]
    is_whole = len(known) == sum(_is_by(one, by) for one in _every_decorator(tree)) == _spoken_of(tree, by)
    return at(begun[0], DictExpr(list(known))) if is_whole and len(set(keys)) == len(keys) else None


def _pair(decorated: Decorator | ClassDef, by: FuncDef, under: _Key) -> tuple[StrExpr, Expression] | None:
    """The key, and the function or class by its name, if the decorator alone is above it, and says the key."""
    match decorated.decorators if isinstance(decorated, ClassDef) else decorated.original_decorators:
        case [one] if _is_by(one, by) and (key := under.of(one, decorated.name)):
            node = decorated.info if isinstance(decorated, ClassDef) else decorated.func
            return at(decorated, StrExpr(key)), _name_of(decorated, node)
    return None


@dataclass(frozen=True, slots=True)
class _Key:
    """Under which key the decorator that `by` makes, or is, puts what it is above."""

    written: Expression
    by: FuncDef
    made: FuncDef

    def of(self, decorator: Expression, name: str) -> str | None:
        """The key of what has this name; None where that is not known."""
        try:
            return self._of(self.written, decorator, name)
        except Unknown:
            return None

    def _of(self, part: Expression, decorator: Expression, name: str) -> str | None:
        match part:
            case StrExpr(value=word):
                return word
            case NameExpr(name="None"):
                return None
            case MemberExpr(expr=NameExpr(name=wrapped), name="__name__") if wrapped == self.made.arg_names[0]:
                return name
            case CallExpr(callee=MemberExpr(expr=inner, name=str.lower.__name__), args=[]):
                return (self._of(inner, decorator, name) or refuse()).lower()
            case OpExpr(op="or", left=left, right=right):
                return self._of(left, decorator, name) or self._of(right, decorator, name)
            case NameExpr(node=variable, name=word):
                given = assigned(self.made.body.body, variable)
                is_maker = self.made is not self.by and word in self.by.arg_names and not given
                value = _given(decorator, self.by, word) if is_maker else given[0][1] if len(given) == 1 else None
                return self._of(value or refuse(), decorator, name)
        raise Unknown


def _given(decorator: Expression, by: FuncDef, word: str) -> Expression | None:
    """What the maker of the decorator is given under the word, or has by default; it gives it no other value."""
    if any(
        isinstance(place, NameExpr) and place.name == word
        for one in statements(by.body.body)
        for place, _ in targets(one)
    ):
        return None
    match decorator:
        case CallExpr(args=[key], arg_names=[None]) if by.arg_names[0] == word:
            return key
        case CallExpr(args=[key], arg_names=[name]) if name == word:
            return key
        case CallExpr(args=[]):
            return by.arguments[by.arg_names.index(word)].initializer
    return None


def _name_of(place: Statement, node: FuncDef | TypeInfo) -> NameExpr:
    name = at(place, NameExpr(node.name))
    name.kind, name.node, name.fullname = GDEF, node, node.fullname
    return name


def _is_by(decorator: Expression, by: FuncDef) -> bool:
    named = decorator.callee if isinstance(decorator, CallExpr) else decorator
    return isinstance(named, RefExpr) and named.node is by and isinstance(decorator, CallExpr) is not gives_back(by)


def _every_decorator(tree: MypyFile) -> list[Expression]:
    of_classes = [one for cls in tree.defs if isinstance(cls, ClassDef) for one in cls.decorators]
    return [*of_classes, *(one for several in decorators(tree).values() for one in several)]


def _spoken_of(tree: MypyFile, by: FuncDef) -> int:
    """How often the file names the decorator."""
    above = (part for one in _every_decorator(tree) for part in expressions(one) if _is_named(part, by.name))
    return len({id(part) for part in (*above, *_named(tree, by.name))})


def _named(tree: MypyFile, name: str) -> Iterator[Expression]:
    """Where a body of the file names the variable or function, but to give it its value."""
    for one in (statement for body in bodies(tree.defs) for statement in statements(body)):
        given = {id(target) for target, _ in targets(one)}
        yield from (part for part in expressions(one) if _is_named(part, name) and id(part) not in given)


def _is_named(part: Expression, name: str) -> bool:
    return isinstance(part, NameExpr) and part.name == name


def _read(body: list[Statement]) -> Iterator[Expression]:
    """What the body only reads: `MODELS[name]`, `name in MODELS`, `MODELS.keys()`."""
    for statement in statements(body):
        if isinstance(statement, ForStmt):
            yield statement.expr
        given = {id(target) for target, _ in targets(statement)}
        for part in (one for one in expressions(statement) if id(one) not in given):
            match part:
                case IndexExpr(base=place):
                    yield place
                case CallExpr(callee=MemberExpr(expr=place, name=name)) if name in _READING:
                    yield place
                case CallExpr(callee=RefExpr(fullname=name), args=args) if name in _LOOKING:
                    yield from args
                case ComparisonExpr(operands=operands):
                    yield from operands
