"""Every kind of tensor that torch has is read by what it says of itself, and nothing hears of the reading."""

import warnings
from typing import Any, TypeVar

import numpy as np
import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch._subclasses.functional_tensor import FunctionalTensor, FunctionalTensorMode
from torch.autograd import forward_ad
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv, StatelessSymbolicContext
from torch.masked import masked_tensor
from torch.overrides import TorchFunctionMode
from torch.testing._internal.two_tensor import TwoTensor
from torch.utils._python_dispatch import TorchDispatchMode

from dtensortypes import (
    CPU,
    CUDA,
    MPS,
    XPU,
    Complex,
    Device,
    Float,
    Float16,
    Float32,
    Float64,
    Meta,
    PrivateUse1,
    QInt8,
    Quantised,
    Tensor,
    TensorTypeError,
    checked,
)
from tests.fake_cuda import fake_cuda, skip_without

zeros = torch.zeros
D = TypeVar("D", bound=Float)
V = TypeVar("V", bound=Device)
Matrix = Tensor[Float32, CPU, "b n"]


@checked
def first(x: Matrix, y: Matrix | None = None, *zs: Matrix, **rest: list[Matrix]) -> Matrix:
    return x


def refused(function, *arguments, **keywords):
    with pytest.raises(TensorTypeError) as caught:
        function(*arguments, **keywords)
    return caught.value.problem.reason


class Loud(torch.Tensor):
    """A subclass that hears of everything that is done with it."""

    heard = ()

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        cls.heard += (func,)
        return super().__torch_function__(func, types, args, kwargs or {})


class Liar(Loud):
    """A subclass whose answers are wrong."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return 42


class Silent(torch.Tensor):
    """A subclass that is asked nothing."""

    __torch_function__ = torch._C._disabled_torch_function_impl


def faked(x):
    return FakeTensorMode().from_tensor(x)


def functional(x):
    with FunctionalTensorMode():
        return FunctionalTensor.to_functional(x)


def inference(x):
    with torch.inference_mode():
        return x.clone()


def masked(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a prototype, it says
        return masked_tensor(x, torch.ones_like(x).bool())


KINDS = {
    "plain": lambda x: x,
    "parameter": torch.nn.Parameter,
    "buffer": torch.nn.Buffer,
    "requires_grad": lambda x: x.requires_grad_(),
    "computed": lambda x: x.requires_grad_() * 1,
    "view": lambda x: x.expand(1, *x.shape)[0],
    "negated": torch._neg_view,
    "loud": lambda x: x.as_subclass(Loud),
    "liar": lambda x: x.as_subclass(Liar),
    "silent": lambda x: x.as_subclass(Silent),
    "loud parameter": lambda x: torch.nn.Parameter(x.as_subclass(Loud)),
    "wrapper": lambda x: TwoTensor(x, x.clone()),
    "COO": torch.Tensor.to_sparse,
    "fake": faked,
    "functional": functional,
    "inference": inference,
    "masked": masked,
    "CSR": torch.Tensor.to_sparse_csr,
    "CSC": torch.Tensor.to_sparse_csc,
    "BSR": lambda x: x.to_sparse_bsr((1, 1)),
    "BSC": lambda x: x.to_sparse_bsc((1, 1)),
}
COMPRESSED = pytest.mark.filterwarnings("ignore:Sparse CSR tensor support is in beta:UserWarning")


@COMPRESSED
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_kind_is_read_alike(kind):
    x = kind(zeros(2, 3))
    assert first(x, x, x, z=[x]) is x
    for hint in (Tensor, Matrix, Tensor[D, V, "b n"], Tensor[Any, Any, "*s"]):
        assert isinstance(x, hint)
    assert not isinstance(x, Tensor[Float32, CPU, "n n"])
    assert refused(first, kind(zeros(2, 3).double())) == (
        'argument "x" of "first" is float64, declared Float32 ("b n")'
    )
    wide = kind(zeros(2, 4))
    told = 'has shape (2, 4), declared "b n": dim 1 is 4, but "n" is 3 in "x"'
    assert refused(first, x, wide) == f'argument "y" of "first" {told}'
    assert refused(first, x, None, x, wide) == f'argument "zs[1]" of "first" {told}'
    assert refused(first, x, z=[x, wide]) == f'argument "rest[\'z\'][1]" of "first" {told}'
    assert refused(checked(_widened), x, wide) == f'return value of "_widened" {told}'


def _widened(x: Matrix, y: Any) -> Matrix:
    return y


@pytest.mark.parametrize("shape", [(), (3,), (1, 2, 3)])
def test_a_rank_is_told(shape):
    assert f"has shape {shape}" in refused(first, zeros(shape).as_subclass(Loud))


@pytest.mark.parametrize("kind", [KINDS["loud"], KINDS["liar"], KINDS["loud parameter"]])
def test_a_subclass_does_not_hear_of_being_read(kind):
    x, wrong = kind(zeros(2, 3)), kind(zeros(2, 3, 4))
    Loud.heard = ()
    first(x, x, x, z=[x])
    assert isinstance(x, Matrix)
    refused(first, wrong)
    refused(first, x, z=[wrong])
    refused(checked(_widened), x, wrong)
    assert Loud.heard == ()


class Attentive(TorchFunctionMode):
    heard = ()

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.heard += (func,)
        return func(*args, **(kwargs or {}))


class Launched(TorchDispatchMode):
    heard = ()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.namespace != "prim":  # how a fake is asked for its device: no operator of a tensor
            self.heard += (func,)
        return func(*args, **(kwargs or {}))


@checked
def given(x: Tensor[D, V, "b n"], y: Tensor[D, V, "b n+1"]) -> list[Tensor[D, V, "_ n"]]:
    return [x]


@checked
def made() -> Matrix:
    return _MADE


_MADE = zeros(2, 3)


@COMPRESSED
@pytest.mark.parametrize("mode", [Attentive, Launched])
@pytest.mark.parametrize("kind", [name for name in KINDS if name not in {"functional", "wrapper"}])
def test_no_mode_hears_of_a_check(mode, kind):
    x, wide = KINDS[kind](zeros(2, 3)), KINDS[kind](zeros(2, 4))
    with mode() as listening:
        first(x, x, x, z=[x])
        given(x, wide)
        made()
        isinstance(x, Matrix)
        refused(first, wide, x)
        refused(first, x, z=[x, wide])
        refused(given, x, x)
        refused(checked(_widened), x, wide)
        assert not isinstance(x, Tensor[Float64])
        assert listening.heard == ()


@pytest.mark.parametrize("kind", ["functional", "wrapper"])
def test_a_check_runs_no_operator_of_a_wrapper(kind):
    x, wide = KINDS[kind](zeros(2, 3)), KINDS[kind](zeros(2, 4))
    with Launched() as listening:
        first(x, x, x, z=[x])
        refused(first, x, wide)
        assert listening.heard == ()


def test_a_mode_changes_no_verdict():
    with torch.device("meta"):
        assert first(_MADE) is _MADE
        assert refused(first, zeros(2, 3)) == 'argument "x" of "first" is on meta, declared CPU ("b n")'
    torch.set_default_device("meta")
    try:
        assert first(_MADE, _MADE) is _MADE
        assert refused(first, _MADE, zeros(2, 3)).endswith('is on meta, declared CPU ("b n")')
    finally:
        torch.set_default_device(None)


# --- what has no shape, or not yet


def test_a_lazy_parameter_has_no_shape_yet():
    @checked
    def any_tensor(weight: Tensor[Float32, CPU]) -> Tensor[Float32]:
        return weight

    lazy = torch.nn.LazyLinear(3)
    with pytest.raises(TensorTypeError) as caught:
        first(lazy.weight)
    assert caught.value.problem.reason == 'argument "x" of "first" has no shape yet, declared "b n"'
    assert caught.value.problem.advice == "call its lazy module once before"
    assert any_tensor(lazy.weight) is lazy.weight
    assert refused(first, torch.nn.UninitializedBuffer()).endswith('has no shape yet, declared "b n"')
    lazy(zeros(2, 5))
    assert first(lazy.weight) is lazy.weight


# --- nested tensors


@checked
def ragged(x: Tensor[Float32, CPU, "b r d"], *ys: Tensor[Float32, CPU, "b r d"]) -> Tensor[Float32, CPU, "b r d"]:
    return x


def nested(*lengths, layout):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a prototype, it says
        return torch.nested.nested_tensor([zeros(n, 5) for n in lengths], layout=layout)


def test_a_jagged_dim_is_a_size_of_its_own():
    x, other = nested(2, 3, layout=torch.jagged), nested(2, 3, layout=torch.jagged)
    assert ragged(x, x, x + 1) is x
    r, s = str(x.shape[1]), str(other.shape[1])
    assert refused(ragged, x, other) == (
        f'argument "ys[0]" of "ragged" has shape (2, {s}, 5), declared "b r d": dim 1 is {s}, but "r" is {r} in "x"'
    )
    assert refused(ragged, x, nested(2, layout=torch.jagged)).startswith('argument "ys[0]" of "ragged" has shape (1,')
    assert refused(first, x).endswith("3 dims, not 2")


@pytest.mark.parametrize("layout", [torch.strided, torch.jagged])
@pytest.mark.parametrize(
    "shape", ["...", "b ...", "... d", "b _ d", "2 _ 5", "*s", "b *s", "b r d", "#b r d", "b r+1 d"]
)
def test_a_nested_tensor_fits_what_allows_its_ragged_dim(layout, shape):
    def f(x): ...

    f.__annotations__ = {"x": Tensor[Float32, CPU, shape]}
    checked(f)(nested(2, 3, layout=layout))
    assert isinstance(nested(2, 3, layout=layout), Tensor[Float32, CPU, shape])


@pytest.mark.parametrize("layout", [torch.strided, torch.jagged])
@pytest.mark.parametrize("shape", ["b", "b r", "3 ...", "... 4", "3 r d", "b r d e", "b r b"])
def test_what_is_not_ragged_of_a_nested_tensor_is_checked(layout, shape):
    assert not isinstance(nested(2, 3, layout=layout), Tensor[Float32, CPU, shape])


# --- dtypes and values of their own kind


def test_quantised_tensors():
    @checked
    def f(x: Tensor[QInt8, CPU, "b n"], y: Tensor[Quantised, CPU, "n"] | None = None): ...

    x = torch.quantize_per_tensor(zeros(2, 3), 1.0, 0, torch.qint8)
    f(x, torch.quantize_per_tensor(zeros(3), 1.0, 0, torch.quint8))
    assert refused(f, zeros(2, 3)) == 'argument "x" of "f" is float32, declared QInt8 ("b n")'
    assert refused(first, x) == 'argument "x" of "first" is qint8, declared Float32 ("b n")'


@pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="this build of torch has no mkldnn")
def test_mkldnn_tensors():
    x = zeros(2, 3).to_mkldnn()
    assert first(x, x) is x
    assert "dim 1 is 4" in refused(first, x, zeros(2, 4).to_mkldnn())


def test_complex_tensors_and_their_views():
    @checked
    def f(x: Tensor[Complex, CPU, "n"], part: Tensor[Float, CPU, "n"] | None = None) -> Tensor[Complex, CPU, "n"]:
        return x.conj()

    x = zeros(3, dtype=torch.complex64)
    assert f(x).is_conj()
    assert f(x.conj(), x.conj().imag) is not x
    assert refused(f, x.real) == 'argument "x" of "f" is float32, declared Complex ("n")'


def test_a_zero_dim_tensor():
    @checked
    def f(x: Tensor[Float32, CPU, ""]) -> Tensor[Float32, CPU, ""]:
        return x

    assert f(zeros(())) == 0
    assert refused(f, zeros(1)) == 'argument "x" of "f" has shape (1,), declared "": 1 dim, not 0'


def test_an_array_is_no_tensor():
    with pytest.raises(TensorTypeError, match=r"is a numpy\.ndarray, declared .*\n(.*\n)*make it .* torch\.from_numpy"):
        first(np.zeros((2, 3), np.float32))


# --- functions of functions: what is mapped over is not seen


@checked
def cubed(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, "n"]:
    return x**3


@checked
def energy(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, ""]:
    return cubed(x).sum()


FORWARD = pytest.mark.filterwarnings("ignore:`torch.jit.script` is deprecated")  # by torch itself


@FORWARD
@pytest.mark.parametrize(
    ("transformed", "arguments", "shape"),
    [
        (torch.vmap(cubed), (zeros(2, 3),), (2, 3)),
        (torch.vmap(torch.vmap(cubed)), (zeros(4, 2, 3),), (4, 2, 3)),
        (torch.vmap(cubed, in_dims=1, out_dims=1), (zeros(3, 2),), (3, 2)),
        (torch.vmap(lambda x: cubed(torch.rand_like(x)), randomness="different"), (zeros(2, 3),), (2, 3)),
        (torch.func.grad(energy), (zeros(3),), (3,)),
        (torch.vmap(torch.func.grad(energy)), (zeros(2, 3),), (2, 3)),
        (torch.func.jacrev(cubed), (zeros(3),), (3, 3)),
        (torch.func.jacfwd(cubed), (zeros(3),), (3, 3)),
        (torch.func.hessian(energy), (zeros(3),), (3, 3)),
        (lambda x: torch.func.jvp(cubed, (x,), (x,))[1], (zeros(3),), (3,)),
        (lambda x: torch.func.vjp(cubed, x)[1](x)[0], (zeros(3),), (3,)),
        (torch.func.functionalize(cubed), (zeros(3),), (3,)),
    ],
)
def test_transforms_show_logical_shapes(transformed, arguments, shape):
    assert transformed(*arguments).shape == shape
    with pytest.raises(TensorTypeError, match=r"is float64, declared Float32 \(\"n\"\)"):
        transformed(*(x.double() for x in arguments))
    with pytest.raises(TensorTypeError, match=r'declared "n": 2 dims, not 1'):
        transformed(*(x.expand(2, *x.shape).movedim(0, -1).clone() for x in arguments))


@FORWARD
def test_dual_numbers():
    with forward_ad.dual_level():
        x = forward_ad.make_dual(zeros(2, 3), zeros(2, 3))
        assert first(x, x) is x
        assert "is float64" in refused(first, forward_ad.make_dual(zeros(2, 3).double(), zeros(2, 3).double()))


class Affine(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(zeros(4, 3))

    @checked
    def forward(self, x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float32, CPU, "b 4"]:
        return weighted(x, self.weight)


@checked
def weighted(x: Tensor[D, V, "b n"], weight: Tensor[D, V, "m n"]) -> Tensor[D, V, "b m"]:
    return x @ weight.T


def test_a_module_called_with_other_state():
    module = Affine()
    call = torch.func.functional_call
    assert call(module, {"weight": torch.ones(4, 3)}, zeros(2, 3)).shape == (2, 4)
    assert refused(call, module, {"weight": zeros(4, 5)}, zeros(2, 3)).startswith(
        'argument "weight" of "weighted" has shape (4, 5)'
    )
    stack = torch.ones(7, 4, 3)
    mapped = torch.vmap(lambda weight, x: call(module, {"weight": weight}, x), in_dims=(0, None))
    assert mapped(stack, zeros(2, 3)).shape == (7, 2, 4)


@pytest.mark.parametrize("reentrant", [False, True])
def test_a_checkpointed_call(reentrant):
    x = zeros(2, 3, requires_grad=True)
    again = torch.utils.checkpoint.checkpoint(Affine(), x, use_reentrant=reentrant)
    again.sum().backward()
    assert x.grad is not None
    with pytest.raises(TensorTypeError):
        torch.utils.checkpoint.checkpoint(Affine(), x[None], use_reentrant=reentrant)


def test_autocast_regions():
    @checked
    def half(x: Tensor[Float32, CPU, "b n"], w: Tensor[Float32, CPU, "m n"]) -> Tensor[Float16, CPU, "b m"]:
        return x @ w.T

    @checked
    def full(x: Tensor[Float, CPU, "b n"], w: Tensor[Float32, CPU, "m n"]) -> Tensor[Float32, CPU, "b m"]:
        return x @ w.T

    x, w = zeros(2, 3), zeros(4, 3)
    assert full(x, w).dtype is torch.float32
    assert refused(half, x, w) == 'return value of "half" is float32, declared Float16 ("b m")'
    with torch.autocast("cpu", torch.float16):
        assert half(x, w).dtype is torch.float16
        assert refused(full, x, w) == 'return value of "full" is float16, declared Float32 ("b m")'
        assert refused(half, half(x, w), w).startswith('argument "x" of "half" is float16')
        with torch.autocast("cpu", enabled=False):
            assert full(x, w).dtype is torch.float32


# --- devices


@pytest.mark.parametrize(
    ("hint", "right", "wrong"),
    [
        (CUDA, "cuda:1", "cpu"),
        (CUDA[0], "cuda:0", "cuda:1"),
        (MPS, "mps:0", "cuda:0"),
        (XPU, "xpu:0", "cpu"),
        (XPU[1], "xpu:1", "xpu:0"),
        (Meta, "meta", "cpu"),
        (CPU | CUDA[1], "cuda:1", "cuda:0"),
    ],
)
def test_devices_of_tensors(hint, right, wrong):
    @checked
    def f(x: Tensor[Float32, hint, "n"], y: Tensor[Any, V, "n"], z: Tensor[Any, V, "n"]) -> Tensor[Any, V, "n"]:
        return z

    skip_without(right, wrong)
    with fake_cuda(devices=2):
        x, other = (torch.empty(3, device=device) for device in (right, wrong))
        assert f(x, x, x) is x
        assert f(x, other, other) is other
        assert refused(f, other, x, x) == f'argument "x" of "f" is on {wrong}, declared {hint_notation(hint)} ("n")'
        assert refused(f, x, x, other) == f'argument "z" of "f" is on {wrong}, declared V ("n"): V is {right} in "y"'


def hint_notation(hint):
    return " | ".join(sorted(part.__name__ for part in getattr(hint, "__args__", (hint,))))


class OnPrivateUse1(torch.Tensor):
    @staticmethod
    def __new__(cls):
        return torch.Tensor._make_wrapper_subclass(cls, (2, 3), device="privateuseone:0")

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        raise NotImplementedError


def test_a_back_end_that_torch_does_not_know():
    @checked
    def f(x: Tensor[Float32, PrivateUse1, "b n"]): ...

    f(OnPrivateUse1())
    assert refused(f, zeros(2, 3)) == 'argument "x" of "f" is on cpu, declared PrivateUse1 ("b n")'
    assert refused(first, OnPrivateUse1()).startswith('argument "x" of "first" is on privateuseone:0, declared CPU')


# --- sizes that are symbols


def symbolic(shape, mode):
    dynamic = StatelessSymbolicContext(dynamic_sizes=[DimDynamic.DYNAMIC] * len(shape))
    return mode.from_tensor(zeros(shape), symbolic_context=dynamic)


def test_symbolic_sizes_are_compared_by_what_they_stand_for():
    mode = FakeTensorMode(shape_env=ShapeEnv())
    x, wide = symbolic((2, 3), mode), symbolic((2, 4), mode)
    assert first(x, x) is x
    assert refused(first, x, wide) == (
        'argument "y" of "first" has shape (2, 4), declared "b n": dim 1 is 4, but "n" is 3 in "x"'
    )


def test_a_size_that_depends_on_values_fits_everything():
    mode = FakeTensorMode(shape_env=ShapeEnv(), allow_non_fake_inputs=True)
    with mode:
        rows = torch.nonzero(zeros(4)).float()  # of a number of rows that nobody knows
    assert first(rows) is rows
    assert "dim 1 is 1, but" in refused(first, mode.from_tensor(zeros(2, 3)), rows)
