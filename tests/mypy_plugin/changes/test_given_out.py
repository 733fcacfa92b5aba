"""Who casts or moves what is inside of a module has changed the module, whatever way it was reached."""

import pytest

from dtensortypes.mypy_plugin.changes.given_out import given_out, rounds
from tests.mypy_plugin.checking import parsed, program

HEAD = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Linear(3, 8)
        self.body = nn.Sequential(nn.Linear(8, 2), nn.Linear(2, 2))
    def forward(self, x):
        return self.body(self.conv(x))
def halve(m):
    if isinstance(m, nn.Linear):
        m.double()
def inner(net):
    for m in net.children():
        m.double()
kept = Net()
def give():
    return kept
class Own(Net):
    def cast(self):
        for m in self.modules():
            m.double()
        return self
    def half(self):
        super().half()
        self.conv.double()
        return self
"""
CHANGES = [
    "for m in net.modules(): m.double()",
    "for n, m in net.named_modules():\n    if n: m.double()",
    "for i, (n, m) in enumerate(net.named_children()): m.double()",
    "for m in [net.conv, net.body]: m.double()",
    "for p in net.parameters(): p.data = p.data.double()",
    "for n, p in net.named_parameters():\n    if n: p.data = p.data.to(torch.float64)",
    "for m in net.modules():\n    for p in m.parameters(recurse=False): p.data = p.data.double()",
    "for m in net._modules.values(): m.double()",
    "for m in net.body: m.double()\nnet.conv.double()",
    "[m.double() for m in net.modules()]",
    "sum(m.double().out_features for m in net.body)\nnet.conv.double()",
    "found = [m for m in net.modules() if not list(m.children())]\nfor m in found: m.double()",
    "layers = list(net.children())\nfor m in layers: m.double()",
    "inner(net)",
    "net.apply(halve)",
    "net.apply(lambda m: None if m.double() else None)",
    "for name in ('conv', 'body'): getattr(net, name).double()",
    "net.conv.double()\nnet.body[0].double()\nnet.body[1].double()",
    "nn.Module.double(net)",
    "nn.DataParallel(net).module.double()",
    "whole = nn.Sequential(net, nn.Identity())\nwhole.double()",
    "(net if len('a') else Net()).double()",
    "(net or Net()).double()",
    "[net][0].double()",
    "(other := net).double()",
    "first = Net()\nnet = first\nfirst.double()",
    "net = Own().cast()",
    "net = Own().half().double()",
]
SOURCE = HEAD + "net = Net()\n{}\nnet(torch.rand(4, 3).double())\n"
PROGRAMS = [program(SOURCE.format(change)) for change in CHANGES]
PROGRAMS.append(program(HEAD + "give().double()\nkept(torch.rand(4, 3).double())\n"))
WRONG = program(SOURCE.format("for m in net.modules(): m.eval()\nprint(list(net.parameters()))"))
COUNTED = program(SOURCE.format("sum(m.out_features for m in net.body)\nany([m.training for m in net.modules()])"))


@pytest.mark.parametrize("source", PROGRAMS)
def test_a_module_may_be_changed_from_inside(source):
    assert not [text for text in source.messages if "tensor-" in text]


@pytest.mark.parametrize("source", [WRONG, COUNTED])
def test_who_looks_at_what_is_inside_changes_nothing(source):
    assert any("tensor-dtype" in text for text in source.messages)


def test_what_a_statement_gives_out():
    [statement] = parsed("layers = list(net.children())").defs
    [place] = given_out(statement)
    assert place.name == "net"
    [statement] = parsed("for m in net.children(): m(x)").defs
    assert not list(given_out(statement))


def test_what_a_loop_goes_through():
    [statement] = parsed("for i, m in enumerate(net.layers): m(x)").defs
    [found] = rounds(statement)
    assert found.items == {"i", "m"}
    assert [place.name for place in found.owners] == ["layers"]


@pytest.mark.parametrize(
    ("source", "keeps"),
    [
        ("n = sum(m.size for m in net.layers)", False),
        ("n = len([m for m in net.layers])", False),
        ("n = max(m.size for m in net.layers)", True),
        ("n = sum([1], [m.size for m in net.layers])", True),
    ],
)
def test_what_is_made_of_each_is_counted_or_kept(source, keeps):
    [statement] = parsed(source).defs
    assert [one.keeps for one in rounds(statement)] == [keeps]
