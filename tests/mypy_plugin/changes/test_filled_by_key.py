"""A dict of modules that a constructor fills under words holds what was put in, where that is certain."""

import pytest

from tests.mypy_plugin.checking import program

NET = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
class Net(nn.Module):
    def __init__(self, n, flag=True):
        super().__init__()
        {body}
    def forward(self, x):
        return self.net["a"](x)
def use(n: int, flag: bool) -> None:
    reveal_type(Net({given})(torch.zeros(1, 2)))
"""
CASES = [
    ('self.net = nn.ModuleDict(); self.net["a"] = nn.Linear(2, n); self.net["b"] = nn.ReLU()', "3", "1 3"),
    ('self.net = nn.ModuleDict({"a": nn.Linear(2, n)}); self.net["a"] = nn.Linear(2, 5)', "3", "1 5"),
    ('self.net = nn.ModuleDict(); self.net.add_module("a", nn.Linear(2, n))', "3", "1 3"),
    ('self.net = nn.ModuleDict(); self.net.update({"a": nn.Linear(2, n), "b": nn.ReLU()})', "3", "1 3"),
    ("self.net = nn.ModuleDict()\n        for k in 'ab', 'a': self.net[k] = nn.Linear(2, len(k))", "3", "1 1"),
    (
        'self.net = nn.ModuleDict({"a": nn.Linear(2, 3)})\n        if flag: self.net["a"] = nn.Linear(2, 4)',
        "3, flag",
        '1 3"] | Tensor[Float32, CPU, "1 4',
    ),
    ('self.net = nn.ModuleDict({"a": nn.Linear(2, 3)}); self.net.pop("a"); self.net["a"] = nn.Linear(2, 4)', "3", None),
]
FOUND = [(program(NET.format(body=body, given=given)), shape) for body, given, shape in CASES]


@pytest.mark.parametrize(("said", "shape"), FOUND)
def test_by_key(said, shape):
    if shape is not None:
        assert said.revealed == [f'Tensor[Float32, CPU, "{shape}"]']
    else:
        assert "3" not in said.revealed[0].partition('"')[2]
