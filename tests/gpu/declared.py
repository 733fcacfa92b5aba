"""What torch declares of its kernels on each device: the dtypes of an OpInfo (torch/testing/_internal).

Torch's own tests hold these sets to both sides (`test_dtypes` in test/test_ops.py): a dtype in the set is accepted in
every sample, one outside is refused in some. Some sets look at the GPU of the machine, and so say less without one.
"""

import warnings
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import torch

from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import Value
from dtensortypes.core.ops import infer
from dtensortypes.core.problems import Kind
from tests.core.ops.judge import Sample, fact_of
from tests.core.ops.opinfo import PRODUCTS, as_called, from_torch
from tests.core.ops.tallies import names_of

CONDITION_SECOND = "torch.where"
"""Its OpInfo gives the condition as the second argument, which is one of an order of its own."""

Verdict = tuple[str, str, list[str]]
"""The name, the sample, and for what the table refuses its dtypes."""


def verdicts(info: Any, dtype: torch.dtype, device: Device, cap: int = 30) -> Iterator[Verdict]:
    """What the table says of the OpInfo's samples of this dtype, if all their tensors were on this device."""
    found = from_torch(lambda: list(islice(_samples(info, dtype), 60)))
    for name in names_of(info):
        if name == CONDITION_SECOND:
            continue
        for sample in found[:: max(1, len(found) // cap)][:cap]:
            called = as_called(name, sample)
            outcome = infer(
                name,
                [_placed(fact_of(arg), device) for arg in called.args],
                {word: _placed(fact_of(arg), device) for word, arg in called.kwargs.items()},
            )
            assert outcome is not None
            yield name, str(called), [str(one) for one in outcome.problems if one.kind is Kind.DTYPE]


def _samples(info: Any, dtype: torch.dtype) -> Iterator[Sample]:
    if info.full_name in PRODUCTS:  # a sample is two factors of the argument
        return
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield from (Sample((s.input, *s.args), s.kwargs) for s in info.sample_inputs("cpu", dtype))
        except Exception:  # noqa: BLE001 - samples of CUDA's own dtypes are not all to be made on the CPU
            return


def _placed(fact: Value, device: Device) -> Value:
    if isinstance(fact, TensorFact):
        return replace(fact, device=device)
    return tuple(_placed(item, device) for item in fact) if isinstance(fact, tuple) else fact
