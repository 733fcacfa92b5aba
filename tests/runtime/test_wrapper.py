"""The law of the generated wrappers: a call passes if and only if some sizes of the names make all its shapes right.

The oracle tries them all; it shares no line with the code under test.
"""

import inspect
import linecache
from itertools import product
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from dtensortypes import Tensor, TensorTypeError, checked
from dtensortypes.runtime.nodes import TensorHint
from dtensortypes.runtime.wrapper import predicate_of

AXES = ["a", "b", "2", "1", "_", "#a", "#b", "a+1", "2*a", "a-b", "#b+1", "a//2", "min(a,b)"]
RUNS = ["...", "*s", "*s", "*#s"]
SIZES = {
    "a+1": lambda a, b: a + 1,
    "2*a": lambda a, b: 2 * a,
    "a-b": lambda a, b: a - b,
    "b+1": lambda a, b: b + 1,
    "a//2": lambda a, b: a // 2,
    "min(a,b)": min,
    "a": lambda a, b: a,
    "b": lambda a, b: b,
    "2": lambda a, b: 2,
    "1": lambda a, b: 1,
}
LARGEST = 9


def axis_fits(word, size, a, b):
    return word == "_" or size == SIZES[word.lstrip("#")](a, b) or (word[0] == "#" and size == 1)


def run_fits(word, dims, s):
    if word == "*s":
        return dims == s
    try:
        return word == "..." or torch.broadcast_shapes(dims, s) == torch.Size(s)
    except RuntimeError:
        return False


def shape_fits(words, shape, a, b, s):
    at = next((i for i, word in enumerate(words) if word in RUNS), None)
    if at is None:
        return len(words) == len(shape) and all(axis_fits(w, n, a, b) for w, n in zip(words, shape, strict=True))
    right = len(words) - at - 1
    if len(shape) < at + right:
        return False
    ends = [*zip(words[:at], shape[:at], strict=True), *zip(words[at + 1 :], shape[len(shape) - right :], strict=True)]
    return all(axis_fits(w, n, a, b) for w, n in ends) and run_fits(words[at], shape[at : len(shape) - right], s)


def possible(declared, shapes):
    runs = {shape[i:j] for shape in shapes for i in range(len(shape) + 1) for j in range(i, len(shape) + 1)}
    runs |= {tuple(torch.broadcast_shapes(one, two)) for one, two in product(runs, runs) if compatible(one, two)}
    return any(
        all(shape_fits(words, shape, a, b, s) for words, shape in zip(declared, shapes, strict=True))
        for a, b, s in product(range(LARGEST), range(LARGEST), runs)
    )


def compatible(one, two):
    return all(1 in pair or pair[0] == pair[1] for pair in zip(one[::-1], two[::-1], strict=False))


@st.composite
def words(draw):
    axes = draw(st.lists(st.sampled_from(AXES), max_size=3))
    return [*axes[:1], *draw(st.lists(st.sampled_from(RUNS), max_size=1)), *axes[1:]]


@st.composite
def calls(draw):
    """Declared shapes, and shapes that are often what they say."""
    declared = [["a", "b"][: draw(st.integers(1, 2))], *draw(st.lists(words(), min_size=1, max_size=3))]
    if len(declared[0]) == 1:  # what min(a,b) says of an unknown b is not followed
        declared = [[word for word in one if word != "min(a,b)"] for one in declared]
    a, b = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    s = tuple(draw(st.lists(st.integers(0, 3), max_size=2)))

    def size(word):
        right = 3 if word == "_" else 1 if word[0] == "#" and draw(st.booleans()) else SIZES[word.lstrip("#")](a, b)
        return max(draw(st.sampled_from([right] * 10 + [1, 2])), 0)

    def shape(words):
        sizes = [n for word in words for n in (s if word in RUNS else (size(word),))]
        rank = draw(st.sampled_from([0] * 12 + [-1, 1])) + len(sizes)
        return tuple([*sizes, 1][: max(rank, 0)])

    return declared, [shape(words) for words in declared]


def passes(function, *arguments):
    try:
        function(*arguments)
    except TensorTypeError:
        return False
    return True


WRAPPINGS = [
    (lambda hint: hint, lambda x: x),
    (lambda hint: hint | None, lambda x: x),
    (lambda hint: list[hint], lambda x: [x]),
    (lambda hint: tuple[hint, int], lambda x: (x, 1)),
    (lambda hint: dict[str, hint], lambda x: {"x": x}),
    (lambda hint: hint | Tensor[Any, Any, "9 9 9"], lambda x: x),
]


@settings(max_examples=600)
@given(calls(), st.lists(st.sampled_from(WRAPPINGS), min_size=4, max_size=4), st.booleans())
def test_a_call_passes_if_and_only_if_some_sizes_make_it_right(call, wrappings, returns):
    declared, shapes = call
    hints = [hint(Tensor[Any, Any, " ".join(w)]) for w, (hint, _) in zip(declared, wrappings, strict=False)]
    values = [wrap(torch.empty(shape)) for shape, (_, wrap) in zip(shapes, wrappings, strict=False)]

    def f(x0=None, x1=None, x2=None, x3=None, /):
        return values[-1]

    names = [f"x{i}" for i in range(len(hints))]
    if returns:
        names[-1] = "return"
        # A size that the arguments do not bind is the return value's to bind; the oracle sees all at once.
    defaults = f.__defaults__
    f.__annotations__ = dict(zip(names, hints, strict=True))
    f.__defaults__ = None
    try:
        g = checked(f)
    except TypeError:  # a size that no call can tell
        return
    g.__defaults__ = defaults
    assert passes(g, *(values[:-1] if returns else values)) == possible(declared, shapes)


@pytest.mark.parametrize("count", [1, 40])
def test_the_source_of_a_wrapper_can_be_read(count):
    scope = {}
    names = [f"x{i}" for i in range(count)]
    exec(f"def f({', '.join(names)}): return x0", scope)  # noqa: S102 - a function of many parameters
    scope["f"].__annotations__ = dict.fromkeys([*names, "return"], Tensor[Any, Any, "n m"])
    wrapper = checked(scope["f"])
    assert wrapper(*[torch.zeros(2, 3)] * count).shape == (2, 3)
    source = linecache.getlines(wrapper.__code__.co_filename)
    assert source[0] == f"def f({', '.join(names)}):\n"
    assert any("x0.shape" in line for line in source)


def test_a_predicate_is_only_sure_of_yes():
    yes = predicate_of(TensorHint(*Tensor[Any, Any, "n n"].__tensor__))
    assert yes(torch.zeros(2, 2))
    assert not yes(torch.zeros(2, 3))
    assert not predicate_of(TensorHint(*Tensor[Any, Any, "{self.n}"].__tensor__))(torch.zeros(2))


@pytest.mark.parametrize(("wrap", "hint"), [(lambda x: x, lambda h: h), (lambda x: [x], lambda h: list[h])])
def test_a_very_long_signature(wrap, hint):
    scope = {}
    names = [f"x{i}" for i in range(120)]
    exec(f"def f({', '.join(names)}): return None", scope)  # noqa: S102 - as above
    scope["f"].__annotations__ = {name: hint(Tensor[Any, Any, f"n {name}"]) for name in names}
    wrapper = checked(scope["f"])
    wrapper(*[wrap(torch.zeros(2, 3))] * 120)
    with pytest.raises(TensorTypeError, match='argument "x119'):
        wrapper(*[wrap(torch.zeros(2, 3))] * 119, wrap(torch.zeros(3, 3)))


def returning(hint, *arguments):
    """A checked function that returns its last argument."""

    def f(x, y):
        return y

    f.__annotations__ = {**dict(zip("xy", arguments, strict=False)), "return": hint}
    return checked(f)


def test_a_run_that_the_return_value_does_not_widen_stays_as_it_was():
    hint = Tensor[Any, Any, "*#s"]
    assert passes(returning(hint, hint), torch.empty(1, 2), torch.empty(3, 1))
    assert not passes(returning(hint, hint), torch.empty(1, 2), torch.empty(3))


ROWS = Tensor[Any, Any, "n 3"] | Tensor[Any, Any, "3 n"]


def test_a_name_is_not_bound_by_the_member_of_a_union_that_does_not_fit():
    n, x = Tensor[Any, Any, "n"], torch.empty(7, 5)
    assert passes(returning(ROWS, n | None), None, torch.empty(3, 5))
    assert not passes(returning(ROWS, n | None), torch.empty(3), torch.empty(3, 5))
    assert passes(returning(n, Tensor[Any, Any, "n 3"] | Tensor[Any, Any, "_ 5"]), x, torch.empty(4))
    assert not passes(returning(n, Tensor[Any, Any, "n 3"] | Tensor[Any, Any, "n 5"]), x, torch.empty(4))


def test_a_shape_that_an_argument_may_have_bound_binds_the_return_value():
    hint = Tensor[Any, Any, "a b"]
    assert passes(returning(hint, hint | None), None, torch.empty(2, 3))
    assert passes(returning(hint, hint | None), torch.empty(2, 3), torch.empty(2, 3))
    assert not passes(returning(hint, hint | None), torch.empty(2, 3), torch.empty(2, 4))


@pytest.mark.parametrize(
    ("loose", "exact", "wrap"),
    [
        ("#n", "n", lambda x: [x]),
        ("#n", "n*n", lambda x: x),
        ("#n", "#n+1", lambda x: x.new_empty(2)),
        ("*#s", "*s", lambda x: [x]),
    ],
)
def test_what_broadcasts_does_not_hide_what_is_exact(loose, exact, wrap):
    def f(x, y, z):
        return z

    is_list = isinstance(wrap(torch.empty(1)), list)
    hint = Tensor[Any, Any, exact]
    returned = Tensor[Any, Any, "*#s" if "s" in loose else "n"]
    f.__annotations__ = {"x": Tensor[Any, Any, loose], "y": list[hint] if is_list else hint, "return": returned}
    g, one = checked(f), torch.empty(1)
    assert passes(g, one, wrap(one), one)
    assert not passes(g, one, wrap(one), torch.empty(3))
    assert not is_list or passes(g, one, [], torch.empty(3))


WORDS = [
    *("result", "sure", "heard", "Tensor", "function", "signature", "case", "fault", "closed"),
    *("len", "b", "n", "b_", "y_shape", "marked_0_", "args", "é"),
]


@given(st.permutations(WORDS), st.permutations(["b", "n", "result", "marked_1_"]))
def test_functions_of_one_form_differ_in_names_only(words, dims):
    """They share what was compiled, whatever their parameters, their dims and they themselves are called."""
    (name, x, y), (b, n) = words[:3], dims[:2]
    scope = {}
    exec(f"def {name}({x}, *, {y}): return {x}", scope)  # noqa: S102 - how else has it such names?
    hint = Tensor[Any, Any, f"{b} {n}"]
    scope[name].__annotations__ = {x: hint, y: Tensor[Any, Any, n], "return": hint}
    wrapper = checked(scope[name])
    right, wrong = {x: torch.zeros(2, 3), y: torch.zeros(3)}, {x: torch.zeros(2, 3), y: torch.zeros(4)}
    assert wrapper(**right) is right[x]
    assert list(inspect.signature(wrapper, follow_wrapped=False).parameters) == [x, y]
    with pytest.raises(TensorTypeError) as caught:
        wrapper(**wrong)
    reason = caught.value.problem.reason
    assert reason.startswith(f'argument "{y}" of "{name}" has shape')
    assert reason.endswith(f'dim 0 is 4, but "{n}" is 3 in "{x}"')
    assert f"def {name}({x}, *, {y}):" in "".join(linecache.getlines(wrapper.__code__.co_filename))
