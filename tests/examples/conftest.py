"""mypy's reports about the examples, from one build for all tests of a process."""

import pytest
from filelock import FileLock

from examples.reports import PROGRAMS, ROOT, Mypy
from tests.examples.broken import broken_programs
from tests.mypy_cache import warmed


@pytest.fixture(scope="session")
def broken(tmp_path_factory):
    return broken_programs(tmp_path_factory.mktemp("broken").resolve())


@pytest.fixture(scope="session")
def said_by_mypy(tmp_path_factory, broken):
    # Each process of xdist has its own session; the first one leaves the cache warm for the others.
    with FileLock(tmp_path_factory.getbasetemp().parent / "examples.lock"):
        warmed(ROOT / ".mypy_cache" / "examples")
        files = [*PROGRAMS, *(str(program.path) for program in broken)]
        return Mypy(*files, bases=(ROOT, broken[0].path.parent)).reports()
