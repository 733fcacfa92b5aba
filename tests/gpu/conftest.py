"""Tests about GPUs: those marked `gpu` need a real one, the others prove what can be proved without."""

import pytest
import torch


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("gpu") and not torch.cuda.is_available():
        pytest.skip("no CUDA device")


@pytest.fixture(autouse=True)
def nothing_left_running():
    """What a CUDA test left running is over before the next one starts."""
    yield
    if torch.cuda.is_available():
        torch.cuda.synchronize()
