"""Generic functions of other packages: what they give is not what they are given.

To mypy `rearrange(x: T, pattern: str) -> T` gives a tensor for a tensor; of its dtype and shape that says nothing.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, NameExpr, SymbolNode, Var
from mypy.typeops import get_all_type_vars
from mypy.types import CallableType, FunctionLike, Type, UnboundType, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.text.imported import is_own
from dtensortypes.mypy_plugin.text.scope import assigned, current_body, statements, targets
from dtensortypes.mypy_plugin.types.compare import has_tensor, says_something
from dtensortypes.mypy_plugin.types.rewriting import unknown
from dtensortypes.mypy_plugin.types.types_of import anything


def unless_unread(checker: TypeChecker, callee: Expression, result: Type) -> Type:
    """The result, of which nothing is known where a function that nobody reads has solved it by its arguments."""
    if not says_something(result):
        return result
    held = get_proper_type(checker.lookup_type_or_none(callee))
    if not isinstance(held, FunctionLike) or held.is_type_obj():
        return result
    return result.accept(unknown()) if any(_is_unread(checker, item) for item in held.items) else result


def unless_no_type(checker: TypeChecker, call: CallExpr, result: Type) -> Type:
    """The result, of which nothing is known where what is declared is no type: `Tensor = TypeVar("torch.tensor")`.

    Mypy takes it for the same as any other type, and a variable that is given it for what it was before.
    """
    is_none = isinstance(get_proper_type(result), UnboundType)
    return anything() if is_none and (is_trial(checker) or _is_given_anew(checker, call)) else result


def _is_given_anew(checker: TypeChecker, call: CallExpr) -> bool:
    """Whether the call gives a variable another value than a tensor that it had, for which mypy would go on taking it.

    Of others mypy is to say what it says.
    """
    body = current_body(checker)
    pairs = (pair for one in statements(body) for pair in targets(one))
    given = [target.node for target, value in pairs if value is call and isinstance(target, NameExpr)]
    return any(isinstance(one, Var) and _may_be_tensor(checker, one, call) for one in given)


def _may_be_tensor(checker: TypeChecker, variable: Var, call: CallExpr) -> bool:
    """Whether a tensor may be what the variable is given by others than the call."""
    values = [value for _, value in assigned(current_body(checker), variable) if value is not call]
    types = [None if value is None else checker.lookup_type_or_none(value) for value in values]
    types += [variable.type] if variable.is_argument else []
    return any(type_ is None or has_tensor(type_) for type_ in types)


def _is_unread(checker: TypeChecker, function: CallableType) -> bool:
    definition = function.definition
    if not isinstance(definition, SymbolNode) or not names.is_users(definition.fullname):
        return False
    inner = definition.func if isinstance(definition, Decorator) else definition
    if not isinstance(inner, FuncDef) or not isinstance(inner.type, CallableType) or not _is_solved(inner.type):
        return False
    module = definition.fullname
    while module and module not in checker.modules:
        module = module.rpartition(".")[0]
    return bool(module) and names.root(module) != names.root(names.PLUGIN) and not is_own(checker.modules[module])


def _is_solved(written: CallableType) -> bool:
    """Whether variables of the function's own are in its result; mypy solves them at a call."""
    own = {variable.id for variable in written.variables}
    return not own.isdisjoint(variable.id for variable in get_all_type_vars(written.ret_type))
