"""Facts into mypy's types; the inverse of `facts_of`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mypy.nodes import MypyFile, TypeInfo
from mypy.types import AnyType, Instance, LiteralType, TupleType, Type, TypeOfAny, UnionType, UnpackType

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import Device, DeviceFact
from dtensortypes.core.facts.dim import DimFact
from dtensortypes.core.facts.dtype import CATEGORIES, DType, DTypeFact
from dtensortypes.core.facts.pattern import UNKNOWN_PATTERN, Axis, AxisRun, Pattern
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import Unknown
from dtensortypes.mypy_plugin import names


def anything() -> AnyType:
    """The type of what is not known."""
    return AnyType(TypeOfAny.special_form)


class Missing(LookupError):
    """A class that our types are made of has not been analyzed yet, or is not imported."""


class Types:
    """Makes types out of facts, with the classes of one build; `variables` are the type variables in scope, by name."""

    def __init__(self, modules: Mapping[str, MypyFile], variables: Mapping[str, Type] | None = None) -> None:
        self.modules = modules
        self.variables = variables or {}

    def tensor(self, fact: TensorFact) -> Instance:
        return Instance(
            self.info(names.TENSOR), [self.dtype(fact.dtype), self.device(fact.device), self.shape(fact.shape)]
        )

    def dtype(self, fact: DTypeFact) -> Type:
        match fact:
            case DType(notation=notation):
                return self.instance(f"{names.DTYPES}.{notation}")
            case OneOf(members=members):
                category = next((c.notation for c in CATEGORIES.values() if c.members == members), None)
                if category:
                    return self.instance(f"{names.DTYPES}.{category}")
                return UnionType.make_union([self.dtype(d) for d in sorted(members, key=lambda d: d.notation)])
            case Var(name=name):
                return self.variables.get(name, anything())
            case Unknown():
                return anything()

    def device(self, fact: DeviceFact) -> Type:
        match fact:
            case Device(index=index):
                info = self.info(f"{names.DEVICES}.{fact.notation.partition('[')[0]}")
                return Instance(info, [anything() if index is None else self.number(index)])
            case OneOf(members=members):
                return UnionType.make_union([self.device(d) for d in sorted(members, key=lambda d: d.notation)])
            case Var(name=name):
                return self.variables.get(name, anything())
            case Unknown():
                return anything()

    def shape(self, shape: Shape) -> Type:
        return self.pattern(Pattern.of(shape))

    def pattern(self, pattern: Pattern) -> Type:
        return anything() if pattern == UNKNOWN_PATTERN else self.tuple(pattern)

    def tuple(self, pattern: Pattern) -> TupleType:
        """The declared axes as a tuple of sizes."""
        items: list[Type] = [self.axis(axis) for axis in pattern.left]
        if pattern.run:
            items.append(self.run(pattern.run))
        items += [self.axis(axis) for axis in pattern.right]
        return TupleType(items, self.instance(names.TUPLE, anything()))

    def axis(self, axis: Axis) -> Type:
        if isinstance(axis.dim, Unknown):
            return anything()
        if axis.dim.constant is not None and not axis.broadcastable:
            return self.number(axis.dim.constant)
        return self.size(replace(axis, label=None).notation)

    def size(self, notation: str) -> LiteralType:
        return LiteralType(notation, self.instance(names.SIZE))

    def sized(self, dim: DimFact) -> Type:
        """The type of an `int` that is this size: what a user's variable holds."""
        if isinstance(dim, Unknown):
            return self.instance("builtins.int")
        if dim.constant is None:
            return self.size(dim.notation)
        whole = self.instance("builtins.int")
        return whole.copy_modified(last_known_value=LiteralType(dim.constant, whole))

    def number(self, value: int) -> LiteralType:
        return LiteralType(value, self.instance("builtins.int"))

    def run(self, run: AxisRun) -> UnpackType:
        item = anything() if run.name is None else self.size(run.notation)
        return UnpackType(self.instance(names.TUPLE, item))

    def instance(self, fullname: str, *args: Type) -> Instance:
        return Instance(self.info(fullname), list(args))

    def info(self, fullname: str) -> TypeInfo:
        """The class of this name; raises Missing."""
        module, _, name = fullname.rpartition(".")
        tree = self.modules.get(module)
        symbol = tree.names.get(name) if tree else None
        if symbol is None or not isinstance(symbol.node, TypeInfo):
            raise Missing(fullname)
        return symbol.node
