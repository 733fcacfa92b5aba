"""What mypy says of the programs, before they run."""

import configparser
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from examples.expectations import Marker, Program

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = configparser.ConfigParser()
SETTINGS.read(ROOT / "examples" / "mypy.ini")
PROGRAMS = SETTINGS["mypy"]["files"].split(", ")
COMMAND = (
    *(sys.executable, "-m", "mypy", "--config-file", "examples/mypy.ini"),
    *("--no-pretty", "--no-color-output", "--no-error-summary", "--hide-error-context", "--show-error-codes"),
)
LINE = re.compile(r"(?P<path>.+?):(?P<line>\d+): (?P<severity>error|note): (?P<text>.*?)(?:  \[(?P<code>[\w-]+)\])?")
REVEALED = re.compile(r'Revealed type is "(.*)"')


@dataclass(frozen=True, slots=True)
class Report:
    """One line of mypy's output."""

    path: Path
    line: int
    severity: str
    text: str
    code: str

    @property
    def revealed(self) -> str | None:
        """The revealed type, if the line reveals one."""
        found = REVEALED.fullmatch(self.text)
        return found and found[1]

    def answers(self, marker: Marker) -> bool:
        """Whether this is what the marker waits for."""
        if self.line != marker.line:
            return False
        match marker.kind:
            case "error":
                return self.severity == "error" and self.code == marker.label and marker.said_in(self.text)
            case "revealed":
                return self.revealed == marker.text
            case "note":
                return self.severity == "note" and self.revealed is None and marker.said_in(self.text)
            case _:
                return False


class Mypy:
    """One build over all programs, in a process that is started now and waited for when its reports are needed."""

    def __init__(self, *files: str, bases: tuple[Path, ...] = (ROOT,)) -> None:
        self._process = subprocess.Popen(
            [*COMMAND, *(files or PROGRAMS)],
            cwd=ROOT,
            env=os.environ | {"MYPYPATH": os.pathsep.join(map(str, bases))},  # where the names of modules start
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def reports(self) -> tuple[Report, ...]:
        """Everything that it says; what is no report, a crash say, is raised."""
        output, _ = self._process.communicate()
        return tuple(_parsed(output))


def _parsed(output: str) -> Iterator[Report]:
    for line in output.splitlines():
        found = LINE.fullmatch(line)
        if found is None:
            raise RuntimeError(f"mypy failed:\n{output[-2000:]}")
        yield Report(
            (ROOT / found["path"]).resolve(), int(found["line"]), found["severity"], found["text"], found["code"] or ""
        )


def said_of(program: Program, reports: Iterable[Report]) -> tuple[Report, ...]:
    """The reports about this program."""
    return tuple(report for report in reports if report.path == program.path)


def differences(program: Program, reports: Iterable[Report]) -> tuple[str, ...]:
    """Where mypy did not say what the markers wait for, and where it said what no marker waits for."""
    said = said_of(program, reports)
    markers = [marker for marker in program.markers if marker.kind != "raises"]
    missing = [marker for marker in markers if not any(report.answers(marker) for report in said)]
    extra = [
        report
        for report in said
        if (report.severity == "error" or report.revealed) and not any(report.answers(marker) for marker in markers)
    ]
    return (
        *(f"{program.name}:{marker.line}: mypy does not say {marker}" for marker in missing),
        *(f"{program.name}:{report.line}: mypy also says {report.text}  [{report.code}]" for report in extra),
    )
