"""Parameters that a call leaves out: what is known of their defaults."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    StrExpr,
    TupleExpr,
    TypeAlias,
    TypeInfo,
    Var,
)
from mypy.types import Instance, LiteralType, NoneType, TupleType, Type

from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.value import Value
from dtensortypes.core.rules.devices import as_device
from dtensortypes.mypy_plugin.bodies import displays
from dtensortypes.mypy_plugin.changes.settled import without_state
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.available import chosen, tells_words_apart
from dtensortypes.mypy_plugin.text.definitions import type_of
from dtensortypes.mypy_plugin.types import enums
from dtensortypes.mypy_plugin.types.types_of import Types, anything


def of_default(checker: TypeChecker, default: Expression | None) -> Type | None:
    """The type of a default that a branch may ask about."""
    match default:
        case NameExpr(fullname="builtins.None"):
            return NoneType()
        case NameExpr(fullname="builtins.True" | "builtins.False" as name):
            return LiteralType(name == "builtins.True", checker.named_type("builtins.bool"))
        case IntExpr(value=value) | StrExpr(value=value) | FloatExpr(value=value):
            return with_value(checker.named_type(f"builtins.{type(value).__name__}"), value)
        case TupleExpr(items=items) | ListExpr(items=items):
            held = [of_default(checker, item) or anything() for item in items]
            if isinstance(default, ListExpr):
                return displays.list_of(checker, held)
            return TupleType(held, checker.named_type("builtins.tuple"))
        case CallExpr(callee=RefExpr(node=TypeInfo() as cls)) if names.is_layer(cls.fullname):
            made = checker.lookup_type_or_none(default)
            return None if made is None else without_state(made)  # all calls share it, and one may have cast it
        case CallExpr(callee=RefExpr(fullname=names.DEVICE), args=[StrExpr(value=word)]):
            return _device(checker, as_device(word))
        case CallExpr(callee=RefExpr(fullname=names.DEVICE)):
            return _device(checker, chosen(checker, default))
        case MemberExpr(expr=RefExpr(node=TypeInfo() as cls), name=member) if cls.is_enum:
            return enums.member(cls, member)
        case RefExpr(node=Var(type=type_)):
            return chosen_word(checker, default) or type_
        case RefExpr(node=FuncDef() as function):
            return type_of(checker, function)
        case ConditionalExpr():
            return chosen_word(checker, default)
        case RefExpr(node=TypeInfo() as cls) if cls.has_base(names.MODULE):
            return objects.exactly(Types(checker.modules), cls)
        case RefExpr(fullname=name, node=TypeInfo() | TypeAlias()) if name.startswith(names.NUMPY):
            return checker.lookup_type_or_none(default)  # `np.float32`, as a dtype
    return None


def chosen_word(checker: TypeChecker, expression: Expression) -> Type | None:
    """The device that a word chooses at run time; None where the file asks if something is a word or a device."""
    return None if tells_words_apart(checker.tree) else _device(checker, chosen(checker, expression))


def _device(checker: TypeChecker, device: Value) -> Type | None:
    return Types(checker.modules).value(device) if isinstance(device, Device) else None


def with_value(type_: Instance, value: float | str) -> Instance:
    return type_.copy_modified(last_known_value=LiteralType(value, type_))
