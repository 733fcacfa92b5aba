"""What is known of a tensor where a condition on it holds: of all that it may be, what is not excluded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias, TypeVar

from dtensortypes.core.algebra.lift import DEVICE_DOMAIN, DTYPE_DOMAIN
from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.device import ACCELERATOR, CPU, CUDA, DeviceFact
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import CATEGORIES, FLOAT16, INT64, DTypeFact
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN

Condition: TypeAlias = Callable[[TensorFact], bool | None]
"""Whether a condition holds of a tensor of which so much is known; None where that is not enough to tell."""

T = TypeVar("T")

_MOST_NAMED: Final = 4
"""So many dtypes or devices are worth naming; of a longer list as much is said as before."""
_MOST_DIMS: Final = 10


def refined(fact: TensorFact, holds: Condition) -> TensorFact | None:
    """What is known of the tensor where the condition holds; None where it never does."""
    verdict = holds(fact)
    if verdict is not None:
        return fact if verdict else None
    dtype, device, shape = _dtype(fact, holds), _device(fact, holds), _shape(fact, holds)
    return None if dtype is None or device is None or shape is None else TensorFact(dtype, device, shape)


def sized(fact: TensorFact, sizes: Mapping[int, int]) -> TensorFact:
    """The tensor of which these dims turn out to have these sizes.

    To the operations a dim with a name is none of 1 (`squeeze` keeps it): one that is 1 is no longer known.
    """
    dims = fact.shape.dims
    if not sizes or dims is None:
        return fact
    ones = {name: UNKNOWN for at, size in sizes.items() if size == 1 for name in Shape((dims[at],)).names}
    known = [Dim.of(sizes[at]) if at in sizes and dim is UNKNOWN else dim for at, dim in enumerate(dims)]
    return replace(fact, shape=Shape(tuple(dim.substitute(ones) if isinstance(dim, Dim) else dim for dim in known)))


def _dtype(fact: TensorFact, holds: Condition) -> DTypeFact | None:
    def of(dtype: DTypeFact) -> bool | None:
        return holds(replace(fact, dtype=dtype))

    if isinstance(fact.dtype, Var) or not _decides(of, (FLOAT16, INT64)):
        return fact.dtype
    possible = DTYPE_DOMAIN.possible(fact.dtype)
    kept = frozenset(dtype for dtype in possible if of(dtype) is not False)
    if not kept:
        return None
    is_category = any(category.members == kept for category in CATEGORIES.values())
    return DTYPE_DOMAIN.narrowest(kept) if len(kept) <= _MOST_NAMED or is_category else fact.dtype


def _device(fact: TensorFact, holds: Condition) -> DeviceFact | None:
    def of(device: DeviceFact) -> bool | None:
        return holds(replace(fact, device=device))

    if isinstance(fact.device, Var) or fact.device == ACCELERATOR or not _decides(of, (CPU, CUDA)):
        return fact.device
    possible = DEVICE_DOMAIN.possible(fact.device)
    kept = frozenset(device for device in possible if of(device) is not False)
    if not kept:
        return None
    return DEVICE_DOMAIN.narrowest(kept) if len(kept) <= _MOST_NAMED else fact.device


def _shape(fact: TensorFact, holds: Condition) -> Shape | None:
    """The shape with its run spelled out, where the condition leaves one length for it."""
    if not fact.shape.run:
        return fact.shape
    left, right, least = fact.shape.left, fact.shape.right, fact.shape.least_rank
    shapes = [Shape((*left, *([UNKNOWN] * more), *right)) for more in range(_MOST_DIMS - least)]

    def of(shape: Shape) -> bool | None:
        return holds(replace(fact, shape=shape))

    if not _decides(of, shapes[:2]):
        return fact.shape
    kept = [shape for shape in shapes if of(shape) is not False]
    if not kept:
        return None
    return kept[0] if len(kept) == 1 and kept[0] is not shapes[-1] else fact.shape


def _decides(of: Callable[[T], bool | None], samples: Iterable[T]) -> bool:
    """Whether the condition hangs on this part of the fact: a look at two samples saves trying them all."""
    return any(of(sample) is not None for sample in samples)
