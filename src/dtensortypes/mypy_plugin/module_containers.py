"""`nn.ModuleList` and its kin: the modules or parameters in them, and their items by index and in loops.

The type of each item stands in the configuration of the container, under the key that it has there, `*` for any; a
container of which that is not known has none. The items are in the state of the container, which casts and moves them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    DictExpr,
    DictionaryComprehension,
    Expression,
    GeneratorExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.typeops import make_simplified_union
from mypy.types import Instance, TupleType, Type, UnionType, flatten_nested_unions, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.actuals import actuals, receiver
from dtensortypes.mypy_plugin.facts_of import arguments_as, is_a
from dtensortypes.mypy_plugin.retype import retype
from dtensortypes.mypy_plugin.scope import current_function
from dtensortypes.mypy_plugin.types_of import Types, anything
from dtensortypes.mypy_plugin.value_of import of_type
from dtensortypes.mypy_plugin.values import Values
from dtensortypes.mypy_plugin.veiled import veiled

_ANY: Final = "*"
_MOST: Final = 8
"""How many kinds of items are told apart."""

Items = dict[str, Type]


def made(ctx: FunctionContext) -> Type:
    """The type of a new container."""
    result, given, checker = get_proper_type(ctx.default_return_type), actuals(ctx), ctx.api
    if not isinstance(result, Instance) or not isinstance(checker, TypeChecker):
        return result
    items = _written(checker, given[0][0], given[0][1]) if given else {}
    return result if items is None else _holding(checker, result, items)


def got(ctx: MethodContext) -> Type:
    """The type of `layers[0]`, `blocks["a"]`."""
    checker, given = ctx.api, actuals(ctx)
    if not isinstance(ctx.type, Instance) or not isinstance(checker, TypeChecker) or len(given) != 1:
        return ctx.default_return_type
    items = _items(ctx.type)
    key = Values(checker).of(given[0][0], given[0][1])
    if isinstance(key, int) and key < 0:
        key += len(items)
    is_slice = is_a(get_proper_type(given[0][1]), "builtins.slice")
    found = None if is_slice else items.get(str(key)) or _any_of(items)
    return ctx.default_return_type if found is None else veiled(checker, found)


def iterated(ctx: MethodContext) -> Type:
    """The type of `iter(layers)`, of `blocks.values()` and of `blocks.items()`: the item is its last argument."""
    result, checker = get_proper_type(ctx.default_return_type), ctx.api
    item = item_of(checker, ctx.type) if isinstance(checker, TypeChecker) else None
    if item is None or not isinstance(result, Instance) or not result.args:
        return result
    return result.copy_modified(args=[*result.args[:-1], item])


def item_of(checker: TypeChecker, container: Type) -> Type | None:
    """What the container gives in a loop; None where it is no container, or that is not known."""
    proper = get_proper_type(container)
    is_container = isinstance(proper, Instance) and proper.type.fullname in names.MODULE_CONTAINERS
    found = _any_of(_items(proper)) if isinstance(proper, Instance) and is_container else None
    return None if found is None else veiled(checker, found)


def filled(ctx: MethodContext) -> Type:
    """The type of `layers.append(layer)`: from here on it is in the container."""
    checker, container, place = ctx.api, ctx.type, receiver(ctx.context)
    if not isinstance(container, Instance) or not isinstance(checker, TypeChecker):
        return ctx.default_return_type
    given = [type_ for _, type_, *_ in actuals(ctx)]
    attribute = _own_attribute(checker, place)
    before = get_proper_type(attribute.type) if attribute else container
    if not isinstance(before, Instance) or not is_a(before, container.type.fullname):
        return ctx.default_return_type
    items: Items | None = None
    if _is_whole(before) and given and _is_part(given[-1]):
        items = {_ANY: make_simplified_union([*_items(before).values(), given[-1]])}
    type_ = _holding(checker, container, items)
    if attribute is not None:
        attribute.type = type_
    retype(checker, place, type_)
    return ctx.default_return_type


def sequence_filled(ctx: MethodContext) -> Type:
    """The type of `net.append(layer)` of an `nn.Sequential`: from here on it is not known what is in it."""
    checker, place = ctx.api, receiver(ctx.context)
    if not isinstance(ctx.type, Instance) or not isinstance(checker, TypeChecker):
        return ctx.default_return_type
    type_ = _holding(checker, ctx.type, None)
    attribute = _own_attribute(checker, place)
    if attribute is not None:
        attribute.type = type_
    retype(checker, place, type_)
    return type_ if is_a(get_proper_type(ctx.default_return_type), names.SEQUENTIAL) else ctx.default_return_type


def own_filled(ctx: MethodContext, otherwise: Callable[[MethodContext], Type]) -> Type:
    """The type of `net.append(layer)` where the class of `net` is the program's own, and may derive from another."""
    is_sequence = isinstance(ctx.type, Instance) and ctx.type.type.has_base(names.SEQUENTIAL)
    return sequence_filled(ctx) if is_sequence else otherwise(ctx)


def _own_attribute(checker: TypeChecker, place: Expression | None) -> Var | None:
    """The attribute that `__init__` fills, of which the other methods are to know."""
    function = current_function(checker)
    if not isinstance(place, MemberExpr) or function is None or function.name != "__init__" or not function.info:
        return None
    symbol = function.info.get(place.name)
    return symbol.node if symbol and isinstance(symbol.node, Var) and symbol.node.is_inferred else None


def _written(checker: TypeChecker, expression: Expression, type_: Type) -> Items | None:
    """The items of a list or dict, one by one where it is written in place; None where they are not known."""
    pairs: Iterable[tuple[str, Expression]] | None = None
    match expression:
        case ListExpr(items=items) | TupleExpr(items=items) if not any(isinstance(item, StarExpr) for item in items):
            pairs = ((str(i), item) for i, item in enumerate(items))
        case DictExpr(items=entries) if all(isinstance(key, StrExpr) for key, _ in entries):
            pairs = ((key.value, value) for key, value in entries if isinstance(key, StrExpr))
        case ListComprehension(generator=GeneratorExpr(left_expr=item)) | GeneratorExpr(left_expr=item):
            pairs = [(_ANY, item)]  # its type as a whole is what the container asks for
        case DictionaryComprehension(value=item):
            pairs = [(_ANY, item)]
    if pairs is not None:
        found = {key: checker.lookup_type_or_none(value) or anything() for key, value in pairs}
        return found if all(map(_is_part, found.values())) else None
    whole = get_proper_type(type_)
    if isinstance(whole, TupleType):
        each = {str(i): item for i, item in enumerate(whole.items)}
        return each if all(map(_is_part, each.values())) else None
    if not isinstance(whole, Instance) or not whole.args or not _is_part(whole.args[-1]):
        return None
    return {_ANY: whole.args[-1]}


def _is_part(type_: Type) -> bool:
    """Whether the type is that of one module, or of one parameter; containers in containers are not followed."""
    proper = get_proper_type(type_)
    if is_a(proper, names.MODULE):
        return proper.type.fullname not in {names.MODULE, *names.MODULE_CONTAINERS}
    return is_a(proper, names.PARAMETER)


def _holding(checker: TypeChecker, container: Instance, items: Items | None) -> Instance:
    """The container's type with these items, in the state that all of them share."""
    types = Types(checker.modules)
    if items is None:
        return container.copy_modified(args=[*container.args[:-3], anything(), anything(), anything()])
    pairs = [part for key, type_ in items.items() for part in (types.literal(key), type_)]
    config = TupleType(pairs, types.instance(names.TUPLE, anything()))
    states = {state for type_ in items.values() for state in _states(type_)}
    shared = states.pop() if len(states) == 1 else (anything(), anything())
    return container.copy_modified(args=[*container.args[:-3], *shared, config])


def _states(type_: Type) -> Iterator[tuple[Type, Type]]:
    for part in flatten_nested_unions([get_proper_type(type_)]):
        proper = get_proper_type(part)
        if isinstance(proper, Instance):
            base = names.MODULE if is_a(proper, names.MODULE) else names.TENSOR
            dtype, device, *_ = arguments_as(proper, base)
            if not ops.is_stateless(LayerFact(names.public(proper.type.fullname))):
                yield get_proper_type(dtype), get_proper_type(device)


def _items(container: Instance) -> Items:
    """The types of what is in the container, in its state."""
    config = get_proper_type(container.args[-1]) if container.args else None
    if not isinstance(config, TupleType):
        return {}
    keys = [str(of_type(key)) for key in config.items[::2]]
    return dict(zip(keys, config.items[1::2], strict=True))


def count(container: Instance) -> int | None:
    """How many items are in a list of modules; None where that is not known."""
    items = _items(container) if container.type.fullname == names.MODULE_LIST else {}
    return len(items) if items and _ANY not in items else None


def _is_whole(container: Instance) -> bool:
    """Whether all that is in the container is known."""
    return isinstance(get_proper_type(container.args[-1]), TupleType)


def _any_of(items: Items) -> Type | None:
    """Whichever item it is; None where nothing is known of one, or there are too many kinds."""
    if not 0 < len(items) <= _MOST:
        return None
    union = make_simplified_union(list(items.values()))
    members = map(get_proper_type, flatten_nested_unions([union]))
    # Mypy asks each member of a union for what the program asks only the right one.
    of_users = any(isinstance(m, Instance) and names.is_users(m.type.fullname) for m in members)
    return None if of_users and isinstance(union, UnionType) else union


_FILLING: Final = (
    *(list.__setitem__, list.__iadd__, list.append, list.extend, list.insert, list.pop),
    *(dict.update, dict.clear),
)
SEQUENCE_METHODS: Final = (
    *(method.__name__ for method in (list.__setitem__, list.__delitem__, list.__iadd__)),
    *(method.__name__ for method in (list.append, list.extend, list.insert, list.pop)),
    *("add_module", "register_module"),
)
"""Those that change which layers are in an `nn.Sequential`."""
METHODS: Final[dict[str, Callable[[MethodContext], Type]]] = {
    list.__getitem__.__name__: got,
    **{method.__name__: iterated for method in (list.__iter__, dict.values, dict.items)},
    **{method.__name__: filled for method in _FILLING},
}
"""The methods of containers that give items, and those that change which there are: they are those of Python's own."""
