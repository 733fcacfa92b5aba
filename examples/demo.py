"""Shows what mypy says before each program runs and what the program says while it runs; then trains a network.

    $ python -m examples.demo

mypy is started once, over all the programs. The programs are really run, those that need CUDA on a fake one where there
is none. It ends well only if everything that the programs announce has happened, and nothing else.
"""

import sys
import time

from examples import reports
from examples.expectations import Program
from examples.reports import ROOT, Mypy, Report
from examples.scenario import Scenario
from examples.terminal import painted, rule, tick

TRAINING = ROOT / "examples" / "train.py"
GOOD_ACCURACY = 0.9


def main() -> int:
    """Everything, and 0 if it happened as announced."""
    print(rule("dtensortypes: fifteen mistakes, before and while they run"))
    mypy, scenarios = Mypy(), Scenario.all()
    print(painted(f"mypy reads {2 * len(scenarios) + 1} programs, and meanwhile they run …", "dim"), flush=True)
    for scenario in scenarios:
        scenario.run_differences()
    said_by_mypy = mypy.reports()

    for scenario in scenarios:
        print("", *scenario.shown(said_by_mypy), sep="\n")
    trained = training(said_by_mypy)
    return summary(scenarios, said_by_mypy, trained=trained)


def training(said_by_mypy: tuple[Report, ...]) -> bool:
    """Run the real program; whether mypy is silent about it and it has learnt."""
    from examples import train

    print("", rule("and a program without a mistake"), sep="\n")
    started = time.perf_counter()
    score = train.main()
    silent = not reports.said_of(Program.read(TRAINING), said_by_mypy)
    print(f"trained in {time.perf_counter() - started:.1f} s; mypy is {'silent' if silent else 'not silent'} about it")
    return silent and score.accuracy > GOOD_ACCURACY


def summary(scenarios: list[Scenario], said_by_mypy: tuple[Report, ...], *, trained: bool) -> int:
    """The last line, and the exit status."""
    differences = [
        difference
        for scenario in scenarios
        for difference in (*scenario.mypy_differences(said_by_mypy), *scenario.run_differences())
    ]
    good = trained and not differences
    expected = sum(scenario.expectations for scenario in scenarios)
    words = "as announced" if good else f"{len(differences)} not as announced"
    training_words = "the training learns" if trained else "the training does not learn"
    print(
        rule(""),
        f"{tick(good)} {len(scenarios)} scenarios, {expected} expectations: {words}; {training_words}",
        sep="\n",
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
