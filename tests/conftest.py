"""Settings of the whole suite."""

import os

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

# Read when torch is imported. On small tensors, the threads of two processes mostly wait for one another.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# A first call pays for imports and a busy machine for its neighbours: time says nothing about a law.
settings.register_profile("untimed", settings(), deadline=None)
settings.load_profile("untimed")

ONE_BUILD = ("tests/mypy_plugin/", "tests/annotations/test_results.py"), ("tests/examples/", "tests/test_readme.py")
"""The tests that ask for one build of mypy, or for one cache."""
OWN_BUILDS = ("tests/mypy_plugin/test_cache.py", "tests/mypy_plugin/test_files.py")
BY_PARAMETER = {
    "tests/core/ops/test_against_torch.py",  # a family is judged once for all tests about it
    "tests/core/ops/test_figures.py",
    "tests/typecheck/test_chapters.py",  # a chapter at a time, so that no process is left with the whole book
}


class Together(LoadScopeScheduling):
    """Tests that share what takes long to make run in one process: those of a file, if nothing else is said here."""

    def _split_scope(self, nodeid: str) -> str:
        path, _, test = nodeid.partition("::")
        if path in BY_PARAMETER:
            return path + test.partition("[")[2].partition(":")[0]
        if path in OWN_BUILDS:
            return path
        return next((starts[0] for starts in ONE_BUILD if path.startswith(starts)), path)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Together | None:
    """What `-n` alone asks for."""
    config.option.loadscopereorder = False  # by number of tests, the groups that take longest would be the last
    return Together(config, log) if config.getvalue("dist") == "load" else None
