"""What is in a dict that is made of another one, key by key."""

import pytest

from tests.mypy_plugin.checking import program

SOURCE = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-generics=False
from torch.utils.data import DataLoader, Dataset
class Pairs(Dataset):
    def __getitem__(self, i):
        return {{"x": torch.zeros(3), "y": torch.zeros(3).long()}}
def fill(d):
    d["x"] = 3
class Own:
    def __init__(self):
        self.device = torch.device("cuda")
def both(x, y):
    return x
cuda = torch.device("cuda")
for batch in DataLoader(Pairs(), batch_size=4):
    {body}
"""
MADE = "batch = {k: v.to(cuda) for k, v in batch.items()}"
KNOWN = 'Tensor[Float32, CUDA, "_ 3"]'
JOINED = 'Tensor[Real, CUDA, "_ 3"]'
CASES = [
    (f"{MADE}; reveal_type(batch['x'])", KNOWN),
    (f"{MADE}; reveal_type(batch['y'])", 'Tensor[Int64, CUDA, "_ 3"]'),
    (f"{MADE}; reveal_type(both(**batch))", KNOWN),
    ("other = {k: v.to(cuda, non_blocking=True) for k, v in batch.items()}; reveal_type(other['x'])", KNOWN),
    (f"{MADE}; half = {{k: v.half() for k, v in batch.items()}}; reveal_type(half['y'])", KNOWN.replace("32", "16")),
    (f"{MADE.replace('k: v', 'k + k: v')}; reveal_type(batch['x'])", JOINED),
    (f"{MADE.replace('()}', '() if k}')}; reveal_type(batch['x'])", JOINED),
    (MADE.replace("()}", "() if k != 'id'}") + "; reveal_type(batch['x'])", KNOWN),
    (MADE.replace("()}", "() if k in ['x']}") + "; reveal_type(batch['x'])", KNOWN),
    (MADE.replace("(cuda)", "(cuda) if torch.is_tensor(v) else v") + "; reveal_type(batch['x'])", KNOWN),
    (MADE.replace("(cuda)", "(cuda) if torch.is_tensor(v) else k") + "; reveal_type(batch['x'])", JOINED),
    ("word = 'cuda'; " + MADE.replace("cuda", "word") + "; reveal_type(batch['x'])", KNOWN),
    ("own = Own(); " + MADE.replace("cuda", "own.device") + "; reveal_type(batch['x'])", KNOWN),
    (
        "own = Own(); own.device = torch.device('cpu'); "
        + MADE.replace("cuda", "own.device")
        + "; reveal_type(batch['x'])",
        'Tensor[Real, CPU, "_ 3"]',
    ),
    (f"{MADE}; fill(batch); reveal_type(batch['x'])", "Tensor"),
    (f"{MADE}; batch.update(x=torch.zeros(7)); reveal_type(batch['x'])", "Tensor"),
    ("cuda = torch.device('cpu'); " + f"{MADE}; reveal_type(batch['x'])", JOINED.replace("CUDA", "CPU")),
    ("new = {k: v.squeeze_() for k, v in batch.items()}; reveal_type(new['x'])", 'Tensor[Real, CPU, "... 3"]'),
    ("new = {k: both(v, 3) for k, v in batch.items()}; reveal_type(new['x'])", 'Tensor[Real, CPU, "_ 3"]'),
]
PROGRAMS = [(program(SOURCE.format(body=body.replace("; ", "\n    "))), found) for body, found in CASES]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_is_under_a_key(said, found):
    assert (said.revealed, said.messages) == ([found], [])


RETURNED = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-generics=False
from typing import TypedDict
class Pair(TypedDict):
    x: Tensor[Float32, CPU, "4 3"]
    y: Tensor[Int64, CPU, "4"]
def moved(batch, device):
    return {{k: v.to(device) for k, v in batch.items()}}
def fill(d):
    d["x"] = torch.zeros(7)
def use(x: Tensor[Float32, CPU, "4 3"], y: Tensor[Int64, CPU, "4"], pair: Pair) -> None:
    batch = {{"x": x, "y": y}}
    {body}
"""
X, Y = 'Tensor[Float32, CUDA, "4 3"]', 'Tensor[Int64, CUDA, "4"]'
SINCE = [
    ("reveal_type(moved(batch, 'cuda')['x'])", X),
    ("other = moved(batch, 'cuda'); reveal_type(other['y'])", Y),
    ("batch = moved(batch, 'cuda'); reveal_type(batch['y'])", Y),
    ("batch = {k: v.cuda() for k, v in batch.items()}; reveal_type(batch['y'])", Y),
    ("reveal_type(moved(pair, 'cuda')['y'])", Y),
    ("pair = moved(pair, 'cuda'); reveal_type(pair['x'])", X),
    ("fill(batch); batch = moved(batch, 'cuda'); reveal_type(batch['x'])", "Tensor[Any, CUDA]"),
    ("other = batch; fill(other); reveal_type(moved(batch, 'cuda')['x'])", "Tensor[Any, CUDA]"),
]
GIVEN = [(program(RETURNED.format(body=body.replace("; ", "\n    "))), found) for body, found in SINCE]


@pytest.mark.parametrize(("said", "found"), GIVEN)
def test_what_is_under_a_key_of_what_a_function_gives(said, found):
    assert said.revealed == [found]


TOGETHER = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-generics=False
def with_mask(batch):
    new = {{**batch, "mask": batch["x"] > 0}}
    return new
def stored_to(batch):
    new = {{**batch, "mask": batch["x"] > 0}}
    new["x"] = torch.zeros(3)
    return new
def own_copy(batch):
    batch = dict(batch)
    batch["x"] = torch.zeros(3)
def keeps(batch):
    batch["x"] = torch.zeros(3)
    return 1
def copy_with(batch):
    batch = {{**batch, "n": keeps(batch)}}
    batch["y"] = torch.zeros(3)
def use(x: Tensor[Float16, CPU, "4"], flag: bool) -> None:
    batch = {{"x": x, "y": x.long()}}
    {body}
"""
X, Y, THREE = 'Tensor[Float16, CPU, "4"]', 'Tensor[Int64, CPU, "4"]', 'Tensor[Float32, CPU, "3"]'
PUT_TOGETHER = [
    ("new = {**batch, 'z': torch.zeros(3)}; reveal_type(new['x']); reveal_type(new['z'])", [X, THREE]),
    ("new = dict(batch, z=torch.zeros(3)); reveal_type(new['y']); reveal_type(new['z'])", [Y, THREE]),
    ("new = {**batch, 'x': torch.zeros(3)}; reveal_type(new['x'])", [THREE]),
    ("new = {'x': torch.zeros(3), **batch}; reveal_type(new['x'])", [X]),
    ("new = {**with_mask(batch)}; reveal_type(new['y']); reveal_type(new['mask'])", [Y, 'Tensor[Bool, CPU, "4"]']),
    ("new = {**batch, 'z': x}; batch['x'] = torch.zeros(3); reveal_type(new['x'])", [X]),
    ("own_copy(batch); reveal_type(batch['x'])", [X]),
]
TOLD_TOGETHER = [(program(TOGETHER.format(body=body.replace("; ", "\n    "))), found) for body, found in PUT_TOGETHER]
UNTOLD = [
    program(TOGETHER.format(body=body.replace("; ", "\n    ")))
    for body in (
        "copy_with(batch); reveal_type(batch['x'])",
        "other = batch; other['x'] = torch.zeros(3); new = {**batch, 'z': x}; reveal_type(new['x'])",
        "new = {**batch, 'z': x}; other = new; other['x'] = torch.zeros(3); reveal_type(new['x'])",
        "new = stored_to(batch); reveal_type(new['x'])",
        "keeps(batch); new = {**batch, 'z': x}; reveal_type(new['x'])",
        "new = {**batch, str(flag): torch.zeros(3)}; reveal_type(new['x'])",
    )
]


@pytest.mark.parametrize(("said", "found"), TOLD_TOGETHER, ids=[body for body, _ in PUT_TOGETHER])
def test_what_is_in_a_dict_that_others_are_put_into(said, found):
    assert said.revealed == found


@pytest.mark.parametrize("said", UNTOLD)
def test_not_of_what_others_may_have_put_there(said):
    assert X not in said.revealed
