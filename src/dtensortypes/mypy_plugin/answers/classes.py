"""Torch's classes, made generic: a `Tensor` has a dtype, a device and a shape; so do `torch.dtype` and others in part.

A parameter left out is `Any`: a bare `torch.Tensor` stays compatible both ways with everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from mypy.nodes import (
    COVARIANT,
    ClassDef,
    MemberExpr,
    MypyFile,
    TypeInfo,
    get_member_expr_fullname,
)
from mypy.plugin import ClassDefContext
from mypy.types import AnyType, Instance, TypeOfAny, TypeVarId, TypeVarType

from dtensortypes.mypy_plugin.answers.type_arguments import OURS
from dtensortypes.mypy_plugin.changes.noted import note
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.text import above
from dtensortypes.mypy_plugin.types import untyped

if TYPE_CHECKING:
    from mypy.semanal import SemanticAnalyzer

_PARAMETERS: Final = {
    names.TENSOR: ("dtype", "device", "shape"),
    names.DTYPE: ("dtype",),
    names.DEVICE: ("device",),
    names.MODULE: OURS,
    names.DISTRIBUTION: ("batch", "event"),
}


def make_generic(ctx: ClassDefContext) -> None:
    """Give the class the type parameters it is to have, covariant and `Any` by default."""
    analyzer = cast("SemanticAnalyzer", ctx.api)
    modules = cast("Mapping[str, MypyFile]", analyzer.modules)
    watch(analyzer.errors, modules)
    cls = ctx.cls
    if cls.fullname == names.TENSOR:  # when it is analyzed, so are the files of torch that import each other
        untyped.declare(modules, ctx.api.named_type)
    own = ("index",) if cls.fullname.startswith(f"{names.DEVICES}.") else _PARAMETERS.get(cls.fullname, ())
    file = modules.get(analyzer.cur_mod_id)
    if names.is_users(cls.fullname):
        note(cls, file, knows_torch=file is None or names.is_asked_for(file, analyzer.errors.ignored_files))
    if own:
        _add_parameters(cls, own)
    elif cls.info.has_base(names.MODULE):
        if not _is_subscripted(cls, analyzer):
            _inherit_parameters(cls, names.MODULE)
        if names.is_users(cls.fullname):
            above.write_out(cls)
    elif names.is_torchs(cls.fullname) and cls.info.has_base(names.DISTRIBUTION):
        _inherit_parameters(cls, names.DISTRIBUTION)
    elif cls.fullname == names.PARAMETER:
        _inherit_parameters(cls, names.TENSOR)
    elif cls.fullname == names.TENSOR_DATASET:
        _make_item_generic(cls)
    elif names.is_users(cls.fullname) and file is not None and names.imports_us(file) and above.is_plain(cls, file):
        above.write_out(cls)


def _inherit_parameters(cls: ClassDef, ancestor: str) -> None:
    """The class passes its parameters on: a module's dtype, device and configuration, a `Parameter`'s facts."""
    own = _PARAMETERS[ancestor]
    parents = [base for base in cls.info.bases if base.type.has_base(ancestor) and _ends_with(base.type, own)]
    if any(not isinstance(variable, TypeVarType) for variable in cls.type_vars):
        return  # what follows a ParamSpec or a TypeVarTuple would be taken for part of it
    added = _add_parameters(cls, own)
    for parent in parents:
        parent.args = (*parent.args[: -len(added)], *added)


def _ends_with(info: TypeInfo, parameters: tuple[str, ...]) -> bool:
    return tuple(info.type_vars[-len(parameters) :]) == parameters


def _is_subscripted(cls: ClassDef, analyzer: SemanticAnalyzer) -> bool:
    """Whether `Net[x]` means something to the class's metaclass: of a generic class mypy takes x for a type."""
    written = cls.metaclass
    name = get_member_expr_fullname(written) if isinstance(written, MemberExpr) else getattr(written, "name", None)
    symbol = analyzer.lookup_qualified(name, cls, suppress_errors=True) if name else None
    own = symbol.node if symbol else None
    inherited = [base.type.metaclass_type.type for base in cls.info.bases if base.type.metaclass_type]
    return any(isinstance(meta, TypeInfo) and meta.get(list.__getitem__.__name__) for meta in (own, *inherited))


def _make_item_generic(cls: ClassDef) -> None:
    """The class has its item, which to torch is any tuple of tensors, as its parameter."""
    (row,) = _add_parameters(cls, ("row",))
    (dataset,) = cls.info.bases
    dataset.args = (row,)


def _add_parameters(cls: ClassDef, parameters: tuple[str, ...]) -> list[TypeVarType]:
    declared = [v for v in cls.type_vars if v.fullname not in {f"{cls.fullname}.{name}" for name in parameters}]
    top = Instance(cls.info.mro[-1], [])
    # A default of `from_omitted_generics` would mean "no default" to mypy.
    unknown = AnyType(TypeOfAny.special_form)
    added = [
        TypeVarType(name, f"{cls.fullname}.{name}", TypeVarId(i, namespace=cls.fullname), [], top, unknown, COVARIANT)
        for i, name in enumerate(parameters, len(declared) + 1)
    ]
    cls.type_vars = [*declared, *added]
    cls.info.type_vars = []
    cls.info.add_type_vars()
    return added
