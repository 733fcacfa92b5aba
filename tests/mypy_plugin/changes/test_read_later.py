"""What a function inside of another one reads is what the variable is when it is called, not where it is defined."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

AROUND = """
def run(x: Tensor[Float32, CPU, "4"]) -> object:
    {body}
"""
RIGHT = {
    "a value that comes later": "b = torch.zeros(3)\ndef f(): return x + b\nb = torch.zeros(4)\nf()",
    "of a lambda": "b = torch.zeros(3)\nf = lambda: x + b\nb = torch.zeros(4)\nf()",
    "of a parameter": "def f(): return torch.ones(2) + x\nx = x[:2]\nf()",
    "of a function in it": "b = torch.zeros(3)\ndef f():\n    def g(): return x + b\n    return g()\nb = x\nf()",
    "of a class in it": "b = torch.zeros(3)\nclass C:\n    def get(self): return b + x\nb = x\nC().get()",
    "of a module": "m = nn.Linear(3, 3)\ndef f(): return m(x)\nm = nn.Linear(4, 3)\nf()",
    "of a dtype": "d = torch.float64\nf = lambda: x @ torch.zeros(4, dtype=d)\nd = torch.float32\nf()",
    "of an item": "d = {'b': torch.zeros(3)}\nf = lambda: x + d['b']\nd['b'] = x\nf()",
    "of an item by a method": "d = {'b': torch.zeros(3)}\nf = lambda: x + d['b']\nd.update(b=x)\nf()",
    "of a shape": "b = torch.zeros(2, 3)\nf = lambda: torch.zeros(3, 2) + b\nb.t_()\nf()",
    "through another one": "b = torch.zeros(3)\ndef g(): return f()\nb = x\ndef f(): return x + b\ng()",
    "in a later round": "b = x\nf = lambda: x + b\nfor _ in range(2):\n    f()\n    b = torch.zeros(1)",
    "in a file": "pass\nb = torch.zeros(3)\nf = lambda: torch.zeros(4) + b\nb = torch.zeros(4)\nf()",
    "kept by somebody": "b = torch.zeros(3)\nf = lambda: x + b\nfs = [f]\nb = x\nfs[0]()",
}
WRONG = {
    "called before": "b = torch.zeros(3)\ndef f(): return x + b\nf()\nb = x",
    "given once": "b = torch.zeros(3)\ndef f(): return x + b\nf()",
    "given before": "b = x\nb = torch.zeros(3)\ndef f(): return x + b\nf()",
    "its own": "b = torch.zeros(3)\ndef f(b): return x + b\nf(b)\nb = x",
    "in its round": "for _ in range(2):\n    b = torch.zeros(3)\n    f = lambda: x + b\n    f()\n    b = x",
    "called at once": "b = torch.zeros(3)\nlist(map(lambda t: t + b, [x]))\nb = x",
}


def _inside(bodies):
    texts = {name: AROUND.format(body=body.replace("\n", "\n    ")) for name, body in bodies.items()}
    programs = [program("\n" + bodies[name] if name == "in a file" else text) for name, text in texts.items()]
    return [pytest.param(one, id=name) for name, one in zip(bodies, programs, strict=True)]


@pytest.mark.parametrize("said", _inside(RIGHT))
def test_what_it_was_given_before_is_not_believed(said):
    assert said.refused == []


@pytest.mark.parametrize("said", _inside(WRONG))
def test_what_it_is_certainly_is_believed(said):
    assert said.refused


KEPT = program("""
def run(x: Tensor[Float32, CPU, "4"]) -> object:
    def f() -> None:
        reveal_type(x)
    reveal_type(x)
    x = x.half()
    reveal_type(x)
    return f
""")
FILE = program(
    """
bias = torch.zeros(2, 1)
def inner(t):
    return t + bias
def outer(t):
    return inner(t)
reveal_type(inner(torch.zeros(2, 3)))
bias = torch.zeros(3, dtype=torch.float64)
reveal_type(inner(torch.zeros(2, 3)))
reveal_type(outer(torch.zeros(2, 3)))
""",
    PLAIN,
)


def test_the_function_around_goes_on_with_what_it_knows():
    assert KEPT.revealed == ["Tensor", 'Tensor[Float32, CPU, "4"]', 'Tensor[Float16, CPU, "4"]']


def test_functions_of_a_file_are_read_anew_when_its_variables_get_other_values():
    before, *after = FILE.revealed
    both = 'Tensor[Float32, CPU, "2 3"] | Tensor[Float64, CPU, "2 3"]'
    assert (before, after) == ('Tensor[Float32, CPU, "2 3"]', [both, both])
    assert FILE.refused == []
