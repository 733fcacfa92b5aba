"""What a call passes for each parameter of the function that it calls, `*pair` and `**batch` taken apart."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.argmap import ArgTypeExpander, map_actuals_to_formals
from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_STAR2,
    CallExpr,
    DictExpr,
    Expression,
    IndexExpr,
    ListExpr,
    SetExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
)
from mypy.types import CallableType, TupleType, Type, TypedDictType, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.compare import has_tensor
from dtensortypes.mypy_plugin.types.solved import by_itself
from dtensortypes.mypy_plugin.types.types_of import Types, anything


def given(
    checker: TypeChecker, call: CallExpr, signature: CallableType
) -> Iterator[tuple[str, Type, Type, Expression]]:
    """Each argument that the call passes: its name, its declared and its found type, and the place of it.

    `*pair` and `**batch` are taken apart where their types say what is in them.
    """
    types = [by_itself(checker, e, checker.lookup_type_or_none(e) or anything()) for e in call.args]
    formals = map_actuals_to_formals(
        call.arg_kinds, call.arg_names, signature.arg_kinds, signature.arg_names, lambda i: types[i]
    )
    apart = ArgTypeExpander(checker.expr_checker.argument_infer_context())
    parameters = zip(signature.arg_names, signature.arg_kinds, signature.arg_types, formals, strict=True)
    for place, (word, kind, type_, actuals) in enumerate(parameters, 1):
        for nth, i in enumerate(actuals):
            unpacked = call.arg_kinds[i].is_star()
            if unpacked and not isinstance(get_proper_type(types[i]), TupleType | TypedDictType):
                if word is not None and call.arg_kinds[i] is ARG_STAR2 and kind.is_required():
                    yield word, type_, _under(checker, call.args[i], word), call.args[i]
                continue
            found = apart.expand_actual_type(types[i], call.arg_kinds[i], word, kind)
            found = found if unpacked else _written_out(checker, call.args[i], found)
            path = word or str(place)
            yield f"{path}[{nth}]" if kind.is_star() else path, type_, found, call.args[i]


def _under(checker: TypeChecker, mapping: Expression, word: str) -> Type:
    """What a mapping has under the key, which it must have where it is unpacked for a parameter without default."""
    match mapping:
        case DictExpr(items=items) if found := [
            one for key, one in items if isinstance(key, StrExpr) and key.value == word
        ]:
            return checker.lookup_type_or_none(found[-1]) or anything()
    item = IndexExpr(mapping, StrExpr(word))
    item.set_line(mapping)
    item.index.set_line(mapping)
    with checker.msg.filter_errors():
        return checker.expr_checker.accept(item)


def _written_out(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of a list or tuple that is written in place, item by item: mypy joins the items of a list."""
    if not isinstance(expression, ListExpr | TupleExpr | SetExpr | DictExpr) or not has_tensor(type_):
        return type_
    items = [value for _, value in expression.items] if isinstance(expression, DictExpr) else expression.items
    if any(isinstance(item, StarExpr) for item in items):
        return type_
    fallback = Types(checker.modules).instance(names.TUPLE, anything())
    return TupleType([_written_out(checker, e, checker.lookup_type_or_none(e) or anything()) for e in items], fallback)
