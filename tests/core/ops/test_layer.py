"""A layer is its constructor, its parameters, and the call that its forward makes."""

import pytest

from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.core.ops import call_layer, infer, is_stateless

X = TensorFact(FLOAT32, CPU, Shape.of("b", 3))


def linear(**kwargs):
    return infer("torch.nn.Linear", (3, Dim.of("out")), kwargs).result


def test_what_the_constructor_makes():
    layer = linear(dtype=FLOAT16, device="cuda")
    assert (layer.name, layer.dtype, layer.device) == ("torch.nn.Linear", FLOAT16, CUDA)
    assert dict(layer.config)["out_features"] == Dim.of("out")


def test_what_its_call_gives():
    assert call_layer(linear(), [X], {}).result == TensorFact(FLOAT32, CPU, Shape.of("b", "out"))
    assert call_layer(linear(), [], {"input": X}).result.shape == Shape.of("b", "out")
    assert call_layer(linear(), [], {}).result is UNKNOWN


def test_problems_speak_of_the_layer():
    problems = call_layer(linear(dtype=FLOAT16), [X], {}).problems
    assert [str(problem).split(" needs")[0] for problem in problems] == ['"Linear"']


@pytest.mark.parametrize(
    ("name", "args", "is_refused"),
    [
        ("Linear", (3, 4), True),
        ("LayerNorm", (3,), True),
        ("Conv1d", (3, 4, 1), True),
        ("Embedding", (3, 4), False),
        ("EmbeddingBag", (3, 4), False),
        ("Flatten", (), False),
    ],
)
def test_a_layer_of_unknown_dtype_has_floats(name, args, is_refused):
    layer = infer(f"torch.nn.{name}", args, {"dtype": UNKNOWN} if args else {}).result
    outcome = call_layer(layer, [TensorFact(INT64, CPU, Shape.of("b", 3))], {})
    assert bool(outcome.problems) is is_refused
    assert not call_layer(layer, [TensorFact(UNKNOWN, CPU, Shape.of("b", 3))], {}).problems


def test_layers_in_turn():
    model = infer("torch.nn.Sequential", (linear(), infer("torch.nn.ReLU", (), {}).result), {}).result
    assert call_layer(model, [X], {}).result == TensorFact(FLOAT32, CPU, Shape.of("b", "out"))
    strange = infer("torch.nn.Sequential", (linear(), LayerFact("mine")), {}).result
    assert call_layer(strange, [X], {}).result is UNKNOWN


def test_what_follows_a_layer_that_refuses_is_not_known():
    model = infer("torch.nn.Sequential", (linear(), infer("torch.nn.ReLU", (), {}).result), {}).result
    refused = call_layer(model, [TensorFact(FLOAT16, CPU, Shape.of("b", 3))], {})
    assert (len(refused.problems), refused.result) == (1, UNKNOWN)


def test_arguments_that_may_be_left_out():
    unpool = infer("torch.nn.MaxUnpool1d", (2,), {}).result
    places = TensorFact(INT64, CPU, Shape.of("b", 3))
    assert call_layer(unpool, [X, places], {}).result.shape == Shape.of("b", 6)
    assert call_layer(unpool, [X, places, (7,)], {}).result.shape == Shape.of("b", 7)
    assert call_layer(unpool, [X], {}).result is UNKNOWN
    assert call_layer(unpool, [X, places], {"indices": places}).result is UNKNOWN


def test_a_forward_in_words():
    pad = infer("torch.nn.ZeroPad1d", (1,), {}).result
    assert call_layer(pad, [X], {}).result == TensorFact(FLOAT32, CPU, Shape.of("b", 5))
    assert call_layer(pad, [X, X], {}).result is UNKNOWN


def test_what_a_layer_refuses_and_its_operation_does_not():
    norm = infer("torch.nn.BatchNorm1d", (4,), {}).result
    assert [str(p) for p in call_layer(norm, [TensorFact(FLOAT32, CPU, Shape.of("b", 4, 3, 3))], {}).problems] == [
        '"BatchNorm1d" takes 2 or 3 dims, not shape (b, 4, 3, 3)'
    ]
    assert call_layer(norm, [TensorFact(FLOAT32, CPU, Shape.of("b", 4))], {}).problems == ()


def test_a_tensor_that_the_constructor_is_given_is_cast_and_moved_with_the_layer():
    loss = infer("torch.nn.CrossEntropyLoss", (TensorFact(FLOAT32, CPU, Shape.of(3)),), {}).result
    target = TensorFact(INT64, CUDA, Shape.of("b"))
    scores = TensorFact(FLOAT32, CUDA, Shape.of("b", 3))
    assert (loss.dtype, loss.device) == (FLOAT32, CPU)
    assert call_layer(loss, [scores, target], {}).problems
    moved = infer("torch.nn.Module.cuda", (loss,), {}).result
    assert not call_layer(moved, [scores, target], {}).problems
    assert not is_stateless(loss)
    assert is_stateless(infer("torch.nn.CrossEntropyLoss", (), {}).result)
    assert not is_stateless(infer("torch.nn.CrossEntropyLoss", (UNKNOWN,), {}).result)
    counts = infer("torch.nn.CrossEntropyLoss", (TensorFact(INT64, CPU, Shape.of(3)),), {}).result
    assert (counts.dtype, counts.device) == (UNKNOWN, CPU)
