"""A body is read for one call: what it gives, and what it refuses on the lines that the call certainly runs."""

import re

from tests.mypy_plugin.checking import program

CERTAIN = program("""
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.odd = torch.zeros(3)
        self.layers = nn.ModuleList([nn.Linear(5, 5)])
class Branch(Net):
    def forward(self, x: torch.Tensor, flag: bool = False) -> Any:
        if flag:
            x = x + self.odd
        return self.fc(x)
class Loop(Net):
    def forward(self, x: torch.Tensor) -> Any:
        for layer in self.layers:
            x = layer(x)
        return x
class Caught(Net):
    def forward(self, x: torch.Tensor) -> Any:
        try:
            return x + self.odd
        except RuntimeError:
            return x
class Early(Net):
    def forward(self, x: torch.Tensor, n: int) -> Any:
        if n > 3:
            return x
        return x + self.odd
class Chosen(Net):
    def forward(self, x: torch.Tensor, n: int) -> Any:
        return x if n > 3 else x + self.odd
class Silenced(Net):
    def forward(self, x: torch.Tensor) -> Any:
        return x + self.odd  # type: ignore[tensor-shape, unused-ignore]
class Falls(Net):
    def forward(self, x: torch.Tensor, n: int) -> Any:
        if n > 3:
            return x
class Again(Net):
    def forward(self, x: torch.Tensor) -> Any:
        y = self(x)
        return x

def use(x: Tensor[Float32, CPU, "b 4"], n: int) -> None:
    reveal_type(Branch()(x))
    Branch()(x, True)
    Loop()(x)
    Caught()(x)
    Early()(x, n)
    Chosen()(x, n)
    Silenced()(x)
    reveal_type(Falls()(x, n))
    reveal_type(Again()(x))
    Branch()(x.double())
""")

INFERRED = program("""
class Keeps(nn.Module):
    def forward(self, x: torch.Tensor) -> Any:
        self.last = x
        return x

def first(x: Tensor[Float32, CPU, "b 4"]) -> None:
    Keeps()(x)

def read(net: Keeps) -> None:
    reveal_type(net.last)
""")


def test_what_may_not_run_is_not_said():
    said = [message.partition(": error: ")[2] for message in CERTAIN.messages if "error" in message]
    assert [re.sub(r"(; cast.*)?  \[[\w-]+\]$", "", text) for text in said] == [
        'shapes (b, 4) and (5, 5) cannot be multiplied: 4 against 5, as line 47 calls "forward"',
        'shapes (b, 4) and (3,) do not broadcast: 4 against 3 at dim -1 (line 11 of "Branch.forward")',
        '"Linear" needs all tensors in one dtype: float64 and float32 (line 12 of "Branch.forward")',
    ]


def test_the_result_is_that_of_the_body():
    assert CERTAIN.revealed == ['Tensor[Float32, CPU, "b 4"]', "Any", 'Tensor[Float32, CPU, "b 4"]']


def test_one_call_says_nothing_of_the_attributes_that_all_calls_set():
    assert INFERRED.messages == []
    assert INFERRED.revealed == ["Tensor"]


PUT_OFF = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
class Memory(nn.Module):
    def __init__(self, loss: Callable[[Tensor], Tensor]) -> None:
        super().__init__()
        def stored(x):
            return self.loss(x).sum()
        stored(torch.zeros(3))
        self.loss = loss
    def forward(self, x: Tensor) -> Tensor:
        return self.loss(x)
""")


def test_what_a_function_inside_awaits_of_the_one_around_it_keeps_that_from_nothing():
    assert PUT_OFF.messages == []
