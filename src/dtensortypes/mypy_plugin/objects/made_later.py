"""Modules in attributes that are None at first, and that a method makes: `def load(self): self.model = Net().half()`.

What the methods of the class make there, each read for an object of which no more is known than its type says, is what
the attribute may be besides None, as long as nobody else gives it a module, or gets hold of the one that is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    Statement,
    TypeInfo,
    WhileStmt,
)
from mypy.types import AnyType, Instance, NoneType, ProperType, Type, UnionType, flatten_nested_unions, get_proper_type
from mypy.types_utils import remove_optional

from dtensortypes.core.facts.value import LayerFact
from dtensortypes.mypy_plugin.bodies.bodies import made_in
from dtensortypes.mypy_plugin.changes import cast_after, disturbed
from dtensortypes.mypy_plugin.changes.changed_by import changed_in_methods
from dtensortypes.mypy_plugin.changes.fixed import given_to_self, values_given
from dtensortypes.mypy_plugin.changes.noted import is_changed, is_given_below, is_given_outside
from dtensortypes.mypy_plugin.changes.owners import all_places_in, root
from dtensortypes.mypy_plugin.changes.redefined import is_remade
from dtensortypes.mypy_plugin.changes.states import in_state
from dtensortypes.mypy_plugin.changes.stores import Kind
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import is_trial, trees, watch
from dtensortypes.mypy_plugin.objects import lasting
from dtensortypes.mypy_plugin.text.by_name import is_set_by_name
from dtensortypes.mypy_plugin.text.expressions import expressions, is_none, is_self
from dtensortypes.mypy_plugin.text.roles import is_needed
from dtensortypes.mypy_plugin.text.scope import (
    blocks,
    current_body,
    current_function,
    functions,
    functions_in,
    statements,
)
from dtensortypes.mypy_plugin.types.compare import has_module
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_UNREADY: Final = "unready"


def read(checker: TypeChecker, owner: Instance, name: str, place: Context, type_: Type) -> Type | None:
    """The type of the attribute as it is read at the place; None where mypy knows all of it, or nobody does."""
    found = attribute(checker, owner, name, type_, place.line)
    return None if found is None else as_needed(checker, place, found)


def as_needed(checker: TypeChecker, place: Context, kept: Type) -> Type:
    """The type of what may be None, without that where a body would end for it."""
    return remove_optional(kept) if is_trial(checker) and is_needed(current_body(checker), place) else kept


def attribute(checker: TypeChecker, owner: Instance, name: str, type_: Type, line: int) -> Type | None:
    """The type of the attribute at the line, with None; None where mypy knows all of it, or nobody does."""
    cls, tree = owner.type, checker.tree
    if not _is_open(type_) or cls.module_name != tree.fullname or is_remade(trees(checker), cls):
        return None
    is_given = is_given_outside(trees(checker), cls, name) or is_given_below(cls, name)
    if is_given or is_set_by_name(tree, cls, name) or not is_given_out_safely(tree, cls, name):
        return None
    makers = list(_makers(tree, cls, name))
    function = current_function(checker)
    is_begun = function is None or function.name != "__init__"
    if not is_begun or not any(maker.info in cls.mro for maker in makers):
        return None  # what only classes below make, another one may make otherwise
    if not all(_is_its_own(maker, name) for maker in makers):
        return None
    here = [one for one in makers if function is not None and (one.name, one.info) == (function.name, function.info)]
    if any(cast_after.is_under_way(one, name, line) for one in here):
        return None
    found = _made(checker, owner, name, makers)
    if found is None:
        return None
    others = frozenset(maker.name for maker in makers)
    if is_a(owner, names.MODULE) or is_changed(trees(checker), cls, name, others):
        found = in_state(Types(checker.modules), found, LayerFact(""))
    return UnionType([found, NoneType()])


def _is_open(type_: Type) -> bool:
    """Whether mypy knows that it may be None, and of the module that it may be at most the class."""
    members = [get_proper_type(one) for one in flatten_nested_unions([type_])]
    others = [one for one in members if not isinstance(one, NoneType)]
    return len(others) == 1 < len(members) and all(isinstance(o, AnyType) or _is_module(o) for o in others)


def _is_module(type_: ProperType) -> bool:
    return is_a(type_, names.MODULE)


def _related(tree: MypyFile, cls: TypeInfo) -> Iterator[FuncDef]:
    return (one for one in functions(tree) if one.info and (one.info in cls.mro or cls in one.info.mro))


def _makers(tree: MypyFile, cls: TypeInfo, name: str) -> Iterator[FuncDef]:
    """The methods that give the attribute something else than None."""
    return (one for one in _related(tree, cls) if any(not is_none(value) for value in values_given(one, name)))


def _is_its_own(maker: FuncDef, name: str) -> bool:
    """Whether the method makes what it gives, and nobody else has it, or gets hold of it later on, by the text."""
    body = maker.body.body
    if maker.name == "__init__" or maker.is_generator or maker.is_coroutine:
        return False
    if any(name in given_to_self(inner.body.body) for inner in functions_in(body)):
        return False
    looped = [s for one in statements(body) if isinstance(one, ForStmt | WhileStmt) for s in statements(one.body.body)]
    for statement in statements(body):
        if not isinstance(statement, AssignmentStmt) or not any(_is_place(one, name) for one in statement.lvalues):
            continue
        place = disturbed.changed_place(statement.rvalue)
        is_new = isinstance(place, CallExpr) or is_none(place)
        is_local = isinstance(place, NameExpr) and _is_kept_here(maker, place, statement)
        if len(statement.lvalues) != 1 or statement in looped or not (is_new or is_local):
            return False
    return True


def _is_place(target: Expression, name: str) -> bool:
    return isinstance(target, MemberExpr) and target.name == name and is_self(target.expr)


def _is_kept_here(maker: FuncDef, place: NameExpr, giving: AssignmentStmt) -> bool:
    """Whether the variable is one that the method has made and is done with then, of which nobody else gets hold."""
    body, name = maker.body.body, place.name
    made = [
        disturbed.changed_place(one.rvalue)
        for one in statements(body)
        if isinstance(one, AssignmentStmt) and any(_is_named(target, name) for target in one.lvalues)
    ]
    if not made or not all(isinstance(one, CallExpr) or _is_named(one, name) for one in made):
        return False
    before = [one for one in statements(body) if one is not giving and not _is_again(one, name)]
    is_handed = any(root(one) == name for statement in before for one in disturbed.handed_on(statement))
    inside = (root(one) for one in disturbed.changed_inside(body))
    later = (part for one in statements(body) if one.line > giving.line for part in _parts(one))
    return not is_handed and name not in set(inside) and not any(_is_named(part, name) for part in later)


def _is_again(statement: Statement, name: str) -> bool:
    """Whether the variable gets itself: `model = model.cuda()`."""
    return isinstance(statement, AssignmentStmt) and all(_is_named(target, name) for target in statement.lvalues)


def _parts(statement: Statement) -> list[Expression]:
    return [part for block in [statement, *_inside(statement)] for part in expressions(block)]


def _inside(statement: Statement) -> Iterator[Statement]:
    return (one for block in blocks(statement) for one in statements(block.body))


def _is_named(place: Expression, name: str) -> bool:
    return isinstance(place, NameExpr) and place.name == name


def is_given_out_safely(tree: MypyFile, cls: TypeInfo, name: str) -> bool:
    """Whether whoever is given the module by a property of the class leaves it as it is; nothing else may give it."""
    changed = disturbed.attributes(tree) | changed_in_methods(cls)
    for method in _related(tree, cls):
        given = (one.expr for one in statements(method.body.body) if isinstance(one, ReturnStmt) and one.expr)
        if any(_is_place(disturbed.changed_place(value), name) for value in given):
            symbol = cls.get(method.name)
            is_property = symbol is not None and isinstance(symbol.node, Decorator) and symbol.node.func.is_property
            if not is_property or method.name in changed:
                return False
    return True


def _made(checker: TypeChecker, owner: Instance, name: str, makers: list[FuncDef]) -> Type | None:
    """What the methods make the attribute, if it is one class of modules."""
    own = watch(checker.errors, checker.modules)
    own.saw(checker)
    own.asked_at_hand += 1  # its classes may be changed there
    guard = attribute, owner.type, name
    if guard in own.answers:
        return None  # it is being asked for
    key = (*guard, lasting.told_apart(owner), checker.pass_num)
    if key not in own.answers:
        given_up, unready, answers = own.given_up, own.unready, own.answers
        own.answers = {**answers, guard: True}
        try:
            found = _together(checker, [one for maker in makers for one in _given(checker, owner, name, maker)])
        finally:
            own.answers = answers
        if own.given_up != given_up or checker.current_node_deferred:
            return None
        own.answers[key] = found
        own.answers[key, _UNREADY] = own.unready != unready
    own.unready += own.answers[key, _UNREADY] is True
    kept = own.answers[key]
    return kept if isinstance(kept, Instance) else None


def _given(checker: TypeChecker, owner: Instance, name: str, maker: FuncDef) -> Iterator[Type | None]:
    """What the method makes the attribute; of one that it goes on to cast or move, what becomes of it."""
    signature = lasting.signature_on(checker, maker, owner)
    is_kept = name not in changed_in_methods(owner.type, maker.name) or cast_after.is_followed(maker, name)
    made = made_in(checker, maker, signature) if signature is not None and is_kept else None
    if made is None:
        yield None
    for store in made or ():
        if store.name == name:
            given = store.given if store.kind is Kind.VALUE else None
            yield (
                in_state(Types(checker.modules), given, LayerFact("")) if given and _is_around(maker, given) else given
            )


def _is_around(maker: FuncDef, given: Type) -> bool:
    """Whether the module may be made of others that have a name: who casts one of these casts a part of it."""
    proper = get_proper_type(given)
    values = (
        disturbed.changed_place(value) for one in given_to_self(maker.body.body).values() for value in one if value
    )
    calls = [value for value in values if isinstance(value, CallExpr)]
    is_of_names = any(place for call in calls for place in all_places_in(call.args))
    return is_of_names and isinstance(proper, Instance) and any(map(has_module, proper.args))


def _together(checker: TypeChecker, given: Iterable[Type | None]) -> Instance | None:
    """The one module, or what is the same of all of them: of others than one class nothing is known."""
    found: list[Instance] = []
    for one in given:
        for member in flatten_nested_unions([one or anything()]):
            proper = get_proper_type(member)
            if isinstance(proper, Instance) and _is_module(proper) and len(proper.args) > 2:
                found.append(proper)
            elif not isinstance(proper, NoneType):
                return None
    if not found or len({one.type for one in found}) > 1:
        return None
    if all(one == found[0] for one in found):
        return found[0]
    stateless = {in_state(Types(checker.modules), one, LayerFact("")) for one in found}
    one = get_proper_type(stateless.pop()) if len(stateless) == 1 else None
    return one if isinstance(one, Instance) else None
