"""What mypy says of all blocks, from one build for all tests, in all processes."""

import os

import pytest
from filelock import FileLock

from tests.typecheck.build import ROOT, shared
from tests.typecheck.chapters import blocks, chapters


@pytest.fixture(scope="session")
def said_by_mypy(tmp_path_factory):
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # that of the session; each process has its own inside
    (ROOT / ".mypy_cache").mkdir(exist_ok=True)
    with FileLock(ROOT / ".mypy_cache" / "typecheck.lock"):
        return shared(folder / "said.json", [block for path in chapters() for block in blocks(path)])
