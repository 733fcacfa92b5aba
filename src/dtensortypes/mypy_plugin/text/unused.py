"""Methods that a file writes and never calls: `def crop(self, n): …` of a model for the scripts that use it."""

from __future__ import annotations

from mypy.nodes import FuncDef, MemberExpr, MypyFile, NameExpr, StrExpr, TypeInfo

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import bodies, statements


def unused(tree: MypyFile, info: TypeInfo) -> list[FuncDef]:
    """The methods of the class, and of its bases, that are of this file and that the file never calls."""
    every = [symbol.node for base in info.mro if base.module_name == tree.fullname for symbol in base.names.values()]
    return [one for one in every if isinstance(one, FuncDef) and is_unused(tree, one)]


def is_unused(tree: MypyFile, function: FuncDef) -> bool:
    """Whether it is a method that the file never calls, and that no base of its class knows, which might call it."""
    above = function.info.mro[1:] if function.info else []
    is_own = bool(above) and not any(base.fallback_to_any for base in function.info.mro)
    is_plain = not (function.is_property or function.is_decorated or function.name.startswith("__"))
    is_first = all(function.name not in base.names for base in above)
    return is_own and is_plain and is_first and function.name not in _mentioned(tree)


@once_per_tree
def _mentioned(tree: MypyFile) -> frozenset[str]:
    """The names of what the file reads, and its words: `model.crop(4)`, `getattr(model, "crop")`."""
    parts = (part for body in bodies(tree.defs) for one in statements(body) for part in expressions(one))
    return frozenset(
        part.value if isinstance(part, StrExpr) else part.name
        for part in parts
        if isinstance(part, StrExpr | MemberExpr | NameExpr)
    )
