"""What both benchmarks share: the machine's name, seconds on a device, and throughput in paired rounds."""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import torch
from _transformer import OURS, PEER, UNDECORATED

sys.path.append(str(Path(__file__).parents[1]))
from _rounds import interleaved, ratio, table

Work = Callable[[], object]
TARGETS = {"eager": 0.98, "compiled": 0.995}


def arguments(what: str) -> argparse.Namespace:
    """The command line; ends the program, with a line that says why, where the device is not there."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda", help="cpu tries the script at a tiny size")
    parser.add_argument("--rounds", type=int, default=60)
    found = parser.parse_args()
    if found.device == "cuda" and not torch.cuda.is_available():
        print(f"no CUDA device: {Path(sys.argv[0]).name} measures nothing here (--device cpu tries it)")
        sys.exit()
    if found.device == "cpu":
        torch.set_num_threads(1)
    return found


def machine(device: str) -> str:
    """The device, torch's version, Python's, and the date."""
    name = torch.cuda.get_device_name() if device == "cuda" else "the CPU: a trial, no figures to keep"
    cuda = f", CUDA {torch.version.cuda}" if device == "cuda" else ""
    return f"{name}; torch {torch.__version__}{cuda}; Python {sys.version.split()[0]}; {datetime.now(UTC):%Y-%m-%d}"


def seconds(work: Work, device: str) -> Callable[[], float]:
    """The seconds until the device has done the work."""

    def run() -> float:
        if device == "cuda":
            torch.cuda.synchronize()
        start = time.perf_counter()
        work()
        if device == "cuda":
            torch.cuda.synchronize()
        return time.perf_counter() - start

    return run


def compared(title: str, works: Mapping[str, Mapping[str, Work]], asked: argparse.Namespace) -> None:
    """Print the throughput of each checker's work, to the undecorated one's, in each way of running it."""
    print(machine(asked.device))
    rows: dict[str, list[float | None]] = {UNDECORATED: [], OURS: [], PEER: []}
    times_alone: list[float | None] = []
    for way, by_checker in works.items():
        times = _timed(way, by_checker, asked)
        times_alone.append(statistics.median(times[UNDECORATED]) * 1e3)
        for name, row in rows.items():
            row.append(ratio(times, UNDECORATED, name) if name in times else None)
    table(f"{title}: throughput, to undecorated", list(works), rows, digits=3)
    table("", list(works), {"undecorated, ms": times_alone, "target": [TARGETS[way] for way in works]}, digits=3)


def _timed(way: str, by_checker: Mapping[str, Work], asked: argparse.Namespace) -> Mapping[str, list[float]]:
    """Seconds by round, of those that run at all: a peer may not survive being compiled."""
    running: dict[str, Callable[[], float]] = {}
    for name, work in by_checker.items():
        try:
            for _ in range(3):
                work()
        except Exception as error:
            if name != PEER:
                raise
            print(f"{way}: {name} fails: {str(error).partition(chr(10))[0][:100]}")
        else:
            running[name] = seconds(work, asked.device)
    return interleaved(running, asked.rounds)
