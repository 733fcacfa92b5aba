"""A field of a dataclass is what its object was made with, where that one call alone makes it."""

import pytest

from tests.mypy_plugin.checking import program, unplaced

CLASSES = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
from dataclasses import dataclass, field
from typing import Any
@dataclass
class Config:
    hidden: int = 8
    name: str = "cpu"
    dtype: torch.dtype = field(default=torch.float16)
@dataclass
class Pair:
    x: torch.Tensor
    y: torch.Tensor
def use(flag: bool, later: Any) -> None:
    {body}
"""
MISFIT = ["shapes (2, 5) and (8, 4) cannot be multiplied: 5 against 8"]
CASES = [
    ("nn.Linear(Config().hidden, 4)(torch.zeros(2, 5))", MISFIT),
    ("c = Config(5); nn.Linear(c.hidden, 4)(torch.zeros(2, 5))", []),
    ("c = Config(hidden=8); nn.Linear(c.hidden, 4)(torch.zeros(2, 5))", MISFIT),
    ("c = Config(); c.hidden = 5; nn.Linear(c.hidden, 4)(torch.zeros(2, 5))", []),
    ("c = Config(8) if flag else Config(5); nn.Linear(c.hidden, 4)(torch.zeros(2, 5))", []),
]
PROGRAMS = [(program(CLASSES.format(body=body)), wrong) for body, wrong in CASES]
SHOWN = [
    ("reveal_type(torch.zeros(2, dtype=Config().dtype))", 'Tensor[Float16, CPU, "2"]'),
    ("x = torch.zeros(2); p = Pair(x, x); reveal_type(p.y)", 'Tensor[Float32, CPU, "2"]'),
    (
        "x = torch.zeros(2); p = Pair(x, x) if flag else Pair(x.half(), x); reveal_type(p.x)",
        'Tensor[Float16 | Float32, CPU, "2"]',
    ),
    ("x = torch.zeros(2); p = Pair(x, x); p.y = later; reveal_type(p.x)", 'Tensor[Float32, CPU, "2"]'),
    (
        "x = torch.zeros(2)\n    for _ in range(2):\n        p = Pair(x, x); reveal_type(p.x); x = x.half()",
        'Tensor[Float32, CPU, "2"] | Tensor[Float16, CPU, "2"]',
    ),
    (
        "x = torch.zeros(2)\n    for _ in range(2):\n        p = Pair(x, x); reveal_type(p.x); x = later",
        'Tensor[Float32, CPU, "2"] | Tensor',
    ),
]
REVEALED = [(program(CLASSES.format(body=body)), type_) for body, type_ in SHOWN]


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS)
def test_what_is_made_of_fields(said, wrong):
    assert [unplaced(message.partition("error: ")[2]).partition("  [")[0] for message in said.messages] == wrong


@pytest.mark.parametrize(("said", "type_"), REVEALED)
def test_what_fields_are(said, type_):
    assert said.revealed == [type_]


DIMS = """
from dataclasses import dataclass
from typing import Any
@dataclass
class Sample:
    scores: Tensor[Float32, CPU, "b t"]
    rewards: Tensor[Float32, CPU, "b"]
    weights: Tensor[Float32, CPU, "w"]
@dataclass
class Batch:
    sample: Sample
    first: Sample
def use(x: Tensor[Float32, CPU, "b t v"], sample: Sample, other: Sample | None, batch: Batch, later: Any) -> None:
    {body}
"""
SHARED = [
    ("reveal_type(sample.scores)", '"b t"'),
    ("reveal_type(sample.weights)", '"_"'),
    ("assert other is not None; reveal_type(other.rewards)", '"b"'),
    ("sample = Sample(later, later, later); reveal_type(sample.rewards)", '"_"'),
    ("sample.rewards = later; reveal_type(sample.scores); reveal_type(sample.rewards)", '"b t"'),
    ("reveal_type(sample.rewards); sample.rewards = later", '"_"'),
    ("reveal_type(batch.sample.rewards); batch.first = later", '"b"'),
    ("batch.sample = later; reveal_type(batch.sample.rewards)", '"_"'),
]
SHARING = [(program(DIMS.format(body=body)), shape) for body, shape in SHARED]


@pytest.mark.parametrize(("said", "shape"), SHARING)
def test_a_field_shares_the_names_of_dims_with_the_function_that_is_given_the_object(said, shape):
    assert said.messages == []
    assert said.revealed[0] == f"Tensor[Float32, CPU, {shape}]"
