"""`@checked` against a slow and obvious reference: random signatures, calls that are right, or nearly so."""

import asyncio
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from beartype.roar import BeartypeCallHintViolation
from hypothesis import given, settings
from hypothesis import strategies as st

from dtensortypes import TensorTypeError, checked
from tests.runtime.reference import (
    DEVICES,
    DTYPES,
    OF_JAXTYPING,
    SIZES,
    Array,
    D,
    E,
    Either,
    Pair,
    Plain,
    Record,
    Several,
    Table,
    V,
    arrays,
    right,
)

FORMS = ["def", "def", "def", "async def", "generator", "async generator", "method"]
LAZY = {"generator": Iterator, "async generator": AsyncIterator}
KINDS = ["positional", "either", "either", "star", "keyword", "stars"]  # in the order in which Python wants them
CALLS = 5

# --- signatures


@dataclass
class Parameter:
    """One parameter: its name with its stars, how it is passed, what it takes."""

    name: str
    kind: str
    spec: Any
    default: bool = False

    @property
    def spelled(self):
        return {"star": "*", "stars": "**"}.get(self.kind, "") + self.name + ("=None" if self.default else "")

    @property
    def whole(self):
        """What the parameter as a whole is: that of `*args` is a tuple."""
        return {"star": Several(tuple, self.spec), "stars": Table(self.spec)}.get(self.kind, self.spec)


class Signatures:
    """Random signatures; `pick` is a random.Random."""

    def __init__(self, pick):
        self.pick = pick
        self.names = pick.choice([["a"], ["a", "b"], ["a", "b"], []])
        self.is_loose = "b" not in self.names and pick.random() < 0.5
        """Whether it is not sure that an argument tells the size of a name."""
        self.runs = pick.choice([[], [], ["..."], ["*s"], ["*s", "*#s"]])
        self.dtypes = [one for one in DTYPES if one not in {D, E}] + pick.choice([[], [], [D], [E]]) * 3
        self.devices = [Any, Any, Any, *DEVICES][: pick.choice([3, 3, 7, 8])]

    def parameters(self):
        binder = Parameter(
            "x",
            "positional",
            Array(self.pick.choice(self.dtypes), self.pick.choice(self.devices), self.binding),
        )
        kinds = sorted((self.pick.choice(KINDS) for _ in range(self.pick.randint(0, 3))), key=KINDS.index)
        kinds = [kind for i, kind in enumerate(kinds) if kind not in {"star", "stars"} or kind not in kinds[:i]]
        others = [
            Parameter(f"p{i}", kind, self.with_arrays() if kind in {"star", "stars"} else self.hint())
            for i, kind in enumerate(kinds)
        ]
        required = False  # whether one that is passed by position, later on, has no default
        for one in reversed(others):
            by_position = one.kind in {"positional", "either"}
            optional = isinstance(one.spec, Either) and one.spec.fits(None, None)
            one.default = optional and (one.kind == "keyword" or (by_position and not required))
            required |= by_position and not one.default
        return [binder, *others]

    @property
    def binding(self):
        """The shape that tells the sizes."""
        return [f"#{name}" for name in self.names] if self.is_loose else self.names

    def hint(self, depth=0):
        form = self.pick.choice(
            ["array"] * 6 + ["plain", "optional", "union", "list", "tuple", "pair", "dict", "record"]
        )
        if form == "array" or depth == 2:
            return self.array()
        if form == "plain":
            return Plain(self.pick.choice(list(Plain.KINDS)))
        if form == "optional":
            return Either(self.array(), Plain(None))
        if form == "union":
            return Either(self.array(), self.pick.choice([self.array(), Plain(int), Plain(str)]))
        if form in {"list", "tuple"}:
            return Several({"list": list, "tuple": tuple}[form], self.with_arrays(depth + 1))
        if form == "dict":
            return Table(self.with_arrays(depth + 1))
        inner = self.hint(depth + 1), self.with_arrays(depth + 1)
        return Pair(*inner) if form == "pair" else Record(self.pick.choice(RECORDS), *inner)

    def with_arrays(self, depth=0):
        """A hint with tensors in it: without, the items are beartype's, which looks at one of them."""
        return next(hint for hint in iter(lambda: self.hint(depth), None) if arrays(hint))

    def array(self):
        known = [
            word for word in (LINEAR if self.is_loose else SIZES) if {*re.findall(r"\b[ab]\b", word)} <= {*self.names}
        ]
        words = self.pick.choices([*self.names * 3, *known, "_"], k=self.pick.randint(0, 2))
        words = [self.pick.choice(["", "", "", "#"]) + word if word != "_" else word for word in words]
        if self.runs and self.pick.random() < 0.4:
            words.insert(self.pick.randint(0, len(words)), self.pick.choice(self.runs))
        dtype, device = self.pick.choice(self.dtypes), self.pick.choice(self.devices)
        by_jaxtyping = BY_JAXTYPING and dtype in OF_JAXTYPING and device is Any and self.pick.random() < 0.3
        return Array(dtype, device, words, by_jaxtyping=by_jaxtyping)


LINEAR = ["a", "1", "2", "a+1", "2*a"]
RECORDS = ["NamedTuple", "dataclass", "TypedDict"]
BY_JAXTYPING = True


def function_of(parameters, returns, form, box):
    """The function, written out as a user would, which returns what is in the box."""
    heads = ["self"] if form == "method" else []
    for i, one in enumerate(parameters):
        if one.kind == "keyword" and not any(p.kind in {"star", "keyword"} for p in parameters[:i]):
            heads.append("*")
        heads.append(one.spelled)
        if one.kind == "positional" and parameters[i + 1 : i + 2] and parameters[i + 1].kind != "positional":
            heads.append("/")
    body = "yield box[0]" if form in LAZY else "return box[0]"
    scope = {"box": box}
    exec(f"{'async ' * form.startswith('async')}def f({', '.join(heads)}):\n    {body}\n", scope)  # noqa: S102
    hints = {one.name: one.spec.hint for one in parameters}
    hints["return"] = LAZY[form][returns.hint] if form in LAZY else returns.hint
    scope["f"].__annotations__ = hints
    return scope["f"]


# --- values


def mutated(value, pick):
    """Nearly the same value."""
    if isinstance(value, torch.Tensor):
        return other_tensor(value, pick)
    if isinstance(value, list | tuple) and value and pick.random() < 0.8:
        items = list(value)
        at = pick.randrange(len(items))
        if pick.random() < 0.1 and not hasattr(value, "_fields"):
            del items[at]
        else:
            items[at] = mutated(items[at], pick)
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, dict) and value and pick.random() < 0.8:
        key = pick.choice(list(value))
        return {**value, key: mutated(value[key], pick)}
    if is_dataclass(value) and pick.random() < 0.8:
        name = pick.choice([field.name for field in fields(value)])
        return replace(value, **{name: mutated(getattr(value, name), pick)})
    return pick.choice([None, 3, "three", 2.5, [], (1,), {"k": 1}, np.zeros(2), torch.empty(2), object()])


def other_tensor(x, pick):
    match pick.choice(["size", "size", "size", "dtype", "device", "rank", "thing"]):
        case "size" if x.ndim:
            at, shape = pick.randrange(x.ndim), list(x.shape)
            shape[at] = max(shape[at] + pick.choice([-1, 1]), 0)
            return x.new_empty(shape)
        case "dtype":
            return x.to(pick.choice([torch.float32, torch.float64, torch.int64]))
        case "device":
            return torch.empty_like(x, device="meta" if x.device.type == "cpu" else "cpu")
        case "rank":
            return x.new_empty((*x.shape, 1) if pick.random() < 0.5 else x.shape[1:])
    return pick.choice([None, 3, np.zeros(x.shape), [x], (x,), {"k": x}])


def call_of(parameters, returns, pick):
    """Values for the parameters, and one to return: right ones, or with one of them changed."""
    meaning = SimpleNamespace(
        a=pick.randint(0, 4),
        b=pick.randint(0, 4),
        run=tuple(pick.randint(0, 3) for _ in range(pick.randint(0, 2))),
        dtypes={D: pick.choice([torch.float32, torch.float64]), E: pick.choice([torch.float32, torch.int64])},
        devices={V: pick.choice(["cpu", "meta"])},
    )
    values = [one.whole.example(meaning, pick) for one in parameters]
    result = returns.example(meaning, pick)
    if pick.random() < 0.6:
        at = pick.randint(0, len(parameters))
        if at == len(parameters):
            result = mutated(result, pick)
        elif parameters[at].kind == "star":
            values[at] = tuple(mutated(one, pick) for one in values[at])
        elif parameters[at].kind == "stars":
            values[at] = {key: mutated(one, pick) for key, one in values[at].items()}
        else:
            values[at] = mutated(values[at], pick)
    return values, result


def called(function, parameters, values, form):
    """The outcome of the call: None, or the error."""
    arguments, keywords = ([object()] if form == "method" else []), {}
    for one, value in zip(parameters, values, strict=True):
        if one.kind == "star":
            arguments += value
        elif one.kind == "stars":
            keywords |= value
        elif one.kind == "keyword":
            if not (one.default and value is None):
                keywords[one.name] = value
        else:
            arguments.append(value)
    try:
        if form == "async def":
            asyncio.run(function(*arguments, **keywords))
        elif form == "async generator":
            asyncio.run(anext(function(*arguments, **keywords)))
        elif form == "generator":
            next(function(*arguments, **keywords))
        else:
            function(*arguments, **keywords)
    except (TensorTypeError, BeartypeCallHintViolation) as error:
        return error
    return None


# --- the law


def blamed(error, parameters):
    """The index of the parameter that the error is about; that of the return value comes after them."""
    reason = str(error).splitlines()[0]
    if isinstance(error, TensorTypeError):
        found = re.search(r'argument "(?:key .* of )?\**(\w+)[^"]*" of "f"', reason)
    else:
        found = re.search(r"parameter (\w+)=", reason)
    if found is None:
        assert re.search(r"(return|yielded value|return value)", reason), reason
        return len(parameters)
    return next(i for i, one in enumerate(parameters) if one.name == found[1])


def is_involved(at, specs, values):
    """Whether there are others with which this value does not go together, and which go together without it."""
    rest = [pair for i, pair in enumerate(zip(specs, values, strict=True)) if i != at]
    if clashes((specs[at], values[at]), rest):
        return True
    parts = [part for pair in rest for part in apart(*pair)]
    return any(clashes(one, parts) for one in apart(specs[at], values[at]))


def clashes(one, others):
    """Whether it does not go together with a few of the others that go together without it."""
    for count in range(min(len(others), 3) + 1):
        for some in combinations(others, count):
            fits = not some or right(*zip(*some, strict=True))
            if fits and not right(*zip(*some, one, strict=True)):
                return True
    return False


def apart(spec, value):
    """The items of a container, each with its hint."""
    if isinstance(spec, Several) and isinstance(value, spec.kind):
        return [part for one in value for part in apart(spec.item, one)]
    if isinstance(spec, Table) and isinstance(value, dict):
        return [part for one in value.values() for part in apart(spec.entry, one)]
    if isinstance(spec, Pair) and isinstance(value, tuple) and len(value) == len(spec.items):
        return [part for pair in zip(spec.items, value, strict=True) for part in apart(*pair)]
    return [(spec, value)]


def test_a_call_passes_if_and_only_if_the_reference_says_so():
    verdicts = Counter()

    @settings(max_examples=600)
    @given(st.integers(0, 2**32))
    def judged(seed):
        pick = random.Random(seed)  # noqa: S311 - signatures, not secrets
        signatures = Signatures(pick)
        parameters, form = signatures.parameters(), pick.choice(FORMS)
        # What a generator yields is checked where there are tensors in it: beartype does not look at it.
        returns = signatures.with_arrays() if form in LAZY else signatures.hint()
        box = [None]
        function = checked(function_of(parameters, returns, form, box))
        for _ in range(CALLS):
            values, box[0] = call_of(parameters, returns, pick)
            specs = [one.whole for one in parameters]
            error = called(function, parameters, values, form)
            expected = right([*specs, returns], [*values, box[0]])
            verdicts[form, expected] += 1
            assert (error is None) == expected, (function.__annotations__, values, box[0], error)
            if error is not None:
                at = blamed(error, parameters)
                if at < len(parameters) or not right(specs, values):
                    assert is_involved(at, [*specs, returns], [*values, box[0]]), error
                verdicts["of the return value" if at == len(parameters) else "of an argument"] += 1

    judged()
    for form in FORMS:
        assert min(verdicts[form, True], verdicts[form, False]) > 60, verdicts
    assert min(verdicts["of the return value"], verdicts["of an argument"]) > 200, verdicts
