"""Data loaders: what `for batch in loader` gives is the collated item of the data set."""

from __future__ import annotations

from mypy.nodes import CallExpr, NameExpr
from mypy.plugin import FunctionContext
from mypy.types import Instance, Type, TypedDictType, get_proper_type

from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.collated import collated
from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.facts_of import arguments_as
from dtensortypes.mypy_plugin.types_of import Types, anything
from dtensortypes.mypy_plugin.value_of import of_type


def constructed(ctx: FunctionContext) -> Type:
    """The type of a new loader: of unknown items where it does not collate them as torch does by default."""
    loader, call = get_proper_type(ctx.default_return_type), ctx.context
    if not isinstance(loader, Instance) or not isinstance(call, CallExpr):
        return loader
    given = dict(zip(call.arg_names, call.args, strict=True))
    own_way = {"collate_fn", "batch_sampler"} & {name for name, value in given.items() if not _is_none(value)}
    unbatched = "batch_size" in given and _is_none(given["batch_size"])
    return loader.copy_modified(args=[anything() for _ in loader.args]) if own_way or unbatched else loader


def batch_of(types: Types, loader: Instance) -> Type | None:
    """The type of the loader's batches; None where it is not known."""
    (item,) = arguments_as(loader, names.DATA_LOADER)
    return _batch(types, item)


def _batch(types: Types, item: Type) -> Type | None:
    proper = get_proper_type(item)
    if isinstance(proper, TypedDictType):
        fields = {name: _batch(types, type_) or anything() for name, type_ in proper.items.items()}
        return proper.copy_modified(item_types=list(fields.values()))
    if isinstance(proper, Instance) and proper.type.fullname == "builtins.dict":
        return proper.copy_modified(args=[proper.args[0], _batch(types, proper.args[1]) or anything()])
    batch = collated(of_type(item))
    return None if batch is UNKNOWN else types.value(batch)


def _is_none(value: object) -> bool:
    return isinstance(value, NameExpr) and value.fullname == "builtins.None"
