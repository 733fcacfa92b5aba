"""What `trace()` costs while it is on: one training step of a small transformer, and single calls of torch.

Every figure is a ratio to the same without it, which is 1.00: the median over interleaved rounds in one process. Off,
it costs nothing: no line of a passing call knows of it.
"""

import gc
import statistics
import time
from collections.abc import Callable

import torch

from dtensortypes import trace

ROUNDS, CALLS = 40, 2000


def training(width: int, length: int) -> Callable[[], None]:
    layer = torch.nn.TransformerEncoderLayer(width, 4, 4 * width, batch_first=True)
    model = torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
    optimizer = torch.optim.AdamW(model.parameters())
    x = torch.randn(8, length, width)

    def step() -> None:
        loss = model(x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return step


def calls(call: Callable[[], object]) -> Callable[[], None]:
    def many() -> None:
        for _ in range(CALLS):
            call()

    return many


def seconds(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def traced(work: Callable[[], None]) -> Callable[[], None]:
    def run() -> None:
        with trace():
            work()

    return run


def ratio(work: Callable[[], None]) -> tuple[float, float]:
    """The ratio, and the seconds without."""
    rounds = [(seconds(work), seconds(traced(work))) for _ in range(ROUNDS)]
    return statistics.median(on / off for off, on in rounds), statistics.median(off for off, _ in rounds)


def main() -> None:
    gc.disable()
    torch.set_num_threads(1)
    x = torch.zeros(3, 4)
    work = {
        "training step, width 64, 8 x 16 tokens": training(64, 16),
        "training step, width 256, 8 x 128 tokens": training(256, 128),
        "x + x, dtype kept": calls(lambda: x + x),
        "x[0], a view": calls(lambda: x[0]),
        "x.double(), dtype changed": calls(x.double),
        "torch.zeros(3, 4), dtype new": calls(lambda: torch.zeros(3, 4)),
        "x.shape": calls(lambda: x.shape),
    }
    print(f"{'':42} with trace()   without")
    for name, one in work.items():
        one()
        slower, plain = ratio(one)
        count = 1 if "step" in name else CALLS
        print(f"{name:42} {slower:12.2f}   {plain / count * 1e6:6.1f} µs")


if __name__ == "__main__":
    main()
