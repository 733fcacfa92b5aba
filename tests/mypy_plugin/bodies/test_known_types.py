"""Types say which number, word or class a value is, and what is in a list."""

import pytest
from mypy.types import LiteralType, NoneType, TupleType

from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE, is_plain, value_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.types.types_of import anything
from tests.mypy_plugin.checking import program, types

EMPTY = program("\n")


def whole(*items):
    return TupleType(list(items), types().instance(names.TUPLE, anything()))


@pytest.mark.parametrize("value", [3, "a", True])
def test_literals(value):
    literal = types().literal(value)
    assert value_of(literal) == value
    known = literal.fallback.copy_modified(last_known_value=LiteralType(value, literal.fallback))
    assert value_of(known) == value
    assert value_of(literal.fallback) is OPAQUE


def test_the_name_of_a_size_is_no_word():
    assert value_of(types().size("n")) is OPAQUE


def test_what_is_in_a_list():
    assert value_of(whole(types().literal(3), anything())) == (3, OPAQUE)
    assert value_of(whole()) == ()
    assert value_of(types().instance("builtins.list", anything())) is OPAQUE


def test_a_class_that_is_given_and_one_that_is_declared():
    info = types().info("torch.nn.modules.linear.Linear")
    exact = objects.exactly(types(), info)
    assert value_of(exact) is info
    assert value_of(type(exact)(objects.stripped(exact.item))) is OPAQUE


def test_none():
    assert value_of(NoneType()) is None


@pytest.mark.parametrize(
    ("held", "plain"), [((3, "a", None), True), ((), True), (((3,), (4,)), False), ((3, OPAQUE), False), (3, False)]
)
def test_lists_of_numbers_and_words(held, plain):
    assert is_plain(held) is plain
