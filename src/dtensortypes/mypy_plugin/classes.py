"""Torch's classes, made generic: a `Tensor` has a dtype, a device and a shape; so do `torch.dtype` and others in part.

A parameter left out is `Any`: a bare `torch.Tensor` stays compatible both ways with everything.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import COVARIANT, ClassDef, TypeInfo
from mypy.plugin import ClassDefContext
from mypy.types import AnyType, Instance, TypeOfAny, TypeVarId, TypeVarType

from dtensortypes.mypy_plugin import names

_PARAMETERS: Final = {
    names.TENSOR: ("dtype", "device", "shape"),
    names.DTYPE: ("dtype",),
    names.DEVICE: ("device",),
    names.MODULE: ("dtype", "device", "config"),
}


def parameters_of(fullname: str) -> tuple[str, ...]:
    """The type parameters that the class of this name is given."""
    if fullname.startswith(f"{names.DEVICES}."):
        return ("index",)
    return _PARAMETERS.get(fullname, ())


def make_generic(ctx: ClassDefContext) -> None:
    """Give the class its type parameters, covariant and `Any` by default."""
    _add_parameters(ctx.cls, parameters_of(ctx.cls.fullname), ctx.api.named_type("builtins.object"))


def _add_parameters(cls: ClassDef, parameters: tuple[str, ...], top: Instance) -> None:
    cls.type_vars = [
        # A default of `from_omitted_generics` would mean "no default" to mypy.
        TypeVarType(
            name,
            f"{cls.fullname}.{name}",
            TypeVarId(i, namespace=cls.fullname),
            [],
            top,
            AnyType(TypeOfAny.special_form),
            COVARIANT,
        )
        for i, name in enumerate(parameters, 1)
    ]
    _renew(cls.info)


def _renew(info: TypeInfo) -> None:
    info.type_vars = []
    info.add_type_vars()
