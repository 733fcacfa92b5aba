import subprocess
import sys

PROGRAM = """
import sys, torch
from dtensortypes import CPU, Float32, Tensor, TensorTypeError, checked

@checked
def f(x: Tensor[Float32, CPU, "n"], factor: float = 2.0) -> Tensor[Float32, CPU, "n"]:
    return x * factor

f(torch.zeros(2))
print("dtensortypes.runtime.court" in sys.modules, "torch._dynamo" in sys.modules)
try:
    f(torch.zeros(2, 2))
except TensorTypeError as error:
    print(error.problem.reason)
"""


def test_the_court_is_loaded_when_a_call_fails_and_the_compiler_never():
    ended = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines() == [
        "False False",
        'argument "x" of "f" has shape (2, 2), declared "n": 2 dims, not 1',
    ]
