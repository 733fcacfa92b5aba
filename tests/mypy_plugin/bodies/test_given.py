"""A parameter has the type of what one call gives it, of its default, or what is declared."""

from tests.mypy_plugin.checking import program

GIVEN = program("""
def f(x, y=None, flag=False):
    if y is not None:
        return y
    if flag:
        return x.half()
    return x

def use(x: Tensor[Float32, CPU, "b n"], y: Tensor[Int64, CPU, "b"], flag: bool) -> None:
    reveal_type(f(x))
    reveal_type(f(x, y))
    reveal_type(f(x, flag=True))
    reveal_type(f(x, None, flag))
    reveal_type(f(*[x]))
    with torch.device("cuda"):
        reveal_type(f(x))
""")


def test_what_is_left_out_has_its_default():
    assert GIVEN.revealed == [
        'Tensor[Float32, CPU, "b n"]',
        'Tensor[Int64, CPU, "b"]',
        'Tensor[Float16, CPU, "b n"]',
        'Tensor[Float16, CPU, "b n"] | Tensor[Float32, CPU, "b n"]',
        'Tensor[Float32, CPU, "b n"]',
        "Any",
    ]


SIZES = program("""
def stretched(x: torch.Tensor, size: torch.Size) -> torch.Tensor:
    while len(x.shape) < len(size):
        x = x[..., None]
    return x.expand(size)

def made(size: tuple[int, ...]) -> torch.Tensor:
    return torch.zeros(size)

def in_squares(x: torch.Tensor, size: Sequence[int]) -> torch.Tensor:
    h, w = size
    return x.view(-1, h, w)

def shorter(size: tuple[int, ...]) -> torch.Tensor:
    size = size[1:]
    return torch.zeros(size)

def use(x: Tensor[Float32, CPU, "b c"], t: Tensor[Float32, CPU, "b"], n: int, sizes: tuple[int, ...]) -> None:
    reveal_type(stretched(t, x.shape))
    reveal_type(made((2, 3)))
    reveal_type(made((n, 3)))
    reveal_type(made(sizes))
    reveal_type(in_squares(x, (4, 5)))
    reveal_type(shorter(x.shape))
""")


def test_sizes_are_those_that_are_given_whatever_tuple_is_declared():
    assert SIZES.revealed == [
        'Tensor[Float32, CPU, "b c"]',
        'Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float32, CPU, "_ 3"]',
        "Tensor[Float32, CPU]",
        'Tensor[Float32, CPU, "(b*c)//20 4 5"]',
        'Tensor[Float32, CPU, "c"]',
    ]


TWICE = program("""
def modules(a: Any, b: Any) -> Any:
    a.double()
    return b(torch.zeros(2, 3).double())

def dicts(a: Any, b: Any) -> Any:
    a["x"] = a["x"].double()
    return b["x"] @ torch.zeros(3).double()

def use(x: Tensor[Float32, CPU, "3"]) -> None:
    one, other = nn.Linear(3, 3), nn.Linear(3, 3)
    batch, more = {"x": x}, {"x": x}
    modules(one, one)
    dicts(batch, b=batch)
    modules(one, other)  # refused
    dicts(batch, more)  # refused
""")


def test_two_parameters_may_be_one_object():
    places = [message.partition(":")[0] for message in TWICE.messages if "error:" in message]
    assert places == ["14", "15"]


TYPED = program("""
class Sample(TypedDict):
    image: torch.Tensor
    name: str
def made() -> Sample:
    return {"image": torch.zeros(3).double(), "name": "a"}
def picture(sample: Sample) -> torch.Tensor:
    return sample["image"]
def collated(batch: list[Sample]) -> torch.Tensor:
    return torch.stack([sample["image"] for sample in batch])
def use(other: Sample) -> None:
    sample = made()
    reveal_type(picture(sample))
    reveal_type(collated([sample, sample]))
    reveal_type(picture(other))
""")


def test_what_is_in_a_typed_dict_that_is_handed_on():
    assert TYPED.messages == []
    assert TYPED.revealed == ['Tensor[Float64, CPU, "3"]', 'Tensor[Float64, CPU, "2 3"]', "Tensor"]
