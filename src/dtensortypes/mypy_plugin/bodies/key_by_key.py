"""Dicts that are made of others key by key: `batch = {k: v.to(device) for k, v in batch.items()}`.

To mypy all that is in such a dict is of one type. What is under a key is made again of what the other dict has there.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, DictionaryComprehension, Expression, MemberExpr, NameExpr, TupleExpr, Var
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.changing import Key
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.reaching import reached
from dtensortypes.mypy_plugin.text.rewritten import duplicate
from dtensortypes.mypy_plugin.text.scope import assigned, current_body, shared
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import anything

_TORCH: Final = "torch"


def made_of_another(checker: TypeChecker, place: Expression | None) -> Mapping[Key, Type]:
    """What is in the dict that the variable holds, where it is made of one of which that is known; else nothing."""
    from dtensortypes.mypy_plugin.bodies import displays  # which ask here what is in a dict

    written = _given_last(checker, place) if isinstance(place, NameExpr) else None
    match written:
        case DictionaryComprehension(
            key=NameExpr(node=kept),
            value=value,
            indices=[TupleExpr(items=[NameExpr(node=key), NameExpr(node=Var() as item)])],
            sequences=[CallExpr(callee=MemberExpr(expr=NameExpr() as source, name=dict.items.__name__), args=[])],
            condlists=[[]],
        ) if kept is key and _is_of_it(checker, value, item):
            held = displays.but_once(
                checker, (made_of_another, written), partial(displays.inside, checker, source), None
            )
            types = {name: _type(checker, one) for name, one in (held or {}).items() if isinstance(name, str)}
            return {name: _again(checker, value, item, type_) for name, type_ in types.items()}
    return {}


def _given_last(checker: TypeChecker, variable: NameExpr) -> Expression | None:
    """What certainly gave the variable its value last."""
    body = current_body(checker)
    given = assigned(body, variable.node)
    is_one = bool(given) and variable.name not in shared(checker.tree.defs)
    last = reached(body, given, variable) if is_one else None
    return last[1] if last is not None else None


def _is_of_it(checker: TypeChecker, value: Expression, item: Var) -> bool:
    """Whether it is a method's answer, and besides the item only devices and dtypes that stay the same are read."""
    if not isinstance(value, CallExpr) or not isinstance(value.callee, MemberExpr):
        return False
    if any(isinstance(one, MemberExpr) and one.name.endswith("_") for one in gathered(value)):
        return False  # it changes what is in the other dict
    others = [one for one in gathered(value) if isinstance(one, NameExpr) and one.node is not item]
    return all(_is_fixed(checker, one) for one in others)


def _is_fixed(checker: TypeChecker, place: NameExpr) -> bool:
    if place.fullname == _TORCH or place.fullname.startswith("builtins."):
        return True  # `torch.long`, `non_blocking=True`
    type_ = get_proper_type(checker.lookup_type_or_none(place))
    is_value = isinstance(type_, Instance) and type_.type.fullname in {names.DEVICE, names.DTYPE}
    is_shared = place.name in shared(checker.tree.defs)
    return is_value and not is_shared and len(assigned(current_body(checker), place.node)) <= 1


def _type(checker: TypeChecker, held: object) -> Type:
    type_ = checker.lookup_type_or_none(held) if isinstance(held, Expression) else held
    return type_ if isinstance(type_, Type) else anything()


def _again(checker: TypeChecker, value: Expression, item: Var, type_: Type) -> Type:
    """What the value is where the item is of this type; only of tensors is more known than of all of them."""
    if not is_a(get_proper_type(type_), names.TENSOR):
        return anything()
    copied = duplicate(value, [item])
    own = next((one.node for one in gathered(copied) if isinstance(one, NameExpr) and one.name == item.name), None)
    if not isinstance(own, Var) or own is item:
        return anything()
    own.type, own.is_inferred = type_, False
    with checker.msg.filter_errors():
        return checker.expr_checker.accept(copied)
