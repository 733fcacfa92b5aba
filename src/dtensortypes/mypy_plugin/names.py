"""Every full name that the plugin speaks of, once."""

from typing import Final

TENSOR: Final = "torch._tensor.Tensor"
DTYPE: Final = "torch._C.dtype"
DEVICE: Final = "torch._C.device"
MODULE: Final = "torch.nn.modules.module.Module"
TUPLE: Final = "builtins.tuple"

DTYPES: Final = "dtensortypes.annotations.dtypes"
DEVICES: Final = "dtensortypes.annotations.devices"
ANY_DTYPE: Final = f"{DTYPES}.DType"
ANY_DEVICE: Final = f"{DEVICES}.Device"
SIZE: Final = "dtensortypes.annotations.sizes.Size"

NEEDED: Final = (DTYPES, DEVICES, "dtensortypes.annotations.sizes")
"""Modules that hold the classes our types are made of; every file that imports torch gets them."""
