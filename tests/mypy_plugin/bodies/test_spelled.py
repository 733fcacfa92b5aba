"""Signatures that differ only in what is in a list, or in which function is given, are told from each other."""

from mypy.nodes import ARG_POS
from mypy.typeops import function_type
from mypy.types import CallableType, NoneType, TupleType, UnionType

from dtensortypes.mypy_plugin.bodies.spelled import spelled
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.types.types_of import anything
from tests.mypy_plugin.checking import parsed, program, types

EMPTY = program("\n")


def list_of(item):
    return objects.made(types(), types().instance("builtins.list", anything()), [types().literal(0), item])


def given(type_):
    function = types().instance("builtins.function")
    return spelled(CallableType([type_], [ARG_POS], ["x"], anything(), function))


def test_what_is_inside():
    few, many = (list_of(list_of(types().literal(number))) for number in (3, 4))
    whole = types().instance(names.TUPLE, anything())
    assert given(few) != given(many)
    assert given(TupleType([few], whole)) != given(TupleType([many], whole))
    assert given(types().instance("builtins.list", few)) != given(types().instance("builtins.list", many))
    assert given(UnionType([few, NoneType()])) != given(UnionType([many, NoneType()]))
    assert given(few) == given(list_of(list_of(types().literal(3))))


def test_which_function():
    functions = parsed("\ndef f(x): return x\ndef g(x): return x\n").defs
    one, other = (function_type(each, types().instance("builtins.function")) for each in functions)
    assert str(one) == str(other)
    assert given(one) != given(other)
