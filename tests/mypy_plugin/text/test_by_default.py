"""What a helper gives where it is given None is judged as what an `if` gives there."""

from tests.mypy_plugin.checking import program

HELPERS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
def exists(x):
    return x is not None
def default(x, d):
    return x if exists(x) else d
def called(x, d):
    \"\"\"What is left out.\"\"\"
    if x is None:
        return d()
    return x
def swapped(x, d):
    return d if exists(x) else x
def other(x, d, e):
    return x if exists(x) else d
def plain(x: Tensor[Float32, CUDA, "b"], noise: Optional[Tensor[Float32, CUDA, "b"]] = None):
    noise = default(noise, torch.randn(x.shape))
    return x + noise  # refused
def made(x: Tensor[Float32, CUDA, "b"], noise: Optional[Tensor[Float32, CUDA, "b"]] = None):
    noise = called(noise, lambda: torch.randn(x.shape))
    return x + noise  # refused
def alike(x: Tensor[Float32, CUDA, "b"], noise: Optional[Tensor[Float32, CUDA, "b"]] = None):
    noise = default(noise, torch.randn_like(x))
    return x + noise
def asked_twice(x: Tensor[Float32, CUDA, "b"], noise: Optional[Tensor[Float32, CUDA, "b"]] = None):
    if noise is None:
        x = x.cpu()
    noise = default(noise, torch.randn(x.shape))
    return x + noise
def the_other_way(x: Tensor[Float32, CUDA, "b"], noise: Optional[Tensor[Float32, CUDA, "b"]] = None):
    noise = swapped(noise, torch.randn(x.shape))
    return x + noise  # type: ignore[operator]
def of_three(x: Tensor[Float32, CUDA, "b"], noise: Optional[Tensor[Float32, CUDA, "b"]] = None):
    noise = other(noise, torch.randn(x.shape), 3)
    return x + noise
def another(x: Tensor[Float32, CUDA, "b"], noise: Optional[Tensor[Float32, CUDA, "b"]] = None):
    x = default(noise, x.cpu())
    noise = default(noise, torch.randn(x.shape))
    return x + noise
""")


def test_what_stands_for_none():
    assert HELPERS.refused == HELPERS.marked
