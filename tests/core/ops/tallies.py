"""OpInfos of torch's own test database, judged one by one, and the shares that the table is held to.

An OpInfo is one operation, perhaps in a variant of its own (`linalg.norm.subgradients_at_zero`). It is exact in a facet
if the table tells that facet of *every* sample that torch accepts: of all dtypes, mixed dtypes, Python numbers,
zero-dim, empty and non-contiguous tensors. One sample that is told unknown makes the OpInfo unknown. Devices are judged
on the CPU, on `meta`, and under FakeTensorMode on CUDA, with all operands there and with one.

A *mixed-dtype refusal* is a call with one operand in another dtype, which the CPU's kernels refuse although they accept
it with all operands in either dtype: so it is the mixture that is refused. A kernel that is "not implemented for" what
the dtypes are promoted to, and a number that does not fit, are no such refusals.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import torch
from torch.testing._internal.common_methods_invocations import op_db

from dtensortypes.core.ops import infer, names
from tests.core.ops.judge import Figures, Sample, agreement, called, fact_of, judge
from tests.core.ops.opinfo import as_called, in_all_dtypes, mixtures, recast, samples, with_number
from tests.core.ops.test_devices import placements
from tests.fake_cuda import fake_cuda

NOT_PUBLIC = {
    "_": "a private name",
    "torch._": "a private name",
    "torch.ops.": "an internal operator",
    "slice": "an internal operator; x[a:b] is judged by __getitem__",
    "max_pool2d_with_indices_backward": "an internal operator",
    "native_dropout_backward": "an internal operator",
    "jiterator": "compiles a kernel that the program writes, on CUDA alone",
    "masked.": "torch.masked is a prototype, and none of the namespaces that the table is of",
}
"""Why OpInfos are of no public name, by how they begin."""

NOT_MIXTURES = ("not implemented for", "without overflow")
"""What torch says of a kernel's gap, and of a number."""

UNKNOWN_FOR_A_REASON = {
    **dict.fromkeys(("nonzero", "argwhere", "masked_select", "bincount"), "as long as there are items found"),
    **dict.fromkeys(("unique", "unique_consecutive"), "as long as there are items found"),
    "nn.functional.one_hot": "without `num_classes` as many as the largest class says",
    "repeat_interleave": "as long as the numbers in `repeats` say",
    "tensor_split": "cut where the numbers in a tensor say",
    **dict.fromkeys(("linalg.lstsq", "linalg.lstsq.grad_oriented"), "which parts are empty hangs on driver and rank"),
    "nn.functional.triplet_margin_with_distance_loss": "calls a function of the program",
    **dict.fromkeys(
        ("nn.functional.linear_cross_entropy.chunked", "nn.functional.linear_cross_entropy.chunked_none"),
        "computed in the dtype that `options` say",
    ),
    **dict.fromkeys(("native_layer_norm", "native_group_norm", "native_batch_norm"), "what nn.functional calls inside"),
    **dict.fromkeys(("sparse.sampled_addmm", "sparse.mm.reduce"), "its samples are sparse: judged by our own"),
    "to": "`x.to(True)` is no device",
    "__getitem__": "as many items as a mask has, of 0 dims too",
    "nn.functional.cosine_embedding_loss": "the kernel says which of several devices may meet",
    "einsum": "what becomes of integers whose `...` is summed away hangs on the sizes",
}
"""Why the table does not tell all of these OpInfos."""

FACETS = ("dtype", "device", "shape")


@dataclass
class Tally:
    """What came of one OpInfo's samples: with sizes as numbers, with sizes as names, of mixtures, of devices."""

    info: str
    plain: Figures = field(default_factory=Figures)
    named: Figures = field(default_factory=Figures)
    devices: Counter[str] = field(default_factory=Counter)
    predicted: int = 0
    missed: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> list[str]:
        return [*self.plain.wrong, *self.named.wrong, *["a device"] * self.devices["wrong"]]

    def is_exact(self, *facets: str, named: bool = False) -> bool:
        """Whether all samples are told in these facets; with `named`, also where sizes are names."""
        told = not any(self.plain.open[facet] or (named and self.named.open[facet]) for facet in facets)
        judged = self.plain.counts["exact"] + self.plain.counts["unknown"]
        return judged > 0 and told and not ("device" in facets and self.devices["unknown"])


def not_public(info: Any) -> str:
    """Why the OpInfo is of no public name; empty where it is of one."""
    if info.name.startswith("__"):
        return ""
    return next((reason for start, reason in NOT_PUBLIC.items() if info.name.startswith(start)), "")


@cache
def public_infos() -> dict[str, Any]:
    """The OpInfos of public names."""
    return {info.full_name: info for info in op_db if not not_public(info)}


def names_of(info: Any) -> list[str]:
    """The names of the table by which the OpInfo's samples are called: the function and the method, or one in place."""
    spellings = (f"torch.{info.name}", f"torch.Tensor.{info.name}")
    found = [name for name in spellings if name in names() and info.variant_test_name != "in_place"]
    return found or [name for name in (f"torch.Tensor.{info.name}_",) if name in names()]


def tally_of(full_name: str, cap: int = 40) -> Tally:
    """Judge one OpInfo by so many of its samples, each in all dtypes, by the kernels that torch has for every CPU."""
    before = torch._C._get_mkldnn_enabled()
    torch._C._set_mkldnn_enabled(False)  # its kernels refuse more on a CPU that has float16
    try:
        return _tally_of(full_name, cap)
    finally:
        torch._C._set_mkldnn_enabled(before)


def _tally_of(full_name: str, cap: int) -> Tally:
    info, tally = public_infos()[full_name], Tally(full_name)
    for name in names_of(info):
        for sample, source in _called_samples(name, info, cap):
            for cast in in_all_dtypes(sample, source):
                judge(name, cast, tally.plain, tally.named)
        for sample, source in _called_samples(name, info, cap // 8 + 1):
            for changed in with_number(sample, source):
                judge(name, changed, tally.plain, named=False)
            _judge_mixtures(name, sample, source, tally)
        for sample, _ in _called_samples(name, info, 3):
            tally.devices.update(_device_verdicts(name, sample))
    return tally


def _called_samples(name: str, info: Any, cap: int) -> Iterator[tuple[Sample, torch.dtype]]:
    return ((as_called(name, sample), source) for sample, source in samples(info, cap))


def _judge_mixtures(name: str, sample: Sample, source: torch.dtype, tally: Tally) -> None:
    accepted = cache(lambda dtype: called(name, recast(sample, source, dtype))[1] is None)
    for mixture, first, other in mixtures(sample, source):
        here = Figures()
        refused = judge(name, mixture, here, named=False)
        tally.plain += here
        told = refused and not any(words in str(refused) for words in NOT_MIXTURES)
        if told and accepted(first) and accepted(other):
            tally.predicted += here.counts["predicted"]
            tally.missed += [f"{name}{mixture}: {refused}"] * here.counts["missed"]


def _device_verdicts(name: str, sample: Sample) -> Iterator[str]:
    """How the device of the result agrees where torch accepts the call."""
    yield from _device_verdict(name, sample.map(lambda leaf: leaf.to("meta") if torch.is_tensor(leaf) else leaf))
    with fake_cuda():
        for placed in placements(sample):
            yield from _device_verdict(name, placed)


def _device_verdict(name: str, sample: Sample) -> Iterator[str]:
    live, refused = called(name, sample)
    args, kwargs = [fact_of(arg) for arg in sample.args], {word: fact_of(arg) for word, arg in sample.kwargs.items()}
    outcome = infer(name, args, kwargs)
    if refused is None and outcome is not None and not outcome.problems:
        yield agreement(outcome.result, live, {})[1]


def shares(tallies: list[Tally]) -> dict[str, float]:
    """The shares, each between 0 and 1."""
    predicted, missed = sum(tally.predicted for tally in tallies), sum(len(tally.missed) for tally in tallies)

    def share(*facets: str, named: bool = False) -> float:
        return sum(tally.is_exact(*facets, named=named) for tally in tallies) / len(tallies)

    return {
        "dtype and device": share("dtype", "device"),
        "shape": share("shape"),
        "shape, with names for sizes too": share("shape", named=True),
        "mixed-dtype refusals": predicted / (predicted + missed),
    }
