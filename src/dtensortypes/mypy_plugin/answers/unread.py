"""Generic functions of other packages: what they give is not what they are given.

To mypy `rearrange(x: T, pattern: str) -> T` gives a tensor for a tensor; of its dtype and shape that says nothing.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, Expression, FuncDef, SymbolNode
from mypy.typeops import get_all_type_vars
from mypy.types import CallableType, FunctionLike, Type, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.imported import is_own
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.rewriting import unknown


def unless_unread(checker: TypeChecker, callee: Expression, result: Type) -> Type:
    """The result, of which nothing is known where a function that nobody reads has solved it by its arguments."""
    if not says_something(result):
        return result
    held = get_proper_type(checker.lookup_type_or_none(callee))
    if not isinstance(held, FunctionLike) or held.is_type_obj():
        return result
    return result.accept(unknown()) if any(_is_unread(checker, item) for item in held.items) else result


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
