"""Mypy's own complaint about tensors is said in our words where it is proved, and dropped where it is not."""

import re

import pytest

from tests.mypy_plugin.checking import PLAIN, codes, program

PROVED = program("""
def f(x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float16, CPU, "b n"]:
    return x
def g(x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float32, CPU, "n b"]:
    return x
def h(x: Tensor[Float32, CPU, "b n"]) -> tuple[Tensor[Float32, CUDA], int]:
    return x, 1
y: Tensor[Float32, CPU, "3"] = torch.zeros(4)
class C:
    w: Tensor[Float32]
    def __init__(self) -> None:
        self.w = torch.zeros(3).half()
def k(x: list[Tensor[Float32]]) -> None: ...
k([torch.zeros(3).half()])
d: dict[str, Tensor[Float32]] = {"a": torch.zeros(3).half()}
""")

NOT_PROVED = program("""
Nested: TypeAlias = "Tensor[Float32, CPU, 'n'] | list[Nested]"
class Row(TypedDict):
    image: Tensor[Float32, CPU, "n"]
class Point(NamedTuple):
    x: Tensor[Float32, CPU, "n"]
def nested(x: Nested) -> None: ...
def apply(f: Callable[[Tensor[Float32, CPU, "a"]], Tensor[Float32, CPU, "b"]]) -> None: ...
def twice(x: Tensor[Float32, CPU, "k"]) -> Tensor[Float32, CPU, "2*k"]:
    return torch.cat([x, x])

x: Tensor[Float32, CPU, "n"] = torch.zeros(3)
xs: list[Tensor[Float32, CPU, "n"]] = [torch.zeros(3), torch.zeros(4)]
d: dict[str, Tensor[Float32, CPU, "n"]] = {"a": torch.zeros(3)}
d["b"] = torch.zeros(5)
d.update({"c": torch.zeros(6)})
row: Row = {"image": torch.zeros(3)}
row["image"] = torch.zeros(4)
p = Point(torch.zeros(3))
nested([torch.zeros(4)])
apply(twice)
def opt(x: Tensor[Float32, CPU, "n"] | None, y: Tensor[Float32, CPU, "n"] = torch.zeros(3)) -> None:
    x = y if x is None else x
def known(x: torch.Tensor) -> Tensor[Float32, CPU, "n"]:
    return x
""")

INFERRED = program("""
class State:
    def __init__(self) -> None:
        self.h = torch.zeros(3)
    def step(self) -> None:
        self.h = self.h.half()
def outside(state: State) -> None:
    state.h = torch.zeros(2).long()
count = torch.zeros(3)
def change() -> None:
    global count
    count = count.half()
""")

CODE = re.compile(r"  \[tensor-(dtype|device|shape)\]$")

NATIVE = program("""
x: Tensor[Float32] = 3
y: int = torch.zeros(3)
def f(x: Tensor[Float32] | None) -> Tensor[Float32]:
    return x
""")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (2, 'return value of "f" is float32, declared Float16 ("b n")'),
        (4, 'return value of "g" has shape (b, n), declared "n b": dim 0 is b, not n'),
        (6, 'return value of "h" is on cpu, declared CUDA'),
        (7, '"y" has shape (4,), declared "3": dim 0 is 4, not 3'),
        (11, '"w" is float16, declared Float32'),
        (13, 'argument "x[0]" of "k" is float16, declared Float32'),
        (14, "is float16, declared Float32"),
    ],
)
def test_what_is_proved(line, words):
    (said,) = [m for m in PROVED.messages if m.startswith(f"{line}: error")]
    assert words in said
    assert CODE.search(said)


def test_what_is_not_proved_is_not_said():
    assert NOT_PROVED.messages == []


def test_a_target_whose_type_mypy_made_up_takes_anything():
    assert INFERRED.messages == []


def test_what_is_not_about_tensors_alone_stays_mypys():
    assert [message.partition("error: ")[2].partition("  [")[0] for message in NATIVE.messages] == [
        'Incompatible types in assignment (expression has type "int", variable has type "Tensor[Float32]")',
        'Incompatible types in assignment (expression has type "Tensor[Float32, CPU, "3"]", variable has type "int")',
        'Incompatible return value type (got "Tensor[Float32] | None", expected "Tensor[Float32]")',
    ]


KEYS = program("""
def keyed(key: str | int, half: Tensor[Float16], single: Tensor[Float32]) -> None:
    d: dict[str, torch.Tensor] = {key: half}
    e: dict[str, Tensor[Float32]] = {key: single}
class Point(NamedTuple):
    x: torch.Tensor
class Edge(NamedTuple):
    x: torch.Tensor
def put(points: list[Point], edge: Edge) -> None:
    points.append(edge)
""")


def test_a_wrong_key_or_class_is_wrong_whatever_is_known_of_tensors():
    assert [error for error in KEYS.messages if "error:" in error and "incompatible" not in error] == []
    assert [error.partition(":")[0] for error in KEYS.messages if "error:" in error] == ["2", "3", "9"]


OVERRIDES = program(
    """
class A(nn.Module):
    def gain(self, x: Tensor) -> Tensor: return x
class B(A):
    def gain(self, x: Tensor, y: Tensor) -> Tensor: return x
class C(B):
    def gain(self, x: Tensor, y: Tensor) -> Tensor: return x
""",
    PLAIN,
)


def test_a_method_that_takes_more_is_told_for_each_base_that_takes_less():
    assert codes(OVERRIDES.messages) == ["4 override", "6 override"]
