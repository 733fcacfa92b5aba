"""Torch is the judge: every name of the table is called for real, and what the table says of it must not be wrong.

Exact, or unknown, or, where torch refuses, predicted or missed; a single wrong answer fails. `python -m
tests.core.ops.test_against_torch` prints the figures of all families; with the names of families or of operations
(`linalg torch.Tensor.sum`), those of each of their names.
"""

import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from dtensortypes.core.ops import entries, fields_of, layer_table, names
from tests.core.ops.floors import assert_no_lower, record
from tests.core.ops.judge import Figures, Sample, called, exists, judge
from tests.core.ops.older import NOT_YET
from tests.core.ops.opinfo import by_word, in_all_dtypes, in_mixed_dtypes, samples, with_number
from tests.core.ops.samples import SAMPLES

LAYERS = {*layer_table(), *(name for name in names() if name.rpartition(".")[0] in layer_table())}
"""Layers, and what their classes make without an object, such as `nn.Embedding.from_pretrained`: test_layers.py."""
FAMILIES = tuple(family for family, lines in entries().items() if any({*entry.names} - LAYERS for entry in lines))
NEVER_EXACT = {  # why the table has no exact answer here
    **dict.fromkeys(("cuda", "xpu", "pin_memory"), "torch refuses without a device: test_devices.py"),
    **dict.fromkeys(("nonzero", "argwhere", "masked_select", "bincount"), "as long as there are items found"),
    **dict.fromkeys(("backward", "retain_grad", "torch.autograd.grad"), "the judge's tensors carry no gradients"),
    **dict.fromkeys(("indices", "values"), "as many as are stored"),
    **dict.fromkeys(("crow_indices", "col_indices", "ccol_indices", "row_indices"), "as many as are stored"),
    "pack_padded_sequence": "it gives no tensor: its law stands in tests/typecheck/ops/joining.md",
    "pad_packed_sequence": "as long as the longest sequence that was packed",
    "set_": "as large as a storage says, which is no tensor",
    "lstsq": "which parts are empty hangs on the driver and the numbers",
    **dict.fromkeys(("unique", "unique_consecutive"), "as long as there are items found"),
    **dict.fromkeys(("grad_fn", "layout"), "is no tensor, or perhaps none"),
    **dict.fromkeys(
        [
            f"numpy.{word}"
            for word in (
                *("flip", "moveaxis", "repeat", "roll", "swapaxes", "tile", "transpose"),
                *("vstack", "hstack", "dstack", "column_stack", "dot", "matmul", "cov"),
                *("squeeze", "take_along_axis", "broadcast_to", "atleast_2d", "loadtxt", "genfromtxt"),
            )
        ],
        "only the dtype is told",
    ),
    **dict.fromkeys(("einops.pack", "einops.unpack"), "of the shapes that are packed nothing is told"),
    **dict.fromkeys([f"numpy.{word}" for word in ("convolve", "correlate", "diag", "outer")], "the rank is told"),
}


def names_of(family: str) -> list[str]:
    """The names whose first line stands in this family; modules have their own judge, test_layers.py."""
    found = {name for entry in entries()[family] for name in entry.names if not name.startswith("torch.nn.Module.")}
    found -= LAYERS
    earlier = FAMILIES[: FAMILIES.index(family)]
    return sorted(found - {name for other in earlier for entry in entries()[other] for name in entry.names})


def infos_of(name: str) -> list[Any]:
    """OpInfos whose samples suit the name: its own, or those of another name of the same line."""
    if not name.startswith("torch.") or name.startswith("torch.distributions."):
        return []
    others = [
        other for family in entries().values() for entry in family if name in entry.names for other in entry.names
    ]
    return next((infos for infos in map(_infos, [name, *others]) if infos), [])


def _infos(name: str) -> list[Any]:
    word = name.removeprefix("torch.Tensor.").removeprefix("torch.").rpartition(".")[2]
    full = name.removeprefix("torch.Tensor.").removeprefix("torch.")
    plain = (word.strip("_") if word.endswith("__") else word.rstrip("_")).removesuffix("_copy")
    spellings = (full, full.rstrip("_") if not full.endswith("__") else full, plain, f"nn.functional.{plain}")
    return next((by_word()[spelling] for spelling in spellings if spelling in by_word()), [])


def all_samples(name: str) -> Iterator[tuple[Sample, bool]]:
    """Each sample, and whether it is judged with named sizes too."""
    yield from ((sample, True) for sample in SAMPLES.get(name, ()))
    for info in infos_of(name):
        for sample, source in samples(info, 12):
            yield from ((cast, True) for cast in in_all_dtypes(sample, source))
        for sample, source in samples(info, 3):
            yield from ((cast, False) for cast in in_mixed_dtypes(sample, source))
            yield from ((changed, False) for changed in with_number(sample, source))


@cache
def figures_of(family: str) -> Figures:
    return sum(map(figures_of_name, names_of(family)), Figures())


def figures_of_name(name: str) -> Figures:
    figures = Figures()
    for sample, named in all_samples(name):
        judge(name, sample, figures, named=named)
    return figures


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_is_wrong(family: str) -> None:
    figures = figures_of(family)
    print(f"{family}: {figures}")  # noqa: T201 - the figures are wanted
    assert figures.wrong == []
    before = record()["names"]
    assert_no_lower(figures, [before[name] for name in names_of(family) if name in before])


@pytest.mark.parametrize("family", FAMILIES)
def test_every_name_is_judged(family: str) -> None:
    """By at least one sample that torch accepts and the table tells exactly."""
    open_ = set(names_of(family)) - figures_of(family).exact - NOT_YET
    assert [name for name in open_ if not {name, name.rpartition(".")[2]} & {*NEVER_EXACT}] == []


@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "arrays"])
def test_members_of_tuples_have_torchs_names(family: str) -> None:
    several = {name for entry in entries()[family] if isinstance(entry.columns.dtype, tuple) for name in entry.names}
    for name in several:
        results = (called(name, sample)[0] for sample, _ in islice(all_samples(name), 0, 60, 15))
        for result in results:
            if isinstance(result, tuple) and name.rpartition(".")[2] != "lu":  # `get_infos` alone gives lu's names
                assert fields_of(name) == getattr(type(result), "__match_args__", ()), name


def test_every_name_is_torchs() -> None:
    assert {name for name in names() if not exists(name)} == NOT_YET


def test_every_name_stands_in_a_family() -> None:
    judged = {name for family in FAMILIES for name in names_of(family)}
    elsewhere = {name for name in names() if name.startswith("torch.nn.Module.")}
    assert names() - judged - elsewhere == LAYERS


def test_a_wrong_answer_is_seen() -> None:
    figures = Figures()
    judge("torch.Tensor.half", Sample((1,)), figures)
    assert figures.counts["missed"]
    figures.add("torch.add", "wrong", "(...)")
    assert figures.wrong == ["torch.add(...)"]


def printed(name: str) -> None:
    figures = figures_of_name(name)
    print("\n  ".join([f"{name:40} {figures}", *figures.wrong[:5]]))  # noqa: T201


if __name__ == "__main__":
    for asked in sys.argv[1:]:
        for name in names_of(asked) if asked in FAMILIES else [asked]:
            printed(name)
    if sys.argv[1:]:
        sys.exit()
    total = Figures()
    for family in FAMILIES:
        total += figures_of(family)
        print(f"{family:12} {figures_of(family)}")  # noqa: T201
    print(f"{'all':12} {len(total.judged)} names, {total}")  # noqa: T201
    print("missed most:", total.missed.most_common(12))  # noqa: T201
    print("unknown most:", total.unknown.most_common(12))  # noqa: T201
