"""Results stored in tensors that are given, `out=`, judged by torch on samples of every operation that takes them."""

from typing import Any

import pytest
import torch
from torch.testing._internal.common_methods_invocations import op_db

from dtensortypes.core.ops import names
from tests.core.ops.judge import Figures, Sample, called, judge
from tests.core.ops.opinfo import samples

ODD = {"torch.fft.ihfftn": "gives back an `out` of no items in torch 2.13"}
INFOS = {
    f"torch.{info.name}": info for info in op_db if info.supports_out and f"torch.{info.name}" in {*names()} - {*ODD}
}
INTO = (torch.bool, torch.int64, torch.float16, torch.float32, torch.float64, torch.complex64)


def figures_of(name: str) -> Figures:
    """A few samples, with the result in tensors of several dtypes."""
    figures = Figures()
    for sample, _ in samples(INFOS[name], 3):
        live, _refused = called(name, sample)
        for dtype in INTO:
            if (out := _room_for(live, dtype)) is not None:
                judge(name, Sample(sample.args, {**sample.kwargs, "out": out}), figures, named=False)
    return figures


def _room_for(live: Any, dtype: torch.dtype) -> Any:
    """Tensors of no items for each tensor of a result."""
    if isinstance(live, torch.Tensor):
        return torch.empty(0, dtype=dtype)
    room = tuple(_room_for(one, dtype) for one in live) if isinstance(live, tuple) else ()
    return room if room and all(one is not None for one in room) else None


@pytest.mark.parametrize("name", sorted(INFOS))
def test_nothing_is_wrong(name: str) -> None:
    assert figures_of(name).wrong == []


def test_a_result_must_find_room() -> None:
    judged = Figures()
    for dtype in INTO:
        judge("torch.add", Sample((torch.ones(2), torch.ones(2)), {"out": torch.empty(0, dtype=dtype)}), judged)
    assert (judged.counts["exact"], judged.counts["predicted"], judged.counts["missed"]) == (8, 2, 0)


if __name__ == "__main__":
    total = sum(map(figures_of, sorted(INFOS)), Figures())
    print(f"out=: {len(total.judged)} names, {total}")  # noqa: T201
    print("\n".join(total.wrong[:40]))  # noqa: T201
