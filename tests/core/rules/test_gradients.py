"""Only floats and complex numbers have gradients, which begin at one number; torch says so of the same calls."""

import pytest
import torch
from torch import nn

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import DTYPES, FLOAT32, FLOAT64, Category, DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items
from dtensortypes.core.ops import infer

PLAIN = [dtype for dtype in DTYPES if dtype.category is not Category.QUANTISED and dtype.bits >= 8]
CALLS = {
    "torch.zeros": lambda dtype: torch.zeros(2, dtype=dtype, requires_grad=True),
    "torch.nn.Parameter": lambda dtype: nn.Parameter(torch.zeros(2, dtype=dtype)),
    "torch.Tensor.requires_grad_": lambda dtype: torch.zeros(2, dtype=dtype).requires_grad_(),
}


def refuses(name: str, dtype: DType, *, asks: bool = True) -> bool:
    tensor = TensorFact(dtype, CPU, Shape.of(2))
    args, kwargs = ((2,), {"dtype": dtype}) if name == "torch.zeros" else ((tensor,), {})
    outcome = infer(name, args, {**kwargs, "requires_grad": asks})
    assert outcome is not None
    return bool(outcome.problems)


def has_no_gradients(call) -> bool:
    try:
        call()
    except RuntimeError as error:
        return "gradients" in str(error)
    return False


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_torch_refuses_the_same_dtypes(name, dtype):
    own = getattr(torch, dtype.name, None)
    if own is None:
        pytest.skip("torch has no such dtype")
    assert refuses(name, dtype) == has_no_gradients(lambda: CALLS[name](own))
    assert not refuses(name, dtype, asks=False)


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_integers_have_nothing_to_go_back(dtype):
    outcome = infer("torch.Tensor.backward", (TensorFact(dtype, CPU, Shape()),), {})
    assert outcome is not None
    assert bool(outcome.problems) == (dtype.category in {Category.BOOL, Category.INTEGER})


SHAPES = ((), (1,), (1, 1), (3,), (2, 3), (0,))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("gradient", [None, *SHAPES])
@pytest.mark.parametrize("function", [torch.Tensor.backward, torch.autograd.grad])
def test_a_gradient_begins_at_one_number_or_with_one_of_its_shape(function, shape, gradient):
    def ask(make):
        tensor = make(shape)
        own = None if gradient is None else make(gradient)
        return (tensor, tensor, own) if function is torch.autograd.grad else (tensor, own)

    try:
        answers = function(*ask(lambda sizes: torch.ones(sizes, requires_grad=True)))
    except RuntimeError:
        answers = False
    name = "torch.autograd.grad" if function is torch.autograd.grad else "torch.Tensor.backward"
    outcome = infer(name, ask(lambda sizes: TensorFact(FLOAT32, CPU, Shape.of(*sizes))), {})
    assert bool(outcome.problems) == (answers is False)
    if answers:
        assert [fact.shape for fact in outcome.result] == [Shape.of(*answer.shape) for answer in answers]


def test_gradients_are_as_what_they_are_of():
    x, w = (torch.ones(size, dtype=torch.float64, requires_grad=True) for size in (2, 3))
    loss = (x.sum() * w.sum()).float()
    facts = tuple(TensorFact(FLOAT64, CPU, Shape.of(size)) for size in (2, 3))
    result = infer("torch.autograd.grad", (TensorFact(FLOAT32, CPU, Shape()), facts), {}).result
    assert result == facts
    assert [(g.dtype, g.shape) for g in torch.autograd.grad(loss, (x, w))] == [(w.dtype, x.shape), (w.dtype, w.shape)]


def test_gradients_are_a_tuple_whatever_they_are_of():
    loss, several = TensorFact(FLOAT32, CPU, Shape()), Items(TensorFact(FLOAT32, CPU), is_list=True)
    assert infer("torch.autograd.grad", (loss, several), {}).result == Items(TensorFact(FLOAT32, CPU))
    x = torch.ones((), requires_grad=True)
    assert isinstance(torch.autograd.grad(x, [x]), tuple)


@pytest.mark.parametrize("option", ["allow_unused", "is_grads_batched"])
def test_perhaps_there_are_none_of_that_shape(option):
    loss, x = TensorFact(FLOAT32, CPU, Shape()), TensorFact(FLOAT32, CPU, Shape.of(3))
    assert infer("torch.autograd.grad", (loss, x), {option: True}).result == (TensorFact(),)
    assert infer("torch.autograd.grad", (loss, Items(x)), {}).result == Items(x)
    assert infer("torch.autograd.grad", (loss, UNKNOWN), {}).result == UNKNOWN
