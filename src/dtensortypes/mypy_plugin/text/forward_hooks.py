"""Hooks that a program has torch run around `forward`: they may change what a module is given, and what it gives.

By the text alone: most hooks look at a tensor or keep it, and give nothing back.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Expression, FuncDef, LambdaExpr, MemberExpr, MypyFile, NameExpr, ReturnStmt

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import calls
from dtensortypes.mypy_plugin.text.scope import bodies, functions, functions_in, statements

_REGISTERING: Final = frozenset(
    f"register_{where}forward_{when}hook" for where in ("", "module_") for when in ("", "pre_")
)
_GIVING_NOTHING: Final = frozenset(
    {print.__name__, *(method.__name__ for method in (list.append, list.extend, dict.update, set.add))}
)


@once_per_tree
def changes_calls(tree: MypyFile) -> bool:
    """Whether the file has a hook run that may give something: it does not say of which modules."""
    hooks = [
        (call.args or [call])[0]
        for body in bodies(tree.defs)
        for statement in statements(body)
        for call in calls(statement)
        if isinstance(call.callee, NameExpr | MemberExpr) and call.callee.name in _REGISTERING
    ]
    return not all(_gives_nothing(tree, hook) for hook in hooks)


def _gives_nothing(tree: MypyFile, hook: Expression) -> bool:
    match hook:
        case NameExpr(name=name) | MemberExpr(name=name):
            return _all_give_nothing(_named(tree, name))
        case LambdaExpr():
            return _is_of_nothing(hook.expr())
        case CallExpr(callee=NameExpr(fullname=names.PARTIAL), args=[function, *_]):
            return _gives_nothing(tree, function)
        case CallExpr(callee=NameExpr(name=name) | MemberExpr(name=name)):  # it makes the hook
            made = [inner for maker in _named(tree, name) for inner in functions_in(maker.body.body)]
            return _all_give_nothing(made)
    return False


def _named(tree: MypyFile, name: str) -> list[FuncDef]:
    return [function for function in functions(tree) if function.name == name]


def _all_give_nothing(several: list[FuncDef]) -> bool:
    every = [statement for function in several for statement in statements(function.body.body)]
    given = [one.expr for one in every if isinstance(one, ReturnStmt) and one.expr is not None]
    return bool(several) and all(map(_is_of_nothing, given))


def _is_of_nothing(value: Expression | None) -> bool:
    match value:
        case NameExpr(name="None"):
            return True
        case CallExpr(callee=NameExpr(name=name) | MemberExpr(name=name)):
            return name in _GIVING_NOTHING
    return False
