"""mypy's reports about the examples, from one build for all tests, in all processes."""

import pytest
from filelock import FileLock

from examples.reports import Mypy


@pytest.fixture(scope="session")
def said_by_mypy(tmp_path_factory):
    # Each process of xdist has its own session; the first one leaves the cache warm for the others.
    with FileLock(tmp_path_factory.getbasetemp().parent / "examples.lock"):
        return Mypy().reports()
