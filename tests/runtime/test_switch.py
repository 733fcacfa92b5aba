import pytest
import torch

from dtensortypes import Float32, Tensor, checked
from dtensortypes.runtime import switch


def scaled(x: Tensor[Float32]) -> Tensor[Float32]:
    return x


@pytest.mark.parametrize("setting", ["off", "0", "OFF", " false ", "no"])
def test_off_is_nothing_at_all(monkeypatch, setting):
    monkeypatch.setenv(switch.VARIABLE, setting)
    assert checked(scaled) is scaled


@pytest.mark.parametrize("setting", ["on", "1", "", "true"])
def test_on(monkeypatch, setting):
    monkeypatch.setenv(switch.VARIABLE, setting)
    with pytest.raises(TypeError):
        checked(scaled)(torch.zeros(2).half())


def test_a_setting_that_says_nothing(monkeypatch):
    monkeypatch.setenv(switch.VARIABLE, "maybe")
    with pytest.raises(ValueError, match="DTENSORTYPES_CHECK=maybe is neither on nor off"):
        checked(scaled)
