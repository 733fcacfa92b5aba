"""An attribute that no constructor gives is what its methods give it, in all calls of them."""

import pytest

from tests.mypy_plugin.checking import program

CLASS = """
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
import numpy as np
class Schedule:
    def __init__(self, steps: int):
        self.steps = steps
    def start(self, dtype: torch.dtype = torch.float32) -> None:
        self.sigmas = torch.linspace(1.0, 0.1, self.steps, dtype=dtype)
    def now(self):
        return self.sigmas
{other}
def main(given):
    schedule = Schedule(4)
    {calls}
    reveal_type(schedule.now())
"""
KNOWN = {
    "schedule.start(torch.bfloat16)": 'Tensor[BFloat16, CPU, "4"]',
    "schedule.start()": 'Tensor[Float32, CPU, "4"]',
    "schedule.start(); Schedule(4).start(torch.float16)": 'Tensor[Float16 | Float32, CPU, "4"]',
    "schedule.start(torch.float16); schedule.start(given)": 'Tensor[Any, CPU, "4"]',
    "schedule.start(torch.float16); schedule.sigmas = given": "Any",
    "schedule.start(torch.float16); setattr(schedule, 'sigmas', given)": "Any",
}
OTHERS = {
    "def start(self, dtype: torch.dtype = torch.float32) -> None:\n        self.sigmas = dtype": "Any",
    "def __init__(self):\n        self.sigmas = 3": 'Tensor[Any, CPU, "_"]',
}
PROGRAMS = [(program(CLASS.format(calls=calls, other="")), found) for calls, found in KNOWN.items()]
PROGRAMS += [
    (program(CLASS.format(calls="schedule.start(torch.float16)", other=f"class Other(Schedule):\n    {other}")), found)
    for other, found in OTHERS.items()
]
ARRAYS = program("""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
import numpy as np
class Scaler:
    def fit(self, rows):
        self.std = rows.std(axis=0)
        return self
    def undo(self, x):
        return x * torch.from_numpy(self.std)
class Begun:
    def __init__(self):
        self.std = None
    def fit(self, rows: np.ndarray) -> "Begun":
        self.std = rows.std(axis=0)
        return self
def main(x: Tensor[Float32, CPU, "3"]):
    scaler = Scaler().fit(np.zeros((4, 3)))
    reveal_type(scaler.undo(x))
    begun = Begun()
    begun.fit(np.zeros((4, 3)))
    reveal_type(begun.std)
""")
PARAMETERS = program("""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
class Part(nn.Module):
    def start(self, dtype: torch.dtype):
        self.weight = nn.Parameter(torch.zeros(3, dtype=dtype))
def main():
    part = Part()
    part.start(torch.float16)
    part.float()
    reveal_type(part.weight)
""")


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_all_calls_put_there(said, found):
    assert said.revealed == [found]


def test_arrays():
    assert ARRAYS.revealed == [
        'Tensor[Float64, CPU, "3"]',
        "numpy.ndarray[tuple[Any], numpy.dtype[numpy.float64]] | None",
    ]


def test_a_parameter_is_cast_with_its_module():
    assert PARAMETERS.revealed == ['Parameter[Any, CPU, "3"]']


PERHAPS = program("""
class Begun:
    def start(self, n: int, device: torch.device | str | None = None) -> None:
        self.x = torch.zeros(n, device=device)
class Other:
    def start_there(self, n: int, device: torch.device | str | None = None) -> None:
        self.y = torch.zeros(n, device=device)
def main() -> None:
    one, other = Begun(), Other()
    one.start(3, device="cuda")
    reveal_type(one.x)
    other.start_there(3)
    other.start_there(3, "cuda")
    reveal_type(other.y)
""")


def test_a_device_by_its_word_or_left_out():
    assert PERHAPS.revealed == ['Tensor[Float32, CUDA, "_"]', 'Tensor[Float32, CPU | CUDA, "_"]']
