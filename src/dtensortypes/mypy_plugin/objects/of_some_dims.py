"""Modules whose parameters all have at least one dim: none is the number beside which torch takes any device.

Those of torch's layers have; others are attributes, `self.scale = nn.Parameter(torch.zeros(3, 4))`, or it is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr, MypyFile, NameExpr, RefExpr, Var
from mypy.types import AnyType, Instance, TupleType, Type, flatten_nested_unions, get_proper_type

from dtensortypes.core.facts.shape import Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.changes.parts import as_made
from dtensortypes.mypy_plugin.changes.states import state_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.objects import births
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import bodies, statements, targets
from dtensortypes.mypy_plugin.types.facts_of import is_a, tensor_fact
from dtensortypes.mypy_plugin.types.types_of import Types

_OTHERWISE: Final = frozenset(
    {"ParameterList", "ParameterDict", "register_parameter", "add_module", "setattr", "weight_norm", "parametrize"}
)
"""Names of what gives a module parameters of its own making, or under other names."""
_CONTAINERS: Final = frozenset({names.SEQUENTIAL, *names.MODULE_CONTAINERS})


def with_dims(checker: TypeChecker, module: Instance, parameter: Type) -> Type:
    """The type of a parameter of the module, or of a pair with one: with at least one dim where all have that."""
    whole = get_proper_type(parameter)
    if isinstance(whole, TupleType):
        return whole.copy_modified(items=[with_dims(checker, module, one) for one in whole.items])
    is_open = isinstance(whole, Instance) and is_a(whole, names.PARAMETER) and len(whole.args) == len(_STATE) + 1
    if not is_open or not isinstance(whole, Instance) or not isinstance(get_proper_type(whole.args[-1]), AnyType):
        return parameter
    if state_of(module).device is UNKNOWN or not _makes_attributes(checker.tree) or not _is_known(checker, module, ()):
        return parameter
    shape = Types(checker.modules).shape(Shape((UNKNOWN,), Run()))
    return whole.copy_modified(args=[*whole.args[:-1], shape])


_STATE: Final = ("dtype", "device")


def _is_known(checker: TypeChecker, module: Instance, around: tuple[str, ...]) -> bool:
    """Whether it is known of what classes of the file, and of torch's layers, the module is made."""
    name = module.type.fullname
    if name in _CONTAINERS:
        held = get_proper_type(as_made(module)) if module.args else None
        items = [get_proper_type(one) for one in held.items[1::2]] if isinstance(held, TupleType) else []
        parts = [part for one in items if isinstance(one, TupleType) for part in map(get_proper_type, one.items)]
        return bool(parts) and all(isinstance(one, Instance) and _is_known(checker, one, around) for one in parts)
    if names.is_layer(name) or name in around:
        return name != names.MODULE
    if module.type.module_name != checker.tree.fullname:
        return False
    return all(_is_plain(checker, type_, (*around, name)) for type_ in _attributes(checker, module))


def _attributes(checker: TypeChecker, module: Instance) -> Iterator[Type | None]:
    """The types of the attributes of the module, as its constructor has made them or as its class has them."""
    made = births.begun(checker, module)
    for base in module.type.mro:
        if base.fullname == names.MODULE:
            return
        if not names.is_layer(base.fullname):
            variables = [symbol.node for symbol in base.names.values() if isinstance(symbol.node, Var)]
            yield from (made.get(variable.name, variable.type) for variable in variables)


def _is_plain(checker: TypeChecker, type_: Type | None, around: tuple[str, ...]) -> bool:
    """Whether the attribute is no module or parameter, or one of which that is known."""
    members = [get_proper_type(one) for one in flatten_nested_unions([type_])] if type_ is not None else []
    modules = [one for one in members if isinstance(one, Instance) and is_a(one, names.MODULE)]
    made = [tensor_fact(one) for one in members if is_a(one, names.PARAMETER)]
    is_told = bool(members) and not any(isinstance(one, AnyType) for one in members)
    is_told = is_told and all(fact is not None and fact.shape.least_rank > 0 for fact in made)
    return is_told and all(_is_known(checker, one, around) for one in modules)


@once_per_tree
def _makes_attributes(tree: MypyFile) -> bool:
    """Whether all parameters that the file makes itself are attributes, and it gives modules none by other means."""
    every_statement = [one for body in bodies(tree.defs) for one in statements(body)]
    every = [part for one in every_statement for part in expressions(one)]
    if any(isinstance(one, NameExpr | MemberExpr) and one.name in _OTHERWISE for one in every):
        return False
    given = [pair for one in every_statement for pair in targets(one)]
    own = [value for target, value in given if isinstance(target, MemberExpr) and is_self(target.expr)]
    kept = {id(value.callee) for value in own if isinstance(value, CallExpr)}
    kept |= {id(arg) for one in every if isinstance(one, CallExpr) and _is_question(one) for arg in one.args}
    return all(id(one) in kept for one in every if _is_parameter(one))


def _is_parameter(place: Expression) -> bool:
    return isinstance(place, RefExpr) and place.fullname in {names.PARAMETER, names.public(names.PARAMETER)}


def _is_question(call: CallExpr) -> bool:
    return isinstance(call.callee, RefExpr) and call.callee.fullname == "builtins.isinstance"
