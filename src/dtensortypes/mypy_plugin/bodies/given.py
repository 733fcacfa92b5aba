"""The signature of a function as one call fills it: each parameter has the type of what it is given."""

from __future__ import annotations

from functools import partial

from mypy.argmap import map_actuals_to_formals
from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import (
    Argument,
    CallExpr,
    ConditionalExpr,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    TupleType,
    Type,
    TypeType,
    get_proper_type,
)

from dtensortypes.core.facts.device import ANY_DEVICE, Device
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.shape import Run, Shape
from dtensortypes.core.facts.tensor import ArrayFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.state import PLAIN, State
from dtensortypes.mypy_plugin.bodies import displays, given_whole, tables
from dtensortypes.mypy_plugin.bodies.earlier import written_here
from dtensortypes.mypy_plugin.bodies.elsewhere import is_elsewhere, is_open
from dtensortypes.mypy_plugin.bodies.in_tuples import VALUED, each_valued
from dtensortypes.mypy_plugin.bodies.left_out import chosen_word, of_default, with_value
from dtensortypes.mypy_plugin.bodies.makers import tells_of_itself
from dtensortypes.mypy_plugin.bodies.regions import state_at
from dtensortypes.mypy_plugin.bodies.spread import one_by_one
from dtensortypes.mypy_plugin.bodies.starred import is_dict, together
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.changes.fixed import is_of_constants, is_one_function, is_own_function
from dtensortypes.mypy_plugin.changes.passed import takes_something
from dtensortypes.mypy_plugin.changes.states import as_made
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.objects import come_from, fields, namespaces, objects, rows
from dtensortypes.mypy_plugin.objects.unasked import unasked
from dtensortypes.mypy_plugin.text.array_sizes import sized
from dtensortypes.mypy_plugin.text.available import tells_words_apart
from dtensortypes.mypy_plugin.text.definitions import type_of
from dtensortypes.mypy_plugin.text.perhaps_none import given_as, perhaps
from dtensortypes.mypy_plugin.text.scope import current_function, own_names
from dtensortypes.mypy_plugin.types.arrays import array_fact
from dtensortypes.mypy_plugin.types.compare import has_module, has_tensor, says_something
from dtensortypes.mypy_plugin.types.facts_of import arguments_as, device_fact, dtype_fact, is_a, plain, shape_fact
from dtensortypes.mypy_plugin.types.joined import of_anything
from dtensortypes.mypy_plugin.types.rewriting import Rewriting, forgotten
from dtensortypes.mypy_plugin.types.solved import displayed
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.value_of import without_covered


def signature_for(
    checker: TypeChecker, call: CallExpr, function: FuncDef, owner: Type | None = None, *, needs_facts: bool = True
) -> CallableType | None:
    """The signature with the types of this call's arguments, and of `owner` as the first.

    A parameter that is left out has the type of its default; the result may be anything. It is None where nothing is
    known of a tensor or a module, unless numbers and words will do.
    """
    declared = type_of(checker, function)
    is_here = not is_elsewhere(checker, function)
    arguments = None if declared is None else one_by_one(call, partial(_passed, checker, call, is_here=is_here))
    if declared is None or arguments is None:
        return None
    given = arguments.types
    # `get_loader()` makes all that it gives, and `get_loader(config)` as much of it as no setting decides.
    is_asked = any(_tells(one) or objects.is_own(one) for one in given) or (owner is None and not given)
    if not function.body.body and not (is_asked and is_open(checker, function)):
        return None  # one of another file comes without its body
    kinds, words = declared.arg_kinds, declared.arg_names
    skipped = 0 if owner is None else 1
    formals = map_actuals_to_formals(
        arguments.kinds, arguments.words, kinds[skipped:], words[skipped:], lambda i: given[i]
    )
    if any(kind.is_required() and not actuals for kind, actuals in zip(kinds[skipped:], formals, strict=True)):
        return None  # a `functools.partial`, which calls nothing yet
    types: list[Type] = [] if owner is None else [owner]
    for type_, parameter, actuals in zip(
        declared.arg_types[skipped:], function.arguments[skipped:], formals, strict=True
    ):
        passed = [(arguments.words[i], given[i]) for i in actuals]
        types.append(_filled(checker, type_, parameter, passed))
    has_facts = not needs_facts or any(
        is_known(t) or rows.has_objects(t) or _carries(checker, t) or is_own_function(t) for t in types
    )
    if not has_facts and not tells_of_itself(function, owner, types):
        return None
    if not _is_plain(state_at(checker, call)):
        return None  # what the body makes is not where, or not what, it would be otherwise
    own = _Known(checker)
    return with_arguments(checker, declared, [type_.accept(own) for type_ in types])


def with_arguments(checker: TypeChecker, declared: CallableType, types: list[Type]) -> CallableType:
    """The signature of a function that is given these: its body is checked with them.

    A result that may be anything, as an object: mypy says where a body may end without one. A function that is
    returned takes what is declared.
    """
    types, result = [of_anything(without_covered(type_)) for type_ in types], get_proper_type(declared.ret_type)
    whatever: Type = checker.named_type("builtins.object")
    if isinstance(result, CallableType) and not result.is_type_obj():
        whatever = result.copy_modified(ret_type=whatever)
    is_whole = any(map(is_dict, declared.arg_kinds, types))
    return declared.copy_modified(arg_types=types, ret_type=whatever, variables=[], unpack_kwargs=is_whole)


def valued(checker: TypeChecker, expression: Expression) -> Type:
    """The type of an argument, with its value if it is a number, a word or a class of modules that is known."""
    cls = expression.node if isinstance(expression, RefExpr) else None
    if isinstance(cls, TypeInfo) and (cls.has_base(names.MODULE) or is_of_constants(cls)):
        return objects.exactly(Types(checker.modules), cls)
    type_ = unasked(checker, expression, checker.lookup_type_or_none(expression) or anything())
    type_ = given_whole.as_it_is(checker, expression, type_)
    type_ = sized(checker, expression, type_)
    type_ = _displayed(checker, expression, type_)
    type_ = displays.displayed(
        checker, written_here(checker, expression), come_from.believed(checker, expression, type_)
    )
    type_ = come_from.filled(checker, expression, type_)
    type_ = fields.object_held(checker, expression, type_)
    if not is_known(type_):
        type_ = perhaps(checker, expression, type_)
    proper = get_proper_type(namespaces.made(checker, expression, type_))
    if isinstance(proper, CallableType) and not is_one_function(checker, expression):
        return tables.told_apart(checker, expression, proper)
    name = proper.type.fullname if isinstance(proper, Instance) else None
    is_joined = name == "builtins.object"  # as mypy joins what is in a dict of words and numbers
    is_open = is_joined or isinstance(proper, AnyType)
    is_open = (is_open and isinstance(expression, IndexExpr | CallExpr | MemberExpr | NameExpr)) or name in VALUED
    if isinstance(expression, ConditionalExpr) and (device := chosen_word(checker, expression)) is not None:
        return device
    if isinstance(expression, TupleExpr) and isinstance(proper, TupleType):
        return each_valued(expression.items, proper, partial(valued, checker))
    if not is_open or (isinstance(proper, Instance) and proper.last_known_value is not None):
        return proper
    value = Values(checker).written(expression)
    is_word = (isinstance(value, Device) and isinstance(proper, Instance)) or value == ANY_DEVICE
    if is_word and not tells_words_apart(checker.tree):
        return Types(checker.modules).value(value)  # a word that is chosen at run time: in the body it is the device
    if isinstance(value, DType):
        return Types(checker.modules).value(value)
    if not isinstance(value, int | float | str):
        return proper
    of_value = checker.named_type(f"builtins.{type(value).__name__}")
    return with_value(proper if isinstance(proper, Instance) and not is_joined else of_value, value)


def _passed(checker: TypeChecker, call: CallExpr, expression: Expression, *, is_here: bool) -> Type:
    """The type of an argument; what two parameters are changes under the one's name where the other one is changed."""
    type_, key = (valued if is_here else _as_word)(checker, expression), literal_hash(expression)
    is_holder = has_module(type_) or (has_tensor(type_) and not is_a(get_proper_type(type_), names.TENSOR))
    is_twice = is_holder and key is not None and [literal_hash(one) for one in call.args].count(key) > 1
    return objects.stripped(type_).accept(forgotten()) if is_twice else type_


def _as_word(checker: TypeChecker, expression: Expression) -> Type:
    """The type of an argument for a function of another file, which may ask whether a device is a word."""
    type_, own = valued(checker, expression), checker.lookup_type_or_none(expression)
    is_word = isinstance(word := get_proper_type(own), Instance) and word.type.fullname == "builtins.str"
    return own if own is not None and is_word and is_a(get_proper_type(type_), names.DEVICE) else type_


def _displayed(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of a list or dict that is made in place, maybe of what asks for it: `self.xs = [x for x in self.xs]`."""
    asked, key = watch(checker.errors, checker.modules).answers, (_displayed, expression)
    if key in asked:
        return type_
    asked[key] = type_
    try:
        return displayed(checker, expression, type_)
    finally:
        del asked[key]


def _tells(type_: Type) -> bool:
    """Whether something is known of an argument that a body may depend on."""
    is_told = objects.arguments(type_) is not None or _has_value(type_) or is_own_function(type_)
    return is_known(type_) or has_module(type_) or is_told


def _carries(checker: TypeChecker, type_: Type) -> bool:
    """Whether it is an object of a class of the program that holds a tensor or array that is known a little.

    What methods put there that do not say what they take is known of objects that are made in the file.
    """
    proper = get_proper_type(type_)
    if not isinstance(proper, Instance) or not names.is_users(proper.type.module_name):
        return False
    if objects.is_made_here(proper) and takes_something(checker.tree, proper.type):
        return True
    own = (base.names.values() for base in proper.type.mro if names.is_users(base.module_name))
    nodes = (symbol.node for symbols in own for symbol in symbols)
    types = (node.type for node in nodes if isinstance(node, Var) and node.type is not None)
    return any(not is_a(get_proper_type(type_), names.MODULE) and is_known(type_) for type_ in types)


def _is_plain(state: State) -> bool:
    """Whether torch's own defaults hold, or it is not known which."""
    return {state.default_dtype, state.default_device} <= {PLAIN.default_dtype, PLAIN.default_device, UNKNOWN}


class _Known(Rewriting):
    """Forgets the dims that have no name here: in the body they would be taken for others of that name."""

    def __init__(self, checker: TypeChecker) -> None:
        super().__init__()
        self.types, self.own = Types(checker.modules), own_names(current_function(checker))

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname != names.TENSOR or len(t.args) != 3:
            return super().visit_instance(t)
        shape = shape_fact(t.args[2])
        left, right = (tuple(d if self.is_known(d) else UNKNOWN for d in dims) for dims in (shape.left, shape.right))
        run = shape.run and (shape.run if shape.run.name in self.own else Run())
        return t.copy_modified(args=[*t.args[:2], self.types.shape(Shape(left, run, right))])

    def is_known(self, dim: DimFact) -> bool:
        """Whether all names in the dim are those of the function that is being checked."""
        return isinstance(dim, Dim) and all(n in self.own or n[0] == names.OPEN_SIZE for n in dim.names)


def _filled(checker: TypeChecker, declared: Type, parameter: Argument, passed: list[tuple[str | None, Type]]) -> Type:
    """The type of one parameter in the call."""
    if parameter.kind.is_star():
        return together(checker, parameter.kind, passed)
    found = passed[0][1] if len(passed) == 1 else None
    if found is None:
        return of_default(checker, parameter.initializer) or declared
    if isinstance(get_proper_type(as_literal(found)), LiteralType) and is_a(plain(declared), "builtins.bool"):
        return as_literal(found)
    is_open = isinstance(plain(declared), AnyType) or has_tensor(declared) or rows.has_objects(found)
    is_open = is_open or isinstance(get_proper_type(found), TypeType)
    is_told = _has_value(found) or has_module(found) or says_something(found) or is_known(found) or _is_valued(found)
    is_told = is_told or isinstance(get_proper_type(found), TupleType)  # of sizes: `x.shape` for `shape: torch.Size`
    is_open = is_open or (is_told and is_subtype(found, declared))
    if isinstance(plain(found), AnyType):
        return given_as(found, declared, parameter)
    return as_literal(found) if is_open else declared


def as_literal(type_: Type) -> Type:
    """A truth value as a literal, which a branch may ask about."""
    proper = get_proper_type(type_)
    known = proper.last_known_value if isinstance(proper, Instance) else None
    return known if known is not None and isinstance(known.value, bool) else type_


def _has_value(type_: Type) -> bool:
    proper = get_proper_type(type_)
    return isinstance(proper, LiteralType) or (isinstance(proper, Instance) and proper.last_known_value is not None)


def _is_valued(type_: Type) -> bool:
    """Whether it is a dtype or device of which it is known which."""
    proper = get_proper_type(type_)
    if not isinstance(proper, Instance) or proper.type.fullname not in {names.DTYPE, names.DEVICE}:
        return False
    return not any(isinstance(get_proper_type(argument), AnyType) for argument in proper.args)


def is_known(type_: Type) -> bool:
    """Whether a dtype, device or shape is known in the type, of a numpy array too, or the state of a module."""
    proper = get_proper_type(type_)
    if isinstance(proper, Instance) and proper.type.fullname == names.NDARRAY:
        return array_fact(proper) != ArrayFact()
    if not is_a(proper, names.MODULE):
        return says_something(type_)
    dtype, device, _ = arguments_as(proper, names.MODULE)
    return dtype_fact(dtype) is not UNKNOWN or device_fact(device) is not UNKNOWN or any(as_made([proper]))
