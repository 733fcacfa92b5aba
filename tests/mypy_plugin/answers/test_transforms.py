"""`torch.vmap` adds a dim to what a function takes and gives; torch annotates it as the function itself."""

from tests.mypy_plugin.checking import program

MAPPED = program("""
import functools
def dist(a: Tensor[Float32, CPU, "d"], b: Tensor[Float32, CPU, "d"]) -> Tensor[Float32, CPU, ""]:
    return (a - b).norm()
def both(
    a: Tensor[Float32, CPU, "... d"], k: int = 2
) -> tuple[Tensor[Float32, CPU, "... d"], Tensor[Float32, CPU, "d"]]:
    return a, a.reshape(-1, a.shape[-1])[0]
@torch.vmap
def dot(a: Tensor[Float32, CPU, "d"], b: Tensor[Float32, CPU, "d"]) -> Tensor[Float32, CPU, ""]:
    return torch.dot(a, b)
@functools.partial(torch.vmap, in_dims=(0, None))
def later(a: Tensor[Float32, CPU, "d"], b: Tensor[Float32, CPU, "d"]) -> Tensor[Float32, CPU, ""]:
    return torch.dot(a, b)
def use(a: Tensor[Float32, CPU, "n d"], b: Tensor[Float32, CPU, "m d"], dims: int) -> Tensor[Float32, CPU, "n"]:
    f = torch.vmap(dist)
    reveal_type(f(a, a))
    reveal_type(torch.vmap(dist)(a, a))
    reveal_type(torch.func.vmap(dist, in_dims=(0, None))(a, b[0]))
    reveal_type(torch.vmap(dist, -1)(a.T, a.T))
    reveal_type(torch.vmap(torch.vmap(dist, (None, 0)), (0, None))(a, b))
    reveal_type(torch.vmap(both, in_dims=(0, None), out_dims=(0, 1))(a))
    reveal_type(torch.vmap(dist, dims)(a, b))
    reveal_type(dot(a, a))
    reveal_type(later(a, b[0]))
    f(a, b)  # refused
    torch.vmap(dist)(a, b)  # refused
    torch.vmap(dist)(a.double(), a)  # refused
    torch.vmap(dist)(a[0], a)  # refused
    return torch.vmap(dist)(a, a)
""")


def test_mapped_functions():
    assert MAPPED.refused == MAPPED.marked
    assert MAPPED.revealed == [
        'Tensor[Float32, CPU, "n"]',
        'Tensor[Float32, CPU, "n"]',
        'Tensor[Float32, CPU, "n"]',
        'Tensor[Float32, CPU, "n"]',
        'Tensor[Float32, CPU, "n m"]',
        'tuple[Tensor[Float32, CPU, "n ... d"], Tensor[Float32, CPU, "d n"]]',
        'Tensor[Float32, CPU, "_"]',
        'Tensor[Float32, CPU, "n"]',
        "Tensor",
    ]


MADE = program("""
from collections.abc import Callable
def grown(a: Tensor[Float32, CPU, "d"]) -> Tensor[Float32, CPU, "d"]:
    return a + 1
def made() -> Callable[[Tensor[Float32, CPU, "d"]], Tensor[Float32, CPU, "d"]]:
    return grown
def use(d: Tensor[Float32, CPU, "d"], n: Tensor[Float32, CPU, "n"]) -> None:
    torch.compile(grown)(n) + n
    made()(n) + n
    torch.compile(grown)(n.cuda())  # refused
    made()(n.half())  # refused
""")


def test_functions_that_are_called_where_they_are_made():
    assert MADE.refused == MADE.marked
