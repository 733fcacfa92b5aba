"""A call of a partial is the call that it comes to; one of a class of modules carries what it was given."""

from tests.mypy_plugin.checking import PLAIN, program

OF_TORCH = program("""
from functools import partial
half = partial(torch.zeros, dtype=torch.float16)
reveal_type(half(3))
reveal_type(half(3, dtype=torch.int8))
reveal_type(partial(torch.tensor, device="cuda")([1.0, 2.0]))
def again() -> None:
    dtype, n = torch.float32, 3
    made = partial(torch.zeros, n, dtype=dtype)
    dtype, n = torch.float16, 4
    reveal_type(made())
    x = torch.zeros(2, 3)
    mean = partial(torch.mean, x, dim=0)
    x.t_()
    reveal_type(mean())
def made(dtype: torch.dtype, x: Tensor) -> None:
    like = partial(torch.ones_like, dtype=dtype)
    reveal_type(like(torch.zeros(2)))
linear = partial(nn.functional.linear, bias=None)
linear(torch.zeros(2, 3), torch.zeros(4, 5))  # refused
""")


def test_a_partial_of_torchs_function_keeps_what_it_was_given_when_it_was_made():
    assert OF_TORCH.refused == OF_TORCH.marked
    assert OF_TORCH.revealed == [
        'Tensor[Float16, CPU, "3"]',
        'Tensor[Int8, CPU, "3"]',
        'Tensor[Float32, CUDA, "2"]',
        'Tensor[Float32, CPU, "_"]',
        "Tensor",
        'Tensor[Any, CPU, "2"]',
    ]


OF_A_CLASS = program(
    """
import functools
def norm_of(kind="batch"):
    if kind == "batch":
        norm = partial(nn.BatchNorm2d, affine=True)
    elif kind == "instance":
        norm = partial(nn.InstanceNorm2d, affine=False)
    else:
        raise ValueError(kind)
    return norm
class Net(nn.Module):
    def __init__(self, n, norm=nn.BatchNorm2d):
        super().__init__()
        bias = norm.func == nn.InstanceNorm2d if type(norm) == partial else norm == nn.InstanceNorm2d
        if type(norm) == partial:
            bias = norm.func == nn.InstanceNorm2d
        layers = [nn.Conv2d(3, n, 3, bias=bias), norm(n)]
        for _ in range(2):
            layers += [Block(n, norm)]
        self.layers = nn.Sequential(*layers)
    def forward(self, x):
        return self.layers(x)
class Block(nn.Module):
    def __init__(self, n, norm):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(n, n, 3), norm(n)
    def forward(self, x):
        return self.norm(self.conv(x))
def made(conv, n):
    return conv(3, n)
def either(flag, n):
    if flag:
        conv = partial(nn.Conv2d, kernel_size=3)
    else:
        conv = partial(nn.Conv2d, kernel_size=5)
    return made(conv, n)
def one(flag, n):
    return made(partial(nn.Conv2d, kernel_size=3) if flag else partial(nn.Conv2d, kernel_size=5), n)
x = torch.zeros(1, 3, 8, 8)
reveal_type(Net(5, norm_of())(x))
reveal_type(Net(5, partial(nn.BatchNorm2d, eps=1e-4))(x))
reveal_type(Net(5, norm_of("instance"))(x))
reveal_type(Net(5, norm_of(input()))(x))
reveal_type(made(partial(nn.Conv2d, kernel_size=3), 4)(x))
reveal_type(made(partial(nn.Conv2d, kernel_size=3, padding=1), 4)(x))
reveal_type(made(partial(nn.Conv2d, kernel_size=int(input())), 4)(x))
reveal_type(either(bool(input()), 4)(x))
reveal_type(one(bool(input()), 4)(x))
Net(5, partial(nn.BatchNorm2d, affine=True))(x[:, :2])  # refused
""",
    prelude=PLAIN,
)


def test_a_partial_of_a_class_that_a_constructor_takes():
    known = 'Tensor[Float32, CPU, "1 5 2 2"]'
    assert OF_A_CLASS.revealed == [
        *(known, known, known, "Any"),
        'Tensor[Float32, CPU, "1 4 6 6"]',
        'Tensor[Float32, CPU, "1 4 8 8"]',
        'Tensor[Float32, CPU, "1 4 _ _"]',
        "Any",
        "Any",
    ]
    assert OF_A_CLASS.refused == OF_A_CLASS.marked


CHANGED = program(
    """
def made(conv, n):
    return conv(3, n)
conv = partial(nn.Conv2d, kernel_size=3)
conv.keywords["kernel_size"] = 5
reveal_type(made(conv, 4)(torch.zeros(1, 3, 8, 8)))
""",
    prelude=PLAIN,
)


def test_a_partial_of_which_somebody_changes_what_it_keeps():
    assert CHANGED.revealed == ["Any"]
