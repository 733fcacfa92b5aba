"""A note says where the wrong dtype or device came from, at that line."""

import pytest

from tests.mypy_plugin.checking import program

BORN = program("""
def want(x: Tensor[Float32, CPU]) -> None: ...
def made() -> Tensor[Float64]: return torch.zeros(1).double()
GLOBAL = torch.zeros(1).half()
def f(given: Tensor[Float16], flag: bool) -> None:
    a = np.random.rand(3)
    b = torch.from_numpy(a)
    c = b.T[0] * 2
    want(c)
    d = given.unsqueeze(0)
    want(d)
    want(made())
    want(torch.zeros(3, device="cuda"))
    want(GLOBAL)
    e = given + given.double()
    want(e)
    for g in [given]:
        want(g)
""")


THROUGH = program("""
def want(x: Tensor[Float32, CPU]) -> None: ...
def made() -> torch.Tensor:
    a = torch.from_numpy(np.random.rand(3))
    return a.flatten()
def handed(x: Tensor[Float32, CPU, "n"]) -> torch.Tensor:
    return made() * x.sum()
def unannotated(x):  # type: ignore[no-untyped-def]
    return x.double()
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.scale = torch.ones(3, dtype=torch.float64)
    def scaled(self) -> torch.Tensor:
        return self.scale + 1
    def forward(self) -> None:
        want(self.scale)
        want(self.scaled())
def use(x: Tensor[Float32, CPU, "n"]) -> None:
    b = handed(x)
    want(b)
    want(unannotated(x))
""")


ITEMS = program("""
from torch.utils.data import DataLoader, Dataset, TensorDataset
def want(x: torch.Tensor, y: Tensor[Float32, CPU]) -> None: ...
class Rows(Dataset[tuple[torch.Tensor, Any]]):
    def __init__(self) -> None:
        self.rows = np.random.rand(8, 4)
    def __getitem__(self, i: int) -> Any:
        return torch.zeros(4), self.rows[i]
    def __len__(self) -> int: return 8
def halves() -> Iterator[torch.Tensor]:
    yield torch.zeros(2).half()
def use(given: list[Tensor[Float64, CPU]], pairs: dict[str, Tensor[Float16, CPU]]) -> None:
    for a, b in DataLoader(Rows(), batch_size=2):
        want(a, b)
    for c in given:
        want(c, c)
    for _, (d, e) in enumerate(zip(given, [torch.zeros(1).bfloat16()])):
        want(d, e)
    for k, f in pairs.items():
        want(f, f)
    xs = []
    xs.append(torch.zeros(1, dtype=torch.int32))
    for g in xs:
        want(g, g)
    for h in [row.int() for row in given]:
        want(h, h)
    for i in halves():
        want(i, i)
    sets = TensorDataset(torch.zeros(3), torch.zeros(3).short())
    for j, m in DataLoader(sets):
        want(j, m)
    n, o = torch.zeros(1), torch.zeros(1).char()
    both = (n, o)
    p, q = both
    want(p, q)
    r = torch.zeros(1).double()
    r += n
    want(r, r)
""")


@pytest.mark.parametrize(
    ("line", "note"),
    [
        (5, "float64 comes from numpy.random.rand here, used in line 13"),
        (12, "this loop gives float64 here, used in line 13"),
        (11, "float64 comes from the declaration of given here, used in line 15"),
        (16, "bfloat16 comes from .bfloat16() here, used in line 17"),
        (11, "float16 comes from the declaration of pairs here, used in line 19"),
        (21, "int32 comes from torch.zeros here, used in line 23"),
        (24, "int32 comes from .int() here, used in line 25"),
        (10, "float16 comes from .half() here, used in line 27"),
        (28, "int16 comes from .short() here, used in line 30"),
        (31, "int8 comes from .char() here, used in line 34"),
        (35, "float64 comes from .double() here, used in line 37"),
    ],
)
def test_it_is_followed_into_containers(line, note):
    assert f"{line}: note: {note}" in [message.replace('"', "") for message in ITEMS.messages]


@pytest.mark.parametrize(
    ("line", "note"),
    [
        (3, "float64 comes from numpy.random.rand here, used in line 20"),
        (6, "made gives float64 here, used in line 20"),
        (19, "handed gives float64 here, used in line 20"),
        (8, "float64 comes from what unannotated returns here, used in line 21"),
        (12, "float64 comes from torch.ones here, used in line 16"),
        (12, "float64 comes from torch.ones here, used in line 17"),
    ],
)
def test_it_is_followed_through_helpers_and_attributes(line, note):
    assert f"{line}: note: {note}" in [message.replace('"', "") for message in THROUGH.messages]


@pytest.mark.parametrize(
    ("line", "note"),
    [
        (5, "float64 comes from numpy.random.rand here, used in line 8"),
        (6, "torch.from_numpy keeps float64 here, used in line 8"),
        (2, "float64 comes from .double() here, used in line 11"),
        (12, "cuda comes from torch.zeros here"),
        (3, "float16 comes from .half() here, used in line 13"),
        (14, "Float16 | Float64 comes from + here, used in line 15"),
        (4, "float16 comes from the declaration of given here, used in line 17"),
        (16, "this loop gives float16 here, used in line 17"),
    ],
)
def test_where_it_was_born(line, note):
    said = [message.replace('"', "") for message in BORN.messages]
    assert f"{line}: note: {note}" in said


def test_a_parameter_is_where_its_declaration_is():
    assert '4: note: float16 comes from the declaration of "given" here, used in line 10' in BORN.messages


def test_every_error_is_said_at_its_own_line():
    errors = [message.split(":")[0] for message in BORN.messages if ": error: " in message]
    assert errors == ["8", "10", "11", "12", "13", "15", "17"]


COUNTED = program("""
# mypy: disallow-untyped-defs=False, disallow-any-generics=False
from torch.utils.data import DataLoader, Dataset
def want(x: Tensor[Float32, CPU, "b"]) -> None: ...
class Scores(Dataset):
    def __len__(self) -> int:
        return 8
    def __getitem__(self, index: int):
        return index, 0.5
def loader(rows: int) -> DataLoader:
    return DataLoader(Scores(), batch_size=rows)
def run() -> None:
    batches = loader(4)
    for index, score in batches:
        want(score)
""")


def test_the_number_of_rows_brings_no_dtype():
    notes = [text for text in COUNTED.messages if "note: float64 comes from" in text]
    assert len(notes) == 1
    assert "this loop" in notes[0]
