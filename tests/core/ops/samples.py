"""Samples written here, for what OpInfo has none of: casts, moves, creation, attributes, numpy, and layers."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch

from tests.core.ops.array_samples import arrays, calls
from tests.core.ops.distribution_samples import DISTRIBUTIONS
from tests.core.ops.einops_samples import EINOPS
from tests.core.ops.judge import Sample
from tests.core.ops.opinfo import DTYPES
from tests.core.ops.sparse_samples import SPARSE

SHAPES = ((), (3,), (2, 3), (2, 1, 3), (0, 3))


def tensors() -> Iterator[torch.Tensor]:
    """A tensor in each dtype and of each shape."""
    yield from (torch.ones(shape).to(dtype) for dtype in DTYPES for shape in SHAPES)


def each(*args: Any, **kwargs: Any) -> list[Sample]:
    """A call on each tensor with the same further arguments."""
    return [Sample((tensor, *args), kwargs) for tensor in tensors()]


def _with_gradient(tensor: torch.Tensor) -> torch.Tensor:
    leaf = tensor.clone().requires_grad_()
    leaf.grad = torch.zeros_like(tensor)
    return leaf


X = torch.ones(2, 3)
LEGACY = ("BFloat16", "Bool", "Byte", "Char", "Double", "Float", "Half", "Int", "Long", "Short")
INITIAL = ("kaiming_normal", "kaiming_uniform", "orthogonal", "trunc_normal", "xavier_normal", "xavier_uniform")
META = torch.device("meta")
SIZES: list[Sample] = [
    *calls((2, 3), ((2, 3),), ((),), (0,), (torch.Size([4]),)),
    *calls((2, 3), dtype=torch.float64),
    *calls((2,), dtype=torch.int32),
    *calls((2,), device="meta"),
    *calls((2,), device=META, dtype=torch.bool),
    Sample((), {"size": (2, 3)}),
]
DATA = [
    *calls(
        (1,), (1.5,), (True,), (1j,), ([],), ([[], []],), ([1, 2],), ([1, 2.5],), ([True, 2],), ([[1, 2], [3, 4]],),
        ((1.0, 2.0),), (np.ones((2, 3), dtype=np.int16),), (np.float32,), (X,), (torch.ones(2, dtype=torch.int8),),
        ([torch.tensor(1, dtype=torch.int32), 2],), (np.ones(2, dtype=np.float64),), (np.array(["a"]),),
    ),
    *calls(([1, 2],), dtype=torch.float16),
    *calls((X,), dtype=torch.float64),
    *calls((X,), device="meta"),
]  # fmt: skip

_FACETS = """
shape ndim dim ndimension __len__ numel nelement element_size itemsize nbytes get_device dtype is_floating_point
is_complex device is_cuda is_cpu is_mps is_xpu is_meta data requires_grad is_leaf retains_grad grad_fn layout item
tolist __bool__ __int__ __index__ __long__ __float__ __complex__ __nonzero__ stride storage_offset data_ptr
const_data_ptr sparse_dim dense_dim output_nr is_signed is_xla is_mtia is_maia is_ipu is_vulkan is_sparse is_sparse_csr
is_mkldnn is_nested is_quantized is_conj is_neg is_inference is_nonzero is_distributed is_coalesced is_contiguous
is_pinned is_shared retain_grad
"""
_QUESTIONS = """
is_conj is_neg is_inference is_nonzero is_distributed is_signed get_device is_tensor zero_ poisson alias_copy
detach_copy
"""
_PERIODIC = [*calls((5,), (5, False)), *(s for dtype in DTYPES for s in calls((4,), dtype=dtype))]
_FREQUENCIES = [*calls((5,), (4, 0.5)), *(s for dtype in DTYPES for s in calls((4,), dtype=dtype))]

IMAGES = {count: torch.rand(2, 3, *(8,) * count) for count in (1, 2, 3)}
PLACES, WEIGHT = torch.zeros(2, 3, dtype=torch.int64), torch.rand(4, 5)
CONV_TBC = calls(
    (torch.rand(5, 2, 3), torch.rand(3, 3, 7), torch.rand(7)),
    (torch.rand(5, 2, 3), torch.rand(3, 3, 7), torch.rand(7), 1),
    (torch.rand(5, 2, 4), torch.rand(3, 3, 7), torch.rand(7)),
    (torch.rand(5, 2), torch.rand(3, 3, 7), torch.rand(7)),
)
MATRICES = [
    Sample((torch.rand(shape).to(dtype),))
    for shape in ((3, 3), (2, 3, 3), (4, 3), (2, 3, 4), (3,), (12, 10))
    for dtype in (torch.float32, torch.float64, torch.complex64, torch.float16, torch.int64)
]

SAMPLES: dict[str, Sequence[Sample]] = {
    "torch.Tensor.cpu": each(),
    "torch.Tensor.detach": each(),
    "torch.Tensor.detach_": each(),
    "torch.Tensor.pin_memory": each(),
    "torch.Tensor.requires_grad_": [*each(False), *each()],
    "torch.nn.Parameter": [*each(False), *each(), *each(requires_grad=True)],
    "torch.autograd.Variable": [*each(), *each(False), *each(requires_grad=True)],
    "torch.Tensor.share_memory_": each(),
    "torch.detach": each(),
    "torch.detach_": each(),
    "torch.Tensor.to": [
        *(s for to in (torch.float16, torch.int64, torch.bool, torch.complex64) for s in each(to)),
        *each("meta"), *each(META), *each(META, torch.float64), *each("meta", torch.float64, True),
        *each(dtype=torch.bfloat16), *each(device="cpu"), *each(device="meta", dtype=torch.int8, copy=True),
        *each(torch.ones(1, dtype=torch.float64, device="meta")), *each(other=X), *each(None, torch.float16),
        *each(torch.float32, copy=True), *each(non_blocking=True, dtype=torch.int32),
    ],
    "torch.Tensor.type": [
        *each(torch.float16), *each("torch.HalfTensor"), *each("torch.LongTensor"), *each("torch.DoubleTensor"),
        *each(torch.int32), *each("torch.BFloat16Tensor"), *each("torch.BoolTensor"), *each(),
    ],
    "torch.Tensor.type_as": [s for d in (torch.float16, torch.int32) for s in each(torch.ones(1, dtype=d))],
    "torch.Tensor.copy_": [
        *each(X.clone()), *each(2.5), *each(torch.ones((), dtype=torch.complex64)), *each(torch.ones(7, 2, 3)),
    ],
    "torch.Tensor.new": [
        *calls((X,), (X, 2, 3), (X, [1.0, 2.0]), (X, (1.0, 2.0)), (X, torch.Size([4])), (X.double(), 2)),
        *calls((X.int(), [1, 2]), (X.int(), torch.Size([2, 3]))),
    ],
    "torch.Tensor.new_tensor": [Sample((x, *s.args), s.kwargs) for x in (X, X.int()) for s in DATA],
    "torch.Tensor.random_": each(),
    "torch.tensor": DATA,
    "torch.as_tensor": DATA,
    "torch.asarray": DATA,
    "torch.from_numpy": [
        Sample((np.ones((2, 3), dtype=dtype),))
        for dtype in ("bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "float16", "float32", "float64",
                      "complex64", "complex128", "U1", "O")
    ],
    "torch.randperm": [*calls((4,)), *calls((4,), dtype=torch.int32), *calls((4,), dtype=torch.float32)],
    "torch.zeros": SIZES, "torch.ones": SIZES, "torch.empty": SIZES, "torch.rand": SIZES, "torch.randn": SIZES,
    "torch.arange": [
        *calls((5,), (5.0,), (1, 5), (1, 5, 2), (0, 1, 0.1), (5, 1, -1), (5, 1), (0.5,), (2, 2)),
        *calls((5,), dtype=torch.float64), *calls((), end=4), *calls((), start=1, end=7, step=3),
    ],
    "torch.full": [*calls((2, 1), ((2, 3), 1.5), ((2,), True), ((2,), 1j)), *calls(((2,), 1), dtype=torch.float16)],
    "torch.einsum": [
        Sample((equation, *operands))
        for equation, shapes in (
            ("ij,jk->ik", ((2, 3), (3, 4))), ("bij,bjk->bik", ((5, 2, 3), (5, 3, 4))), ("i,i", ((3,), (3,))),
            ("...ij,jk", ((5, 2, 3), (3, 4))), ("ij->ji", ((2, 3),)), ("ij,jk->ik", ((2, 3), (5, 4))),
            ("bhnd,bhmd->bhnm", ((2, 3, 4, 5), (2, 3, 6, 5))), ("i,j,k->kji", ((2,), (3,), (4,))),
        )
        for dtypes in (("float32",) * 3, ("float64",) * 3, ("int64",) * 3, ("float32", "float16", "float32"))
        for operands in (tuple(torch.ones(s).to(getattr(torch, d)) for s, d in zip(shapes, dtypes, strict=False)),)
    ],
    "torch.polygamma": [*calls((1, X), (0, X.double()), (1, X.int()), (2, X.bool()), (1, X.half()))],
    "torch.special.polygamma": [*calls((1, X), (1, X.int()))],
    "torch.dropout": each(0.5, False),
    "torch.dropout_": each(0.5, False),
    "torch.nn.functional.embedding": [
        Sample((torch.zeros(shape, dtype=dtype), torch.ones(4, 5).to(weight)))
        for shape in SHAPES
        for dtype in (torch.int64, torch.int32, torch.int16, torch.float32)
        for weight in (torch.float32, torch.float16, torch.int64)
    ],
    "torch.nn.functional.gumbel_softmax": each(),
    "torch.Tensor.__setitem__": [
        Sample((torch.ones(4, 3), index, value))
        for index in (0, slice(1, 3), (slice(None), 1), ..., torch.tensor([0, 1]), None)
        for value in (1, 2.5, torch.ones(3), torch.ones(2, 3), torch.ones(()), torch.ones(1, 1, 1, 3), torch.ones(5))
    ],
    "torch.Tensor.size": [*each(), *each(0), *each(-1)],
    "torch.numel": each(),
    "torch.Tensor.numpy": [*each(), *each(force=True)],
    **dict.fromkeys((f"torch.Tensor.{word}" for word in _FACETS.split()), each()),
    **dict.fromkeys(("torch.is_floating_point", "torch.is_complex"), each()),
    **dict.fromkeys((f"torch.{word}" for word in _QUESTIONS.split()), each()),
    **dict.fromkeys(("torch.fill_", "torch.Tensor.__contains__"), each(2)),
    **dict.fromkeys(("torch.Tensor.is_same_size", "torch.is_same_size", "torch.Tensor.is_set_to"), each(X)),
    "torch.Tensor.stride": [*each(), *each(0)],
    "torch.nn.utils.rnn.pad_sequence": [
        *calls(([torch.ones(3, 2), torch.ones(2, 2)],), ([torch.ones(3), torch.ones(2)],), ([torch.ones(3, 2), X.T],)),
        *calls(([torch.ones(3, 2), torch.ones(2, 3)],), ([torch.ones(3, 2), torch.ones(2)],), batch_first=True),
    ],
    "torch.nn.utils.rnn.pack_padded_sequence": [
        *calls((X, torch.tensor([2, 1])), (X, [2, 1]), (X, torch.tensor([3, 2, 1])), (X, torch.tensor([[2, 1]]))),
        *calls((X, torch.tensor([3, 2])), (X, torch.tensor([3.0, 2.0])), (X, torch.tensor([3])), batch_first=True),
        *calls((X, torch.tensor([1, 3])), (X, torch.tensor([1])), batch_first=True, enforce_sorted=False),
    ],
    "torch.Tensor.grad": [Sample((_with_gradient(one),)) for one in tensors() if one.is_floating_point()],
    "torch.Tensor.backward": calls((torch.ones((), requires_grad=True),)),
    "torch.Tensor.retain_grad": calls((torch.ones((), requires_grad=True),)),
    "torch.can_cast": [Sample((one, other)) for one in DTYPES for other in DTYPES],
    "torch.promote_types": [Sample((one, other)) for one in DTYPES for other in DTYPES],
    "torch.result_type": [*each(1), *each(1.5), *each(torch.ones((), dtype=torch.float64)), *calls((2, X), (1, 2.5))],
    "torch.get_default_dtype": calls(()),
    "torch.get_default_device": calls(()),
    "torch.broadcast_shapes": calls(((2, 3),), ((2, 1), (3,)), (3,), (torch.Size([2]), (4, 1)), ((2,), (3,))),
    "torch.range": calls((0, 4), (1, 5, 2), (0.5, 2), (5, 1, -2), (1, 2, -1)),
    "torch.vander": [*each(), *each(N=2), *each(4, True)],
    "torch.frombuffer": [Sample((bytearray(8),), {"dtype": torch.int8, "count": count}) for count in (3, 8, -1)],
    "torch.from_file": calls((__file__, False, 4), dtype=torch.uint8),
    "torch.binomial": [Sample((x * 4, x / 2)) for x in (X, X.double(), X.half(), X.long())],
    **dict.fromkeys((f"torch.{word}_window" for word in ("bartlett", "blackman", "hann", "kaiser")), _PERIODIC),
    "torch.hamming_window": calls((5,), (5, True, 0.5), (5, True, 0.5, 0.4)),
    **dict.fromkeys(("torch.unsafe_split_with_sizes", "torch.Tensor.unsafe_split_with_sizes"), each((1, 1))),
    "torch.select_copy": each(0, 0),
    "torch.slice_copy": [*each(), *each(0, 1), *each(-1, None, 2), *each(0, 0, 3, 2)],
    "torch.split_copy": [*each(1), *each(2, -1)],
    **dict.fromkeys(
        ("torch.fft.fftfreq", "torch.fft.rfftfreq"),
        _FREQUENCIES,
    ),
    "torch.chain_matmul": calls(
        (torch.ones(2, 3), torch.ones(3, 4)), (torch.ones(2, 3), torch.ones(3, 4), torch.ones(4, 5)),
        (torch.ones(2, 3), torch.ones(4, 3)), (torch.ones(2, 3), torch.ones(3, 4).double()),
    ),
    "torch.conv_tbc": CONV_TBC, "torch.nn.functional.conv_tbc": CONV_TBC,
    "torch.nn.functional.affine_grid": [
        *calls((torch.rand(2, 2, 3), (2, 3, 4, 5)), (torch.rand(2, 3, 4), (2, 3, 4, 5, 6)),
               (torch.rand(2, 3, 4), (2, 3, 4, 5)), (torch.rand(2, 2, 3).double(), torch.Size([2, 3, 4, 5]))),
    ],
    "torch.nn.functional.fold": calls(
        (torch.rand(2, 12, 12), (4, 5), (2, 2)), (torch.rand(12, 12), (4, 5), 2), (torch.rand(2, 8, 4), 4, 2, 1, 0, 2),
        (torch.rand(2, 12, 12), (4, 6), 2), (torch.rand(2, 13, 12), (4, 5), 2),
        (torch.rand(2, 12, 30), (4, 5), 2, 1, 1),
    ),
    **{
        f"torch.nn.functional.lp_pool{count}d": calls((torch.rand(2, 3, *(9,) * count).to(d), 2, 3),
                                                     (torch.rand(3, *(8,) * count).to(d), 2.0, 3, 2, True))
        for count in (1, 2, 3) for d in (torch.float32,)
    },
    **dict.fromkeys(
        (f"torch.nn.functional.{name}" for name in ("upsample", "upsample_nearest", "upsample_bilinear")),
        calls((torch.rand(2, 3, 4, 5), (7, 8)), (torch.rand(2, 3, 4, 5), None, 2), (torch.rand(2, 3, 4, 5), 6)),
    ),
    "torch.nn.functional.triplet_margin_with_distance_loss": calls((X, X, X), (X, X.double(), X), (X[0], X[0], X[0])),
    "torch.nn.functional.embedding_bag": [
        *calls((PLACES, WEIGHT), (PLACES[0], WEIGHT, torch.tensor([0, 1])), (PLACES[0], WEIGHT)),
        *calls((PLACES.int(), WEIGHT), (PLACES.float(), WEIGHT.long())),
        *calls((PLACES[0], WEIGHT, torch.tensor([0, 2])), include_last_offset=True),
        *calls((PLACES, WEIGHT.double()), mode="sum", per_sample_weights=torch.rand(2, 3).double()),
    ],
    **SPARSE,
    "torch.Tensor.apply_": calls((X, abs), (X.int(), abs)),
    "torch.Tensor.map_": calls((X, X, max)),
    "torch.Tensor.map2_": calls((X, X, X, max)),
    "torch.Tensor.fill_diagonal_": calls((X, 2), (X.int(), 2.5), (torch.ones(3, 3, 3), 1, True)),
    **{f"torch.max_pool{count}d": calls((IMAGES[count], 3), (IMAGES[count], 2, 1, 1)) for count in (1, 2, 3)},
    **{
        f"torch.nn.functional.max_pool{count}d_with_indices": calls((IMAGES[count], 3), (IMAGES[count], 2, 1))
        for count in (1, 2, 3)
    },
    "torch.max_pool1d_with_indices": calls((IMAGES[1], 3), (IMAGES[1], 2, 1)),
    **{
        f"torch.nn.functional.adaptive_max_pool{count}d_with_indices": calls((IMAGES[count], 3)) for count in (1, 2, 3)
    },
    "torch.adaptive_max_pool1d": calls((IMAGES[1], 3)),
    **{
        f"torch.nn.functional.fractional_max_pool{count}d_with_indices": calls((IMAGES[count], 2, 4))
        for count in (2, 3)
    },
    "torch.unravel_index": calls((torch.tensor([3, 7]), (2, 4)), (torch.tensor(3), (2, 2, 2)), (torch.tensor([1]), 4)),
    "torch.embedding": [Sample((WEIGHT, places)) for places in (PLACES, PLACES.int(), PLACES[0, 0])],
    "torch.embedding_renorm_": calls((WEIGHT, PLACES, 1.0, 2.0), (WEIGHT.double(), PLACES[0], 1.0, 2.0)),
    "torch.batch_norm": [Sample((x, *(None,) * 4, True, 0.1, 1e-5, False)) for x in (X, X.double(), X.long())],
    "torch.instance_norm": calls((torch.rand(2, 3, 4), None, None, None, None, True, 0.1, 1e-5, False)),
    "torch.constant_pad_nd": [*each((1, 2)), *each((1, 2), 3.5)],
    "torch.affine_grid_generator": calls((torch.rand(2, 2, 3), (2, 3, 4, 5), False)),
    "torch.grid_sampler": calls((torch.rand(2, 3, 4, 5), torch.rand(2, 7, 8, 2), 0, 0, False)),
    **dict.fromkeys((f"torch.{word}dropout" for word in ("alpha_", "feature_", "feature_alpha_")), each(0.5, False)),
    **dict.fromkeys((f"torch.{word}dropout_" for word in ("alpha_", "feature_", "feature_alpha_")), each(0.5, False)),
    **dict.fromkeys(("torch.slogdet", "torch.Tensor.slogdet"), MATRICES),
    "torch.nuclear_norm": [*MATRICES, *(Sample((torch.rand(2, 3, 4), (0, 2), keepdim)) for keepdim in (False, True))],
    "torch.frobenius_norm": [Sample((torch.rand(2, 3, 4), dim)) for dim in (1, (1, 2))],
    "torch.svd_lowrank": [Sample(s.args, {"q": 2}) for s in MATRICES],
    "torch.pca_lowrank": [*MATRICES, *(Sample(s.args, {"q": 2}) for s in MATRICES)],
    **arrays(DATA),
    **EINOPS,
    **DISTRIBUTIONS,
    **dict.fromkeys(
        [f"torch.{word}Tensor" for word in ("", *LEGACY)],
        calls((2, 3), ([1, 0],), ([[1, 2], [3, 4]],)),
    ),
    "torch.nn.init.constant_": calls((torch.rand(2, 3), 1.5), (torch.rand(2, 3).half(), 0)),
    **dict.fromkeys(
        [f"torch.nn.init.{word}_" for word in INITIAL],
        calls((torch.rand(2, 3),), (torch.rand(4, 3).double(),)),
    ),
    "torch.nn.functional.dropout1d": [
        *calls((torch.rand(2, 3),), (torch.rand(2, 3, 4),), (torch.rand(2, 3, 4), 0.5, False))
    ],
}  # fmt: skip
