"""Variables that a function inside of another one, or of the file, gives values or fills: any call may have done so."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import (
    LDEF,
    CallExpr,
    DictionaryComprehension,
    FuncDef,
    FuncItem,
    GeneratorExpr,
    GlobalDecl,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    NonlocalDecl,
    Statement,
    TypeInfo,
    Var,
)
from mypy.types import Type, get_proper_type

from dtensortypes.mypy_plugin.changes.aliases import group, places, words
from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import (
    assigned,
    bodies,
    current_body,
    functions_in,
    singles,
    statements,
    targets,
)
from dtensortypes.mypy_plugin.types.compare import has_array, has_module, has_tensor, has_value
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import forget_value, narrowed


def forget_given(checker: TypeChecker) -> None:
    """After a call of the program's own: nothing is known of the tensors in such variables of the body at hand."""
    _forget(checker, _given_inside(current_body(checker)))


def forget_filled(checker: TypeChecker) -> None:
    """After such a call, or that of a module, which may have hooks: nor of those that functions inside fill.

    Tensors and arrays stay what they are whatever is stored to their items.
    """
    filled = _filled_inside(current_body(checker))
    _forget(checker, [place for place in filled if not _keeps_its_type(checker, place)])


@once_per_tree
def changed_unseen(body: list[Statement]) -> frozenset[str]:
    """The variables to which a lambda, or a function that is kept or handed on, gives values, or which it fills.

    Who calls it then does so at any time, and by any name.
    """
    every = [part for own in bodies(body) for one in statements(own) for part in expressions(one)]
    called = {id(part.callee) for part in every if isinstance(part, CallExpr)}
    named = {part.name for part in every if isinstance(part, NameExpr | MemberExpr) and id(part) not in called}
    kept: list[FuncItem] = [part for part in every if isinstance(part, LambdaExpr)]
    kept += [one for one in functions_in(body) if one.name in named or one.is_decorated]
    found = {place.name for one in kept for place in _given(one.body.body)}
    return frozenset(found.union(place.name for one in kept for place in _filled(one.body.body)))


def _forget(checker: TypeChecker, places_: list[NameExpr]) -> None:
    for place in places_:
        if isinstance(place.node, Var) and place.node.type is not None and _may_be_known(place.node.type):
            forget_value(checker, place)


def _keeps_its_type(checker: TypeChecker, place: NameExpr) -> bool:
    """Whether the variable is a tensor or array, and has not been anything else."""
    declared = place.node.type if isinstance(place.node, Var) else None
    known = [get_proper_type(one) for one in (declared, narrowed(checker, place)) if one is not None]
    return bool(known) and all(is_a(one, names.TENSOR) or is_a(one, names.NDARRAY) for one in known)


def _may_be_known(type_: Type) -> bool:
    """Whether the plugin knows something of such values."""
    return has_tensor(type_) or has_module(type_) or has_value(type_) or has_array(type_)


@once_per_tree
def _given_inside(body: list[Statement]) -> list[NameExpr]:
    """The variables, as the functions in the body write them that declare them `nonlocal` or `global`; or the body."""
    return list({place.name: place for own in bodies(body) for place in _given(own)}.values())


def _given(body: list[Statement]) -> Iterator[NameExpr]:
    """The variables of others to which the body gives values."""
    inside = statements(body)
    declared = {name for one in inside if isinstance(one, NonlocalDecl | GlobalDecl) for name in one.names}
    for target in (target for statement in inside for target, _ in targets(statement)):
        if isinstance(target, NameExpr) and target.name in declared:
            yield target


@once_per_tree
def _filled_inside(body: list[Statement]) -> list[NameExpr]:
    inner = bodies(body)[1:]
    found = {one.name: one for own in inner for one in _filled(own)}
    return [one for one in found.values() if assigned(body, one.node) or not any(assigned(b, one.node) for b in inner)]


def _filled(body: list[Statement]) -> Iterator[NameExpr]:
    """The variables of others into whose lists or dicts the body puts something, under whatever name."""
    filled = [words(place) for one in statements(body) for place in filled_by(one)]
    for word in group(body, frozenset().union(*filled)):
        place = places(body).get(word, [None])[0]
        variable = place.node if isinstance(place, NameExpr) else None
        if isinstance(place, NameExpr) and isinstance(variable, Var) and not variable.is_argument:
            yield from [] if assigned(body, variable) else [place]


@once_per_tree
def is_closed(function: FuncDef) -> bool:
    """Whether a function inside of another one speaks of no variable of that one."""
    body = statements(function.body.body)
    own = {argument.variable for argument in function.arguments}
    every = [part for one in body for part in expressions(one)]
    given = [target for one in body for target, _ in targets(one)]
    counting = [part for part in every if isinstance(part, GeneratorExpr | DictionaryComprehension)]
    given += [name for part in counting for index in part.indices for name in singles(index)]
    own |= {name.node for name in given if isinstance(name, NameExpr) and isinstance(name.node, Var)}
    used = (part for part in every if isinstance(part, NameExpr) and part.kind == LDEF)
    is_own = all(name.node in own or isinstance(name.node, TypeInfo) for name in used)
    return is_own and not any(isinstance(one, FuncDef | NonlocalDecl) for one in body)
