"""A data loader gives the collated items of its data set, unless it collates them its own way."""

from tests.mypy_plugin.checking import program, unplaced

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
for row in DataLoader(Rows(), batch_size=2):
    reveal_type(row["image"])
    reveal_type(row["label"])
for x, y in DataLoader(Pairs(), batch_size=4, shuffle=True):
    reveal_type(x)
    reveal_type(y)
for pair in DataLoader(Pairs(), collate_fn=lambda items: items):
    reveal_type(pair)
for single in DataLoader(Pairs(), batch_size=None):
    reveal_type(single)
for kept in DataLoader(Pairs(), 2, collate_fn=None):
    reveal_type(kept[1])
for text in DataLoader(Texts(), 2):
    reveal_type(text)
""")


OTHERS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-generics=False
from torch.utils.data import DataLoader, Dataset, Subset, TensorDataset
class Told(Dataset):
    def __getitem__(self, i):
        return np.zeros(3), 1.5, torch.zeros(2)
def together(items):
    return torch.stack([x for _, _, x in items])
for told in DataLoader(Told(), batch_size=2):
    reveal_type(told)
for own in DataLoader(Told(), 2, collate_fn=together):
    reveal_type(own)
rows = TensorDataset(torch.zeros(4, 3), torch.zeros(4).long())
reveal_type(rows[0])
reveal_type(rows[:2])
for x, y in DataLoader(Subset(rows, [0]), 2):
    reveal_type(x)
    reveal_type(y)
def bare(loader: DataLoader, data: TensorDataset) -> None:
    for batch in loader:
        reveal_type(batch)
""")


def test_other_items():
    assert OTHERS.messages == []
    assert OTHERS.revealed == [
        'tuple[Tensor[Float64, CPU, "_ 3"], Tensor[Float64, CPU, "_"], Tensor[Float32, CPU, "_ 2"]]',
        'Tensor[Float32, CPU, "_ 2"]',
        'tuple[Tensor[Float32, CPU, "3"], Tensor[Int64, CPU, ""]]',
        "Any",
        'Tensor[Float32, CPU, "_ 3"]',
        'Tensor[Int64, CPU, "_"]',
        "Any",
    ]


def test_batches():
    assert LOADERS.messages == []
    assert LOADERS.revealed == [
        'Tensor[Float32, CPU, "_ 3 h w"]',
        'Tensor[Int64, CPU, "_"]',
        'Tensor[Float32, CPU, "_ 3"]',
        'Tensor[Int64, CPU, "_"]',
        "Any",
        'tuple[Tensor[Float32, CPU, "_"], Any]',
        'Tensor[Int64, CPU, "_"]',
        "Any",
    ]


KEPT = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
from torch.utils.data import DataLoader, TensorDataset
class Client:
    def __init__(self, loader):
        self.loader = loader
    def losses(self):
        for x, y in self.loader:
            nn.BCELoss()(x, y)
Client(DataLoader(TensorDataset(torch.zeros(4, 1), torch.zeros(4)), batch_size=2)).losses()
""")


def test_a_loader_that_is_given_away():
    assert [unplaced(message) for message in KEPT.messages] == [
        '8: error: "BCELoss" of (_, 1) takes a target of this shape, not (_,)'
    ]


WITH_DICTS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-generics=False
from torch.utils.data import DataLoader, Dataset
class Lagged(Dataset):
    def __getitem__(self, i):
        return {"lags": torch.zeros(5)}, torch.tensor(1.0)
def use() -> None:
    for inputs, target in DataLoader(Lagged(), batch_size=4):
        reveal_type(inputs["lags"])
        reveal_type(target)
""")


def test_a_dict_beside_a_tensor_is_collated_key_by_key():
    assert WITH_DICTS.revealed == ['Tensor[Float32, CPU, "_ 5"]', 'Tensor[Float32, CPU, "_"]']


STREAM = program("""
from torch.utils.data import DataLoader, IterableDataset
class Numbers(IterableDataset[Any]):
    def __init__(self, size: int = 5) -> None:
        self.size = size
    def __iter__(self):  # type: ignore[no-untyped-def]
        for i in range(3):
            yield torch.zeros(self.size).double(), i
for x, y in DataLoader(Numbers(), batch_size=4):
    reveal_type(x)
    reveal_type(y)
for x, y in DataLoader(Numbers(), batch_size=None):
    reveal_type(y)
""")


def test_a_stream_of_items():
    assert STREAM.messages == []
    assert STREAM.revealed == ['Tensor[Float64, CPU, "_ 5"]', 'Tensor[Int64, CPU, "_"]', "Any"]


PARTS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-generics=False
from torch.utils.data import DataLoader, Dataset, Subset, random_split
class Zeros(Dataset):
    def __init__(self, n):
        self.n = n
    def __getitem__(self, i):
        return torch.zeros(self.n)
class Own(Subset):
    def __getitem__(self, i):
        return super().__getitem__(i).half()
part = Subset(Zeros(3), [0])
reveal_type(part[0])
reveal_type(part[[0]])
for i in range(3):
    for x in DataLoader(Subset(Zeros(i), [0]), 2):
        reveal_type(x)
train, rest = random_split(dataset=Zeros(3), lengths=[3, 2])
reveal_type(train[0])
reveal_type(Own(Zeros(3), [1])[0])
def one_of(first):
    part = Subset(Zeros(3), [0]) if first else Subset(Zeros(4), [0])
    reveal_type(part[0])
""")


def test_parts():
    assert PARTS.messages == []
    assert PARTS.revealed == [
        'Tensor[Float32, CPU, "3"]',
        "Any",
        'Tensor[Float32, CPU, "_ _"]',
        'Tensor[Float32, CPU, "3"]',
        "Any",
        'Tensor[Float32, CPU, "3"] | Tensor[Float32, CPU, "4"]',
    ]


OPEN = program("""
# mypy: disallow-untyped-defs=False, disallow-any-generics=False
from torch.utils.data import DataLoader, Dataset
class Rows(Dataset[dict[str, Any]]):
    def __getitem__(self, i: int) -> dict[str, Any]:
        return {"x": np.zeros(3, dtype=np.float32), "y": 1.5}
class Pairs(Dataset[tuple[np.ndarray, float]]):
    def __getitem__(self, i: int) -> tuple[np.ndarray, float]:
        return np.zeros(3, dtype=np.float32), 1.5
for row in DataLoader(Rows(), batch_size=2):
    reveal_type(row["x"])
    reveal_type(row["y"])
for x, y in DataLoader(Pairs(), 2):
    reveal_type(x)
    reveal_type(y)
""")


def test_items_of_which_little_is_declared():
    assert OPEN.messages == []
    assert OPEN.revealed == ['Tensor[Float32, CPU, "_ 3"]', 'Tensor[Float64, CPU, "_"]'] * 2


SIZES = program("""
from torch.utils.data import DataLoader, TensorDataset
data = TensorDataset(torch.zeros(10, 3))
several = {"batch_size": 5}
whole = DataLoader(data, batch_size=4, drop_last=True)
kept = DataLoader(data, batch_size=4)
either = DataLoader(data, batch_size=4, drop_last=True) if len(data) > 3 else DataLoader(data)
for a in whole: reveal_type(a[0])
for b in kept: reveal_type(b[0])
for c in DataLoader(data): reveal_type(c[0])
for d in either: reveal_type(d[0])
for e in DataLoader(data, 2, drop_last=True, collate_fn=lambda items: torch.zeros(len(items) * 2, 3)): reveal_type(e)
for f in DataLoader(data, **several): reveal_type(f[0])  # type: ignore[arg-type]
""")


def test_batches_of_one_size():
    counts = ["4", "_", "1", "_", "_", "_"]
    assert SIZES.revealed == [f'Tensor[Float32, CPU, "{count} 3"]' for count in counts]


SEVERAL = program("""
from torch.utils.data import DataLoader, Dataset, Subset
class Houses(Dataset[tuple[Tensor[Float32, CPU, "4"], float]]):
    def __getitem__(self, i: int) -> tuple[Tensor[Float32, CPU, "4"], float]:
        return torch.zeros(4), i * 0.5
    def __getitems__(self, which: list[int]) -> list[tuple[torch.Tensor, torch.Tensor]]:
        return [(torch.zeros(4), torch.tensor(i * 0.5)) for i in which]
for x, y in DataLoader(Houses(), batch_size=2): reveal_type(y)
for x, y in DataLoader(Subset(Houses(), [0, 1])): reveal_type(y)
""")


def test_nothing_is_known_of_items_that_a_data_set_picks_several_at_a_time():
    assert SEVERAL.messages == []
    assert SEVERAL.revealed == ["Any", "Any"]


EXCHANGED = program("""
from torch.utils.data import DataLoader, TensorDataset
data = TensorDataset(torch.zeros(4, 3).double(), torch.arange(4))
data.tensors = tuple(one.float() for one in data.tensors)
for x, y in DataLoader(data, 2): reveal_type(x)
""")


def test_tensors_that_are_put_into_a_data_set_are_not_known():
    assert EXCHANGED.messages == []
    assert EXCHANGED.revealed == ["Any"]


OBJECTS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
# mypy: disallow-any-generics=False
from dataclasses import dataclass
from torch.utils.data import DataLoader, Dataset
@dataclass
class Batch:
    tokens: torch.Tensor
    lengths: torch.Tensor
    def to(self, device):
        return Batch(self.tokens.to(device), self.lengths.to(device))
class Lines(Dataset):
    def __getitem__(self, i):
        return torch.zeros(3, dtype=torch.long), i
def collate(items):
    tokens, lengths = zip(*items)
    return Batch(torch.stack(tokens), torch.tensor(lengths))
class Collator:
    def __call__(self, items):
        return collate(items)
def train(flag) -> None:
    for batch in DataLoader(Lines(), batch_size=4, collate_fn=collate):
        reveal_type(batch.lengths)
        batch = batch.to("cuda")
        reveal_type(batch.tokens)
    loader = DataLoader(Lines(), batch_size=4, collate_fn=Collator())
    for each in loader:
        reveal_type(each.tokens)
        if flag:
            each = each.to("cuda")
        reveal_type(each)
        reveal_type(each.tokens)
    other = loader
    if flag:
        other = DataLoader(Lines(), batch_size=4)
    for one in other:
        reveal_type(one)
""")


def test_objects_that_a_collate_function_makes():
    assert OBJECTS.messages == []
    assert [one.rpartition(".")[2] for one in OBJECTS.revealed] == [
        'Tensor[Int64, CPU, "_"]',
        'Tensor[Int64, CUDA, "_ 3"]',
        'Tensor[Int64, CPU, "_ 3"]',
        "Batch",
        "Tensor",
        'Any | tuple[Tensor[Int64, CPU, "_ 3"], Tensor[Int64, CPU, "_"]]',
    ]


REFUSED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-generics=False
from torch.utils.data import DataLoader, Dataset, Subset
class Scores(Dataset):
    def __init__(self, n):
        self.n = n
    def prepared(self, row):
        return row @ torch.zeros(3)
    def __getitem__(self, i):
        return self.prepared(torch.zeros(self.n))
class Other(Scores):
    def __getitem__(self, i):
        return torch.zeros(self.n)
def loader(data: Scores) -> Any:
    return DataLoader(data, batch_size=2)
DataLoader(Scores(3), batch_size=2)
DataLoader(Scores(5), batch_size=None, sampler=[[0, 1], [2, 3]])
loader(Other(4))
DataLoader(Subset(Scores(4), [0]), batch_size=2)
""")


def test_what_a_data_set_refuses():
    (message,) = REFUSED.messages
    said = "9: error: shapes (4,) and (3,) cannot be multiplied: 4 against 3"
    assert message.startswith(f'{said}, in line 8 of "Scores.prepared", as line 19 calls "__getitem__"')


UNLIKE = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-generics=False
from torch.utils.data import DataLoader, Dataset
class Rows(Dataset):
    def __getitem__(self, i):
        return {"x": torch.zeros(3), "y": torch.zeros(3).long(), "number": i}
def by_key(batch):
    return {"x": torch.stack([row["x"] for row in batch]), "y": torch.stack([row["y"] for row in batch])}
for batch in DataLoader(Rows(), batch_size=4, collate_fn=by_key):
    reveal_type(batch["x"])
    reveal_type(batch["y"])
""")


def test_items_of_unlike_tensors_in_a_comprehension():
    assert UNLIKE.revealed == ['Tensor[Float32, CPU, "_ 3"]', 'Tensor[Int64, CPU, "_ 3"]']


RANKLESS = program("""
from torch.utils.data import DataLoader, Dataset
class Rows(Dataset[tuple[torch.Tensor, torch.Tensor]]):
    shape = list(map(int, input()))
    def __getitem__(self, i: int) -> tuple[torch.Tensor, torch.Tensor]:
        return torch.zeros(3), torch.zeros(*self.shape).double()
def together(batch: list[tuple[torch.Tensor, torch.Tensor]]) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.stack([x for x, _ in batch]).sum(), torch.cat([y for _, y in batch])
def by_name(batch: list[tuple[torch.Tensor, torch.Tensor]]) -> dict[str, torch.Tensor]:
    return {"n": torch.stack([x for x, _ in batch]).sum(), "y": torch.cat([y for _, y in batch])}
def run() -> None:
    loader = DataLoader(Rows(), batch_size=2, collate_fn=together)
    for n, y in loader:
        reveal_type(n)
        reveal_type(y)
    for batch in DataLoader(Rows(), batch_size=2, collate_fn=by_name):
        reveal_type(batch["n"])
        reveal_type(batch["y"])
""")


def test_batches_that_no_loader_would_put_together():
    assert RANKLESS.messages == []
    assert RANKLESS.revealed == ['Tensor[Float32, CPU, ""]', "Tensor[Float64, CPU]"] * 2
