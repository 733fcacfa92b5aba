"""Hypothesis strategies, and the one law of shapes: what is said of a disguised shape is true of the shape itself.

A disguise hides what torch would see: a size becomes a name that says it (`n3`), or unknown; several become a run
(`*r2_3`, or `...`). So whatever a rule says in such names can be compared with what torch does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import torch
from hypothesis import strategies as st

from dtensortypes.core.facts.dim import Dim, DimFact, applied
from dtensortypes.core.facts.pattern import Axis, AxisRun, Pattern
from dtensortypes.core.facts.shape import Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Refused

Sizes = tuple[int, ...]

sizes = st.sampled_from([0, 1, 1, 2, 3, 4])


def dims(least: int = 0, most: int = 4, size: st.SearchStrategy[int] = sizes) -> st.SearchStrategy[Sizes]:
    """Concrete shapes."""
    return st.lists(size, min_size=least, max_size=most).map(tuple)


def disguised_size(size: int) -> st.SearchStrategy[DimFact]:
    """Facts that are true of a size; a name is never 0 or 1, as promised."""
    facts: list[DimFact] = [Dim.of(size), UNKNOWN]
    return st.sampled_from([*facts, Dim.of(f"n{size}")] if size >= 2 else facts)


def disguised(concrete: Sizes) -> st.SearchStrategy[Shape]:
    """Facts that are true of a concrete shape."""
    every = st.tuples(*map(disguised_size, concrete))
    cuts = st.tuples(st.integers(0, len(concrete)), st.integers(0, len(concrete))).map(sorted)
    run_names = st.booleans()

    def hidden(facts: tuple[DimFact, ...], cut: Sequence[int], named: bool) -> Shape:
        name = "r" + "_".join(map(str, concrete[cut[0] : cut[1]])) if named else None
        return Shape(facts[: cut[0]], Run(name), facts[cut[1] :])

    return st.one_of(every.map(Shape), st.builds(hidden, every, cuts, run_names))


def value(dim: Dim) -> int:
    """The size that a dim in self-telling names is."""
    result = dim.substitute({name: Dim.of(int(name[1:])) for name in dim.names})
    assert isinstance(result, Dim)
    assert result.constant is not None
    return result.constant


def holds(shape: Shape, concrete: Sizes) -> bool:
    """Whether what the shape says is true of these sizes."""
    left, right = len(shape.left), len(concrete) - len(shape.right)
    if right < left or (shape.run is None and len(concrete) != left):
        return False
    if shape.run and shape.run.name and shape.run.name != "r" + "_".join(map(str, concrete[left:right])):
        return False
    known = [*zip(shape.left, concrete, strict=False), *zip(shape.right, concrete[right:], strict=True)]
    return all(isinstance(dim, Unknown) or value(dim) == size for dim, size in known)


def outcome(function: Callable[..., object], *arguments: object) -> object:
    """What torch gives, as shapes, or None where it refuses."""
    try:
        result = function(*arguments)
    except (RuntimeError, IndexError, ValueError, TypeError):
        return None
    return tuple(result.shape) if isinstance(result, torch.Tensor) else [tuple(one.shape) for one in result]


def judge(
    ours: Callable[..., Shape],
    torchs: Callable[..., torch.Tensor],
    concrete: Sequence[Sizes],
    data: st.DataObject,
    *,
    sharp: bool = True,
) -> None:
    """Our rule refuses what torch refuses and gives torch's shape, and stays true when the shapes are disguised.

    Where it is not `sharp`, it may accept what torch refuses.
    """
    expected = outcome(torchs, *(torch.zeros(shape) for shape in concrete))
    try:
        plain = ours(*(Shape.of(*shape) for shape in concrete))
    except Refused:
        assert expected is None
    else:
        assert expected is not None or not sharp
        assert expected is None or (plain == Shape.of(*expected))
    if expected is None:
        return
    facts = [data.draw(disguised(shape)) for shape in concrete]
    said = ours(*facts)
    assert holds(said, expected), f"{said} is not true of {expected}"


# ---------------------------------------------------------------------------------------------------------- notation

names = st.from_regex(re.compile(r"[a-z][a-z0-9]{0,2}", re.ASCII), fullmatch=True).filter(
    lambda name: name not in {"as", "if", "in", "is", "or", "not", "and", "def", "del", "for", "try", "min", "max"}
)


def _grown(inner: st.SearchStrategy[Dim]) -> st.SearchStrategy[Dim]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[0] - p[1]),
        pairs.map(lambda p: p[0] * p[1]),
        st.tuples(st.sampled_from(["min", "max"]), pairs).map(lambda t: applied(t[0], *t[1])),
        st.tuples(st.sampled_from(["//", "%"]), inner, st.integers(1, 4)).map(
            lambda t: applied(t[0], t[1], Dim.of(t[2]))
        ),
    )


polynomials = st.recursive(
    st.one_of(st.integers(0, 5).map(Dim.of), st.sampled_from("abn").map(Dim.of)), _grown, max_leaves=6
)
"""Dims over the names `a`, `b` and `n`."""

axes = st.one_of(
    st.just(Axis(UNKNOWN)),
    st.builds(Axis, polynomials, st.booleans(), st.one_of(st.none(), names)),
    st.builds(Axis, names.map(Dim.of), st.booleans()),
)
runs = st.one_of(st.just(AxisRun()), st.builds(AxisRun, names, st.booleans()))


def _pattern(left: list[Axis], run: AxisRun | None, right: list[Axis]) -> Pattern:
    return Pattern(tuple(left), run, tuple(right)) if run else Pattern(tuple(left + right))


patterns = st.builds(_pattern, st.lists(axes, max_size=3), st.one_of(st.none(), runs), st.lists(axes, max_size=3))
