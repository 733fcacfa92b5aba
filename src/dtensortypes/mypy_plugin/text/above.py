"""`super().forward(x)` in a module: a call of the base's method on the object itself.

Mypy asks no plugin about calls through `super()`. So before a class is analyzed each of them becomes
`cast(Base, self).forward(x)`, with a cast that no text can have: in a text a call of `cast` stands there. So it is in
classes that are no modules where each class of the file has one base: else `super()` may be another class's method.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    NOT_ABSTRACT,
    CallExpr,
    CastExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    SuperExpr,
    TypeInfo,
)
from mypy.types import CallableType, Instance, NoneType, TypeVarType, UnboundType, get_proper_type
from mypy.typevars import fill_typevars_with_any

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.classes import classes
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements

_SELF: Final = "self"
_OPERATORS: Final = frozenset({"__call__", names.PICKING})


def write_out(cls: ClassDef) -> None:
    """Write out the calls of methods that a base of the class has for certain."""
    for node in cls.defs.body:
        method = node.func if isinstance(node, Decorator) else node
        if isinstance(method, FuncDef) and method.arguments and method.arguments[0].variable.name == _SELF:
            for call, above in _calls(method):
                base = _base(cls.info, above.name)
                if base is not None and not _gives_none(base, above.name):
                    call.callee = _on_itself(above, base)


def itself(callee: Expression) -> Expression | None:
    """The object whose base's method is called; None where it is another call."""
    match callee:
        case MemberExpr(expr=CastExpr(expr=NameExpr(name=name) as place)) if name == _SELF:
            return place
    return None


def _calls(method: FuncDef) -> Iterator[tuple[CallExpr, SuperExpr]]:
    for statement in statements(method.body.body):
        for expression in expressions(statement):
            match expression:
                case CallExpr(callee=SuperExpr(call=CallExpr(args=[])) as above):
                    yield expression, above


def is_plain(cls: ClassDef, file: MypyFile) -> bool:
    """Whether it is a class in whose methods `super()` is its one base, whatever class of the file the object is of."""
    return all(len(one.bases) < 2 for one in cls.info.mro) and not _has_several_bases(file)


@once_per_tree
def _has_several_bases(file: MypyFile) -> bool:
    return any(len(cls.base_type_exprs) > 1 for cls in classes(file))


def _base(info: TypeInfo, name: str) -> TypeInfo | None:
    """The class above that defines the method, and does not leave it to others."""
    base = next((base for base in info.mro[1:] if name in base.names), None)
    if base is None or not _is_written_out(base, name):
        return None
    method, is_module = base.names[name].node, base.has_base(names.MODULE)
    if not isinstance(method, FuncDef) or (name.startswith("__") and (is_module or name not in _OPERATORS)):
        return None
    is_open = not is_module and (base.type_vars or base.is_protocol or method.abstract_status != NOT_ABSTRACT)
    return None if is_open or _gives_itself(method) else base


def _is_written_out(base: TypeInfo, name: str) -> bool:
    """Whether the base is the program's own, or a layer of torch's that is called."""
    is_layer = names.is_layer(base.fullname) and base.fullname not in {names.MODULE, names.SEQUENTIAL}
    return names.is_users(base.fullname) or (is_layer and name == "forward")


def _gives_none(base: TypeInfo, name: str) -> bool:
    """Whether the method is declared to give None: mypy refuses to take that from a call, but lets `super()` pass."""
    signature = get_proper_type(base.names[name].type)
    given = get_proper_type(signature.ret_type) if isinstance(signature, CallableType) else None
    return isinstance(given, NoneType) or (isinstance(given, UnboundType) and given.name == "None")


def _gives_itself(method: FuncDef) -> bool:
    """Whether the method gives an object of whatever class it is called on, as `-> Self` says."""
    signature = method.type
    if not isinstance(signature, CallableType):
        return False
    given = get_proper_type(signature.ret_type)
    if isinstance(given, UnboundType):  # of the file at hand, nothing of which has been looked up yet
        own = get_proper_type(signature.arg_types[0]) if signature.arg_types else None
        return given.name.rpartition(".")[2] == "Self" or (isinstance(own, UnboundType) and own.name == given.name)
    return isinstance(given, TypeVarType)


def _on_itself(above: SuperExpr, base: TypeInfo) -> MemberExpr:
    type_ = fill_typevars_with_any(base)
    assert isinstance(type_, Instance)
    place = NameExpr(_SELF)
    cast = CastExpr(place, type_)
    member = MemberExpr(cast, above.name)
    for node in (place, cast, member):
        node.set_line(above)
    return member
