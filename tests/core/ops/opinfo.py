"""Samples of the OpInfo database, and what follows from them: other dtypes, mixed ones, numbers."""

import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice, permutations
from typing import Any, TypeVar

import torch
from torch.testing._internal.common_methods_invocations import op_db

from tests.core.ops.judge import Sample

DTYPES = (
    torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16,
    torch.float32, torch.float64, torch.complex64, torch.complex128, torch.uint16, torch.complex32, torch.float8_e4m3fn,
)  # fmt: skip
MIXED = (torch.bool, torch.uint8, torch.int64, torch.float16, torch.float32, torch.float64, torch.complex64)
PRODUCTS = {"svd_lowrank", "pca_lowrank", "linalg.pinv.singular"}
"""OpInfos whose samples are two factors of the argument, so that its rank is low."""
SWAPPED = {
    "torch.einsum",
    "torch.polygamma",
    "torch.special.polygamma",
    "torch.nn.functional.embedding",
    "torch.nn.functional.embedding_bag",
}
"""Functions whose OpInfos have the first two arguments the other way round."""
NUMBERS = (True, 2, 1.5, 1j)


@cache
def by_word() -> dict[str, list[Any]]:
    """OpInfos by the last word of the names they are called by."""
    found: dict[str, list[Any]] = {}
    for info in op_db:
        for word in {info.name, *(alias.name for alias in info.aliases)}:
            found.setdefault(word, []).append(info)
    return found


def base_dtype(info: Any) -> torch.dtype:
    """The dtype in which the most samples exist."""
    supported = info.supported_dtypes("cpu")
    order = (torch.float32, torch.float64, torch.int64, torch.complex64, torch.bool)
    return next((dtype for dtype in order if dtype in supported), next(iter(supported), torch.float32))


def samples(info: Any, cap: int) -> list[tuple[Sample, torch.dtype]]:
    """Samples of small tensors, spread over all that there are, and the dtype that they are made in."""
    found = _all_samples(info.full_name)
    return found[:: max(1, len(found) // cap)][:cap]


def as_called(name: str, sample: Sample) -> Sample:
    """The arguments in the order in which the function takes them."""
    if name not in SWAPPED or len(sample.args) < 2:
        return sample
    first, second, *rest = sample.args
    return Sample((second, first, *rest), sample.kwargs)


T = TypeVar("T")


def from_torch(make: Callable[[], T]) -> T:
    """What torch's database makes; it reads the source of each frame below it, of which a thread of its own has few."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(make).result()


@cache
def _all_samples(full_name: str) -> list[tuple[Sample, torch.dtype]]:
    info = next(info for info in op_db if info.full_name == full_name)
    torch.manual_seed(0)
    dtype = base_dtype(info)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            inputs = from_torch(lambda: list(islice(info.sample_inputs("cpu", dtype), 400)))
        except Exception:  # noqa: BLE001 - a few generators need what this machine lacks
            return []
    found = [Sample((s.input, *s.args), s.kwargs) for s in inputs]
    if full_name in PRODUCTS:
        found = [Sample((s.args[0] @ s.args[1].mT, *s.args[2:]), s.kwargs) for s in found]
    return [
        (sample, dtype)
        for sample in found
        if all(t.layout is torch.strided and t.numel() < 20_000 for t in sample.tensors)
    ]


def recast(sample: Sample, source: torch.dtype, to: torch.dtype, only: int | None = None) -> Sample:
    """The sample with its tensors of the source dtype in another one, or only the n-th of them."""
    seen = iter(range(1000))

    def change(leaf: Any) -> Any:
        if not isinstance(leaf, torch.Tensor) or leaf.dtype != source:
            return leaf
        return leaf.detach().to(to) if only in {None, next(seen)} else leaf.detach()

    return sample.map(change)


def in_all_dtypes(sample: Sample, source: torch.dtype) -> Iterator[Sample]:
    yield sample
    yield from (recast(sample, source, dtype) for dtype in DTYPES if dtype != source)


def in_mixed_dtypes(sample: Sample, source: torch.dtype) -> Iterator[Sample]:
    """One tensor in another dtype than the rest; zero-dim too, where the operands have dims."""
    count = sum(tensor.dtype == source for tensor in sample.tensors)
    if count < 2:
        return
    for first in MIXED:
        for other in MIXED:
            if first != other:
                yield recast(recast(sample, source, first), first, other, only=count - 1)


def mixtures(sample: Sample, source: torch.dtype) -> Iterator[tuple[Sample, torch.dtype, torch.dtype]]:
    """Each operand in turn in another dtype than the rest, and the two dtypes."""
    count = sum(tensor.dtype == source for tensor in sample.tensors)
    for place in range(min(count, 4) if count > 1 else 0):
        for first, other in permutations(MIXED, 2):
            yield _mixed(sample, source, first, other, place), first, other


def _mixed(sample: Sample, source: torch.dtype, first: torch.dtype, other: torch.dtype, place: int) -> Sample:
    places = iter(range(1000))

    def change(leaf: Any) -> Any:
        if not isinstance(leaf, torch.Tensor) or leaf.dtype != source:
            return leaf
        return leaf.detach().to(other if next(places) == place else first)

    return sample.map(change)


def with_number(sample: Sample, source: torch.dtype) -> Iterator[Sample]:
    """A second operand that is a tensor becomes a Python number, or a zero-dim tensor."""
    match sample.args:
        case (torch.Tensor() as first, torch.Tensor(), *rest):
            for dtype in MIXED:
                cast = first.detach().to(dtype)
                yield from (Sample((cast, number, *rest), sample.kwargs) for number in NUMBERS)
                yield from (Sample((cast, torch.ones((), dtype=other), *rest), sample.kwargs) for other in MIXED)
