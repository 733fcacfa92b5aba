"""Sizes are followed through arithmetic, `len` and unpacking; to mypy they stay ints."""

from tests.mypy_plugin.checking import program

SIZES = program("""
def f(x: Tensor[Float32, CPU, "b n"], k: int) -> int:
    b, n = x.shape
    reveal_type(x.view(b * n))
    reveal_type(torch.zeros(n - 1, 2 * n + 1, n // 2, n % 2, 4 - b))
    reveal_type(torch.zeros(n // 0, n + k))
    reveal_type(torch.zeros(len(x), x.size(-1)))
    reveal_type(len([1]))
    n += 1
    reveal_type(torch.zeros(n))
    rows: list[int] = [b, n]
    rows.append(b)
    total: int = b
    total = n
    if b == n or b == 3 or x.ndim == 3:
        total += b
    return b
""")


def test_sizes():
    assert SIZES.messages == []
    assert SIZES.revealed == [
        'Tensor[Float32, CPU, "b*n"]',
        'Tensor[Float32, CPU, "n-1 2*n+1 n//2 n%2 -b+4"]',
        'Tensor[Float32, CPU, "_ _"]',
        'Tensor[Float32, CPU, "b n"]',
        "int",
        'Tensor[Float32, CPU, "n+1"]',
    ]
