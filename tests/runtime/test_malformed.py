"""Malformed shapes and hints: each reads as something sensible or is refused, at the character; none is ever run."""

import ast
import builtins
import random
import re
import types
from collections import Counter
from typing import Any, Generic, NewType, ParamSpec, TypeVar, TypeVarTuple

import jaxtyping
import numpy as np
import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dtensortypes import CPU, CUDA, Float32, Int64, NotationError, Tensor, checked
from dtensortypes.core.facts.dim import Applied, Dim
from dtensortypes.core.facts.pattern import Pattern

VALID = [
    "b n", "b 3 n+1", "*batch n", "... n", "#b *#s 3", "n=4 _", "_b min(n,m) n", "{self.dim} n", "(n+1)//2 n",
    "n**2 -1", "b=#n", "max(n,2)*m", "n%m m n", "{sizes[0]}+1", "in lambda", "1_000", "",
]  # fmt: skip
STRAYS = [
    *"()[]{}<>*#_?=+-/%@!&|^~,.;:'\"\\`$ \t\n\0ßﬁ²٣é\ud800\u202e",
    "...",
    "**",
    "//",
    "==",
    ":=",
    "->",
    " n",
    "if",
    "{",
    "0x",
]
ATTACKS = [
    "__import__('os').system('x')", "n**10**10**10", "(lambda:1)()", "{self.x()}", "{open('f')}", "{self.__class__}",
    "{self.__class__.__init__.__globals__}", "{0.__class__}", "{self!r}", "{self:>99999999}", "exec('x')", "eval(n)",
    "[n for n in m]", "n if m else n", "f'{n}'", "{[].append(1)}", "n:=3", "print(n)", "n.real", "n[0]", "*[n]", "b'n'",
    "9**8**8", "((9**8)**8)**8", "9" * 20, "9" * 5_000, "n*" + "9" * 5_000, "1e999", "0x" + "f" * 99,
    "(" * 200 + "n" + ")" * 200,
    "-" * 99_999 + "n", "n" * 100_000, "n+" * 50_000 + "n", "(" * 100_000, "{" * 100_000,
    "n//2" * 25_000, "min(" * 30_000,
    "(a+b+c+d+e+f+g+h)**8", "n" + "//m" * 600, "n\0", "\ud800", "n\N{RIGHT-TO-LEFT OVERRIDE}", "n\\", "n\\\n+1",
]  # fmt: skip
"""Each of them is, or has in it, a word that is no arithmetic on names, or more of it than can be computed."""


@st.composite
def slips(draw):
    """A valid shape with a few characters gone, doubled, moved or out of place."""
    pick = random.Random(draw(st.integers(0, 2**32)))  # noqa: S311 - slips, not secrets
    text = list(pick.choice(VALID) + pick.choice(["", " " + pick.choice(VALID)]))
    for _ in range(pick.randint(1, 4)):
        at = pick.randint(0, len(text))
        match pick.choice(["insert", "insert", "delete", "double", "move"]):
            case "insert":
                text.insert(at, pick.choice(STRAYS))
            case "delete":
                del text[at : at + 1]
            case "double":
                text[at:at] = text[at : at + pick.randint(1, 3)]
            case "move":
                text.insert(pick.randint(0, len(text)), text.pop(at) if at < len(text) else "n")
    return "".join(text)


def read(text):
    """The pattern that the text says, or None where it is refused as it must be."""
    try:
        pattern = Tensor[Float32, CPU, text].__tensor__[2]
    except NotationError as error:
        assert_points_at_a_character(error, text)
        return None
    assert isinstance(pattern, Pattern)
    return pattern


def assert_points_at_a_character(error, text):
    reason, shown, caret = str(error).split("\n")
    assert reason == error.reason
    assert error.text == text
    assert 0 <= error.position < len(text)
    char = text[error.position]
    assert shown[caret.index("^")] == (char if char.isprintable() else "\N{REPLACEMENT CHARACTER}")
    assert len(str(error)) < 500
    assert "\n" not in error.line


def is_arithmetic(dim):
    """Whether a dim is nothing but sums, products and the four functions of names and numbers."""
    return isinstance(dim, Dim) and all(
        type(factor) is int and all(map(is_atom, product)) for product, factor in dim.terms
    )


def is_atom(atom):
    if isinstance(atom, Applied):
        return atom.function in {"//", "%", "min", "max"} and all(map(is_arithmetic, atom.arguments))
    if not atom.startswith("{"):
        return atom.isidentifier()
    nodes = list(ast.walk(ast.parse(atom[1:-1], mode="eval")))
    allowed = ast.Expression | ast.Name | ast.Attribute | ast.Subscript | ast.Constant | ast.Load
    dunder = any(isinstance(node, ast.Attribute) and node.attr.startswith("__") for node in nodes)
    return all(isinstance(node, allowed) for node in nodes) and not dunder


def test_a_slip_is_read_as_something_sensible_or_refused_at_the_character():
    verdicts = Counter()

    @settings(max_examples=2500)
    @given(slips() | st.text(max_size=20))
    @example("n +1")
    def judged(text):
        pattern = read(text)
        verdicts[pattern is None] += 1
        if pattern is not None:
            dims = [axis.dim for axis in pattern.axes if isinstance(axis.dim, Dim)]
            assert all(map(is_arithmetic, dims))
            assert read(pattern.notation) == pattern

    judged()
    assert verdicts[True] > 1000, verdicts
    assert verdicts[False] > 300, verdicts


@pytest.mark.parametrize("text", ATTACKS, ids=lambda text: repr(text[:30]))
def test_an_attack_is_refused_at_the_character(text):
    if text == "n if m else n":  # five names
        assert read(text).notation == text
    else:
        assert read(text) is None
        assert read(f"b {text} n") is None


def test_nothing_is_run(monkeypatch):
    def forbidden(*_, **__):
        raise AssertionError

    read("b n+1 {self.dim}")  # what is imported late is there
    for name in ("eval", "exec", "compile", "open", "print", "input", "__import__"):
        monkeypatch.setattr(builtins, name, forbidden)
    try:
        texts = [*VALID, *ATTACKS]
        verdicts = [read(f"{text} nothing_is_run") for text in texts]
    finally:
        monkeypatch.undo()
    assert sum(one is None for one in verdicts) == len(ATTACKS) - 1


def test_the_judge_of_arithmetic_can_say_no():
    assert not is_arithmetic(Dim.of("n.x"))
    assert not is_arithmetic(Dim.of("{self.f()}"))
    assert not is_arithmetic(Dim.of("{self.__class__}"))
    assert is_arithmetic(Dim.of("n") * 2 + 1)


# --- what is no text


class Unspeakable:
    """Whoever asks it anything gets an error."""

    def __repr__(self):
        raise RuntimeError

    __str__ = __hash__ = __eq__ = __len__ = __bool__ = __iter__ = __repr__

    def __getattr__(self, name):
        raise RuntimeError


class Endless(type):
    """The class of a class that has everything."""

    def __getattr__(cls, name):
        return cls


class Everything(metaclass=Endless):
    pass


SECRET = 123456.5
T, P, Ts = TypeVar("T"), ParamSpec("P"), TypeVarTuple("Ts")
THINGS = [
    None, ..., 0, -1, 3.5, True, 10**5000, 1j, b"b n", [], ["b n"], {}, {1}, object(), object, int, str, bool, type,
    torch, torch.float32, torch.device("cpu"), torch.Tensor, torch.nn.Parameter, torch.full((2,), SECRET),
    np.full(2, SECRET), np.float32, lambda: 1, print, types, slice(1, 2), range(3), Tensor, Tensor[Float32],
    Tensor[Float32, CPU, "n"], list[int], dict[str, int], list[Tensor], Any | None, int | str, Float32 | None,
    Float32 | CPU, CPU | Float32, T, P, Ts, Generic, NewType("N", int), TypeVar("C", int, str), TypeVar("B", bound=int),
    TypeVar("F", bound="Later"), "", "b n", "float32", "cpu", "cuda:0", jaxtyping.Float32[torch.Tensor, "n"],
    Unspeakable(), Unspeakable, Everything, NotImplemented, SECRET, [SECRET], (SECRET,),
]  # fmt: skip


def hint_of(*places):
    """The error of a hint, or None where it is one."""
    try:
        Tensor[places]
    except (TypeError, NotationError) as error:
        return error
    return None


def assert_clear(error):
    assert isinstance(error, TypeError | NotationError)
    first = str(error).splitlines()[0]
    assert 10 < len(first) < 400
    assert str(SECRET) not in first or type(error) is TypeError
    assert "tensor(" not in first
    assert "array(" not in first


@pytest.mark.parametrize("thing", THINGS, ids=lambda thing: type(thing).__name__)
def test_a_thing_in_a_place_is_that_or_refused(thing):
    is_text = isinstance(thing, str)
    for error, right in [
        (hint_of(thing), False),
        (hint_of(thing, CPU, "n"), False),
        (hint_of(Float32, thing), False),
        (hint_of(Any, thing, "n"), False),
        (hint_of(Float32, CPU, thing), is_text),
    ]:
        if right and error is None:
            continue
        assert_clear(error)
    assert_clear(hint_of(Float32, CPU, "n", thing))


@pytest.mark.parametrize(
    "places", [(), (CPU, Float32), ("n", CPU, Float32), (Float32, "n"), (Float32, CPU, "n", "m"), (Float32, CUDA[1], 3)]
)
def test_misplaced(places):
    assert_clear(hint_of(*places))


def test_subscribed_again():
    for places in (Float32, (Float32, CPU), "n"):
        with pytest.raises(TypeError, match="type variable"):
            Tensor[Float32, CPU, "n"][places]


# --- signatures


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (Tensor[Float32, CPU, "n*m"], "can tell the size"),
        (Tensor[Float32, CPU, "{nobody.dim}"], "no parameter for {nobody.dim}"),
        (Tensor[Float32, CPU, "{é}"], "no parameter for {é}"),
    ],
)
def test_what_no_call_can_tell(hint, words):
    def f(x):
        return x

    f.__annotations__ = {"x": hint}
    with pytest.raises(TypeError, match=re.escape(words)):
        checked(f)


@pytest.mark.parametrize("text", [*ATTACKS, "b n,m", "n..."], ids=lambda text: repr(text[:30]))
def test_a_postponed_annotation_is_refused_as_well(text):
    def f(x):
        return x

    f.__annotations__ = {"x": f"Tensor[Float32, CPU, {text!r}]"}
    if text == "n if m else n":
        assert checked(f)
        return
    with pytest.raises((TypeError, NotationError)):
        checked(f)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("ﬁ fi", (3, 3)),
        ("in in+1", (3, 4)),
        ("print min max", (3, 4, 5)),
        ("n n_ n___", (3, 4, 5)),
        ("x y Tensor", (3, 4, 5)),
        ("self type len", (3, 4, 5)),
        ("True None lambda", (3, 4, 5)),
        ("result fault signature", (3, 4, 5)),
        ("x_shape x_shape_1 *x_shape", (3, 4, 5)),
        ("s s_run *s", (3, 4, 5)),
        ("é Straße 名", (3, 4, 5)),
    ],
)
def test_no_name_of_a_dim_gets_in_the_way(text, shape):
    def f(x, y, type, len):  # noqa: A002 - names that the wrapper itself might use
        return y

    f.__annotations__ = {"x": Tensor[Any, Any, text], "return": Tensor[Any, Any, text]}
    function, x = checked(f), torch.zeros(shape)
    assert function(x, x, 1, 2) is x
    with pytest.raises(TypeError, match=r'return value of "f" has shape'):
        function(x, torch.zeros((*shape[:-1], 9)), 1, 2)


def test_other_dtypes_and_devices_are_not_looked_up_by_their_name():
    assert hint_of(Int64, CPU, "n") is None
    assert isinstance(hint_of("Int64", "CPU", "n"), TypeError)
