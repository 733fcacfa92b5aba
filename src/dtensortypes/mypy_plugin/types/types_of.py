"""Facts into mypy's types; the inverse of `facts_of`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, cast

from mypy.nodes import MypyFile, TypeInfo
from mypy.types import AnyType, Instance, LiteralType, NoneType, TupleType, Type, TypeOfAny, UnionType, UnpackType

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import ANY_DEVICE, Device, DeviceFact
from dtensortypes.core.facts.dim import FOREIGN, Dim, DimFact
from dtensortypes.core.facts.dtype import ANY_DTYPE, CATEGORIES, COMPLEX, FLOAT, INEXACT, Category, DType, DTypeFact
from dtensortypes.core.facts.pattern import UNKNOWN_PATTERN, Axis, Pattern
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import Unknown
from dtensortypes.core.facts.value import Distribution, Items, LayerFact, Number, Packed, Value
from dtensortypes.core.notation.dims import is_small
from dtensortypes.core.rules.repeated import Key, key_of
from dtensortypes.core.rules.state import PLAIN
from dtensortypes.mypy_plugin.ground import names


def anything() -> AnyType:
    """The type of what is not known."""
    return AnyType(TypeOfAny.special_form)


def any_item() -> AnyType:
    """The type of what is in a list or dict and is not known: of `anything` mypy would take `sum` to be a number.

    Where arguments are `Any` it holds a call of an overloaded function to be so too, but not for a `special_form`.
    """
    return AnyType(TypeOfAny.explicit)


class MissingError(LookupError):
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
            case OneOf() if fact == ANY_DTYPE:
                return anything()
            case OneOf() if fact == INEXACT:
                return UnionType.make_union([self.dtype(COMPLEX), self.dtype(FLOAT)])
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
            case OneOf() if fact == ANY_DEVICE:
                return anything()
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
        """The declared axes as a tuple of sizes; those of a run that has no name are integers.

        Of `*tuple[Any, ...]` mypy holds that it is any tuple: beside `n`, `... n` would vanish where branches meet. And
        `object` as an item, which is what comes of `Any` and a run of objects, it takes for any number of objects.
        """
        items: list[Type] = [self.axis(axis) for axis in pattern.left]
        if pattern.run:
            named = None if pattern.run.name is None else self.size(pattern.run.notation)
            items.append(UnpackType(self.instance(names.TUPLE, named or self.instance("builtins.int"))))
        items += [self.axis(axis) for axis in pattern.right]
        return TupleType(items, self.instance(names.TUPLE, anything()))

    def axis(self, axis: Axis) -> Type:
        if isinstance(axis.dim, Unknown) or not is_small(axis.dim.notation):
            return anything()
        if axis.dim.constant is not None and not axis.broadcastable:
            return self.number(axis.dim.constant)
        return self.size(replace(axis, label=None).notation)

    def size(self, notation: str) -> LiteralType:
        return LiteralType(notation.replace(FOREIGN, ""), self.instance(names.SIZE))

    def value(self, value: Value) -> Type:
        """The type that says of a value what is known of it."""
        match value:
            case TensorFact():
                return self.tensor(value)
            case Dim():
                return self.sized(value)
            case Shape():
                return self.torch_size(value)
            case LayerFact():
                return self.layer(value)
            case Packed(data=data):
                return self.packed(data)
            case Distribution(name=name, batch=batch, event=event):
                return self.added_to(self.public_class(name), [self.tensor(batch), self.tensor(event)])
            case DType():
                return self.instance(names.DTYPE, self.dtype(value))
            case Device():
                return self.instance(names.DEVICE, self.device(value))
            case None:
                return NoneType()
            case bool() | int() | float() | str():
                return self.literal(value)
            case tuple():
                return TupleType([self.value(item) for item in value], self.instance(names.TUPLE, anything()))
            case Items(item=item, is_list=is_list):
                return self.instance(names.LIST if is_list else names.TUPLE, self.value(item))
            case Number(category=category):
                return self.instance(_NUMBERS[category])
            case OneOf() | Var():
                return self.choice(value)
        return anything()

    def packed(self, data: TensorFact) -> Type:
        """The type of a `PackedSequence` of these items, a named tuple that has them first."""
        whole = self.instance(names.PACKED)
        if whole.type.tuple_type is None:
            raise MissingError(names.PACKED)
        return TupleType([self.tensor(data), *whole.type.tuple_type.items[1:]], whole)

    def choice(self, fact: OneOf[DType] | OneOf[Device] | Var[DType] | Var[Device]) -> Type:
        """The type of a `torch.dtype` or `torch.device` of which a choice of several is known."""
        members = fact.members if isinstance(fact, OneOf) else frozenset()
        if members and all(isinstance(member, DType) for member in members):
            return self.instance(names.DTYPE, self.dtype(cast("DTypeFact", fact)))
        if members and all(isinstance(member, Device) for member in members):
            return self.instance(names.DEVICE, self.device(cast("DeviceFact", fact)))
        return anything()

    def torch_size(self, shape: Shape) -> Type:
        """The type of a `torch.Size`, whose items are sizes that users may unpack."""
        size = self.instance(names.TORCH_SIZE)
        if shape.run:
            return size
        return TupleType([self.sized(dim) for dim in shape.left], size)

    def layer(self, layer: LayerFact) -> Type:
        """The type of one of torch's layers, its configuration a tuple of names and values."""
        info = self.public_class(layer.name)
        return self.with_state(Instance(info, [anything() for _ in info.type_vars]), layer)

    def public_class(self, fullname: str) -> TypeInfo:
        """The class that users know by this name; raises MissingError."""
        package, _, name = fullname.rpartition(".")
        tree = self.modules.get(package)
        symbol = tree.names.get(name) if tree else None
        if symbol is None or not isinstance(symbol.node, TypeInfo):
            raise MissingError(fullname)
        return symbol.node

    def added_to(self, info: TypeInfo, added: list[Type]) -> Instance:
        """The class with these for the parameters that the plugin has added."""
        return Instance(info, [*(anything() for _ in info.type_vars[len(added) :]), *added])

    def with_state(self, module: Instance, layer: LayerFact) -> Instance:
        """The module's type with the dtype and device of the layer, and with its configuration if it is torch's own."""
        key = None if self.variables or len(module.args) > 3 else key_of(module.type.fullname, (layer,), {}, PLAIN)
        made = _MADE.get(key)
        if made is None or made.type is not module.type:
            state = [self.dtype(layer.dtype), self.device(layer.device), self.config(layer)]
            made = module.copy_modified(args=[*module.args[:-3], *state])
        if key is not None:
            _MADE[key] = made
        return made

    def config(self, layer: LayerFact) -> Type:
        pairs = [part for name, value in layer.config for part in (self.literal(name), self.setting(value))]
        return TupleType(pairs, self.instance(names.TUPLE, anything())) if pairs else anything()

    def setting(self, value: Value) -> Type:
        # A plain int would be `int`, and lose its value, where types are joined or cached.
        return self.literal(value) if isinstance(value, int) else self.value(value)

    def literal(self, value: float | str) -> LiteralType:
        return LiteralType(value, self.instance(f"builtins.{type(value).__name__}"))

    def sized(self, dim: DimFact) -> Type:
        """The type of an `int` that is this size: what a user's variable holds."""
        if isinstance(dim, Unknown) or not is_small(dim.notation):
            return self.instance("builtins.int")
        if dim.constant is None:
            return self.size(dim.notation)
        whole = self.instance("builtins.int")
        return whole.copy_modified(last_known_value=LiteralType(dim.constant, whole))

    def number(self, value: int) -> LiteralType:
        return LiteralType(value, self.instance("builtins.int"))

    def instance(self, fullname: str, *args: Type) -> Instance:
        return Instance(self.info(fullname), list(args))

    def info(self, fullname: str) -> TypeInfo:
        """The class of this name; raises MissingError."""
        module, _, name = fullname.rpartition(".")
        found = self.find(module, name)
        if found is None:
            raise MissingError(fullname)
        return found

    def find(self, module: str, name: str) -> TypeInfo | None:
        tree = self.modules.get(module)
        symbol = tree.names.get(name) if tree else None
        defined = symbol and isinstance(symbol.node, TypeInfo) and symbol.node.module_name == module
        return symbol.node if defined and symbol and isinstance(symbol.node, TypeInfo) else None


_MADE: Final[dict[Key | None, Instance]] = {}
"""The types of layers that were made: where it is the same object, it need not be read again either."""

_NUMBERS: Final = {
    Category.BOOL: "builtins.bool",
    Category.INTEGER: "builtins.int",
    Category.FLOAT: "builtins.float",
    Category.COMPLEX: "builtins.complex",
}
