"""`nn.DataParallel(model)` and its like, which spread batches over several devices: called as the model inside."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, Expression, MemberExpr, NameExpr
from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type
from mypy.types import Instance, TupleType, Type, get_proper_type

from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.bodies.actuals import actuals
from dtensortypes.mypy_plugin.changes.settled import is_changed_later, settled, unsettled
from dtensortypes.mypy_plugin.changes.states import in_state, state_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.scope import current_body, statements
from dtensortypes.mypy_plugin.types.facts_of import is_a, tensor_fact
from dtensortypes.mypy_plugin.types.passed import Argument
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.veiled import unveiled


def made(ctx: FunctionContext) -> Type:
    """The type of a new wrapper: in the state of the module inside, unless that is changed by another name, too."""
    result, given, checker = get_proper_type(ctx.default_return_type), actuals(ctx), ctx.api
    inner = get_proper_type(given[0][1]) if given else None
    if not isinstance(result, Instance) or not isinstance(checker, TypeChecker):
        return result
    if inner is None or not is_a(inner, names.MODULE):
        return result
    place = given[0][0]
    is_shared = isinstance(place, NameExpr | MemberExpr) and not _is_replaced(checker, ctx.context, place)
    if isinstance(place, NameExpr):
        is_shared = is_shared and is_changed_later(current_body(checker), place)
    inner = unsettled(inner) if is_shared else settled(checker, inner, place)
    types, state = Types(checker.modules), state_of(inner)
    own = [types.dtype(state.dtype), types.device(state.device)]
    if len(result.args) == 4:  # torch has its class generic
        return result.copy_modified(args=[inner, *own, result.args[3]])
    config = TupleType([inner], types.instance(names.TUPLE, anything()))
    return result.copy_modified(args=[*own, config]) if len(result.args) == 3 else result


def _is_replaced(checker: TypeChecker, call: object, place: Expression) -> bool:
    """Whether the wrapper takes the place of the module: `model = nn.DataParallel(model)`."""
    for statement in statements(current_body(checker)):
        match statement, place:
            case AssignmentStmt(rvalue=value, lvalues=[NameExpr(name=name)]), NameExpr() if value is call:
                return name == place.name
    return False


def inside(checker: TypeChecker, wrapper: Instance, arguments: list[Argument]) -> Instance | None:
    """The module that is called, in the state of the wrapper; None where what it is given may be moved first."""
    held = wrapper.args[0] if len(wrapper.args) == 4 else unveiled(wrapper)
    if held is wrapper:
        return None
    state = state_of(wrapper)
    tensors = [fact for _, type_, *_ in arguments if (fact := tensor_fact(type_)) is not None]
    if state.device is UNKNOWN or any(tensor.device != state.device for tensor in tensors):
        return None
    inner = get_proper_type(held)
    if not isinstance(inner, Instance) or not is_a(inner, names.MODULE):
        return None
    if all(is_same_type(*pair) for pair in zip(inner.args[-3:-1], wrapper.args[-3:-1], strict=True)):
        return inner  # of parts that were put into it the states are kept
    moved = get_proper_type(in_state(Types(checker.modules), inner, state))
    return moved if isinstance(moved, Instance) else None
