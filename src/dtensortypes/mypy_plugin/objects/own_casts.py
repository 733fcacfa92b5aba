"""Methods of a module of the program that cast or move parts of it: `def half_backbone(self): self.backbone.half()`.

What such a method does, statement by statement, is done at the place that calls it, with the object for `self`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mypy.checker import TypeChecker
from mypy.errors import ErrorWatcher
from mypy.literals import literal_hash
from mypy.nodes import (
    LDEF,
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    MemberExpr,
    NameExpr,
    Node,
    ReturnStmt,
    StrExpr,
    Var,
)
from mypy.types import Instance, Type

from dtensortypes.mypy_plugin.bodies.elsewhere import is_open
from dtensortypes.mypy_plugin.bodies.helpers import is_overridden_there
from dtensortypes.mypy_plugin.changes.disturbed import changed_place
from dtensortypes.mypy_plugin.changes.redefined import is_overridden
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.rewritten import duplicate, replaced
from dtensortypes.mypy_plugin.types.compare import has_module
from dtensortypes.mypy_plugin.types.retype import retype


def followed(checker: TypeChecker, call: CallExpr, module: Instance, place: Expression | None) -> Type | None:
    """The type of the object after the call of its method; None where the method does other things, or may not run."""
    method = module.type.get_method(call.callee.name) if isinstance(call.callee, MemberExpr) else None
    if not isinstance(method, FuncDef) or not names.is_users(method.info.module_name) or place is None:
        return None
    if not is_certain(checker, method, module):
        return None
    if isinstance(place, CallExpr):
        place = _without_name(checker, module)
    if not isinstance(place, NameExpr | MemberExpr):
        return None
    given = _given(method, call, place)
    casts = None if given is None else list(_casts(method, given))
    if given is None or not casts or None in casts:
        return None
    with ErrorWatcher(checker.errors, filter_errors=True):  # what is wrong in the body mypy says there
        for cast in casts:
            assert cast is not None
            cast.set_line(call)
            checker.expr_checker.accept(cast)
        return checker.expr_checker.accept(place)


def _without_name(checker: TypeChecker, module: Instance) -> NameExpr:
    """A variable that no program has, for an object that has just been made: `Net().half_backbone()`."""
    variable = Var("made", module)
    variable.is_inferred = True
    found = NameExpr(variable.name)
    found.kind, found.node = LDEF, variable
    retype(checker, found, module)
    return found


def is_certain(checker: TypeChecker, method: FuncDef, module: Instance) -> bool:
    """Whether it is this method that is run, whatever class of the program the object is of."""
    is_plain = not (method.is_static or method.is_class or method.is_property or method.is_conditional)
    if not is_plain or not is_open(checker, method):
        return False
    return not is_overridden(checker.tree, module.type, method) and not is_overridden_there(checker, method, module)


def _given(method: FuncDef, call: CallExpr, place: Expression) -> dict[Node, Expression] | None:
    """What stands for the object and for each parameter; None where something else is given."""
    own, *parameters = [argument.variable for argument in method.arguments]
    if len(call.args) != len(parameters) or any(kind.is_star() for kind in call.arg_kinds):
        return None
    by_name = {variable.name: variable for variable in parameters}
    found: dict[Node, Expression] = {own: place}
    for variable, word, value in zip(parameters, call.arg_names, call.args, strict=True):
        found[by_name.get(word or variable.name, variable)] = value
    return found if len(found) == len(parameters) + 1 else None


def _casts(method: FuncDef, given: Mapping[Node, Expression]) -> Iterator[Expression | None]:
    """The calls that the method makes; None where it does something else."""
    own = method.arguments[0].variable
    for statement in method.body.body:
        match statement:
            case ExpressionStmt(expr=StrExpr()) | ReturnStmt(expr=None):
                pass
            case ReturnStmt(expr=NameExpr(node=node)) if node is own:
                pass
            case ReturnStmt(expr=CallExpr() as call) if _is_of(call, own, given) and _is_whole(call, own):
                yield _put(call, given)
            case ExpressionStmt(expr=CallExpr() as call) if _is_of(call, own, given):
                yield _put(call, given)
            case AssignmentStmt(lvalues=[MemberExpr() as target], rvalue=CallExpr() as call) if _is_of(
                call, own, given
            ) and literal_hash(changed_place(call)) == literal_hash(target):
                yield _put(call, given)  # `self.net = self.net.half()`
            case AssignmentStmt(lvalues=[MemberExpr(expr=NameExpr(node=node), name=name)], rvalue=value) if (
                node is own and _is_beside(method, name, value)
            ):
                pass
            case _:
                yield None


def _is_whole(call: CallExpr, own: Node) -> bool:
    """Whether the call gives the object itself: `self.half()`."""
    place = changed_place(call)
    return isinstance(place, NameExpr) and place.node is own


def _is_beside(method: FuncDef, name: str, value: Expression) -> bool:
    """Whether what the attribute is given has nothing to do with modules: `self.dtype = torch.float16`."""
    symbol, own = method.info.get(name), method.arguments[0].variable
    type_ = symbol.type if symbol is not None else None
    is_read = any(isinstance(part, NameExpr) and part.node is own for part in expressions(value))
    return type_ is not None and not has_module(type_) and not is_read


def _is_of(call: CallExpr, own: Node, given: Mapping[Node, Expression]) -> bool:
    """Whether it is a method of the object, or of a part, that is called with what is given, or known to all."""
    place = call.callee
    while isinstance(place, MemberExpr):
        place = place.expr
    read = [part for value in call.args for part in expressions(value) if isinstance(part, NameExpr)]
    is_known = all(part.kind != LDEF or part.node in given for part in read)
    return isinstance(place, NameExpr) and place.node is own and is_known


def _put(call: CallExpr, given: Mapping[Node, Expression]) -> Expression:
    def stands_for(part: Expression) -> Expression | None:
        return given.get(part.node) if isinstance(part, NameExpr) and part.node is not None else None

    return replaced(duplicate(call), stands_for)
