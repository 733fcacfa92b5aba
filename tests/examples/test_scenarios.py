"""Each scenario happens as its programs announce, before they run and while they run, and nothing else happens."""

import pytest

from examples.scenario import Scenario

SCENARIOS = {scenario.name: scenario for scenario in Scenario.all()}

each_scenario = pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)


def test_there_are_fifteen():
    assert [name[:3] for name in SCENARIOS] == [f"s{number:02}" for number in range(1, 16)]


@each_scenario
def test_mypy(scenario, said_by_mypy):
    assert not scenario.mypy_differences(said_by_mypy)


@each_scenario
def test_run(scenario):
    assert not scenario.run_differences()


@each_scenario
def test_the_right_program_announces_no_mistake(scenario):
    assert {marker.kind for marker in scenario.right.markers} <= {"revealed"}


@each_scenario
def test_no_two_mistakes_hide_behind_one_another(scenario):
    """A run ends at the first thing that is raised, so each needs an entry of its own."""
    raising = [marker.line for marker in scenario.wrong.markers if marker.kind == "raises"]
    assert len({scenario.wrong.entry_of(line) for line in raising}) == len(raising)
