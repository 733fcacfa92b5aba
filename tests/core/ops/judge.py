"""Torch as the judge of the table: a call is made for real, and what the table says of it is laid beside."""

import builtins
import contextlib
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from typing import Any, TypeAlias

import einops.layers.torch
import numpy as np
import torch
from torch.nn.utils.rnn import PackedSequence

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BY_NAME, INT64, DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Distribution, Items, Number, Packed, Slice, Value
from dtensortypes.core.ops import State, infer
from dtensortypes.core.problems import Kind
from dtensortypes.core.rules.columns import Outcome
from tests.core.ops.trees import leaves, mapped, shown

PLAIN = State()
LIBRARIES: Mapping[str, Any] = {"torch": torch, "numpy": np, "einops": einops}


@dataclass(frozen=True)
class Sample:
    """One call: live arguments."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = field(default_factory=dict)

    def map(self, change: Callable[[Any], Any]) -> "Sample":
        return Sample(mapped(self.args, change), {name: mapped(value, change) for name, value in self.kwargs.items()})

    @property
    def tensors(self) -> list[torch.Tensor]:
        return [leaf for leaf in leaves((self.args, tuple(self.kwargs.values()))) if isinstance(leaf, torch.Tensor)]

    def __str__(self) -> str:
        words = [shown(arg) for arg in self.args] + [f"{name}={shown(value)}" for name, value in self.kwargs.items()]
        return f"({', '.join(words)})"


@dataclass
class Figures:
    """What came of many samples."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    judged: set[str] = field(default_factory=set)
    exact: set[str] = field(default_factory=set)
    missed: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, verdict: str, story: str = "", open_: Sequence[str] = ()) -> None:
        self.judged.add(name)
        self.counts["samples"] += 1
        self.counts[verdict] += 1
        self.open.update(open_)
        if verdict == "exact":
            self.exact.add(name)
        if verdict == "wrong":
            self.wrong.append(f"{name}{story}")
        if verdict == "missed":
            self.missed[name] += 1
        if verdict == "unknown":
            self.unknown[name] += 1

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(
            self.counts + other.counts,
            self.wrong + other.wrong,
            self.judged | other.judged,
            self.exact | other.exact,
            self.missed + other.missed,
            self.unknown + other.unknown,
            self.open + other.open,
        )

    def __str__(self) -> str:
        words = ("samples", "exact", "unknown", "predicted", "missed", "wrong")
        return ", ".join(f"{word} {self.counts[word]}" for word in words)


# --- live values as facts --------------------------------------------------------------------------------------------


def fact_of(value: Any, sizes: Mapping[int, str] | None = None) -> Value:
    """The fact of a live value; with `sizes`, the dims of tensors are told by these names."""
    match value:
        case torch.Tensor():
            return TensorFact(BY_NAME[str(value.dtype)[6:]], fact_of(value.device), shape_of(value.shape, sizes))
        case np.ndarray():
            return ArrayFact(BY_NAME.get(value.dtype.name), shape_of(value.shape, sizes))
        case torch.dtype():
            return BY_NAME[str(value)[6:]]
        case torch.device():
            return Device(value.type, value.index)
        case torch.Size():
            return shape_of(value)
        case torch.distributions.Distribution():
            return distribution_of(value, sizes)
        case slice():
            return Slice(fact_of(value.start), fact_of(value.stop), fact_of(value.step))
        case tuple() | list():
            return tuple(fact_of(item, sizes) for item in value)
        case None | bool() | int() | float() | complex() | str() | builtins.Ellipsis:
            return value
    return UNKNOWN


def distribution_of(live: torch.distributions.Distribution, sizes: Mapping[int, str] | None = None) -> Distribution:
    """The fact of a live distribution; of parameters of two dtypes, or on two devices, it has none."""
    inside = live
    while found := [vars(inside)[word] for word in ("base_dist", "_dirichlet", "_categorical") if word in vars(inside)]:
        inside = found[0]
    parameters = [fact_of(vars(inside)[name]) for name in inside.arg_constraints if name in vars(inside)]
    dtypes = {one.dtype for one in parameters if isinstance(one, TensorFact)}
    devices = {one.device for one in parameters if isinstance(one, TensorFact)}
    dtype = dtypes.pop() if len(dtypes) == 1 else UNKNOWN
    device = devices.pop() if len(devices) == 1 else UNKNOWN
    is_float = isinstance(dtype, DType) and dtype.is_float
    drawn = INT64 if isinstance(_unwrapped(live), torch.distributions.Categorical) else dtype if is_float else UNKNOWN
    batch = TensorFact(dtype if is_float else UNKNOWN, device, shape_of(live.batch_shape, sizes))
    event = TensorFact(drawn, device, shape_of(live.event_shape, sizes))
    return Distribution(f"torch.distributions.{type(live).__name__}", batch, event)


def _unwrapped(live: Any) -> Any:
    return _unwrapped(live.base_dist) if isinstance(live, torch.distributions.Independent) else live


def shape_of(dims: Sequence[int], sizes: Mapping[int, str] | None = None) -> Shape:
    return Shape.of(*((sizes or {}).get(dim, dim) for dim in dims))


def names_of_sizes(sample: Sample) -> dict[int, str]:
    """A name for each size of at least 2: names stand for sizes that differ and are not 1."""
    return {dim: f"n{dim}" for tensor in sample.tensors for dim in tensor.shape if dim > 1}


# --- verdicts --------------------------------------------------------------------------------------------------------


Facets: TypeAlias = tuple[str, str, str]
"""How dtype, device and shape agree, each "exact", "unknown" or "wrong"; of what is no tensor, three times one word."""
FACETS = ("dtype", "device", "shape")


def agreement(fact: Value, live: Any, sizes: Mapping[str, int]) -> Facets:
    """How a fact and the live value agree."""
    match fact, live:
        case _ if fact is UNKNOWN:
            return ("unknown",) * 3
        case TensorFact(), torch.Tensor():
            return (
                of_member(fact.dtype, fact_of(live.dtype)),
                of_device(fact.device, fact_of(live.device)),
                of_shape(fact.shape, live.shape, sizes),
            )
        case ArrayFact(), np.ndarray() | np.generic():
            dtype = "exact" if fact.dtype is None else of_member(fact.dtype, BY_NAME[live.dtype.name])
            return dtype, "exact", of_shape(fact.shape, live.shape, sizes)
        case Packed(data=data), PackedSequence():
            return agreement(data, live.data, sizes)
        case Distribution(batch=batch, event=event), torch.distributions.Distribution():
            own = distribution_of(live)
            pairs = ((batch, own.batch, live.batch_shape), (event, own.event, live.event_shape))
            return worst_of(
                (
                    of_member(one.dtype, other.dtype),
                    of_device(one.device, other.device),
                    of_shape(one.shape, dims, sizes),
                )
                for one, other, dims in pairs
            )
        case tuple(), tuple() | list():
            if len(fact) != len(live):
                return ("wrong",) * 3
            return worst_of(agreement(f, x, sizes) for f, x in zip(fact, live, strict=True))
        case Items(item=item), tuple() | list():  # how many there are is not known
            return worst_of([("exact", "exact", "unknown"), *(agreement(item, x, sizes) for x in live)])
    return (of_value(fact, live, sizes),) * 3


def of_value(fact: Value, live: Any, sizes: Mapping[str, int]) -> str:
    """How a fact that is no tensor agrees with the live value."""
    match fact, live:
        case (builtins.Ellipsis, _) | (None, None):
            return "exact" if live is fact else "wrong"
        case Shape(), torch.Size():
            return of_shape(fact, live, sizes)
        case Dim(), int():
            return of_shape(Shape((fact,)), (live,), sizes)
        case ((DType() | OneOf()), torch.dtype()):
            return of_member(fact, fact_of(live))
        case ((Device() | OneOf()), torch.device()):
            return of_device(fact, fact_of(live))
        case Number(category=category), bool() | int() | float() | complex():
            return "exact" if [bool, int, float, complex].index(type(live)) == category else "wrong"
    return "exact" if type(fact) is type(live) and fact == live else "wrong"


def of_member(fact: Any, live: Any) -> str:
    if fact is UNKNOWN:
        return "unknown"
    if isinstance(fact, OneOf):
        return "unknown" if live in fact.members else "wrong"
    return "exact" if fact == live else "wrong"


def of_device(fact: Any, live: Any) -> str:
    if isinstance(fact, Device) and isinstance(live, Device) and None in {fact.index, live.index}:
        return "exact" if fact.type == live.type else "wrong"
    return of_member(fact, live)


def of_shape(fact: Shape, live: Sequence[int], sizes: Mapping[str, int]) -> str:
    live = tuple(live)
    if fact.run is None:
        if len(fact.left) != len(live):
            return "wrong"
        pairs = list(zip(fact.left, live, strict=True))
    else:
        if fact.least_rank > len(live):
            return "wrong"
        pairs = list(zip(fact.left, live, strict=False))
        pairs += list(zip(fact.right, live[len(live) - len(fact.right) :], strict=True))
    known = {name: Dim.of(size) for name, size in sizes.items()}
    told = [(dim if dim is UNKNOWN else dim.substitute(known), size) for dim, size in pairs]
    if any(dim is not UNKNOWN and dim != Dim.of(size) for dim, size in told):
        return "wrong"
    return "unknown" if fact.run or any(dim is UNKNOWN for dim, _ in told) else "exact"


def worst(verdicts: Sequence[str]) -> str:
    return next((word for word in ("wrong", "unknown") if word in verdicts), "exact")


def worst_of(found: Iterable[Facets]) -> Facets:
    dtype, device, shape = zip(("exact",) * 3, *found, strict=True)
    return worst(dtype), worst(device), worst(shape)


def judge(
    name: str,
    sample: Sample,
    figures: Figures,
    of_names: Figures | None = None,
    *,
    named: bool = True,
    state: State = PLAIN,
) -> Exception | None:
    """Lay what the table says of the call beside what torch does, with sizes as numbers, then as names.

    `of_names` takes the figures of the latter, where they are wanted apart. Gives torch's refusal, if it refuses.
    """
    live, refused = called(name, sample)
    namings: list[dict[int, str]] = [{}]
    if named and not refused and (names := names_of_sizes(sample)):
        namings.append(names)
    for sizes in namings:
        args = tuple(fact_of(_as_index(name, arg), sizes) for arg in sample.args)
        kwargs = {word: fact_of(value, sizes) for word, value in sample.kwargs.items()}
        outcome = infer(name, args, kwargs, state)
        assert outcome is not None
        judged = verdict(outcome, live, refused, {word: size for size, word in sizes.items()}, sample)
        (of_names if sizes and of_names is not None else figures).add(name, *judged)
    return refused


def told(name: str, *args: Any, **kwargs: Any) -> str:
    """The worst verdict on one call, with sizes as numbers and as names."""
    figures = Figures()
    judge(name, Sample(args, kwargs), figures)
    return next(word for word in ("wrong", "missed", "predicted", "unknown", "exact") if figures.counts[word])


def _as_index(name: str, arg: Any) -> Any:
    """A list that is an index is one item of it, which a tuple is not: facts know tuples alone."""
    return (arg,) if isinstance(arg, list) and name.endswith("item__") else arg


def verdict(
    outcome: Outcome, live: Any, refused: Exception | None, sizes: Mapping[str, int], sample: Sample
) -> tuple[str, str, Sequence[str]]:
    """The word for what came of a sample, its story, and which facets are left unknown."""
    problems = [str(problem) for problem in outcome.problems if problem.kind is not Kind.PROMOTION]
    if refused is not None:
        return ("predicted" if problems else "missed"), "", ()
    if problems:
        return "wrong", f"{sample} is refused for {problems}, torch gives {shown(live)}", ()
    facets = agreement(outcome.result, live, sizes)
    story = f"{sample} is said to give {outcome.result}, torch gives {shown(live)}" if "wrong" in facets else ""
    return worst(facets), story, [facet for facet, word in zip(FACETS, facets, strict=True) if word == "unknown"]


def called(name: str, sample: Sample) -> tuple[Any, Exception | None]:
    """What torch gives, or its refusal; arguments are copied, so that a call in place spoils nothing."""
    fresh = sample.map(lambda leaf: _copied(leaf) if isinstance(leaf, torch.Tensor) else leaf)
    with warnings.catch_warnings(), contextlib.suppress(KeyboardInterrupt):
        warnings.simplefilter("ignore")
        try:
            live = live_function(name)(*fresh.args, **fresh.kwargs)
        except Exception as refusal:  # noqa: BLE001 - whatever torch raises is a refusal
            return None, refusal
        return (None, TypeError("not implemented")) if live is NotImplemented else (live, None)


def _copied(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor again, on its own; one that has a gradient has it still."""
    again = tensor.detach().clone()
    if tensor.is_leaf and tensor.grad is not None:
        again.requires_grad_()
        again.grad = tensor.grad
    return again


def live_function(name: str) -> Callable[..., Any]:
    """The function of this full name; an attribute is a function of the tensor."""
    root = LIBRARIES[name.split(".", maxsplit=1)[0]]
    found = reduce(getattr, name.split(".")[1:], root)
    if ".Generator." in name:
        return partial(found, np.random.default_rng(0))
    if name.startswith("torch.distributions.Distribution.") and callable(found):  # those below have it
        return lambda one, *args: getattr(one, found.__name__)(*args)
    if not callable(found) or isinstance(found, property):
        attribute = name.rpartition(".")[2]
        return lambda tensor: getattr(tensor, attribute)
    return found


def exists(name: str) -> bool:
    """Whether torch, or numpy, has the name."""
    root: Any = LIBRARIES[name.split(".", maxsplit=1)[0]]
    for word in name.split(".")[1:]:
        if not hasattr(root, word):
            return False
        root = getattr(root, word)
    return True
