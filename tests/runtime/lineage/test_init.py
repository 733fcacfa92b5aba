"""DTENSORTYPES_TRACE in the environment."""

import os
import subprocess
import sys

import pytest

from dtensortypes.runtime.lineage import VARIABLE, is_asked_for


@pytest.mark.parametrize(
    ("setting", "asked"), [("1", True), (" ON ", True), ("true", True), ("off", False), ("", False)]
)
def test_the_setting(monkeypatch, setting, asked):
    monkeypatch.setenv(VARIABLE, setting)
    assert is_asked_for() is asked
    monkeypatch.delenv(VARIABLE)
    assert not is_asked_for()


def test_a_setting_that_says_nothing(monkeypatch):
    monkeypatch.setenv(VARIABLE, "perhaps")
    with pytest.raises(ValueError, match='DTENSORTYPES_TRACE=perhaps is neither on nor off: write "on" or "off"'):
        is_asked_for()


PROGRAM = """\
import torch
from dtensortypes import Float32, Tensor, checked
weights = torch.zeros(3).double()
@checked
def forward(w: Tensor[Float32]) -> None: ...
forward(weights)
"""


def test_a_process_that_is_asked_to_is_traced_from_the_first_decorator_on(tmp_path):
    (tmp_path / "train.py").write_text(PROGRAM, "utf-8")
    run = [sys.executable, str(tmp_path / "train.py")]
    traced = subprocess.run(run, env={**os.environ, VARIABLE: "1"}, capture_output=True, text=True, check=False)
    assert traced.stderr.endswith("\n\nfloat64 since train.py:3, torch.Tensor.double\n")
    untraced = subprocess.run(run, env={**os.environ, VARIABLE: ""}, capture_output=True, text=True, check=False)
    assert "TensorTypeError" in untraced.stderr
    assert " since " not in untraced.stderr


def test_where_nobody_asks_nothing_is_imported():
    program = "import sys, dtensortypes.runtime.checked\nprint(*sys.modules)"
    run = [sys.executable, "-c", program]
    loaded = subprocess.run(run, env={**os.environ, VARIABLE: ""}, capture_output=True, text=True, check=True).stdout
    assert "dtensortypes.runtime.lineage" in loaded.split()
    assert "dtensortypes.runtime.lineage.tracing" not in loaded
    assert "dtensortypes.runtime.lineage.recorder" not in loaded
