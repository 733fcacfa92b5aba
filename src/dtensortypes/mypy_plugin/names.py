"""Every full name that the plugin speaks of, once."""

from typing import Final

TENSOR: Final = "torch._tensor.Tensor"
DTYPE: Final = "torch._C.dtype"
DEVICE: Final = "torch._C.device"
PARAMETER: Final = "torch.nn.parameter.Parameter"
TORCH_PLACEMENTS: Final = "torch.distributed.tensor.placement_types"
MODULE: Final = "torch.nn.modules.module.Module"
TUPLE: Final = "builtins.tuple"

DTYPES: Final = "dtensortypes.annotations.dtypes"
DEVICES: Final = "dtensortypes.annotations.devices"
PLACEMENTS: Final = "dtensortypes.annotations.placements"
ANY_DTYPE: Final = f"{DTYPES}.DType"
ANY_DEVICE: Final = f"{DEVICES}.Device"
ANY_PLACEMENT: Final = f"{PLACEMENTS}.Placement"
SHARD: Final = f"{PLACEMENTS}.Shard"
SIZE: Final = "dtensortypes.annotations.sizes.Size"

NAMED_RESULT: Final = "dtensortypes.annotations.results.NamedResult"

NEEDED: Final = (DTYPES, DEVICES, SIZE.rpartition(".")[0], NAMED_RESULT.rpartition(".")[0])
"""Modules that hold the classes our types are made of; every file that imports torch gets them."""

TORCH_SIZE: Final = "torch._C.Size"
NDARRAY: Final = "numpy.ndarray"
NUMPY_DTYPE: Final = "numpy.dtype"
RETURN_TYPES: Final = "torch.return_types."
MODULE_METHODS: Final = "torch.nn.Module."
LAYERS: Final = "torch.nn.modules."

_PUBLIC: Final = (
    ("torch._C._VariableFunctions.", "torch."),
    ("torch._C._VariableFunctionsClass.", "torch."),
    ("torch._tensor.Tensor.", "torch.Tensor."),
    ("torch._C.TensorBase.", "torch.Tensor."),
    ("torch.nn.parameter.Parameter.", "torch.Tensor."),
    ("torch.functional.", "torch."),
    ("torch._C._nn.", "torch.nn.functional."),
    ("torch.nn.modules.module.Module.", "torch.nn.Module."),
    ("numpy.random.mtrand.RandomState.", "numpy.random."),
    ("numpy.random.mtrand.", "numpy.random."),
)


def public(fullname: str) -> str:
    """The name under which users know what mypy calls `fullname`: `torch.zeros`, `torch.nn.Linear`."""
    if fullname.startswith(LAYERS):
        module, _, name = fullname.removeprefix(LAYERS).rpartition(".")
        return f"torch.nn.{name}" if module.count(".") == 0 else fullname
    if fullname.startswith(("numpy._core.", "numpy.lib.")):
        return f"numpy.{fullname.rpartition('.')[2]}"
    for prefix, short in _PUBLIC:
        if fullname.startswith(prefix):
            return short + fullname.removeprefix(prefix)
    return fullname


DTYPE_SETTERS: Final = frozenset({"torch.set_default_dtype", "torch.set_default_tensor_type"})
DEVICE_SETTERS: Final = frozenset({"torch.set_default_device", "torch.set_default_tensor_type"})
AUTOCASTS: Final = frozenset(
    {
        "torch.amp.autocast_mode.autocast",
        "torch.cuda.amp.autocast_mode.autocast",
        "torch.cpu.amp.autocast_mode.autocast",
    }
)
"""The classes whose `with` is an autocast region."""

DATA_LOADER: Final = "torch.utils.data.dataloader.DataLoader"
AVAILABLE: Final = frozenset(
    {
        "torch.cuda.is_available",
        "torch.xpu.is_available",
        "torch.accelerator.is_available",
        "torch.backends.mps.is_available",
    }
)
"""The questions whose answer decides where a program runs."""
