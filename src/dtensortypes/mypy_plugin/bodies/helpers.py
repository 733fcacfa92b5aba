"""Calls of functions whose signature leaves something open: what their bodies tell of these arguments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    RefExpr,
    TypeInfo,
    Var,
)
from mypy.subtypes import is_subtype
from mypy.types import (
    CallableType,
    Instance,
    TupleType,
    Type,
    TypeType,
    UnboundType,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.core.problems import Problem
from dtensortypes.mypy_plugin.bodies import displays
from dtensortypes.mypy_plugin.bodies.bodies import Told, is_refused
from dtensortypes.mypy_plugin.bodies.completed import completed, is_open, leaves_dtype, managing
from dtensortypes.mypy_plugin.bodies.elsewhere import home, module_of
from dtensortypes.mypy_plugin.bodies.given import is_known, signature_for
from dtensortypes.mypy_plugin.bodies.in_rounds import say_of_items
from dtensortypes.mypy_plugin.bodies.iteration import is_unpacked
from dtensortypes.mypy_plugin.bodies.readable import body_with, is_inside
from dtensortypes.mypy_plugin.bodies.regions import state_at
from dtensortypes.mypy_plugin.bodies.remembered import remembered
from dtensortypes.mypy_plugin.changes.fixed import function_held
from dtensortypes.mypy_plugin.changes.redefined import is_function_redefined, is_method_redefined, is_overridden
from dtensortypes.mypy_plugin.changes.refilled import refill, refill_kept
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages import at_fault, results
from dtensortypes.mypy_plugin.messages.proved import is_checked, line_of, place_of, said_in
from dtensortypes.mypy_plugin.messages.unheard import say_of_itself, say_of_sizes
from dtensortypes.mypy_plugin.messages.watcher import is_at_hand, is_trial, trees
from dtensortypes.mypy_plugin.objects import come_from, objects
from dtensortypes.mypy_plugin.objects.kept_functions import function_kept
from dtensortypes.mypy_plugin.text import above
from dtensortypes.mypy_plugin.text.asked_for import is_run
from dtensortypes.mypy_plugin.text.decorators import is_transparent, is_wrapping
from dtensortypes.mypy_plugin.text.definitions import class_of, definition, type_of
from dtensortypes.mypy_plugin.text.references import is_lambda
from dtensortypes.mypy_plugin.text.scope import current_body
from dtensortypes.mypy_plugin.text.yields import gives_its_object
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.veiled import is_any_module, veil


def opened(checker: TypeChecker, call: CallExpr, owner: Type | None, declared: Type) -> Type:
    """The type of the call, of which `declared` is what the signature says; what the body refuses is reported."""
    say_of_sizes(checker, call)
    if isinstance(call.callee, RefExpr) and isinstance(call.callee.node, TypeInfo):
        refill_kept(checker, call, call.callee.node)
        return declared  # a constructor gives what it gives
    declared = objects.stripped(declared)  # one of what it was given has become another object, perhaps
    function = _function(checker, call.callee, owner)
    if function is None:
        return declared
    say_of_items(checker, call.args)
    first = _first(checker, call, function, owner)
    refill(checker, call, function, 0 if first is None else 1)
    is_said = not _leaves_open(function)
    if is_said and not (_tells_more(first) or any(_is_configured(checker, one) for one in call.args)):
        return _itself(checker, call, function, first, declared) or declared
    signature = signature_for(checker, call, function, first, needs_facts=not is_inside(checker, function))
    if signature is None or is_overridden_there(checker, function, owner):
        return declared
    found = remembered(checker, function, signature, state_at(checker, call))
    report_dropped(checker, call, function, found, first)
    if not found.problems and not found.is_cut:
        at_fault.suits(checker, call, function, first)
    elif not _may_be_another(checker, call) and not (is_said and _own_problems(checker, function)):
        report_told(checker, call, function, found, first)
    report_broken(checker, call, function, declared, found)
    if (itself := _itself(checker, call, function, first, declared)) is not None:
        return itself
    if is_said:
        return declared
    result = found.whole if is_trial(checker) else found.result  # of a trial mypy's own messages are not heard
    whole = declared if result is None else _as_told(checker, result, declared)
    if is_trial(checker) and displays.is_unknown(whole):
        return anything()  # mypy would go on with what it has of the variable that is given it
    return _one_by_one(checker, call, whole) if is_unpacked(checker, call) else whole


def _itself(checker: TypeChecker, call: CallExpr, method: FuncDef, owner: Type | None, declared: Type) -> Type | None:
    """The very object, of a plain class, that the method is called on, if the call gives that: `A().fit(rows)`."""
    if owner is None or isinstance(get_proper_type(declared), UnboundType):  # mypy takes what is no type for any
        return None
    if not objects.is_own(owner) or not is_subtype(owner, declared) or not gives_its_object(method):
        return None
    say_of_itself(checker, call, declared, owner)
    return owner


def _may_be_another(checker: TypeChecker, call: CallExpr) -> bool:
    """Whether what is called, or has the method, may be of another class: a hook sees one of several alone."""
    owner = call.callee.expr if isinstance(call.callee, MemberExpr) else call.callee
    whole = [checker.lookup_type_or_none(place) for place in (call.callee, owner)]
    every = [map(get_proper_type, flatten_nested_unions([type_])) for type_ in whole if type_ is not None]
    return any(len({one.type for one in several if isinstance(one, Instance)}) > 1 for several in every)


def of_open_result(checker: TypeChecker, call: CallExpr) -> Told | None:
    """What the body of a function says that says nothing of its result; None where it is not one of the file's."""
    function = _function(checker, call.callee, None)
    if function is None or function.type is not None or function.info or function.is_generator:
        return None
    signature = signature_for(checker, call, function, needs_facts=False) or type_of(checker, function)
    return None if signature is None else remembered(checker, function, signature, state_at(checker, call))


def _as_told(checker: TypeChecker, found: Type, declared: Type) -> Type:
    """What the body gives; of a module of which but that is declared mypy is to hear no more."""
    made, said = get_proper_type(found), get_proper_type(declared)
    if isinstance(said, Instance) and said.type.fullname == names.MANAGER:
        return managing(made, said)
    if not (is_any_module(said) and is_a(made, names.MODULE)):
        return completed(found, declared)
    return made if is_trial(checker) else veil(checker, made)


def _one_by_one(checker: TypeChecker, call: CallExpr, whole: Type) -> Type:
    """A list that is unpacked where it comes from, as a tuple of what is in it."""
    held = displays.held(checker, call, whole)
    return whole if held is None else TupleType(held, Types(checker.modules).instance(names.TUPLE, anything()))


def report_told(
    checker: TypeChecker, place: Expression, function: FuncDef, found: Told, owner: Type | None = None
) -> None:
    """Report what the body refuses of the call, or attribute, unless something is said of that already."""
    if found.problems and not is_refused(checker, place):
        body = current_body(checker)
        of_this_call = list(of_call(checker, function, found))
        for problem in found.problems:
            if function.is_generator and not is_run(body, place, function, line_of(problem)):
                continue
            if problem in of_this_call:
                at_fault.say(checker, place, function, owner, problem)
            elif not is_checked(checker, function):
                at_fault.say_in_body(checker, place, function, problem)


def report_dropped(
    checker: TypeChecker, call: CallExpr, function: FuncDef, found: Told, owner: Type | None = None
) -> None:
    """Report the casts and moves of this call's tensors that the body throws away: of others mypy says it there."""
    if not found.dropped or is_refused(checker, call) or _may_be_another(checker, call):
        return
    declared = type_of(checker, function)
    native = remembered(checker, function, declared).dropped if declared is not None else ()
    own = {place_of(problem) for problem in native if not function.is_dynamic() or checker.options.check_untyped_defs}
    for problem in found.dropped:
        if place_of(problem) not in own:
            at_fault.say(checker, call, function, owner, problem)


def report_broken(checker: TypeChecker, call: CallExpr, function: FuncDef, declared: Type, found: Told) -> None:
    """Report a result that is not what is declared of it for these arguments."""
    is_here = is_at_hand(checker)  # else it is said where that file is checked
    problem = results.broken(checker, function, declared, found.result) if is_here and not found.problems else None
    if problem is not None and not is_refused(checker, call) and not _own_problems(checker, function):
        at_fault.say(checker, call, function, None, problem)


def of_call(checker: TypeChecker, function: FuncDef, found: Told) -> Iterator[Problem]:
    """The problems that come with the call's arguments: others mypy says in the body itself, where it checks it."""
    if not found.problems or (function.is_dynamic() and not checker.options.check_untyped_defs):
        yield from found.problems
        return
    said = set(map(place_of, _own_problems(checker, function)))
    yield from (problem for problem in found.problems if place_of(problem) not in said)


def _own_problems(checker: TypeChecker, function: FuncDef) -> Sequence[Problem]:
    """What mypy says of the body, whatever calls it: not what is wrong from the rounds of a loop on."""
    if is_checked(checker, function):
        return said_in(checker, function)
    declared = type_of(checker, function)
    found = Told() if declared is None else remembered(checker, function, declared)
    in_rounds = {one.place[0] for one in found.in_rounds}
    return [problem for problem in found.problems if line_of(problem) not in in_rounds]


def _function(checker: TypeChecker, callee: Expression, owner: Type | None) -> FuncDef | None:
    """The function of this file that is certainly called."""
    node = definition(callee, owner)
    is_held = isinstance(node, Var)
    if is_held:
        keeper = callee if isinstance(callee, MemberExpr) else None
        node = function_kept(checker, keeper, owner) if keeper and owner else function_held(checker, callee)
        node = node if node is None or names.is_users(node.fullname) else None
    if isinstance(node, Decorator):
        node = node.func if all(is_transparent(one) or is_wrapping(one) for one in node.decorators) else None
    if not isinstance(node, FuncDef) or node.is_conditional or node.is_overload or node.is_property:
        return None
    info = class_of(get_proper_type(owner))
    if is_inside(checker, node):
        body = body_with(checker, node)
        return node if body is not None and not is_function_redefined(body, node) else None
    if info is None or not node.info:
        file = checker.modules.get(module_of(node))
        if file is not None and is_function_redefined(file.defs, node):
            return None
        symbol = file.names.get(node.name) if file is not None and names.is_users(file.fullname) else None
        is_own = is_lambda(node)
        is_own = is_own or (symbol is not None and (symbol.node is node or getattr(symbol.node, "func", None) is node))
        is_named = is_held or isinstance(callee, NameExpr) or (isinstance(callee, RefExpr) and file is not checker.tree)
        return node if is_own and is_named else None
    is_here = names.is_users(node.info.module_name)
    is_certain = above.itself(callee) is not None or not is_overridden(checker.tree, info, node)
    return node if is_here and is_certain and not is_method_redefined(trees(checker), info, node.name) else None


def is_overridden_there(checker: TypeChecker, function: FuncDef, owner: Type | None) -> bool:
    """Whether in the method's own file, if it is another one, a class puts another method in its place."""
    info = class_of(get_proper_type(owner)) if function.info else None
    there = home(checker, module_of(function)) if info is not None and not is_inside(checker, function) else None
    return info is not None and there is not None and there is not checker and is_overridden(there.tree, info, function)


def _first(checker: TypeChecker, call: CallExpr, function: FuncDef, owner: Type | None) -> Type | None:
    """What a method has as its first argument by the way it is called."""
    if not function.info or function.is_static or owner is None:
        return None
    proper = get_proper_type(owner)
    if not function.is_class:
        own = above.itself(call.callee)
        if own is not None:
            proper = get_proper_type(checker.lookup_type_or_none(own)) or proper
        place = own or call.callee.expr if isinstance(call.callee, MemberExpr) else call.callee
        return come_from.believed(checker, place, proper) if isinstance(proper, Instance) else None
    info = class_of(proper)
    return TypeType(proper) if isinstance(proper, Instance) and info else proper


def _leaves_open(function: FuncDef) -> bool:
    """Whether nothing is declared of a parameter that may be a tensor, or of the result."""
    signature = function.type
    if not isinstance(signature, CallableType):
        return True
    returned = get_proper_type(signature.ret_type)
    given = returned.items if isinstance(returned, TupleType) else [returned]
    return any(map(is_open, [*signature.arg_types[bool(function.info) :], *given])) or any(map(leaves_dtype, given))


def _is_configured(checker: TypeChecker, given: Expression) -> bool:
    """Whether it is an object of the program, of which more is known than what its class declares."""
    type_ = checker.lookup_type_or_none(given)
    if type_ is None or objects.arguments(type_) is None:
        return False
    proper = get_proper_type(come_from.believed(checker, given, type_))
    return isinstance(proper, Instance) and names.is_users(proper.type.fullname) and _tells_more(proper)


def _tells_more(receiver: Type | None) -> bool:
    """Whether more is known of the object than its class declares: in which state a module is, what it was made of."""
    proper = get_proper_type(receiver)
    if not isinstance(proper, Instance):
        return False
    return is_known(proper) if is_a(proper, names.MODULE) else objects.arguments(proper) is not None
