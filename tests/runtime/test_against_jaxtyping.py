"""jaxtyping judges our shape grammar: the same texts, the same tensors and calls accepted, but for the table below."""

import ast
import random
import re
import types
from collections import Counter
from itertools import product
from typing import Any, NamedTuple

import jaxtyping
import pytest
import torch
from beartype import beartype
from beartype.roar import BeartypeCallHintViolation
from hypothesis import given, settings
from hypothesis import strategies as st

from dtensortypes import NotationError, Tensor, TensorTypeError, checked


class Difference(NamedTuple):
    """What is meant to be otherwise, with a text that shows it; the reference documents these."""

    what: str
    text: str
    jaxtypings: str
    ours: str


DIFFERENCES = [
    Difference("trees of arrays", "?n", "accepted", "refused at `?`: a tensor is no tree"),
    Difference("code that is no arithmetic", "len(n)", "evaluated at the call", "refused at the character"),
    Difference("fractions", "n/2", "evaluated at the call", "refused at `/`: write `//`"),
    Difference("powers of 9 and more, or of a name", "2**n", "evaluated at the call", "refused at the exponent"),
    Difference("division by 0", "n//0", "an error at the call", "refused at the divisor"),
    Difference("a dim of degree 17 and more", "(n**8)**8", "evaluated at the call", "refused at the power"),
    Difference("broken expressions", "n+", "an error at the call", "refused at the character"),
    Difference("numbers that are not decimal", "0x10+n", "evaluated at the call", "refused at the character"),
    Difference("an anonymous name in an expression", "n+_m", "an error at the call", "refused at the name"),
    Difference("an axis without its name", "b=", "a name without letters", "refused at the character"),
    Difference("a label that is no name", "3=n", "accepted", "refused at the label"),
    Difference("format specifications", "{n:02}", "evaluated at the call", "refused at the character"),
]
"""Texts that jaxtyping takes and we don't; there are none the other way round. Below: what each says of calls."""

CALLS = [
    Difference("an expression before its names", "n+1 n", "an error at the call", "solved"),
    Difference(
        "a size that no argument tells",
        "n*m",
        "an error at the call, unless it is `#n*m` and 1",
        "refused at `@checked`",
    ),
    Difference("a keyword in an expression", "in in+1", "an error at the call", "a name like any other"),
    Difference("one name in letters of two kinds", "ﬁ fi", "two names", "one, as in Python"),
    Difference("isinstance(x, hint) in a checked function", "n", "dims of the call", "dims of its own"),
]

# --- the two sides


def jaxtyping_says(ask):
    """What it says, or None where it cannot: an error that is no refusal."""
    try:
        return ask() is not False
    except jaxtyping.TypeCheckError as error:
        cause = error
        while cause.__cause__ is not None:
            cause = cause.__cause__
        return False if isinstance(cause, BeartypeCallHintViolation) else None
    except (jaxtyping.AnnotationError, ArithmeticError, SyntaxError, TypeError, AttributeError):
        return None


def we_say(ask):
    try:
        return ask() is not False
    except TensorTypeError:
        return False


def of_jaxtyping(text):
    try:
        return jaxtyping.Float32[torch.Tensor, text]
    except ValueError:
        return None


def of_ours(text):
    try:
        return Tensor[jaxtyping.Float32, Any, text]
    except NotationError:
        return None


# --- texts


def arithmetic(text):
    """Whether Python reads arithmetic that has a value for some sizes, within the powers that we allow."""
    if re.search(r"#|\b0[box]", text, re.IGNORECASE):
        return False
    try:
        tree = ast.parse(text, mode="eval").body
    except SyntaxError:
        return False
    names = sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)})
    if not is_arithmetic(tree):
        return False
    values = [value(tree, dict(zip(names, sizes, strict=True))) for sizes in product([2, 3, 5], repeat=len(names))]
    return any(one is not None and abs(one) < 10**12 for one in values)


def is_arithmetic(node):
    match node:
        case ast.Constant(value=number):
            return type(number) is int
        case ast.Name(id=name):
            return not name.startswith("_")
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            return is_arithmetic(operand)
        case ast.BinOp(op=ast.Pow(), left=left, right=right):
            return is_arithmetic(left) and is_arithmetic(right) and value(right, {}) in range(9)
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.FloorDiv() | ast.Mod(), left=left, right=right):
            return is_arithmetic(left) and is_arithmetic(right)
        case ast.Call(func=ast.Name(id="min" | "max"), args=[_, _, *_] as parts, keywords=[]):
            return all(map(is_arithmetic, parts))
        case ast.Set(elts=[ast.Name()]):
            return True
    return False


def value(tree, sizes):
    scope = {"__builtins__": {}, "min": min, "max": max, **sizes}
    try:
        return eval(ast.unparse(tree).replace("{", "").replace("}", ""), scope)  # noqa: S307 - it has been looked at
    except (ZeroDivisionError, NameError):
        return None


def excused(text):
    """Whether a text that jaxtyping takes and we don't is in the table, by what jaxtyping makes of it."""
    if "?" in text:
        return True
    labels = [word.lstrip("#*_?").rpartition("=")[0] for word in text.split() if "=" in word]
    return any(
        getattr(dim, "name", "n") == "" or (hasattr(dim, "elem") and not arithmetic(dim.elem))
        for dim in of_jaxtyping(text).dims
    ) or any(not label.isidentifier() for label in labels)


@settings(max_examples=1500)
@given(st.text("ab12+-*/%()#_=?., {}", max_size=8) | st.text("ab2+*#_= ", max_size=7))
def test_the_same_texts_are_accepted(text):
    theirs, ours = of_jaxtyping(text) is not None, of_ours(text) is not None
    assert ours == theirs or (theirs and excused(text))


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda one: one.what)
def test_the_table_of_texts_is_true(difference):
    assert of_jaxtyping(difference.text) is not None
    assert of_ours(difference.text) is None
    assert excused(difference.text)


# --- tensors and calls

NAMES = ["a", "b", "in"]
RUNS = ["...", "*s", "*s", "*#s", "*_s", "*in"]
PLAIN = [
    "a",
    "b",
    "a",
    "b",
    "in",
    "_",
    "_a",
    "1",
    "2",
    "3",
    "02",
    "1_0",
    "+2",
    "-1",
    "k=3",
    "k=a",
    "k=_",
    "{k}",
    "{k}+a",
]
JOINS = ["{}+{}", "{}-{}", "{}*{}", "{}//{}", "{}%{}", "min({},{})", "max({},{})", "max({},{},2)", "({})*{}", "-{}+{}"]
SPACES = [" ", " ", " ", "  ", "\t", "\n", "\u3000"]
K = 2


@st.composite
def expressions(draw):
    leaves = ["a", "b", "a", "b", "1", "2", "3", "a**2", "b**0"]
    parts = [draw(st.sampled_from(leaves)) for _ in range(draw(st.integers(2, 4)))]
    while len(parts) > 1:
        joined = draw(st.sampled_from(JOINS)).format(parts.pop(), parts.pop())
        parts.append(draw(st.sampled_from(["{}", "({})"])).format(joined))
    return parts[0]


words = st.tuples(st.sampled_from(["", "", "", "#"]), st.sampled_from(PLAIN) | expressions()).map("".join)


@st.composite
def texts(draw):
    """A shape of a few axes, most of them names, and the words of it."""
    axes = draw(st.lists(words, max_size=4))
    if draw(st.booleans()):
        axes.insert(draw(st.integers(0, len(axes))), draw(st.sampled_from(RUNS)))
    return [word for word in axes if not word.startswith("#_") and "#k=_" not in word]


def right_size(word, sizes, pick):
    """The size that a word says, where the names have these sizes."""
    if word.startswith("#"):
        return pick.choice([1, right_size(word[1:], sizes, pick)])
    if word.startswith("_") or word == "k=_":
        return pick.randrange(4)
    said = word.removeprefix("k=").replace("{k}", str(K)).replace("in+", "b+")
    if said.isidentifier():
        return sizes[said]
    try:
        return eval(said.lstrip("0") or "0", {"min": min, "max": max}, dict(sizes))  # noqa: S307 - words made above
    except ZeroDivisionError:
        return 1


def shape_of(words, sizes, runs, pick):
    """The shape that the words say, or one that is nearly that."""
    shape = []
    for word in words:
        if word in RUNS:
            run = runs.get(word.lstrip("*#"), [pick.randrange(3)])
            shape += [pick.choice([1, n]) for n in run][pick.randrange(2) :] if "#" in word else run
        else:
            shape.append(right_size(word, sizes, pick))
    if shape and pick.random() < 0.25:
        shape[pick.randrange(len(shape))] += pick.choice([-1, 1])
    if pick.random() < 0.05:
        shape = [*shape, 1] if pick.random() < 0.5 else shape[1:]
    return tuple(min(max(size, 0), 40) for size in shape)


@st.composite
def cases(draw, count):
    """Shape texts, and shapes that fit them more often than not."""
    declared = [draw(texts()) for _ in range(count)]
    if draw(st.sampled_from([True, True, True, False])):
        declared[0] = [*NAMES, *declared[0]]  # so that jaxtyping knows the names of expressions
    pick = random.Random(draw(st.integers(0, 2**32)))  # noqa: S311 - shapes, not secrets
    sizes = {name: pick.randrange(4) for name in NAMES}
    runs = {"s": [pick.randrange(3) for _ in range(pick.randrange(3))], "in": [pick.randrange(3)]}
    spaced = ["".join(word + pick.choice(SPACES) for word in words).rstrip(" ") for words in declared]
    return spaced, [shape_of(words, sizes, runs, pick) for words in declared]


def test_the_same_tensors_are_accepted():
    verdicts = Counter()

    @settings(max_examples=2000)
    @given(cases(1))
    def judged(case):
        (text,), (shape,) = case
        x = torch.empty(shape)
        theirs = jaxtyping_says(lambda: isinstance(x, of_jaxtyping(text)))
        ours = isinstance(x, of_ours(text))
        verdicts[theirs] += 1
        assert theirs in {None, ours}

    judged()
    assert min(verdicts[True], verdicts[False]) > 250, verdicts


def of_none(k, returns):
    return returns


def of_one(x0, k, returns):
    return returns


def of_two(x0, x1, k, returns):
    return returns


def of_three(x0, x1, x2, k, returns):
    return returns


def annotated(count, hints):
    """A function of so many tensors, a size, and what it returns."""
    function = types.FunctionType([of_none, of_one, of_two, of_three][count].__code__, globals())
    names = [*(f"x{i}" for i in range(count)), "return"]
    function.__annotations__ = {"k": int, **dict(zip(names, hints, strict=True))}
    return function


def test_the_same_calls_are_accepted():
    verdicts = Counter()

    @settings(max_examples=1200)
    @given(st.integers(1, 3).flatmap(lambda count: cases(count + 1)))
    def judged(case):
        texts, shapes = case
        *arguments, result = map(torch.empty, shapes)
        judge = jaxtyping.jaxtyped(annotated(len(arguments), map(of_jaxtyping, texts)), typechecker=beartype)
        theirs = jaxtyping_says(lambda: judge(*arguments, K, result) is result)
        verdicts[theirs] += 1
        try:
            ours = checked(annotated(len(arguments), map(of_ours, texts)))
        except TypeError:  # a size that no argument tells: jaxtyping does not get to it, or it is broadcast from 1
            assert theirs in {None, False} or any(word.startswith("#") for text in texts for word in text.split())
        else:
            assert theirs in {None, we_say(lambda: ours(*arguments, K, result) is result)}

    judged()
    assert min(verdicts[True], verdicts[False]) > 200, verdicts


@pytest.mark.parametrize(
    ("text", "shape", "ours"), [("n+1 n", (3, 2), True), ("n+1 n", (3, 3), False), ("in in+1", (2, 3), True)]
)
def test_what_jaxtyping_cannot_say(text, shape, ours):
    assert jaxtyping_says(lambda: isinstance(torch.empty(shape), of_jaxtyping(text))) is None
    assert isinstance(torch.empty(shape), of_ours(text)) == ours


def test_a_size_that_no_argument_tells():
    judge = jaxtyping.jaxtyped(annotated(0, [of_jaxtyping("n*m")]), typechecker=beartype)
    assert jaxtyping_says(lambda: judge(K, torch.empty(2))) is None
    with pytest.raises(TypeError, match=r'no call of .* can tell the size "m\*n"'):
        checked(annotated(0, [of_ours("n*m")]))


def test_a_name_is_the_one_that_python_reads():
    assert isinstance(torch.empty(2, 3), of_jaxtyping("ﬁ fi"))
    assert not isinstance(torch.empty(2, 3), of_ours("ﬁ fi"))


def test_an_isinstance_has_dims_of_its_own():
    hints = {of: of("n") for of in (of_jaxtyping, of_ours)}

    def nested(x, hint):
        return isinstance(torch.empty(3), hint)

    nested.__annotations__ = {"x": hints[of_jaxtyping]}
    assert not jaxtyping.jaxtyped(nested, typechecker=beartype)(torch.empty(2), hints[of_jaxtyping])
    nested.__annotations__ = {"x": hints[of_ours]}
    assert checked(nested)(torch.empty(2), hints[of_ours])


# --- dtypes

DTYPES = sorted({one for one in vars(torch).values() if isinstance(one, torch.dtype)}, key=str)
SHELLS = {f"{kind}{bits}" for kind in ("int", "uint") for bits in range(1, 8)}
"""Torch's integers of 1 to 7 bits have no operations, and no name of ours; jaxtyping names those of 2 and of 4."""
UNNAMED = {"complex32", "bcomplex32", "float4_e2m1fn_x2", "float8_e8m0fnu"}
"""Torch's dtypes that are complex or floating point, and not so in jaxtyping."""
CLASSES = [one for name, one in vars(jaxtyping).items() if hasattr(one, "dtypes") and not name.startswith("Abstract")]


@pytest.mark.filterwarnings("ignore:BComplex32 support is experimental")
@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_the_same_dtypes_are_accepted(cls):
    try:
        ours = Tensor[cls, Any, "..."]
    except TypeError as error:
        assert "torch has no dtype for jaxtyping's" in str(error)  # noqa: PT017 - either is right
        ours = torch.dtype
    for dtype in DTYPES:
        name = str(dtype).removeprefix("torch.")
        x = torch.empty(2, dtype=dtype)
        theirs = isinstance(x, cls[torch.Tensor, "..."])
        assert isinstance(x, ours) == theirs or (name in SHELLS and theirs) or (name in UNNAMED and not theirs), name


def test_there_are_dtypes_to_compare():
    assert len(CLASSES) > 20
    assert len(DTYPES) > 30
