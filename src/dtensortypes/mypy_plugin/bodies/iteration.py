"""Iteration: what tensors and data loaders give item by item, in `for`, `enumerate`, `zip`, `iter` and `next`."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    AssignmentStmt,
    CallExpr,
    Context,
    Expression,
    IndexExpr,
    StarExpr,
    Statement,
    TryStmt,
    TupleExpr,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, Instance, ProperType, TupleType, Type, flatten_nested_unions, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.algebra.either import either
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Problem, miscounted
from dtensortypes.mypy_plugin.bodies import displays
from dtensortypes.mypy_plugin.bodies.actuals import actuals
from dtensortypes.mypy_plugin.bodies.as_lists import as_taken
from dtensortypes.mypy_plugin.bodies.batches import batch_of
from dtensortypes.mypy_plugin.bodies.in_rounds import say_of_result, say_of_rounds
from dtensortypes.mypy_plugin.bodies.second_look import is_row
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.report import report
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.objects import come_from, module_containers, objects
from dtensortypes.mypy_plugin.objects.rows import row_of
from dtensortypes.mypy_plugin.text.progress import behind, shown_by
from dtensortypes.mypy_plugin.text.scope import current_body, statements
from dtensortypes.mypy_plugin.types.compare import has_tensor, says_something
from dtensortypes.mypy_plugin.types.facts_of import arguments_as, is_a
from dtensortypes.mypy_plugin.types.solved import displayed
from dtensortypes.mypy_plugin.types.types_of import MissingError, Types, anything
from dtensortypes.mypy_plugin.types.value_of import of_type


def iterated(ctx: MethodContext) -> Type:
    """The type of `iter(x)` in a `for`: an iterator of the items of a tensor or loader."""
    checker = ctx.api
    if not isinstance(checker, TypeChecker):
        return ctx.default_return_type
    place = ctx.context if isinstance(ctx.context, Expression) else None
    item = as_taken(checker, item_of(checker, ctx.type, place), place)
    if is_unpacked(checker, ctx.context):
        known = checker.lookup_type_or_none(ctx.context) if isinstance(ctx.context, Expression) else None
        say_miscounted(checker, ctx.context, [of_type(one) for one in flatten_nested_unions([known or ctx.type])])
    return iterator_of(checker, item, ctx.default_return_type)


def iterator_of(checker: TypeChecker, item: Type | None, native: Type) -> Type:
    """The type of an iterator of such items; what mypy has where nothing is known of them."""
    return native if item is None else Types(checker.modules).instance("typing.Iterator", item)


def say_miscounted(checker: TypeChecker, whole: Context, values: list[Value], native: Type | None = None) -> None:
    """Report what is unpacked into more variables, or fewer, than there are items in it, whatever it is there.

    Of what is a tuple to mypy by itself it says so itself.
    """
    body = current_body(checker)
    targets = _unpacked(body).get(id(whole))
    if targets is None or isinstance(get_proper_type(native), TupleType) or id(whole) in _tried(body):
        return
    wanted, is_open = targets
    wrong = [_miscounted(value, wanted, is_open=is_open) for value in values]
    if wrong and wrong[0] is not None and None not in wrong:
        report(checker, wrong[0], whole, [whole] if isinstance(whole, Expression) else [])


def _miscounted(value: Value, wanted: int, *, is_open: bool) -> Problem | None:
    least, most = wanted, inf if is_open else wanted
    match value:
        case Shape(rank=int() as found) if not least <= found <= most:
            return miscounted(f"shape {value} has {found} dims", wanted)
        case Shape(rank=None, least_rank=found) if found > most:
            return miscounted(f"shape {value} has at least {found} dims", wanted)
        case tuple() if not least <= len(value) <= most:
            return miscounted(f"there are {len(value)} values", wanted)
        case TensorFact(shape=Shape(left=[Dim(constant=int() as found), *_])) if not least <= found <= most:
            return miscounted(f"a tensor of shape {value.shape} has {found} rows", wanted)
    return None


def enumerated(ctx: FunctionContext) -> Type:
    """The type of `enumerate(x)`, whose one type argument is the item."""
    result, given, checker = get_proper_type(ctx.default_return_type), actuals(ctx), ctx.api
    if not isinstance(result, Instance) or not given or not isinstance(checker, TypeChecker):
        return result
    item = as_taken(checker, item_of(checker, given[0][1], given[0][0]), given[0][0])
    _say_of_rounds(checker, ctx.context, [given[0][1]])
    return result if item is None or len(result.args) != 1 else result.copy_modified(args=[item])


def _say_of_rounds(checker: TypeChecker, call: Context, several: list[Type]) -> None:
    """Say what is wrong in a loop through containers of modules, or with what comes of one through lists of tensors."""
    whole = [get_proper_type(one) for one in several]
    if isinstance(call, CallExpr) and any(is_a(one, names.MODULE) or is_row(one) for one in whole):
        say_of_rounds(checker, call)
    if isinstance(call, CallExpr) and any(is_a(one, names.LIST) and has_tensor(one) for one in whole):
        say_of_result(checker, call)


def turned(ctx: FunctionContext) -> Type:
    """The type of `reversed(x)`: to mypy anything, where something is open in what x holds and two signatures fit."""
    native, given, checker = get_proper_type(ctx.default_return_type), actuals(ctx), ctx.api
    is_iterator = isinstance(native, Instance) and bool(native.args)  # as mypy 2.2 says, of anything
    found = native.args if isinstance(native, Instance) and is_iterator else (native,)
    if len(given) != 1 or not isinstance(checker, TypeChecker):
        return native
    if not all(isinstance(get_proper_type(one), AnyType) for one in found):
        return native
    whole = get_proper_type(given[0][1])
    _say_of_rounds(checker, ctx.context, [whole])
    item = item_of(checker, whole, given[0][0])
    if item is None and isinstance(whole, Instance) and whole.type.fullname == "builtins.list":
        item = whole.args[0]
    return iterator_of(checker, item, native)


def begun(ctx: FunctionContext) -> Type:
    """The type of `iter(x)`."""
    given, checker = actuals(ctx), ctx.api
    if len(given) != 1 or not isinstance(checker, TypeChecker):
        return ctx.default_return_type
    return iterator_of(checker, item_of(checker, given[0][1], given[0][0]), ctx.default_return_type)


def gone_through(ctx: FunctionContext) -> Type:
    """The type of the `tqdm(x)` that a loop goes through, which is that of x where this is about tensors."""
    checker = ctx.api
    _, known = _behind_bar(ctx)
    if not isinstance(checker, TypeChecker) or known is None:
        return ctx.default_return_type
    is_ours = says_something(known) or is_a(get_proper_type(known), names.DATA_LOADER)
    return known if is_ours or names.imports_us(checker.tree) else ctx.default_return_type


def shown(ctx: FunctionContext) -> Type:
    """The type of `tqdm(x)` where it has annotations: its one type argument is the item."""
    result, checker = get_proper_type(ctx.default_return_type), ctx.api
    place, known = _behind_bar(ctx)
    if not isinstance(result, Instance) or not isinstance(checker, TypeChecker) or known is None:
        return result
    item = item_of(checker, known, place)
    return result if item is None or len(result.args) != 1 else result.copy_modified(args=[item])


def _behind_bar(ctx: FunctionContext) -> tuple[Expression | None, Type | None]:
    """What the bar shows, and its type."""
    place = shown_by(ctx.context) if isinstance(ctx.context, CallExpr) else None
    type_ = next((one[1] for one in actuals(ctx) if one[0] is place), None)
    if place is None or type_ is None or not isinstance(ctx.api, TypeChecker):
        return None, None
    return place, displayed(ctx.api, place, type_)


def zipped(ctx: FunctionContext) -> Type:
    """The type of `zip(x, y)`, whose one type argument is the tuple of the items."""
    result, given, checker = get_proper_type(ctx.default_return_type), actuals(ctx), ctx.api
    if not isinstance(result, Instance) or not isinstance(checker, TypeChecker):
        return result
    if len(given) == 1 and given[0][2] is ARG_STAR:
        found = columns(checker, given[0][1]) if is_unpacked(checker, ctx.context) else None
        return result if found is None else found
    whole = get_proper_type(result.args[0]) if result.args else None
    positional = [argument for argument in given if argument[2] is ARG_POS]
    if not isinstance(whole, TupleType) or len(whole.items) != len(positional):
        return result
    _say_of_rounds(checker, ctx.context, [one[1] for one in positional])
    pairs = zip(positional, whole.items, strict=True)
    items = [item_of(checker, argument[1], argument[0]) or native for argument, native in pairs]
    return result.copy_modified(args=[whole.copy_modified(items=items)])


def columns(checker: TypeChecker, rows: Type) -> Type | None:
    """What `xs, ys = zip(*pairs)` unpacks, or `tuple(zip(*pairs))` is: all the first items, all the second ones."""
    row = row_of(Types(checker.modules), get_proper_type(rows))
    if not isinstance(row, TupleType):
        return None
    if not is_trial(checker) and not any(map(says_something, row.items)):
        return None  # mypy would hear more of numbers than it does by itself
    types = Types(checker.modules)
    return TupleType([types.instance(names.TUPLE, item) for item in row.items], types.instance(names.TUPLE, anything()))


def is_unpacked(checker: TypeChecker, call: Context) -> bool:
    """Whether what the call gives goes into several variables at once."""
    return id(call) in _unpacked(current_body(checker))


@once_per_tree
def _unpacked(body: list[Statement]) -> dict[int, tuple[int, bool]]:
    """What the body unpacks into several variables: into how many, and whether one of them takes the rest."""
    every = (one for one in statements(body) if isinstance(one, AssignmentStmt))
    return {
        id(one.rvalue): _counted(one.lvalues[0].items)
        for one in every
        if isinstance(one.lvalues[0], TupleExpr) and all(isinstance(to, TupleExpr) for to in one.lvalues)
    }


@once_per_tree
def _tried(body: list[Statement]) -> frozenset[int]:
    """What is unpacked where a handler may take it up if that cannot be."""
    tries = (one for one in statements(body) if isinstance(one, TryStmt) and one.handlers)
    inside = (one for outer in tries for one in statements(outer.body.body))
    return frozenset(id(one.rvalue) for one in inside if isinstance(one, AssignmentStmt))


def _counted(targets: list[Expression]) -> tuple[int, bool]:
    single = [target for target in targets if not isinstance(target, StarExpr)]
    return len(single), len(single) < len(targets)


def _believed(checker: TypeChecker, loader: Type, place: Expression | None) -> Type:
    """The loader's type, with what its batches are made of where it is certain which loader it is."""
    held = displays.item(checker, place) if isinstance(place, IndexExpr) else place
    if isinstance(held, Expression):
        return come_from.believed(checker, held, loader)
    return objects.stripped(loader) if held is None else held


def item_from(checker: TypeChecker, source: Expression) -> Type | None:
    """The type of what the iterable gives; None where it is not known."""
    type_ = get_proper_type(checker.lookup_type_or_none(source))
    if type_ is None or isinstance(type_, AnyType):
        return None
    item = item_of(checker, type_)
    if item is None and isinstance(type_, Instance) and type_.type.has_base(names.ITERABLE):
        item = arguments_as(type_, names.ITERABLE)[0]
    return item


def item_of(checker: TypeChecker, iterable: Type, place: Expression | None = None) -> Type | None:
    """The type of the items of a tensor, which are what it gives at an integer index, or of the loader at the place."""
    proper, types = get_proper_type(iterable), Types(checker.modules)
    place = behind(place) if place is not None else None
    try:
        if is_a(proper, names.DATA_LOADER):
            return batch_of(types, _believed(checker, proper, place))
        if is_a(proper, names.MODULE):
            return module_containers.item_of(checker, proper)
        tensor = of_type(proper)
        if not isinstance(tensor, TensorFact):
            return None if place is None else _of_contents(checker, proper, place)
        return types.tensor(ops.row_of(tensor))
    except MissingError:
        return None


def _of_contents(checker: TypeChecker, whole: ProperType, place: Expression) -> Type | None:
    """What each item is of an object of the program's own, or of a list of which it is known what is in it."""
    if not isinstance(whole, Instance):
        return None
    if whole.type.fullname != names.LIST:
        return _given_one_by_one(checker, whole, place) or come_from.item(checker, whole, place)
    is_open = isinstance(get_proper_type(whole.args[0]), AnyType) and objects.arguments(whole) is not None
    is_heard = is_open and (is_trial(checker) or names.imports_us(checker.tree))
    held = displays.held(checker, place, whole) if is_heard else None
    return (_any_of(Types(checker.modules), held) if held else None) or come_from.item(checker, whole, place)


def _given_one_by_one(checker: TypeChecker, iterable: Instance, place: Expression) -> Type | None:
    """What the `__iter__` of a class of the program gives, as its body tells where a loop goes through the object."""
    if not names.is_users(iterable.type.fullname) or iterable.type.get_method("__iter__") is None:
        return None
    _, item = checker.analyze_iterable_item_type_without_expression(iterable, place)
    return item if says_something(item) or objects.arguments(item) is not None else None


def _any_of(types: Types, several: Sequence[Type]) -> Type | None:
    """The type of what is one of several tensors, or of tuples of as many of them."""
    rows = [one for one in map(get_proper_type, several) if isinstance(one, TupleType)]
    if len(rows) == len(several) and len({len(row.items) for row in rows}) == 1:
        columns = zip(*(row.items for row in rows), strict=True)
        return rows[0].copy_modified(items=[_any_of(types, column) or anything() for column in columns])
    value = either(*map(of_type, several))
    return types.tensor(value) if isinstance(value, TensorFact) else None
