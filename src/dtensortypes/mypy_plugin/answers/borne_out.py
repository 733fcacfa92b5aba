"""What torch's and numpy's annotations say of a result, without what is not always so."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression, OpExpr
from mypy.types import AnyType, Instance, Type, get_proper_type

from dtensortypes.core.facts.tensor import ArrayFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.native import Native
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.text.scope import current_function
from dtensortypes.mypy_plugin.types.arrays import array_type
from dtensortypes.mypy_plugin.types.types_of import Types
from dtensortypes.mypy_plugin.types.value_of import of_type


def borne_out(checker: TypeChecker, native: Type, context: Context, place: Expression | None) -> Type:
    """Numpy's have a width for arithmetic with a number of Python, torch's a list for the one item of no dims.

    The list stays in a file that knows nothing of us, where mypy itself says so of the place.
    """
    array, found = of_type(native), get_proper_type(native)
    if isinstance(array, ArrayFact) and isinstance(context, OpExpr):
        return array_type(Types(checker.modules), ArrayFact(UNKNOWN, array.shape))
    if not isinstance(found, Instance) or found.type.fullname != "builtins.list":
        return native
    is_of_numbers = isinstance(get_proper_type(found.args[0]), AnyType)
    return found.args[0] if is_of_numbers and not _is_native(checker, place) else native


def _is_native(checker: TypeChecker, place: Expression | None) -> bool:
    if names.imports_us(checker.tree) or is_trial(checker):
        return False
    return place is None or not Native(checker.tree, checker, current_function(checker)).is_any(place)
