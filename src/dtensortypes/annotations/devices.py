"""The devices that users write: one class for each torch device type; `CUDA[1]` names one of several."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from dtensortypes.core.facts import device as facts
from dtensortypes.core.facts.unknown import UNKNOWN


class Device:
    """Any device; the bound of a type variable that stands for one."""

    fact: ClassVar[facts.DeviceFact] = UNKNOWN

    def __class_getitem__(cls, index: int) -> type[Device]:
        """The device of this type with this index; raises TypeError for an index that is none."""
        if not isinstance(cls.fact, facts.Device) or cls.fact.index is not None:
            msg = f"{cls.__name__} takes no index"
            raise TypeError(msg)
        if not isinstance(index, int) or isinstance(index, bool) or index < 0:
            msg = f"{cls.__name__}[{index!r}]: a device index is an integer from 0"
            raise TypeError(msg)
        return _indexed(cls.__name__, index)


class CPU(Device):
    """`torch.device("cpu")`."""

    fact = facts.Device("cpu")


class CUDA(Device):
    """`torch.device("cuda")`, of any index."""

    fact = facts.Device("cuda")


class MPS(Device):
    """`torch.device("mps")`, of any index."""

    fact = facts.Device("mps")


class XPU(Device):
    """`torch.device("xpu")`, of any index."""

    fact = facts.Device("xpu")


class HPU(Device):
    """`torch.device("hpu")`, of any index."""

    fact = facts.Device("hpu")


class XLA(Device):
    """`torch.device("xla")`, of any index."""

    fact = facts.Device("xla")


class MTIA(Device):
    """`torch.device("mtia")`, of any index."""

    fact = facts.Device("mtia")


class MAIA(Device):
    """`torch.device("maia")`, of any index."""

    fact = facts.Device("maia")


class IPU(Device):
    """`torch.device("ipu")`, of any index."""

    fact = facts.Device("ipu")


class Vulkan(Device):
    """`torch.device("vulkan")`, of any index."""

    fact = facts.Device("vulkan")


class PrivateUse1(Device):
    """`torch.device("privateuseone")`, of any index."""

    fact = facts.Device("privateuseone")


class Meta(Device):
    """`torch.device("meta")`."""

    fact = facts.Device("meta")


class Accelerator(Device):
    """The device of `"cuda" if torch.cuda.is_available() else "cpu"`: known only at run time."""

    fact = facts.Device("accelerator")


@cache
def _indexed(notation: str, index: int) -> type[Device]:
    base: type[Device] = globals()[notation]
    fact = facts.Device(facts.BY_NOTATION[notation], index)
    about = f"`torch.device({str(fact)!r})`."
    return type(fact.notation, (base,), {"fact": fact, "__module__": __name__, "__doc__": about})


def __getattr__(name: str) -> type[Device]:
    """The class of `CUDA[1]` by its name, which is how pickle finds it."""
    type_, _, index = name.removesuffix("]").partition("[")
    if name.endswith("]") and index.isdigit() and type_ in facts.BY_NOTATION:
        return _indexed(type_, int(index))
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
