"""Numbers that a variable is given anew are known where one statement certainly gave it last."""

import pytest

from tests.mypy_plugin.checking import program

CASES = {
    "n = 2; n = n + 1": "3",
    "n = 2; n *= 3": "6",
    "n = 2; n = 3 * n // 2; n += 1": "4",
    "n = 2; m = 4; n = n + m; m = 1": "6",
    "n = 2\n    if flag: n = n + 1": "_",
    "n = 2\n    if flag:\n        n = n + 1\n    n = 7": "7",
    "n = 2\n    for _ in range(2): n = n + 1": "_",
    "n = 2\n    while flag: n += 1": "_",
    "n = 2; n = n + k": "_",
    "n = 2; n = n + 1; del n; n = k": "_",
    "n = 2\n    try:\n        n = n + 1\n        print(k)\n        n = n + 1\n    except OSError: pass": "_",
    "n = 2; n = n + 1\n    def later():\n        nonlocal n\n        n += 1\n    later()": "_",
}
BODY = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def use(flag: bool, k: int) -> None:
    {body}
    reveal_type(torch.zeros(n))
"""
FOUND = [(program(BODY.replace("{body}", body.replace("; ", "\n    "))), size) for body, size in CASES.items()]
LATER = program("""
def use() -> None:
    n = 2
    ask = lambda: torch.zeros(n)
    each = (torch.zeros(n) for _ in range(2))
    n = n + 1
    reveal_type(ask())
    reveal_type(list(each)[0])
""")
GIVEN = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def rows(x, n=4):
    n *= 2
    return x.view(n, -1)
reveal_type(rows(torch.zeros(16)))
""")


@pytest.mark.parametrize(("said", "size"), FOUND, ids=CASES)
def test_what_it_is(said, size):
    assert said.revealed == [f'Tensor[Float32, CPU, "{size}"]']


def test_what_is_read_later_is_another_one_perhaps():
    assert LATER.revealed == ['Tensor[Float32, CPU, "_"]'] * 2


def test_a_parameter():
    assert GIVEN.revealed == ['Tensor[Float32, CPU, "8 2"]']
