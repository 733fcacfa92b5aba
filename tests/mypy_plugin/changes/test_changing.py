"""What is in a list or dict is believed as long as nothing changes it."""

from tests.mypy_plugin.checking import program

PROGRAM = program("""
def widen(sizes):
    sizes["hidden"] = 8
def use() -> None:
    kept = {"hidden": 4}
    nn.Linear(kept["hidden"], 2)(torch.zeros(2, 3))  # refused
    stored = {"hidden": 4}
    stored["hidden"] = 3
    nn.Linear(stored["hidden"], 2)(torch.zeros(2, 3))
    handed = {"hidden": 4}
    widen(handed)
    nn.Linear(handed["hidden"], 2)(torch.zeros(2, 3))
    shared = {"hidden": 4}
    def shrink():
        shared["hidden"] = 3
    shrink()
    nn.Linear(shared["hidden"], 2)(torch.zeros(2, 3))
    spread = {"hidden": 4}
    dict(**spread, out=2)
    nn.Linear(spread["hidden"], 2)(torch.zeros(2, 3))  # refused
    listed = [4, 5]
    listed.reverse()
    nn.Linear(listed[0], 2)(torch.zeros(2, 3))
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked


TOGETHER = program("""
sizes = [1, 2] + [3]
sizes.append(4)
reveal_type(torch.zeros(sizes))
twice = [2] * 3
twice[0] = 5
reveal_type(torch.zeros(twice))
kept = [2] * 3
reveal_type(torch.zeros(kept))
""")


def test_lists_that_are_put_together():
    assert "1 2 3" not in TOGETHER.revealed[0]
    assert "2 2 2" not in TOGETHER.revealed[1]
    assert TOGETHER.revealed[2] == 'Tensor[Float32, CPU, "2 2 2"]'
