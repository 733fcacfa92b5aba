"""The words for einops: what is known of a pattern, of its sizes and of its reduction, and what is not."""

import pytest

from dtensortypes.core.facts.device import CPU, Device
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT16, FLOAT32, INT32, INT64
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.ops import State, infer
from dtensortypes.core.problems import Kind

CUDA = Device("cuda")
X = TensorFact(FLOAT32, CPU, Shape.of("b", "n", "d"))


def result(name, *args, state=None, **sizes):
    return infer(f"einops.{name}", args, sizes, state or State()).result


@pytest.mark.parametrize(
    ("args", "sizes"),
    [((X, UNKNOWN), {}), ((TensorFact(FLOAT32, CPU), "b ... -> ..."), {}), ((X, "b n d"), {}), ((X, "b -> b"), {})],
)
def test_the_shape_is_open_where_the_pattern_is_or_is_refused(args, sizes):
    assert result("rearrange", *args, **sizes) == TensorFact(FLOAT32, CPU, UNKNOWN_SHAPE)


def test_a_list_is_stacked_first():
    assert result("rearrange", (X, X), "k b n d -> b (k n) d") == TensorFact(FLOAT32, CPU, parse_shape("b 2*n d"))
    assert result("rearrange", Items(X), "k b n d -> b n d k").shape.notation == "b n d _"
    assert result("reduce", (X, X), "k b n d -> b", "sum").shape.notation == "b"
    mixed = infer("einops.rearrange", ((X, TensorFact(FLOAT32, CUDA, X.shape)), "k b n d -> b k n d"), {})
    assert [problem.kind for problem in mixed.problems] == [Kind.DEVICE]


@pytest.mark.parametrize(
    ("pattern", "dtype"),
    [("b n d -> b", INT64), ("b n d -> d b n", INT32), ("... d -> d", UNKNOWN), (UNKNOWN, UNKNOWN)],
)
def test_integers_are_summed_in_int64_where_an_axis_is_reduced(pattern, dtype):
    assert result("reduce", TensorFact(INT32, CPU), pattern, "sum").dtype == dtype


def test_a_reduction_that_is_not_known():
    assert result("reduce", X, "b n d -> b", UNKNOWN) == TensorFact(UNKNOWN, CPU, Shape.of("b"))
    refused = infer("einops.reduce", (X, "b n d -> b", "median"), {})
    assert [str(problem) for problem in refused.problems] == [
        '"median" is no reduction; use one of min, max, sum, mean, prod, any, all'
    ]


def test_reductions_and_products_under_autocast():
    half = TensorFact(FLOAT16, CUDA, X.shape)
    region = State(autocast=FLOAT16, autocast_device="cuda")
    assert result("reduce", half, "b n d -> b", "sum", state=region).dtype == FLOAT32
    assert result("reduce", half, "b n d -> b", "max", state=region).dtype == FLOAT16
    own = TensorFact(FLOAT32, CPU, X.shape)
    region = State(autocast=BFLOAT16, autocast_device="cpu")
    assert result("einsum", own, own, "b n d, b m d -> b n m", state=region).dtype == BFLOAT16


def test_what_is_packed_and_unpacked():
    packed, shapes = result("pack", (X, TensorFact(FLOAT32, CPU, Shape.of("b", "d"))), "b * d")
    assert (packed.shape.notation, shapes) == ("b n+1 d", UNKNOWN)
    assert result("pack", Items(X), "b * d")[0].shape.notation == "_ _ _"
    assert result("unpack", packed, UNKNOWN, "b * d") == Items(
        TensorFact(FLOAT32, CPU, result("unpack", packed, UNKNOWN, "b * d").item.shape), is_list=True
    )
    assert result("unpack", packed, UNKNOWN, "b * d").item.shape.notation == "b ... d"


def test_a_layers_pattern_is_refused_where_it_is_made():
    made = infer("einops.layers.torch.Rearrange", ("b (h w) -> b h",), {"h": 2})
    assert [problem.kind for problem in made.problems] == [Kind.SHAPE]
