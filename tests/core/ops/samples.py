"""Samples written here, for what OpInfo has none of: casts, moves, creation, attributes, numpy, and layers."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from tests.core.ops.judge import Sample
from tests.core.ops.opinfo import DTYPES

SHAPES = ((), (3,), (2, 3), (2, 1, 3), (0, 3))


def tensors() -> Iterator[torch.Tensor]:
    """A tensor in each dtype and of each shape."""
    yield from (torch.ones(shape).to(dtype) for dtype in DTYPES for shape in SHAPES)


def each(*args: Any, **kwargs: Any) -> list[Sample]:
    """A call on each tensor with the same further arguments."""
    return [Sample((tensor, *args), kwargs) for tensor in tensors()]


def calls(*args: tuple[Any, ...], **kwargs: Any) -> list[Sample]:
    return [Sample(one, kwargs) for one in args]


X = torch.ones(2, 3)
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
is_complex device is_cuda is_cpu is_mps is_xpu is_meta data requires_grad is_leaf retains_grad grad grad_fn layout item
tolist __bool__ __int__ __index__
"""

SAMPLES: dict[str, Sequence[Sample]] = {
    "torch.Tensor.cpu": each(),
    "torch.Tensor.detach": each(),
    "torch.Tensor.detach_": each(),
    "torch.Tensor.pin_memory": each(),
    "torch.Tensor.requires_grad_": each(False),
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
    "numpy.array": [*DATA[:12], *calls(([1, 2],), dtype="float32"), *calls(([1.5],), dtype="int")],
    "numpy.asarray": DATA[:12],
    "numpy.ascontiguousarray": DATA[6:12],
    **dict.fromkeys(("numpy.zeros", "numpy.ones", "numpy.empty"), calls((3,), ((2, 3),), (4, "float32"))),
    "numpy.full": calls((3, 1.5), ((2, 3), 1), (2, True)),
    "numpy.eye": calls((3,), (3, 4)),
    "numpy.arange": calls((5,), (5.0,), (1, 5), (1, 7, 2), (0, 1, 0.25)),
    "numpy.linspace": calls((0, 1), (0, 1, 7)),
    **dict.fromkeys(
        ("numpy.zeros_like", "numpy.ones_like", "numpy.empty_like"),
        calls((np.ones((2, 3), "float32"),), (np.ones(2, "int8"), "float16")),
    ),
    "numpy.random.rand": calls((3,), (2, 3)), "numpy.random.randn": calls((3,), (2, 3)),
    "numpy.random.random": calls((3,), ((2, 3),)), "numpy.random.random_sample": calls((3,)),
    "numpy.random.standard_normal": calls((3,)), "numpy.random.normal": calls((0, 1, 3), (0, 1, (2, 3))),
    "numpy.random.uniform": calls((0, 1, 3), (0, 1, (2, 3))), "numpy.random.randint": calls((0, 5, 3), (0, 5, (2, 3))),
    "numpy.ndarray.astype": calls((np.ones(2), "float32"), (np.ones(2), "int"), (np.ones(2), "half")),
    "numpy.ndarray.copy": calls((np.ones((2, 3), "int8"),)),
    "numpy.ndarray.reshape": calls((np.ones((2, 3)), 3, 2), (np.ones((2, 3)), (6,)), (np.ones((2, 3)), -1)),
}  # fmt: skip

LAYERS: dict[str, list[tuple[Sample, Sample]]] = {
    f"torch.nn.{name}": [(Sample(args), Sample((x,))) for args in arguments for x in inputs]
    for name, arguments, inputs in (
        ("Dropout", [(), (0.3,)], [X, X.long()]),
        ("Dropout1d", [()], [X]),
        ("Dropout2d", [()], [torch.ones(2, 3, 4, 4)]),
        ("Dropout3d", [()], [torch.ones(2, 3, 4, 4, 4)]),
        ("AlphaDropout", [()], [X]),
        ("Flatten", [(), (0,), (1, 2)], [X, torch.ones(2, 3, 4, 5)]),
        ("Unflatten", [(1, (3, 4)), (-1, (2, -1))], [torch.ones(2, 12)]),
        ("Identity", [(), (3, 4)], [X, X.int()]),
        ("PixelShuffle", [(2,)], [torch.ones(2, 8, 3, 5), torch.ones(4, 2, 2)]),
        ("PixelUnshuffle", [(2,)], [torch.ones(2, 3, 4, 6), torch.ones(4, 2, 2)]),
        ("Upsample", [(None, 2), (7,), (None, 1.5), ((4, 6),)], [torch.ones(2, 3, 4, 5)]),
        ("Hardsigmoid", [()], [X, X.int()]),
        ("Sequential", [(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 5)), (nn.Flatten(), nn.Linear(3, 2)), ()],
         [X, X.double(), torch.ones(2, 7)]),
    )
}  # fmt: skip
