"""A training step of a transformer with every forward checked: its throughput, to the undecorated step's.

`python benchmarks/gpu/training.py [--device cpu] [--rounds N]`. Each ratio is the median over interleaved rounds in
one process; in each round every contestant makes the same number of steps, and the device is waited for at both ends.
"""

import torch
from _measure import Work, arguments, compared
from _transformer import Sizes, models
from torch import nn

LARGE, BATCH, STEPS = Sizes(layers=12, width=768, heads=12, vocabulary=32_000, length=512), 8, 2
SMALL, SMALL_BATCH, SMALL_STEPS = Sizes(layers=6, width=256, heads=4, vocabulary=1000, length=64), 4, 5
TINY = Sizes(layers=2, width=16, heads=2, vocabulary=11, length=8)


def stepping(model: nn.Module, sizes: Sizes, batch: int, steps: int, device: str, *, compiled: bool) -> Work:
    """So many training steps on one batch."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=device == "cuda")
    run = torch.compile(model) if compiled else model
    tokens = torch.randint(sizes.vocabulary, (batch, sizes.length), device=device)
    places = torch.arange(sizes.length, device=device)

    def work() -> None:
        for _ in range(steps):
            logits = run(tokens, places)
            loss = nn.functional.cross_entropy(logits.flatten(0, 1).float(), tokens.flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    return work


def measured(title: str, sizes: Sizes, batch: int, steps: int) -> None:
    dtype = torch.bfloat16 if ASKED.device == "cuda" else torch.float32
    works: dict[str, dict[str, Work]] = {}
    for way in ("eager", "compiled"):
        torch.compiler.reset()
        works[way] = {
            name: stepping(model, sizes, batch, steps, ASKED.device, compiled=way != "eager")
            for name, model in models(sizes, ASKED.device, dtype).items()
        }
    compared(title, works, ASKED)


if __name__ == "__main__":
    ASKED = arguments("A training step with every forward checked.")
    if ASKED.device == "cpu":
        measured("training step, tiny", TINY, 2, 1)
    else:
        measured("training step, 12 layers of 768, 8 x 512 tokens", LARGE, BATCH, STEPS)
        measured("training step, 6 layers of 256, 4 x 64 tokens", SMALL, SMALL_BATCH, SMALL_STEPS)
