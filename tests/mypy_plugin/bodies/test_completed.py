"""What a body tells completes what is declared, where that is open, and never changes it."""

from tests.mypy_plugin.checking import program

SAID = program("""
class Item(TypedDict):
    x: torch.Tensor
    n: int
def opened(x: Tensor[Float32, CPU, "3"]) -> torch.Tensor:
    return x.half()
def partly(x: Tensor[Float32, CPU, "3"]) -> tuple[torch.Tensor, int]:
    return x.half(), 3
def closed(x: Tensor[Float32, CPU, "3"]) -> Tensor[Float32]:
    return x
def of_any_dtype(x: Tensor[Float32, CPU, "3"]) -> Tensor[Any, CPU, "n"]:
    return x.half()
def typed(x: Tensor[Float32, CPU, "3"]) -> Item:
    return {"x": x.half(), "n": 3}
def use(x: Tensor[Float32, CPU, "3"]) -> None:
    reveal_type(opened(x))
    reveal_type(partly(x))
    reveal_type(closed(x))
    reveal_type(of_any_dtype(x))
    reveal_type(typed(x)["x"])
    reveal_type(typed(x)["n"])
""")


def test_open_parts_are_completed():
    assert SAID.messages == []
    assert SAID.revealed == [
        'Tensor[Float16, CPU, "3"]',
        'tuple[Tensor[Float16, CPU, "3"], int]',
        "Tensor[Float32]",
        'Tensor[Float16, CPU, "_"]',
        'Tensor[Float16, CPU, "3"]',
        "int",
    ]


GIVEN = program("""
from numpy.typing import NDArray
from torch.utils.data import DataLoader, TensorDataset
def prepare(x: NDArray[np.float64]) -> TensorDataset:
    return TensorDataset(torch.from_numpy(x), torch.zeros(5))
def loader(x: NDArray[np.float64]) -> DataLoader:
    return DataLoader(prepare(x), batch_size=2)
def both(x: NDArray[np.float64]) -> tuple[DataLoader, DataLoader]:
    return loader(x), loader(x)
def sampler(x: Tensor[Float32, CUDA, "b c"]) -> Callable[[float, int], torch.Tensor]:
    return lambda s, n: torch.randn(x.shape) * s
def like(x: Tensor[Float16, CUDA, "b c"]) -> Callable[[float], Tensor]:
    return lambda s: torch.randn_like(x) * s
def said(x: Tensor[Float32, CUDA, "b c"]) -> Callable[[float], Tensor[Float32]]:
    return lambda s: torch.randn(x.shape) * s
def use(x: NDArray[np.float64], y: Tensor[Float32, CUDA, "n c"]) -> None:
    for one, _ in DataLoader(prepare(x), batch_size=2):
        reveal_type(one)
    for one, _ in both(x)[1]:
        reveal_type(one)
    draw = sampler(y)
    reveal_type(draw(1.0, 2))
    draw(1.0)
    reveal_type(like(y.half())(1.0))
    reveal_type(said(y)(1.0))
""")


def test_data_sets_and_functions_are_completed():
    assert GIVEN.revealed == [
        'Tensor[Float64, CPU, "_ ..."]',
        'Tensor[Float64, CPU, "_ ..."]',
        'Tensor[Float32, CPU, "n c"]',
        'Tensor[Float16, CUDA, "n c"]',
        "Tensor[Float32]",
    ]
    errors = [message for message in GIVEN.messages if "type-arg" not in message]
    assert [message.rpartition("  ")[2] for message in errors] == ["[call-arg]"] or errors == []


STREAMS = program("""
# mypy: disallow-any-generics=False
def one(n: int) -> Iterator[np.ndarray]:
    for i in range(n):
        yield np.zeros(3)
def pairs(n: int) -> Iterator[tuple[np.ndarray, int]]:
    yield np.zeros(3), n
def whole(n: int) -> Iterator[np.ndarray | None]:
    yield None
for x in one(3):
    reveal_type(x)
for y, k in pairs(3):
    reveal_type(y)
    reveal_type(k)
""")


def test_streams_of_arrays():
    array = "numpy.ndarray[tuple[int], numpy.dtype[numpy.float64]]"
    assert STREAMS.messages == []
    assert STREAMS.revealed == [array, array, "int"]


ITEMS = program("""
from dataclasses import dataclass

@dataclass
class Graph:
    nodes: torch.Tensor

class Batch(TypedDict):
    x: torch.Tensor

def graphs(n: int) -> Iterator[Graph]:
    for _ in range(n):
        yield Graph(torch.rand(6, 4))
def either() -> Iterator[Graph]:
    yield Graph(torch.rand(6, 4))
    yield Graph(torch.rand(6, 4).half())
def batches(n: int) -> Iterator[Batch]:
    for _ in range(n):
        yield {"x": torch.zeros(4)}
for graph in graphs(2):
    reveal_type(graph.nodes)
for other in either():
    reveal_type(other.nodes)
for batch in batches(3):
    reveal_type(batch["x"])
""")


def test_what_a_generator_gives_is_completed_item_by_item():
    assert ITEMS.revealed == ['Tensor[Float32, CPU, "6 4"]', "Tensor", 'Tensor[Float32, CPU, "4"]']


MANAGED = program("""
from contextlib import contextmanager
@contextmanager
def halved(x: torch.Tensor) -> Iterator[torch.Tensor]:
    yield x.half()
@contextmanager
def undeclared(x):  # type: ignore[no-untyped-def]
    try:
        yield x.half(), 3
    finally:
        print("left")
@contextmanager
def declared(x: torch.Tensor) -> Iterator[Tensor[Float32, CPU, "3"]]:
    yield x.float()
@contextmanager
def chosen(x: torch.Tensor, flag: bool) -> Iterator[torch.Tensor]:
    if flag:
        yield x.half()
    else:
        yield x.double()
def use(x: Tensor[Float32, CPU, "3"], flag: bool) -> None:
    with halved(x) as one:
        reveal_type(one)
    with undeclared(x) as (one, number):
        reveal_type((one, number))
    with declared(x) as one:
        reveal_type(one)
    with chosen(x, flag) as one:
        reveal_type(one)
""")


def test_a_with_gets_what_a_managed_generator_yields():
    half = 'Tensor[Float16, CPU, "3"]'
    assert MANAGED.messages == []
    assert MANAGED.revealed == [
        half,
        f"tuple[{half}, Any]",
        'Tensor[Float32, CPU, "3"]',
        f'{half} | Tensor[Float64, CPU, "3"]',
    ]


DECLARED = program("""
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
def perhaps(x: torch.Tensor | None) -> torch.Tensor | None:
    return None if x is None else x.double()
def one_of(x: torch.Tensor, both: bool = False) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
    return (x, x.double()) if both else x.double()
def number_or(x: torch.Tensor) -> torch.Tensor | float:
    return x.double()
def pair_or_none(x: torch.Tensor) -> tuple[torch.Tensor, int] | None:
    return x.double(), 3
def numbered(x: torch.Tensor) -> Generator[tuple[int, torch.Tensor], None, None]:
    yield 1, x.double()
def read_only(x: torch.Tensor) -> Sequence[torch.Tensor]:
    return [x.double()]
def by_name(x: torch.Tensor) -> Mapping[str, torch.Tensor]:
    return {"a": x.double()}
def of_any_length(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return x.double(), x.double()
def unlike(x: torch.Tensor) -> Sequence[object]:
    return [x.double()]
def use(x: Tensor[Float32, CPU, "3"], flag: bool) -> None:
    reveal_type(perhaps(x))
    reveal_type(perhaps(None))
    reveal_type(one_of(x))
    reveal_type(one_of(x, True))
    reveal_type(number_or(x))
    reveal_type(pair_or_none(x))
    reveal_type([one for _, one in numbered(x)][0])
    reveal_type(read_only(x)[0])
    reveal_type(by_name(x)["a"])
    reveal_type(of_any_length(x)[1])
    reveal_type(unlike(x)[0])
""")


def test_results_that_are_declared_to_be_more_than_one_thing():
    double = 'Tensor[Float64, CPU, "3"]'
    assert DECLARED.messages == []
    assert DECLARED.revealed == [
        f"{double} | None",
        "Tensor | None",
        f"{double} | tuple[Tensor, Tensor]",
        f'Tensor | tuple[Tensor[Float32, CPU, "3"], {double}]',
        f"{double} | float",
        f"tuple[{double}, int] | None",
        *[double] * 4,
        "object",
    ]
