"""What a set that is made of others gives: what their items have in common."""

from tests.mypy_plugin.checking import program

PROGRAM = program("""
from torch.utils.data import ConcatDataset, DataLoader, TensorDataset
def sets(n: int) -> tuple[TensorDataset, TensorDataset]:
    return TensorDataset(torch.zeros(n, 3)), TensorDataset(torch.zeros(n, 4).double())
def run(n: int, others: list[TensorDataset]) -> None:
    one, other = TensorDataset(torch.zeros(n, 3)), TensorDataset(torch.zeros(n, 4).double())
    same = ConcatDataset([one, TensorDataset(torch.zeros(5, 3))])
    reveal_type(same[0])
    unlike = ConcatDataset((one, other))
    reveal_type(unlike[0])
    for (x,) in DataLoader(same, batch_size=4):
        reveal_type(x)
    short = ConcatDataset([one, TensorDataset(torch.zeros(5, 3), torch.zeros(5))])
    reveal_type(short[0])
def unknown(others: list[TensorDataset]) -> None:
    reveal_type(ConcatDataset(others)[0])
    reveal_type(ConcatDataset([*others])[0])
""")


def test_an_item_is_one_of_theirs():
    assert PROGRAM.revealed[:3] == [
        'tuple[Tensor[Float32, CPU, "3"]]',
        'tuple[Tensor[Float32 | Float64, CPU, "_"]]',
        'Tensor[Float32, CPU, "_ 3"]',
    ]


def test_of_others_nothing_is_known():
    assert PROGRAM.revealed[3:] == ["Any", "Any", "Any"]
    assert PROGRAM.refused == []
