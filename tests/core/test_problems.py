"""What can be wrong is said in one sentence, reason first, by both checkers in the same words."""

import pytest
import torch

from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.device import ACCELERATOR, CPU, CUDA, Device
from dtensortypes.core.facts.dtype import COMPLEX64, COMPLEX128, DTYPES, FLOAT, FLOAT32, FLOAT64, INT64, QUINT8, UINT16
from dtensortypes.core.facts.placement import PARTIAL, REPLICATE, SHARD, Placement
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_pattern
from dtensortypes.core.problems import (
    Kind,
    Problem,
    Refused,
    argument,
    bound_already,
    discarded,
    held,
    lost_with,
    miscounted,
    missing,
    no_shape,
    no_tensor,
    out_of_bound,
    refuse,
    returned,
    unknown,
    wrong_device,
    wrong_dtype,
    wrong_placement,
)


def test_a_problem_is_said_of_its_subject():
    problem = Problem(Kind.DTYPE, "is float64, declared Float32", "cast with .float()")
    assert str(problem.about(argument("x", "forward"))) == (
        'argument "x" of "forward" is float64, declared Float32; cast with .float()'
    )
    assert str(Problem(Kind.SHAPE, "is wrong")) == "is wrong"
    assert returned("f") == 'return value of "f"'
    assert returned("f", "return value[0]") == 'return value[0] of "f"'


def test_a_refusal_carries_its_problem():
    refused = refuse(Kind.DEVICE, "tensors meet", "move one")
    assert isinstance(refused, Refused)
    assert refused.problem == Problem(Kind.DEVICE, "tensors meet", "move one")
    assert str(refused) == "tensors meet; move one"


def test_the_kinds_are_mypys_error_codes():
    assert all(kind.startswith("tensor-") for kind in Kind)


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (wrong_dtype(FLOAT64, FLOAT32), "is float64, declared Float32; cast with .float()"),
        (wrong_dtype(FLOAT64, FLOAT32, "b n"), 'is float64, declared Float32 ("b n"); cast with .float()'),
        (wrong_dtype(INT64, UINT16), "is int64, declared UInt16; cast with .to(torch.uint16)"),
        (wrong_dtype(FLOAT, INT64), "is Float, declared Int64; cast with .long()"),
        (wrong_dtype(FLOAT32, QUINT8), "is float32, declared QUInt8"),
        (wrong_dtype(INT64, FLOAT), "is int64, declared Float"),
        (wrong_dtype(COMPLEX64, FLOAT32), "is complex64, declared Float32; take its .real, its .imag or its .abs()"),
        (wrong_dtype(COMPLEX64, COMPLEX128), "is complex64, declared Complex128; cast with .to(torch.complex128)"),
        (wrong_device(CPU, CUDA), 'is on cpu, declared CUDA; move it with .to("cuda")'),
        (wrong_device(CPU, Device("cuda", 1)), 'is on cpu, declared CUDA[1]; move it with .to("cuda:1")'),
        (wrong_device(CPU, ACCELERATOR), "is on cpu, declared Accelerator; move it with .to(device)"),
        (no_tensor("a numpy.ndarray", "Tensor[Float32]"), "is a numpy.ndarray, declared Tensor[Float32]"),
        (no_shape(parse_pattern("b n")), 'has no shape yet, declared "b n"; call its lazy module once before'),
        (
            wrong_placement((Placement("Shard", 1),), (Placement("Shard", 0),)),
            "is placed Shard(1), declared Shard[0]; move it with .redistribute(placements=[Shard(0)])",
        ),
        (
            wrong_placement((REPLICATE, PARTIAL), (Placement("Shard", 0), UNKNOWN)),
            "is placed Replicate(), Partial(), declared Shard[0], Any",
        ),
        (
            wrong_placement((REPLICATE, REPLICATE), (REPLICATE,)),
            "is placed Replicate(), Replicate(), declared Replicate",
        ),
        (wrong_placement((REPLICATE,), (PARTIAL,)), "is placed Replicate(), declared Partial"),
        (
            wrong_placement(None, (Placement("Shard", 0),)),
            "is no DTensor, declared Shard[0]; distribute it with distribute_tensor(tensor, mesh, [Shard(0)])",
        ),
        (wrong_placement(None, (SHARD,)), "is no DTensor, declared Shard"),
        (
            discarded("half"),
            'the result of "half" is thrown away: the tensor itself does not change; assign it, as in x = x.half(...)',
        ),
        (
            lost_with("x", "half"),
            (
                'the result of "half" is lost with the loop\'s "x": what the loop goes through does not change; '
                "keep it, as in [x.half(...) for x in ...]"
            ),
        ),
        (unknown(["dtype"], "Float32", ""), "is of unknown dtype, declared Float32; annotate where it comes from"),
    ],
)
def test_the_words(problem, words):
    assert str(problem) == words


def test_what_an_instance_holds_is_the_subject():
    problem = missing('Tensor[Float32, Any, "b n"]').about(held("blocks.3.weight", "Net", "attribute"))
    assert str(problem) == (
        'attribute "blocks.3.weight" of "Net" is missing, declared Tensor[Float32, Any, "b n"]; '
        "set it in __init__, or declare it Tensor[...] | None"
    )
    assert held("mask", "Batch") == 'field "mask" of "Batch"'


def test_the_details_of_type_variables():
    assert bound_already("D", FLOAT32, "x") == 'D is float32 in "x"'
    assert out_of_bound("D", FLOAT) == "D stands for Float"
    detailed = wrong_dtype(FLOAT64, Var("D", FLOAT), "n", bound_already("D", FLOAT32, "x"))
    assert str(detailed) == 'is float64, declared D ("n"): D is float32 in "x"'


def test_miscounted():
    assert str(miscounted("there are 2 values", 1)) == "there are 2 values, unpacked into 1 variable"
    assert str(miscounted("shape (2, 3) has 2 dims", 4)) == "shape (2, 3) has 2 dims, unpacked into 4 variables"


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_the_advice_to_cast_is_right(dtype):
    advice = wrong_dtype(FLOAT64 if dtype != FLOAT64 else FLOAT32, dtype).advice
    if not advice:
        with pytest.raises((RuntimeError, NotImplementedError)):
            torch.zeros(2).to(getattr(torch, dtype.name))
        return
    method, _, target = advice.removeprefix("cast with .").removesuffix(")").partition("(")
    arguments = [getattr(torch, target.removeprefix("torch."))] if target else []
    assert getattr(torch.zeros(2), method)(*arguments).dtype is getattr(torch, dtype.name)
