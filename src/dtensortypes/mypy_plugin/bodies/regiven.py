"""Parameters that a body gives other values than its call did: the number that a call gives one holds until then.

To mypy the type of a parameter is what it is whatever it is given later: the 0 of an argument would stay where the body
says `n = n + 1`. So such a parameter may be anything, and is that number from the first line of the body on.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef
from mypy.types import CallableType, Instance, LiteralType, Type, get_proper_type

from dtensortypes.mypy_plugin.bodies.narrowing import known_from_here
from dtensortypes.mypy_plugin.text.rewritten import named
from dtensortypes.mypy_plugin.text.scope import assigned


def until_regiven(checker: TypeChecker, function: FuncDef, signature: CallableType) -> CallableType:
    """The signature for the check of the function's body, which is made to say what the parameters are at first."""
    body, anything = function.body.body, checker.named_type("builtins.object")
    types = list(signature.arg_types)
    for i, parameter in enumerate(function.arguments):
        value = _value(types[i])
        if value is not None and body and assigned(body, parameter.variable):
            types[i] = anything
            known_from_here(body, named(parameter.variable, body[0]), value)
    return signature.copy_modified(arg_types=types)


def _value(type_: Type) -> LiteralType | None:
    proper = get_proper_type(type_)
    return proper.last_known_value if isinstance(proper, Instance) else None
