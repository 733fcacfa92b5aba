"""Calls that differ only in what is in a dict inside of a dict are different calls."""

from tests.mypy_plugin.checking import program

PROGRAM = program("""
class Net(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.fc = nn.Linear(10, cfg["model"]["hidden"])
        self.head = nn.Linear(cfg.get("width", 32), 2)
    def forward(self, x):
        return self.head(self.fc(x))
def use() -> None:
    Net({"model": {"hidden": 64}})(torch.zeros(2, 10))  # refused
    Net({"model": {"hidden": 32}})(torch.zeros(2, 10))
    Net({"model": {"hidden": 32}, "width": 16})(torch.zeros(2, 10))  # refused
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked


LOOPING = program("""
def use(flag):
    while flag:
        options = {"a": options["a"]}
        nn.Linear(options["a"], 3)
        model = model["a"]["b"]
        nn.Linear(model["c"], 3)
        both = {"a": both.get("a", both["b"]), "b": both.get("b", both["a"])}
        nn.Linear(both.get("a", 3), both["b"])
""")


def test_what_leads_back_to_itself_is_not_known():
    assert not LOOPING.refused
