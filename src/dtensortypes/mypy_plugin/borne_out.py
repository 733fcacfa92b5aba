"""What torch's and numpy's annotations say of a result, without what is not always so."""

from __future__ import annotations

from mypy.nodes import Context, OpExpr
from mypy.types import AnyType, Instance, Type, get_proper_type

from dtensortypes.core.facts.tensor import ArrayFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.arrays import array_type
from dtensortypes.mypy_plugin.types_of import Types
from dtensortypes.mypy_plugin.value_of import of_type


def borne_out(types: Types, native: Type, context: Context, *, is_ours: bool) -> Type:
    """Numpy's have a width for arithmetic with a number of Python, torch's a list for the one item of no dims.

    The list stays in a file that knows nothing of us.
    """
    array, found = of_type(native), get_proper_type(native)
    if isinstance(array, ArrayFact) and isinstance(context, OpExpr):
        return array_type(types, ArrayFact(UNKNOWN, array.shape))
    if is_ours and isinstance(found, Instance) and found.type.fullname == "builtins.list":
        return found.args[0] if isinstance(get_proper_type(found.args[0]), AnyType) else native
    return native
