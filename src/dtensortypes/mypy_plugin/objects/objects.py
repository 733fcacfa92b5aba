"""Objects of the program's plain classes: their types carry what their constructor was given.

Mypy lets the type of an object have attributes that its class has not, and where branches meet it takes those of the
first. So they are believed only of an expression that no branch decides on: a call of the class, a parameter, a
variable that is given such a call once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    DictExpr,
    Expression,
    FuncDef,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    TypeInfo,
    Var,
)
from mypy.types import (
    AnyType,
    CallableType,
    ExtraAttrs,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypeType,
    get_proper_type,
)
from mypy.typevars import fill_typevars_with_any

from dtensortypes.mypy_plugin.changes.changing import is_changed
from dtensortypes.mypy_plugin.changes.fixed import values_given
from dtensortypes.mypy_plugin.changes.given_again import gives_dict_back
from dtensortypes.mypy_plugin.changes.noted import is_given_outside, times_given
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import is_trial, trees
from dtensortypes.mypy_plugin.text.definitions import is_parameter
from dtensortypes.mypy_plugin.text.free_names import is_taken_around
from dtensortypes.mypy_plugin.text.reaching import gone_through, is_as_given, reached
from dtensortypes.mypy_plugin.text.scope import (
    Given,
    assigned,
    constant_value,
    current_body,
    current_function,
    shared,
)
from dtensortypes.mypy_plugin.types.compare import has_tensor, says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_GIVEN: Final = "what the constructor was given"
"""The attribute in which it stands; no program can have one of this name."""
_OF_ALL: Final = "of all that are put there"
"""An attribute that says so of what stands there."""
_OBJECTS: Final = (CallExpr, ListExpr, DictExpr, IndexExpr, MemberExpr)
_LOOKED_UP: Final = ("__getattr__", "__getattribute__")


def made(types: Types, object_: Instance, given: Sequence[Type]) -> Instance:
    """The type of an object that its constructor makes of these arguments."""
    is_asked = object_.type.fullname not in names.NAMESPACES
    if is_asked and any(object_.type.get(name) and name not in object_.type.mro[-1].names for name in _LOOKED_UP):
        return object_  # mypy would not ask these for other attributes
    whole = TupleType(list(given), types.instance(names.TUPLE, anything()))
    found = object_.copy_modified()
    mypys = object_.extra_attrs.attrs if object_.extra_attrs else {}  # as of what a partial takes
    found.extra_attrs = ExtraAttrs({**mypys, _GIVEN: whole})
    return found


def of_all(object_: Instance) -> Instance:
    """The type of one of several objects, of which it is known what all of them are made of, whichever it is."""
    found = object_.copy_modified()
    assert object_.extra_attrs is not None
    found.extra_attrs = ExtraAttrs({**object_.extra_attrs.attrs, _OF_ALL: anything()})
    return found


def is_of_all(object_: Instance) -> bool:
    """Whether that is so."""
    return object_.extra_attrs is not None and _OF_ALL in object_.extra_attrs.attrs


def of_unknown(object_: Instance) -> Instance:
    """The type of an object of whose making nothing is known.

    To mypy it is another type than that of an object that is known: one without either it would take for the last one
    that a variable had.
    """
    found = object_.copy_modified()
    found.extra_attrs = object_.extra_attrs or ExtraAttrs({_GIVEN: anything()})
    return found


def arguments(type_: Type | None) -> list[Type] | None:
    """What the object's constructor was given; None where that is not known."""
    proper = get_proper_type(type_)
    extra = proper.extra_attrs if isinstance(proper, Instance) else None
    whole = get_proper_type(extra.attrs.get(_GIVEN)) if extra else None
    return list(whole.items) if isinstance(whole, TupleType) else None


def is_made_here(type_: Type | None) -> bool:
    """Whether a call of its class has made the object, whether or not it is known what that was given."""
    proper = get_proper_type(type_)
    extra = proper.extra_attrs if isinstance(proper, Instance) else None
    return extra is not None and _GIVEN in extra.attrs


def stripped(type_: Type) -> Type:
    """The type without what its object, or what a loader gives, was made of."""
    proper = get_proper_type(type_)
    if not isinstance(proper, Instance):
        return type_
    plain = proper.copy_modified()
    plain.extra_attrs = None if is_made_here(proper) else proper.extra_attrs
    if proper.type.has_base(names.DATA_LOADER):
        plain = plain.copy_modified(args=[stripped(one) for one in proper.args])
    return plain


def is_class(checker: TypeChecker, callee: Expression) -> bool:
    """Whether it names the class that is called: by its name, or, in a body that is read for one call, as it is given.

    There that is `cls` or a parameter.
    """
    if isinstance(callee, RefExpr) and isinstance(callee.node, TypeInfo):
        return True
    function = current_function(checker) if is_trial(checker) else None
    is_own = function is not None and is_own_class(callee, function)
    if function is None or not (is_own or (isinstance(callee, NameExpr) and is_parameter(callee.node, function))):
        return False
    named = function.arguments[0].variable if is_own or not isinstance(callee, NameExpr) else callee.node
    given = get_proper_type(named.type) if isinstance(named, Var) else None
    is_made = is_own and (function.is_class or _is_made(given))
    return not assigned(function.body.body, named) and (is_made or (isinstance(given, TypeType) and is_exact(given)))


def _is_made(type_: ProperType | None) -> bool:
    """Whether something is known of how the object was made: it is none of a class that derives from this one."""
    if not isinstance(type_, Instance):
        return False
    state = type_.args[-3:] if type_.type.has_base(names.MODULE) else ()
    return arguments(type_) is not None or any(not isinstance(get_proper_type(one), AnyType) for one in state)


def is_of_any_class(checker: TypeChecker, callee: Expression) -> bool:
    """Whether it is `cls` or the like, which may be a class that derives from the one that it is said to be."""
    function = current_function(checker)
    return function is not None and is_own_class(callee, function) and not is_class(checker, callee)


def is_own_class(callee: Expression, method: FuncDef) -> bool:
    """Whether it names the class of what the method is called on: `cls`, `type(self)`, `self.__class__`."""
    match callee:
        case NameExpr():
            own = callee if method.is_class else None
        case CallExpr(callee=RefExpr(fullname="builtins.type"), args=[NameExpr() as own]):
            pass
        case MemberExpr(expr=NameExpr() as own, name="__class__"):
            pass
        case _:
            return False
    return own is not None and bool(method.arguments) and own.node is method.arguments[0].variable


def is_own(type_: Type | None) -> bool:
    """Whether it is an object of a class of the program that is no module."""
    proper = get_proper_type(type_)
    return isinstance(proper, Instance) and names.is_users(proper.type.fullname) and not is_a(proper, names.MODULE)


def is_call(checker: TypeChecker, place: Expression) -> bool:
    """Whether it is a call, be it of the `__getitem__` of an object of the program: `data[0]`."""
    is_item = isinstance(place, IndexExpr) and is_own(checker.lookup_type_or_none(place.base))
    return is_item or isinstance(place, CallExpr)


def is_certain(checker: TypeChecker, expression: Expression) -> bool:
    """Whether the expression always is an object of one call of a constructor."""
    match expression:
        case CallExpr(callee=RefExpr(node=TypeInfo())) | ListExpr() | DictExpr():
            return True
        case CallExpr(callee=callee) if is_class(checker, callee):
            return True
        case CallExpr(callee=RefExpr(fullname=name)) if name == names.REPLACE:
            return True  # who answers for it has asked what is replaced
        case CallExpr(callee=callee):  # of a function or module, one of several of which may be called
            known = get_proper_type(checker.lookup_type_or_none(callee))
            if isinstance(known, CallableType):
                said = [known.definition.fullname if known.definition else "", getattr(callee, "fullname", "")]
                is_users = all(map(names.is_users, filter(None, said))) and bool(said[0])  # not `dataclasses.replace`
                return is_users and not gives_dict_back(checker, expression, known)
            return is_own(known) or (known is not None and is_a(known, names.MODULE))
        case NameExpr(node=Var(is_self=is_first)) if is_first or is_taken_around(checker, expression):
            return True
        case NameExpr(node=variable):
            function = current_function(checker)
            if is_parameter(variable, function) and function and _is_as_given(function, expression):
                return True
            last = _given_last(checker, expression)
            value = constant_value(checker, expression) or (last[1] if last is not None else None)
            if value is None:
                source = gone_through(current_body(checker), expression, last)
                return source is not None and is_certain(checker, source)
            return isinstance(value, _OBJECTS) and is_certain(checker, value)
        case IndexExpr(base=owner):
            return _is_picked(checker, owner) or _is_certain_item(checker, expression)
        case MemberExpr(expr=owner, name=name):
            return _is_kept(checker, owner, name) and not _is_filled(checker, expression)
    return False


def _is_as_given(function: FuncDef, parameter: NameExpr) -> bool:
    given = assigned(function.body.body, parameter.node)
    return not given or is_as_given(function.body.body, given, parameter)


def _is_filled(checker: TypeChecker, place: MemberExpr) -> bool:
    """Whether it is a list or dict that may come to hold something else."""
    held = get_proper_type(checker.lookup_type_or_none(place))
    is_display = isinstance(held, Instance) and held.type.fullname in {"builtins.list", "builtins.dict"}
    return is_display and is_changed(checker, place)


def _is_picked(checker: TypeChecker, owner: Expression) -> bool:
    """Whether `owner[i]` is a call of a method of the program."""
    whole = get_proper_type(checker.lookup_type_or_none(owner))
    method = whole.type.get_method(names.PICKING) if isinstance(whole, Instance) else None
    return method is not None and names.is_users(method.fullname)


def _is_certain_item(checker: TypeChecker, place: IndexExpr) -> bool:
    """Whether it is known what is at this place of a list or dict, and that is one object."""
    from dtensortypes.mypy_plugin.bodies import displays  # which keep what they hold as objects do

    if is_call(checker, place):
        return True
    found = displays.item(checker, place) if is_trial(checker) else None
    return is_certain(checker, found) if isinstance(found, Expression) else found is not None


def _given_last(checker: TypeChecker, variable: NameExpr) -> Given | None:
    """What gave the variable its value last, where no branch or loop decides: `batch = batch.to(device)`."""
    body = current_body(checker)
    return (
        None if variable.name in shared(checker.tree.defs) else reached(body, assigned(body, variable.node), variable)
    )


def _is_kept(checker: TypeChecker, owner: Expression, name: str) -> bool:
    """Whether `owner.name` is the one object that its class's `__init__` puts there, whoever has made it."""
    held_by = get_proper_type(checker.lookup_type_or_none(owner))
    if not isinstance(held_by, Instance) or is_given_outside(trees(checker), held_by.type, name):
        return False
    every = times_given(held_by.type, name)
    init = held_by.type.get_method("__init__")
    values = values_given(init, name) if every == 1 and isinstance(init, FuncDef) else []
    match values:
        case [CallExpr(callee=RefExpr(node=TypeInfo() | FuncDef())) | ListExpr() | DictExpr()]:
            return True
        case [NameExpr(node=variable)] if isinstance(init, FuncDef):
            return is_parameter(variable, init) and not assigned(init.body.body, variable)
    return False


def is_exact(cls: TypeType) -> bool:
    """Whether it is this class that is meant, and not one that derives from it."""
    return isinstance(cls.item, Instance) and arguments(cls.item) is not None


def exactly(types: Types, info: TypeInfo) -> TypeType:
    """The type of a class that is given as a value, and is no other one."""
    instance = fill_typevars_with_any(info)
    assert isinstance(instance, Instance)
    marked = instance.copy_modified()
    marked.extra_attrs = ExtraAttrs({_GIVEN: TupleType([], types.instance(names.TUPLE, anything()))})
    return TypeType(marked)


def is_open(type_: Type) -> bool:
    """Whether its constructor takes what may be a tensor of which the class says nothing."""
    proper = get_proper_type(type_)
    info = proper.type if isinstance(proper, Instance) and names.is_users(proper.type.module_name) else None
    signature = get_proper_type(init.type) if info and (init := info.get_method("__init__")) else None
    taken = signature.arg_types if isinstance(signature, CallableType) else []
    return any(has_tensor(one) and not says_something(one) for one in taken[1:])
