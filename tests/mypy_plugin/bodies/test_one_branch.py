"""What one branch gives is wrong where it is not declared, if nothing else asks what the branch asks."""

import pytest

from tests.mypy_plugin.checking import program

FLAG = """
def run(x: Tensor[Float16, CPU, "n"], flag: bool, steps: int) -> Tensor[Float16, CPU, "n"]:
    {body}
    return x
"""
WRONG = ['return value of "run" is float32, declared Float16 ("n"); cast with .half()  [tensor-dtype]']
CASES = [
    ("if flag: x = x.float()", WRONG),
    ("for _ in range(steps): x = x * torch.ones(1)", WRONG),
    ("if flag: y = x.float(); x = y * 2", WRONG),
    ("if flag: x = x.float()\n    if flag: x = x.half()", []),
    ("if flag: x = x.float()\n    x = x.half() if flag else x", []),
    ("if flag: x = x.float().half()", []),
    ("if flag: x = x.float(); print(flag)\n    if not flag: print(x)", []),
    ("if torch.cuda.is_available(): x = x.float()", []),
    ("if flag: x = x.float(); return x.half()", []),
    ("for _ in range(steps):\n        x = x.float()\n        if x.sum() > 1: break\n        x = x.half()", []),
]
PROGRAMS = [(program(FLAG.format(body=body)), wrong) for body, wrong in CASES]


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS, ids=[body for body, _ in CASES])
def test_flags(said, wrong):
    assert [message.partition("error: ")[2] for message in said.messages if "note:" not in message] == wrong


BY_CALL = program(
    """
class Window:
    def __init__(self, shift: int) -> None:
        self.shift = shift

    def mask(self, n: int) -> torch.Tensor | None:
        if self.shift == 0:
            return None
        return torch.zeros(n, n)

    def attend(self, s: Tensor[Float16, CPU, "b n n"], v: Tensor[Float16, CPU, "b n d"]) -> torch.Tensor:
        mask = self.mask(s.shape[1])
        if mask is not None:
            s = s + mask
        return s @ v  # refused

    def cast(self, s: Tensor[Float16, CPU, "b n n"], v: Tensor[Float16, CPU, "b n d"]) -> torch.Tensor:
        mask = self.mask(s.shape[1])
        if mask is not None:
            s = s + mask
        if mask is not None:
            s = s.half()
        return s @ v
"""
)


def test_a_method_that_gives_none_or_a_tensor_decides():
    assert BY_CALL.refused == BY_CALL.marked


SHAPED = program("""
def each(x: Tensor[Float32, CPU, "b c h w"], mode: str) -> Tensor[Float32, CPU, "b c"]:
    if mode == "avg":
        y = x.mean(dim=(2, 3))
    else:
        y = x.amax(dim=(2, 3), keepdim=True)
    return y  # refused
def left_as_it_was(x: Tensor[Float32, CPU, "b c h w"], flat: bool) -> Tensor[Float32, CPU, "b c"]:
    y = x.mean(dim=(2, 3), keepdim=True)
    if flat:
        y = y.flatten(1)
    return y  # refused
def asked_again(x: Tensor[Float32, CPU, "b c"], mode: str) -> Tensor[Float32, CPU, "b c"]:
    if mode == "mean":
        y = x.mean()
    else:
        y = x + 1
    if mode == "mean":
        return x
    return y
def by_rank(x: Tensor[Float32, CPU, "..."]) -> Tensor[Float32, CPU, "b c"]:
    if x.ndim == 3:
        x = x[:, 0]
    return x
def by_rounds(x: Tensor[Float32, CPU, "b c 1 1"]) -> Tensor[Float32, CPU, "b c"]:
    while x.dim() > 2:
        x = x.squeeze(-1)
    return x
""")


def test_shapes_that_a_parameter_decides():
    assert SHAPED.refused == SHAPED.marked


SUMMED = program("""
def added(xs: list[Tensor[Float32, CUDA, "n"]], y: Tensor[Float32, CPU, "n"]) -> None:
    total = sum(xs) / len(xs)
    total * y  # refused
    sum(x + 1 for x in xs) * y  # refused
    sum(x for x in []) * y
    sum(len(x) for x in xs) * y
    one = 0
    for x in xs:
        one += x
    one * y  # refused
    none = 0
    for _ in range(0):
        none += xs[0]
    none * y
def each_way(xs: list[Tensor[Float32, CPU, "b t d"]], gamma: Tensor[Float32, CPU, "1"]) -> Tensor[Float32, CPU, "b t"]:
    return gamma * sum(xs)  # refused
def one_way(xs: list[Tensor[Float32, CPU, "1"]], gamma: Tensor[Float32, CPU, "1"]) -> Tensor[Float32, CPU, "1"]:
    return gamma * sum(xs)
""")


def test_sums_of_what_may_be_nothing():
    assert SUMMED.refused == SUMMED.marked
    assert sum("mixes devices" in message for message in SUMMED.messages) == len(SUMMED.marked) - 1


IN_PLACE = program("""
def rounds(y: Tensor[Float16, CPU, "b 4"], z: Tensor[Float16, CPU, "4"], flag: bool) -> None:
    for _ in range(3):
        layer = nn.Linear(4, 2)
        w = torch.zeros(4)
        if flag:
            layer.half()
            w.data = w.data.half()
        layer(y)
        w @ z

def behind(y: Tensor[Float16, CPU, "b 4"], flag: bool) -> None:
    layer = nn.Linear(4, 2).half()
    for _ in range(3):
        layer = nn.Linear(4, 2)
    print(layer)
    if flag:
        layer.half()
    layer(y)

def shapes(y: Tensor[Float32, CPU, "4"], w: Tensor[Float32, CPU, "4"] | None, flag: bool) -> None:
    if w is None:
        w = torch.zeros(4, 1)
    if flag:
        w.squeeze_()
    w @ y

def untouched(y: Tensor[Float16, CPU, "b 4"], z: Tensor[Float16, CPU, "4"], flag: bool) -> None:
    layer, w = nn.Linear(4, 2).half(), z
    for _ in range(3):
        layer(y)  # refused in the second round
        layer = nn.Linear(4, 2)
    if flag:
        w = w.float()
    print(w)
    w @ z  # refused
""")


def test_what_a_branch_changes_in_place():
    lines = [message.partition(":")[0] for message in IN_PLACE.messages if "error:" in message]
    assert lines == ["30", "35"]
