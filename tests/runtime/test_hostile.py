"""Arguments that raise, lie or never end when they are asked: a right verdict, no other error, and no value told."""

import dataclasses
import enum
import re
from collections import OrderedDict, UserDict, UserList, defaultdict
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple, TypedDict
from unittest.mock import MagicMock, Mock

import numpy as np
import pytest
import torch
from beartype import BeartypeConf, beartype

from dtensortypes import CPU, Float32, Tensor, TensorTypeError, checked

VALUE = "1234.5"  # what no message tells
Row = Tensor[Float32, CPU, "n"]
GOOD, BAD = torch.full((2,), float(VALUE)), torch.full((2,), float(VALUE), dtype=torch.float64)


class Trap(Exception):  # noqa: N818 - it must not get out
    """What the hostile raise."""


def trap(*_, **__):
    raise Trap(VALUE)


# --- those who raise


class Unspeakable:
    """Whatever it is asked, it raises."""

    __repr__ = __str__ = __format__ = __eq__ = __ne__ = __hash__ = __bool__ = __len__ = __iter__ = __next__ = trap
    __getitem__ = __contains__ = __lt__ = __int__ = __index__ = __float__ = __array__ = __call__ = __dir__ = trap
    __instancecheck__ = __subclasscheck__ = __reduce__ = __sizeof__ = trap

    def __getattr__(self, name):
        raise Trap(name)


class Classless(Unspeakable):
    """Not even its class can be asked."""

    __class__ = property(trap)


class Locked(Unspeakable):
    """It has no attribute at all."""

    def __getattribute__(self, name):
        raise Trap(name)


class Anonymous(type):
    """The class of a class that does not tell its name."""

    __repr__ = __str__ = __eq__ = trap
    __hash__ = type.__hash__

    def __getattribute__(cls, name):
        if name in {"__name__", "__qualname__", "__module__"}:
            raise Trap(name)
        return super().__getattribute__(name)


class Nameless(metaclass=Anonymous):
    pass


Empty = type("", (), {"__module__": None, "__qualname__": ""})

# --- those who lie


class Pretender:
    """It says that it is a tensor, and a right one."""

    __class__ = torch.Tensor
    dtype, device, shape, ndim, layout = torch.float32, torch.device("cpu"), torch.Size([2]), 1, torch.strided
    is_cpu, is_cuda, is_nested, is_sparse = True, False, False, False

    def size(self, dim=None):
        return self.shape if dim is None else 2

    def dim(self):
        return 1


class Agreeable(Pretender):
    """It is equal to everything, and has everything."""

    __class__ = object

    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash(None)

    def __getattr__(self, name):
        return self


class Array:
    """It looks like an array of numpy's."""

    shape, dtype = (2,), np.dtype("float32")

    @property
    def __array_interface__(self):
        raise Trap(VALUE)


NO_TENSORS = {
    "unspeakable": Unspeakable(), "classless": Classless(), "locked": Locked(), "nameless": Nameless(),
    "empty": Empty(), "pretender": Pretender(), "agreeable": Agreeable(), "array": Array(), "mock": Mock(),
    "magic": MagicMock(),
    "mocked tensor": Mock(spec=torch.Tensor), "magic tensor": MagicMock(spec=torch.Tensor), "object": object(),
    "numpy array": np.full(2, float(VALUE), dtype=np.float32), "numpy number": np.float32(VALUE), "None": None,
    "huge": 10**5_000, "float": float(VALUE), "str": VALUE, "bytes": VALUE.encode(), "module": torch, "set": {VALUE},
    "tensor class": torch.Tensor, "class": Unspeakable, "class without a name": Nameless, "Tensor": Tensor, "hint": Row,
    "size": torch.Size([2]), "list": GOOD.tolist(), "tuple": (GOOD,), "dict": {"x": GOOD}, "function": lambda: GOOD,
    "iterator": iter([GOOD]), "enum": enum.Enum("E", "A").A,
}  # fmt: skip
"""By name: pytest would ask the things themselves for one."""


@checked
def bare(x: Row) -> Row:
    return x


@checked
def perhaps(x: Row | None, y: Row) -> Row:
    return y


@checked
def either(x: Row | int | list[Row]) -> Any:
    return x


@checked
def items(x: list[Row]) -> list[Row]:
    return x


@checked
def sequence(x: Sequence[Row], y: Row) -> Sequence[Row]:
    return x


@checked
def entries(x: dict[str, Row], y: Row) -> dict[str, Row]:
    return x


@checked
def mapping(x: Mapping[str, Row]) -> Mapping[str, Row]:
    return x


@checked
def any_keys(x: dict[Any, Row]) -> Any:
    return x


@checked
def pair(x: tuple[Row, Row]) -> Any:
    return x


@checked
def variadic(*x: Row, **y: Row) -> None:
    return None


@checked
def beside(x: Any, y: Row) -> Any:
    return x


@checked
def returned(x) -> Row:
    return x


def refusal(function, *arguments, **keywords):
    """What a refusal says, which must tell nothing of any value; None where the call passes."""
    try:
        function(*arguments, **keywords)
    except TensorTypeError as error:
        text = str(error)
        assert VALUE not in text
        assert len(text) < 2_000
        assert re.match(r"(an item of )?(argument|return value|key|field|default)", text), text
        return text
    return None


@pytest.mark.parametrize("name", NO_TENSORS)
def test_what_is_no_tensor_is_refused(name):
    thing = NO_TENSORS[name]
    assert refusal(bare, thing)
    assert refusal(returned, thing)
    assert refusal(variadic, GOOD, thing)
    assert refusal(variadic, GOOD, y=thing)
    assert refusal(items, [GOOD, thing])
    assert refusal(sequence, (GOOD, thing), GOOD)
    assert refusal(entries, {"x": GOOD, "y": thing}, GOOD)
    assert refusal(pair, (GOOD, thing))
    if thing is not None:
        assert refusal(perhaps, thing, GOOD)


@pytest.mark.parametrize("name", NO_TENSORS)
def test_what_is_not_declared_may_be_anything(name):
    thing = NO_TENSORS[name]
    assert beside(thing, GOOD) is thing
    text = refusal(beside, thing, BAD)
    assert 'argument "y" of "beside" is float64, declared Float32 ("n")' in text


@pytest.mark.parametrize("name", [name for name in NO_TENSORS if name != "huge"])
def test_no_member_of_a_union(name):
    thing = NO_TENSORS[name]
    assert refusal(either, thing)


@pytest.mark.parametrize("name", NO_TENSORS)
def test_isinstance(name):
    thing = NO_TENSORS[name]
    assert not isinstance(thing, Row)
    assert not isinstance(thing, Tensor)


# --- tensors that raise or lie


class Subclass(torch.Tensor):
    """A tensor as any other."""


class Plain(torch.Tensor):
    """A tensor that torch functions do not treat as one of its own class."""

    __torch_function__ = torch._C._disabled_torch_function_impl


def odd(base, **attributes):
    """A tensor of a class of its own, which has these attributes."""
    return GOOD.as_subclass(type("Odd", (base,), attributes))


@pytest.mark.parametrize("base", [Subclass, Plain])
@pytest.mark.parametrize("names", [["dtype"], ["shape"], ["device", "is_cpu"]])
def test_a_tensor_that_does_not_tell_what_it_is(base, names):
    for raised in (Trap, RuntimeError, AttributeError, TypeError):

        def failing(_, raised=raised):
            raise raised(VALUE)

        x = odd(base, **dict.fromkeys(names, property(failing)))
        for text in (refusal(bare, x), refusal(items, [GOOD, x]), refusal(returned, x), refusal(perhaps, None, x)):
            assert text
            assert "that does not tell its dtype, device or shape" in text.splitlines()[0]
        assert not isinstance(x, Row)
        assert refusal(beside, x, BAD)


@pytest.mark.parametrize("base", [Subclass, Plain])
@pytest.mark.parametrize(
    ("lie", "right"),
    [
        ({"dtype": torch.float64}, False),
        ({"shape": torch.Size([2, 2])}, False),
        ({"device": torch.device("meta"), "is_cpu": False}, False),
        ({"ndim": 7, "size": trap, "dim": trap, "numel": trap, "is_cuda": True}, True),
        ({"__repr__": trap, "__eq__": trap, "__bool__": trap, "__len__": trap, "__iter__": trap, "tolist": trap}, True),
        ({"__getattr__": trap}, True),
        ({"__class__": property(lambda _: int)}, True),
    ],
    ids=["dtype", "shape", "device", "methods", "protocols", "getattr", "class"],
)
def test_a_tensor_is_taken_at_its_word(base, lie, right):
    x = odd(base, **{**lie, "__hash__": torch.Tensor.__hash__})
    for function in (bare, items, returned):
        text = refusal(function, [x] if function is items else x)
        assert (text is None) == right, text
    assert isinstance(x, Row) == right


def test_a_class_that_makes_trouble_of_every_operation():
    def forbidden(cls, func, types, args=(), kwargs=None):
        raise Trap(func)

    x = odd(torch.Tensor, __torch_function__=classmethod(forbidden))
    assert refusal(bare, x) is None
    assert refusal(items, [x, x]) is None
    assert refusal(perhaps, x, BAD)


# --- containers


class Liar(list):
    """Its length is a lie, and so are its items."""

    def __len__(self):
        return 10**6

    def __getitem__(self, index):
        raise Trap(VALUE)


class Raising(list):
    __iter__ = __len__ = __getitem__ = __contains__ = __repr__ = __eq__ = __bool__ = trap
    __hash__ = None


class Endless(list):
    """It goes on for ever."""

    def __iter__(self):
        return (GOOD for _ in count())

    def __len__(self):
        return 2


class Bottomless(Sequence):
    def __getitem__(self, index):
        return GOOD

    def __len__(self):
        return 2


class Moody(dict):
    """It changes whenever it is looked at."""

    def items(self):
        self[f"k{len(self)}"] = BAD
        return super().items()

    def __iter__(self):
        self[f"k{len(self)}"] = BAD
        return super().__iter__()

    __repr__ = trap


class RaisingDict(dict):
    __iter__ = __len__ = __getitem__ = items = keys = values = __contains__ = __repr__ = __eq__ = get = trap
    __hash__ = None


class Raiser(str):
    """A key that does not want to be printed."""

    __slots__ = ()
    __repr__ = __str__ = __format__ = __len__ = trap

    __hash__ = str.__hash__
    __eq__ = str.__eq__


class Number(int):
    __repr__ = __str__ = __format__ = trap


class Collider:
    """A key that is in no mood for comparisons."""

    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise Trap(VALUE)

    __repr__ = trap


@pytest.mark.parametrize("thing", [Raising([GOOD]), Raising([BAD])], ids=["good", "bad"])
def test_a_container_that_raises_is_refused(thing):
    for function in (items, either, lambda x: sequence(x, GOOD)):
        assert refusal(function, thing)
    assert refusal(beside, thing, BAD)
    assert beside(thing, GOOD) is thing


@pytest.mark.parametrize("thing", [RaisingDict(x=GOOD), RaisingDict(x=BAD)], ids=["good", "bad"])
def test_a_mapping_that_raises_is_refused(thing):
    for function in (mapping, any_keys, lambda x: entries(x, GOOD)):
        assert refusal(function, thing)
    assert refusal(beside, thing, BAD)


def test_a_length_that_lies():
    assert refusal(items, Liar([GOOD, GOOD])) is None
    assert refusal(items, Liar([GOOD, BAD]))
    assert refusal(beside, Liar([GOOD]), BAD)


def test_what_has_no_end_is_left():
    assert "that does not tell its items (ValueError)" in refusal(items, Endless([GOOD]))
    assert refusal(sequence, Endless([GOOD]), GOOD)
    assert refusal(either, Endless([GOOD]))
    assert refusal(beside, Endless([GOOD]), BAD)
    assert refusal(sequence, Bottomless(), BAD)


def test_a_mapping_that_changes_while_it_is_read():
    for function in (mapping, any_keys, lambda x: entries(x, GOOD)):
        assert refusal(function, Moody(x=GOOD))
    assert refusal(entries, Moody(), BAD)


def test_a_list_that_holds_itself():
    cycle = [GOOD]
    cycle.append(cycle)
    assert 'argument "x[1]" of "items" is a list' in refusal(items, cycle)
    assert refusal(beside, cycle, BAD)
    ring = {"x": GOOD}
    ring["ring"] = [ring, (ring,)]
    assert refusal(mapping, ring)
    assert refusal(beside, ring, BAD)
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert refusal(items, deep)
    assert refusal(beside, deep, BAD)
    while deep:  # Python itself would free it one in the other
        deep = deep.pop()


KEYS = {
    "raiser": Raiser("k"), "number": Number(7), "huge": 10**5_000, "negative": -(10**5_000), "collider": Collider(),
    "long": "k" * 100_000, "lines": "k\n\0", "bytes": b"k", "tuple": (1, (Raiser("k"),)), "float": 2.5, "None": None,
}  # fmt: skip


@pytest.mark.parametrize("name", KEYS)
def test_a_key_that_cannot_be_printed(name):
    key = KEYS[name]
    assert refusal(any_keys, {key: GOOD}) is None
    text = refusal(any_keys, {key: BAD})
    first, *_ = text.splitlines()
    assert re.search(r'argument "x\[.{1,80}\]" of "any_keys" is float64', first), first
    assert refusal(beside, {key: key}, BAD)
    if not isinstance(key, str):
        assert 'of "entries" is ' in refusal(entries, {key: GOOD}, GOOD)


@checked
def nested(x: dict[str, list[Row]]) -> Any:
    return x


@pytest.mark.parametrize("key", ["{0.__class__}", "{", "}", "{key}", "{0", "%s", "a{b}c", "\\"])
def test_a_key_is_no_format(key):
    assert f'argument "x[{key!r}][1]" of "nested" is float64' in refusal(nested, {key: [GOOD, BAD]})


def test_a_value_that_holds_its_items_many_times_over():
    value = [GOOD]
    for _ in range(60):
        value = [value, value]
    assert refusal(items, value)
    assert refusal(beside, value, BAD)


def test_numbers_are_told_where_they_are_short():
    assert "7" in refusal(beside, 7, BAD)
    assert refusal(beside, 10**5_000, BAD)
    assert refusal(beside, [Number(7), -(10**5_000)], BAD)


@pytest.mark.parametrize("make", [OrderedDict, lambda **x: defaultdict(list, x), UserDict, Mock, UserList])
def test_other_containers(make):
    value = make([GOOD]) if make is UserList else make(x=GOOD)
    if make in {UserDict, Mock, UserList}:
        assert refusal(entries, value, GOOD)
        assert refusal(items, value)
    else:
        assert refusal(entries, value, GOOD) is None
    assert refusal(beside, value, BAD)


# --- fields


class Named(NamedTuple):
    x: Row
    y: Any


@dataclasses.dataclass
class Record:
    x: Row
    y: Any = None


class Typed(TypedDict):
    x: Row


class Broken(Record):
    x = property(trap, lambda self, value: None)


@checked
def fields(x: Record) -> Any:
    return x


@checked
def typed(x: Typed) -> Any:
    return x


@checked
def named_fields(x: Named) -> Any:
    return x


def test_fields():
    assert refusal(fields, Record(GOOD, Unspeakable())) is None
    assert 'argument "x.x"' in refusal(fields, Record(BAD, Unspeakable()))
    assert refusal(fields, Broken(GOOD))
    assert refusal(fields, object.__new__(Record))
    assert refusal(fields, Mock(spec=Record))
    assert refusal(named_fields, Named(BAD, Unspeakable()))
    assert refusal(named_fields, (GOOD, 1))
    assert refusal(typed, {"x": BAD, 10**5_000: 1})
    assert refusal(typed, RaisingDict(x=GOOD))
    assert refusal(typed, Unspeakable())


@dataclasses.dataclass
class Node:
    x: Row
    next: "Node | None" = None


@checked
def linked(node: Node) -> Any:
    return node


def test_objects_that_lead_back_to_themselves():
    last = Node(GOOD)
    last.next = Node(GOOD, last)
    assert refusal(linked, last) is None
    last.next.x = BAD
    assert 'argument "node.next.x"' in refusal(linked, last)


# --- references


class Model:
    """Its size is what it is told to be."""

    def __init__(self, dim):
        self.given = dim

    @property
    def dim(self):
        return self.given() if callable(self.given) else self.given

    @checked
    def forward(self, x: Tensor[Any, Any, "{self.dim}"]) -> Tensor[Any, Any, "{self.dim}"]:
        return x


DIMS = {
    "str": "2", "None": None, "unspeakable": Unspeakable(), "classless": Classless(), "pretender": Pretender(),
    "trap": trap, "huge": 10**5_000, "list": [2], "tensor": GOOD, "ones": torch.ones(1), "number": Number(3),
    "negative": -2, "float": 2.5,
}  # fmt: skip
"""What is equal to the size is one, as 2.0 is: it is compared."""


@pytest.mark.parametrize("name", DIMS)
def test_a_reference_to_what_is_no_size(name):
    assert refusal(Model(DIMS[name]).forward, GOOD)


def test_a_reference_to_a_size():
    for dim in (2, Number(2), torch.Size([2])[0]):
        assert refusal(Model(dim).forward, GOOD) is None


# --- what is beartype's


CONF = BeartypeConf(is_random=False)


@checked
def ints(x: int, y: Row) -> Any:
    return x


def lone(x: int) -> Any:
    return x


def ours_and_beartypes(thing):
    """What becomes of it in a place that is beartype's: with us, and with beartype alone."""
    for function, arguments in [(ints, (thing, GOOD)), (beartype(conf=CONF)(lone), (thing,))]:
        try:
            function(*arguments)
        except Exception as error:  # noqa: BLE001 - beartype asks what it refuses for its words
            yield type(error)
        else:
            yield None


@pytest.mark.parametrize("name", NO_TENSORS)
def test_what_is_no_tensors_is_beartypes(name):
    ours, beartypes = ours_and_beartypes(NO_TENSORS[name])
    assert ours is beartypes
    assert (ours is None) == (name == "huge")
