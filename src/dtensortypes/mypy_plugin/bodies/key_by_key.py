"""Dicts that are made of others key by key: `batch = {k: v.to(device) for k, v in batch.items()}`.

To mypy all that is in such a dict is of one type. What is under a key is made again of what the other dict has there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    Node,
    OpExpr,
    RefExpr,
    StrExpr,
    TupleExpr,
    Var,
)
from mypy.types import AnyType, Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.changing import Key, is_changed
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.but_once import but_once
from dtensortypes.mypy_plugin.text.expressions import as_display, gathered
from dtensortypes.mypy_plugin.text.reaching import gone_through, reached
from dtensortypes.mypy_plugin.text.rewritten import duplicate, is_question
from dtensortypes.mypy_plugin.text.scope import assigned, current_body, shared, statements, targets
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import anything

_TORCH: Final = "torch"
_VALUES: Final = frozenset({names.DEVICE, names.DTYPE, *(f"builtins.{kind.__name__}" for kind in (str, int, bool))})
"""The classes of what nobody can change."""


def made_of_another(checker: TypeChecker, place: Expression | None) -> Mapping[Key, Type]:
    """What is in the dict that the variable holds, where it is made of one of which that is known; else nothing."""
    if not isinstance(place, NameExpr):
        return {}
    return made_by(checker, given_last(checker, place) or _taken_out(checker, place))


def _taken_out(checker: TypeChecker, variable: NameExpr) -> Expression | None:
    """How each dict is made of a list that a loop goes through: `[{k: f(v) for k, v in t.items()} for t in ts]`."""
    body = current_body(checker)
    source = gone_through(body, variable, reached(body, assigned(body, variable.node), variable))
    if isinstance(source, NameExpr):
        source = None if is_changed(checker, source) else given_last(checker, source)
    return source.generator.left_expr if isinstance(source, ListComprehension) else None


def made_by(checker: TypeChecker, written: Expression | None) -> Mapping[Key, Type]:
    """What is in the dict that is written so: `{k: v.to(device) for k, v in batch.items()}`; else nothing."""
    from dtensortypes.mypy_plugin.bodies import displays  # which ask here what is in a dict

    match written:
        case DictionaryComprehension(
            key=NameExpr(node=kept),
            value=value,
            indices=[TupleExpr(items=[NameExpr(node=key), NameExpr(node=Var() as item)])],
            sequences=[CallExpr(callee=MemberExpr(expr=NameExpr() as source, name=dict.items.__name__), args=[])],
            condlists=[conditions],
        ) if kept is key and _is_of_it(checker, value, item) and all(_is_of_key(one, key) for one in conditions):
            held = but_once(checker, (made_of_another, written), partial(displays.inside, checker, source), None)
            named = [name for name in held or {} if isinstance(name, str) and all(_holds(c, name) for c in conditions)]
            types = {name: _type(checker, held[name]) for name in named} if held else {}
            return {name: _again(checker, value, item, type_) for name, type_ in types.items()}
    return _put_together(checker, list(_parts_of(written))) if written is not None else {}


def _parts_of(written: Expression) -> Iterator[tuple[Expression | str | None, Expression]]:
    """What a dict is put together of, others among it: `{**batch, "y": y}`, `dict(batch, y=y)`, `batch.copy()`."""
    match written:
        case DictExpr(items=pairs) if any(key is None for key, _ in pairs):
            yield from pairs
        case CallExpr(callee=RefExpr(fullname="builtins.dict"), args=[_, *_], arg_kinds=[kind, *_]) if kind is ARG_POS:
            yield from zip(written.arg_names, written.args, strict=True)
        case CallExpr(callee=MemberExpr(expr=NameExpr() as source, name=dict.copy.__name__), args=[]):
            yield None, source
        case OpExpr(op="|", left=left, right=right):
            yield from ((None, left), (None, right))


def _put_together(checker: TypeChecker, parts: list[tuple[Expression | str | None, Expression]]) -> Mapping[Key, Type]:
    """What is in such a dict; nothing where it is not known of one of the others."""
    from dtensortypes.mypy_plugin.bodies import displays  # which ask here what is in a dict

    found: dict[Key, Type] = {}
    for key, part in parts:
        word = key.value if isinstance(key, StrExpr) else key
        held: Mapping[object, Expression | Type] | None = {word: part}
        if word is None:
            ask = partial(displays.inside, checker, part)
            held = but_once(checker, (made_of_another, part), ask, None) or _written_in(part)
        if not held or not all(isinstance(one, str) for one in held):
            return {}
        found |= {str(one): _type(checker, type_) for one, type_ in held.items()}
    return found


def _written_in(part: Expression) -> Mapping[object, Expression | Type] | None:
    """What is in a dict that is written out where another one is made of it."""
    match as_display(part):
        case DictExpr(items=pairs) if all(isinstance(key, StrExpr) for key, _ in pairs):
            return {key.value: value for key, value in pairs if isinstance(key, StrExpr)}
    return None


def given_last(checker: TypeChecker, variable: NameExpr) -> Expression | None:
    """What certainly gave the variable its value last."""
    body = current_body(checker)
    given = assigned(body, variable.node)
    is_one = bool(given) and variable.name not in shared(checker.tree.defs)
    last = reached(body, given, variable) if is_one else None
    return last[1] if last is not None else None


def _is_of_key(condition: Expression, key: Node | None) -> bool:
    """Whether it compares the key with words: `k != "id"`, `k in ("x", "y")`."""
    match condition:
        case ComparisonExpr(operators=["==" | "!="], operands=[NameExpr(node=node), StrExpr()]):
            return node is key
        case ComparisonExpr(
            operators=["in" | "not in"], operands=[NameExpr(node=node), ListExpr() | TupleExpr() as words]
        ):
            return node is key and all(isinstance(one, StrExpr) for one in words.items)
    return False


def _holds(condition: Expression, name: str) -> bool:
    match condition:
        case ComparisonExpr(operators=[operator], operands=[_, StrExpr(value=word)]):
            return (name == word) is (operator == "==")
        case ComparisonExpr(operators=[operator], operands=[_, ListExpr(items=items) | TupleExpr(items=items)]):
            words = [one.value for one in items if isinstance(one, StrExpr)]
            return (name in words) is (operator == "in")
    return False


def _is_of_it(checker: TypeChecker, value: Expression, item: Var) -> bool:
    """Whether it is a method's answer, and besides the item only values that stay the same are read."""
    match value:
        case ConditionalExpr(if_expr=moved, else_expr=other):  # `v.to(device) if torch.is_tensor(v) else v`
            made, kept = _as_written(moved), _as_written(other)
            if not isinstance(kept, NameExpr) or kept.node is not item:
                return False
        case _:
            made = value
    if not isinstance(made, CallExpr) or not isinstance(made.callee, MemberExpr):
        return False
    if any(isinstance(one, MemberExpr) and one.name.endswith("_") and one.name[-2] != "_" for one in gathered(value)):
        return False  # it changes what is in the other dict
    return all(_is_fixed(checker, one) for one in _read(value) if not (isinstance(one, NameExpr) and one.node is item))


def _as_written(branch: Expression) -> Expression:
    """The branch of a conditional expression, without the question that was put before it."""
    match branch:
        case OpExpr(op="and", left=asked, right=written) if is_question(asked):
            return written
    return branch


def _read(value: Expression) -> Iterator[NameExpr | MemberExpr]:
    """The variables that are read in it, and the attributes of variables, `self.device`, each as a whole."""
    every = list(gathered(value))
    attributes = [one for one in every if isinstance(one, MemberExpr) and isinstance(one.expr, NameExpr)]
    called = {id(one.callee) for one in every if isinstance(one, CallExpr)}
    whole = [one for one in attributes if id(one) not in called]
    inner = {id(one.expr) for one in whole}
    yield from whole
    yield from (one for one in every if isinstance(one, NameExpr) and id(one) not in inner)


def _is_fixed(checker: TypeChecker, place: NameExpr | MemberExpr) -> bool:
    root = place.expr if isinstance(place, MemberExpr) else place
    if isinstance(root, NameExpr) and (root.fullname == _TORCH or root.fullname.startswith("builtins.")):
        return True  # `torch.long`, `non_blocking=True`
    type_, body = get_proper_type(checker.lookup_type_or_none(place)), current_body(checker)
    if not isinstance(root, NameExpr):
        return False
    if isinstance(type_, AnyType):  # of a parameter nothing is known, neither now nor later
        return place is root and not assigned(body, root.node)
    if not isinstance(type_, Instance) or type_.type.fullname not in _VALUES:
        return False
    if isinstance(place, MemberExpr):
        given = [target for statement in statements(body) for target, _ in targets(statement)]
        if any(isinstance(one, MemberExpr) and one.name == place.name for one in given):
            return False
    return root.name not in shared(checker.tree.defs) and len(assigned(body, root.node)) <= 1


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
