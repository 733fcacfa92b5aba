"""What a declared type leaves open, completed by what a body tells."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.maptype import map_instance_to_supertype
from mypy.subtypes import is_same_type, is_subtype
from mypy.typeops import make_simplified_union, tuple_fallback
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    TupleType,
    Type,
    TypedDictType,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.core.facts.tensor import ArrayFact
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.yields import GENERATORS
from dtensortypes.mypy_plugin.types.arrays import array_fact
from dtensortypes.mypy_plugin.types.compare import has_module, has_tensor, says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.rewriting import forgotten, vague
from dtensortypes.mypy_plugin.types.veiled import is_any_module, veil

_ABOVE: Final = frozenset(
    {*(f"typing.{one}" for one in ("Sequence", "Mapping", "Collection", "Iterable")), names.DISTRIBUTION}
)
"""The classes that a list or dict is declared to be that only reads, and the one above all distributions."""

_OF_ARRAYS: Final = frozenset({names.LIST, "builtins.dict"})
"""The classes in which a function gives several arrays, each known by itself."""


def is_open(type_: Type) -> bool:
    """Whether nothing is declared of what may be a tensor, or a value that says something of tensors."""
    proper = get_proper_type(type_)
    if isinstance(proper, TypedDictType):
        return any(map(is_open, proper.items.values()))
    if isinstance(proper, CallableType):
        return not proper.is_type_obj() and is_open(proper.ret_type)
    is_value = isinstance(proper, Instance) and proper.type.fullname in {names.DEVICE, names.DTYPE}
    if isinstance(proper, Instance) and is_value:
        return all(isinstance(get_proper_type(arg), AnyType) for arg in proper.args)
    if isinstance(proper, Instance) and proper.type.fullname == names.NDARRAY:
        return array_fact(proper) == ArrayFact()
    if _is_of_unknown_items(proper) or _is_of_open_items(proper) or _is_of_open_arrays(proper):
        return True
    is_carrier = has_tensor(type_) or has_module(type_) or objects.is_open(proper)
    return isinstance(proper, AnyType) or (is_carrier and not says_something(type_))


def leaves_dtype(type_: Type) -> bool:
    """Whether it is a tensor of which more is declared, but not its dtype: `Tensor[Any, CPU, "n"]`."""
    proper = get_proper_type(type_)
    if not isinstance(proper, Instance) or proper.type.fullname != names.TENSOR:
        return False
    return isinstance(get_proper_type(proper.args[0]), AnyType) and says_something(type_)


def _is_of_unknown_items(type_: Type) -> bool:
    """Whether it is a data set of tensors, a loader or a distribution, of whose items nothing is declared."""
    proper = get_proper_type(type_)
    is_of_items = any(is_a(proper, name) for name in (names.TENSOR_DATASET, names.DATA_LOADER, names.DISTRIBUTION))
    given = proper.args if is_of_items and isinstance(proper, Instance) else ()
    given = given[-names.ADDED[names.DISTRIBUTION] :] if is_a(proper, names.DISTRIBUTION) else given
    return bool(given) and all(isinstance(get_proper_type(arg), AnyType) for arg in given)


def _is_of_open_arrays(type_: Type) -> bool:
    """Whether it is a list or dict of arrays of which nothing is declared."""
    proper = get_proper_type(type_)
    is_container = isinstance(proper, Instance) and proper.type.fullname in _OF_ARRAYS
    held = proper.args[-1] if isinstance(proper, Instance) and is_container else None
    return held is not None and is_a(get_proper_type(held), names.NDARRAY) and is_open(held)


def _is_of_open_items(type_: Type) -> bool:
    """Whether it is a generator of arrays, dicts or objects, of which nothing is declared."""
    proper = get_proper_type(type_)
    given = map(get_proper_type, proper.args[:1] if isinstance(proper, Instance) and _is_generator(proper) else ())
    parts = [part for one in given for part in (one.items if isinstance(one, TupleType) else [one])]
    return any(
        not has_tensor(part) and not isinstance(get_proper_type(part), AnyType) and is_open(part) for part in parts
    )


def _is_generator(type_: Instance) -> bool:
    return type_.type.fullname in GENERATORS


def completed(found: Type, declared: Type) -> Type:
    """What is declared, its open parts as the body tells them."""
    known, said = get_proper_type(found), get_proper_type(declared)
    if isinstance(known, TupleType) and isinstance(said, TupleType) and len(known.items) == len(said.items):
        return said.copy_modified(items=[completed(*pair) for pair in zip(known.items, said.items, strict=True)])
    if isinstance(known, TupleType) and isinstance(said, Instance) and said.type.fullname == names.TUPLE:
        return completed(tuple_fallback(known), said)  # declared to be of any length
    if isinstance(known, Instance) and isinstance(said, Instance):
        is_same = known.type is said.type
        if _is_generator(said):
            return said.copy_modified(args=[*map(completed, known.args, said.args)]) if is_same else said
        if not is_same:
            above = known.type.has_base(said.type.fullname) and said.type.fullname in _ABOVE
            return completed(map_instance_to_supertype(_by_its_items(known), said.type), said) if above else declared
        if leaves_dtype(said):
            return said.copy_modified(args=[known.args[0], *said.args[1:]])
    if isinstance(said, UnionType) and isinstance(known, Instance | TupleType) and not _completes(found, declared):
        return _one_of(found, said)
    if isinstance(known, CallableType) and isinstance(said, CallableType):
        return said.copy_modified(ret_type=completed(known.ret_type, said.ret_type))
    if isinstance(said, TypedDictType):
        held = _held(known)
        items = [completed(held[key], one) if key in held else one for key, one in said.items.items()]
        return said.copy_modified(item_types=items)
    return _of_declared_items(found, declared) if _completes(found, declared) else declared


def _by_its_items(known: Instance) -> Instance:
    """The type of a list with what is in it as its argument; what of a dict is."""
    held = (objects.arguments(known) or [])[1::2]
    is_list = held and known.type.fullname == names.LIST and all(map(has_tensor, held))
    return known.copy_modified(args=[make_simplified_union(held)]) if is_list else known


def _one_of(found: Type, declared: UnionType) -> Type:
    """What may be one of several things as it is declared, that one as the body tells it of this call."""
    members = flatten_nested_unions([declared])
    told = [completed(found, one) for one in members]
    return UnionType(told) if told != members else declared


def managing(generator: Type, declared: Instance) -> Instance:
    """The context manager that `contextlib.contextmanager` makes of a generator: a `with` gets what that yields."""
    known = get_proper_type(generator)
    if not isinstance(known, Instance) or known.type.fullname not in GENERATORS:
        return declared
    return declared.copy_modified(args=[completed(known.args[0], declared.args[0]), *declared.args[1:]])


def _of_declared_items(found: Type, declared: Type) -> Type:
    """What the body tells; of a list or dict of which only single items are told, any other is what is declared."""
    known, said = get_proper_type(found), get_proper_type(declared)
    if not isinstance(known, Instance) or not isinstance(said, Instance) or known.type is not said.type:
        return found
    told = zip(known.args, said.args, strict=True)
    return known.copy_modified(args=[of if isinstance(get_proper_type(one), AnyType) else one for one, of in told])


def _completes(found: Type, declared: Type) -> bool:
    """Whether what the body tells is what is declared, and more."""
    known, said = get_proper_type(found), get_proper_type(declared)
    if isinstance(said, AnyType):
        return not isinstance(known, AnyType)
    if objects.arguments(known) is not None and not has_tensor(known):
        return isinstance(known, Instance) and isinstance(said, Instance) and known.type is said.type
    if isinstance(said, Instance) and (said.type.fullname == names.NDARRAY or _is_of_unknown_items(said)):
        return is_open(said) and isinstance(known, Instance) and known.type is said.type
    return is_open(said) and is_same_type(known.accept(forgotten()), said.accept(forgotten()))


def _held(type_: Type) -> dict[object, Type]:
    """What is in a dict by its keys, where that is known."""
    given = objects.arguments(type_) or []
    keys = (get_proper_type(key) for key in given[::2])
    return {key.value: value for key, value in zip(keys, given[1::2], strict=True) if isinstance(key, LiteralType)}


def told_of(checker: TypeChecker, found: Type | None, declared: Type) -> Type | None:
    """What is known of an attribute, if it is more than what mypy knows, and may be told."""
    if found is None or isinstance(get_proper_type(found), AnyType):
        return None
    is_layer = is_a(get_proper_type(found), names.MODULE) and is_a(get_proper_type(declared), names.MODULE)
    is_layer = is_layer or (is_trial(checker) and is_a(get_proper_type(found), names.MODULE) and is_gathered(declared))
    if not (is_layer or is_subtype(found, declared) or is_subtype(found.accept(vague()), declared.accept(vague()))):
        return None
    is_known = says_something(found) or is_a(get_proper_type(found), names.MODULE)
    if is_trial(checker) or (isinstance(get_proper_type(declared), AnyType) and is_known):
        return found
    # Outside of a trial mypy's own messages are heard: there the class has to be the one that mypy knows.
    if is_layer and is_any_module(declared):
        return veil(checker, found)
    return _as_declared(found, declared) or _of_modules(found, declared)


def _of_modules(found: Type, declared: Type) -> Type | None:
    """The list of modules that is declared, with what is known of those in it; None where they are of other classes."""
    whole, said, held = get_proper_type(found), get_proper_type(declared), (objects.arguments(found) or [])[1::2]
    if not held or not isinstance(said, Instance) or not isinstance(whole, Instance) or whole.type is not said.type:
        return None
    if said.type.fullname != names.LIST or not has_module(said):
        return None
    item = make_simplified_union(held)
    is_same = is_same_type(item.accept(forgotten()), said.args[0].accept(forgotten()))
    return said.copy_modified(args=[item]) if is_same else None


def is_gathered(declared: Type) -> bool:
    """Whether it is what mypy takes an attribute for in which modules are gathered."""
    proper = get_proper_type(declared)
    return isinstance(proper, Instance) and proper.type.fullname in {names.LIST, "builtins.dict"}


def _as_declared(found: Type, declared: Type) -> Type | None:
    """What is declared, the tensor or module in it as it is found; None where that is of another class."""
    members = flatten_nested_unions([declared])
    others = [member for member in members if not _is_of_one_class(found, member)]
    return UnionType.make_union([found, *others]) if len(others) == len(members) - 1 else None


def _is_of_one_class(found: Type, declared: Type) -> bool:
    one, other = get_proper_type(found), get_proper_type(declared)
    if has_tensor(one) and is_same_type(one.accept(forgotten()), other.accept(forgotten())):
        return True
    is_ours = any(is_a(one, name) for name in (names.MODULE, names.TENSOR, names.NDARRAY, names.DEVICE, names.DTYPE))
    return is_ours and isinstance(one, Instance) and isinstance(other, Instance) and one.type is other.type
