"""What can be wrong with a tensor, and the words for it: both checkers print these sentences."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from dtensortypes.core.facts.device import ACCELERATOR, Device, DeviceFact
from dtensortypes.core.facts.dtype import Category, DType, DTypeFact
from dtensortypes.core.facts.pattern import Pattern
from dtensortypes.core.facts.placement import PARTIAL, SHARD, Placement, PlacementFact
from dtensortypes.core.facts.shape import Shape


class Kind(StrEnum):
    """The kinds of problem; the value is mypy's error code for it."""

    DTYPE = "tensor-dtype"
    DEVICE = "tensor-device"
    SHAPE = "tensor-shape"
    DISCARDED = "tensor-discarded"
    PROMOTION = "tensor-promotion"
    UNKNOWN = "tensor-unknown"


REFUSALS: Final = frozenset({Kind.DTYPE, Kind.DEVICE, Kind.SHAPE})
"""The kinds of what torch, or a declaration, refuses; what is of the others may be so."""


class Origin(NamedTuple):
    """Where in a file what a problem is about comes from, in words; or the parameter that it is given for."""

    line: int
    column: int
    text: str = ""
    parameter: str = ""


class Problem(NamedTuple):
    """One thing that is wrong: the reason in one line, what to do about it, and where it began, if that is known."""

    kind: Kind
    reason: str
    advice: str = ""
    origins: tuple[Origin, ...] = ()

    def __str__(self) -> str:
        return f"{self.reason}; {self.advice}" if self.advice else self.reason

    def about(self, subject: str) -> Problem:
        """The same problem, said of `subject`: `argument "x" of "forward"`."""
        return self._replace(reason=f"{subject} {self.reason}")


class Refused(Exception):  # noqa: N818 - not an error of the program: the checked program's call is refused
    """Raised by a rule where torch would refuse the call; carries the problem as a value."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def refuse(kind: Kind, reason: str, advice: str = "") -> Refused:
    """The exception to raise for a problem said in these words."""
    return Refused(Problem(kind, reason, advice))


# --- who it is said of


ARGUMENT: Final = "argument "
"""What is said of an argument begins so."""


def argument(name: str, function: str) -> str:
    """The subject for an argument; `name` may lead into it, as in `batch["image"][0]`."""
    return f'{ARGUMENT}"{name}" of "{function}"'


def returned(function: str, path: str = "return value") -> str:
    """The subject for a return value; `path` may lead into it, as in `return value[0]`."""
    return f'{path} of "{function}"'


def held(name: str, owner: str, noun: str = "field") -> str:
    """The subject for a field or an attribute; `name` may be a path to it, as in `blocks.3.attn.weight`."""
    return f'{noun} "{name}" of "{owner}"'


# --- what is said: one tensor against its declaration; `shape` is the declared one, `detail` says why it is wrong


def wrong_dtype(found: DTypeFact, declared: DTypeFact, shape: str = "", detail: str = "") -> Problem:
    """`is float64, declared Float32 ("b 3 h w")`."""
    reason = f"is {_spelled(found)}, {_declared(declared.notation, shape, detail)}"
    return Problem(Kind.DTYPE, reason, _unlost(found, declared) or cast_to(declared))


def wrong_device(found: DeviceFact, declared: DeviceFact, shape: str = "", detail: str = "") -> Problem:
    """`is on cpu, declared CUDA ("b 3 h w")`."""
    reason = f"is on {_spelled(found)}, {_declared(declared.notation, shape, detail)}"
    return Problem(Kind.DEVICE, reason, _move(declared))


def no_tensor(found: str, declared: str, advice: str = "") -> Problem:
    """`is a numpy.ndarray, declared Tensor[Float32, CPU, "b n"]`; `found` has its article."""
    return Problem(Kind.DTYPE, f"is {found}, declared {declared}", advice)


def missing(declared: str) -> Problem:
    """`is missing, declared Tensor[Float32, CPU, "b n"]`."""
    return Problem(
        Kind.DTYPE, f"is missing, declared {declared}", "set it in __init__, or declare it Tensor[...] | None"
    )


def no_size(found: Shape, declared: Pattern, reference: str, why: str) -> Problem:
    """`has shape (3,), declared "{self.dim}": {self.dim} is of type str, which is no size`."""
    reason = f'has shape {found}, declared "{declared.notation}": {reference} {why}'
    return Problem(Kind.SHAPE, reason)


def wrong_shape(found: Shape, declared: Pattern, detail: str) -> Problem:
    """`has shape (3,), declared "n//m": ` and the detail, which says why it is wrong."""
    return Problem(Kind.SHAPE, f'has shape {found}, declared "{declared.notation}": {detail}')


def too_narrow(found: Shape, declared: Pattern) -> Problem:
    """`has shape (3,), declared "*batch": the arguments do not broadcast to it`."""
    reason = f'has shape {found}, declared "{declared.notation}": the arguments do not broadcast to it'
    return Problem(Kind.SHAPE, reason)


def no_shape(declared: Pattern) -> Problem:
    """`has no shape yet, declared "b n"`, of what a lazy module holds before its first call."""
    return Problem(Kind.SHAPE, f'has no shape yet, declared "{declared.notation}"', "call its lazy module once before")


def wrong_placement(found: Sequence[Placement] | None, declared: Sequence[PlacementFact]) -> Problem:
    """`is placed Shard(1), declared Shard[0]`; `found` is None for a tensor that is not distributed."""
    said = ", ".join(one.notation for one in declared)
    exact = [str(one) for one in declared if isinstance(one, Placement) and one not in {SHARD, PARTIAL}]
    reached = len(exact) == len(declared)  # torch moves to no other placements
    if found is None:
        advice = f"distribute it with distribute_tensor(tensor, mesh, [{', '.join(exact)}])" if reached else ""
        return Problem(Kind.DEVICE, f"is no DTensor, declared {said}", advice)
    reached = reached and len(found) == len(declared)
    advice = f"move it with .redistribute(placements=[{', '.join(exact)}])" if reached else ""
    return Problem(Kind.DEVICE, f"is placed {', '.join(map(str, found))}, declared {said}", advice)


def bound_already(variable: str, fact: DTypeFact | DeviceFact, where: str) -> str:
    """The detail for a type variable that another tensor of the call has bound: `D is float32 in "x"`."""
    return f'{variable} is {_spelled(fact)} in "{where}"'


def out_of_bound(variable: str, bound: DTypeFact | DeviceFact) -> str:
    """The detail for what a type variable does not allow: `D stands for Float`."""
    return f"{variable} stands for {bound.notation}"


def _declared(notation: str, shape: str, detail: str) -> str:
    place = f' ("{shape}")' if shape else ""
    return f"declared {notation}{place}{detail and ': ' + detail}"


def _spelled(fact: DTypeFact | DeviceFact) -> str:
    return str(fact) if isinstance(fact, DType | Device) else fact.notation


_CASTS: Final = {
    "float16": "half", "bfloat16": "bfloat16", "float32": "float", "float64": "double",
    "int8": "char", "uint8": "byte", "int16": "short", "int32": "int", "int64": "long", "bool": "bool",
}  # fmt: skip


def _unlost(found: DTypeFact, declared: DTypeFact) -> str:
    """What becomes of a complex number where a real one is declared: a cast would drop what is imaginary in it."""
    is_complex = isinstance(found, DType) and found.category is Category.COMPLEX
    is_real = isinstance(declared, DType) and declared.category <= Category.FLOAT
    return "take its .real, its .imag or its .abs()" if is_complex and is_real else ""


def cast_to(dtype: DTypeFact, name: str = "") -> str:
    """The advice `cast with .float()`, or `cast "name" with .float()`; none where nothing is cast to the dtype."""
    cast = f'cast "{name}" with' if name else "cast with"
    match dtype:
        case DType(category=Category.QUANTISED) | DType(name="float4_e2m1fn_x2"):
            return ""  # `.to` makes none of these
        case DType(name=known):
            return f"{cast} .{_CASTS[known]}()" if known in _CASTS else f"{cast} .to(torch.{known})"
    return ""


def _move(declared: DeviceFact) -> str:
    match declared:
        case Device():
            return "move it with .to(device)" if declared == ACCELERATOR else f'move it with .to("{declared}")'
    return ""


def discarded(method: str) -> Problem:
    """The problem of a statement that drops the tensor which a cast, a move or a fill returns."""
    reason = f'the result of "{method}" is thrown away: the tensor itself does not change'
    return Problem(Kind.DISCARDED, reason, f"assign it, as in x = x.{method}(...)")


def lost_with(name: str, method: str) -> Problem:
    """The problem of a loop's variable that is given a tensor which a cast or a move returns, and is not read again."""
    reason = f'the result of "{method}" is lost with the loop\'s "{name}": what the loop goes through does not change'
    return Problem(Kind.DISCARDED, reason, f"keep it, as in [{name}.{method}(...) for {name} in ...]")


UNPACKED_INTO: Final = ", unpacked into "


def miscounted(given: str, wanted: int) -> Problem:
    """`shape (2, 3) has 2 dims, unpacked into 4 variables`."""
    return Problem(Kind.SHAPE, f"{given}{UNPACKED_INTO}{wanted} variable{'s' if wanted != 1 else ''}")


NONE_AT: Final = ", and none at "


def not_there(given: str, place: int) -> Problem:
    """`shape (2, 3) has 2 dims, and none at 2`."""
    return Problem(Kind.SHAPE, f"{given}{NONE_AT}{place}")


def unknown(parts: Sequence[str], declared: str, shape: str) -> Problem:
    """The problem of a tensor of which something is declared that nobody knows: `is of unknown dtype and shape`."""
    *others, last = parts
    said = f"{', '.join(others)} and {last}" if others else last
    reason = f"is of unknown {said}, {_declared(declared, shape, '')}"
    return Problem(Kind.UNKNOWN, reason, "annotate where it comes from")
