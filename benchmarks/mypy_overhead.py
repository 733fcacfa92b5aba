"""What mypy costs with the plugin, as a ratio to mypy without: `python benchmarks/mypy_overhead.py [--rounds 5]`.

Two programs, under the settings that the plugin asks for: the training program of examples/, and a package of some
20,000 lines that is fetched as tests/real_packages does. Each is checked cold, warm, and warm after one of its files
has changed. A round runs mypy without the plugin and with it, one after the other, and the ratio is the median of the
rounds'. CPU time is what the child took itself, user and system, which other work on the machine changes little. A run
before them leaves the bytecode of all that Python reads, as an installation does.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from _rounds import table

ROOT = Path(__file__).parents[1]
REQUIREMENT = "vit_pytorch==1.26.11"
WAYS = {"without": "", "with": "plugins = dtensortypes.mypy_plugin\n"}
STATES = ("cold", "warm, no change", "warm, one file changed")
SETTINGS = """\
[mypy]
allow_redefinition = true
local_partial_types = true
check_untyped_defs = true
ignore_missing_imports = true
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one run of mypy: seconds of CPU time and on the clock, and the most memory it held, in MiB."""

    cpu: float
    wall: float
    memory: float


@dataclass(frozen=True, slots=True)
class Program:
    """A folder of sources, what mypy is to check of it, and the file of it that is changed."""

    folder: Path
    targets: tuple[str, ...]
    changed: str

    def round(self, way: str, number: int) -> dict[str, Cost]:
        """What mypy costs in each of the states, starting without a cache."""
        cache = self.folder / f"cache-{way}"
        shutil.rmtree(cache, ignore_errors=True)
        costs = {state: self.run(way) for state in STATES[:2]}
        with (self.folder / self.changed).open("a", encoding="utf-8") as file:
            file.write(f"\n_changed_{number} = {way!r}\n")
        return {**costs, STATES[2]: self.run(way)}

    def run(self, way: str) -> Cost:
        command = [sys.executable, "-m", "mypy", f"--config-file={way}.ini", f"--cache-dir=cache-{way}", *self.targets]
        given = {word: value for word, value in os.environ.items() if word != "PYTHONDONTWRITEBYTECODE"}
        ours = {"MYPYPATH": str(self.folder), "PYTHONPYCACHEPREFIX": str(self.folder / "bytecode")}
        begun = time.perf_counter()
        child = subprocess.Popen(command, cwd=self.folder, env=given | ours, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begun
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in {0, 1}:
            raise RuntimeError(f"mypy crashed ({way} the plugin): {command}")
        return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def training(folder: Path) -> Program:
    shutil.copy(ROOT / "examples" / "train.py", folder)
    return Program(folder, ("train.py",), "train.py")


def package(folder: Path) -> Program:
    sys.path.insert(0, str(ROOT))
    from tests.real_packages.__main__ import fetch

    name = REQUIREMENT.partition("==")[0]
    shutil.copytree(fetch(REQUIREMENT) / name, folder / name)
    return Program(folder, ("-p", name), f"{name}/vit.py")


def measure(title: str, program: Program, rounds: int) -> None:
    """Print the ratios of the program, and what they are ratios of."""
    for way, line in WAYS.items():
        (program.folder / f"{way}.ini").write_text(SETTINGS + line, encoding="utf-8")
    program.run("with")
    costs: dict[str, list[dict[str, Cost]]] = {way: [] for way in WAYS}
    for number in range(rounds):
        for way in WAYS:
            costs[way].append(program.round(way, number))
    rows: dict[str, list[float | None]] = {}
    for state in STATES:
        pairs = [(plain[state], ours[state]) for plain, ours in zip(costs["without"], costs["with"], strict=True)]
        ratios = [(b.cpu / a.cpu, b.wall / a.wall, b.memory / a.memory) for a, b in pairs]
        without = [(a.cpu, a.memory) for a, _ in pairs]
        rows[state] = [
            statistics.median(column) for column in (*zip(*ratios, strict=True), *zip(*without, strict=True))
        ]
    table(title, ["CPU", "wall", "memory", "CPU s", "MiB"], rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    for title, make in ("examples/train.py", training), (REQUIREMENT, package):
        with tempfile.TemporaryDirectory() as folder:
            measure(title, make(Path(folder)), rounds)
