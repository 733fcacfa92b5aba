"""Classes of the program that derive from `nn.Sequential`: what their constructors hand on to it are the layers."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    Statement,
    SuperExpr,
)
from mypy.types import AnyType, Instance, Type, get_proper_type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.bodies.elsewhere import is_open
from dtensortypes.mypy_plugin.bodies.initial import Initial
from dtensortypes.mypy_plugin.changes.filled_outside import filled_outside
from dtensortypes.mypy_plugin.changes.noted import is_filled
from dtensortypes.mypy_plugin.changes.states import as_made, in_state, state_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import births
from dtensortypes.mypy_plugin.text.definitions import forward_of
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import assigned, current_body, statements, targets
from dtensortypes.mypy_plugin.types.facts_of import arguments_as, is_a
from dtensortypes.mypy_plugin.types.types_of import Types


def is_own(module: Instance) -> bool:
    """Whether it is of a class of the program that is called as an `nn.Sequential` is."""
    cls = module.type
    if not names.is_users(cls.fullname) or not cls.has_base(names.SEQUENTIAL):
        return False
    forward = forward_of(module)
    return forward is not None and forward.info.fullname == names.SEQUENTIAL


def is_refitted(checker: TypeChecker, module: Instance, place: Expression) -> bool:
    """Whether the module is an attribute of such a class into which the program puts other layers than the class does.

    What its constructor was given says nothing of them then: `net.stem[0] = nn.Conv2d(1, 8, 3)`.
    """
    if not is_own(module):
        return False
    variable = place.node if isinstance(place, NameExpr) else None
    given = [value for _, value in assigned(current_body(checker), variable)]
    return any(isinstance(one, MemberExpr) and _is_filled(checker, one) for one in (place, *given))


def _is_filled(checker: TypeChecker, place: MemberExpr) -> bool:
    owner = get_proper_type(checker.lookup_type_or_none(place.expr))
    is_by_class = isinstance(owner, Instance) and is_filled(owner.type, place.name)
    return is_by_class or any(place.name in filled_outside(tree) for tree in trees(checker))


def layers(checker: TypeChecker, module: Instance) -> list[Type]:
    """The types of the layers, in the state of the module; nothing where they are not known."""
    types, state, kept = Types(checker.modules), state_of(module), as_made([module])
    return [in_state(types, layer, state, kept) for layer in _made(checker, module)]


def with_state(checker: TypeChecker, module: Instance) -> Instance:
    """The type of a new object: in the state that its layers share."""
    if not is_own(module):
        return module
    made = [get_proper_type(layer) for layer in _made(checker, module)]
    parts = [layer for layer in made if isinstance(layer, Instance) and not ops.is_stateless(state_of(layer))]
    states = {tuple(arguments_as(part, names.MODULE)[:2]) for part in parts}
    shared = states.pop() if len(states) == 1 else module.args[-3:-1]
    return module.copy_modified(args=[*module.args[:-3], *shared, module.args[-1]])


def _made(checker: TypeChecker, module: Instance) -> list[Type]:
    """The types of the layers as the constructors made them."""
    begun = births.handed_up(checker, module, names.SEQUENTIAL)
    if begun is None or begun[-1][1].passed_on is None or any(map(_adds_others, begun)):
        return []
    own = [symbol.node for cls in module.type.mro if names.is_users(cls.fullname) for symbol in cls.names.values()]
    methods = [one.func if isinstance(one, Decorator) else one for one in own]
    if any(isinstance(one, FuncDef) and (not is_open(checker, one) or _fills(one.body.body)) for one in methods):
        return []
    given = begun[-1][1].passed_on
    is_plain = all(name is None and is_a(get_proper_type(type_), names.MODULE) for name, type_ in given)
    return [type_ for _, type_ in given] if is_plain else []


def _adds_others(one: tuple[FuncDef, Initial]) -> bool:
    """Whether the constructor gives the object attributes that may be layers, as all modules are that it has."""
    function, begun = one
    known = dict(begun.attributes)
    given = {
        target.name
        for statement in statements(function.body.body)
        for target, _ in targets(statement)
        if isinstance(target, MemberExpr) and is_self(target.expr)
    }
    types = [get_proper_type(known.get(name)) for name in given]
    return any(type_ is None or isinstance(type_, AnyType) or is_a(type_, names.MODULE) for type_ in types)


@once_per_tree
def _fills(body: list[Statement]) -> bool:
    """Whether a method hands its object on, calls one of its methods, or puts something into it by index."""
    every = [part for statement in statements(body) for part in expressions(statement)]
    supers = [part.call for part in every if isinstance(part, SuperExpr)]
    passed = [argument for part in every if isinstance(part, CallExpr) and part not in supers for argument in part.args]
    return any(_is_changed(part) for part in every) or any(isinstance(one, NameExpr) and is_self(one) for one in passed)


def _is_changed(part: Expression) -> bool:
    match part:
        case CallExpr(callee=MemberExpr(expr=owner)) | IndexExpr(base=owner):
            return is_self(owner)
    return False
