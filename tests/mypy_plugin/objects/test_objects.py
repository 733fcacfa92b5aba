"""An object of a plain class is what its constructor was given, where that one call alone makes it."""

import pytest

from tests.mypy_plugin.checking import program, unplaced

CLASSES = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Runner:
    def __init__(self, n, device="cpu"):
        self.layer = nn.Linear(n, 4)
        self.device = torch.device(device)
        self.n = n
    def run(self, x):
        return self.layer(x.to(self.device))
{beside}
def use(flag: bool) -> None:
    {body}
"""
MISFIT = ["shapes (2, 5) and (8, 4) cannot be multiplied: 5 against 8"]
CASES = [
    ("", "Runner(8).run(torch.zeros(2, 5))", MISFIT),
    ("", "Runner(5).run(torch.zeros(2, 5))", []),
    ("", "r = Runner(n=8); r.run(torch.zeros(2, 5))", MISFIT),
    ("", "r = Runner(8) if flag else Runner(5); r.run(torch.zeros(2, 5))", []),
    ("", "r = Runner(8)\n    if flag:\n        r = Runner(5)\n    r.run(torch.zeros(2, 5))", []),
    ("", "for r in [Runner(8), Runner(5)]:\n        r.run(torch.zeros(2, 5))", []),
    ("def change(r): r.layer = nn.Linear(5, 4)", "r = Runner(8); r.run(torch.zeros(2, 5))", []),
    ("def run(r, x): return r.run(x)", "run(Runner(8), torch.zeros(2, 5))", MISFIT),
]
PROGRAMS = [(program(CLASSES.format(beside=b, body=c)), wrong) for b, c, wrong in CASES]


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS)
def test_what_constructors_were_given(said, wrong):
    assert [unplaced(message.partition("error: ")[2]).partition("  [")[0] for message in said.messages] == wrong


IN_LISTS = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disable-error-code="operator, list-item"
class Half:
    def __call__(self, x):
        return x.half()
class Pad:
    def __init__(self, n):
        self.n = n
    def __call__(self, x):
        return torch.cat([x, torch.zeros(self.n)])
class Compose:
    def __init__(self, transforms):
        self.transforms = transforms
    def __call__(self, x):
        for t in self.transforms:
            x = t(x)
        return x
class Fixed:
    def __init__(self):
        self.transforms = [Pad(2), Half()]
    def run(self, x):
        for t in self.transforms:
            x = t(x)
        return x
class Perhaps:
    def __init__(self, transform=None):
        self.transform = transform
    def run(self, x):
        if self.transform is not None:
            x = self.transform(x)
        return x
def put(xs): xs.append(Half())
{beside}
x = torch.zeros(4)
reveal_type({asked})
"""
ITEMS = [
    ("", "Compose([Pad(2), Half()])(x)", 'Tensor[Float16, CPU, "6"]'),
    ("ts = [Pad(2), Half()]", "Compose(ts)(x)", 'Tensor[Float16, CPU, "6"]'),
    ("ts = [Pad(2), Half()]; c = Compose(ts)", "c(x)", 'Tensor[Float16, CPU, "6"]'),
    ("", "Compose([Pad(2), Compose([Pad(3), Half()])])(x)", 'Tensor[Float16, CPU, "9"]'),
    ("", "Perhaps(transform=Compose([Pad(2), Half()])).run(x)", 'Tensor[Float16, CPU, "6"]'),
    ("", "Fixed().run(x)", 'Tensor[Float16, CPU, "6"]'),
    ("ts = [Pad(2), Half()]; put(ts)", "Compose(ts)(x)", "Any"),
    ("ts = [Pad(2), Half()]; us = ts; us.append(Pad(3))", "Compose(ts)(x)", "Any"),
    ("ts = [Pad(2), Half()]; c = Compose(ts); ts.append(Half())", "c(x)", "Any"),
    ("ts = [Pad(2), Half()]; c = Compose(ts); ts[0] = Half()", "c(x)", "Any"),
    ("c = Compose([Pad(2), Half()]); c.transforms.append(Half())", "c(x)", "Any"),
    ("c = Compose([Pad(2), Half()]); c.transforms = []", "c(x)", "Any"),
    ("def more(c): c.transforms[0] = Half()", "Compose([Pad(2), Half()])(x)", "Any"),
    ("c = Compose([Pad(2)] if input() else [Half()])", "c(x)", "Any"),
    ("class More(Compose):\n    def add(self, t): self.transforms.append(t)", "More([Pad(2), Half()])(x)", "Any"),
    ("def change(t): t.n = 3", "Compose([Pad(2), Pad(3)])(x)", "Tensor[Float32, CPU]"),
]
OF_ITEMS = [(program(IN_LISTS.format(beside=b, asked=a)), found) for b, a, found in ITEMS]


@pytest.mark.parametrize(("said", "found"), OF_ITEMS)
def test_objects_in_lists_that_are_attributes(said, found):
    assert said.revealed == [found]
