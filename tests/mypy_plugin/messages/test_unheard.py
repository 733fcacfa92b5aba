"""What mypy refuses by itself it says in a file that does not use our types, though the plugin would let it pass."""

import pytest
from mypy.nodes import AssignmentStmt, NameExpr, StarExpr, TupleExpr

from dtensortypes.mypy_plugin.messages.unaided import is_spread
from tests.mypy_plugin.checking import PLAIN, codes, program

FUNCTIONS = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, type-arg"
import numpy as np

class Marked(Tensor):
    mark: int
    def plain(self) -> Tensor:
        return torch.zeros(3)

class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(dim)
        self.to_q = nn.Linear(dim, dim)
        self.to_kv = nn.Linear(dim, dim * 2)

    def forward(self, x):
        x = self.norm(x)
        b, n, _, h = *x.shape, self.heads
        q, k, v = (self.to_q(x), *self.to_kv(x).chunk(2, dim=-1))
        q = q * h
        return k.view(b, n)

    def known(self, x: Tensor):
        q, *rest = (self.to_q(x), *x.chunk(2, dim=-1))
        return q

def unmarked(x):
    if isinstance(x, Marked):
        x, mark = x.plain(), x.mark
    return torch.zeros(3), x

def compiled(layer: nn.Linear) -> nn.Module:
    made = torch.compile(layer)
    return made

def given_to(f, x: Tensor, **more):
    return both(*f(x), k=3)

def both(a: int, k: int) -> int:
    return a + k

class Prompted(nn.Module):
    def prepared(self, x):
        return torch.zeros(3), torch.zeros(4)

    def inferred(self, x, y, text=None):
        return x

    def forward(self, x):
        return self.inferred(*self.prepared(x), text=x)

def added_to():
    layers = []
    for width in [16, 32]:
        layers.append(nn.Linear(width, width))
    layers += [nn.ReLU(), nn.Linear(3, 3)]
    return nn.Sequential(*layers)

class Block(nn.Module):
    def __init__(self, shape, width):
        super().__init__()
        self.shape, self.width = shape, width

    def given(self):
        c, h = self.shape
        return self.width, h // 2

def added_to_several(shape):
    blocks = []
    for width in [16, 32]:
        block = Block((3, 8), width)
        shape = block.given()
        block = Block(shape, width)
        blocks.append(block)
    blocks += [nn.ReLU()]
    return nn.Sequential(*blocks)
"""
UNIONS = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, type-arg"
def sorted_together(flag: bool):
    x = torch.ones(3, 4) if flag else torch.ones(3)
    ordered = sorted([x.sum(), x.numel()], key=float)
    return ordered
"""
AXES = """
from einops import rearrange, reduce
class Rotary(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("freqs", torch.zeros(3))
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        freqs = rearrange(self.freqs, "a -> a 1")
        return reduce(freqs * x, "a b -> a", "sum")
    def masked(self, x: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        return x.masked_fill(~rearrange(mask, "a -> a 1"), 0)
"""
SIZES = """
class Patch:
    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
    def named(self, name: str) -> "Patch":
        return self
class Embedded(Patch):
    def embedded(self) -> None: ...
def given(image: torch.Tensor) -> tuple[int, int]:
    if image.ndim != 4:
        raise ValueError()
    Patch(image.shape[2:])
    return image.shape[-2:]
def halves(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    x = torch.zeros(2, 3)
    return x.unbind(0)
def itself() -> None:
    Embedded((3, 4)).named("a").embedded()
"""
SIZED, SIZED_OF_OURS = program(SIZES, PLAIN), program(SIZES, f"{PLAIN}; import dtensortypes")
SOLVED, SOLVED_OF_OURS = program(AXES, PLAIN), program(AXES, f"{PLAIN}; import dtensortypes")
JOINED = program(UNIONS, PLAIN)
SILENCED = program(FUNCTIONS, PLAIN)
OURS = program(FUNCTIONS, f"{PLAIN}; import dtensortypes")
BY_ITSELF = [
    *["19 misc"] * 2,
    *["20 misc"] * 2,
    *["21 has-type"] * 2,
    *["22 has-type"] * 3,
    "30 attr-defined",
    "35 return-value",
    "38 misc",
    "51 misc",
    "57 list-item",
    "76 list-item",
]


def test_what_mypy_refuses_by_itself():
    assert codes(SILENCED.messages) == BY_ITSELF


@pytest.mark.parametrize("line", [19, 20, 21, 22, 30, 35, 51])
def test_a_file_of_ours_hears_what_is_known(line):
    assert not [message for message in OURS.messages if message.startswith(f"{line}:")]


def test_what_is_a_union_with_the_plugin_alone():
    assert codes(JOINED.messages) == ["4 arg-type"]


def test_what_einops_gives_is_to_mypy_what_it_is_given():
    assert codes(SOLVED.messages) == ["8 operator", "10 operator"]
    assert codes(SOLVED_OF_OURS.messages) == []


def test_sizes_that_are_known_and_an_object_that_gives_itself():
    assert codes(SIZED.messages) == ["11 arg-type", "12 return-value", "15 return-value", "17 attr-defined"]
    assert codes(SIZED_OF_OURS.messages) == []


def test_a_list_with_a_star_in_it_is_no_unpacking():
    star = TupleExpr([StarExpr(NameExpr("x")), NameExpr("y")])
    assert is_spread(AssignmentStmt([TupleExpr([NameExpr("a"), NameExpr("b")])], star))
    assert not is_spread(AssignmentStmt([NameExpr("a")], star))
    assert not is_spread(AssignmentStmt([TupleExpr([NameExpr("a")])], NameExpr("x")))
