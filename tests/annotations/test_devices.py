import pickle

import pytest

from dtensortypes import CPU, CUDA, XPU, Device
from dtensortypes.annotations import devices
from dtensortypes.core.facts import device as facts


def test_there_is_a_class_for_every_device():
    classes = {cls.__name__: cls.fact for cls in Device.__subclasses__()}
    assert classes == {name: facts.Device(type_) for name, type_ in facts.BY_NOTATION.items()}


def test_one_of_several():
    assert CUDA[1].fact == facts.Device("cuda", 1)
    assert CUDA[1] is CUDA[1]
    assert CUDA[1] is not CUDA[2]
    assert issubclass(CUDA[1], CUDA)
    assert CUDA[1].__name__ == "CUDA[1]"
    assert (CUDA[1] | CPU).__args__ == (CUDA[1], CPU)


def test_it_is_pickled_by_its_name():
    assert pickle.loads(pickle.dumps(CUDA[7])) is CUDA[7]  # noqa: S301 - our own bytes
    assert getattr(devices, "XPU[3]") is XPU[3]
    with pytest.raises(AttributeError):
        getattr(devices, "GPU[3]")


@pytest.mark.parametrize(
    ("device", "index", "words"),
    [
        (Device, 0, "Device takes no index"),
        (CUDA[0], 0, r"CUDA\[0\] takes no index"),
        (CUDA, -1, r"CUDA\[-1\]: a device index is an integer from 0"),
        (CUDA, True, r"CUDA\[True\]: a device index is an integer from 0"),
        (CUDA, "1", r"CUDA\['1'\]: a device index is an integer from 0"),
    ],
)
def test_an_index_that_is_none(device, index, words):
    with pytest.raises(TypeError, match=words):
        device[index]
