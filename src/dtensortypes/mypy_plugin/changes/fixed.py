"""Names that always stand for one number, word or function: `self.hidden = 128` in `__init__`, `HIDDEN = 128`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import mypy.nodes
from mypy.checker import TypeChecker
from mypy.nodes import (
    GDEF,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    ConditionalExpr,
    Expression,
    FloatExpr,
    ForStmt,
    FuncDef,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    Statement,
    StrExpr,
    TypeInfo,
    Var,
    WhileStmt,
)
from mypy.types import CallableType, Instance, Type, TypeType, get_proper_type

from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.mypy_plugin.changes import disturbed
from dtensortypes.mypy_plugin.changes.noted import is_given_outside
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.paths import path_of
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.available import asks
from dtensortypes.mypy_plugin.text.by_name import is_set_by_name
from dtensortypes.mypy_plugin.text.classes import classes
from dtensortypes.mypy_plugin.text.definitions import is_parameter
from dtensortypes.mypy_plugin.text.expressions import gathered, is_self
from dtensortypes.mypy_plugin.text.free_names import is_taken_around
from dtensortypes.mypy_plugin.text.literals import literals
from dtensortypes.mypy_plugin.text.rewritten import inside
from dtensortypes.mypy_plugin.text.scope import (
    assigned,
    constant_value,
    current_body,
    current_function,
    functions,
    shared,
    statements,
    targets,
)

Given = tuple[TypeInfo, Expression | None]
"""The class whose objects are given a value, and the value if it is written out."""


def fixed_value(checker: TypeChecker, place: MemberExpr) -> Expression | None:
    """The number or word that the attribute always is; None where it is none, or may change.

    So is the device that is there where the program runs, `"cuda" if torch.cuda.is_available() else "cpu"`.
    """
    value = only_value(checker, place)
    match value:
        case IntExpr() | FloatExpr() | StrExpr() | NameExpr(kind=mypy.nodes.GDEF, node=Var()):
            return value
        case OpExpr() if all(map(_is_constant, gathered(value))):
            return value
        case (
            ConditionalExpr(cond=condition)
            | CallExpr(callee=RefExpr(fullname=names.DEVICE), args=[ConditionalExpr(cond=condition)])
        ) if asks(checker, condition):
            return value
    return None


def _is_constant(part: Expression) -> bool:
    """Whether it is the same wherever it is worked out: `7 * 7`, and not what a parameter or a call gives."""
    return isinstance(part, OpExpr | IntExpr | FloatExpr) or (
        isinstance(part, NameExpr) and part.kind == mypy.nodes.GDEF and isinstance(part.node, Var)
    )


def only_value(checker: TypeChecker, place: MemberExpr) -> Expression | None:
    """The only value that the file gives the attribute; None where there are others, or it is not written out."""
    is_given = place.name in _given(checker.tree)
    owner = get_proper_type(checker.lookup_type_or_none(place.expr)) if is_given else None
    if isinstance(owner, CallableType) and owner.is_type_obj():
        return value_in(checker.tree, owner.type_object(), place.name) if is_as_written(owner.type_object()) else None
    if isinstance(owner, TypeType) and isinstance(owner.item, Instance) and is_of_constants(owner.item.type):
        return value_in(checker.tree, owner.item.type, place.name)
    return value_in(checker.tree, owner.type, place.name) if isinstance(owner, Instance) else None


def value_in(tree: MypyFile, info: TypeInfo, name: str) -> Expression | None:
    """The only value that the file of a class gives the attribute of its objects."""
    given = _given(tree).get(name)
    if not given or is_given_outside((tree,), info, name):
        return None
    if any(name in base.names for base in info.mro if base.module_name != tree.fullname):
        return None
    related = [value for cls, value in given if cls in info.mro or info in cls.mro]
    return related[0] if len(related) == 1 and not is_set_by_name(tree, info, name) else None


def is_as_written(cls: TypeInfo) -> bool:
    """Whether the class has what its body gives it: no decorator has changed it, and no class of its own decides."""
    return cls.metaclass_type is None and not cls.defn.decorators


def is_of_constants(cls: TypeInfo) -> bool:
    """Whether the class but gives names to values: `class Config: hidden = 64`."""
    is_plain = names.is_users(cls.fullname) and len(cls.mro) == len([cls, object]) and is_as_written(cls)
    return is_plain and all(isinstance(symbol.node, Var) for symbol in cls.names.values())


def is_one_function(checker: TypeChecker, place: Expression | None, asked: frozenset[Expression] = frozenset()) -> bool:
    """Whether the place always holds one function: of `f if flag else g`, which look alike, mypy keeps f.

    Of what is `asked` already, an attribute that objects hand on to each other, no function is known.
    """
    if place in asked:
        return False
    asked |= frozenset() if place is None else {place}
    match place:
        case NameExpr(node=Var() as variable):
            function = current_function(checker)
            if is_parameter(variable, function) and not assigned(current_body(checker), variable):
                return True
            return is_taken_around(checker, place) or is_one_function(checker, constant_value(checker, place), asked)
        case MemberExpr() if place.kind != GDEF and not isinstance(place.node, FuncDef):
            return is_one_function(checker, only_value(checker, place), asked)
    return isinstance(place, RefExpr)


def function_held(checker: TypeChecker, place: Expression) -> FuncDef | None:
    """The function of the program that a variable always holds."""
    held = get_proper_type(checker.lookup_type_or_none(place)) if isinstance(place, NameExpr) else None
    defined = held.definition if isinstance(held, CallableType) else None
    return defined if isinstance(defined, FuncDef) and is_one_function(checker, place) else None


def method_held(checker: TypeChecker, place: Expression) -> MemberExpr | None:
    """The method, of a module or an object of the program, that a variable always holds: `encode = net.encode`.

    Its object is the same at any time: a variable that no loop gives a value, or an attribute with one value.
    """
    held = get_proper_type(checker.lookup_type_or_none(place)) if isinstance(place, NameExpr) else None
    defined = held.definition if isinstance(held, CallableType) else None
    written = constant_value(checker, place) if isinstance(place, NameExpr) else None
    if not isinstance(defined, FuncDef) or not isinstance(written, MemberExpr) or defined.name != written.name:
        return None
    is_method = bool(defined.info) and not (defined.is_static or defined.is_class or defined.is_property)
    is_ours = is_method and (names.is_users(defined.info.module_name) or defined.fullname.startswith(names.LAYERS))
    return written if is_ours and is_one_object(checker, written.expr) else None


def is_one_object(checker: TypeChecker, place: Expression) -> bool:
    """Whether the place holds the same object at any time; what that holds may change."""
    match place:
        case NameExpr(node=Var() as variable):
            around = [one for one in checker.scope.stack if isinstance(one, FuncDef)]
            every = [*(one.body.body for one in around), checker.tree.defs]
            given = [statement for body in every for statement, _ in assigned(body, variable)]
            if is_parameter(variable, *around):
                return not given and variable.name not in shared(checker.tree.defs)
            return constant_value(checker, place) is not None and not any(is_looped(body, given[0]) for body in every)
        case MemberExpr(expr=owner):
            return only_value(checker, place) is not None and is_one_object(checker, owner)
    return False


def is_looped(body: list[Statement], statement: Statement | Expression) -> bool:
    """Whether the statement stands in a loop of the body."""
    return any(statement is one for one in _looped(body))


@once_per_tree
def _looped(body: list[Statement]) -> list[Statement]:
    loops = (one for one in statements(body) if isinstance(one, ForStmt | WhileStmt))
    return [one for loop in loops for one in inside([loop])]


def is_own_function(type_: Type) -> bool:
    """Whether it is a function of the program, whose body tells more than its type."""
    proper = get_proper_type(type_)
    defined = proper.definition if isinstance(proper, CallableType) else None
    return isinstance(defined, FuncDef) and names.is_users(defined.fullname)


def named_elsewhere(checker: TypeChecker, place: RefExpr) -> Value:
    """The number or word to which another file of the program gives a name, if nothing here gives it another.

    A daemon would not ask again when it changes: there it is unknown.
    """
    module, _, name = place.fullname.rpartition(".")
    file = checker.modules.get(module)
    if file is None or file is checker.tree or not isinstance(place.node, Var):
        return UNKNOWN
    if checker.options.fine_grained_incremental or name in disturbed.assigned(checker.tree):
        return UNKNOWN
    return literals(module, path_of(file)).get(name, UNKNOWN)


@once_per_tree
def _given(tree: MypyFile) -> dict[str, list[Given]]:
    """By name, what the classes of the file and their methods give to attributes."""
    found: dict[str, list[Given]] = {}
    for cls in classes(tree):
        for name, value in _of_class(cls):
            found.setdefault(name, []).append((cls.info, value))
    for function in functions(tree):
        if function.info:
            for name, values in given_to_self(function.body.body).items():
                found.setdefault(name, []).extend((function.info, value) for value in values)
    return found


@once_per_tree
def given_to_self(body: list[Statement]) -> dict[str, list[Expression | None]]:
    """The values that the body gives each attribute of `self`; None for one that is not written out."""
    found: dict[str, list[Expression | None]] = {}
    for statement in statements(body):
        for target, value in targets(statement):
            if isinstance(target, MemberExpr) and is_self(target.expr):
                found.setdefault(target.name, []).append(value)
    return found


def given_by(methods: Iterable[FuncDef]) -> dict[str, list[Expression | None]]:
    """The values that the methods give each attribute of `self`."""
    found: dict[str, list[Expression | None]] = {}
    for method in methods:
        for name, values in given_to_self(method.body.body).items():
            found.setdefault(name, []).extend(values)
    return found


def values_given(function: FuncDef, name: str) -> list[Expression | None]:
    """The values that the method gives `self.name`."""
    return given_to_self(function.body.body).get(name, [])


def _of_class(cls: ClassDef) -> Iterator[tuple[str, Expression | None]]:
    """What the body of the class gives; a field with an annotation may be one that a constructor fills."""
    for statement in statements(cls.defs.body):
        is_field = isinstance(statement, AssignmentStmt) and statement.unanalyzed_type is not None
        for target, value in targets(statement):
            if isinstance(target, NameExpr):
                yield target.name, None if is_field else value
