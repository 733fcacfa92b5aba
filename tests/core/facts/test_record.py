"""A record is what a frozen dataclass is, as far as a program that checkers pass can tell."""

from copy import copy, deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property

from dtensortypes.core.facts.record import record


@record(frozen=True, slots=True)
class Point:
    x: int
    y: tuple[int, ...] = ()
    note: str = field(default="", repr=False, compare=False)


@record(frozen=True, slots=True)
class Named(Point):
    name: str = "a"


@record(frozen=True)
class Own:
    x: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own)

    def __hash__(self) -> int:
        return 7

    def __repr__(self) -> str:
        return "own"

    @cached_property
    def twice(self) -> int:
        return 2 * self.x


def test_records_of_equal_items_are_equal() -> None:
    assert Point(1, (2,), "a") == Point(1, (2,), "b") != Point(1, (3,))
    assert hash(Point(1, (2,), "a")) == hash(Point(1, (2,), "b"))
    assert Point(1) != Named(1)
    assert Point(1) != (1, ())
    assert Named(1, name="b") != Named(1)


def test_a_record_is_shown_as_a_dataclass_is() -> None:
    @dataclass(frozen=True)
    class Shown:
        x: int
        y: str = "b"

    name = Shown.__qualname__
    assert repr(Point(1, (2,))) == "Point(x=1, y=(2,))"
    assert repr(Named(1)) == "Named(x=1, y=(), name='a')"
    assert repr(record(frozen=True)(Shown)(1)) == f"{name}(x=1, y='b')"


def test_what_a_class_says_itself_stands() -> None:
    assert (Own(1), hash(Own(1)), repr(Own(1)), Own(4).twice) == (Own(2), 7, "own", 8)


def test_a_record_is_matched_copied_and_replaced() -> None:
    match Point(1, (2,)):
        case Point(x, y):
            assert (x, y) == (1, (2,))
    point = Named(1, (2,), name="c")
    assert copy(point) == point == deepcopy(point)
    assert replace(point, x=3) == Named(3, (2,), name="c")


def test_slots_hold_no_more() -> None:
    assert not hasattr(Point(1), "__dict__")
