"""Users know functions by their public names."""

import importlib

import pytest

from dtensortypes.mypy_plugin.ground import names


@pytest.mark.parametrize(
    ("fullname", "known_as"),
    [
        ("torch._C._VariableFunctions.zeros", "torch.zeros"),
        ("torch._tensor.Tensor.half", "torch.Tensor.half"),
        ("torch._C.TensorBase.shape", "torch.Tensor.shape"),
        ("torch.nn.parameter.Parameter.half", "torch.Tensor.half"),
        ("torch.nn.parameter.Parameter", "torch.nn.Parameter"),
        ("torch.nn.modules.linear.Linear", "torch.nn.Linear"),
        ("torch.nn.modules.linear.Linear.forward", "torch.nn.modules.linear.Linear.forward"),
        ("torch.nn.modules.module.Module.half", "torch.nn.modules.module.Module.half"),
        ("torch.nn.functional.relu", "torch.nn.functional.relu"),
        ("torch._C._nn.gelu", "torch.nn.functional.gelu"),
        ("numpy._core.multiarray.zeros", "numpy.zeros"),
        ("mine.f", "mine.f"),
    ],
)
def test_public_names(fullname, known_as):
    assert names.public(fullname) == known_as


@pytest.mark.parametrize(
    "fullname",
    [names.TENSOR, names.DTYPE, names.DEVICE, names.MODULE, names.TORCH_SIZE, names.SIZE, names.ANY_DTYPE,
     names.ANY_DEVICE, names.DATA_LOADER, *sorted({*names.AUTOCASTS, *names.AVAILABLE, *names.DTYPE_SETTERS})],
)  # fmt: skip
def test_every_name_is_that_of_something(fullname):
    module, _, name = fullname.rpartition(".")
    assert hasattr(importlib.import_module(module), name)
