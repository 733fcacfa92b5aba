"""What is in a container of modules stands in its type, item by item, containers included."""

from tests.mypy_plugin.checking import program

SAID = program("""
layers = nn.ModuleList([nn.Linear(2, 3), nn.Linear(3, 4), nn.Linear(4, 5)])
x = torch.zeros(1, 2)
reveal_type(layers[0](x))
reveal_type(layers[-1](torch.zeros(1, 4)))
reveal_type(layers[1:][0](torch.zeros(1, 3)))
reveal_type(nn.Sequential(*layers[:2])(x))
reveal_type(nn.Sequential(*layers)(x))
rows = nn.ModuleList([nn.ModuleList([nn.Linear(2, 7)]), layers])
reveal_type(rows[0][0](x))
reveal_type(rows[1][2](torch.zeros(1, 4)))
named = nn.ModuleDict({"a": nn.Linear(2, 3), "b": nn.ModuleList([nn.Linear(2, 8)])})
reveal_type(named["a"](x))
for key in named:
    reveal_type(key)
nn.Sequential(*layers[1:])(x)
late = nn.ModuleList()
whole = nn.ModuleList([late])
late.append(nn.Linear(2, 3))
reveal_type(whole[0])
""")


def test_contents():
    shapes = [said.partition(', "')[2].rstrip('"]') for said in SAID.revealed[:9]]
    assert shapes == ["1 3", "1 5", "1 4", "1 4", "1 5", "1 7", "1 5", "1 3", ""]
    assert SAID.revealed[8:] == ["str", "torch.nn.modules.module.Module"]


def test_what_does_not_fit():
    assert [said.partition(":")[0] for said in SAID.messages] == ["15"]
