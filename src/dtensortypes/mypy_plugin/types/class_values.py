"""Classes of modules that a variable holds, as in `norm = nn.LayerNorm`, and that are passed on.

To mypy what makes an object of a generic class is a generic function, of which it can infer nothing where a parameter
is a `type[M]`. The parameters that the plugin has given the class say nothing of an object that is still to be made.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.checker import TypeChecker
from mypy.expandtype import expand_type
from mypy.nodes import Expression, MemberExpr, NameExpr, Var
from mypy.plugin import FunctionSigContext
from mypy.types import (
    CallableType,
    FunctionLike,
    Instance,
    Overloaded,
    ProperType,
    TupleType,
    Type,
    TypeAliasType,
    TypeType,
    UnionType,
    get_proper_type,
)

from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import change_type
from dtensortypes.mypy_plugin.types.types_of import anything


def close(checker: TypeChecker, expression: Expression) -> None:
    """Leave nothing open in the class that the variable or attribute holds, if it holds one."""
    match expression:
        case NameExpr(node=variable):
            pass
        case MemberExpr(name=name, expr=NameExpr(node=Var(type=type_))):
            owner = get_proper_type(type_)
            symbol = owner.type.get(name) if isinstance(owner, Instance) else None
            variable = symbol.node if symbol else None
        case _:
            return
    if isinstance(variable, Var) and variable.is_inferred and variable.type is not None:
        variable.type = closed(variable.type)
        change_type(checker, expression, closed)


def closed(type_: Type) -> Type:
    """The type with the parameters of a class of modules as what they are before there is an object: anything."""
    if isinstance(type_, TypeAliasType) and type_.is_recursive:
        return type_  # a named tuple that holds others of its kind would be gone through for ever
    proper = get_proper_type(type_)
    match proper:
        case UnionType(items=items):
            return UnionType.make_union([closed(item) for item in items])
        case TupleType(items=items):
            return proper.copy_modified(items=[closed(item) for item in items])
        case TypeType(item=Instance(args=args) as made) if (added := _added(made)) and len(args) >= added:
            return TypeType(made.copy_modified(args=[*args[:-added], *[anything()] * added]))
        case Overloaded(items=items) if proper.is_type_obj():
            return Overloaded([_closed(item) for item in items])
        case CallableType() if proper.is_type_obj():
            return _closed(proper)
    return type_


def called(hook: Callable[[FunctionSigContext], FunctionLike]) -> Callable[[FunctionSigContext], FunctionLike]:
    """The callback of a call's signature; nothing is open in what a class of modules makes.

    Mypy looks twice at what a generic function is given: a module made of others would cost it twice as much.
    """

    def asked(ctx: FunctionSigContext) -> FunctionLike:
        maker = ctx.default_signature
        return hook(ctx._replace(default_signature=_closed(maker)) if maker.variables else ctx)

    return asked


@once_per_object
def _closed(maker: CallableType) -> CallableType:
    made = get_proper_type(maker.ret_type)
    added = _added(made) or (is_a(made, names.PARAMETER) and names.ADDED[names.TENSOR])
    if not added or len(maker.variables) < added:
        return maker
    own = maker.variables[-added:]
    found = expand_type(maker.copy_modified(variables=maker.variables[:-added]), {v.id: anything() for v in own})
    assert isinstance(found, CallableType)
    return found


def _added(made: ProperType) -> int:
    """How many parameters the plugin has given a class of modules, or of distributions."""
    return next((names.ADDED[name] for name in (names.MODULE, names.DISTRIBUTION) if is_a(made, name)), 0)
