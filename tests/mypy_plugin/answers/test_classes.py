"""Torch's classes are generic, and nothing that worked before notices."""

from tests.mypy_plugin.checking import program, types

PLAIN = program("""
T = TypeVar("T")

class Mine(torch.Tensor): ...
class Net(nn.Module): ...
class Boxed(nn.Module, Generic[T]):
    def __init__(self, item: T) -> None:
        super().__init__()
        self.item = item
class Deep(Boxed[int]): ...
class Both(Net, Boxed[str]): ...

def bare(x: torch.Tensor, y: Tensor[Float32, CPU, "n"]) -> list[torch.Tensor]:
    rows: list[torch.Tensor] = [x, y]
    strict: Tensor[Float16] = x
    some: list[Tensor[Float32]] = rows
    mine: torch.Tensor = Mine()
    return rows

def modules(nets: list[nn.Module], boxed: Boxed[int], dtype: torch.dtype, device: torch.device) -> None:
    nets.append(Net())
    nets.append(boxed)
    reveal_type(Deep(3).item)
    reveal_type(Both("a").item)
    other: Boxed[str] = boxed  # type: ignore[assignment]
    half: torch.dtype = torch.float16
    if dtype == torch.float16 and device == torch.device("cpu"):
        reveal_type(nets[0])

P = ParamSpec("P")
class Called(nn.Module, Generic[P]):
    def __init__(self, f: Callable[P, int]) -> None: ...
Called(len)
""")


def test_programs_without_facts_are_as_they_were():
    assert PLAIN.messages == []
    assert PLAIN.revealed[:2] == ["int", "str"]


def test_what_torch_names_has_parameters():
    parameters = {name: types().info(name).type_vars for name in ("torch._tensor.Tensor", "torch._C.dtype")}
    assert list(parameters.values()) == [["dtype", "device", "shape"], ["dtype"]]


def test_modules_show_only_the_parameters_of_their_own():
    assert PLAIN.revealed[2:] == ["torch.nn.modules.module.Module"]


SUBSCRIPTED = program("""
class Mixed(type):
    def __getitem__(cls, other: type) -> "type[Mixin]":
        return Mixin
class Mixin(nn.Module, metaclass=Mixed):
    def __init__(self) -> None:
        super().__init__()
        self.width = 3
class Deeper(Mixin): ...

def mixed(net: nn.Module) -> None:
    reveal_type(Mixin[net.__class__])
    kinds = [Deeper[base] for base in nn.Linear.__bases__]
    reveal_type(Deeper().width)
    reveal_type(Deeper())
""")


def test_a_class_that_is_subscripted_takes_what_it_takes_itself():
    assert [message for message in SUBSCRIPTED.messages if "error:" in message] == []
    assert SUBSCRIPTED.revealed == [f"type[{SUBSCRIPTED.name}.Mixin]", "int", f"{SUBSCRIPTED.name}.Deeper"]
