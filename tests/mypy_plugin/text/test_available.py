"""Devices that are chosen at run time; the laws are in the chapter on dtypes and devices."""

import pytest

from tests.mypy_plugin.checking import program

CHOSEN = program("""
def f(x: Tensor[Float32, CPU, "n"], flag: bool) -> None:
    found = torch.cuda.is_available() and flag
    one = torch.device("cuda") if found else torch.device("cpu")
    reveal_type(x.to(one))
    reveal_type(x.to(torch.device("cuda" if found else "cpu")))
def g() -> torch.device:
    device = torch.device("cpu")
    if torch.cuda.is_available():
        device = torch.device("cuda")
    return device
def h(x: Tensor[Float32, CPU, "n"]) -> None:
    reveal_type(x.to(g()))
    device = g()
    reveal_type(x.to(device))
""")

NOT_CHOSEN = program("""
def f(x: Tensor[Float32, CPU, "n"], flag: bool) -> None:
    found = torch.cuda.is_available()
    found = flag
    reveal_type(x.to(torch.device("cuda" if found else "cpu")))
    for device in (torch.device("cuda"), torch.device("cpu")):
        reveal_type(x.to(device))
    place = torch.device("cpu")
    if torch.cuda.is_available():
        place = torch.device("cuda")
    elif flag:
        place = torch.device("meta")
    reveal_type(x.to(place))
def again(x: Tensor[Float32, CPU, "n"]) -> None:
    place = torch.device(place)  # type: ignore
    reveal_type(x.to(place))
def g() -> torch.device:
    for name in ("cuda", "cpu"):
        if torch.cuda.is_available():
            return torch.device("cuda")
    return torch.device("cpu")
def h(x: Tensor[Float32, CPU, "n"]) -> None:
    reveal_type(x.to(g()))
def given(x: Tensor[Float32, CPU, "n"], device: Optional[str] = None, also: torch.device = torch.device("cpu")) -> None:
    if device is None:
        device = "cuda" if torch.cuda.is_available() else "cpu"
    reveal_type(x.to(device))
    if torch.cuda.is_available():
        also = torch.device("cuda")
    reveal_type(x.to(also))
""")

NUMBERED = program("""
def f(x: Tensor[Float32, CPU, "n"], rank: int, name: str) -> None:
    reveal_type(x.to(torch.device(f"cuda:{rank}")))
    device = f"cuda:{rank}"
    reveal_type(torch.zeros(3, device=device))
    reveal_type(torch.zeros(3, device=f"{name}:{rank}"))
    reveal_type(torch.zeros(3, device=f"{name}"))
""")


def test_a_number_that_is_not_known():
    assert NUMBERED.messages == []
    assert NUMBERED.revealed == [
        'Tensor[Float32, CUDA, "n"]',
        'Tensor[Float32, CUDA, "3"]',
        *('Tensor[Float32, Any, "3"]', 'Tensor[Float32, Any, "3"]'),
    ]


def test_the_question_decides():
    assert CHOSEN.messages == []
    assert set(CHOSEN.revealed) == {'Tensor[Float32, Accelerator, "n"]'}


def test_something_else_decides():
    assert NOT_CHOSEN.messages == []
    assert not any("Accelerator" in revealed for revealed in NOT_CHOSEN.revealed)


OF_ITSELF = program("""
def again(n: int) -> Any:
    return again(n)
torch.zeros(again(3))
""")


def test_a_function_that_returns_what_it_gives_itself():
    assert OF_ITSELF.messages == []


ASKING = {
    "pass": 'Tensor[Float32, Accelerator, "3"]',
    "assert isinstance(x, torch.Tensor)": 'Tensor[Float32, Accelerator, "3"]',
    "assert isinstance(device, (str, torch.device))": 'Tensor[Float32, Any, "3"]',
    "assert type(device) is str": 'Tensor[Float32, Any, "3"]',
    "assert not hasattr(device, 'type')": 'Tensor[Float32, Any, "3"]',
}
HANDED_ON = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def moved(x, device):
    {}
    return x.to(device)
device = "cuda" if torch.cuda.is_available() else "cpu"
reveal_type(moved(torch.zeros(3), device))
"""
HANDED = [(program(HANDED_ON.format(body)), found) for body, found in ASKING.items()]


@pytest.mark.parametrize(("said", "found"), HANDED)
def test_words_that_are_handed_on(said, found):
    assert (said.revealed, said.messages) == ([found], [])
