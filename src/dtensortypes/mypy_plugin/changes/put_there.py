"""Which expressions what is at a place of a body may come from: an item of a list, an entry of a dict, a variable.

It is told by the text alone, whatever the order in which the statements are run: all that the body ever puts there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from mypy.nodes import (
    LDEF,
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    GeneratorExpr,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    ReturnStmt,
    SetComprehension,
    SetExpr,
    SliceExpr,
    StarExpr,
    Statement,
    TupleExpr,
    Var,
)

from dtensortypes.mypy_plugin.changes.own_uses import stores
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import as_display, expressions, is_none
from dtensortypes.mypy_plugin.text.order import is_later
from dtensortypes.mypy_plugin.text.rewritten import is_question
from dtensortypes.mypy_plugin.text.scope import assigned, statements
from dtensortypes.mypy_plugin.text.things import (
    ALIKE,
    ALL_VALUES,
    COPYING,
    ENTRIES,
    IN_PAIRS,
    ITEM,
    LOOKING_UP,
    NEXT,
    PICKING,
    TAKING,
    Path,
    anywhere,
    is_of_one,
    loose,
    may_be,
    named_in,
    positional,
    step,
)

Source = tuple[Expression, Path]
"""An expression, and where in its value what is asked for lies."""
_DEEPEST: Final = 4
_WITH_DEFAULT: Final = 2
_FILTER: Final = "builtins.filter"
_COUNTED: Final = "builtins.enumerate"
_WITH_FACTORY: Final = "collections.defaultdict"
_DICTS: Final = frozenset({"builtins.dict", "collections.OrderedDict"})
_MAKING: Final = ALIKE | IN_PAIRS | _DICTS | {_WITH_FACTORY}
_SETTINGS: Final = frozenset({None, "maxlen", "key", "reverse", "strict", "start", "k"})
"""What may be said by name of how a container is made of another one."""
_EMPTY: Final = frozenset({"builtins.list", "builtins.dict", "builtins.set", "collections.deque"})
"""What makes an empty container where it is given nothing."""


def sources(
    body: list[Statement], place: Expression, path: Path = (), *, through_names: bool = True
) -> list[Source] | None:
    """All the expressions that what is at the place, or at the path in it, may come from; None where some are not told.

    `None` itself is one of them, and a parameter. A variable that is put there is one, too, unless it goes through
    the names.
    """
    search = _Search(body, place, through_names)
    try:
        search.value(place, path)
    except _UnknownError:
        return None
    return search.found


class _UnknownError(Exception):
    """What is at the place may come from elsewhere."""


@dataclass(slots=True)
class _Search:
    body: list[Statement]
    start: Expression
    through_names: bool
    found: list[Source] = field(default_factory=list)
    asked: set[tuple[int, Path]] = field(default_factory=set)

    def value(self, of: Expression, path: Path) -> None:
        """Add the sources of what lies at the path in the value of the expression."""
        if len(path) > _DEEPEST:
            raise _UnknownError
        match of:
            case NameExpr() if is_none(of):
                self.found.append((of, ()))
            case _ if not path and not self.through_names and of is not self.start:
                self.found.append((of, ()))  # as it is where it is put there
            case NameExpr(node=Var() as variable, kind=kind) if kind == LDEF:
                self._variable(variable, path)
            case IndexExpr(base=base, index=SliceExpr()) if path:
                self.value(base, anywhere(path))
            case IndexExpr(base=base, index=index) if not isinstance(index, SliceExpr):
                self.value(base, (step(index), *path))
            case OpExpr(left=asked, right=value) if is_question(asked):
                self.value(value, path)
            case ConditionalExpr(if_expr=one, else_expr=other) | OpExpr(left=one, right=other, op="or" | "and"):
                self._all((one, other), path)
            case AssignmentExpr(value=value):
                self.value(value, path)
            case CallExpr():
                self._call(of, path)
            case _ if path:
                self._inside(of, path)
            case _:
                self.found.append((of, path))

    def _all(self, several: Iterable[Expression], path: Path) -> None:
        for one in several:
            self.value(one, path)

    def _inside(self, whole: Expression, path: Path) -> None:
        first, rest = path[0], path[1:]
        match whole:
            case TupleExpr(items=items) if isinstance(first, int) and not any(isinstance(i, StarExpr) for i in items):
                if not -len(items) <= first < len(items):
                    raise _UnknownError
                self.value(items[first], rest)
            case TupleExpr(items=items) | ListExpr(items=items) | SetExpr(items=items):
                for item in items:
                    self.value(*((item.expr, anywhere(path)) if isinstance(item, StarExpr) else (item, rest)))
            case DictExpr(items=pairs):
                for key, value in pairs:
                    if key is None:
                        self.value(value, path)
                    elif may_be((step(key),), path):
                        self.value(value, rest)
            case (
                ListComprehension(generator=GeneratorExpr(left_expr=value))
                | SetComprehension(generator=GeneratorExpr(left_expr=value))
                | GeneratorExpr(left_expr=value)
                | DictionaryComprehension(value=value)
            ):
                self.value(value, rest)
            case OpExpr(left=one, right=other, op="+" | "|"):
                self._all((one, other), anywhere(path))
            case OpExpr(left=ListExpr() as one, op="*") | OpExpr(right=ListExpr() as one, op="*"):
                self.value(one, path)
            case MemberExpr():  # of an attribute it is known what all methods put there
                self.found.append((whole, path))
            case _:
                raise _UnknownError

    def _call(self, call: CallExpr, path: Path) -> None:
        written = as_display(call)
        if written is not None and written is not call:
            self.value(written, path)
            return
        match call.callee:
            case MemberExpr(expr=base, name=name) if name in TAKING:
                key = step(call.args[0]) if call.args else ITEM
                self.value(base, (loose(key), *path))
                self._all(call.args[1:], path)
                if name == LOOKING_UP and len(call.args) < _WITH_DEFAULT:
                    self.found.append((NameExpr("None"), ()))
            case MemberExpr(expr=base, name=name) if name in ALL_VALUES and path:
                self.value(base, path)
            case MemberExpr(expr=base, name=name) if name == ENTRIES and path[1:2] == (1,):
                self.value(base, (ITEM, *path[2:]))
            case RefExpr(fullname=name) if name in PICKING:
                is_in_first = is_of_one(call)
                self._all(positional(call)[: 1 if is_in_first else None], (ITEM, *path) if is_in_first else path)
                self._all(call.args[1:] if name == NEXT else (), path)
            case RefExpr(fullname=name) if name in COPYING:
                self._all(call.args[:1], path)
            case RefExpr(fullname=name) if path and name in _MAKING:
                self._made(call, name, path)
            case _:
                self.found.append((call, path))

    def _made(self, call: CallExpr, name: str, path: Path) -> None:
        """Add the sources of what is in a container that is made of another one, or of nothing."""
        first, rest, given = path[0], path[1:], positional(call)
        is_spread = any(kind.is_star() for kind in call.arg_kinds)
        if not set(call.arg_names) <= _SETTINGS:
            raise _UnknownError
        if name in IN_PAIRS:
            self._in_pairs(given, path, is_counted=name == _COUNTED, is_spread=is_spread)
        elif name == _WITH_FACTORY and len(call.args) == 1:
            self._made_by(call.args[0], rest)
        elif name == _FILTER:
            self._all(given[1:], (loose(first), *rest))
        elif is_spread:
            raise _UnknownError
        else:
            self._all(given[:1], path if name in _DICTS else anywhere(path))

    def _in_pairs(self, given: list[Expression], path: Path, *, is_counted: bool, is_spread: bool) -> None:
        """What is in `enumerate(xs)`, `zip(xs, ys)` or `zip(*rows)`."""
        column = path[1] if len(path) > 1 else ITEM
        if is_spread and len(given) == 1 and isinstance(path[0], int) and len(path) > 1:
            self.value(given[0], (ITEM, path[0], *path[2:]))  # `*xs`, as it is written, is xs
        elif is_spread or not isinstance(column, int) or (is_counted and column != 1):
            raise _UnknownError
        else:
            self._all(given[:1] if is_counted else given[column : column + 1], (ITEM, *path[2:]))

    def _made_by(self, factory: Expression, path: Path) -> None:
        """What `defaultdict(list)` or `defaultdict(lambda: x)` makes itself."""
        if isinstance(factory, LambdaExpr):
            ends = [one.expr for one in factory.body.body if isinstance(one, ReturnStmt) and one.expr is not None]
            self._all(ends, path)
        elif not isinstance(factory, RefExpr) or factory.fullname not in _EMPTY:
            raise _UnknownError

    def _variable(self, variable: Var, path: Path) -> None:
        if (key := (id(variable), path)) in self.asked:
            return
        self.asked.add(key)
        if path and (put := stores(self.body, variable, len(path))) is not None:
            for where, value in put.values:
                if len(where) <= len(path) and may_be(where, path) and not self._is_later(value):
                    self.value(value, path[len(where) :])
            for where, value in put.wholes:
                if len(where) < len(path) and may_be(where, path) and not self._is_later(value):
                    self.value(value, (loose(path[len(where)]), *path[len(where) + 1 :]))
        elif path:
            raise _UnknownError
        given = list(self._given(variable))
        if variable.is_argument and not path and not variable.is_self:
            self.found.append((_at_first(variable), ()))
        elif not given or variable.is_argument:
            raise _UnknownError
        for value, where in given:
            self.value(value, (*where, *path))

    def _given(self, variable: Var) -> Iterator[Source]:
        """What gives the variable its values, with where in it each lies."""
        for index, whole in _gone_through(self.body):
            yield from ((whole, (ITEM, *where)) for where in _where(index, variable))
        for statement, value in assigned(self.body, variable):
            if self._is_later(statement):
                continue
            match statement:
                case ForStmt(index=index, expr=whole):
                    yield from ((whole, (ITEM, *where)) for where in _where(index, variable))
                case AssignmentStmt(lvalues=[_]) if value is not None:  # in `x = y = []` both are one list
                    yield value, ()
                case AssignmentStmt(lvalues=[TupleExpr() as index], rvalue=whole):
                    yield from ((whole, where) for where in _where(index, variable))
                case OperatorAssignmentStmt(lvalue=NameExpr(), op="+" | "|"):
                    pass  # what is put into it is among the stores
                case _:
                    raise _UnknownError

    def _is_later(self, part: Statement | Expression) -> bool:
        return is_later(self.body, part, self.start)


def _at_first(parameter: Var) -> NameExpr:
    """The parameter as the function is given it: the variable's own type, whatever it is given later."""
    found = NameExpr(parameter.name)
    found.kind, found.node = LDEF, parameter
    return found


@once_per_tree
def _gone_through(body: list[Statement]) -> list[tuple[Expression, Expression]]:
    """The variables of the body's comprehensions, each with what it goes through."""
    every = (part for one in statements(body) for part in expressions(one))
    found = (part for part in every if isinstance(part, GeneratorExpr | DictionaryComprehension))
    return [pair for part in found for pair in zip(part.indices, part.sequences, strict=True)]


def _where(index: Expression, variable: Var) -> Iterator[Path]:
    """Where in what is unpacked the variable lies."""
    return (path for one, path in named_in(index) if isinstance(one, NameExpr) and one.node is variable)
