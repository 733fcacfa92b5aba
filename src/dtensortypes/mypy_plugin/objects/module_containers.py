"""`nn.ModuleList` and its kin: the modules or parameters in them, and their items by index and in loops.

The items are in the state of the container, which casts and moves them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    ForStmt,
    IndexExpr,
    MemberExpr,
    NameExpr,
    SliceExpr,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.typeops import make_simplified_union
from mypy.types import Instance, Type, flatten_nested_unions, get_proper_type

from dtensortypes.mypy_plugin.bodies.actuals import actuals, receiver
from dtensortypes.mypy_plugin.bodies.in_rounds import say_of_rounds
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.changes.filled_containers import filled_when_shared
from dtensortypes.mypy_plugin.changes.reshaped import may_be
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.unheard import say_unheard
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.objects.filled_at_last import note
from dtensortypes.mypy_plugin.objects.made_with import written
from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.places import container_of
from dtensortypes.mypy_plugin.text.scope import current_body, current_function, singles, statements
from dtensortypes.mypy_plugin.types.contents import (
    ANY,
    Items,
    any_of,
    count,
    holding,
    is_part,
    is_whole,
    items_of,
    sliced,
    with_layers,
)
from dtensortypes.mypy_plugin.types.facts_of import holds_modules, is_a
from dtensortypes.mypy_plugin.types.retype import known_here, retype
from dtensortypes.mypy_plugin.types.types_of import anything
from dtensortypes.mypy_plugin.types.veiled import veil


def made(ctx: FunctionContext) -> Type:
    """The type of a new container."""
    result, given, checker = get_proper_type(ctx.default_return_type), actuals(ctx), ctx.api
    if not isinstance(result, Instance) or not isinstance(checker, TypeChecker):
        return result
    items = written(checker, given[0][0], given[0][1]) if given else {}
    is_known = items is not None and id(ctx.context) not in filled_when_shared(current_body(checker))
    return holding(checker, result, items) if is_known else result


def got(ctx: MethodContext) -> Type:
    """The type of `layers[0]`, `blocks["a"]`."""
    checker, given = ctx.api, actuals(ctx)
    if not isinstance(ctx.type, Instance) or not isinstance(checker, TypeChecker) or len(given) != 1:
        return ctx.default_return_type
    if isinstance(ctx.context, IndexExpr):
        say_of_rounds(checker, ctx.context)
    index, type_, *_ = given[0]
    if isinstance(index, SliceExpr):
        bounds = _bounds(checker, index)
        say_unheard(checker, ctx.context, of_any_body=True)  # to mypy a part of a sequence is just a module
        return sliced(checker, ctx.type, bounds) if bounds is not None else ctx.default_return_type
    items = items_of(ctx.type)
    key = Values(checker).of(index, type_)
    if isinstance(key, int) and key < 0:
        key += len(items)
    return _seen(checker, items.get(str(key)) or any_of(items)) or ctx.default_return_type


def called_by_name(checker: TypeChecker, container: Instance, name: str) -> Type | None:
    """The type of `blocks.a`, which is `blocks["a"]`."""
    is_dict = container.type.fullname == names.MODULE_DICT
    return _seen(checker, items_of(container).get(name)) if is_dict else None


def _bounds(checker: TypeChecker, index: SliceExpr) -> slice | None:
    """The slice, where its bounds are numbers that are known."""
    values = Values(checker)
    parts = [index.begin_index, index.end_index, index.stride]
    known = [one and values.of(one, checker.lookup_type_or_none(one) or anything()) for one in parts]
    numbers = [one for one in known if one is None or isinstance(one, int)]
    return slice(*numbers) if len(numbers) == len(known) and numbers[2] != 0 else None


def gone_through(ctx: MethodContext) -> Type:
    """The type of `iter(layers)`; a dict gives its keys."""
    return ctx.default_return_type if _is_dict(ctx.type) else iterated(ctx)


def iterated(ctx: MethodContext) -> Type:
    """The type of `iter(layers)`, of `blocks.values()` and of `blocks.items()`: the item is its last argument."""
    result, checker = get_proper_type(ctx.default_return_type), ctx.api
    item = _any_item(checker, ctx.type) if isinstance(checker, TypeChecker) else None
    if item is not None and isinstance(ctx.context, Expression) and isinstance(checker, TypeChecker):
        say_of_rounds(checker, ctx.context)
    if item is None or not isinstance(result, Instance) or not result.args:
        return result
    return result.copy_modified(args=[*result.args[:-1], item])


def item_of(checker: TypeChecker, container: Type) -> Type | None:
    """What the container gives in a loop; None where it is no container of that kind, or that is not known."""
    return None if _is_dict(container) else _any_item(checker, container)


def _is_dict(container: Type) -> bool:
    proper = get_proper_type(container)
    return isinstance(proper, Instance) and proper.type.fullname in names.DICTS_OF_MODULES


def _any_item(checker: TypeChecker, container: Type) -> Type | None:
    proper = get_proper_type(container)
    return _seen(checker, any_of(items_of(proper))) if isinstance(proper, Instance) and holds_modules(proper) else None


def _seen(checker: TypeChecker, type_: Type | None) -> Type | None:
    """What the program is to see of an item; in a trial nobody hears what mypy says of it.

    To a file that knows nothing of us a container in a container is what mypy says it is, which may be iterated or not.
    """
    if type_ is None or is_trial(checker) or names.imports_us(checker.tree):
        return type_
    members = [get_proper_type(one) for one in flatten_nested_unions([type_])]
    kinds = {one.type.fullname for one in members if isinstance(one, Instance)}
    return veil(checker, type_) if kinds.isdisjoint(names.MODULE_CONTAINERS) else None


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
    is_known = bool(given) and is_part(given[-1])
    note(checker, place, given[-1] if is_known else None)
    if is_whole(before) and is_known:
        items = {ANY: make_simplified_union([*items_of(before).values(), given[-1]])}
    _put(checker, place, holding(checker, container, items))
    return ctx.default_return_type


def sequence_filled(ctx: MethodContext) -> Type:
    """The type of `net.append(layer)` of an `nn.Sequential`: from here on it is not known what is in it.

    Of `net[1] = layer` and `net.insert(1, layer)` it is, where the net is a variable.
    """
    checker, place = ctx.api, receiver(ctx.context)
    if not isinstance(ctx.type, Instance) or not isinstance(checker, TypeChecker):
        return ctx.default_return_type
    type_ = (_replaced(checker, ctx) if isinstance(place, NameExpr) else None) or holding(checker, ctx.type, None)
    _put(checker, place, type_)
    return type_ if is_a(get_proper_type(ctx.default_return_type), names.SEQUENTIAL) else ctx.default_return_type


def _replaced(checker: TypeChecker, ctx: MethodContext) -> Instance | None:
    """The type of the sequence after `net[1] = layer`; None where it is not known which layer that replaces."""
    given, number = actuals(ctx), count(ctx.type) if isinstance(ctx.type, Instance) else None
    index = Values(checker).of(*given[0][:2]) if len(given) == 2 else None
    is_there = type(index) is int and number is not None and -number <= index < number
    if not is_there or not isinstance(index, int) or not isinstance(ctx.type, Instance) or not is_part(given[1][1]):
        return None
    layers = list(items_of(ctx.type).values())
    match ctx.context:
        case CallExpr(callee=MemberExpr(name=list.insert.__name__)):
            layers.insert(index, given[1][1])
        case CallExpr():
            return None
        case _:
            layers[index] = given[1][1]
    return with_layers(checker, ctx.type, layers)


def _put(checker: TypeChecker, place: Expression | None, type_: Instance) -> None:
    """From here on this is the type of the container; of what may be the same one, or holds it, nothing is known."""
    attribute = _own_attribute(checker, place)
    if attribute is not None:
        attribute.type = type_
    retype(checker, place, type_)
    for other in may_be(checker, place):
        same = get_proper_type(known_here(checker, other) or anything())
        if isinstance(same, Instance) and same.type is type_.type:
            retype(checker, other, holding(checker, same, None))
    for whole in _around(checker, place):
        held = get_proper_type(checker.lookup_type_or_none(whole) or anything())
        if holds_modules(held) and isinstance(held, Instance):
            note(checker, whole, None)
            _put(checker, whole, holding(checker, held, None))


def _around(checker: TypeChecker, place: Expression | None) -> Iterable[Expression]:
    """What the container is an item of, as far as the text tells."""
    if isinstance(place, IndexExpr):
        return [container_of(place)]
    loops = [one for one in statements(current_body(checker)) if isinstance(one, ForStmt)]
    if not isinstance(place, NameExpr):
        return []
    counting = [one for one in loops if any(getattr(single, "name", "") == place.name for single in singles(one.index))]
    return [part for loop in counting for part in gathered(loop.expr) if isinstance(part, MemberExpr)]


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
    list.__iter__.__name__: gone_through,
    **{method.__name__: iterated for method in (dict.values, dict.items)},
    **{method.__name__: filled for method in _FILLING},
}
"""The methods of containers that give items, and those that change which there are: they are those of Python's own."""
