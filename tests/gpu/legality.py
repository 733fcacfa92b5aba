"""Torch's CUDA kernels as the judge of the table: each OpInfo's samples, in all dtypes, on a GPU.

`python -m tests.gpu.legality [DEVICE [OPINFO ...]]` judges them all, or these, and prints what the table says wrongly,
and which dtypes CUDA refuses where the CPU does not: candidates for `narrowed(cuda=...)`.

A kernel that is given an index that is not there ends the process's use of the GPU. So a sample is tried on the CPU
first, and on the GPU if the CPU takes it or only lacks a kernel for its dtype; what goes wrong even so ends one worker
process, and another one goes on with the next OpInfo.
"""

import json
import os
import subprocess
import sys
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from queue import Queue
from tempfile import TemporaryFile

import torch

from tests.core.ops.judge import Figures, Sample, called, judge
from tests.core.ops.opinfo import as_called, in_all_dtypes, in_mixed_dtypes, samples
from tests.core.ops.tallies import names_of, public_infos

ROOT = Path(__file__).parents[2]
NO_KERNEL = "not implemented for"


@dataclass
class Verdicts:
    """What came of one OpInfo: wrong answers of the table, and dtypes that this device alone refuses, with its words.

    `broken` is what ended the judging early.
    """

    info: str
    samples: int = 0
    wrong: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    broken: str = ""


def verdicts(full_name: str, device: str, cap: int = 5) -> Verdicts:
    """Judge one OpInfo on the device."""
    info, found = public_infos()[full_name], Verdicts(full_name)
    for name in names_of(info):
        for sample, source in samples(info, cap):
            ours = as_called(name, sample)
            for cast in (*in_all_dtypes(ours, source), *in_mixed_dtypes(ours, source)):
                _judge_one(name, cast, device, found)
                if found.broken:
                    return found
    return found


def _judge_one(name: str, sample: Sample, device: str, found: Verdicts) -> None:
    _, refused_there = called(name, sample)
    if refused_there is not None and NO_KERNEL not in str(refused_there):
        return
    figures = Figures()
    moved = sample.map(lambda leaf: leaf.to(device) if isinstance(leaf, torch.Tensor) else leaf)
    refusal = judge(name, moved, figures, named=False)
    if refusal is not None and ("CUDA error" in str(refusal) or "device-side assert" in str(refusal)):
        found.broken = f"{name}{sample}: {refusal}"
        return
    found.samples += 1
    found.wrong += figures.wrong
    if refusal is not None and refused_there is None and figures.counts["missed"]:
        dtypes = " ".join(dict.fromkeys(str(tensor.dtype)[6:] for tensor in sample.tensors))
        found.refused.setdefault(f"{name} {dtypes}", str(refusal).partition("\n")[0])


def work(device: str, infos: Sequence[str]) -> None:
    """Judge these one after the other, a line of JSON each; stop where the device is broken."""
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)  # there are other workers, and the samples are small
    for info in infos:
        found = verdicts(info, device)
        try:
            if device != "cpu":
                torch.accelerator.synchronize()
        except RuntimeError as error:
            found.broken = found.broken or str(error)
        print(json.dumps(asdict(found)), flush=True)  # noqa: T201 - the parent reads it
        if found.broken:
            return


def judged(device: str, infos: Sequence[str]) -> Iterator[Verdicts]:
    """The verdicts on these as they come, by worker processes on three of four CPUs."""
    shares = max(1, min((os.cpu_count() or 1) * 3 // 4, len(infos)))
    found: Queue[Verdicts | None] = Queue()

    def judge_share(share: int) -> None:
        try:
            for one in _by_workers(device, infos[share::shares]):
                found.put(one)
        finally:
            found.put(None)

    with ThreadPoolExecutor(shares) as threads:
        running = [threads.submit(judge_share, share) for share in range(shares)]
        for _ in running:
            yield from iter(found.get, None)
        for one in running:
            one.result()


def _by_workers(device: str, infos: Sequence[str]) -> Iterator[Verdicts]:
    """The verdicts on these, by one worker process and, where it ends before its time, by another one on the rest."""
    rest = list(infos)
    while rest:
        command = [sys.executable, "-m", "tests.gpu.legality", "--worker", device, *rest]
        with (
            TemporaryFile("w+") as complaints,
            subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=complaints, text=True) as worker,
        ):
            broken = False
            for line in worker.stdout or ():
                if line.startswith("{"):
                    found = Verdicts(**json.loads(line))
                    broken = bool(found.broken)
                    rest.remove(found.info)
                    yield found
            status = worker.wait()
            if rest and not broken:  # it died without a word
                complaints.seek(0)
                yield Verdicts(rest.pop(0), broken=complaints.read()[-300:] or f"exit status {status}")


def story(found: Verdicts) -> str:
    """The wrong answers, and the candidates for entries, a line each."""
    lines = [f"wrong: {words}" for words in found.wrong]
    lines += [f"broken: {found.info}: {found.broken}"] if found.broken else []
    lines += [f"refused on this device alone: {call}: {why}" for call, why in found.refused.items()]
    return "".join(f"{line}\n" for line in lines)


def told(found: Iterable[Verdicts]) -> Iterator[Verdicts]:
    """The same, each told as it comes, and the figures at the end."""
    infos = samples = 0
    for one in found:
        print(story(one), end="", flush=True)  # noqa: T201 - it was asked for
        infos, samples = infos + 1, samples + one.samples
        yield one
    print(f"{infos} OpInfos, {samples} samples")  # noqa: T201 - as above


def main(arguments: Sequence[str]) -> None:
    match arguments:
        case ("--worker", device, *infos):
            work(device, infos)
        case (device, *infos):
            deque(told(judged(device, infos or sorted(public_infos()))), maxlen=0)
        case _:
            main(("cuda",))


if __name__ == "__main__":
    main(sys.argv[1:])
