"""What a method of a module puts into it is known where it is called, if nobody else may have called such a method."""

import pytest

from tests.mypy_plugin.checking import program

NET = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        self.body = nn.Linear(3, 8)
        self.head = nn.Linear(8, n)
    def reset(self, n):
        width = self.head.in_features
        self.head = nn.Linear(width, n)
    def perhaps(self, n, flag):
        if flag:
            self.head = nn.Linear(8, n)
    def early(self, n, flag):
        if flag:
            return
        self.head = nn.Linear(8, n)
    def forward(self, x):
        return self.head(self.body(x))
def other(model: Net):
    {other}
def use(x: Tensor[Float32, CPU, "n 3"], flag: bool) -> None:
    net = Net()
    {body}
    reveal_type(net(x))
"""
OPEN = 'Tensor[Float32, CPU, "n _"]'
CASES = [
    ("pass", "net.reset(6)", 'Tensor[Float32, CPU, "n 6"]'),
    ("pass", "net.reset(6); net.reset(5)", 'Tensor[Float32, CPU, "n 5"]'),
    ("model = Net(); model.reset(2)", "net.reset(6)", 'Tensor[Float32, CPU, "n 6"]'),
    ("pass", "net.reset(6); net.perhaps(5, flag)", OPEN),
    ("pass", "net.reset(6); net.early(5, flag)", OPEN),
    ("model.reset(2)", "net.reset(6)", OPEN),
    ("again = model.reset", "net.reset(6)", OPEN),
    ("pass", "second = net; net.reset(6); second.reset(5)", OPEN),
    ("model.head = nn.Linear(8, 3)", "net.reset(6)", OPEN),
    ("setattr(model, 'head', nn.Linear(8, 3))", "net.reset(6)", "Any"),
]
PROGRAMS = [(program(NET.format(other=other, body=body)), found) for other, body, found in CASES]


@pytest.mark.parametrize(("said", "found"), PROGRAMS, ids=[f"{other}; {body}" for other, body, _ in CASES])
def test_what_is_put(said, found):
    assert said.revealed == [found]
    assert not [message for message in said.messages if "[tensor-" in message]


LATER = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Later(nn.Module):
    def __init__(self, n=8):
        super().__init__()
        self.body = nn.Linear(3, n)
        self.head{declared} = None
        self.mask{mask} = None
    def give_head(self, n):
        self.head = nn.Linear(8, n)
    def drop_head(self):
        self.head = None
    def give_mask(self, mask: torch.Tensor):
        self.mask = mask
    def forward(self, x):
        x = self.body(x)
        return x if self.head is None else self.head(x)
def use(x: Tensor[Float32, CPU, "n 3"]) -> None:
    net = Later()
    {body}
    reveal_type(net(x))
"""
UNTIL = {
    "net.give_head(6)": 'Tensor[Float32, CPU, "n 6"]',
    "net.give_head(6); net.drop_head()": None,
    "net.give_mask(torch.ones(8)); net.give_head(6)": 'Tensor[Float32, CPU, "n 6"]',
    "net.give_mask(torch.ones(8))": 'Tensor[Float32, CPU, "n 8"]',
}
GIVEN_LATER = [
    (program(LATER.format(declared=declared, mask=mask, body=body)), found)
    for declared, mask in (("", ""), (": nn.Linear | None", ": torch.Tensor | None"))
    for body, found in UNTIL.items()
]


@pytest.mark.parametrize(("said", "found"), GIVEN_LATER)
def test_what_is_put_where_nothing_was_at_first(said, found):
    if found is not None:
        assert said.revealed == [found]
    else:
        assert '"n 8"' not in said.revealed[0]
    assert not [message for message in said.messages if "[tensor-" in message]


MASKED = """
class Masked(nn.Module):
    mask: torch.Tensor | None
    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))
        {begun}
    def set_mask(self) -> None:
        self.mask = {mask}
    def drop_mask(self) -> None:
        self.mask = None
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        {first}
        if self.mask is None:
            return x
        return x * (self.weight * self.mask)
def use(x: Tensor[Float32, CUDA, "n 3"], flag: bool) -> None:
    net = Masked()
    {body}
    net(x)
"""
NONE, ONES, PARAMETER = "self.mask = None", "torch.ones(3)", "nn.Parameter(torch.ones(3))"
MASKS = [
    (NONE, ONES, "pass", "net.set_mask(); net.cuda()", True),
    (NONE, ONES, "pass", "net.cuda(); net.set_mask()", True),
    (NONE, ONES, "pass", "net.cuda()", False),
    (NONE, ONES, "pass", "net.set_mask(); net.drop_mask(); net.cuda()", False),
    (NONE, ONES, "pass", "net.cuda(); net.drop_mask() if flag else net.set_mask()", False),
    (NONE, ONES, "self.drop_mask()", "net.set_mask(); net.cuda()", False),
    (NONE, ONES, "self.mask = None", "net.set_mask(); net.cuda()", False),
    (NONE, PARAMETER, "pass", "net.set_mask(); net.cuda()", False),
    ('self.register_buffer("mask", None)', ONES, "pass", "net.set_mask(); net.cuda()", False),
]
KEPT = [
    (program(MASKED.format(begun=begun, mask=mask, first=first, body=body.replace("; ", "\n    "))), is_wrong)
    for begun, mask, first, body, is_wrong in MASKS
]


@pytest.mark.parametrize(("said", "is_wrong"), KEPT, ids=["; ".join(map(str, one)) for one in MASKS])
def test_a_tensor_that_is_put_stays_where_it_was_made(said, is_wrong):
    wrong = [message for message in said.messages if "[tensor-" in message]
    assert len(wrong) == is_wrong
    assert all("mixes devices" in message for message in wrong)
