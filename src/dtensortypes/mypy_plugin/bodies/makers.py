"""Bodies that tell something of a call of whose arguments nothing is known: of what they make, and by their sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    DictExpr,
    Expression,
    FuncDef,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    ReturnStmt,
    SymbolNode,
    TypeInfo,
    Var,
)
from mypy.types import AnyType, Type, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text import looked_up
from dtensortypes.mypy_plugin.text.expressions import as_display, expressions, is_self
from dtensortypes.mypy_plugin.text.scope import assigned, statements
from dtensortypes.mypy_plugin.text.yields import returned
from dtensortypes.mypy_plugin.types.contents import has_size
from dtensortypes.mypy_plugin.types.facts_of import is_a

_SAID: Final = {"dtype", "device"}

_MOST: Final = 8
"""How many functions are looked through for one that makes something."""


def tells_of_itself(function: FuncDef, owner: Type | None, types: list[Type]) -> bool:
    """Whether the function may tell something though nothing is known of these arguments, `owner` the first of them."""
    return (owner is not None and _has_sizes(function, owner)) or _is_maker(function, types)


def _has_sizes(function: FuncDef, owner: Type) -> bool:
    """Whether the sizes of a module, or of the parts that its method calls, may tell what comes of an argument."""
    return any(map(has_size, (owner, *_called_parts(function))))


@once_per_object
def _calls(function: FuncDef) -> list[CallExpr]:
    """The calls that stand in the function."""
    body = statements(function.body.body)
    return [e for statement in body for e in expressions(statement) if isinstance(e, CallExpr)]


def _called(function: FuncDef) -> list[Expression]:
    """What the function calls, as it stands there."""
    return [call.callee for call in _calls(function)]


def _called_parts(function: FuncDef) -> Iterator[Type]:
    """The types of those attributes of its object that a method calls."""
    for callee in _called(function):
        match callee:
            case MemberExpr(expr=owner, name=name) if function.info and is_self(owner):
                symbol = function.info.get(name)
                if symbol is not None and isinstance(symbol.node, Var) and symbol.node.type is not None:
                    yield symbol.node.type


def _is_maker(function: FuncDef, types: list[Type]) -> bool:
    """Whether the function makes tensors or modules out of what is known to be none, or of nothing that is given."""
    called = _called(function)
    of_modules = bool(function.info) and function.info.has_base(names.MODULE)
    if of_modules and any(objects.is_own_class(callee, function) for callee in called):
        return True
    if any(isinstance(get_proper_type(type_), AnyType) for type_ in types):
        return _makes_of_anything(function)
    return _makes_of_nothing(function) or _writes_out(function) or _names_dtype(function)


@once_per_object
def _writes_out(function: FuncDef) -> bool:
    """Whether it gives a list or dict that it writes out, or fills key by key: `return {"hidden": 64}`."""
    body = function.body.body
    last = next((one.expr for one in body[-1:] if isinstance(one, ReturnStmt)), None)
    given = assigned(body, last.node) if isinstance(last, NameExpr) else []
    written = as_display(given[0][1] if len(given) == 1 else last)
    return isinstance(written, DictExpr | ListExpr)


@once_per_object
def _names_dtype(function: FuncDef) -> bool:
    """Whether one of torch's dtypes stands where it says what it gives: `return torch.float16 if half else x.dtype`."""
    parts = (part for value in returned(function.body.body) for part in expressions(value))
    variables = (part.node for part in parts if isinstance(part, RefExpr) and isinstance(part.node, Var))
    return any(one.type is not None and is_a(get_proper_type(one.type), names.DTYPE) for one in variables)


@once_per_object
def _makes_of_anything(function: FuncDef) -> bool:
    return any(
        looked_up.calls(one.body.body) or any(_makes(call, ops.makes) or _is_said(call) for call in _calls(one))
        for one in _reached(function)
    )


@once_per_object
def _makes_of_nothing(function: FuncDef) -> bool:
    return any(
        looked_up.calls(one.body.body)
        or any(_makes(call, ops.names().__contains__) or _casts(call) for call in _calls(one))
        for one in _reached(function)
    )


def _reached(function: FuncDef) -> Iterator[FuncDef]:
    """The function, and those functions of which it hands on what they give."""
    seen, waiting = {function}, [function]
    while waiting and len(seen) < _MOST:
        one = waiting.pop()
        yield one
        callees = [callee for callee in _called(one) if isinstance(callee, RefExpr)]
        if returned(one.body.body) or one.is_generator:
            more = {node for callee in callees if isinstance(node := _function(one, callee), FuncDef)} - seen
            seen |= more
            waiting += more


def _function(caller: FuncDef, callee: RefExpr) -> SymbolNode | None:
    """The function, or the method of the same object, that is called."""
    is_own = isinstance(callee, MemberExpr) and bool(caller.info) and is_self(callee.expr)
    symbol = caller.info.get(callee.name) if is_own and isinstance(callee, MemberExpr) else None
    return symbol.node if symbol is not None else callee.node


def _makes(call: CallExpr, is_maker: Callable[[str], bool]) -> bool:
    """Whether it makes a module, loader, device or partial, draws numbers, or is of a function that makes tensors."""
    callee = call.callee
    if not isinstance(callee, RefExpr):
        return False
    node = callee.node
    if callee.fullname in {names.DEVICE, names.PARTIAL} or (node is None and _method(call) in ops.drawing()):
        return True
    is_made = isinstance(node, TypeInfo) and any(map(node.has_base, (names.MODULE, names.DATA_LOADER, names.DATASET)))
    return is_made or is_maker(names.public(callee.fullname))


def _is_said(call: CallExpr) -> bool:
    """Whether the dtype or device of what a function makes stands there: `np.array(rows, dtype=np.int32)`."""
    is_known = isinstance(call.callee, RefExpr) and names.public(call.callee.fullname) in ops.names()
    return is_known and not _SAID.isdisjoint(call.arg_names)


def _casts(call: CallExpr) -> bool:
    """Whether it is a method that says the dtype or device of what it gives: `image.astype(np.float32)`."""
    return _method(call) in ops.casting()


def _method(call: CallExpr) -> str | None:
    return call.callee.name if isinstance(call.callee, MemberExpr) else None
