"""What a type alone says of a value; the way back is in test_types_of."""

import pytest
from mypy.types import AnyType, LiteralType, NoneType, TupleType, TypeOfAny, UnionType

from dtensortypes.core.facts.device import CPU, Device
from dtensortypes.core.facts.dtype import BOOL, FLOAT16, INT64, Category
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number, Slice
from dtensortypes.mypy_plugin.types.value_of import (
    as_index,
    is_of_any_number,
    is_of_numbers,
    of_rows,
    of_type,
    sizes_of,
    without_covered,
)
from tests.mypy_plugin.checking import program, types

program("\n")


def instance(name, *args):
    return types().instance(name, *args)


def row(dtype):
    return types().tensor(TensorFact(dtype, Device("cpu"), Shape.of(3)))


CASES = [
    (lambda: instance("builtins.bool"), Number(Category.BOOL)),
    (lambda: instance("builtins.int"), Number(Category.INTEGER)),
    (lambda: instance("builtins.complex"), Number(Category.COMPLEX)),
    (lambda: LiteralType("cuda", instance("builtins.str")), "cuda"),
    (lambda: instance("builtins.list", instance("builtins.int")), Items(Number(Category.INTEGER), is_list=True)),
    (lambda: instance("builtins.tuple", row(INT64)), Items(TensorFact(INT64, Device("cpu"), Shape.of(3)))),
    (lambda: instance("torch._C.Size"), UNKNOWN_SHAPE),
    (lambda: instance("dtensortypes.annotations.sizes.Size"), Number(Category.INTEGER)),
    (lambda: instance("builtins.object"), UNKNOWN),
    (lambda: AnyType(TypeOfAny.explicit), UNKNOWN),
    (lambda: UnionType([row(FLOAT16), NoneType()]), UNKNOWN),
    (lambda: UnionType([row(INT64), row(INT64)]), TensorFact(INT64, Device("cpu"), Shape.of(3))),
    (lambda: TupleType([NoneType()], instance("builtins.tuple", NoneType())), (None,)),
]


@pytest.mark.parametrize(("type_", "value"), CASES, ids=[str(value) for _, value in CASES])
def test_what_a_type_says(type_, value):
    assert of_type(type_()) == value


@pytest.mark.parametrize(
    ("value", "sizes"),
    [
        (Shape.of("b", 3), Shape.of("b", 3).left),
        ((2, UNKNOWN, -1), (2, UNKNOWN, -1)),
        (UNKNOWN_SHAPE, UNKNOWN),
        ((2, "a"), UNKNOWN),
        ((2, True), UNKNOWN),
        (3, UNKNOWN),
    ],
)
def test_sizes(value, sizes):
    assert sizes_of(value) == sizes


@pytest.mark.parametrize(("count", "item", "is_open"), [(1, "builtins.int", True), (2, "builtins.int", False)])
def test_a_tuple_of_one_number_may_have_more(count, item, is_open):
    whole = TupleType([instance(item)] * count, instance("builtins.tuple", instance(item)))
    assert is_of_any_number(whole) is is_open
    several = whole.copy_modified(items=[AnyType(TypeOfAny.explicit)] * count)
    assert is_of_any_number(several) is is_open


def test_a_tuple_of_one_tensor_has_one():
    assert not is_of_any_number(TupleType([row(INT64)], instance("builtins.tuple", row(INT64))))


def test_a_tensor_that_another_one_of_the_union_may_be_is_left_out():
    bare, known = types().tensor(TensorFact()), row(INT64)
    assert without_covered(UnionType([known, bare, NoneType()])) == UnionType([bare, NoneType()])
    assert without_covered(UnionType([known, bare])) == bare
    assert without_covered(UnionType([known, row(FLOAT16)])) == UnionType([known, row(FLOAT16)])
    assert without_covered(known) is known


@pytest.mark.parametrize(
    ("sign", "left", "right", "whole"),
    [
        ("+", (1, 2), (3,), (1, 2, 3)),
        ("*", (1, 2), 2, (1, 2, 1, 2)),
        ("*", (1,), 0, ()),
        ("*", (1, 1), Number(Category.INTEGER), Items(1)),
        ("*", (1,), 10**6, Items(1)),
        ("*", (1,), 2.5, UNKNOWN),
        ("*", Shape.of(2), 2, UNKNOWN),
        ("-", (1,), (2,), UNKNOWN),
        ("+", (1,), Items(Number(Category.INTEGER)), Items(Number(Category.INTEGER))),
        ("+", Items(1), Items(1), Items(1)),
        ("+", (1,), Items(1, is_list=True), UNKNOWN),
        ("+", (...,), (None, Slice()), (..., None, Slice())),
        ("+", (1,), (TensorFact(),), UNKNOWN),
        ("+", Shape.of(2), (None,), UNKNOWN),
    ],
)
def test_put_together(sign, left, right, whole):
    assert of_rows(sign, left, right) == whole


@pytest.mark.parametrize(
    ("items", "index"),
    [
        ([0, Number(Category.INTEGER)], TensorFact(INT64, CPU, Shape.of(2))),
        ([True], TensorFact(BOOL, CPU, Shape.of(1))),
        ([0, UNKNOWN], UNKNOWN),
    ],
)
def test_a_list_as_an_index(items, index):
    assert as_index(items) == index


def test_what_is_of_numbers():
    number, word = instance("builtins.int"), instance("builtins.str")
    pair = TupleType([number, instance("builtins.float")], instance("builtins.tuple", number))
    assert all(map(is_of_numbers, (number, pair, instance("builtins.list", pair), instance("builtins.list", number))))
    mixed = pair.copy_modified(items=[number, word])
    assert not any(map(is_of_numbers, (word, mixed, instance("builtins.list", mixed), instance("builtins.list", word))))
