"""`make fuzz`: checks and runs random programs in batches, and prints where mypy and torch disagree."""

import argparse
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import current_process, get_context
from pathlib import Path

import torch

from tests.fuzz.checking import said_alone, said_of
from tests.fuzz.draft import HEADER
from tests.fuzz.programs import Program, program
from tests.fuzz.trial import KNOWLEDGE, Outcome, judged

BATCH = 200


def main() -> int:
    """Prints the counts and the disagreements; their number is the exit status, if there are any."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--programs", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=0, help="the number of the first program")
    asked.add_argument("--jobs", type=int, default=2)
    options = asked.parse_args()
    counts, disagreements = Counter[str](), 0
    for made, outcome in judged_all(range(options.seed, options.seed + options.programs), options.jobs):
        counts.update(outcome.counts)
        counts["programs"] += 1
        disagreements += len(outcome.disagreements)
        for line, text in outcome.disagreements:
            _tell(f"-- program {made.seed}, line {line}: {text}\n{excerpt(made, line)}")
        if counts["programs"] % BATCH == 0:
            _tell(summary(counts, disagreements))
    _tell(summary(counts, disagreements))
    return min(disagreements, 1)


def judged_all(seeds: range, jobs: int) -> Iterator[tuple[Program, Outcome]]:
    """Every program with what came of it; a batch whose process torch brought down is taken apart."""
    left = [seeds[start : start + BATCH] for start in range(0, len(seeds), BATCH)]
    while left:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            batches = {pool.submit(checked, batch): batch for batch in left}
            try:
                for done in as_completed(batches):
                    yield from done.result()
                    left.remove(batches[done])
            except BrokenProcessPool:
                pass
        for batch in left[:jobs]:  # one of them it was
            yield from _apart(batch)
            left.remove(batch)


def _apart(seeds: range) -> Iterator[tuple[Program, Outcome]]:
    """The programs in a process of their own, or else in two, and so on: one that ends its process is left out."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool, suppress(BrokenProcessPool):
        yield from pool.submit(checked, seeds).result()
        return
    if len(seeds) == 1:
        _tell(f"-- program {seeds[0]}: its process died")
        yield Program(seeds[0], "", on_cuda=False), Outcome(Counter({"lost with their process": 1}))
        return
    middle = len(seeds) // 2
    yield from _apart(seeds[:middle])
    yield from _apart(seeds[middle:])


def summary(counts: Counter[str], disagreements: int) -> str:
    """The counts in one line; what mypy reveals, by how much it knows, in shares: silence is easily right."""
    shares = ", ".join(f"{counts[how] / max(counts['revealed'], 1):.1%} {how}" for how in KNOWLEDGE)
    plain = {what: n for what, n in counts.items() if what not in {*KNOWLEDGE, "revealed"}}
    told = [f"{n} {what}" for what, n in [*plain.items(), ("disagreements", disagreements)]]
    return f"{', '.join(told)}, {counts['revealed']} revealed: {shares}"


def checked(seeds: range) -> list[tuple[Program, Outcome]]:
    """A batch, in a process of its own."""
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    batch = [program(seed) for seed in seeds]
    with tempfile.TemporaryDirectory() as folder:
        cache = f"fuzz{current_process().name.rpartition('-')[2]}"
        said = said_of(batch, Path(folder), cache)
        outcomes = {one.seed: judged(one, said[one.seed]) for one in batch}
        asked = [one for one in batch if one.is_plain or outcomes[one.seed].disagreements]
        alone = said_alone(asked, Path(folder), cache)
    outcomes |= {one.seed: judged(one, said[one.seed], alone[one.seed]) for one in asked}
    return [(one, outcomes[one.seed]) for one in batch]


def excerpt(made: Program, line: int) -> str:
    """The lines that the one in question needs, by the names that they bind."""
    lines = made.source.splitlines()
    first = HEADER.count("\n")
    start = made.first
    elsewhere = made.elsewhere[len(HEADER) :]
    return elsewhere + "\n".join(
        f"{number:4} {text}" for number, text in enumerate(lines, 1) if first < number <= line or number == start
    )


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
