"""The training program learns, mypy is silent about it, and none of its casts can be taken away unnoticed."""

import pytest

from examples import reports, runs, train
from tests.examples.broken import CASTS, NAMES, TRAINING
from tests.fake_cuda import fake_cuda


def test_mypy_is_silent(said_by_mypy):
    assert not reports.said_of(TRAINING, said_by_mypy)


def test_it_learns():
    assert train.main().accuracy > 0.9


@pytest.mark.parametrize("available", [True, False])
def test_it_runs_on_cuda_and_on_a_laptop(available):
    with fake_cuda(available=available):
        module = runs.load(TRAINING)
        assert module.device.type == ("cuda" if available else "cpu")
        assert module.main(count=64, epochs=1).confusion.sum() == 512


def test_there_are_casts():
    assert len(CASTS) >= 10


@pytest.mark.parametrize("number", range(len(CASTS)), ids=NAMES)
def test_no_cast_can_be_taken_away_unnoticed(number, broken, said_by_mypy):
    assert _is_refused(broken[number], said_by_mypy) or _fails(broken[number])


def test_mypy_alone_notices_most_of_them(broken, said_by_mypy):
    assert sum(_is_refused(program, said_by_mypy) for program in broken) > len(CASTS) / 2


def _is_refused(program, said_by_mypy):
    # by name: mypy's cache remembers the folder of an earlier run
    return any(report.path.name == program.path.name and report.severity == "error" for report in said_by_mypy)


def _fails(program):
    with fake_cuda():
        module = runs.load(program)
        try:
            module.main(count=64, epochs=1)
        except (TypeError, RuntimeError):
            return True
    return False
