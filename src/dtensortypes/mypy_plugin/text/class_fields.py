"""What the body of a class writes for an attribute of all its objects: `hidden: int = 64`."""

from __future__ import annotations

from mypy.nodes import CallExpr, ClassDef, Expression, LambdaExpr, NameExpr, RefExpr, TypeInfo

from dtensortypes.mypy_plugin.text.scope import statements, targets


def default_of(info: TypeInfo, name: str) -> Expression | None:
    """The default that a dataclass, or a base of it, writes for a field."""
    for base in info.mro:
        if name in base.names:
            return _written(base.defn, name)
    return None


def _written(cls: ClassDef, name: str) -> Expression | None:
    given = [value for one in statements(cls.defs.body) for target, value in targets(one) if _is_name(target, name)]
    match given:
        case [CallExpr(callee=RefExpr(fullname="dataclasses.field")) as call]:
            by_name = dict(zip(call.arg_names, call.args, strict=True))
            return by_name.get("default") or _made(by_name.get("default_factory"))
        case [value]:
            return value
    return None


def _made(factory: Expression | None) -> Expression | None:
    """What the factory of a field's default makes, where that is written out."""
    match factory:
        case LambdaExpr(arguments=[]):
            return factory.expr()
    return None


def _is_name(target: Expression, name: str) -> bool:
    return isinstance(target, NameExpr) and target.name == name
