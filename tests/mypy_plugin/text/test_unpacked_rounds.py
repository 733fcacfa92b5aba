"""What is unpacked of a comprehension is, for each variable, what its own round makes."""

from tests.mypy_plugin.checking import PLAIN, program

MOVED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
from torch.utils.data import DataLoader, TensorDataset
def use(words: list[str]) -> None:
    for batch in DataLoader(TensorDataset(torch.ones(8, 3), torch.ones(8, dtype=torch.int64)), batch_size=4):
        x, y = (t.to("cuda") for t in batch)
        reveal_type((x, y))
        x, y = [t.to("cpu", non_blocking=True) for t in batch]
        reveal_type((x, y))
        x @ torch.ones(5)  # refused
    a, b = (word.upper() for word in words)
    reveal_type(a)
    first, *others = [t.half() for t in batch]
    reveal_type(others)
def moved(batch):
    x, y = [t.double() for t in batch]
    return y
reveal_type(moved((torch.ones(2), torch.ones(3))))
reveal_type(moved([torch.ones(2), torch.ones(3)]))
""")
FOREIGN = program(
    """
def numbers(text: str) -> int:
    a, b = (int(word) for word in text.split())
    xs, ys = [[] for _ in range(2)]
    names = ["a", "b"]
    us, vs = [[] for _ in names]
    c, d = [name.upper() for name in names]
    return a + len(c)
""",
    PLAIN,
)


def test_each_variable_has_its_own_item():
    assert MOVED.revealed == [
        'tuple[Tensor[Float32, CUDA, "_ 3"], Tensor[Int64, CUDA, "_"]]',
        'tuple[Tensor[Float32, CPU, "_ 3"], Tensor[Int64, CPU, "_"]]',
        "str",
        'list[Tensor[Float16, CPU, "_"]]',
        'Tensor[Float64, CPU, "3"]',
        'Tensor[Float64, CPU, "3"]',
    ]
    assert MOVED.refused == MOVED.marked


def test_of_other_things_mypy_says_the_same():
    needed = [(3, "xs"), (3, "ys"), (5, "us"), (5, "vs")]
    assert FOREIGN.messages == [
        f'{line}: error: Need type annotation for "{name}" (hint: "{name}: list[<type>] = ...")  [var-annotated]'
        for line, name in needed
    ]
