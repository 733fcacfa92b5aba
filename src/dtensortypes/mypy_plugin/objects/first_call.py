"""What attributes of a module hold when a method that gives them other values is called for the first time.

`self.hidden = None`, or `torch.zeros(1, 1, 16)`, of the constructor, and `out, self.hidden = self.rnn(x, self.hidden)`
in `forward`: where nobody else gives the attribute a value, the first call finds what the constructor has put there. A
plain tensor moves with no module.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, MemberExpr, MypyFile, NameExpr, TypeInfo
from mypy.types import Instance, NoneType, Type

from dtensortypes.core.problems import Kind
from dtensortypes.mypy_plugin.changes.fixed import given_to_self, values_given
from dtensortypes.mypy_plugin.changes.noted import is_given_outside
from dtensortypes.mypy_plugin.changes.parts import with_parts
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import births
from dtensortypes.mypy_plugin.objects.buffers import registering_constructors
from dtensortypes.mypy_plugin.text.by_name import is_set_by_name
from dtensortypes.mypy_plugin.text.definitions import constructors
from dtensortypes.mypy_plugin.text.expressions import expressions, is_none
from dtensortypes.mypy_plugin.text.registering import registers_any
from dtensortypes.mypy_plugin.text.scope import bodies, functions, spot, statements
from dtensortypes.mypy_plugin.types.compare import has_module, has_tensor
from dtensortypes.mypy_plugin.types.types_of import Types

KINDS = frozenset({Kind.DTYPE, Kind.DEVICE})
"""What is wrong with the first call in these regards is wrong with each: of the last one's sizes it may have others."""


def as_at_first(checker: TypeChecker, module: Instance, method: FuncDef) -> Instance | None:
    """The type of the module as the first call of its method finds it; None where that is as any other does."""
    info, tree = module.type, checker.tree
    is_here = all(base.module_name == tree.fullname for base in info.mro if names.is_users(base.module_name))
    if not is_here or method.info not in info.mro or len(module.args) < 3:
        return None
    found: dict[str, Type] = {}
    for name in given_to_self(method.body.body):
        if is_given_outside(trees(checker), info, name) or any(
            is_set_by_name(one, info, name) for one in trees(checker)
        ):
            continue
        if _is_given_here_alone(tree, info, method, name) and not registering_constructors(checker, info, name):
            begun = _begun(checker, module, method, name)
            found |= {name: begun} if begun is not None else {}
    return with_parts(Types(checker.modules), module, found) if found else None


def _begun(checker: TypeChecker, module: Instance, method: FuncDef, name: str) -> Type | None:
    """What the constructor gives the attribute: None, or tensors alone.

    What is registered under a name that is made up moves with the module.
    """
    makers = [one for one in constructors(module.type.mro) if isinstance(one, FuncDef)]
    values = [value for one in makers for value in values_given(one, name)]
    if values and all(map(is_none, values)):
        return NoneType()
    others = [one for one in functions(checker.tree) if one.info in module.type.mro and spot(one) != spot(method)]
    if not any(values_given(one, name) for one in others) or any(map(registers_any, others)):
        return None
    made = births.begun(checker, module).get(name)
    return made if made is not None and has_tensor(made) and not has_module(made) else None


def _is_given_here_alone(tree: MypyFile, info: TypeInfo, method: FuncDef, name: str) -> bool:
    """Whether constructors and the method alone give the attribute values, or what they alone call."""
    related = [one for one in functions(tree) if one.info and (one.info in info.mro or info in one.info.mro)]
    makers = {spot(one) for one in constructors(info.mro) if isinstance(one, FuncDef)} | {spot(method)}
    inside = {id(part) for one in related if spot(one) in makers for part in _named_in(one)}
    for giver in related:
        values = values_given(giver, name)
        if spot(giver) in makers or all(map(is_none, values)):
            continue
        named = _by_name(tree).get(giver.name, [])
        is_torchs = any(giver.name in base.names for base in info.mro if not names.is_users(base.module_name))
        is_inside = bool(named) and all(id(part) in inside for part in named)
        if giver.info not in info.mro or is_torchs or not is_inside:
            return False
    return True


def _named_in(function: FuncDef) -> Iterator[Expression]:
    return (part for statement in statements(function.body.body) for part in expressions(statement))


@once_per_tree
def _by_name(tree: MypyFile) -> dict[str, list[Expression]]:
    """Where the file names a variable or an attribute so."""
    found: dict[str, list[Expression]] = {}
    for body in bodies(tree.defs):
        for part in (part for statement in statements(body) for part in expressions(statement)):
            if isinstance(part, NameExpr | MemberExpr):
                found.setdefault(part.name, []).append(part)
    return found
