"""Iteration: what tensors and data loaders give item by item, in `for`, `enumerate`, `zip`, `iter` and `next`."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, ARG_STAR, AssignmentStmt, CallExpr, Context, Statement, TupleExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, TupleType, Type, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.mypy_plugin.bodies.actuals import actuals
from dtensortypes.mypy_plugin.bodies.in_rounds import say_of_rounds
from dtensortypes.mypy_plugin.bodies.loaders import batch_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.objects import module_containers
from dtensortypes.mypy_plugin.text.scope import current_body, statements
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import MissingError, Types, anything
from dtensortypes.mypy_plugin.types.value_of import of_type


def iterated(ctx: MethodContext) -> Type:
    """The type of `iter(x)` in a `for`: an iterator of the items of a tensor or loader."""
    checker = ctx.api
    if not isinstance(checker, TypeChecker):
        return ctx.default_return_type
    types = Types(checker.modules)
    item = item_of(checker, ctx.type)
    return ctx.default_return_type if item is None else types.instance("typing.Iterator", item)


def enumerated(ctx: FunctionContext) -> Type:
    """The type of `enumerate(x)`, whose one type argument is the item."""
    result, given, checker = get_proper_type(ctx.default_return_type), actuals(ctx), ctx.api
    if not isinstance(result, Instance) or not given or not isinstance(checker, TypeChecker):
        return result
    item = item_of(checker, given[0][1])
    if is_a(get_proper_type(given[0][1]), names.MODULE) and isinstance(ctx.context, CallExpr):
        say_of_rounds(checker, ctx.context)
    return result if item is None or len(result.args) != 1 else result.copy_modified(args=[item])


def begun(ctx: FunctionContext) -> Type:
    """The type of `iter(x)`."""
    given, checker = actuals(ctx), ctx.api
    if len(given) != 1 or not isinstance(checker, TypeChecker):
        return ctx.default_return_type
    types = Types(checker.modules)
    item = item_of(checker, given[0][1])
    return ctx.default_return_type if item is None else types.instance("typing.Iterator", item)


def zipped(ctx: FunctionContext) -> Type:
    """The type of `zip(x, y)`, whose one type argument is the tuple of the items."""
    result, given, checker = get_proper_type(ctx.default_return_type), actuals(ctx), ctx.api
    if not isinstance(result, Instance) or not isinstance(checker, TypeChecker):
        return result
    if len(given) == 1 and given[0][2] is ARG_STAR:
        return _columns(checker, ctx.context, given[0][1]) or result
    whole = get_proper_type(result.args[0]) if result.args else None
    positional = [argument for argument in given if argument[2] is ARG_POS]
    if not isinstance(whole, TupleType) or len(whole.items) != len(positional):
        return result
    if any(is_a(get_proper_type(one[1]), names.MODULE) for one in positional) and isinstance(ctx.context, CallExpr):
        say_of_rounds(checker, ctx.context)
    pairs = zip(positional, whole.items, strict=True)
    items = [item_of(checker, argument[1]) or native for argument, native in pairs]
    return result.copy_modified(args=[whole.copy_modified(items=items)])


def _columns(checker: TypeChecker, call: Context, rows: Type) -> Type | None:
    """What `xs, ys = zip(*pairs)` unpacks: a tuple of the first items, one of the second ones."""
    whole = get_proper_type(rows)
    row = get_proper_type(whole.args[0]) if isinstance(whole, Instance) and len(whole.args) == 1 else None
    if not isinstance(row, TupleType) or not is_unpacked(checker, call) or not any(map(says_something, row.items)):
        return None
    types = Types(checker.modules)
    return TupleType([types.instance(names.TUPLE, item) for item in row.items], types.instance(names.TUPLE, anything()))


def is_unpacked(checker: TypeChecker, call: Context) -> bool:
    """Whether what the call gives goes into several variables at once."""
    return id(call) in _unpacked(current_body(checker))


@once_per_tree
def _unpacked(body: list[Statement]) -> frozenset[int]:
    """The calls whose results the body unpacks into several variables."""
    every = (one for one in statements(body) if isinstance(one, AssignmentStmt))
    return frozenset(id(one.rvalue) for one in every if all(isinstance(to, TupleExpr) for to in one.lvalues))


def item_of(checker: TypeChecker, iterable: Type) -> Type | None:
    """The type of the items of a tensor, which are what it gives at an integer index, or of a loader."""
    proper, types = get_proper_type(iterable), Types(checker.modules)
    try:
        if is_a(proper, names.DATA_LOADER):
            return batch_of(types, proper)
        if is_a(proper, names.MODULE):
            return module_containers.item_of(checker, proper)
        tensor = of_type(proper)
        if not isinstance(tensor, TensorFact):
            return None
        return types.tensor(ops.row_of(tensor))
    except MissingError:
        return None
