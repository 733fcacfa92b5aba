"""Calls of torch's operations have the types that the table gives, and its problems at their lines."""

import pytest

from tests.mypy_plugin.checking import program

GIVEN = program("""
import torch.nn.functional as F
def f(x: Tensor[Float32, CPU, "b n"], y: torch.Tensor) -> None:
    reveal_type(torch.relu(x))
    reveal_type(F.linear(x, torch.zeros(4, 3).double().float()))
    reveal_type(x.half().sum(1, keepdim=True))
    reveal_type(x.T)
    reveal_type(x.max(dim=1).values)
    reveal_type(x.max(dim=1)[1])
    reveal_type(-x @ x.T)
    reveal_type(2 / x.int())
    reveal_type(x.shape)
    reveal_type(y)
    reveal_type(y.half())
    reveal_type(x.numpy())
    reveal_type(torch.from_numpy(np.zeros(3)))
    reveal_type(nn.Conv2d(3, 8, 3, padding=1)(torch.zeros(2, 3, 5, 5)))
    reveal_type(y.unknown_to_stubs)
""")

WRONG = program("""
x, h = torch.zeros(2, 3), torch.zeros(3, 2).half()
x @ h
x + torch.zeros(3, 2)
x + torch.zeros(2, 3, device="cuda")
x.half()
x.cuda(non_blocking=True)
x = x.to("cuda")
x.sum(dim=3)
torch.zeros(2, 3).view(4)
nn.Linear(3, 4)(torch.zeros(2, 5))
""")

NOT_PROVED = program("""
def f(x: Tensor[Float32] | Tensor[Float16], y: Tensor[Float32], flag: bool, n: int) -> None:
    x @ y
    z = y.half() if flag else y
    z @ y
    y.view(n)
    torch.zeros(n, 3) @ torch.zeros(n, 3)
    torch.cat([y, x])
    z @ z.T
""")

IGNORED = program(
    """
import torch
x = torch.rand(3, 4)
_ = x.max(dim=0).values, torch.sort(x).indices, x.topk(1).values, torch.aminmax(x).min
""",
    prelude="",
)


def test_given():
    assert GIVEN.messages == ['17: error: "Tensor" has no attribute "unknown_to_stubs"  [attr-defined]']
    assert [shown.replace("numpy._typing._nbit_base.", "") for shown in GIVEN.revealed] == [
        'Tensor[Float32, CPU, "b n"]',
        'Tensor[Float32, CPU, "b 4"]',
        'Tensor[Float16, CPU, "b 1"]',
        'Tensor[Float32, CPU, "n b"]',
        'Tensor[Float32, CPU, "b"]',
        'Tensor[Int64, CPU, "b"]',
        'Tensor[Float32, CPU, "b b"]',
        'Tensor[Float32, CPU, "b n"]',
        "torch.Size[Literal['b'], Literal['n']]",
        "Tensor",
        "Tensor[Float16]",
        "numpy.ndarray[tuple[Literal['b'], Literal['n']], numpy.dtype[numpy.floating[_32Bit]]]",
        'Tensor[Float64, CPU, "3"]',
        'Tensor[Float32, CPU, "2 8 5 5"]',
        "Any",
    ]


@pytest.mark.parametrize(
    ("line", "words", "code"),
    [
        (2, '"@" needs both sides in one dtype', "tensor-dtype"),
        (3, "shapes (2, 3) and (3, 2) do not broadcast: 3 against 2 at dim -1", "tensor-shape"),
        (4, '"+" mixes devices: cpu and cuda', "tensor-device"),
        (5, 'the result of "half" is thrown away', "tensor-discarded"),
        (6, 'the result of "cuda" is thrown away', "tensor-discarded"),
        (8, "dimension out of range", "tensor-shape"),
        (9, "(4,)", "tensor-shape"),
        (10, "shapes (2, 5) and (3, 4) cannot be multiplied: 5 against 3", "tensor-shape"),
    ],
)
def test_wrong(line, words, code):
    (said,) = [message for message in WRONG.messages if message.startswith(f"{line}: error")]
    assert words in said
    assert said.endswith(f"[{code}]")


def test_nothing_else_is_said():
    assert not [message for message in WRONG.messages if message.startswith(("1: error", "7: error"))]


def test_what_is_wrong_in_some_cases_only_is_not_proved():
    assert NOT_PROVED.messages == []


def test_torchs_named_tuples_keep_their_names():
    assert IGNORED.messages == []


WITHOUT_ONE = program("""
def chosen(x: Tensor[Float32, CPU, "1 n"], y: Tensor[Float32, CPU, "4"], flag: bool) -> None:
    here = torch.ones(4, device="cuda" if torch.cuda.is_available() else "cpu")
    either = torch.where((here if flag else x) > 0, y, y)
    reveal_type(either)
    torch.hstack([either, y])
""")


def test_what_is_refused_on_an_accelerator_alone_still_comes_of_it_without_one():
    assert WITHOUT_ONE.revealed == ['Tensor[Float32, Any, "4"] | Tensor[Float32, CPU, "1 4"]']
    assert not WITHOUT_ONE.messages


ARRAYS = program("""
def f(n: Any, dtype: Any) -> None:
    reveal_type(torch.from_numpy(np.zeros(n)))
    reveal_type(torch.from_numpy(np.ones(n, dtype=np.float32)))
    reveal_type(torch.from_numpy(np.zeros(n, dtype=dtype)))
    reveal_type(torch.from_numpy(np.zeros((n, 3), dtype=np.int64)))
    reveal_type(torch.from_numpy(np.full(n, n)))
""")


def test_an_array_of_any_size_has_its_dtype():
    """Of numpy's overloads mypy takes none where they give arrays of different ranks."""
    assert ARRAYS.revealed == [
        "Tensor[Float64, CPU]",
        "Tensor[Float32, CPU]",
        "Tensor[Any, CPU]",
        'Tensor[Int64, CPU, "_ 3"]',
        "Tensor[Any, CPU]",
    ]


LAYERS = program("""
def give(x: Tensor[Float32, CPU, "2 5"], y: Tensor[Float32, CPU, "2 6"], flag: bool, layer: nn.Linear) -> None:
    fc, loss = nn.Linear(3, 4), nn.MSELoss()
    fc(x if flag else y)  # refused
    fc(x if flag else x.cuda())  # refused
    fc(x[:, :3] if flag else x)
    layer(x if flag else y)
    loss(x, y if flag else y.cuda())  # refused
    nn.MSELoss()(x if flag else x.cuda(), y)  # refused
    (fc if flag else nn.Linear(5, 4))(x if flag else y)
""")


def test_a_layer_that_refuses_whatever_it_may_be_given():
    assert LAYERS.refused == LAYERS.marked
