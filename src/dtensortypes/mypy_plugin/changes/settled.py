"""Whether the state of a module, its dtype and device, is still what its type says where it is used."""

from __future__ import annotations

from collections.abc import Iterable

from mypy.checker import TypeChecker
from mypy.nodes import (
    GDEF,
    AssignmentStmt,
    CallExpr,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Statement,
    Var,
    WhileStmt,
)
from mypy.types import AnyType, Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.changes import disturbed, owners
from dtensortypes.mypy_plugin.changes.casts import changes_state
from dtensortypes.mypy_plugin.changes.changed_by import changed_by
from dtensortypes.mypy_plugin.changes.given_data import is_of_nobody_known
from dtensortypes.mypy_plugin.changes.second_names import layers, of_one_object, parts_named, put_in
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.definitions import is_parameter
from dtensortypes.mypy_plugin.text.expressions import calls, expressions, lines
from dtensortypes.mypy_plugin.text.reached_items import counted, reached
from dtensortypes.mypy_plugin.text.scope import (
    assigned,
    bodies,
    current_body,
    current_function,
    functions_in,
    shared,
    statements,
    targets,
)
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.rewriting import Rewriting
from dtensortypes.mypy_plugin.types.types_of import anything


def settled(checker: TypeChecker, module: Instance, place: Expression | None) -> Instance:
    """The module's type without what may have changed since: others may have cast or moved it."""
    if is_of_nobody_known(checker.tree):
        return unsettled(module)
    root = place
    while isinstance(root, MemberExpr) or (isinstance(root, IndexExpr) and _is_in_module(checker, root)):
        root = root.expr if isinstance(root, MemberExpr) else root.base
    if _is_item_of_others(checker, root):
        return unsettled(module)
    if not isinstance(root, NameExpr) or not isinstance(root.node, Var) or root.node.is_self:
        return module
    # Of what is called mypy says what it is to call it.
    owner = module if root is place else checker.lookup_type_or_none(root) or root.node.type
    return unsettled(module) if _is_disturbed(checker, root, root.node, owner) else module


def _is_in_module(checker: TypeChecker, place: IndexExpr) -> bool:
    """Whether it is an item of an `nn.ModuleList` or its kin."""
    whole = checker.lookup_type_or_none(place.base)
    return whole is not None and is_a(get_proper_type(whole), names.MODULE)


def _is_item_of_others(checker: TypeChecker, place: Expression | None) -> bool:
    """Whether it is an item of a list of modules of which others may have got hold."""
    match place:
        case IndexExpr(base=NameExpr() as whole):
            return whole.name in reached(checker.tree)
        case NameExpr(name=name):
            sources = counted(current_body(checker)).get(name, set())
            return any(not source.startswith(".") and source in reached(checker.tree) for source in sources)
    return False


def unsettled(module: Instance) -> Instance:
    """The module's type with nothing known of its state, nor of that of the modules inside."""
    found = get_proper_type(module.accept(_Unsettling()))
    assert isinstance(found, Instance)
    return found


class _Unsettling(Rewriting):
    """Forgets dtypes and devices, and keeps sizes."""

    def visit_instance(self, t: Instance, /) -> Instance:
        inner = [one.accept(self) for one in t.args] if t.type.has_base(names.MODULE) and len(t.args) > 2 else None
        return t.copy_modified(args=[*inner[:-3], anything(), anything(), inner[-1]]) if inner else t


def is_changed_later(body: list[Statement], own: NameExpr | MemberExpr) -> bool:
    """Whether the body casts, moves or hands on the variable's or attribute's module later, or in another round."""
    around = [s for s in statements(body) if isinstance(s, ForStmt | WhileStmt)]
    first = min((s.line for s in around if own.line in lines(s)), default=own.line)
    later = [s for s in statements(body) if s.line > first and s.line != own.line]
    part = owners.attribute_of(own)
    changed = (one for one in disturbed.changed_in(later) if owners.root(one) == owners.root(own))
    return any(owners.SELF in {part, other := owners.attribute_of(one)} or other == part for one in changed)


def as_passed(checker: TypeChecker, call: CallExpr, given: list[Type], init: FuncDef | None = None) -> list[Type]:
    """The types of the arguments; of a module that `init` keeps without its state, if one may be changed here later."""
    if not _has_other_owner(checker, call):
        return given
    kept = disturbed.changed_parameters(init) if init is not None else range(len(given) + 1)
    return [without_state(one) if i in kept else one for i, one in enumerate(given, 1)]


def _has_other_owner(checker: TypeChecker, call: CallExpr) -> bool:
    """Whether a module that is passed has a variable of its own here, by which it may be changed later."""
    passed = [(one, checker.lookup_type_or_none(one)) for one in call.args if isinstance(one, NameExpr)]
    modules = [one for one, type_ in passed if type_ is not None and is_a(get_proper_type(type_), names.MODULE)]
    return any(is_changed_later(current_body(checker), one) for one in modules)


def without_state(type_: Type) -> Type:
    """The type, of a module with nothing known of its state."""
    proper = get_proper_type(type_)
    return unsettled(proper) if is_a(proper, names.MODULE) else type_


def _is_disturbed(checker: TypeChecker, place: NameExpr, variable: Var, owner: Type | None) -> bool:
    tree, function = checker.tree, current_function(checker)
    if place.kind == GDEF:
        is_others = not variable.fullname.startswith(f"{tree.fullname}.") or variable.name in disturbed.shared(tree)
        if is_others or (function is not None and variable.name in disturbed.changed_at_top(tree)):
            return True
    elif function is not None and not _is_own(function, variable):
        return not _is_as_first_given(checker, place, variable, owner) or _is_handed_on(
            function, place, owner, layers(tree)
        )
    elif function is not None and _is_changed_inside(checker, place):
        return True
    return _is_handed_on(function or tree, place, owner, layers(tree)) or _is_cast_with_owner(checker, place)


def _is_cast_with_owner(checker: TypeChecker, place: NameExpr) -> bool:
    """Whether a method is called, of what the variable is a part of, that may cast or move it as well."""
    body = statements(current_body(checker))
    owners_ = {whole for one in body for name, whole in parts_named(one) if name == place.name}
    for call in (call for one in body for call in calls(one)) if owners_ else ():
        match call.callee:
            case MemberExpr(expr=NameExpr(name=name, node=Var() as whole) as own, name=method) if name in owners_:
                held = get_proper_type(checker.lookup_type_or_none(own) or whole.type)
                if not isinstance(held, Instance) or changed_by(held.type, method):
                    return True
    return False


def _is_changed_inside(checker: TypeChecker, place: NameExpr) -> bool:
    """Whether a function inside changes the module, or the body around the lambda that it stands in."""
    body = current_body(checker)
    is_later = isinstance(checker.scope.stack[-1], LambdaExpr)
    changed = disturbed.changed_in(body) if is_later else disturbed.changed_inside(body)
    return any(owners.root(one) == place.name for one in changed)


def _is_as_first_given(checker: TypeChecker, place: NameExpr, variable: Var, owner: Type | None) -> bool:
    """Whether a function around gives the variable its one value, and nobody there changes it or names it by itself.

    Nor may a method of the program be called on it, which may do anything to it.
    """
    around = [one for one in checker.scope.stack if isinstance(one, FuncDef) and _is_own(one, variable)]
    if len(around) != 1 or place.name in shared(checker.tree.defs):
        return False
    body = around[0].body.body
    changed = {*map(owners.root, disturbed.changed_in(body)), *map(owners.root, disturbed.changed_inside(body))}
    is_once = len(assigned(body, variable)) == 1 and not is_parameter(variable, around[0])
    is_changed = place.name in changed or place.name in _named_alone(body)
    return is_once and not is_changed and not _is_users_method(owner, _methods(body).get(place.name, ()))


def _is_users_method(owner: Type | None, methods: Iterable[str]) -> bool:
    proper = get_proper_type(owner)
    symbols = [proper.type.get(name) for name in methods] if isinstance(proper, Instance) else [None]
    nodes = [symbol.node if symbol else None for symbol in symbols]
    return any(node is None or names.is_users(node.fullname) for node in nodes)


@once_per_tree
def _methods(body: list[Statement]) -> dict[str, set[str]]:
    """The attributes that the body, functions inside included, calls of each variable."""
    found: dict[str, set[str]] = {}
    for one in (one for inner in bodies(body) for one in statements(inner)):
        for part in expressions(one):
            match part:
                case CallExpr(callee=MemberExpr(expr=NameExpr(name=variable), name=method)):
                    found.setdefault(variable, set()).add(method)
    return found


@once_per_tree
def _named_alone(body: list[Statement]) -> frozenset[str]:
    """The variables that the body, functions inside included, names other than to call them or to read of them."""
    inner = functions_in(body)
    nodes: list[Statement | Expression] = [one for part in bodies(body) for one in statements(part)]
    nodes += [one.initializer for function in inner for one in function.arguments if one.initializer is not None]
    parts = [part for one in nodes for part in expressions(one)]
    used = {id(part.callee) for part in parts if isinstance(part, CallExpr)}
    used |= {id(part.expr) for part in parts if isinstance(part, MemberExpr)}
    used |= {id(target) for one in nodes if isinstance(one, Statement) for target, _ in targets(one)}
    return frozenset(part.name for part in parts if isinstance(part, NameExpr) and id(part) not in used)


def _is_own(function: FuncDef, variable: Var) -> bool:
    """Whether the variable is the function's own, and not that of one around it."""
    return is_parameter(variable, function) or bool(assigned(function.body.body, variable))


def _is_handed_on(
    scope: FuncDef | MypyFile, place: NameExpr, owner: Type | None, called: frozenset[str] = frozenset()
) -> bool:
    """Whether the scope has handed the variable's module on before, or in an earlier round of a loop."""
    told = [line for line, attribute in handed(scope, called).get(place.name, []) if _is_part(owner, attribute)]
    if not told:
        return False
    body = scope.body.body if isinstance(scope, FuncDef) else scope.defs
    loops = [s for s in statements(body) if isinstance(s, ForStmt | WhileStmt)]
    around = [lines(s) for s in loops if place.line in lines(s)]
    return any(line < place.line or any(line in loop for loop in around) for line in told)


def handed(scope: FuncDef | MypyFile, called: frozenset[str] = frozenset()) -> dict[str, list[tuple[int, str]]]:
    """The lines on which the function or file, nested functions aside, hands each variable on, or a part of it.

    Of a second name they are those on which what it was given is changed by the first. A call of these attributes is
    none of a method.
    """
    known = _handed(scope)
    if called not in known:
        known[called] = _told(scope, called)
    return known[called]


@once_per_tree
def _handed(_scope: FuncDef | MypyFile) -> dict[frozenset[str], dict[str, list[tuple[int, str]]]]:
    return {}


def _told(scope: FuncDef | MypyFile, called: frozenset[str]) -> dict[str, list[tuple[int, str]]]:
    body = scope.body.body if isinstance(scope, FuncDef) else scope.defs
    found: dict[str, list[tuple[int, str]]] = {}
    second, named = of_one_object(body), disturbed.only_named(body, called)
    for statement in (one for one in statements(body) if not _is_only_kept(body, one)):
        given = {target.name for target, _ in targets(statement) if isinstance(target, NameExpr)}
        for place in disturbed.handed_on(statement, named=named):
            if owners.root(place) not in given:  # `net = wrapped(net)` gives it another value
                found.setdefault(owners.root(place), []).append((statement.line, owners.attribute_of(place)))
    for statement in statements(body) if second else ():
        changed = {owners.root(place) for place in disturbed.changed_in([statement], named=named)} - put_in(statement)
        for line, several in second:
            for name in several - changed if statement.line > line and not several.isdisjoint(changed) else ():
                found.setdefault(name, []).append((statement.line, owners.SELF))
    return found


def _is_only_kept(body: list[Statement], statement: Statement) -> bool:
    """Whether it makes what a variable holds an attribute of the object, by which the body goes on to do nothing."""
    match statement:
        case AssignmentStmt(lvalues=[MemberExpr(expr=NameExpr(node=Var(is_self=True)) as own, name=kept)]):
            parts = [part for inner in bodies(body) for one in statements(inner) for part in expressions(one)]
            reached = {id(part.expr): part.name for part in parts if isinstance(part, MemberExpr)}
            called = {id(part.callee) for part in parts if isinstance(part, CallExpr)}
            others = [
                part for part in parts if isinstance(part, NameExpr) and part.node is own.node and part is not own
            ]
            asked = {part.name for part in parts if isinstance(part, MemberExpr) and id(part) in called}
            is_alone = all(reached.get(id(part), kept) not in {kept, *asked} for part in others)
            return is_alone and isinstance(statement.rvalue, NameExpr)
    return False


def _is_part(owner: Type | None, attribute: str) -> bool:
    """Whether what is handed on is the object itself, or a module in it, and not a dtype or a size of it."""
    proper = get_proper_type(owner)
    if attribute == owners.SELF or not isinstance(proper, Instance) or changes_state(attribute):
        return True  # `partial(net.to, torch.float64)`
    symbol = proper.type.get(attribute)
    held = get_proper_type(symbol.type) if symbol else None
    return held is None or isinstance(held, AnyType) or is_a(held, names.MODULE)
