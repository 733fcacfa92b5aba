"""`make fuzz`: checks and runs random programs in batches, and prints where mypy and torch disagree."""

import argparse
import sys
import tempfile
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import current_process, get_context
from pathlib import Path

import torch

from tests.fuzz.checking import said_of
from tests.fuzz.programs import Program, program
from tests.fuzz.trial import Outcome, judged

BATCH = 200


def main() -> int:
    """Prints the counts and the disagreements; their number is the exit status, if there are any."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--programs", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=0, help="the number of the first program")
    asked.add_argument("--jobs", type=int, default=2)
    options = asked.parse_args()
    counts, disagreements = Counter[str](), 0
    last = options.seed + options.programs
    batches = [range(first, min(first + BATCH, last)) for first in range(options.seed, last, BATCH)]
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(checked, batch) for batch in batches]):
            for made, outcome in done.result():
                counts.update(outcome.counts)
                counts["programs"] += 1
                disagreements += len(outcome.disagreements)
                for line, text in outcome.disagreements:
                    _tell(f"-- program {made.seed}, line {line}: {text}\n{excerpt(made, line)}")
            _tell(", ".join(f"{n} {what}" for what, n in [*counts.items(), ("disagreements", disagreements)]))
    return min(disagreements, 1)


def checked(seeds: range) -> list[tuple[Program, Outcome]]:
    """A batch, in a process of its own."""
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    batch = [program(seed) for seed in seeds]
    with tempfile.TemporaryDirectory() as folder:
        said = said_of(batch, Path(folder), f"fuzz{current_process().name.rpartition('-')[2]}")
    return [(one, judged(one, said[one.seed])) for one in batch]


def excerpt(made: Program, line: int) -> str:
    """The lines that the one in question needs, by the names that they bind."""
    lines = made.source.splitlines()
    start = next(number for number, text in enumerate(lines, 1) if text.startswith("def program("))
    return "\n".join(
        f"{number:4} {text}" for number, text in enumerate(lines, 1) if 14 < number <= line or number == start
    )


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
