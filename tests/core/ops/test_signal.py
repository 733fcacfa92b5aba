"""Windows have one number for each place, and are floats."""

import pytest
import torch

from tests.core.ops.judge import told


@pytest.mark.parametrize("name", ["hann", "kaiser", "gaussian", "nuttall", "exponential"])
def test_windows(name):
    assert told(f"torch.signal.windows.{name}", 5) == "exact"
    assert told(f"torch.signal.windows.{name}", 5, dtype=torch.float64) == "exact"
    assert told(f"torch.signal.windows.{name}", 5, dtype=torch.float16) == "predicted"


@pytest.mark.parametrize("name", ["hann_window", "kaiser_window", "hamming_window"])
def test_older_windows(name):
    assert told(f"torch.{name}", 5, False) == "exact"
    assert told(f"torch.{name}", 5, dtype=torch.float16) == "exact"
    assert told(f"torch.{name}", 5, dtype=torch.int64) == "predicted"
