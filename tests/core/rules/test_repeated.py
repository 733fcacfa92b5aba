"""Two calls have one key only where nothing tells them apart: what is equal need not be the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import CPU, CUDA, Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT, FLOAT16, FLOAT32, DType
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, LayerFact, Slice, Value
from dtensortypes.core.rules.repeated import Key, key_of, once_per_object
from dtensortypes.core.rules.state import PLAIN, State

CHOICE = OneOf(FLOAT.members)
leaves = st.sampled_from(
    [0, 1, False, True, 0.0, 1.0, 1j, "a", "b", None, ..., UNKNOWN, Dim.of(1), Shape.of(1), FLOAT16, FLOAT, CHOICE]
    + [LayerFact("f", (("bias", bias),)) for bias in (True, 1)]
    + [
        TensorFact(FLOAT32, device, shape)
        for device in (CPU, CUDA, Device("cuda", 0), UNKNOWN)
        for shape in (Shape.of(), Shape.of(0), Shape.of("n", 1), Shape.of(1, "n"), Shape.of(UNKNOWN), UNKNOWN_SHAPE)
    ]
    + [TensorFact(dtype) for dtype in (FLOAT32, FLOAT, CHOICE, Var("D", FLOAT), Var("D", CHOICE), UNKNOWN)]
)
values: st.SearchStrategy[Value] = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=2).map(tuple) | st.builds(Items, inner) | st.builds(Slice, inner, inner, inner)
    ),
    max_leaves=4,
)
calls = st.tuples(st.lists(values, max_size=2), st.dictionaries(st.sampled_from("ab"), values, max_size=2))


def key(args: list[Value], kwargs: dict[str, Value], state: State = PLAIN) -> Key | None:
    return key_of("f", args, kwargs, state)


@given(calls, calls)
def test_one_key_is_one_call(one: tuple[list[Value], dict[str, Value]], other: tuple[list[Value], dict[str, Value]]):
    keys = key(*one), key(*other)
    # What is printed tells all, but for the order of a choice's members.
    if keys[0] is not None and keys[0] == keys[1]:
        assert repr(one) == repr(other)


@given(calls)
def test_the_same_call_has_the_same_key(call: tuple[list[Value], dict[str, Value]]) -> None:
    assert key(*call) == key(*call)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1], [True]), ([1], [1.0]), ([(1, 2)], [1, 2]), ([(1,), 2], [(1, 2)]), ([Items(1)], [Items(True)]),
        ([Slice(1)], [Slice(True)]), ([TensorFact(FLOAT)], [TensorFact(CHOICE)]), ([], [None]), ([Dim.of(1)], [1]),
        ([LayerFact("f", (("bias", True),))], [LayerFact("f", (("bias", 1),))]),
        ([TensorFact(Var("D", FLOAT))], [TensorFact(Var("D", CHOICE))]),
    ],
)  # fmt: skip
def test_what_is_equal_and_not_the_same(one: list[Value], other: list[Value]) -> None:
    assert None is not key(one, {}) != key(other, {})
    assert key([], {"a": one[0]} if one else {}) != key([], {"a": other[0]})


def test_the_state_and_the_words_are_told() -> None:
    assert key([], {}) != key([], {}, State(autocast=FLOAT16)) != key([], {}, State(autocast=FLOAT32))
    assert key([], {"a": 1}) != key([], {"b": 1}) != key([1], {})


def test_what_cannot_be_told_is_not_remembered() -> None:
    assert key([ArrayFact()], {}) is None
    assert key([], {}, State(FLOAT)) is None


def test_an_object_is_asked_once_and_an_equal_one_for_itself():
    asked = []

    @once_per_object
    def size(words):
        asked.append(words)
        return len(words)

    one, equal = ["a"], ["a"]
    assert [size(one), size(one), size(equal)] == [1, 1, 1]
    assert [id(words) for words in asked] == [id(one), id(equal)]


def test_more_objects_than_are_remembered_are_answered_for_themselves():
    first = once_per_object(lambda words: words[0])
    lists = [[number] for number in range(10_000)]
    assert [first(one) for one in lists] == [first(one) for one in lists] == list(range(10_000))


@pytest.mark.parametrize("choice", [FLOAT, CHOICE, Var("D", FLOAT)])
def test_a_choice_is_remembered(choice: OneOf[DType] | Var[DType]) -> None:
    assert key([choice], {"dtype": choice}) is not None
