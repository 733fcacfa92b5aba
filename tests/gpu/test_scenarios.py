"""The fifteen scenarios on a real GPU: what is raised there is what is raised where CUDA is fake."""

import pytest

from examples import runs
from examples.scenario import Scenario
from tests.fake_cuda import HAS_CUDA

SCENARIOS = {scenario.name: scenario for scenario in Scenario.all()}
EACH = pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)


def test_some_need_cuda():
    assert sum(scenario.wrong.needs_cuda for scenario in SCENARIOS.values()) >= 4


@pytest.mark.gpu
@EACH
def test_the_wrong_program_raises_what_it_announces(scenario):
    """The markers were met under FakeTensorMode: the class of the error and its words are the same."""
    assert HAS_CUDA
    assert runs.differences(scenario.wrong, tuple(runs.runs(scenario.wrong))) == ()


@pytest.mark.gpu
@EACH
def test_the_right_program_runs(scenario):
    done = runs.run(scenario.right, "main")
    assert done.raised is None
    assert done.printed
