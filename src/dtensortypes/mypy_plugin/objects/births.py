"""What a constructor's call tells of a module: the sizes and parts that `__init__` makes of its arguments.

The arguments stand in the module's type, as its configuration; the body of `__init__` is read where somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, DictExpr, FuncDef, ListExpr, MemberExpr, TypeInfo
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypeType,
    get_proper_type,
)

from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.devices import as_device
from dtensortypes.mypy_plugin.bodies.completed import told_of
from dtensortypes.mypy_plugin.bodies.elsewhere import is_open
from dtensortypes.mypy_plugin.bodies.given import signature_for, valued, with_arguments
from dtensortypes.mypy_plugin.bodies.initial import Initial
from dtensortypes.mypy_plugin.bodies.outcome import kept
from dtensortypes.mypy_plugin.bodies.remembered import remembered
from dtensortypes.mypy_plugin.bodies.starred import as_parameter, as_variable
from dtensortypes.mypy_plugin.changes import by_methods, noted
from dtensortypes.mypy_plugin.changes.filled_outside import filled_outside
from dtensortypes.mypy_plugin.changes.fixed import values_given
from dtensortypes.mypy_plugin.changes.foreseeable import is_open as is_written_out
from dtensortypes.mypy_plugin.changes.put_in_parts import are_alone
from dtensortypes.mypy_plugin.changes.redefined import is_remade
from dtensortypes.mypy_plugin.changes.set_up import times_given_by, times_never_given
from dtensortypes.mypy_plugin.changes.states import is_of_one_state, of_its_own
from dtensortypes.mypy_plugin.changes.untouched import is_read_before
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import (
    come_from,
    exactly,
    fields,
    in_doubt,
    made_of,
    named_tuples,
    objects,
    post_init,
    told_apart,
)
from dtensortypes.mypy_plugin.objects.buffers import registering_constructors
from dtensortypes.mypy_plugin.objects.constructors import (
    given_to_fields,
    report_refused,
    report_refused_at_last,
    spread,
)
from dtensortypes.mypy_plugin.objects.passed_lists import as_passed
from dtensortypes.mypy_plugin.text.by_name import is_set_by_name
from dtensortypes.mypy_plugin.text.definitions import constructors, type_of
from dtensortypes.mypy_plugin.text.expressions import is_self
from dtensortypes.mypy_plugin.text.loops import goes_through_own
from dtensortypes.mypy_plugin.text.perhaps_none import given_as
from dtensortypes.mypy_plugin.text.registering import registering
from dtensortypes.mypy_plugin.text.scope import current_function
from dtensortypes.mypy_plugin.text.set_by_name import words_set
from dtensortypes.mypy_plugin.types import enums, veiled
from dtensortypes.mypy_plugin.types.facts_of import holds_modules, is_a
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.value_of import is_of_numbers


def born(checker: TypeChecker, call: CallExpr, module: Instance) -> Instance:
    """The type of the module that the call makes, with the arguments that say something of it."""
    is_container = any(map(module.type.has_base, names.MODULE_CONTAINERS))
    if len(module.args) < 3 or is_container or not exactly.is_class(checker, call.callee):
        return module  # a container's configuration is what is in it
    types, init = Types(checker.modules), _constructor(checker, module.type)
    init = None if init is None or len(init.arguments) == 1 else init
    signature = signature_for(checker, call, init, module, needs_facts=False) if init is not None else None
    given = signature.arg_types[1:] if signature is not None else []
    if init is None or all(isinstance(get_proper_type(type_), AnyType) for type_ in given):
        return made_of.made_of(types, module, []) if made_of.is_told_by_class(module.type) else module
    if (filled := _filled(checker, init, module, [_lasting(checker, type_) for type_ in given])) is not None:
        report_refused(checker, call, init, filled)
    given = as_passed(checker, call, given)
    made = made_of.made_of(types, module, [_lasting(checker, type_) for type_ in given])
    made = made if is_of_one_state(module, given) else of_its_own(made)
    report_refused_at_last(checker, call, init, made)
    return made


def object_made(checker: TypeChecker, call: CallExpr, object_: Instance) -> Instance:
    """The type of an object of a plain class of the file, with the arguments that say something of it."""
    if not exactly.is_class(checker, call.callee) or not names.is_users(object_.type.module_name):
        return object_
    filled, init = fields.of_class(object_.type), None
    if filled:
        given = given_to_fields(checker, call, object_.type, filled)
    else:
        init = _constructor(checker, object_.type)
        signature = signature_for(checker, call, init, object_, needs_facts=False) if init is not None else None
        given = signature.arg_types[1:] if signature is not None else []
        if init is not None and signature is not None:
            report_refused(checker, call, init, signature)
    lasting = [told_apart.together(checker, _lasting(checker, one)) for one in as_passed(checker, call, given, init)]
    is_any = all(isinstance(get_proper_type(type_), AnyType) for type_ in lasting)
    if is_any and not made_of.is_told_by_class(object_.type):
        return objects.of_unknown(object_)
    return come_from.note(checker, call, objects.made(Types(checker.modules), object_, lasting))


def _lasting(checker: TypeChecker, type_: Type) -> Type:
    """What is known of an argument, its value as one that mypy does not forget where it infers a variable's type."""
    proper = get_proper_type(told_apart.apart(as_variable(type_)))
    if (function := told_apart.named(checker, proper)) is not None:
        return function
    if isinstance(proper, TupleType) and (proper is not type_ or not named_tuples.is_named(proper)):
        return proper.copy_modified(items=[_lasting(checker, item) for item in proper.items])
    value = proper.last_known_value if isinstance(proper, Instance) else proper
    match value:
        case LiteralType(value=str() as word) if not word.isidentifier() and as_device(word) is UNKNOWN:
            return anything()
        case LiteralType() | NoneType():
            return value
        case TypeType() if objects.is_exact(value) or told_apart.is_numpys(value):
            return value
    is_own = isinstance(proper, Instance) and not proper.args and names.is_users(proper.type.fullname)
    is_own = is_own or is_of_numbers(proper)  # of which kind a tensor is that is made of it
    return type_ if is_own or objects.arguments(type_) is not None else kept(type_)


def attribute(
    checker: TypeChecker, owner: Instance, name: str, declared: Type, place: Context | None = None
) -> Type | None:
    """The type of the attribute at this place as `__init__` made it for this one object; None where it says no more."""
    return told_of(checker, as_given(checker, owner, name, declared, place), declared)


def as_given(checker: TypeChecker, owner: Instance, name: str, declared: Type, place: Context | None) -> Type | None:
    """What `__init__` gave the attribute of this one object, whether or not mypy may hear of it."""
    is_untold = in_doubt.is_untold(owner.type, name, declared)
    if isinstance(place, MemberExpr) and not is_a(owner, names.MODULE):
        if (field := post_init.field(checker, place, owner)) is not None:
            return field
        owner = come_from.owner(checker, place.expr, owner)
        if not (is_untold or is_self(place.expr)) and objects.arguments(owner) is None:
            return None
    is_any = owner.type.module_name != checker.tree.fullname or noted.is_changed_below(owner.type, name)
    if (is_any or (is_untold and veiled.is_any_module(declared))) and not made_of.is_known(owner):
        return None
    own = _constructor(checker, owner.type)
    making = _making(checker, owner, name, place, get_proper_type(declared))
    if own is None or making is None or registering_constructors(checker, owner.type, name):
        return None  # what is registered moves with its module, and what is given does not
    function = current_function(checker)
    if function is not None and function.name == making.name and function.info is making.info:
        values = values_given(function, name)
        value = values[0] if len(values) == 1 else None  # else mypy knows which one is there by now
        return valued(checker, value) if value and checker.lookup_type_or_none(value) is not None else None
    is_of_all = is_untold or (holds_modules(declared) and goes_through_own(making))
    return _made(checker, own, making, owner, name, is_of_all=is_of_all, is_untold=is_untold)


def registered(checker: TypeChecker, owner: Instance, name: str) -> Type | None:
    """The type of the tensor that `__init__` has registered in this one module; None where it says no more."""
    own = _constructor(checker, owner.type)
    making = registering_constructors(checker, owner.type, name)
    is_kept = not noted.is_given_outside(trees(checker), owner.type, name) and noted.times_given(owner.type, name) == 0
    if own is None or len(making) != 1 or not is_kept:
        return None
    function = current_function(checker)
    if function is not None and function.info is making[0].info and (value := dict(registering(function)).get(name)):
        return valued(checker, value) if checker.lookup_type_or_none(value) is not None else None
    return _made(checker, own, making[0], owner, name)


def made_by(checker: TypeChecker, owner: Instance) -> tuple[FuncDef, CallableType] | None:
    """The constructor of the object's class, as it was called for this object; None where that is not known."""
    own = _constructor(checker, owner.type)
    given = made_of.arguments(owner, own) if own is not None else None
    filled = _filled(checker, own, owner, given) if own is not None and given is not None else None
    return None if own is None or filled is None else (own, filled)


def begun(checker: TypeChecker, owner: Instance) -> dict[str, Type]:
    """What the constructor of the object's class made its attributes, if it is known what it was given."""
    own = made_by(checker, owner)
    return dict(remembered(checker, *own).begun.attributes) if own is not None else {}


def _constructor(checker: TypeChecker, info: TypeInfo) -> FuncDef | None:
    """The `__init__` of a class of this file, or of another one that is read again."""
    is_own = names.is_users(info.module_name) and not is_remade(trees(checker), info)
    init = info.get_method("__init__") if is_own else None
    return init if isinstance(init, FuncDef) and is_open(checker, init) else None


def _making(checker: TypeChecker, owner: Instance, name: str, place: object, held: ProperType) -> FuncDef | None:
    """The constructor, of the class or of a base, that gives the attribute its value; None where others do so, too.

    What `self.total += x` puts into a tensor leaves it what it is. Methods that nobody calls give nothing to an object
    of which it is known how it was made: of any other one nobody knows what has become of it since.
    """
    info = owner.type
    bodies = [init for init in constructors(info.mro) if isinstance(init, FuncDef) and init.body.body]
    found = [init for init in bodies if times_given_by(trees(checker), init, info, name)]
    if len(found) != 1 or not is_open(checker, found[0]):
        return None
    others = times_never_given(trees(checker), info, name) if made_of.is_known(owner) else 0
    others += noted.times_updated(info, name) if is_a(held, names.TENSOR) else 0
    is_kept = times_given_by(trees(checker), found[0], info, name) == noted.times_given(info, name) - others
    is_free = not info.has_base(names.MODULE) and any(is_set_by_name(tree, info, name) for tree in trees(checker))
    is_others = noted.is_given_outside(trees(checker), info, name) and not is_read_before(checker, owner, place)
    is_others |= noted.is_left_to_class(info, found[0], name)
    is_others |= any(name in words_set(init) for init in bodies if init is not found[0])
    if not is_kept or is_free or is_others or not are_alone(trees(checker), found[0], name):
        return None
    fills = noted.is_filled(info, name) or name in filled_outside(checker.tree)
    fills = fills or any(by_methods.fills(init, name) for init in bodies if init is not found[0])
    return None if fills and in_doubt.may_be_filled(held) else found[0]


def _made(
    checker: TypeChecker,
    own: FuncDef,
    making: FuncDef,
    owner: Instance,
    name: str,
    *,
    is_of_all: bool = False,
    is_untold: bool = False,
) -> Type | None:
    """What the constructor that makes the attribute makes it, as its class's own one calls it.

    Some of it may be made whatever the arguments are, which need not be known then.
    """
    given = made_of.arguments(owner, own)
    if given is None and is_of_all:
        given = [anything() for _ in own.arguments[1:]]
    values = values_given(making, name)
    is_plain = not is_untold and making is own and not given and len(values) == 1 and not made_of.is_known(owner)
    is_plain = is_plain and not isinstance(values[0], ListExpr | DictExpr)  # of whose items it says but one class
    is_plain = is_plain and (checker.options.check_untyped_defs or not own.is_dynamic())  # else mypy looks at none
    if given is None or (is_plain and not is_written_out(own, owner.type)):
        return None  # without arguments it makes for all objects what the class says
    return next((dict(b.attributes).get(name) for f, b in _begun(checker, own, owner, given) if f is making), None)


def handed_up(checker: TypeChecker, owner: Instance, base: str) -> list[tuple[FuncDef, Initial]] | None:
    """The constructors of the object's class and of its bases, if they hand on to the one of this base of torch's."""
    own = _constructor(checker, owner.type)
    given = made_of.arguments(owner, own) if own is not None else None
    found = [] if own is None or given is None else list(_begun(checker, own, owner, given))
    above = found[-1][0].info.mro[1:] if found else []
    return found if next((one.fullname for one in above if "__init__" in one.names), "") == base else None


def _begun(checker: TypeChecker, own: FuncDef, owner: Instance, given: list[Type]) -> Iterator[tuple[FuncDef, Initial]]:
    """The constructors of the object's class and of its bases, each with what it begins the object with."""
    init = own
    while (filled := _filled(checker, init, owner, given)) is not None:
        begun = remembered(checker, init, filled).begun
        yield init, begun
        base = next((b.names["__init__"].node for b in init.info.mro[1:] if "__init__" in b.names), None)
        if begun.passed_on is None or not isinstance(base, FuncDef) or not is_open(checker, base):
            return
        init, given = base, spread(checker, base, begun.passed_on)


def _filled(checker: TypeChecker, init: FuncDef, owner: Instance, given: list[Type]) -> CallableType | None:
    """The constructor's signature with these arguments; one that is not known is what is declared."""
    declared = type_of(checker, init)
    if declared is None or len(declared.arg_types) != len(given) + 1:
        return None
    first = owner.copy_modified(args=[*owner.args[:-3], *[anything()] * 3]) if is_a(owner, names.MODULE) else owner
    known = (enums.passed(told_apart.together(checker, one)) for one in given)
    types = list(map(given_as, known, declared.arg_types[1:], init.arguments[1:]))
    types = list(map(as_parameter, declared.arg_kinds[1:], types))
    return with_arguments(checker, declared, [first, *types])
