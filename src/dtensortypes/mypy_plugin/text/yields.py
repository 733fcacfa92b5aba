"""What functions give back, and generators of the program's own: what a call yields, as the body tells it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import (
    Block,
    CallExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    NameExpr,
    RefExpr,
    ReturnStmt,
    Statement,
    Var,
    WithStmt,
    YieldExpr,
    YieldFromExpr,
)
from mypy.types import AnyType, CallableType, Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.expressions import expressions, gathered
from dtensortypes.mypy_plugin.text.rewritten import at, named
from dtensortypes.mypy_plugin.text.scope import blocks, statements, targets
from dtensortypes.mypy_plugin.types.compare import has_tensor
from dtensortypes.mypy_plugin.types.types_of import anything

_GENERATOR: Final = "typing.Generator"
_LISTS: Final = frozenset({"builtins.list", "builtins.tuple"})
GENERATORS: Final = frozenset({_GENERATOR, "typing.Iterator", "typing.Iterable"})


def returned(body: list[Statement]) -> list[Expression]:
    """What the `return`s of the body give, as it stands there."""
    return [one.expr for one in statements(body) if isinstance(one, ReturnStmt) and one.expr is not None]


def gives_its_object(method: FuncDef) -> bool:
    """Whether a call of the method certainly gives the object that it is called on: each of its `return`s is `self`."""
    body = method.body.body
    if not body or method.is_generator or method.is_coroutine or method.is_static or method.is_class:
        return False  # one that comes from mypy's cache has no body, and no arguments
    own = method.arguments[0].variable if method.arguments else None
    given = [one.expr for one in statements(body) if isinstance(one, ReturnStmt)]
    is_kept = not any(
        isinstance(place, NameExpr) and place.node is own for s in statements(body) for place, _ in targets(s)
    )
    is_last = own is not None and isinstance(body[-1], ReturnStmt)
    return is_last and is_kept and all(isinstance(one, NameExpr) and one.node is own for one in given)


def yielded(function: FuncDef) -> list[Expression]:
    """What the generator yields; nothing where it yields what others do, or no value, or leaves autocast on."""
    found = [e for statement in statements(function.body.body) for e in expressions(statement)]
    values = [e.expr for e in found if isinstance(e, YieldExpr)]
    is_written = not any(isinstance(e, YieldFromExpr) for e in found) and None not in values
    return [value for value in values if value is not None] if is_written and not _leaves_region(function) else []


def _leaves_region(function: FuncDef) -> bool:
    """Whether it yields inside of `with torch.autocast(…)`: what goes through the items is inside of it, too."""
    regions = [one for one in statements(function.body.body) if isinstance(one, WithStmt) and _is_autocast(one)]
    inside = (part for region in regions for one in statements(region.body.body) for part in expressions(one))
    return any(isinstance(part, YieldExpr | YieldFromExpr) for part in inside)


def _is_autocast(region: WithStmt) -> bool:
    parts = (part for one in region.expr for part in gathered(one))
    return any(isinstance(part, RefExpr) and part.fullname in names.AUTOCASTS for part in parts)


def one_by_one(copied: FuncDef) -> None:
    """Have a copy yield what others do in a loop, `for x in xs: yield x` for `yield from xs`: loops are followed.

    Not where it takes what that gives at last. What is sent goes on to the others, of which nothing is known then.
    Nor where it asks what is a list, to go on in it: in a copy lists are tuples.
    """
    every = statements(copied.body.body)
    asked = (part.args for one in every for part in expressions(one) if _asks_for_class(part))
    of_lists = any(isinstance(part, RefExpr) and part.fullname in _LISTS for args in asked for part in _parts(args))
    if not of_lists and any(_passed_on(one) is not None for one in every):
        _write_out(copied.body)


def _asks_for_class(part: Expression) -> TypeGuard[CallExpr]:
    return (
        isinstance(part, CallExpr)
        and isinstance(part.callee, RefExpr)
        and part.callee.fullname == "builtins.isinstance"
    )


def _parts(args: list[Expression]) -> Iterator[Expression]:
    yield from (part for one in args for part in gathered(one))


def _write_out(block: Block) -> None:
    for statement in block.body:
        for inner in blocks(statement):
            _write_out(inner)
    block.body = [_loop(one, source) if (source := _passed_on(one)) else one for one in block.body]


def _passed_on(statement: Statement) -> Expression | None:
    match statement:
        case ExpressionStmt(expr=YieldFromExpr(expr=source)):
            return source
    return None


def _loop(place: Statement, source: Expression) -> ForStmt:
    variable = at(place, Var(f"what is yielded in {place.line}:{place.column}"))
    variable.is_inferred = variable.is_index_var = True
    first = named(variable, place)
    first.is_new_def = first.is_inferred_def = True
    value = at(place, YieldExpr(named(variable, place)))
    body = at(place, Block([at(place, ExpressionStmt(value))]))
    return at(place, ForStmt(first, source, body, None))


def takes_tensors(function: FuncDef) -> bool:
    """Whether the generator may be sent a tensor, which it may yield."""
    every = statements(function.body.body)
    alone = [one.expr for one in every if isinstance(one, ExpressionStmt)]
    asking = (e for statement in every for e in expressions(statement) if isinstance(e, YieldExpr))
    if all(any(e is one for one in alone) for e in asking):
        return False
    signature = function.type
    declared = get_proper_type(signature.ret_type) if isinstance(signature, CallableType) else None
    sent = declared.args[1:2] if isinstance(declared, Instance) and declared.type.fullname == _GENERATOR else ()
    return not sent or isinstance(get_proper_type(sent[0]), AnyType) or has_tensor(sent[0])


def generator(checker: TypeChecker, function: FuncDef, item: Type) -> Type | None:
    """The type of a generator of such items, of the class that is declared; None where nothing is known of them."""
    if isinstance(get_proper_type(item), AnyType):
        return None
    signature = function.type
    declared = get_proper_type(signature.ret_type) if isinstance(signature, CallableType) else None
    if isinstance(declared, Instance) and declared.type.fullname in GENERATORS and declared.args:
        return declared.copy_modified(args=[item, *declared.args[1:]])
    is_open = declared is None or isinstance(declared, AnyType)
    return checker.named_generic_type(_GENERATOR, [item, anything(), anything()]) if is_open else None
