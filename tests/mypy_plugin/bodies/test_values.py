"""Values are read from what is written, from names that stand for it, and from types; never guessed."""

from tests.mypy_plugin.checking import program

WRITTEN = program("""
N: Final = 4
WIDTH = 5
CHANGED = 1
CHANGED = 2

def f(flag: bool, n: int, x: Tensor[Float32, CPU, "b c"]) -> None:
    k = 3
    size = (2, 3)
    dtype = torch.float16
    half = torch.float16 if flag else torch.float32
    for i in range(3):
        k2 = i
    reveal_type(torch.zeros(N, WIDTH, k))
    reveal_type(torch.zeros(size))
    reveal_type(torch.zeros(CHANGED, k2, n))
    reveal_type(torch.zeros(2, dtype=dtype))
    reveal_type(torch.zeros(2, dtype=half))
    reveal_type(x.sum(-1))
    reveal_type(x[..., None])
    reveal_type(x[:, 1:])
    reveal_type(torch.zeros(x.shape[0], 2 * x.size(1)))
    reveal_type(torch.zeros(x.shape))
    reveal_type(x.sum(1 if flag else 0))
""")

DEVICES = program("""
def f(flag: bool, name: str) -> None:
    chosen = "cuda" if torch.cuda.is_available() else "cpu"
    also = "cuda:1" if flag and torch.cuda.is_available() else "cpu"
    third = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
    either = "cuda" if flag else "cpu"
    reveal_type(torch.zeros(2, device=chosen))
    reveal_type(torch.zeros(2, device=torch.device(chosen)))
    reveal_type(torch.zeros(2, device=also))
    reveal_type(torch.zeros(2, device=third))
    reveal_type(torch.zeros(2, device=either))
    reveal_type(torch.zeros(2, device=name))
    reveal_type(torch.zeros(2, device="cuda:1"))
""")

UNIONS = program("""
def f(x: Tensor[Float16, CPU, "n"] | Tensor[Float64, CPU, "n"], y: Tensor[Float32, CPU, "n"]) -> None:
    reveal_type(x + y)
    reveal_type(torch.add(x, y))
    reveal_type(x.half())
    reveal_type(x.float() @ y)
""")


SPREAD = program("""
def f(xs: list[Tensor[Float64, CPU, "n"]], x: Tensor[Float64, CPU, "b c d"], y: Tensor[Float32, CPU, "n"]) -> None:
    pair = (y, y)
    reveal_type(torch.zeros((*x.shape[:-1], 3)))
    reveal_type(torch.cat([*pair, y]))
    reveal_type(torch.cat([*xs, xs[0]]).dtype)
    reveal_type(torch.cat((*xs, y)).dtype)
""")

REBOUND = program("""
def f(x: torch.Tensor) -> None:
    k = 3
    if (k := x.ndim) > 2:
        reveal_type(torch.zeros(k))
    n = 4
    *n, last = [1, 2]
    def inner() -> None:
        reveal_type(torch.zeros(m))
    m = 5
    inner()
""")


def test_a_list_with_others_in_it():
    assert SPREAD.messages == []
    assert SPREAD.revealed[:3] == [
        'Tensor[Float32, CPU, "b c 3"]',
        'Tensor[Float32, CPU, "3*n"]',
        "torch.dtype[Float64]",
    ]
    assert SPREAD.revealed[3] != "torch.dtype[Float32]"


def test_a_name_that_is_bound_again_stands_for_nothing():
    assert REBOUND.revealed == ['Tensor[Float32, CPU, "_"]', 'Tensor[Float32, CPU, "5"]']


def test_written_values():
    assert WRITTEN.messages == []
    assert WRITTEN.revealed == [
        'Tensor[Float32, CPU, "4 5 3"]',
        'Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float32, CPU, "_ _ _"]',
        'Tensor[Float16, CPU, "2"]',
        'Tensor[Float16, CPU, "2"] | Tensor[Float32, CPU, "2"]',
        'Tensor[Float32, CPU, "b"]',
        'Tensor[Float32, CPU, "b c 1"]',
        'Tensor[Float32, CPU, "b c-1"]',
        'Tensor[Float32, CPU, "b 2*c"]',
        'Tensor[Float32, CPU, "b c"]',
        'Tensor[Float32, CPU, "b"] | Tensor[Float32, CPU, "c"]',
    ]


def test_a_device_that_is_chosen_at_run_time():
    assert DEVICES.messages == []
    assert DEVICES.revealed == [
        *['Tensor[Float32, Accelerator, "2"]'] * 4,
        *['Tensor[Float32, Any, "2"]'] * 2,
        'Tensor[Float32, CUDA[1], "2"]',
    ]


def test_a_call_is_asked_once_for_each_member_of_a_union():
    assert UNIONS.messages == []
    both = 'Tensor[Float32, CPU, "n"] | Tensor[Float64, CPU, "n"]'
    assert UNIONS.revealed == [both, both, 'Tensor[Float16, CPU, "n"]', 'Tensor[Float32, CPU, ""]']


OF_ANYTHING = program("""
# mypy: disallow-untyped-defs=False
def of(rows, x: Tensor[Float32, CUDA, "n"]):  # type: ignore[no-untyped-def]
    reveal_type(torch.tensor([row / 2 for row in rows]))
    reveal_type(torch.tensor(x.tolist()))
    reveal_type(x[[row for row in rows]])
    return x - torch.tensor([row / 2 for row in rows])
""")


def test_a_list_that_is_written_out_has_a_length_whatever_is_in_it():
    assert OF_ANYTHING.revealed[:2] == ['Tensor[Any, CPU, "_ ..."]', "Tensor"]
    assert ["mixes devices" in message for message in OF_ANYTHING.messages if "error:" in message] == [True]


CHAINED = program(
    "\ndef chained(x0, n0: int, y: Tensor[Float32, CPU, 'k']) -> None:  # type: ignore[no-untyped-def]\n"
    + "".join(f"    x{i + 1} = x{i} + x{i} * 2\n    n{i + 1} = n{i} + n{i}\n" for i in range(60))
    + "    reveal_type(y * (x60 + n60))\n"
)


def test_a_value_that_stands_in_many_places_is_read_once():
    assert CHAINED.revealed == ["Any"]
