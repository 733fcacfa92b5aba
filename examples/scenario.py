"""A mistake people really make: the program with it, the program without it, and what both checkers say of each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from dtensortypes import TensorTypeError
from examples import reports, runs
from examples.expectations import Program
from examples.reports import Report
from examples.runs import Run
from examples.terminal import painted, said, shortened, tick

FOLDER = Path(__file__).parent / "scenarios"


@dataclass(frozen=True)
class Scenario:
    """Two programs that differ by the mistake."""

    wrong: Program
    right: Program

    @staticmethod
    def all() -> "list[Scenario]":
        """The scenarios, by number."""
        return [
            Scenario(Program.read(folder / "wrong.py"), Program.read(folder / "right.py"))
            for folder in sorted(FOLDER.resolve().glob("s[0-9][0-9]_*"))
        ]

    @property
    def name(self) -> str:
        return self.wrong.path.parent.name

    @cached_property
    def wrong_runs(self) -> tuple[Run, ...]:
        return tuple(runs.runs(self.wrong))

    @cached_property
    def right_runs(self) -> tuple[Run, ...]:
        return tuple(runs.runs(self.right))

    @property
    def expectations(self) -> int:
        """How many markers there are, and one silence for each side of the right program."""
        return len(self.wrong.markers) + len(self.right.markers) + 2

    def run_differences(self) -> tuple[str, ...]:
        return (*runs.differences(self.wrong, self.wrong_runs), *runs.differences(self.right, self.right_runs))

    def mypy_differences(self, said_by_mypy: Iterable[Report]) -> tuple[str, ...]:
        said_by_mypy = tuple(said_by_mypy)
        return (
            *reports.differences(self.wrong, said_by_mypy),
            *reports.differences(self.right, said_by_mypy),
        )

    def shown(self, said_by_mypy: tuple[Report, ...]) -> Iterator[str]:
        """The scenario as it is printed: the story, each line that somebody speaks about, the right program."""
        yield f"{painted(f'{self.name[1:3]:>3}', 'bold', 'cyan')}  {painted(self.wrong.story, 'bold')}"
        yield from self._lines_spoken_about(reports.said_of(self.wrong, said_by_mypy))
        differences = (*self.mypy_differences(said_by_mypy), *self.run_differences())
        yield from (said("but", difference, "red") for difference in differences)
        yield f"     {tick(not differences)} {painted('right: ' + self.right.story, 'green')}"

    def _lines_spoken_about(self, said_by_mypy: tuple[Report, ...]) -> Iterator[str]:
        raised = {run.line: run for run in self.wrong_runs if run.raised is not None}
        for line in sorted({report.line for report in said_by_mypy} | set(raised)):
            yield f"{painted(f'{line:>7}', 'dim')} {painted(shortened(self.wrong.code_at(line), 8), 'cyan')}"
            yield from (_report(report) for report in said_by_mypy if report.line == line)
            if line in raised:
                yield _run(raised[line])


def _report(report: Report) -> str:
    if report.revealed:
        return said("mypy", report.revealed, "blue")
    if report.severity == "note":
        return said("mypy", report.text, "dim")
    return said("mypy", f"{report.text}  [{report.code}]", "yellow")


def _run(run: Run) -> str:
    """The whole text of our own error, which is short; the beginning of anybody else's."""
    error = run.raised
    ours = isinstance(error, TensorTypeError)
    return said("run", f"{type(error).__name__}: {error}", "red", most=20 if ours else 2)
