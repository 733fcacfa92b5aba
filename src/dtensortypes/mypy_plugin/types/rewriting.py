"""Types rewritten: the base of everything that changes the tensors inside a type."""

from __future__ import annotations

from mypy.erasetype import remove_instance_last_known_values
from mypy.type_visitor import TypeTranslator
from mypy.types import Instance, LiteralType, TupleType, Type, TypeAliasType, UnpackType, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.types_of import anything


class Rewriting(TypeTranslator):
    """Rewrites the tensors in a type."""

    def visit_type_alias_type(self, t: TypeAliasType, /) -> Type:
        return t if t.is_recursive else get_proper_type(t).accept(self)


class _Forgetting(Rewriting):
    """Forgets all that is known of the tensors and modules in a type."""

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname in {names.TENSOR, names.PARAMETER}:
            return t.copy_modified(args=[anything() for _ in t.args])
        if t.type.fullname in {names.DTYPE, names.DEVICE}:
            return t.copy_modified(args=[anything() for _ in t.args])
        if t.type.has_base(names.MODULE) and len(t.args) >= 3:
            return t.copy_modified(args=[*t.args[:-3], *(anything() for _ in range(3))])
        return super().visit_instance(t)


def forgotten() -> Rewriting:
    """The rewriting that forgets all that is known of tensors, modules, dtypes and devices."""
    return _Forgetting()


class _Unknown(_Forgetting):
    """Forgets all that is known of numpy's arrays, too."""

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname != names.NDARRAY or len(t.args) != 2:
            return super().visit_instance(t)
        shape, dtype = map(get_proper_type, t.args)
        known = dtype.copy_modified(args=[anything()]) if isinstance(dtype, Instance) and dtype.args else dtype
        return t.copy_modified(args=[anything() if isinstance(shape, TupleType) else shape, known])


def unknown() -> Rewriting:
    """The rewriting that forgets what is known of arrays, too, which mypy may know by numpy's own annotations."""
    return _Unknown()


class _Valueless(Rewriting):
    """Forgets which dtypes and devices the values in a type are."""

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname in {names.DTYPE, names.DEVICE}:
            return t.copy_modified(args=[anything() for _ in t.args])
        return super().visit_instance(t) if t.args else t


def valueless() -> Rewriting:
    """The rewriting that forgets which dtypes and devices it speaks of; what is known of tensors stays."""
    return _Valueless()


class _Vague(Rewriting):
    """Takes the names of dims for any sizes, and shapes of open rank, which mypy compares since 2.4, for any shapes."""

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname not in {names.TENSOR, names.PARAMETER} or len(t.args) < 3:
            return super().visit_instance(t)
        return t.copy_modified(args=[*t.args[:2], _any_sizes(t.args[2])])


def vague() -> Rewriting:
    """The rewriting after which only numbers tell the sizes of tensors apart."""
    return _Vague()


class _Sizeless(Rewriting):
    """Forgets the sizes of numpy's arrays; the number of their axes stays."""

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname != names.NDARRAY or len(t.args) != 2:
            return super().visit_instance(t) if t.args else t
        return t.copy_modified(args=[remove_instance_last_known_values(t.args[0]), t.args[1]])


def sizeless(type_: Type) -> Type:
    """The type with arrays of which no size is known."""
    return type_.accept(_Sizeless())


class _Unsized(Rewriting):
    """Takes sizes for the integers that they are; what is known of tensors stays."""

    def visit_literal_type(self, t: LiteralType, /) -> Type:
        return t.fallback.accept(self) if isinstance(t.value, int) or t.fallback.type.fullname == names.SIZE else t

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname == names.SIZE:
            return t.type.bases[0]
        if t.type.has_base(names.TENSOR):
            return t
        known = t.last_known_value
        return super().visit_instance(t.copy_modified(last_known_value=None) if known is not None else t)

    def visit_tuple_type(self, t: TupleType, /) -> Type:
        is_torchs = t.partial_fallback.type.fullname == names.TORCH_SIZE
        return t.partial_fallback if is_torchs else super().visit_tuple_type(t)


def unsized() -> Rewriting:
    """The rewriting after which a place may hold other sizes than those that its type speaks of."""
    return _Unsized()


def _any_sizes(shape: Type) -> Type:
    shape = get_proper_type(shape)
    if not isinstance(shape, TupleType) or any(isinstance(item, UnpackType) for item in shape.items):
        return anything()
    return shape.copy_modified(items=[item if _is_number(item) else anything() for item in shape.items])


def _is_number(size: Type) -> bool:
    size = get_proper_type(size)
    return isinstance(size, LiteralType) and isinstance(size.value, int)
