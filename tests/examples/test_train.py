"""The training program learns, mypy is silent about it, and none of its casts can be taken away unnoticed."""

import re

import pytest
from filelock import FileLock

from examples import reports, runs, train
from examples.expectations import Program
from examples.reports import ROOT, Mypy
from tests.fake_cuda import fake_cuda

PROGRAM = Program.read(ROOT / "examples" / "train.py")
CASTS = list(re.finditer(r"\.(?:float|long|cpu)\(\)|\.to\([^()]*\)", PROGRAM.source))
IDS = [f"{PROGRAM.source.count(chr(10), 0, cast.start()) + 1}{cast[0]}" for cast in CASTS]


def without(cast):
    return PROGRAM.source[: cast.start()] + PROGRAM.source[cast.end() :]


def test_mypy_is_silent(said_by_mypy):
    assert not reports.said_of(PROGRAM, said_by_mypy)


def test_it_learns():
    assert train.main().accuracy > 0.9


@pytest.mark.parametrize("available", [True, False])
def test_it_runs_on_cuda_and_on_a_laptop(available):
    with fake_cuda(available=available):
        module = runs.load(PROGRAM)
        assert module.device.type == ("cuda" if available else "cpu")
        assert module.main(count=64, epochs=1).confusion.sum() == 512


@pytest.fixture(scope="session")
def broken(tmp_path_factory):
    """The program without each of its casts, and what mypy says of it; in one build."""
    folder = tmp_path_factory.mktemp("broken")
    paths = [folder / f"without_cast_{number}.py" for number in range(len(CASTS))]
    for path, cast in zip(paths, CASTS, strict=True):
        path.write_text(without(cast))
    with FileLock(tmp_path_factory.getbasetemp().parent / "examples.lock"):
        said = Mypy(*map(str, paths), base=folder).reports()
    # by name: mypy's cache remembers the folder of an earlier run
    return [(Program.read(path), [report for report in said if report.path.name == path.name]) for path in paths]


def test_there_are_casts():
    assert len(CASTS) >= 10


@pytest.mark.parametrize("number", range(len(CASTS)), ids=IDS)
def test_no_cast_can_be_taken_away_unnoticed(number, broken):
    program, said = broken[number]
    assert _is_refused(said) or _fails(program)


def _is_refused(said):
    return any(report.severity == "error" for report in said)


def test_mypy_alone_notices_most_of_them(broken):
    assert sum(_is_refused(said) for _, said in broken) > len(CASTS) / 2


def _fails(program):
    with fake_cuda():
        module = runs.load(program)
        try:
            module.main(count=64, epochs=1)
        except (TypeError, RuntimeError):
            return True
    return False
