"""What a body puts into the list or dict of a variable of its own, if nobody else gets hold of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from mypy.nodes import (
    ArgKind,
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    DelStmt,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    MemberExpr,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    ReturnStmt,
    RevealExpr,
    SliceExpr,
    StarExpr,
    Statement,
    StrExpr,
    TupleExpr,
    UnaryExpr,
    WhileStmt,
)

from dtensortypes.mypy_plugin.changes.callees import function_called, is_operation
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.definitions import taking
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.reads import read, users
from dtensortypes.mypy_plugin.text.scope import functions_in, statements, targets
from dtensortypes.mypy_plugin.text.things import (
    ALIKE,
    ALL_VALUES,
    ASKING,
    ENTRIES,
    FLAT,
    HARMLESS,
    IN_PAIRS,
    ITEM,
    JOINING,
    PICKING,
    PUSHING,
    PUTTING,
    SETTING,
    TAKING,
    UPDATING,
    Path,
    is_of_one,
    named_in,
    step,
)

Asked = set[tuple[int, Path]]
"""The variables that have been looked at, each as what holds what lies at a path."""


@dataclass(slots=True)
class Stores:
    """What is put where: a value, or, with a path that ends in `ITEM`, the things that are in a value."""

    values: list[tuple[Path, Expression]] = field(default_factory=list)
    wholes: list[tuple[Path, Expression]] = field(default_factory=list)


def stores(body: list[Statement], variable: Node, depth: int) -> Stores | None:
    """What the body puts into the variable, down to things that lie this deep; None where others may do so, too."""
    found = Stores()
    return found if _Uses(body, found).are_known(variable, (), depth, set()) else None


def is_own(body: list[Statement], variable: Node, function: FuncDef | None) -> bool:
    """Whether nobody keeps what the variable of the function's body holds: who is called with it may but fill it."""
    return _Uses(body, Stores(), function, may_be_filled=True).are_known(variable, (), 1, set())


@dataclass(slots=True)
class _Uses:
    body: list[Statement]
    found: Stores
    function: FuncDef | None = None
    """The function whose body it is."""
    is_called: bool = False
    """Whether that is given the container."""
    may_be_filled: bool = False
    """Whether functions may put something into it, and give it back."""

    def are_known(self, variable: Node, path: Path, depth: int, asked: Asked) -> bool:
        """Whether all uses of the variable, which holds what is at the path, leave what lies less deep to the body."""
        if (id(variable), path) in asked:
            return True
        asked.add((id(variable), path))
        name = getattr(variable, "name", "")
        if name in _named_inside(self.body):
            return False
        places = read(self.body).get(name, ())
        return all(self._is_known(place, path, depth, asked) for place in places if place.node is variable)

    def _is_known(self, place: Expression, path: Path, depth: int, asked: Asked) -> bool:
        above = users(self.body)
        while len(path) < depth:
            user = above.get(id(place))
            match user:
                case IndexExpr(base=base, index=index) if base is place:
                    path = path if isinstance(index, SliceExpr) else (*path, step(index))
                case MemberExpr(name=name):
                    call = above.get(id(user))
                    if not isinstance(call, CallExpr) or call.callee is not user:
                        return False
                    if name == ENTRIES:
                        return self._is_paired(call, path, depth, asked)
                    if (after := self._after_method(call, name, path)) is None:
                        return name in HARMLESS or name in PUTTING or name in JOINING or name == UPDATING
                    user, path = call, after
                case CallExpr(args=args, arg_kinds=kinds) if _is_spread(place, args, kinds):
                    is_in_columns = getattr(user.callee, "fullname", "") in IN_PAIRS  # which take each of them apart
                    return len(path) + 1 + is_in_columns >= depth
                case CallExpr(callee=RefExpr(fullname=name)) if name in ALIKE:
                    pass
                case CallExpr(callee=RefExpr(fullname=name)) if name in IN_PAIRS:
                    return self._is_paired(user, path, depth, asked)
                case CallExpr(callee=RefExpr(fullname=name)) if name in PICKING:
                    path = (*path, ITEM) if is_of_one(user) else path
                case CallExpr(callee=RefExpr(fullname=name), args=[where, value]) if name in PUSHING:
                    self.found.values.append(((*path, ITEM), value))
                    return where is place
                case StarExpr():
                    return len(path) + 1 >= depth
                case OpExpr(op="+" | "*" | "|" | "or" | "and") | ConditionalExpr():
                    pass
                case _:
                    return self._is_known_end(user, place, path, depth, asked)
            assert isinstance(user, Expression)
            place = user
        return self._is_leaf(place, path)

    def _after_method(self, call: CallExpr, name: str, path: Path) -> Path | None:
        """Where what the method gives lies; None of one that gives nothing of it."""
        first = call.args[0] if call.args else None
        if name in PUTTING and len(call.args) > PUTTING[name]:
            self.found.values.append(((*path, ITEM), call.args[PUTTING[name]]))
        elif name in JOINING and first is not None:
            self.found.wholes.append((path, first))
        elif name == UPDATING:
            self.found.wholes += [(path, one) for one, word in zip(call.args, call.arg_names, strict=True) if not word]
            named = ((word, one) for one, word in zip(call.args, call.arg_names, strict=True) if word)
            self.found.values += [((*path, word), one) for word, one in named]
        elif name in TAKING:
            key = step(first) if first is not None else ITEM
            after = (*path, key if isinstance(key, str) else ITEM)
            if name == SETTING and len(call.args) > 1:
                self.found.values.append((after, call.args[1]))
            return after
        elif name in ALL_VALUES:
            return path
        return None

    def _is_known_end(self, user: object, place: Expression, path: Path, depth: int, asked: Asked) -> bool:
        """Whether what a statement, or another expression, does with a container is known."""
        match user:
            case AssignmentStmt():
                return self._is_assigned(user, place, path, depth, asked)
            case OperatorAssignmentStmt(lvalue=target, rvalue=value, op="+" | "|"):
                if target is place:
                    self.found.wholes.append((path, value))
                return target is place or len(path) + 1 >= depth
            case ForStmt(index=index, expr=whole):
                return whole is place and self._are_items_known([index], (*path, ITEM), depth, asked)
            case (
                GeneratorExpr(indices=indices, sequences=wholes)
                | DictionaryComprehension(indices=indices, sequences=wholes)
            ):
                within = [one for one, whole in zip(indices, wholes, strict=True) if whole is place]
                return bool(within) and self._are_items_known(within, (*path, ITEM), depth, asked)
            case CallExpr(analyzed=RevealExpr()):
                return True
            case CallExpr(callee=RefExpr(fullname=name)) if name in FLAT:
                return len(path) + 1 >= depth
            case CallExpr(callee=RefExpr(fullname=name)) if name in ASKING or is_operation(user.callee):
                return True
            case CallExpr(callee=callee) if (function := function_called(callee, self.function)) is not None:
                inner = taking(function, user, place)
                found = _Uses(function.body.body, Stores(), function, True, self.may_be_filled)
                if inner is None or not found.are_known(inner, path, depth, asked):
                    return False
                if self.may_be_filled:
                    return self._is_known(user, path, depth, asked)
                return not found.found.values and not found.found.wholes
            case CallExpr(callee=MemberExpr(expr=StrExpr())) | ComparisonExpr() | UnaryExpr() | IndexExpr():
                return True
            case ReturnStmt():
                return not self.is_called or self.may_be_filled
            case DelStmt() | IfStmt() | WhileStmt() | AssertStmt() | ExpressionStmt():
                return True
        return False

    def _is_paired(self, call: CallExpr, path: Path, depth: int, asked: Asked) -> bool:
        """Whether a loop takes the pairs apart, and what it does to the things is known."""
        within: list[Expression] = []
        match users(self.body).get(id(call)):
            case ForStmt(index=TupleExpr(items=items), expr=whole) if whole is call:
                within = items
            case (
                GeneratorExpr(indices=indices, sequences=wholes)
                | DictionaryComprehension(indices=indices, sequences=wholes)
            ):
                every = [one for one, whole in zip(indices, wholes, strict=True) if whole is call]
                within = [item for one in every if isinstance(one, TupleExpr) for item in one.items]
        return self._are_items_known(within, (*path, ITEM), depth, asked) if within else len(path) + 1 >= depth

    def _are_items_known(self, indices: list[Expression], path: Path, depth: int, asked: Asked) -> bool:
        """Whether the variables of a loop, which stand for the things, leave alone what is in these."""
        for index in indices:
            for name, where in named_in(index):
                inner = (*path, *where)
                node = name.node if isinstance(name, NameExpr) else None
                if len(inner) < depth and (node is None or not self.are_known(node, inner, depth, asked)):
                    return False
        return True

    def _is_assigned(self, statement: AssignmentStmt, place: Expression, path: Path, depth: int, asked: Asked) -> bool:
        for target, value in targets(statement):
            if target is place:
                if value is not None:  # `xs[1:] = ys`, or `d["a"] = xs`
                    is_slice = isinstance(getattr(place, "index", None), SliceExpr)
                    (self.found.wholes if is_slice else self.found.values).append((path, value))
                return value is not None
            if value is place:
                named = target.node if isinstance(target, NameExpr) and len(statement.lvalues) == 1 else None
                return named is not None and self.are_known(named, path, depth, asked)
        return statement.rvalue is place and len(path) + 1 >= depth

    def _is_leaf(self, place: Expression, path: Path) -> bool:
        """Note what a statement puts at the place itself."""
        user = users(self.body).get(id(place))
        for target, value in targets(user) if isinstance(user, Statement) else ():
            if target is place and not isinstance(user, DelStmt):
                if value is None:
                    return False
                self.found.values.append((path, value))
        return True


def _is_spread(place: Expression, args: list[Expression], kinds: list[ArgKind]) -> bool:
    """Whether it is an argument with a star."""
    return any(one is place and kind.is_star() for one, kind in zip(args, kinds, strict=True))


@once_per_tree
def _named_inside(body: list[Statement]) -> frozenset[str]:
    """The names that stand in functions inside of the body."""
    every = (one for function in functions_in(body) for one in statements(function.body.body))
    return frozenset(part.name for one in every for part in expressions(one) if isinstance(part, NameExpr))
