"""Loops through progress bars are loops through what these show, whether the package has annotations or not."""

import pytest

from tests.mypy_plugin.several_files import errors, written

SETTINGS = """\
[mypy]
plugins = dtensortypes.mypy_plugin
allow_redefinition = true
local_partial_types = true
check_untyped_defs = true
ignore_missing_imports = true
"""
LOOPS = """
import numpy as np
import torch
import tqdm as bars
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from tqdm import tqdm
from tqdm.auto import tqdm as auto

batches = DataLoader(TensorDataset(torch.from_numpy(np.random.rand(8, 4))), batch_size=2)
net = nn.Linear(4, 2)

def straight():
    for (x,) in tqdm(batches, total=len(batches)):
        net(x)  # refused

def by_module():
    for (x,) in bars.tqdm(batches):
        net(x)  # refused

def by_word():
    for (x,) in tqdm(desc="training", iterable=batches):
        net(x)  # refused

def counted():
    for step, (x,) in enumerate(auto(batches)):
        net(x)  # refused

def inside():
    for step, (x,) in tqdm(enumerate(batches)):
        net(x)  # refused

def kept():
    bar = tqdm(batches)
    for (x,) in bar:
        bar.set_postfix(loss=net(x.float()).sum())
        net(x)  # refused

def held():
    with tqdm(batches) as bar:
        for (x,) in bar:
            bar.update(1)
            net(x)  # refused
"""
OTHERS = """
import torch
from torch import nn
from tqdm import tqdm

net = nn.Linear(4, 2)

def another(shown):
    bar = tqdm(shown)
    shown = [torch.zeros(3)]
    for x in bar:
        net(x)

def either(is_first):
    bar = tqdm([torch.zeros(3)])
    if is_first:
        bar = tqdm([torch.zeros(4)])
    for x in bar:
        net(x)

def of_words():
    for word in tqdm(["a", "b"]):
        word.anything()
        tqdm.write(word)

def comprehended():
    return [net(x) for x in tqdm([torch.zeros(3)])]  # refused

def same():
    bar = tqdm([torch.zeros(3)])
    for x in bar:
        net(x)  # refused

another([torch.zeros(4)])
either(True)
"""
STUBS = {
    "__init__.pyi": "from .std import tqdm as tqdm",
    "auto.pyi": "from .std import tqdm as tqdm",
    "std.pyi": """
from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar
T = TypeVar("T")
class tqdm(Generic[T]):
    def __init__(self, iterable: Iterable[T] = ..., desc: str | None = ..., total: float | None = ...) -> None: ...
    def __iter__(self) -> Iterator[T]: ...
    def __enter__(self) -> tqdm[T]: ...
    def __exit__(self, *raised: Any) -> None: ...
    def update(self, n: float = ...) -> None: ...
    def set_postfix(self, **values: Any) -> None: ...
""",
}


def refused(text):
    return sorted(f"bars.py:{n} [tensor-" for n, line in enumerate(text.splitlines(), 1) if "# refused" in line)


@pytest.mark.parametrize(
    ("text", "stubs"), [(LOOPS, {}), (LOOPS, STUBS), (OTHERS, {})], ids=["without annotations", "with them", "others"]
)
def test_loops(tmp_path, text, stubs):
    folder = written(tmp_path, SETTINGS, {"bars.py": text})
    for name, stub in stubs.items():
        (folder / "tqdm").mkdir(exist_ok=True)
        (folder / "tqdm" / name).write_text(stub)
    cold = errors(folder, "bars.py")
    assert [one[: one.index("-") + 1] for one in cold] == refused(text)
    with (folder / "bars.py").open("a") as file:
        file.write("# changed\n")
    assert errors(folder, "bars.py") == cold, "with a warm cache"
