"""The equation of `torch.einsum` and the shape it gives (aten/src/ATen/native/Linear.cpp, `einsum`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from dtensortypes.core.algebra.align import between, ends, more_exact
from dtensortypes.core.algebra.axes import as_rank, chained, counted
from dtensortypes.core.algebra.broadcast import ONE, broadcast, clashing, joined, not_one, proved_different
from dtensortypes.core.facts.dim import DimFact
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Kind, Refused, refuse


class Labels(NamedTuple):
    """The labels of one tensor: one letter for each dim, perhaps `...` between them."""

    left: str
    ellipsis: bool = False
    right: str = ""

    @property
    def letters(self) -> str:
        return self.left + self.right

    def __str__(self) -> str:
        return f"{self.left}{'...' if self.ellipsis else ''}{self.right}"


class Equation(NamedTuple):
    """`bij,bjk->bik`: the labels of the operands and of the result."""

    operands: tuple[Labels, ...]
    result: Labels


def einsum(text: str, shapes: Sequence[Shape]) -> Shape:
    """The shape that the equation gives for these operands."""
    equation = parse_equation(text)
    if len(equation.operands) != len(shapes):
        raise refuse(Kind.SHAPE, f'"{text}" is about {len(equation.operands)} operands, not {len(shapes)}')
    sizes: dict[str, list[DimFact]] = {}
    middles = []
    for labels, shape in zip(equation.operands, shapes, strict=True):
        for letter, dim in _labelled(labels, shape).items():
            sizes.setdefault(letter, []).append(dim)
        if labels.ellipsis:
            middles.append(between(shape, len(labels.left), len(labels.right)))
    for letter, dims in sizes.items():
        if pair := clashing(dims):  # a size of 1 is stretched here
            raise _clash(text, letter, *pair)
    result = equation.result
    left, right = (Shape(tuple(joined(sizes[letter]) for letter in part)) for part in (result.left, result.right))
    middle = broadcast(*middles)  # the dims of `...` must fit even where they are summed away
    return chained(left, middle, right) if result.ellipsis else chained(left, right)


class Sums(NamedTuple):
    """Which operands are summed before they meet another, and whether two are contracted; None where that is open."""

    alone: tuple[bool | None, ...]
    contracted: bool | None = False


def sums(text: str, shapes: Sequence[Shape]) -> Sums:
    """What torch sums for one operand, or for two, of which a dim of size 1 is none."""
    equation = parse_equation(text)
    kept, dots = set(equation.result.letters), any(labels.ellipsis for labels in equation.operands)
    if dots and not equation.result.ellipsis:
        return Sums((None,) * len(shapes), None)
    if len(shapes) == 1:
        return Sums((bool(set(equation.operands[0].letters) - kept),))
    first, second = (_labelled(labels, shape) for labels, shape in zip(equation.operands, shapes, strict=True))
    pairs = [(first.get(letter, ONE), second.get(letter, ONE)) for letter in {*first, *second} - kept]
    ours = _any(_all((_counts(a), _is_one(b))) for a, b in pairs)
    theirs = _any(_all((_is_one(a), _counts(b))) for a, b in pairs)
    return Sums((ours, theirs), _any(_all((_counts(a), _counts(b))) for a, b in pairs))


def _counts(dim: DimFact) -> bool | None:
    """Whether the dim is of another size than 1."""
    return True if not_one(dim) else (False if dim == ONE else None)


def _is_one(dim: DimFact) -> bool | None:
    return True if dim == ONE else (False if not_one(dim) else None)


def _all(verdicts: Iterable[bool | None]) -> bool | None:
    found = set(verdicts)
    return False if False in found else (None if None in found else True)


def _any(verdicts: Iterable[bool | None]) -> bool | None:
    found = set(verdicts)
    return True if True in found else (None if None in found else False)


@lru_cache(maxsize=512)
def parse_equation(text: str) -> Equation:
    """The equation written in `text`, its result made up by torch's rule where it is left out."""
    given, arrow, wanted = text.replace(" ", "").partition("->")
    operands = tuple(_labels(part, text) for part in given.split(","))
    if not arrow:
        return Equation(operands, _implied(operands))
    result = _labels(wanted, text)
    counts = Counter(result.letters)
    for letter, count in counts.items():
        if count > 1 or not any(letter in labels.letters for labels in operands):
            reason = "appears twice in the result" if count > 1 else "is no dim of an operand"
            raise refuse(Kind.SHAPE, f'the label "{letter}" of "{text}" {reason}')
    return Equation(operands, result)


def _labels(part: str, text: str) -> Labels:
    left, dots, right = part.partition("...")
    if any(not (letter.isascii() and letter.isalpha()) for letter in left + right):
        raise refuse(Kind.SHAPE, f'"{part}" in "{text}" should be letters, and perhaps `...`')
    return Labels(left, bool(dots), right)


def _implied(operands: Sequence[Labels]) -> Labels:
    """The dims that `...` stands for, then all labels that stand once, in the order of the alphabet."""
    counts = Counter(letter for labels in operands for letter in labels.letters)
    once = "".join(sorted(letter for letter, count in counts.items() if count == 1))
    return Labels("", any(labels.ellipsis for labels in operands), once)


def _labelled(labels: Labels, shape: Shape) -> Mapping[str, DimFact]:
    """The size of each label in one operand; a label that stands twice takes the diagonal of equal dims."""
    sizes: dict[str, DimFact] = {}
    for letter, dim in zip(labels.letters, _dims_labelled(labels, shape), strict=True):
        if proved_different(sizes.get(letter, UNKNOWN), dim):
            raise _clash(str(labels), letter, sizes[letter], dim)
        sizes[letter] = more_exact(sizes.get(letter, UNKNOWN), dim)
    return sizes


def _dims_labelled(labels: Labels, shape: Shape) -> tuple[DimFact, ...]:
    """The size of each dim that has a letter."""
    words = f'the operand labelled "{labels}"'
    if not labels.ellipsis:
        return as_rank(shape, len(labels.letters), words)
    if shape.rank is not None and shape.rank < len(labels.letters):
        raise refuse(Kind.SHAPE, f"{words} must have at least {counted(len(labels.letters))}, and has shape {shape}")
    return ends(shape, len(labels.left), len(labels.right))


def _clash(text: str, letter: str, first: DimFact, second: DimFact) -> Refused:
    return refuse(Kind.SHAPE, f'the label "{letter}" of "{text}" is {first.notation} and {second.notation}')
