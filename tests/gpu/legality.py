"""Torch's CUDA kernels as the judge of the table: each OpInfo's samples, in all dtypes, on a GPU.

`python -m tests.gpu.legality [DEVICE [OPINFO ...]]` judges them all, or these, and prints what the table says wrongly,
and which dtypes CUDA refuses where the CPU does not: candidates for `narrowed(cuda=...)`.

A kernel that is given an index that is not there ends the process's use of the GPU. So a sample is tried on the CPU
first, and on the GPU if the CPU takes it or only lacks a kernel for its dtype; what goes wrong even so ends one worker
process, and another one goes on with the next OpInfo.
"""

import json
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

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
    """The verdicts on these, by as many worker processes as it takes."""
    rest = list(infos)
    while rest:
        command = [sys.executable, "-m", "tests.gpu.legality", "--worker", device, *rest]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        found = [Verdicts(**json.loads(line)) for line in done.stdout.splitlines() if line.startswith("{")]
        if len(found) < len(rest) and not (found and found[-1].broken):  # it died without a word
            found.append(Verdicts(rest[len(found)], broken=done.stderr[-300:] or f"exit status {done.returncode}"))
        yield from found
        rest = rest[len(found) :]


def story(found: Sequence[Verdicts]) -> str:
    """The figures, the wrong answers, and the candidates for entries, as text."""
    lines = [f"{len(found)} OpInfos, {sum(one.samples for one in found)} samples"]
    lines += [f"wrong: {words}" for one in found for words in one.wrong]
    lines += [f"broken: {one.info}: {one.broken}" for one in found if one.broken]
    lines += [f"refused on this device alone: {call}: {why}" for one in found for call, why in one.refused.items()]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    match arguments:
        case ("--worker", device, *infos):
            work(device, infos)
        case (device, *infos):
            print(story(list(judged(device, infos or sorted(public_infos())))))  # noqa: T201 - it was asked for
        case _:
            main(("cuda",))


if __name__ == "__main__":
    main(sys.argv[1:])
