"""What an object makes where it has none yet is wrong in its first call, whatever it is in later ones."""

import pytest

from tests.mypy_plugin.checking import program

CELL = """
class Cell(nn.Module):
    def __init__(self, n: int) -> None:
        super().__init__()
        self.n, self.gru = n, nn.GRUCell(n, n)
        self.h: Optional[torch.Tensor] = {first}
    def reset(self, b: int) -> None:
        self.h = torch.zeros(b, self.n)
    def new(self, b: int):  # type: ignore[no-untyped-def]
        return torch.zeros(b, self.n)
    def follow(self, x: torch.Tensor) -> None:
        self.h = None if self.h is None else self.h.to(x.device)
    def forward(self, x: Tensor[Float32, CUDA, "b n"]) -> torch.Tensor:
        {body}
        return h
"""
NONE = "if self.h is None: "
READ = "\n        h = self.h = self.gru(x, self.h)"
WRONG = [
    f"{NONE}self.h = torch.zeros(x.size(0), self.n){READ}",
    f"{NONE}self.h = self.new(x.size(0)){READ}",
    f"{NONE}self.reset(x.size(0)){READ}",
    f"self.reset(x.size(0)){READ}",
    "h = self.h if self.h is not None else torch.zeros(x.size(0), self.n)\n        h = self.gru(x, h)",
    "h = torch.zeros(x.size(0), self.n) if self.h is None else self.h\n        h = self.gru(x, h)",
]
RIGHT = [
    f"{NONE}self.h = torch.zeros(x.size(0), self.n, device=x.device){READ}",
    f"{NONE}self.reset(x.size(0))\n        self.h = self.h.to(x.device){READ}",
    f"{NONE}self.reset(x.size(0)); self.h = self.h.to(x.device){READ}",
    f"{NONE}self.reset(x.size(0))\n        self.follow(x){READ}",
    f"{NONE}self.reset(x.size(0))\n        move(self){READ}",
    f"{NONE}self.reset(x.size(0))\n        if self.h.device != x.device: self.h = self.h.to(x.device){READ}",
]
SAID = [program(CELL.format(first="None", body=body)) for body in WRONG]
MOVE = "\ndef move(cell: Cell) -> None:\n    cell.h = None if cell.h is None else cell.h.cuda()\n"
SILENT = [program(CELL.format(first="None", body=body) + MOVE) for body in RIGHT]
NEVER_NONE = program(CELL.format(first='torch.zeros(1, n, device="cuda")', body=WRONG[0]))


@pytest.mark.parametrize("said", SAID, ids=WRONG)
def test_the_first_call_is_refused(said):
    assert len(said.refused) == 1
    assert '"GRUCell" mixes devices: cuda and cpu' in "".join(said.messages)


@pytest.mark.parametrize("silent", SILENT, ids=RIGHT)
def test_what_is_changed_since_is_another_one(silent):
    assert not silent.refused


def test_what_a_constructor_makes_is_not_made_there():
    assert not NEVER_NONE.refused
