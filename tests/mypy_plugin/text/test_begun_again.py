"""A list in a variable that was something else before has a variable of its own in a copy of the body."""

import pytest
from mypy.nodes import LDEF, FuncDef, NameExpr, Var

from dtensortypes.mypy_plugin.text.begun_again import apart, begun_again
from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.own_lists import own_lists
from dtensortypes.mypy_plugin.text.rewritten import inside
from tests.mypy_plugin.checking import parsed, program

NET = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([nn.Conv1d(8, 4, k) for k in (2, 3)])
        self.fc = nn.Linear(8, 5)
    def forward(self, x):
        x = x * 2
        x = [conv(x) for conv in self.convs]
        x = [c.max(dim=2).values for c in x]
        x = torch.cat(x, 1)
        return self.fc(x)
class Wrong(Net):
    def forward(self, x):
        x = [conv(x) for conv in self.convs]
        x = torch.cat(x, 1)  # refused
        return self.fc(x)
reveal_type(Net()(torch.rand(3, 8, 10)))
Wrong()(torch.rand(3, 8, 10))
""")


def function(source: str) -> FuncDef:
    """The function, with its names bound as mypy binds them."""
    [own] = parsed("def f(x, y):\n    " + source.replace("\n", "\n    ")).defs
    assert isinstance(own, FuncDef)
    variables: dict[str, Var] = {}
    for part in (part for statement in inside(own.body.body) for part in gathered(statement)):
        if isinstance(part, NameExpr):
            part.kind, part.node = LDEF, variables.setdefault(part.name, Var(part.name))
            part.fullname = "torch.cat" if part.name == "cat" else part.name
    return own


@pytest.mark.parametrize(
    ("source", "is_begun"),
    [
        ("x = x + 1\nx = [x, x]\nx = cat(x)", True),
        ("x = [i(x) for i in y]\nfor i in x:\n    y = i", True),
        ("f = lambda: x\nx = [x, x]", False),
        ("f = (x + i for i in y)\nx = [x, x]", False),
        ("x = [x, x]\ndel x", False),
        ("x = [x, x]\ny = locals()", False),
        ("def g():\n    return x\nx = [x, x]", False),
        ("try:\n    y()\nexcept OSError as x:\n    pass\nx = [x, x]", False),
        ("match y:\n    case x:\n        pass\nx = [x, x]", False),
        ("nonlocal x\nx = [x, x]", False),
        ("if y:\n    x = [x, x]", False),
        ("x = y = [x, x]", False),
        ("x = cat(x)", False),
        ("x = [y, y]\ny.view(x)", False),
    ],
)
def test_which_variables_are_begun_again(source, is_begun):
    assert begun_again(function(source).body.body) == ({"x"} if is_begun else frozenset())


def test_a_variable_that_is_a_list_from_the_beginning_stays():
    assert not begun_again(function("xs = [x, y]\ncat(xs)").body.body)


def test_the_list_has_a_variable_of_its_own_until_the_next_value():
    own = function("x = x + 1\nx = [x, x]\nif y:\n    y = x[0]\nx = [i for i in x]\nx = cat(x)\nreturn x")
    apart(own)
    used = [[p.name for p in gathered(one) if isinstance(p, NameExpr)] for one in inside(own.body.body)]
    new = "the list x"
    again = [new, "i", new]
    assert used == [["x", "x"], [new, "x", "x"], ["y"], ["y", new], again, ["x", "cat", new], ["x"]]
    assert own_lists(own.body.body) == {new}


def test_what_is_in_the_list_is_known():
    assert NET.revealed == ['Tensor[Float32, CPU, "3 5"]']
    assert NET.refused == NET.marked
