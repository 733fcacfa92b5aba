"""Torch's old names of tensor types."""

import pytest

from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.tensortype import tensor_type_device, tensor_type_dtype

X = TensorFact(FLOAT32, CUDA)


@pytest.mark.parametrize(
    ("asked", "dtype", "device"),
    [
        ("torch.HalfTensor", FLOAT16, CPU), ("torch.cuda.HalfTensor", FLOAT16, CUDA), ("torch.LongTensor", INT64, CPU),
        ("torch.sparse.FloatTensor", UNKNOWN, UNKNOWN), ("nonsense", UNKNOWN, UNKNOWN), (FLOAT64, FLOAT64, X),
        (UNKNOWN, UNKNOWN, UNKNOWN),
    ],
)  # fmt: skip
def test_names(asked, dtype, device):
    call = Call("type", {"self": X, "dtype": asked})
    assert tensor_type_dtype(call) == dtype
    assert tensor_type_device(call) == device
