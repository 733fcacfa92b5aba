"""What a comprehension makes, one by one, in a body that nobody reads for a call."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    GeneratorExpr,
    ListComprehension,
    ListExpr,
    NameExpr,
    RefExpr,
    StarExpr,
    TempNode,
    TupleExpr,
)
from mypy.types import Instance, LiteralType, TupleType, Type, UnpackType, get_proper_type

from dtensortypes.mypy_plugin.bodies import displays
from dtensortypes.mypy_plugin.messages.report import silenced
from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.rewritten import at
from dtensortypes.mypy_plugin.types.compare import has_module, says_something
from dtensortypes.mypy_plugin.types.types_of import anything

_COUNTING: Final = "builtins.range"
_MOST_ROUNDS: Final = 8
_MOST_MODULES: Final = 16


def comprehended(checker: TypeChecker, made: ListComprehension | GeneratorExpr) -> list[Type]:
    """What is made of each of some items, `[t.flatten() for t in (x, y)]`, `(t.cuda() for t in batch)`.

    Of new modules it may count the rounds, too: `[Block(64) for _ in range(2)]`. Nothing where it is not known how many
    there are.
    """
    rounds = made.generator if isinstance(made, ListComprehension) else made
    types: list[Type | None] = []
    match rounds:
        case GeneratorExpr(indices=[NameExpr()], sequences=[CallExpr(callee=RefExpr(fullname=name), args=args)]) if (
            name == _COUNTING
        ):
            return _counted(checker, rounds, args) if rounds.condlists == [[]] else []
        case GeneratorExpr(indices=[NameExpr()], sequences=[TupleExpr(items=given) | ListExpr(items=given)]):
            if not any(isinstance(one, StarExpr) for one in given):
                types = [checker.lookup_type_or_none(one) for one in given]
        case GeneratorExpr(indices=[NameExpr()], sequences=[source]):
            types = [*_unlike(checker, source)]
    if rounds.condlists != [[]] or any(rounds.is_async) or len(types) > _MOST_ROUNDS:
        return []
    return [_in_round(checker, rounds, type_) for type_ in types if type_ is not None] if None not in types else []


def _counted(checker: TypeChecker, rounds: GeneratorExpr, args: list[Expression]) -> list[Type]:
    """The types of the modules that a comprehension makes while it counts."""
    from dtensortypes.mypy_plugin.bodies.how_often import counted  # which reads lists by what is made in them

    made, index = rounds.left_expr, getattr(rounds.indices[0], "node", None)
    type_ = checker.lookup_type_or_none(made) if isinstance(made, CallExpr) else None
    numbers = counted(checker, args) if type_ is not None and has_module(type_) else None
    if type_ is None or not numbers or len(numbers) > _MOST_MODULES:
        return []
    if not any(isinstance(one, NameExpr) and one.node is index for one in gathered(made)):
        return [type_] * len(numbers)
    number = checker.named_type("builtins.int")
    return [_in_round(checker, rounds, LiteralType(one, number)) for one in numbers]


def _unlike(checker: TypeChecker, source: Expression) -> list[Type]:
    """What is in a list or tuple, one by one, where it is about tensors."""
    whole = get_proper_type(checker.lookup_type_or_none(source))
    known = displays.held(checker, source, whole) if whole is not None else None
    if not known or any(isinstance(one, UnpackType) for one in known):
        return []
    return known if any(map(says_something, known)) else []


def _in_round(checker: TypeChecker, rounds: GeneratorExpr, type_: Type) -> Type:
    """What the comprehension makes of an item of this type; what is wrong with it has been said."""
    one = at(rounds, TupleExpr([at(rounds, TempNode(_lasting(type_)))]))
    made = at(rounds, GeneratorExpr(rounds.left_expr, rounds.indices, [one], [[]], rounds.is_async))
    with silenced(checker), checker.local_type_map:
        found = get_proper_type(checker.expr_checker.accept(at(rounds, ListComprehension(made))))
    return found.args[0] if isinstance(found, Instance) and found.args else anything()


def _lasting(type_: Type) -> Type:
    """The type, the numbers in a tuple as parts of it: of this one item they are known."""
    proper = get_proper_type(type_)
    if not isinstance(proper, TupleType):
        return type_
    items = [get_proper_type(item) for item in proper.items]
    known = [one.last_known_value if isinstance(one, Instance) else None for one in items]
    return proper.copy_modified(items=[value or one for value, one in zip(known, items, strict=True)])
