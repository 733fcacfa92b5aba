"""Functions inside of others are read with the ones around them, and so are the ones that hold them."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

BODIES = {
    "def g(t): return t.half()\n    return g(x)": 'Tensor[Float16, CPU, "2 3"]',
    "n = 3\n    def g(t): return t[:, :n - 1]\n    return g(x)": 'Tensor[Float32, CPU, "2 2"]',
    "def g(t): return t.half()\n    def h(t): return g(t).t()\n    return h(x)": 'Tensor[Float16, CPU, "3 2"]',
    "def g(t): return h(t).half()\n    def h(t): return t.t()\n    return g(x)": 'Tensor[Float16, CPU, "3 2"]',
    "def g(t, n): return t if n == 0 else g(t[None], n - 1)\n    return g(x, 2)": 'Tensor[Float32, CPU, "1 1 2 3"]',
    "net = nn.Linear(3, 5)\n    def g(): return net(x)\n    return g()": 'Tensor[Float32, CPU, "2 5"]',
    "y = x\n    def g():\n        nonlocal y\n        y = y.half()\n    g()\n    return y": "Any",
    "async def g(): return x\n    return x": 'Tensor[Float32, CPU, "2 3"]',
    "class C: pass\n    return x": "Any",
    "def g(t):\n        def h(): return t\n        return h()\n    return g(x)": "Any",
    "@decorated\n    def g(t): return t\n    return g(x)": "Any",
    "def g(t): return t\n    g = torch.Tensor.half\n    return g(x)": 'Tensor[Float16, CPU, "2 3"]',
    "g = lambda t: t\n    for _ in range(2):\n        v = x\n        def g(): return v\n        y = g()\n"
    "        x = x.half()\n    return y": "Any",
}
READ = [
    (program(f"\ndef run(x):\n    {body}\nreveal_type(run(torch.zeros(2, 3)))", PLAIN), told)
    for body, told in BODIES.items()
]
COUNTS = """
steps = 0
def run(x):
    global steps
    {body}
    return x.half()
reveal_type(run(torch.zeros(2, 3)))
"""
HALVES = 'Tensor[Float16, CPU, "2 3"]'
COUNTED = {"steps += 1": HALVES, "print(steps)": HALVES, "steps = 3": "Any"}
COUNTING = [(program(COUNTS.format(body=body), PLAIN), told) for body, told in COUNTED.items()]
WRONG = program(
    "\ndef run(x, w):\n    def g(t):\n        return t @ w\n    return g(x)\nrun(torch.ones(3), torch.ones(4))", PLAIN
)


@pytest.mark.parametrize(("said", "told"), READ)
def test_what_a_function_gives_that_holds_others(said, told):
    assert said.revealed == [told]


@pytest.mark.parametrize(("said", "told"), COUNTING, ids=list(COUNTED))
def test_the_programs_variables_may_be_counted_on(said, told):
    assert said.revealed == [told]


def test_what_is_wrong_in_a_function_inside():
    assert WRONG.refused == [3]
