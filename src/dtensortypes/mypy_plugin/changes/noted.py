"""What the text of a class, and of the file around it, says of its objects: classes from mypy's cache have no text.

It is kept with the class, so that a file hears the same of another file's class whether mypy has just read that or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from mypy.nodes import (
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    TempNode,
    TypeInfo,
    Var,
)
from mypy.types import AnyType, CallableType, Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.changes import by_methods, disturbed
from dtensortypes.mypy_plugin.changes.given_away import given_away
from dtensortypes.mypy_plugin.changes.given_data import is_of_nobody_known
from dtensortypes.mypy_plugin.changes.reshaping import attributes, is_reshaped_here
from dtensortypes.mypy_plugin.changes.tied import given_to_others
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.class_fields import is_without_default
from dtensortypes.mypy_plugin.text.expressions import is_none, is_self
from dtensortypes.mypy_plugin.text.made_by import makers
from dtensortypes.mypy_plugin.text.own_access import alters_attributes, is_exchanged
from dtensortypes.mypy_plugin.text.registering import registered_names
from dtensortypes.mypy_plugin.text.scope import functions_in, given_attributes, statements, targets
from dtensortypes.mypy_plugin.types.gives_any import gives_any_as_module

_KEY: Final = "dtensortypes"


def note(cls: ClassDef, file: MypyFile | None, *, knows_torch: bool = True) -> None:
    """Keep what the text says with the class; nothing of it needs to be analyzed.

    A library that does not know torch neither makes, moves nor casts modules.
    """
    values = given_attributes(cls.defs.body)
    found = {
        "filled": (filled := by_methods.filled(cls)),
        "given": {name: len(several) for name, several in values.items()},
        "nothing": (emptied := {name: n for name, several in values.items() if (n := sum(map(is_none, several)))}),
        "of all": (of_all := _of_all(cls)),
        "updated": (updated := _updated(cls)),
        "altered": alters_attributes(cls),
        "exchanged": file is not None and is_exchanged(cls, file),
        **(_of_modules(cls, file) if knows_torch else {}),
    }
    said = {what: answer for what, answer in found.items() if answer}
    if said:
        cls.info.metadata[_KEY] = said
    begun = given_attributes([one for one in cls.defs.body if isinstance(one, FuncDef) and one.name == "__init__"])
    others = {name for name, several in values.items() if len(several) > updated.get(name, 0) + emptied.get(name, 0)}
    changed = others.difference(begun).union(filled)
    for base in (one for one in cls.info.mro[1:] if one.module_name == cls.info.module_name):
        for what, names_ in (("below", {*of_all, *begun}), ("changed below", changed)):
            if names_:
                there = base.metadata.setdefault(_KEY, {})
                there[what] = sorted(names_.union(there.get(what, ())))


def _of_modules(cls: ClassDef, file: MypyFile | None) -> dict[str, object]:
    """What is made, moved, cast or reshaped: by the class, and by the file of objects that have no other name in it."""
    given, changed = disturbed.from_outside(file) if file is not None else (frozenset(), frozenset())
    return {
        "changed": by_methods.changed(cls, file),
        "changing given": by_methods.changing_given(cls),
        "given away": [] if cls.info.has_base(names.MODULE) else given_away(cls, file),
        "made by": makers(cls),
        "registers": registered_names(cls),
        "given outside": sorted(given),
        "changed outside": sorted(changed),
        "changed unseen": file is not None and is_of_nobody_known(file),
        "reshaped": sorted(attributes(file)) if file is not None and names.is_users(file.fullname) else [],
    }


_NOTHING: Final[Mapping[str, Any]] = {}


def is_changed(trees: Iterable[MypyFile], info: TypeInfo, attribute: str, but: Collection[str] = ("__init__",)) -> bool:
    """Whether a method, but for these, or these files, or the class's, may cast or move the attribute's modules."""
    changed = (pair for said in each(info, "changed") for pair in said.items() if pair[0] not in but)
    is_own = any(attribute in attributes for _, attributes in changed)
    is_others = any(attribute in names_ for names_ in each(info, "given away"))
    noted = (_is_noted(t, info, "changed outside", attribute) or attribute in disturbed.attributes(t) for t in trees)
    return is_own or is_others or any(each(info, "changed unseen")) or any(noted)


def is_filled(info: TypeInfo, attribute: str) -> bool:
    """Whether other methods than `__init__` put something into the attribute."""
    return any(attribute in names_ for names_ in each(info, "filled"))


def registers(info: TypeInfo, attribute: str) -> bool:
    """Whether a method of the class or of a base registers a tensor under the attribute's name."""
    return any(attribute in names_ for names_ in each(info, "registers"))


def times_given(info: TypeInfo, attribute: str) -> int:
    """How many statements of the class and its bases give the attribute a value."""
    return sum(times.get(attribute, 0) for times in each(info, "given"))


def is_of_all(info: TypeInfo, attribute: str) -> bool:
    """Whether the class, or a base, has a value for all objects that are not given one of their own."""
    return any(attribute in names_ for names_ in each(info, "of all"))


def is_left_to_class(info: TypeInfo, init: FuncDef, attribute: str) -> bool:
    """Whether objects may have what the class has for all, as the constructor gives theirs under a condition."""
    if not is_of_all(info, attribute):
        return False
    given = (place for statement in init.body.body for place, _ in targets(statement))
    return not any(isinstance(place, MemberExpr) and is_self(place.expr) and place.name == attribute for place in given)


def is_given_below(info: TypeInfo, attribute: str) -> bool:
    """Whether a class of the same file that derives from this one gives the attribute another first value."""
    return attribute in _of(info).get("below", ())


def is_changed_below(info: TypeInfo, attribute: str) -> bool:
    """Whether another method than `__init__` gives it a value, or fills it, in a class that derives from this one."""
    return attribute in _of(info).get("changed below", ())


def alters(info: TypeInfo) -> bool:
    """Whether objects of the class may give something else for an attribute than what was put there."""
    return any(each(info, "altered"))


def is_exchanged_class(info: TypeInfo) -> bool:
    """Whether a decorator may give another class in the place of this one, or of a base."""
    return any(each(info, "exchanged"))


def times_updated(info: TypeInfo, attribute: str) -> int:
    """How many statements of the class and its bases work on what is in the attribute, as `+=` does on a tensor."""
    return sum(times.get(attribute, 0) for times in each(info, "updated"))


def times_emptied(info: TypeInfo, attribute: str) -> int:
    """How many statements of the class and its bases put None into the attribute."""
    return sum(times.get(attribute, 0) for times in each(info, "nothing"))


def is_made_untyped(modules: Mapping[str, MypyFile], info: TypeInfo, attribute: str) -> bool:
    """Whether the attribute is first given what a function has made that does not say what it gives."""
    file, maker = modules.get(info.module_name), _of(info).get("made by", {}).get(attribute)
    owner, _, method = maker.partition(".") if maker else ("", "", "")
    symbol = file.names.get(owner) if file else None
    cls = info if owner == "self" else symbol.node if symbol is not None else None
    if method:
        symbol = cls.get(method) if isinstance(cls, TypeInfo) else None
    made = symbol.node if symbol is not None else None
    if isinstance(made, Var) and owner == "self":
        held = get_proper_type(made.type)
        return isinstance(held, Instance) and gives_any_as_module(held)
    function = made.func if isinstance(made, Decorator) else made
    if not isinstance(function, FuncDef):
        return False
    signature = function.type
    return not isinstance(signature, CallableType) or isinstance(get_proper_type(signature.ret_type), AnyType)


def note_unaided(attributes: Mapping[Var, Type]) -> None:
    """Keep of which class the attributes are to mypy without the plugin, where that is another one; "" for `Any`."""
    for attribute, type_ in attributes.items():
        native, known = get_proper_type(type_), get_proper_type(attribute.type)
        found = native.type.fullname if isinstance(native, Instance) and native.type.has_base(names.TENSOR) else ""
        is_known = isinstance(known, Instance) and known.type.fullname == found
        if (found or isinstance(native, AnyType)) and not is_known:
            attribute.info.metadata.setdefault(_KEY, {}).setdefault("unaided", {})[attribute.name] = found


def unaided(info: TypeInfo, attribute: str) -> str | None:
    """The class of the attribute to mypy by itself, "" for `Any`; None where the class that gives it does not know."""
    holder = info.get_containing_type_info(attribute)
    found: str | None = _of(holder).get("unaided", {}).get(attribute) if holder else None
    return found


def compiled(info: TypeInfo) -> frozenset[str]:
    """The attributes that are first given what `torch.compile` has made: to mypy a function."""
    makers = (pair for made in each(info, "made by") for pair in made.items())
    return frozenset(attribute for attribute, maker in makers if maker == names.COMPILE)


def is_given_outside(trees: Iterable[MypyFile], info: TypeInfo, attribute: str) -> bool:
    """Whether something else than a method of the class, here or in the class's file, gives the attribute a value."""
    return any(
        _is_noted(tree, info, "given outside", attribute)
        or any(may_be(cls, info) for cls, _ in given_to_others(tree).get(attribute, ()))
        for tree in trees
    )


def is_given_elsewhere(tree: MypyFile, info: TypeInfo, attribute: str) -> bool:
    """Whether the class's file, which is another one, gives the attribute a value otherwise than by a method."""
    return _is_noted(tree, info, "given outside", attribute)


def may_be(made: TypeInfo | None, info: TypeInfo) -> bool:
    """Whether what is given to an object that this class has made may be given to one of the other class."""
    if made is None or alters(made) or is_exchanged_class(made):
        return True
    return made in info.mro or info in made.mro


def is_reshaped(tree: MypyFile, info: TypeInfo | None, attribute: str) -> bool:
    """Whether this file, or the class's, makes a tensor that is such an attribute one of another shape."""
    is_here = is_reshaped_here(tree, attribute)
    return is_here or (info is not None and _is_noted(tree, info, "reshaped", f".{attribute}"))


def _is_noted(tree: MypyFile, info: TypeInfo, what: str, attribute: str) -> bool:
    """Whether it is noted of the attribute in another file: of this one more is known than its text."""
    others = (base for base in info.mro if base.module_name != tree.fullname)
    return any(attribute in _of(base).get(what, ()) for base in others)


def _of_all(cls: ClassDef) -> list[str]:
    """The names that the class itself gives a value, and not None: what its objects have until they get their own."""
    given = (pair for statement in statements(cls.defs.body) for pair in targets(statement))
    return sorted({place.name for place, value in given if isinstance(place, NameExpr) and not _is_nothing(value)})


def _is_nothing(value: Expression | None) -> bool:
    """Whether a class gives no value by it: None, or a declaration alone, `x: Tensor = field(init=False)`."""
    return is_none(value) or isinstance(value, TempNode) or is_without_default(value)


def _updated(cls: ClassDef) -> dict[str, int]:
    """How often the class works in place on each attribute; `@=` makes another tensor."""
    every = (s for function in functions_in(cls.defs.body) for s in statements(function.body.body))
    updates = (s.lvalue for s in every if isinstance(s, OperatorAssignmentStmt) and s.op != "@")
    return dict(Counter(place.name for place in updates if isinstance(place, MemberExpr)))


def each(info: TypeInfo, what: str) -> list[Any]:
    """What is noted of the class and its bases."""
    return [found[what] for base in info.mro if what in (found := _of(base))]


def _of(info: TypeInfo) -> Mapping[str, Any]:
    found: Mapping[str, Any] = info.metadata.get(_KEY, _NOTHING)
    return found
