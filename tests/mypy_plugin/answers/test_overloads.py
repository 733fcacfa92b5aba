"""Overloads that tensors tell apart: by all that is known of them, and by nothing else."""

from tests.mypy_plugin.checking import program

CHOSEN = program("""
# mypy: disable-error-code="no-untyped-def, no-any-return"
@overload
def total(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, ""]: ...
@overload
def total(x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float32, CPU, "b"]: ...
@overload
def total(x: Tensor[Float64, CPU]) -> Tensor[Float64, CPU]: ...
def total(x):
    return x.sum(-1)

@overload
def kept(x: Tensor[Float32, CPU, "b n"], keep: Literal[True]) -> Tensor[Float32, CPU, "b 1"]: ...
@overload
def kept(x: Tensor[Float32, CPU, "b n"], keep: Literal[False] = False) -> Tensor[Float32, CPU, "b"]: ...
def kept(x, keep=False):
    return x.sum(-1, keepdim=keep)

class Bag:
    @overload
    def add(self, x: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, ""]: ...
    @overload
    def add(self, x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float32, CPU, "b"]: ...
    def add(self, x):
        return x.sum(-1)

def caller(
    a: Tensor[Float32, CPU, "m"], b: Tensor[Float32, CPU, "k m"], c: Tensor[Float32, CPU], d: torch.Tensor
) -> None:
    reveal_type(total(a))
    reveal_type(total(b))
    reveal_type(total(b.double()))
    reveal_type(total(torch.zeros(3, 4)))
    reveal_type(total(c))
    reveal_type(total(d))
    reveal_type(kept(b, True))
    reveal_type(kept(b))
    reveal_type(kept(c, keep=True))
    reveal_type(Bag().add(b))
    reveal_type(Bag().add(d))
    total(b.int())
    total(torch.zeros(3, 4, 5))
""")


def test_an_overload_is_chosen_by_all_that_is_known_of_tensors():
    assert CHOSEN.revealed[:4] == [
        'Tensor[Float32, CPU, ""]',
        'Tensor[Float32, CPU, "k"]',
        "Tensor[Float64, CPU]",
        'Tensor[Float32, CPU, "3"]',
    ]
    assert CHOSEN.revealed[9] == 'Tensor[Float32, CPU, "k"]'


def test_nothing_is_known_where_several_may_be_meant():
    assert [CHOSEN.revealed[i] for i in (4, 5, 10)] == ["Any", "Any", "Any"]


def test_what_tensors_do_not_tell_apart_other_arguments_do():
    assert CHOSEN.revealed[6:9] == [
        'Tensor[Float32, CPU, "k 1"]',
        'Tensor[Float32, CPU, "k"]',
        'Tensor[Float32, CPU, "_ 1"]',
    ]


def test_what_fits_none_is_reported():
    assert [text.partition(" ")[0] for text in CHOSEN.messages if "error" in text] == ["40:", "41:"]


PLAIN_ONES = program("""
@overload
def many(x: None) -> None: ...
@overload
def many(x: torch.Tensor | tuple[torch.Tensor, ...]) -> tuple[torch.Tensor, ...]: ...
def many(x: torch.Tensor | tuple[torch.Tensor, ...] | None) -> tuple[torch.Tensor, ...] | None:
    return (x,) if isinstance(x, torch.Tensor) else x

@overload
def wide(x: Tensor[Float32]) -> tuple[torch.Tensor, ...]: ...
@overload
def wide(x: torch.Tensor) -> torch.Tensor: ...
def wide(x: torch.Tensor) -> Any:
    return (x,) if x.dtype == torch.float32 else x

S = TypeVar("S", bound=Tensor[Float32])
@overload
def bound(x: S) -> tuple[S, ...]: ...
@overload
def bound(x: torch.Tensor) -> torch.Tensor: ...
def bound(x: torch.Tensor) -> Any:
    return (x,) if x.dtype == torch.float32 else x

def caller(x: torch.Tensor, both: tuple[torch.Tensor, torch.Tensor], some: torch.Tensor | None) -> None:
    reveal_type(many(x))
    reveal_type(many(both))
    reveal_type(many(None))
    reveal_type(many(some))
    reveal_type(wide(x))
    reveal_type(bound(x))
""")


def test_of_overloads_that_declare_nothing_of_tensors_mypy_chooses_one():
    assert PLAIN_ONES.revealed[:4] == [
        "tuple[Tensor, ...]",
        "tuple[Tensor, ...]",
        "None",
        "tuple[Tensor, ...] | None",
    ]


def test_nothing_is_known_where_one_of_them_declares_something():
    assert PLAIN_ONES.revealed[4:] == ["Any", "Any"]
