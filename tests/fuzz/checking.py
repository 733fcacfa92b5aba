"""One build of mypy over a batch of programs."""

import os
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from examples.reports import LINE, Report
from tests.fuzz.programs import Program
from tests.mypy_cache import CONFIG, FOLDER, warmed
from tests.typecheck.build import COMMAND, ROOT

CRASH = re.compile(r"^p(\d+)\.py:(\d+): error: INTERNAL ERROR", re.MULTILINE)

MOST_CRASHES = 3
ALONE = "\n".join(line for line in CONFIG.read_text().splitlines() if not line.startswith("plugins"))
"""The settings of mypy without the plugin."""
TYPES = re.compile(r"\bTensor\[[^]]*\]")


def said_of(batch: list[Program], folder: Path, cache: str = "fuzz") -> dict[int, list[Report]]:
    """What mypy says of each program, by the number that it grew from.

    A program that makes it crash is left out of another build, and has the crash as its one error.
    """
    said: dict[int, list[Report]] = defaultdict(list)
    left = {program.seed: program for program in batch}
    for program in batch:
        (folder / f"p{program.seed}.py").write_text(program.source)
        if program.elsewhere:
            (folder / f"{program.other}.py").write_text(program.elsewhere)
    while left:
        output = _output(folder, [f"p{seed}.py" for seed in left], cache)
        crash = CRASH.search(output)
        if not crash:
            break
        seed = int(crash[1])
        reason = " / ".join(line.strip() for line in output.splitlines()[-12:])
        said[seed] = [Report(Path(f"p{seed}.py"), int(crash[2]), "error", f"mypy crashed: {reason}", "crash")]
        del left[seed]
        if len(batch) - len(left) > MOST_CRASHES:
            raise RuntimeError(f"mypy crashes too often:\n{output[-3000:]}")
    for report in _reports(output):
        said[int(report.path.stem[1:])].append(report)
    return said


def said_alone(batch: list[Program], folder: Path, cache: str = "fuzz") -> dict[int, list[Report]]:
    """What mypy says of each program without the plugin, to which a tensor's type has no arguments."""
    said: dict[int, list[Report]] = defaultdict(list)
    (folder / "mypy.ini").write_text(ALONE)
    for program in batch:
        (folder / f"p{program.seed}.py").write_text(TYPES.sub("Tensor", program.source))
        if program.elsewhere:
            (folder / f"{program.other}.py").write_text(TYPES.sub("Tensor", program.elsewhere))
    if batch:
        command = [*COMMAND, "--config-file", "mypy.ini", "--cache-dir", str(FOLDER / f"{cache}-alone")]
        files = [f"p{program.seed}.py" for program in batch]
        done = subprocess.run([*command, *files], cwd=folder, capture_output=True, text=True, check=False)
        for report in _reports(done.stdout + done.stderr):
            said[int(report.path.stem[1:])].append(report)
    return said


def _reports(output: str) -> Iterator[Report]:
    """The lines read; what is said of the second file, mypy says of the same lines in one."""
    for line in output.splitlines():
        found = LINE.fullmatch(line)
        if found is None:
            raise RuntimeError(f"mypy failed:\n{output[-3000:]}")
        path = Path(found["path"])
        if path.stem.startswith("p"):
            yield Report(path, int(found["line"]), found["severity"], found["text"], found["code"] or "")


def _output(folder: Path, names: list[str], cache: str) -> str:
    command = [*COMMAND, "--show-traceback", "--cache-dir", str(warmed(ROOT / ".mypy_cache" / cache))]
    loud = {"DTENSORTYPES_PLUGIN_LOUD": "1"}
    done = subprocess.run(
        [*command, *names], cwd=folder, env=os.environ | loud, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr
