"""The table of layers, judged by torch's ModuleInfo samples and by our own."""

import warnings
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
import torch
from torch import nn
from torch.testing._internal.common_modules import module_db

from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32
from dtensortypes.core.facts.value import LayerFact, Value
from dtensortypes.core.ops import State, call_layer, infer, layer_table
from tests.core.ops.floors import assert_no_lower, record
from tests.core.ops.judge import Figures, Sample, fact_of, live_function, names_of_sizes, verdict
from tests.core.ops.layer_samples import LAYERS
from tests.core.ops.older import NOT_YET
from tests.core.ops.opinfo import DTYPES

TABLE = layer_table()
INFOS = {f"torch.nn.{info.module_cls.__name__}": info for info in module_db}


def samples_of(name: str) -> Iterator[tuple[Sample, Sample]]:
    """What the layer is made with, and what it is called with."""
    yield from LAYERS.get(name, ())
    info = INFOS.get(name)
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for found in info.module_inputs_func(info, "cpu", torch.float32, False, True) if info else ():
            built, forward = found.constructor_input, found.forward_input
            yield Sample(tuple(built.args), built.kwargs), Sample(tuple(forward.args), forward.kwargs)


def layer_of(name: str, built: Sample) -> LayerFact:
    """The layer that the table makes of the constructor's arguments."""
    kwargs = {word: value_of(value) for word, value in built.kwargs.items()}
    outcome = infer(name, [value_of(arg) for arg in built.args], kwargs)
    assert outcome is not None
    assert isinstance(outcome.result, LayerFact), (name, built)
    return outcome.result


def value_of(value: Any) -> Value:
    if not isinstance(value, nn.Module):
        return fact_of(value)
    name = f"torch.nn.{type(value).__name__}"
    parameter = next(value.parameters(), None)
    if parameter is not None and not hasattr(value, "in_features"):
        return LayerFact(name, (), fact_of(parameter.dtype), fact_of(parameter.device))
    made_with = [getattr(value, word) for word in ("in_features", "out_features") if hasattr(value, word)]
    return layer_of(name, Sample(tuple(made_with)))


def module_of(name: str, built: Sample) -> nn.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return live_function(name)(*built.args, **built.kwargs)


def called(module: nn.Module, sample: Sample) -> tuple[Any, Exception | None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return module(*sample.args, **sample.kwargs), None
        except Exception as refusal:  # noqa: BLE001 - whatever torch raises is a refusal
            return None, refusal


@cache
def figures_of(name: str) -> Figures:
    figures = Figures()
    for built, forward in samples_of(name):
        module, layer = module_of(name, built), layer_of(name, built)
        for dtype in DTYPES:
            sample = forward.map(lambda x, d=dtype: x.to(d) if torch.is_tensor(x) and x.dtype == torch.float32 else x)
            live, refused = called(module, sample)
            for sizes in ({}, names_of_sizes(sample)) if refused is None else ({},):
                args = [fact_of(arg, sizes) for arg in sample.args]
                outcome = call_layer(layer, args, {word: fact_of(arg, sizes) for word, arg in sample.kwargs.items()})
                assert outcome is not None
                word, story, open_ = verdict(outcome, live, refused, {n: size for size, n in sizes.items()}, sample)
                figures.add(name, word, f"{built}{story}", open_)
    return figures


@pytest.mark.parametrize("name", sorted({*TABLE} - NOT_YET))
def test_nothing_is_wrong(name: str) -> None:
    figures = figures_of(name)
    assert figures.wrong == []
    assert figures.counts["exact"]
    assert_no_lower(figures, [record()["layers"][name]] if name in record()["layers"] else [])


@pytest.mark.parametrize("name", sorted(set(INFOS) & set(TABLE)))
def test_parameters_have_the_layers_dtype(name: str) -> None:
    for built, _ in samples_of(name):
        floats = {fact_of(p.dtype) for p in module_of(name, built).parameters()}
        layer = layer_of(name, built)
        assert floats <= {layer.dtype}


@pytest.mark.parametrize("region", [torch.bfloat16, torch.float16])
@pytest.mark.parametrize(
    ("name", "built", "shapes"),
    [
        ("torch.nn.RNN", (4, 6), [(5, 2, 4)]), ("torch.nn.RNNCell", (4, 6), [(2, 4)]),
        ("torch.nn.MultiheadAttention", (4, 2), [(5, 2, 4)] * 3), ("torch.nn.LSTM", (4, 6), [(5, 2, 4)]),
        ("torch.nn.GRU", (4, 6), [(5, 2, 4)]), ("torch.nn.Linear", (4, 6), [(2, 4)]),
    ],
)  # fmt: skip
def test_layers_under_autocast(
    name: str, built: tuple[int, ...], shapes: list[tuple[int, ...]], region: torch.dtype
) -> None:
    """In each dtype of weights and of items; what hangs on the kernel is unknown."""
    figures, state = Figures(), State(autocast=fact_of(region), autocast_device="cpu")
    for own, other in product((torch.float16, torch.bfloat16, torch.float32, torch.float64), repeat=2):
        made = Sample(built, {"dtype": own})
        sample = Sample(tuple(torch.rand(shape).to(other) for shape in shapes))
        with torch.autocast("cpu", dtype=region):
            live, refused = called(module_of(name, made), sample)
        outcome = call_layer(layer_of(name, made), [fact_of(arg) for arg in sample.args], {}, state)
        assert outcome is not None
        figures.add(name, *verdict(outcome, live, refused, {}, sample))
    assert figures.wrong == []
    known = name not in {"torch.nn.LSTM", "torch.nn.GRU"}
    assert (figures.counts["exact"], figures.counts["predicted"]) == (10, 6) if known else figures.counts["unknown"]


def test_modules_are_cast_and_moved() -> None:
    """Every layer of a container is cast, and a container says what its layers agree on."""
    linear = infer("torch.nn.Linear", (3, 4), {}).result
    model = infer("torch.nn.Sequential", (linear, linear), {}).result
    assert model.dtype == FLOAT32
    half = infer("torch.nn.Module.half", (model,), {}).result
    assert half.dtype == FLOAT16
    assert {layer.dtype for layer in dict(half.config)["layers"]} == {FLOAT16}
    assert infer("torch.nn.Module.to", (model, fact_of(torch.int32)), {}).problems


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16])
@pytest.mark.parametrize("name", ["torch.nn.Embedding", "torch.nn.EmbeddingBag"])
def test_layers_of_given_rows(name: str, dtype: torch.dtype) -> None:
    """An embedding of rows that the program has is in their dtype and gives items of their width."""
    rows, words = torch.rand(10, 4, dtype=dtype), torch.tensor([[1, 2, 9], [0, 3, 3]])
    made = infer(f"{name}.from_pretrained", (fact_of(rows),), {}).result
    live = getattr(torch.nn, name.rpartition(".")[2]).from_pretrained(rows)
    outcome = call_layer(made, [fact_of(words)], {})
    assert outcome is not None
    assert outcome.result == fact_of(live(words))
    assert infer(f"{name}.from_pretrained", (fact_of(rows[0]),), {}).problems


if __name__ == "__main__":
    total = sum((figures_of(name) for name in sorted(TABLE)), Figures())
    print(f"layers: {len(total.judged)} of {len(TABLE)}, {total}")  # noqa: T201
    print("missed most:", total.missed.most_common(12))  # noqa: T201
