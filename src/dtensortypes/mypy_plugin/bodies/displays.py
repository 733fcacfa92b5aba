"""Lists and dicts that are written in place, and only read: `sizes = [784, 10]`, of which `sizes[0]` is a number.

Their items stand in the type as the arguments of an object do (`objects.py`), and are believed of the same places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    LDEF,
    CallExpr,
    DictExpr,
    Expression,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    SliceExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)
from mypy.types import Instance, LiteralType, TupleType, Type, TypedDictType, flatten_nested_unions, get_proper_type

from dtensortypes.mypy_plugin.bodies import entries, keyed
from dtensortypes.mypy_plugin.bodies.key_by_key import given_last, made_of_another
from dtensortypes.mypy_plugin.changes.changing import Key, is_changed
from dtensortypes.mypy_plugin.changes.inner import changes_inner, changes_inner_types
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.but_once import but_once
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.objects import come_from, objects
from dtensortypes.mypy_plugin.text import registries
from dtensortypes.mypy_plugin.text.expressions import as_display, integer
from dtensortypes.mypy_plugin.text.scope import constant_value, current_function
from dtensortypes.mypy_plugin.types.compare import has_tensor, says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import Types, any_item, anything
from dtensortypes.mypy_plugin.types.value_of import is_of_any_number

_PUT_TOGETHER: Final = frozenset({"builtins.list", names.TUPLE})


def displayed(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of a list or dict with what is in it, where it, or the one value of a variable, is written out."""
    whole = get_proper_type(type_)
    if isinstance(expression, IndexExpr) and not isinstance(expression.index, SliceExpr):
        found = item(checker, expression)
        return displayed(checker, found, type_) if isinstance(found, ListExpr | DictExpr) else type_
    if isinstance(expression, NameExpr) and _is_starred(checker, expression) and is_display(whole):
        return objects.stripped(whole) if is_changed(checker, expression) else type_
    from dtensortypes.mypy_plugin.bodies.put_together import numbered, put_together  # which ask here what is in others

    written = _written(checker, expression) if isinstance(expression, NameExpr) else as_display(expression)
    if isinstance(whole, TupleType) and isinstance(expression, NameExpr):
        return numbered(checker, whole, written)
    is_other = isinstance(expression, NameExpr) and is_changed(checker, expression)
    if is_other and isinstance(whole, Instance) and (here := entries.noted(checker, expression)):
        return made(checker, whole, here)
    if is_other or not isinstance(whole, Instance):
        return type_
    if whole.type.fullname in _PUT_TOGETHER and (held := put_together(checker, written)) is not None:
        is_list = whole.type.fullname == "builtins.list"
        return made(checker, whole, dict(enumerate(held))) if is_list else TupleType(held, whole)
    another = made_of_another(checker, expression) if whole.type.fullname == "builtins.dict" else {}
    if another:
        return made(checker, whole, another)
    pairs = items(written) if isinstance(written, ListExpr | DictExpr) else {}
    if not pairs or not is_display(whole):
        return type_
    return made(checker, whole, {key: with_contents(checker, value) for key, value in pairs.items()})


def with_contents(checker: TypeChecker, value: Expression) -> Type:
    """The type of an item, with its value, or with what is in it if it is a list or dict that is written out, too."""
    from dtensortypes.mypy_plugin.bodies.given import valued  # which asks here what is in a list or dict

    type_ = but_once(checker, (valued, value), partial(valued, checker, value), anything())
    return objects.stripped(type_) if is_display(type_) and changes_inner(checker.tree) else type_


def _is_starred(checker: TypeChecker, place: Expression) -> bool:
    """Whether it is the `*sizes` or the `**options` of the function."""
    function = current_function(checker) if isinstance(place, NameExpr) else None
    starred = [one.variable for one in function.arguments if one.kind.is_star()] if function else []
    return isinstance(place, NameExpr) and place.node in starred


def as_read(checker: TypeChecker, type_: Type) -> Type:
    """The type of an argument; of lists and dicts in it, without what is in them where the file may change that."""
    given = objects.arguments(type_) or []
    if not is_display(type_) or not any(map(is_display, given)) or not changes_inner(checker.tree):
        return type_
    whole = get_proper_type(type_)
    assert isinstance(whole, Instance)
    kept = [objects.stripped(one) if is_display(one) else one for one in given]
    return objects.made(Types(checker.modules), whole, kept)


def made(checker: TypeChecker, whole: Instance, pairs: Mapping[Key, Type]) -> Instance:
    """The type of a list or dict with these in it."""
    keys = [LiteralType(key, checker.named_type(f"builtins.{type(key).__name__}")) for key in pairs]
    return objects.made(Types(checker.modules), whole, _in_pairs(keys, pairs.values()))


def _in_pairs(keys: Iterable[Type], values: Iterable[Type]) -> list[Type]:
    return [part for pair in zip(keys, values, strict=True) for part in pair]


def list_of(checker: TypeChecker, held: Iterable[Type]) -> Instance:
    """The type of a list with these in it."""
    return made(checker, Types(checker.modules).instance("builtins.list", any_item()), dict(enumerate(held)))


def with_items(types: Types, whole: Instance, given: list[Type] | None, change: Callable[[Type], Type]) -> Instance:
    """The type of a dict, with what was in another one, changed, in it where that is known."""
    return objects.made(types, whole, _in_pairs(given[::2], map(change, given[1::2]))) if given else whole


def items(written: Expression) -> dict[Key, Expression]:
    """What a list, tuple or dict holds by place or key; nothing where that is not written out."""
    match written:
        case ListExpr(items=values) | TupleExpr(items=values) if not any(isinstance(v, StarExpr) for v in values):
            return dict(enumerate(values))
        case DictExpr(items=pairs):
            found = {key.value: value for key, value in pairs if isinstance(key, StrExpr | IntExpr)}
            return found if len(found) == len(pairs) else {}
    return {}


def known_in(checker: TypeChecker, place: IndexExpr) -> Type | None:
    """The type of the tensor that `batch["image"]` is, where it is known what is in the dict.

    So is that of an array or a number of numpy's, of an object of the program, of a tuple of tensors, or of a list or
    dict of them, where nobody hears what mypy would make of it.
    """
    found = item(checker, place)
    type_ = checker.lookup_type_or_none(found) if isinstance(found, Expression) else found
    if type_ is None:
        return None
    if is_a(get_proper_type(type_), names.TENSOR):
        return type_
    if is_trial(checker) and is_display(type_) and has_tensor(type_) and not changes_inner_types(checker.tree):
        return objects.stripped(type_) if changes_inner(checker.tree) else type_
    numpys = (get_proper_type(one) for one in flatten_nested_unions([type_]))
    is_array = all(is_a(one, names.NDARRAY) or is_a(one, names.NUMPY_NUMBER) for one in numpys)
    is_shown = is_array or objects.is_own(type_) or _is_row_of_tensors(type_)
    return type_ if is_trial(checker) and is_shown else None


def _is_row_of_tensors(type_: Type) -> bool:
    """Whether it is a tuple of tensors, such as a state: nobody can put others into it."""
    whole = get_proper_type(type_)
    return isinstance(whole, TupleType) and all(is_a(get_proper_type(one), names.TENSOR) for one in whole.items)


def item(checker: TypeChecker, place: IndexExpr) -> Expression | Type | None:
    """What `sizes[0]` is: as it is written, or its type where the type of the whole says it."""
    return but_once(checker, (item, place), partial(_item, checker, place), None)


def _item(checker: TypeChecker, place: IndexExpr) -> Expression | Type | None:
    key = _key(checker, place.index)
    return None if key is None else _under(checker, place.base, key)


def entry(checker: TypeChecker, place: IndexExpr | CallExpr) -> Expression | Type | None:
    """What `options["hidden"]` or `options.get("hidden", 64)` is."""
    return item(checker, place) if isinstance(place, IndexExpr) else _looked_for(checker, place)


def _looked_for(checker: TypeChecker, call: CallExpr) -> Expression | Type | None:
    """What `options.get("hidden", 64)` is, where it is known which keys there are."""
    if not isinstance(call.callee, MemberExpr) or call.callee.name != dict.get.__name__ or len(call.args) != 2:
        return None
    key = _key(checker, call.args[0])
    held = None if key is None else inside(checker, call.callee.expr, key)
    return None if held is None else held.get(key, call.args[1])


def _under(checker: TypeChecker, base: Expression, key: Key) -> Expression | Type | None:
    held = inside(checker, base, key)
    is_last = held and isinstance(key, int) and key < 0
    return held.get(len(held) + key if is_last and isinstance(key, int) else key) if held else None


def inside(checker: TypeChecker, base: Expression, key: Key | None = None) -> Mapping[object, Expression | Type] | None:
    """What is in the list or dict, as far as nobody changes what is under the key, or any of it."""
    if isinstance(base, NameExpr) and (registry := registries.table(checker.tree, base)) is not None:
        return dict(items(registry).items())
    is_made = objects.is_call(checker, base)
    there = get_proper_type(checker.lookup_type_or_none(base))
    if isinstance(there, Instance) and is_display(there) and objects.is_of_all(there):
        return _inside(come_from.as_put_there(checker, base, there, key))
    if isinstance(base, IndexExpr) and not is_made:
        return None if changes_inner(checker.tree) else _inside(item(checker, base))
    if not is_made and not isinstance(base, NameExpr | MemberExpr):
        return None
    if isinstance(base, NameExpr | MemberExpr) and _is_filled(checker, base, key):
        numbers = keyed.numbers_in_turn(checker, base) if key is not None and isinstance(base, NameExpr) else {}
        here = numbers or entries.noted(checker, base)
        return None if here is None else dict(here.items())
    written = _written(checker, base) if isinstance(base, NameExpr) else None
    if another := made_of_another(checker, base):
        return dict(another.items())
    if isinstance(written, IndexExpr) and isinstance(written.index, SliceExpr):  # `skips = features[1:]`
        return _inside(displayed(checker, base, checker.lookup_type_or_none(base) or anything()))
    is_given = written is not None and objects.is_call(checker, written)
    if isinstance(written, IndexExpr) and not is_given:  # `model = options["model"]`
        return None if changes_inner(checker.tree) else _inside(item(checker, written))
    if written is not None and not is_given and not isinstance(written, MemberExpr):  # `params = self.params`
        return _inside(written)
    type_ = checker.lookup_type_or_none(base)
    if isinstance(declared := get_proper_type(type_), TypedDictType):
        return dict(declared.items.items())
    if written is not None and is_given and objects.arguments(type_) is None:
        type_ = checker.lookup_type_or_none(written)  # of what a variable is given mypy may keep but the class
    return _inside(type_) if type_ is not None and objects.is_certain(checker, base) else None


def _written(checker: TypeChecker, variable: NameExpr) -> Expression | None:
    """The display that the variable stands for, or the call that has made it."""
    value = constant_value(checker, variable) or (given_last(checker, variable) if variable.kind == LDEF else None)
    return as_display(value) if value is not None else None


def _inside(whole: Expression | Type | None) -> Mapping[object, Expression | Type] | None:
    """What is in the list or dict that is written out so, or that is of this type."""
    if isinstance(whole, Expression):
        written = as_display(whole)
        found = items(written) if written is not None else {}
        return dict(found.items()) or None
    given = objects.arguments(whole) if is_display(whole) else None
    return {_value(name): value for name, value in zip(given[::2], given[1::2], strict=True)} if given else None


def held(checker: TypeChecker, expression: Expression, type_: Type) -> list[Type] | None:
    """The types of what is in a list or tuple, one by one; None where that is not known."""
    whole = get_proper_type(displayed(checker, expression, type_))
    if isinstance(whole, TupleType):
        return list(whole.items) if not is_of_any_number(whole) or _is_starred(checker, expression) else None
    if isinstance(whole, Instance) and isinstance(expression, OpExpr | ListExpr) and is_display(whole):
        return (objects.arguments(whole) or [])[1::2] or None
    if not is_display(whole) or (isinstance(expression, NameExpr | MemberExpr) and _is_filled(checker, expression)):
        return None
    return listed(come_from.believed(checker, expression, whole))


def _is_filled(checker: TypeChecker, place: NameExpr | MemberExpr, key: Key | None = None) -> bool:
    """Whether something else may come into it, or under the key."""
    items = listed(checker.lookup_type_or_none(place) or anything())
    are_tensors = items is not None and all(is_a(get_proper_type(one), names.TENSOR) for one in items)
    return is_changed(checker, place, key, is_plain=are_tensors)


def listed(type_: Type) -> list[Type] | None:
    """The types of what is in a list, by the list's own type alone."""
    whole, given = get_proper_type(type_), objects.arguments(type_)
    return given[1::2] if given and isinstance(whole, Instance) and whole.type.fullname == "builtins.list" else None


def holds_tensors(type_: Type) -> bool:
    """Whether it is a list or dict of which it is known that it holds but tensors, and tuples of them."""
    given = (objects.arguments(type_) or [])[1::2] if is_display(type_) else []
    return bool(given) and all(is_a(get_proper_type(one), names.TENSOR) or _is_row_of_tensors(one) for one in given)


def is_display(type_: Type | None) -> bool:
    """Whether it is a list or a dict."""
    return isinstance(it := get_proper_type(type_), Instance) and it.type.fullname in {"builtins.list", "builtins.dict"}


def is_unknown(type_: Type) -> bool:
    """Whether it is a list or dict of tensors of which nothing is known."""
    return is_display(type_) and objects.arguments(type_) is None and has_tensor(type_) and not says_something(type_)


def _value(name: Type | None) -> object:
    proper = get_proper_type(name)
    proper = proper.last_known_value if isinstance(proper, Instance) else proper
    return proper.value if isinstance(proper, LiteralType) else None


def _key(checker: TypeChecker, index: Expression) -> Key | None:
    match index:
        case StrExpr(value=word):
            return word
        case IntExpr() | UnaryExpr():
            return integer(index)
        case NameExpr():  # of a parameter that is given a word
            given = _value(checker.lookup_type_or_none(index))
            return given if isinstance(given, int | str) else None
    return None
