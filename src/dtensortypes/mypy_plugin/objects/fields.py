"""Fields of dataclasses and of namespaces, in objects that are known with what they were made of."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression, FuncDef, MemberExpr, NameExpr, TypeInfo
from mypy.types import Instance, LiteralType, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.noted import is_given_outside, times_given
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import come_from, objects
from dtensortypes.mypy_plugin.text.by_name import is_set_by_dict, is_set_by_name
from dtensortypes.mypy_plugin.text.scope import assigned, current_function, own_names


def of_class(info: TypeInfo) -> dict[str, bool]:
    """The fields that a dataclass's constructor fills, in their order, and which of them only by name."""
    own = info.metadata.get("dataclass", {}).get("attributes", [])
    return {one["name"]: one["kw_only"] for one in own if one["is_in_init"]}


def held(checker: TypeChecker, place: MemberExpr) -> Type | None:
    """The type of the field of a dataclass in an object that is known with what it was made of."""
    from dtensortypes.mypy_plugin.objects import namespaces  # which are objects, too

    owner = get_proper_type(checker.lookup_type_or_none(place.expr))
    made = get_proper_type(namespaces.made(checker, place.expr, owner)) if owner is not None else None
    if isinstance(made, Instance) and made is owner:
        made = come_from.owner(checker, place.expr, made)
    given = objects.arguments(made) if made is not None else None
    if given is None and isinstance(place.expr, MemberExpr) and (inner := held(checker, place.expr)) is not None:
        made, given = get_proper_type(inner), objects.arguments(inner)  # `config.model.hidden`
    if given is None or not isinstance(made, Instance):
        return None
    found = held_by_name(made.type, given).get(place.name)
    return None if found is None or is_changed(checker, made.type, place.name) else found


def object_held(checker: TypeChecker, place: Expression, type_: Type) -> Type:
    """The type of what is at the place; of an object in a field, with what it was made of: `build(config.model)`."""
    proper = get_proper_type(type_)
    if not isinstance(place, MemberExpr) or not objects.is_own(proper) or objects.arguments(proper) is not None:
        return type_
    found = get_proper_type(held(checker, place))
    is_same = isinstance(found, Instance) and isinstance(proper, Instance) and found.type is proper.type
    return type_ if found is None or not is_same else found


def held_by_name(info: TypeInfo, given: Sequence[Type]) -> dict[str, Type]:
    """What the attributes of a dataclass, or of a namespace, are in the object that was made of these."""
    if info.fullname in names.NAMESPACES:
        pairs = zip(map(get_proper_type, given[::2]), given[1::2], strict=True)
        return {str(word.value): type_ for word, type_ in pairs if isinstance(word, LiteralType)}
    filled = list(of_class(info))
    return dict(zip(filled, given, strict=True)) if len(filled) == len(given) else {}


def shared_dims(checker: TypeChecker, owners: Sequence[Instance], place: Context) -> frozenset[str]:
    """The names of dims that the field of a dataclass shares with the function that declares to be given the object."""
    function = current_function(checker)
    is_given = isinstance(place, MemberExpr) and function is not None and _is_given(checker, function, owners, place)
    return own_names(function) if is_given else frozenset()


def _is_given(checker: TypeChecker, function: FuncDef, owners: Sequence[Instance], place: MemberExpr) -> bool:
    """Whether the field is as it was in an object that the function was given, or in one inside of that."""
    if any(place.name not in of_class(one.type) or is_changed(checker, one.type, place.name) for one in owners):
        return False
    if isinstance(place.expr, MemberExpr):
        outer = get_proper_type(checker.lookup_type_or_none(place.expr.expr))
        return isinstance(outer, Instance) and _is_given(checker, function, [outer], place.expr)
    if not isinstance(place.expr, NameExpr):
        return False
    declared = {one.variable for one in function.arguments if one.type_annotation is not None}
    return place.expr.node in declared and not assigned(function.body.body, place.expr.node)


def is_changed(checker: TypeChecker, info: TypeInfo, name: str) -> bool:
    """Whether the file gives the field a value after it is made."""
    is_given = is_given_outside(trees(checker), info, name) or times_given(info, name) > 0
    is_given = is_given or (info.fullname in names.NAMESPACES and is_set_by_dict(checker.tree))
    return is_given or is_set_by_name(checker.tree, info, name)
