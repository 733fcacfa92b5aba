"""What is known of distributions whose parameters are known in part."""

import pytest

from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dtype import FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Distribution
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.ops import infer
from dtensortypes.core.problems import Kind

PLACE = "torch.distributions"


def of(text, dtype=FLOAT32, device=CPU):
    return TensorFact(dtype, device, parse_shape(text))


def made(name, *args, **kwargs):
    return infer(f"{PLACE}.{name}", args, kwargs).result


def asked(dist, word, *args):
    return infer(f"{dist.name}.{word}", (dist, *args), {})


def test_parameters_meet_by_broadcasting():
    assert made("Normal", of("b 1"), of("3")).batch == of("b 3")
    assert made("Normal", 0, 1.0).batch == of("")
    assert made("Normal", of("n", FLOAT64), of("n")).batch == of("n", UNKNOWN)
    assert made("Normal", of("n", device=CUDA), of("n")).batch == of("n", device=UNKNOWN)
    assert made("Normal", of("n", INT64), of("n", INT64)).batch.dtype is UNKNOWN


def test_of_what_is_not_known_nothing_is():
    assert made("Normal", UNKNOWN, 1.0) == Distribution(f"{PLACE}.Normal")
    assert made("Categorical") is made("Categorical", of("n"), of("n")) is UNKNOWN
    assert made("Independent", made("Normal", of("... 3"), 1.0), UNKNOWN) == Distribution(f"{PLACE}.Independent")
    assert made("MultivariateNormal", of("b 3")) == Distribution(f"{PLACE}.MultivariateNormal")
    assert asked(made("Normal", UNKNOWN, 1.0), "log_prob", of("3")).problems == ()
    assert asked(made("Independent", UNKNOWN, 1), "log_prob", of("3")).result.shape == UNKNOWN_SHAPE
    assert asked(made("Normal", of("3"), 1.0), "log_prob", UNKNOWN).problems == ()


def test_shapes_of_open_rank():
    rows = made("Categorical", logits=of("... 5"))
    assert asked(rows, "sample").result == of("...", INT64)
    assert made("Independent", made("Normal", of("... 3"), 1.0), 1).event == of("3")


@pytest.mark.parametrize("device", [CPU, CUDA])
def test_parameters_that_are_numbers_go_with_all(device):
    value = of("n", device=device)
    assert asked(made("Normal", 0.0, 1.0), "log_prob", value).result == value
    normal = made("Normal", value, value)
    assert infer(f"{PLACE}.kl_divergence", (normal, made("Normal", 0.0, 1.0)), {}).result == value


def test_what_is_on_two_devices_is_refused():
    there = made("Categorical", logits=of("b n", device=CUDA))
    found = asked(there, "log_prob", of("b", INT64))
    assert [problem.kind for problem in found.problems] == [Kind.DEVICE]
    here, there = made("Normal", of("n"), 1.0), made("Normal", of("n", device=CUDA), 1.0)
    found = infer(f"{PLACE}.kl_divergence", (here, there), {})
    assert [problem.kind for problem in found.problems] == [Kind.DEVICE]


def test_of_two_classes_there_is_no_telling():
    normal, uniform = made("Normal", of("n"), 1.0), made("Uniform", of("n", device=CUDA), 1.0)
    found = infer(f"{PLACE}.kl_divergence", (normal, uniform), {})
    assert found.problems == ()
    assert found.result == TensorFact()
    any_ = Distribution(f"{PLACE}.Distribution", of("n"), of(""))
    assert infer(f"{PLACE}.kl_divergence", (any_, any_), {}).result == TensorFact()
