"""What the body of a class writes for an attribute of all its objects: `hidden: int = 64`."""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression, LambdaExpr, MemberExpr, NameExpr, RefExpr, TypeInfo

from dtensortypes.mypy_plugin.text.scope import statements, targets


def default_of(info: TypeInfo, name: str) -> Expression | None:
    """The default that a dataclass, or a base of it, writes for a field."""
    match _given(info, name):
        case [value]:
            options = _options(value)
            return value if options is None else options.get("default") or made_by(options.get("default_factory"))
    return None


def factory_of(info: TypeInfo, name: str) -> Expression | None:
    """What makes the default of a field that a dataclass, or a base of it, writes: `field(default_factory=list)`."""
    match _given(info, name):
        case [value]:
            return (_options(value) or {}).get("default_factory")
    return None


def _given(info: TypeInfo, name: str) -> list[Expression | None]:
    cls = next((base.defn for base in info.mro if name in base.names), None)
    body = cls.defs.body if cls is not None else []
    return [value for one in statements(body) for target, value in targets(one) if _is_name(target, name)]


def _options(value: Expression | None) -> dict[str | None, Expression] | None:
    """What a field is told, `field(default=3, repr=False)`; None of other values."""
    match value:
        case CallExpr(callee=RefExpr(fullname="dataclasses.field"), arg_names=words, args=args):
            return dict(zip(words, args, strict=True))
    return None


def is_without_default(value: Expression | None) -> bool:
    """Whether it is a field that the class itself has no value for, `field(init=False)`; mypy knows no names yet."""
    match value:
        case CallExpr(callee=NameExpr(name="field") | MemberExpr(name="field"), arg_names=words):
            return {"default", "default_factory", "factory"}.isdisjoint(words)
    return False


def made_by(factory: Expression | None) -> Expression | None:
    """What the factory of a field's default makes, where that is written out."""
    match factory:
        case LambdaExpr(arguments=[]):
            return factory.expr()
    return None


def _is_name(target: Expression, name: str) -> bool:
    return isinstance(target, NameExpr) and target.name == name
