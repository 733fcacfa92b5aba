"""`SimpleNamespace(hidden=64)` and `argparse.Namespace(hidden=64)`: objects with just what they are given.

So is what `parser.parse_args([])` gives, of a parser whose options the program writes out; of `parser.parse_args()` the
options that are words for a device.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED, CallExpr, Expression, FuncDef, NameExpr, RefExpr, ReturnStmt
from mypy.types import AnyType, Instance, LiteralType, Type, get_proper_type

from dtensortypes.mypy_plugin.ground.names import DEVICE, NAMESPACES
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.parsed_options import Default, options, parses_options
from dtensortypes.mypy_plugin.text.scope import assigned, constant_value, current_body, statements
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_MOST: Final = 64


def made(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of a namespace with what it was given, where the expression, or its variable's one value, makes it."""
    proper = get_proper_type(type_)
    is_open = isinstance(proper, AnyType) and parses_options(checker.tree)  # as what a function gives that says nothing
    if not is_open and (not isinstance(proper, Instance) or proper.type.fullname not in NAMESPACES):
        return type_
    call = constant_value(checker, expression) if isinstance(expression, NameExpr) else expression
    if not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr) or len(call.args) > _MOST:
        return type_
    if is_open and not isinstance(call.callee.node, FuncDef):
        return type_
    word, types = checker.named_type("builtins.str"), Types(checker.modules)
    pairs = _given(checker, call) if call.callee.fullname in NAMESPACES else _by_default(checker, call)
    held = [part for name, value in pairs for part in (LiteralType(name, word), value)]
    whole = proper if isinstance(proper, Instance) else types.instance("argparse.Namespace")
    return objects.made(types, whole, held) if held else type_


def _given(checker: TypeChecker, call: CallExpr) -> list[tuple[str, Type]]:
    if not set(call.arg_kinds) <= {ARG_NAMED}:
        return []
    from dtensortypes.mypy_plugin.bodies.given import valued  # which asks here what a namespace has

    pairs = zip(call.arg_names, call.args, strict=True)
    return [(name, valued(checker, value)) for name, value in pairs if name]


def _by_default(checker: TypeChecker, call: CallExpr) -> list[tuple[str, Type]]:
    """What the options are that are left out, here or in the function that is called."""
    function = call.callee.node if isinstance(call.callee, RefExpr) else None
    body = current_body(checker)
    if isinstance(function, FuncDef):
        given = [one.expr for one in statements(function.body.body) if isinstance(one, ReturnStmt)]
        body, asked = function.body.body, given[0] if len(given) == 1 else None
        values = assigned(body, asked.node) if isinstance(asked, NameExpr) else []
        found = options(body, values[0][1] if len(values) == 1 else asked)
    else:
        found = options(body, call) or options(checker.tree.defs, call)
    return [(name, _literal(checker, value)) for name, value in found.items()]


def _literal(checker: TypeChecker, value: Default) -> Type:
    if isinstance(value, type):
        return Types(checker.modules).instance(DEVICE, anything())  # as torch takes the word
    type_ = checker.named_type(f"builtins.{type(value).__name__}")
    return type_.copy_modified(last_known_value=LiteralType(value, type_))
