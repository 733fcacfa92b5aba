"""A function that mypy puts off and checks again has said of its tensors what it says last, and that once."""

from tests.mypy_plugin.checking import program

PUT_OFF = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call", local-partial-types=False
class Kept:
    def __init__(self, layers, dtype=torch.float32):
        self.filled = {}
        for i in range(layers):
            self.filled[i] = torch.zeros(2, 4, dtype=dtype)

    def update(self, i, k):
        self.filled[i] = torch.cat([self.filled[i], k], dim=1)
        return self.filled[i]

def use(k: Tensor[Float16, CPU, "2 t"]) -> None:
    reveal_type(k)
    k @ k.double().T
    kept = Kept(2)
    reveal_type(kept.update(0, k))
    reveal_type(kept.filled[0])

class Later:
    def __init__(self, dtype=torch.float32):
        self.states = {}
        for i in range(2):
            self.states[i] = torch.zeros(3, dtype=dtype)

    def update(self, k, states):
        self.states[0] = self.states[0] + k
        for i in range(2):
            self.states[i] = states[i]
        return self.states[0]

def use_later(k: Tensor[Float16, CPU, "3"], states: dict[int, torch.Tensor]) -> None:
    later = Later()
    state = later.update(k, states)
    reveal_type(state)
""")


def test_it_says_once_what_it_knows_last():
    assert PUT_OFF.revealed == [
        'Tensor[Float16, CPU, "2 t"]',
        'Tensor[Any, CPU, "2 _"]',
        'Tensor[Any, CPU, "2 _"]',
        "Any",
    ]
    assert sum("[tensor-dtype]" in message for message in PUT_OFF.messages) == 1
