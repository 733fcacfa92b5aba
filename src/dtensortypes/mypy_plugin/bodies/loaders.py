"""Data sets and loaders: what `for batch in loader` gives is the collated item of the data set."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, CallExpr, Expression, FuncDef
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import (
    AnyType,
    Instance,
    TupleType,
    Type,
    TypedDictType,
    UninhabitedType,
    get_proper_type,
)

from dtensortypes.core import ops
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Number
from dtensortypes.core.rules.collated import converted, uncollated
from dtensortypes.mypy_plugin.bodies.actuals import actuals
from dtensortypes.mypy_plugin.bodies.batches import has_dicts, made, of_parts
from dtensortypes.mypy_plugin.bodies.completed import completed
from dtensortypes.mypy_plugin.bodies.elsewhere import is_open
from dtensortypes.mypy_plugin.bodies.given import with_arguments
from dtensortypes.mypy_plugin.bodies.helpers import is_overridden_there, report_told
from dtensortypes.mypy_plugin.bodies.remembered import remembered
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.changes.disturbed import assigned
from dtensortypes.mypy_plugin.changes.redefined import is_method_redefined, is_overridden
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.calling import result_of, standing_for
from dtensortypes.mypy_plugin.text.definitions import type_of
from dtensortypes.mypy_plugin.text.expressions import is_none
from dtensortypes.mypy_plugin.text.options import Words, words_of
from dtensortypes.mypy_plugin.text.yields import GENERATORS
from dtensortypes.mypy_plugin.types.arrays import array_fact
from dtensortypes.mypy_plugin.types.compare import has_module, has_tensor, says_something
from dtensortypes.mypy_plugin.types.facts_of import arguments_as, is_a
from dtensortypes.mypy_plugin.types.joined import OfAnything
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.value_of import of_type

_DICT: Final = "builtins.dict"
_TENSORS: Final = "tensors"
_SEVERAL: Final = "__getitems__"
_CONTAINERS: Final = frozenset({_DICT, names.LIST})
_BY_ITSELF: Final = frozenset({"collate_fn", "batch_sampler"})
_OTHERWISE: Final = _BY_ITSELF | {"dataset"}
_PICKING: Final = frozenset({"sampler", "batch_sampler"})
"""The arguments that say for which items a data set is asked: for several at once, perhaps, or not by their numbers."""


def constructed(ctx: FunctionContext) -> Type:
    """The type of a new loader: its argument is an item that, collated as torch does by default, gives the batch."""
    loader, call, checker = get_proper_type(ctx.default_return_type), ctx.context, ctx.api
    if not isinstance(loader, Instance) or not isinstance(call, CallExpr) or not isinstance(checker, TypeChecker):
        return loader
    if any(isinstance(get_proper_type(argument), UninhabitedType) for argument in loader.args):
        return loader  # mypy asks for an annotation
    if any(kind.is_star() for kind in call.arg_kinds) and not _are_plain(words_of(checker.tree, call)):
        return loader.copy_modified(args=[anything() for _ in loader.args])
    given = _given(ctx)
    (declared,) = arguments_as(loader, names.DATA_LOADER)
    is_spread = any(kind.is_star() for kind in call.arg_kinds)
    asks = call if given.keys().isdisjoint(_PICKING) and not is_spread else None
    item = item_of(checker, asks, declared, given.get("dataset"))
    collate, size = given.get("collate_fn"), given.get("batch_size")
    is_single = size is not None and is_none(size) and "batch_sampler" not in given
    if collate is not None and not is_none(collate):
        if is_single:
            return loader.copy_modified(args=[anything()])  # it is called with each item, not with a list of them
        batch = _collated(checker, call, collate, item)
        if _is_object(batch) or _is_of_no_items(batch) or _has_rows(batch):
            whole = [anything(), batch.accept(OfAnything())]
            return objects.made(Types(checker.modules), loader.copy_modified(args=[anything()]), whole)
        item = _uncollated(checker, batch)
    elif is_single:
        item = _typed(checker, uncollated(converted(made(item))))
    elif _is_open(declared):
        item = _converted(Types(checker.modules), item)
    loader = loader.copy_modified(args=[item])
    count = None if is_spread else _count(checker, given)
    types = Types(checker.modules)
    return loader if count is None else objects.made(types, loader, [types.literal(count)])


def _count(checker: TypeChecker, given: dict[str, Expression]) -> int | None:
    """How many items there are in every batch, the last one included; None where that is not known."""
    size, values = given.get("batch_size"), Values(checker)
    count = 1 if size is None else values.typed(size)
    drops = given.get("drop_last")
    is_whole = count == 1 or (drops is not None and values.typed(drops) is True)
    return count if type(count) is int and count > 0 and is_whole and given.keys().isdisjoint(_BY_ITSELF) else None


def _given(ctx: FunctionContext) -> dict[str, Expression]:
    """The arguments that are written one by one, by the names of their parameters."""
    every = zip(ctx.callee_arg_names, ctx.args, ctx.arg_kinds, strict=True)
    return {name: value[0] for name, value, kinds in every if name and value and not kinds[0].is_star()}


def _are_plain(options: Words | None) -> bool:
    """Whether `**options` leave it to the loader how it puts items together."""
    return options is not None and options.keys().isdisjoint(_OTHERWISE) and not options.get("batch_size", False)


def tensors_together(ctx: FunctionContext) -> Type:
    """The type of a new `TensorDataset`, whose item is a row of each of its tensors."""
    data, checker, given = get_proper_type(ctx.default_return_type), ctx.api, actuals(ctx)
    if not isinstance(data, Instance) or not isinstance(checker, TypeChecker):
        return data
    if any(kind is not ARG_POS for _, _, kind, _ in given) or _TENSORS in assigned(checker.tree):
        return data.copy_modified(args=[anything()])
    types = Types(checker.modules)
    facts = [of_type(type_) for _, type_, _, _ in given]
    rows = [types.tensor(ops.row_of(fact) if isinstance(fact, TensorFact) else TensorFact()) for fact in facts]
    return data.copy_modified(args=[TupleType(list(rows), types.instance(names.TUPLE, anything()))])


def part(ctx: FunctionContext) -> Type:
    """The type of a new `Subset`, or of the list of them that `random_split` gives: it has the data set's items."""
    result, checker = get_proper_type(ctx.default_return_type), ctx.api
    subset = (
        get_proper_type(result.args[0])
        if isinstance(result, Instance) and result.type.fullname == names.LIST
        else result
    )
    if not isinstance(result, Instance) or not isinstance(subset, Instance) or not isinstance(checker, TypeChecker):
        return result
    (declared,) = subset.args
    asks = ctx.context if isinstance(ctx.context, CallExpr) else None
    whole = subset.copy_modified(args=[item_of(checker, asks, declared, _given(ctx).get("dataset"))])
    return whole if result is subset else result.copy_modified(args=[whole])


def picked(ctx: MethodContext) -> Type:
    """The type of `data[i]` of a `TensorDataset`, a `Subset` or a `ConcatDataset`."""
    given, data = actuals(ctx), ctx.type
    index = of_type(given[0][1]) if len(given) == 1 else UNKNOWN
    is_one = isinstance(index, int | Dim) or index == Number(Category.INTEGER)
    item = data.args[0] if isinstance(data, Instance) and len(data.args) == 1 else anything()
    return item if is_one and not isinstance(get_proper_type(item), UninhabitedType) else ctx.default_return_type


def item_of(checker: TypeChecker, call: CallExpr | None, declared: Type, dataset: Expression | None) -> Type:
    """The type of the items: what the data set declares, or what the body of its `__getitem__` gives.

    What that body refuses is reported in it, if the call is known to ask for each item by its number: torch raises
    there when the loader is gone through, and not where it is made.
    """
    data = get_proper_type(checker.lookup_type_or_none(dataset)) if dataset is not None else None
    if isinstance(data, Instance) and _picks_several(data):
        return anything()
    if not _is_open(declared) or not isinstance(data, Instance):
        return declared
    (own,) = arguments_as(data, names.DATASET) if is_a(data, names.DATASET) else [declared]
    if not _is_open(own):
        return own  # mypy takes it for anything where the loader is given to a parameter without a type
    is_stream = is_a(data, names.ITERABLE_DATASET)
    method = data.type.get_method("__iter__" if is_stream else names.PICKING)
    if not isinstance(method, FuncDef):
        return own
    signature = type_of(checker, method)
    if signature is None or len(signature.arg_types) != (1 if is_stream else 2):
        return own
    written = anything() if is_stream else signature.ret_type
    if not _is_open(written) or not is_open(checker, method):
        return written
    place = [] if is_stream else [checker.named_type("builtins.int")]
    found = remembered(checker, method, with_arguments(checker, signature, [data, *place]))
    if is_stream:
        return _yielded(found.whole)
    is_here = method.info.module_name == checker.tree.fullname
    if call is not None and is_here and _is_certain(checker, data, method):
        report_told(checker, call, method, found, data)
    return written if found.whole is None else completed(found.whole, written)


def _is_certain(checker: TypeChecker, data: Instance, method: FuncDef) -> bool:
    """Whether the data set has this method, and not that of a class that derives from its own."""
    is_itself = objects.arguments(data) is not None or not is_overridden(checker.tree, data.type, method)
    is_another = is_method_redefined(trees(checker), data.type, method.name)
    return is_itself and not is_another and not is_overridden_there(checker, method, data)


def _picks_several(data: Instance) -> bool:
    """Whether the data set has a way of its own to give a loader all items of a batch at once."""
    return any(_SEVERAL in base.names and names.is_users(base.fullname) for base in data.type.mro)


def _yielded(stream: Type | None) -> Type:
    """What a generator, as which a data set goes through itself, gives in each of its rounds."""
    proper = get_proper_type(stream)
    is_generator = isinstance(proper, Instance) and proper.type.fullname in GENERATORS
    return proper.args[0] if isinstance(proper, Instance) and is_generator and proper.args else anything()


def _is_open(type_: Type) -> bool:
    """Whether it says nothing of a tensor, an array or an object of the program that there may be in it."""
    match get_proper_type(type_):
        case AnyType():
            return True
        case TypedDictType(items=items):
            return any(map(_is_open, items.values()))
        case TupleType(items=parts):
            return any(map(_is_open, parts))
        case Instance() as whole if whole.type.fullname == names.NDARRAY:
            return array_fact(whole) == ArrayFact()
        case Instance() as whole if objects.is_own(whole):
            return objects.arguments(whole) is None
        case Instance(args=args) if any(isinstance(get_proper_type(one), AnyType) for one in args):
            return not says_something(type_)
        case proper:
            return has_tensor(proper) and not says_something(proper)


def _collated(checker: TypeChecker, call: CallExpr, collate: Expression, item: Type) -> Type:
    """What the program's own way to collate gives for a list of items."""
    items = checker.named_generic_type(names.LIST, [item])
    return result_of(checker, call, collate, [standing_for(items, collate)])


def _is_object(batch: Type) -> bool:
    """Whether it is an object of a class of the program's, which no loader would put together of items by itself."""
    proper = get_proper_type(batch)
    is_users = isinstance(proper, Instance) and names.is_users(proper.type.fullname)
    return is_users and not has_tensor(proper) and not has_module(proper)


def _is_of_no_items(batch: Type) -> bool:
    """Whether a tensor in it has no first dim, or perhaps none: of items no loader would put that together."""
    match get_proper_type(batch):
        case TypedDictType(items=items):
            return any(map(_is_of_no_items, items.values()))
        case TupleType(items=parts):
            return any(map(_is_of_no_items, parts))
        case Instance(type=info) as held if info.fullname in _CONTAINERS:
            return any(map(_is_of_no_items, objects.arguments(held) or held.args))
        case proper:
            return says_something(proper) and has_tensor(proper) and uncollated(of_type(proper)) is UNKNOWN


def _has_rows(batch: Type) -> bool:
    """Whether it is a tuple with lists or tuples in it: torch itself would put together what is in them."""
    proper = get_proper_type(batch)
    parts = list(map(get_proper_type, proper.items)) if isinstance(proper, TupleType) else []
    return any(isinstance(o, Instance) and o.type.fullname in {names.LIST, names.TUPLE} for o in parts)


def _converted(types: Types, item: Type) -> Type:
    """The item with tensors for the arrays in it, as it is collated: a variable forgets the sizes of arrays."""
    proper = get_proper_type(item)
    if isinstance(proper, Instance) and proper.type.fullname == names.NDARRAY:
        return types.value(converted(made(proper)))
    if isinstance(proper, TupleType) and not proper.partial_fallback.type.is_named_tuple:
        return proper.copy_modified(items=[_converted(types, one) for one in proper.items])
    return of_parts(types, proper, lambda one: _converted(types, one)) or item


def _typed(checker: TypeChecker, value: object) -> Type:
    return anything() if value is UNKNOWN else Types(checker.modules).value(value)  # type: ignore[arg-type]


def _uncollated(checker: TypeChecker, batch: Type) -> Type:
    """The type of an item that torch would collate to this batch."""
    proper, types = get_proper_type(batch), Types(checker.modules)
    parts = of_parts(types, proper, lambda one: _uncollated(checker, one))
    if parts is not None:
        return parts
    if isinstance(proper, TupleType) and (proper.partial_fallback.type.is_named_tuple or has_dicts(proper)):
        return proper.copy_modified(items=[_uncollated(checker, one) for one in proper.items])
    return _typed(checker, uncollated(of_type(batch)))
