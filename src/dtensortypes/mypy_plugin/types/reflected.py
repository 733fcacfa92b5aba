"""The reflected operators of torch's tensors, as if decorated: mypy asks plugins about those when it looks one up.

That is all it asks of an operator whose right side is a union (`right_sides.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy.nodes import MDEF, Decorator, FuncDef, MypyFile, SymbolTableNode, TypeInfo, Var
from mypy.operators import reverse_op_methods
from mypy.types import CallableType

from dtensortypes.mypy_plugin.ground import names

OPERATORS: Final = {
    reflected: operator for operator, reflected in reverse_op_methods.items() if reflected.startswith("__r")
}
"""The operators by the names of the reflected ones; comparisons, which are each other's, are not among them."""


def declare(modules: Mapping[str, MypyFile]) -> None:
    """Make decorated ones of the reflected operators that the classes of tensors have from torch's stubs."""
    module, _, word = names.TENSOR.rpartition(".")
    symbol = modules[module].names.get(word) if module in modules else None
    tensor = symbol.node if symbol is not None else None
    for info in tensor.mro if isinstance(tensor, TypeInfo) else ():
        for name in OPERATORS.keys() & info.names.keys():
            method = info.names[name].node
            if isinstance(method, FuncDef) and isinstance(method.type, CallableType):
                info.names[name] = SymbolTableNode(MDEF, _decorated(info, method, method.type))


def _decorated(info: TypeInfo, method: FuncDef, type_: CallableType) -> Decorator:
    variable = Var(method.name, type_)
    variable.info, variable._fullname = info, method.fullname
    variable.is_ready = variable.is_initialized_in_class = True
    return Decorator(method, [], variable)
