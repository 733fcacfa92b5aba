"""What a constructor's call tells of a module: the sizes and parts that `__init__` makes of its arguments.

The arguments stand in the module's type, as its configuration; the body of `__init__` is read where somebody asks.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, RefExpr, TypeInfo
from mypy.subtypes import is_subtype
from mypy.typeops import function_type
from mypy.types import AnyType, CallableType, Instance, LiteralType, NoneType, TupleType, Type, get_proper_type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin import disturbed, names
from dtensortypes.mypy_plugin.bodies import kept
from dtensortypes.mypy_plugin.facts_of import arguments_as, is_a
from dtensortypes.mypy_plugin.fixed import given_to_self
from dtensortypes.mypy_plugin.given import of_default, signature_for
from dtensortypes.mypy_plugin.helpers import remembered
from dtensortypes.mypy_plugin.initial import Given
from dtensortypes.mypy_plugin.scope import current_function, given_attributes
from dtensortypes.mypy_plugin.settled import is_filled
from dtensortypes.mypy_plugin.states import state_of
from dtensortypes.mypy_plugin.types_of import Types, anything
from dtensortypes.mypy_plugin.watcher import watch

_MARK: Final = "__init__"
"""What the configuration of a module of the program begins with; that of torch's layers, with a setting's name."""


def born(checker: TypeChecker, call: CallExpr, module: Instance) -> Instance:
    """The type of the module that the call makes, with the arguments that say something of it."""
    is_class = isinstance(call.callee, RefExpr) and isinstance(call.callee.node, TypeInfo)
    init = _constructor(checker, module.type) if is_class and module.type.module_name == checker.tree.fullname else None
    if (
        init is None
        or len(init.arguments) == 1
        or len(module.args) < 3
        or any(map(module.type.has_base, names.MODULE_CONTAINERS))
    ):
        return module  # a container's configuration is what is in it
    signature = signature_for(checker, call, init, module, needs_facts=False)
    given = signature.arg_types[1:] if signature is not None else []
    if all(isinstance(get_proper_type(type_), AnyType) for type_ in given):
        return module
    types = Types(checker.modules)
    config = TupleType([types.literal(_MARK), *map(_lasting, given)], types.instance(names.TUPLE, anything()))
    state = module.args[-3:-1] if _is_of_one_state(module, given) else (anything(), anything())
    return module.copy_modified(args=[*module.args[:-3], *state, config])


def _is_of_one_state(module: Instance, given: list[Type]) -> bool:
    """Whether the modules that the new one is given, as parts of it, are in the state that it has by its own parts."""
    parts = [proper for type_ in given if is_a(proper := get_proper_type(type_), names.MODULE)]
    own = module.args[-3:-1]
    return all(ops.is_stateless(state_of(part)) or arguments_as(part, names.MODULE)[:2] == own for part in parts)


def _lasting(type_: Type) -> Type:
    """What is known of an argument, its value as one that mypy does not forget where it infers a variable's type."""
    proper = get_proper_type(type_)
    value = proper.last_known_value if isinstance(proper, Instance) else proper
    match value:
        case LiteralType(value=str() as word) if not word.isidentifier():
            return anything()
        case LiteralType() | NoneType():
            return value
    return kept(type_)


def attribute(checker: TypeChecker, owner: Instance, name: str, declared: Type) -> Type | None:
    """The type of an attribute as `__init__` made it for this one object; None where that says no more."""
    own = _constructor(checker, owner.type)
    making = _making(checker, owner.type, name)
    if own is None or making is None:
        return None
    function = current_function(checker)
    if function is not None and function.name == making.name and function.info is making.info:
        values = [value for value in _values(function, name) if value is not None]
        found = _only([checker.lookup_type_or_none(value) for value in values])
    else:
        found = _made(checker, own, making, owner, name)
    if found is None or isinstance(get_proper_type(found), AnyType) or not is_subtype(found, declared):
        return None
    # Outside of a trial mypy's own messages are heard: there the class has to be the one that mypy knows.
    is_heard = watch(checker.errors, checker.modules).trial is None
    return None if is_heard and not _is_of_one_class(found, declared) else found


def _constructor(checker: TypeChecker, info: TypeInfo) -> FuncDef | None:
    """The `__init__` of a class of this file."""
    init = info.get_method("__init__") if info.module_name == checker.tree.fullname else None
    return init if isinstance(init, FuncDef) and init.info.module_name == checker.tree.fullname else None


def _making(checker: TypeChecker, info: TypeInfo, name: str) -> FuncDef | None:
    """The constructor, of the class or of a base, that gives the attribute its value; None where others do so, too."""
    inits = [base.names["__init__"].node for base in info.mro if "__init__" in base.names]
    found = [init for init in inits if isinstance(init, FuncDef) and init.body.body and _values(init, name)]
    if len(found) != 1 or found[0].info.module_name != checker.tree.fullname:
        return None
    every = sum(given_attributes(base.defn.defs.body)[name] for base in info.mro)
    is_kept = len(_values(found[0], name)) == every
    is_kept = is_kept and name not in disturbed.assigned(checker.tree) and not is_filled(info, name)
    return found[0] if is_kept else None


def _made(checker: TypeChecker, own: FuncDef, making: FuncDef, owner: Instance, name: str) -> Type | None:
    """What the constructor that makes the attribute makes it, as its class's own one calls it."""
    given = _arguments(owner, own)
    if given is None or (making is own and not given):
        return None  # without arguments it makes for all objects what the class says
    first = owner.copy_modified(args=[*owner.args[:-3], anything(), anything(), anything()])
    init = own
    while True:
        declared = function_type(init, checker.named_type("builtins.function"))
        if not isinstance(declared, CallableType) or len(declared.arg_types) != len(given) + 1:
            return None
        result = checker.named_type("builtins.object")
        filled = declared.copy_modified(arg_types=[first, *given], ret_type=result, variables=[])
        told = remembered(checker, init, filled)
        if init is making:
            return dict(told.begun.attributes).get(name)
        above = init.info.mro[1:]
        base = next((b.names["__init__"].node for b in above if "__init__" in b.names), None)
        if (
            told.begun.passed_on is None
            or not isinstance(base, FuncDef)
            or base.info.module_name != checker.tree.fullname
        ):
            return None
        init, given = base, _spread(checker, base, told.begun.passed_on)


def _arguments(owner: Instance, init: FuncDef) -> list[Type] | None:
    """The arguments that the object was made with; None where they are not known."""
    if len(init.arguments) == 1:
        return []
    config = get_proper_type(owner.args[-1]) if owner.args else None
    items = config.items if isinstance(config, TupleType) else []
    mark = get_proper_type(items[0]) if items else None
    return list(items[1:]) if isinstance(mark, LiteralType) and mark.value == _MARK else None


def _spread(checker: TypeChecker, init: FuncDef, passed: Given) -> list[Type]:
    """The types of the constructor's parameters where this is passed; of one that is left out, of its default."""
    positions, named = [type_ for name, type_ in passed if name is None], dict(passed)
    types: list[Type] = []
    for place, parameter in enumerate(init.arguments[1:]):
        given = positions[place] if place < len(positions) else named.get(parameter.variable.name)
        types.append(given or of_default(checker, parameter.initializer) or anything())
    return types


def _values(function: FuncDef, name: str) -> list[Expression | None]:
    """The values that the function gives `self.name`; None for one that is not written out."""
    return given_to_self(function.body.body).get(name, [])


def _only(found: list[Type | None]) -> Type | None:
    reached = [type_ for type_ in found if type_ is not None]
    return reached[0] if len(reached) == 1 else None


def _is_of_one_class(found: Type, declared: Type) -> bool:
    one, other = get_proper_type(found), get_proper_type(declared)
    is_ours = is_a(one, names.MODULE) or is_a(one, names.TENSOR)
    return is_ours and isinstance(one, Instance) and isinstance(other, Instance) and one.type is other.type
