"""A data loader gives the collated items of its data set, unless it collates them its own way."""

from tests.mypy_plugin.checking import program

LOADERS = program("""
from torch.utils.data import DataLoader, Dataset, TensorDataset
class Row(TypedDict):
    image: Tensor[Float32, CPU, "3 h w"]
    label: int
class Rows(Dataset[Row]):
    def __getitem__(self, i: int) -> Row: return {"image": torch.zeros(3, 4, 5), "label": i}
class Pairs(Dataset[tuple[Tensor[Float32, CPU, "3"], int]]):
    def __getitem__(self, i: int) -> tuple[Tensor[Float32, CPU, "3"], int]: return torch.zeros(3), i
class Texts(Dataset[str]):
    def __getitem__(self, i: int) -> str: return "a"
for row in DataLoader(Rows()):
    reveal_type(row["image"])
    reveal_type(row["label"])
for x, y in DataLoader(Pairs(), batch_size=4, shuffle=True):
    reveal_type(x)
    reveal_type(y)
for pair in DataLoader(Pairs(), collate_fn=lambda items: items):
    reveal_type(pair)
for single in DataLoader(Pairs(), batch_size=None):
    reveal_type(single)
for kept in DataLoader(Pairs(), collate_fn=None):
    reveal_type(kept[1])
for text in DataLoader(Texts()):
    reveal_type(text)
""")


def test_batches():
    assert LOADERS.messages == []
    assert LOADERS.revealed == [
        'Tensor[Float32, CPU, "_ 3 h w"]',
        'Tensor[Int64, CPU, "_"]',
        'Tensor[Float32, CPU, "_ 3"]',
        'Tensor[Int64, CPU, "_"]',
        "Any",
        "Any",
        'Tensor[Int64, CPU, "_"]',
        "Any",
    ]
