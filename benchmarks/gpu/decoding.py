"""An inference loop with every forward checked: one token at a time, batch 1, a small model.

The worst case: the GPU waits for the CPU to launch kernels, and each microsecond of a check is seen. `python
benchmarks/gpu/decoding.py [--device cpu] [--rounds N]`; measured as training.py is.
"""

import torch
from _measure import Work, arguments, compared
from _transformer import Sizes, models
from torch import nn

SMALL = Sizes(layers=12, width=256, heads=4, vocabulary=1000, length=64)
TINY = Sizes(layers=2, width=16, heads=2, vocabulary=11, length=8)


def decoding(model: nn.Module, sizes: Sizes, device: str, dtype: torch.dtype, *, compiled: bool) -> Work:
    """As many tokens as the cache is long, each from the one before, without a look at what they are."""
    run = torch.compile(model, dynamic=True) if compiled else model
    shape = (1, sizes.heads, sizes.length, sizes.width // sizes.heads)
    caches = [
        (torch.zeros(shape, device=device, dtype=dtype), torch.zeros(shape, device=device, dtype=dtype))
        for _ in range(sizes.layers)
    ]
    places = [torch.tensor([at], device=device) for at in range(sizes.length)]
    first = torch.zeros(1, 1, dtype=torch.int64, device=device)

    @torch.no_grad()
    def work() -> torch.Tensor:
        token = first
        for at, place in enumerate(places):
            token = run(token, place, caches, at)[:, -1].argmax(-1, keepdim=True)
        return token

    return work


def main() -> None:
    asked = arguments("Decoding with every forward checked.")
    on_cpu = asked.device == "cpu"
    sizes, dtype = (TINY, torch.float32) if on_cpu else (SMALL, torch.bfloat16)
    works: dict[str, dict[str, Work]] = {}
    for way in ("eager", "compiled"):
        torch.compiler.reset()
        works[way] = {
            name: decoding(model.eval(), sizes, asked.device, dtype, compiled=way != "eager")
            for name, model in models(sizes, asked.device, dtype).items()
        }
    compared("decoding, tiny" if on_cpu else "decoding, 12 layers of 256, batch 1", works, asked)


if __name__ == "__main__":
    main()
