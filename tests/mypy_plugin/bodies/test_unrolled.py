"""Random bodies that fill a list of layers: what the plugin foresees of them is what they do when they run."""

import random
import textwrap

import pytest
import torch
from torch import nn

from tests.mypy_plugin.checking import program

SEEDS = range(12)


def statements(draw: random.Random, depth: int = 0) -> str:
    """A few statements that fill `xs`, each layer taking what the one before it gives: `c` is the last one's width."""
    simple = (
        "xs.append(nn.Linear(c, c + 1)); c += 1",
        "xs += [nn.ReLU(), nn.Linear(c, 2 * c)]; c = c * 2",
        "xs.insert(0, nn.Identity())",
        "xs = xs + [nn.Tanh()]",
        "xs.extend([nn.Linear(c, 3)]); c = 3",
        "xs.append(nn.Tanh()); y = xs.pop()",
        "zs = [nn.Linear(k, k + 1) for k in range(c, c + 2)]; xs += zs; c += 2",
    )
    found = []
    for _ in range(draw.randint(1, 3)):
        kind = draw.choice(["simple", "simple", "for", "if", "stop"] if depth < 2 else ["simple"])
        inner = textwrap.indent(statements(draw, depth + 1), "    ") if kind in {"for", "if"} else ""
        match kind:
            case "for":
                found.append(f"for i in range({draw.randint(0, 3)}):\n{inner}")
            case "if":
                found.append(f"if c % 2 == {draw.randint(0, 1)}:\n{inner}")
            case "stop":
                found.append(
                    "for j in (1, 2, 3):\n    if j == 2:\n        break\n    xs.append(nn.Linear(c, j)); c = j"
                )
            case _:
                found.append(draw.choice(simple))
    return "\n".join(found)


def body(seed: int) -> str:
    return f"c = 2\nxs = [nn.Linear(2, 2)]\n{statements(random.Random(seed))}"  # noqa: S311 - any programs will do


SHOWN = "    reveal_type(nn.Sequential(*xs)(torch.zeros(1, 2)))"
WRITTEN = "\n".join(f"def f{seed}() -> None:\n{textwrap.indent(body(seed), '    ')}\n{SHOWN}" for seed in SEEDS)
FORESEEN = program(f"\n# mypy: ignore-errors=False\n{WRITTEN}\n")


@pytest.mark.parametrize("seed", SEEDS)
def test_foreseen(seed):
    names = {"nn": nn, "torch": torch}
    run = compile(f"def f():\n{textwrap.indent(body(seed), '    ')}\n    return xs", f"body {seed}", "exec")
    made = types_made(run, names)
    width = nn.Sequential(*made)(torch.zeros(1, 2)).shape[-1]
    assert FORESEEN.revealed[seed] == f'Tensor[Float32, CPU, "1 {width}"]'


def types_made(code, names):
    """The list that the body makes."""
    exec(code, names)  # noqa: S102 - the text is made above
    return names["f"]()


UNKNOWN = program("""
def broken(n: int) -> None:
    xs = [nn.Linear(2, 2)]
    for i in range(5):
        if n > i:
            break
        xs.append(nn.Linear(2 + i, 3 + i))
    reveal_type(nn.Sequential(*xs)(torch.zeros(1, 2)))
def counted(n: int) -> None:
    xs = [nn.Linear(2, 2)]
    for i in range(n):
        xs.append(nn.Linear(2 + i, 3 + i))
    reveal_type(nn.Sequential(*xs)(torch.zeros(1, 2)))
def many() -> None:
    xs = [nn.Linear(2, 2)]
    for i in range(1000):
        xs.append(nn.Linear(2 + i, 3 + i))
    reveal_type(nn.Sequential(*xs)(torch.zeros(1, 2)))
def gone_through() -> None:
    xs = [nn.Linear(2, 2)]
    for x in xs:
        if len(xs) < 4:
            xs.append(nn.Linear(2, 2))
    reveal_type(nn.Sequential(*xs)(torch.zeros(1, 2)))
""")


def test_unknown():
    assert {said for said in UNKNOWN.revealed if not said.startswith('Tensor[Float32, CPU, "')} <= {"Any"}
