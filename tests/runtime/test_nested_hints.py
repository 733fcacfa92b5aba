"""Random hints, nested in each other, and values that fit them more often than not: an obvious oracle says the same."""

import dataclasses
from dataclasses import dataclass
from typing import Any, NamedTuple, NotRequired, Optional, TypedDict, Union

import jaxtyping
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from dtensortypes import CPU, Float32, Tensor, TensorTypeError, checked
from dtensortypes.runtime.fields import fields_of


@dataclass
class Held:
    x: Any
    y: Any


def hints(leaf):
    def grown(inner):
        return st.one_of(
            st.tuples(st.just("list"), inner),
            st.tuples(st.just("dict"), inner),
            st.tuples(st.just("several"), inner),
            st.tuples(st.just("pair"), inner, inner),
            st.tuples(st.just("fields"), inner, inner),
            st.tuples(st.just("keys"), inner, inner),
            st.tuples(st.just("maybe"), inner),
            st.tuples(st.just("either"), inner, inner),
        )

    return st.recursive(leaf, grown, max_leaves=5)


SHAPES = ["a", "b", "a b", "3", "a 2"]
said = hints(st.sampled_from(SHAPES).map(lambda shape: ("tensor", shape)))


def hint_of(said):
    match said:
        case ("tensor", shape):
            return Tensor[Float32, CPU, shape]
        case ("list", inner):
            return list[hint_of(inner)]
        case ("dict", inner):
            return dict[str, hint_of(inner)]
        case ("several", inner):
            return tuple[hint_of(inner), ...]
        case ("pair", one, other):
            return tuple[hint_of(one), hint_of(other)]
        case ("fields", one, other):
            return dataclasses.make_dataclass("Made", [("x", hint_of(one)), ("y", hint_of(other))], bases=(Held,))
        case ("keys", one, other):
            return TypedDict("Made", {"x": hint_of(one), "y": NotRequired[hint_of(other)]})
        case ("maybe", inner):
            return Optional[hint_of(inner)]  # noqa: UP045
        case ("either", one, other):
            return Union[hint_of(one), hint_of(other)]  # noqa: UP007


def value_of(said, made, pick):
    """A value that is nearly what was said."""
    if pick.randrange(25) == 0:
        return pick.choice([None, torch.zeros(2), [], 3])
    match said:
        case ("tensor", shape):
            sizes = [int(word) if word.isdigit() else {"a": 2, "b": 3}[word] for word in shape.split()]
            return torch.zeros([size + (pick.randrange(12) == 0) for size in sizes])
        case ("list", inner):
            return [value_of(inner, made.__args__[0], pick) for _ in range(pick.randrange(3))]
        case ("dict", inner):
            return {str(i): value_of(inner, made.__args__[1], pick) for i in range(pick.randrange(3))}
        case ("several", inner):
            return tuple(value_of(inner, made.__args__[0], pick) for _ in range(pick.randrange(3)))
        case ("pair", one, other):
            return value_of(one, made.__args__[0], pick), value_of(other, made.__args__[1], pick)
        case ("fields", one, other):
            types = fields_of(made)
            return made(value_of(one, types["x"], pick), value_of(other, types["y"], pick))
        case ("keys", one, other):
            types = fields_of(made)
            whole = {"x": value_of(one, types["x"], pick), "y": value_of(other, types["y"], pick)}
            return whole if pick.randrange(2) else {"x": whole["x"]}
        case ("maybe", inner):
            return value_of(inner, made.__args__[0], pick) if pick.randrange(3) else None
        case ("either", one, other):
            members = getattr(made, "__args__", ()) if getattr(made, "__origin__", None) is Union else ()
            if len(members) != 2:
                return value_of(one, made, pick) if one[0] == "tensor" else None
            at = pick.randrange(2)
            return value_of((one, other)[at], members[at], pick)


def worlds(said, made, value, bound):
    """Each way to bind the names under which the value is what was said."""
    match said:
        case ("tensor", shape):
            if not isinstance(value, torch.Tensor) or value.ndim != len(shape.split()):
                return
            for word, size in zip(shape.split(), value.shape, strict=True):
                if (int(word) if word.isdigit() else bound.get(word, size)) != size:
                    return
                bound = bound if word.isdigit() else {**bound, word: size}
            yield bound
        case ("list", inner) if isinstance(value, list):
            yield from all_of([(inner, made.__args__[0], one) for one in value], bound)
        case ("dict", inner) if isinstance(value, dict):
            yield from all_of([(inner, made.__args__[1], one) for one in value.values()], bound)
        case ("several", inner) if isinstance(value, tuple):
            yield from all_of([(inner, made.__args__[0], one) for one in value], bound)
        case ("pair", one, other) if isinstance(value, tuple) and len(value) == 2:
            yield from all_of([(one, made.__args__[0], value[0]), (other, made.__args__[1], value[1])], bound)
        case ("fields", one, other) if isinstance(value, made):
            types = fields_of(made)
            yield from all_of([(one, types["x"], value.x), (other, types["y"], value.y)], bound)
        case ("keys", one, other) if isinstance(value, dict) and "x" in value:
            types = fields_of(made)
            parts = [(said, types[key], value[key]) for key, said in (("x", one), ("y", other)) if key in value]
            yield from all_of(parts, bound)
        case ("maybe", inner):
            yield from [bound] if value is None else worlds(inner, made.__args__[0], value, bound)
        case ("either", one, other):
            members = made.__args__ if getattr(made, "__origin__", None) is Union else (made, made)
            if len(members) == 2:
                yield from worlds(one, members[0], value, bound)
                yield from worlds(other, members[1], value, bound)


def all_of(parts, bound):
    if not parts:
        yield bound
        return
    for after in worlds(*parts[0], bound):
        yield from all_of(parts[1:], after)


def is_simple(said):
    """Whether Python keeps the union as it was said: it flattens one that is inside of another."""
    inner = [one for one in said[1:] if isinstance(one, tuple)]
    if said[0] in {"either", "maybe"} and (
        any(one[0] in {"either", "maybe"} for one in inner)
        or (len(inner) == 2 and hint_of(inner[0]) == hint_of(inner[1]))
    ):
        return False
    return all(map(is_simple, inner))


def test_an_obvious_oracle_says_the_same():
    verdicts = {True: 0, False: 0}

    @settings(derandomize=True, max_examples=200)  # or some runs would see too few of either verdict
    @given(said.filter(is_simple), st.randoms(use_true_random=False))
    def judged(said, pick):
        made = hint_of(said)

        @checked
        def f(value: made): ...

        for _ in range(5):
            value = value_of(said, made, pick)
            expected = any(True for _ in worlds(said, made, value, {}))
            verdicts[expected] += 1
            try:
                f(value)
            except TensorTypeError:
                assert not expected, (made, value)
            else:
                assert expected, (made, value)

    judged()
    assert min(verdicts.values()) > 50, verdicts


# --- under torch.compile


X = Tensor[Float32, CPU, "b n"]
JAX = jaxtyping.Float32[torch.Tensor, "b n"]


@dataclass
class Batch:
    image: X
    mask: X | None


class Pair(NamedTuple):
    left: X
    right: X


class Sample(TypedDict):
    image: X
    mask: NotRequired[X]


def made(one, other):
    return {
        list[X]: [one, other],
        dict[str, X]: {"a": one, "b": other},
        tuple[X, ...]: (one, other),
        tuple[X, X]: (one, other),
        Batch: Batch(one, other),
        Pair: Pair(one, other),
        Sample: {"image": one, "mask": other},
        X | list[X] | None: [one, other],
        list[Batch]: [Batch(one, None), Batch(other, None)],
        JAX | dict[str, X]: {"a": one, "b": other},
    }


@pytest.mark.parametrize("hint", made(None, None))
def test_the_graph_is_one(hint):
    @checked
    def f(value: hint, x: X) -> X:
        return x + 1

    compiled = torch.compile(f, fullgraph=True, dynamic=True, backend="eager")
    for size in (2, 3, 5):
        x = torch.zeros(size, 3)
        assert torch.equal(compiled(made(x, x)[hint], x), x + 1)
    with pytest.raises(Exception, match=r"a tensor is not what .* declares"):
        compiled(made(x, torch.zeros(7, 3))[hint], x)
