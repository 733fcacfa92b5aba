"""Mypy's types into facts: `Tensor[Float32, CUDA, tuple[Literal['b'], Literal[3]]]` is a `TensorFact`.

A dim is a literal: an int for a number, a string with fallback `Size` for a named one, `Any` for an unknown one; a run
of unknown length is `*tuple[Any, ...]`, a named one `*tuple[Literal['*batch'], ...]`; an unknown shape is `Any`.
"""

from __future__ import annotations

from functools import reduce
from typing import TypeGuard

from mypy.erasetype import remove_instance_last_known_values
from mypy.maptype import map_instance_to_supertype
from mypy.types import (
    AnyType,
    Instance,
    LiteralType,
    ProperType,
    TupleType,
    Type,
    TypeAliasType,
    TypeOfAny,
    TypeVarType,
    UnionType,
    UnpackType,
    get_proper_type,
)

from dtensortypes.core.algebra.either import either_device, either_dtype
from dtensortypes.core.facts import device as devices
from dtensortypes.core.facts import dtype as dtypes
from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import Device, DeviceFact
from dtensortypes.core.facts.dim import DimFact
from dtensortypes.core.facts.dtype import DType, DTypeFact
from dtensortypes.core.facts.pattern import UNKNOWN_PATTERN, Pattern
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_pattern
from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.ground import names


def plain(type_: Type) -> ProperType:
    """The type with its alias followed; a recursive alias, which has no end, counts as unknown."""
    if isinstance(type_, ProperType):
        return type_
    if isinstance(type_, TypeAliasType) and type_.is_recursive:
        return AnyType(TypeOfAny.special_form)
    return get_proper_type(type_)


def alternatives_of(type_: ProperType) -> list[ProperType]:
    """The type, or the members of a union, their tuples without the numbers in them that mypy has seen.

    Of two tuples that differ in those alone, as in `for size in ((8, 8), (3, 8, 8), (4, 8, 8))`, it keeps the first.
    """
    if not isinstance(type_, UnionType):
        return [type_]
    members = map(plain, type_.items)
    return [plain(remove_instance_last_known_values(one)) if isinstance(one, TupleType) else one for one in members]


def holds_modules(type_: Type) -> bool:
    """Whether it is a container of modules, which is more than what it was made with when something is put into it."""
    proper = get_proper_type(type_)
    return isinstance(proper, Instance) and proper.type.fullname in {names.SEQUENTIAL, *names.MODULE_CONTAINERS}


def is_a(type_: ProperType, fullname: str) -> TypeGuard[Instance]:
    """Whether the type is an instance of the class of this name or of a subclass."""
    return isinstance(type_, Instance) and type_.type.has_base(fullname)


def mentions_size(type_: Type) -> bool:
    """Whether a named size, or a `torch.Size`, occurs in the type outside of tensors."""
    proper = plain(type_)
    if is_size(proper) or is_torch_size(proper):
        return True
    match proper:
        case Instance(type=info) if info.fullname == names.SIZE:
            return True
        case Instance(args=args) if not is_a(proper, names.TENSOR):
            return any(map(mentions_size, args))
        case TupleType(items=items) | UnionType(items=items):
            return any(map(mentions_size, items))
    return False


def is_torch_size(type_: Type) -> bool:
    """Whether the type is that of a `torch.Size`."""
    proper = plain(type_)
    instance = proper.partial_fallback if isinstance(proper, TupleType) else proper
    return isinstance(instance, Instance) and instance.type.fullname == names.TORCH_SIZE


def arguments_as(type_: Instance, fullname: str) -> tuple[Type, ...]:
    """The type arguments of the instance seen as its base class of this name."""
    base = next(info for info in type_.type.mro if info.fullname == fullname)
    return map_instance_to_supertype(type_, base).args


def tensor_fact(type_: Type) -> TensorFact | None:
    """What the type says of a tensor; None if it is not a tensor's."""
    proper = plain(type_)
    if isinstance(proper, TypeVarType):
        return tensor_fact(proper.upper_bound)
    return _of_tensor(proper) if is_a(proper, names.TENSOR) else None


@once_per_object
def _of_tensor(tensor: Instance) -> TensorFact:
    arguments = arguments_as(tensor, names.TENSOR)
    if len(arguments) != 3:  # torch was analyzed without the plugin
        return TensorFact()
    dtype, device, shape = arguments
    return TensorFact(dtype_fact(dtype), device_fact(device), shape_fact(shape))


def dtype_fact(type_: Type) -> DTypeFact:
    """What a type argument in the place of the dtype says."""
    match plain(type_):
        case Instance(type=info) if info.fullname.startswith(f"{names.DTYPES}."):
            named: DTypeFact | None = dtypes.BY_NOTATION.get(info.name) or dtypes.CATEGORIES.get(info.name)
            return UNKNOWN if named is None else named
        case UnionType(items=items):
            return reduce(either_dtype, map(dtype_fact, items))
        case TypeVarType() as variable:
            bound = _bound(variable)
            fact = dtype_fact(bound)
            known = isinstance(fact, DType | OneOf) or is_a(plain(bound), names.ANY_DTYPE)
            return Var(variable.name, fact if isinstance(fact, DType | OneOf) else None) if known else UNKNOWN
    return UNKNOWN


def device_fact(type_: Type) -> DeviceFact:
    """What a type argument in the place of the device says."""
    match plain(type_):
        case Instance(type=info, args=args) if info.fullname.startswith(f"{names.DEVICES}."):
            name = devices.BY_NOTATION.get(info.name)
            index = _literal(args[0]) if args else None
            return UNKNOWN if name is None else Device(name, index if isinstance(index, int) else None)
        case UnionType(items=items):
            return reduce(either_device, map(device_fact, items))
        case TypeVarType() as variable:
            bound = _bound(variable)
            fact = device_fact(bound)
            known = isinstance(fact, Device | OneOf) or is_a(plain(bound), names.ANY_DEVICE)
            return Var(variable.name, fact if isinstance(fact, Device | OneOf) else None) if known else UNKNOWN
    return UNKNOWN


def shape_fact(type_: Type) -> Shape:
    """What a type argument in the place of the shape says of a tensor that has it."""
    return pattern_fact(type_).shape


def pattern_fact(type_: Type) -> Pattern:
    """What a type argument in the place of the shape declares, `#n` and `*#batch` included."""
    proper = plain(type_)
    if not isinstance(proper, TupleType):
        return UNKNOWN_PATTERN
    words = [_word(item) for item in proper.items]
    runs = sum(word.startswith(("...", "*")) for word in words)
    return parse_pattern(" ".join(words)) if runs <= 1 else UNKNOWN_PATTERN


def dim_fact(type_: Type) -> DimFact:
    """What a type says of a size: a number, a named dim, or nothing."""
    axes = parse_pattern(_word(type_)).left
    return axes[0].dim if axes and not axes[0].broadcastable else UNKNOWN


def _word(item: Type) -> str:
    """The word that stands for this item in a shape string."""
    match _literal(item):
        case bool():
            return "_"
        case int(number):
            return str(number)
        case str(text) if is_size(item):
            return text
    if not isinstance(item, UnpackType):
        return "_"
    run = plain(item.type)
    named = isinstance(run, Instance) and run.args and is_size(run.args[0])
    return str(_literal(run.args[0])) if named and isinstance(run, Instance) else "..."


def dimension_names(type_: Type) -> frozenset[str]:
    """The names of dims and of runs that the tensors in a declared type name; those of open sizes are nobody's."""
    match plain(type_):
        case TupleType(items=items) | UnionType(items=items):
            return frozenset().union(*map(dimension_names, items))
        case Instance(type=info, args=args) if info.fullname == names.TENSOR and len(args) == 3:
            pattern = pattern_fact(args[2])
            run = pattern.run.name if pattern.run else None
            return frozenset(n for n in pattern.names if n[0] != names.OPEN_SIZE) | ({run} if run else set())
        case Instance(args=args):
            return frozenset().union(*map(dimension_names, args))
    return frozenset()


def is_size(type_: Type) -> bool:
    """Whether the type is that of a named size."""
    proper = plain(type_)
    known = proper.last_known_value if isinstance(proper, Instance) else proper
    return isinstance(known, LiteralType) and known.fallback.type.fullname == names.SIZE


def _literal(type_: Type) -> object:
    match plain(type_):
        case LiteralType(value=value):
            return value
        case Instance(last_known_value=LiteralType(value=value)):
            return value
    return None


def _bound(variable: TypeVarType) -> Type:
    return UnionType.make_union(variable.values) if variable.values else variable.upper_bound


def is_whole(given: Type | None) -> bool:
    """Whether dtype and device of the tensor are known: of what torch refuses they are not, as nothing comes of it."""
    fact = tensor_fact(given) if given is not None else None
    return fact is not None and fact.dtype is not UNKNOWN and fact.device is not UNKNOWN
