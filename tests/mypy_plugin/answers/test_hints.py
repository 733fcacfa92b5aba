"""An annotation is read in whatever form it is written; a wrong one is told at once."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

FORMS = program(
    """
from __future__ import annotations
import typing, torch, dtensortypes as dt, jaxtyping
from typing import Any, Optional, TypeAlias, TypeVar, Union
from dtensortypes import CPU, CUDA, Float, Float16, Float32, Float64, Tensor

T = TypeVar("T")
D = TypeVar("D", bound=Float)
n = 3
Row: TypeAlias = Tensor[Float32, CPU, "k"]
Quoted: TypeAlias = "Tensor[Float32, CPU, 'k']"
Maybe = Optional[Tensor[Float32, CPU, "k"]]

class Box:
    item: Tensor[Float32, CPU, "Box"]

def f(
    one: Tensor[Float32, CPU, "n"],
    variable: Tensor[D, Any, "T"],
    built_in: Tensor[Float32, CPU, "int"],
    quoted: "Tensor[Float32, CPU, 'b n']",
    dotted: dt.Tensor[dt.Float32, dt.CUDA[0], "b n"],
    union: Union[Tensor[Float16 | Float32, CPU | CUDA], None],
    jax: Tensor[jaxtyping.Float32, Any, "b"],
    empty: Tensor[Float32, CPU, ""],
    rich: Tensor[Any, Any, "#b *rows rows=4 {self.dim} n+1 _ 3"],
    many: Tensor[Any, Any, "..."],
    alias: Row, quoted_alias: Quoted, maybe: Maybe,
    *rest: Tensor[Float32, CPU, "n"],
    key: Tensor[Float32] | None = None,
) -> dict[str, list[Tensor[Float32, CPU, "n"]]]:
    local: Tensor[Float32, CPU, "n"] = one
    typing.cast("Tensor[Float32, CPU, 'q']", many)
    reveal_type(one)
    reveal_type(variable)
    reveal_type(built_in)
    reveal_type(quoted)
    reveal_type(dotted)
    reveal_type(union)
    reveal_type(jax)
    reveal_type(empty)
    reveal_type(rich)
    reveal_type(many)
    reveal_type(alias)
    reveal_type(quoted_alias)
    reveal_type(maybe)
    reveal_type(rest)
    reveal_type(key)
    reveal_type(Box().item)
    return {}
""",
    prelude="",
)

DISTRIBUTED = program("""
import torch.distributed.tensor as tt
Rows: TypeAlias = Shard[0]
def gather(
    x: Tensor[Float32, CPU, "b n", Rows], y: Tensor[Float32, CPU, "b n", Shard | Replicate, Any, Shard[-1]]
) -> Tensor[Float32, CPU, "b n", tt.Replicate]:
    reveal_type(x)
    return y
def use(x: tt.DTensor, y: Tensor[Float32, CPU, "b n", Partial]) -> None:
    gather(x, x)
    gather(y, y)
    gather(torch.zeros(2, 3), torch.zeros(2, 3))
    gather(torch.zeros(2), y)
""")

WRONG = program("""
def f0(x: Tensor[Float32, CPU, "n", "m"]) -> None: ...
def f1(x: Tensor["b n"]) -> None: ...
def f2(x: Tensor[torch.half]) -> None: ...
def f3(x: Tensor[CPU]) -> None: ...
def f4(x: Tensor[int]) -> None: ...
T = TypeVar("T")
def f5(x: Tensor[T]) -> None: ...
def f6(x: Tensor[Float32, "b n"]) -> None: ...
def f7(x: Tensor[Float32, Float32]) -> None: ...
def f8(x: Tensor[Float32, str]) -> None: ...
def f9(x: Tensor[Float32, CUDA["1"]]) -> None: ...
def f10(x: Tensor[Float32, CPU, int]) -> None: ...
def f11(x: Tensor[Float32, CPU, "b n+"]) -> None: ...
def f12(x: Tensor[Float32, CPU, "*a *b"]) -> None: ...
def f13(x: Tensor[Float32, CPU, "n", CPU]) -> None: ...
def f14(x: Tensor[Float32, CPU, "n", Shard["n"]]) -> None: ...
def f15(x: Tensor[Float32, CPU, "n", Shard(0)]) -> None: ...
def f16(x: Tensor[Float32, CPU, "n", 3]) -> None: ...
def f17(x: Tensor[Float32, CPU, "n", Shard[0] | CPU]) -> None: ...
def f18(x: Tensor[Float32, CPU, "n", Shard[0, 1]]) -> None: ...
""")


UNTYPED = program(
    """
def measured(x: Tensor) -> Tensor[float]: return x
""",
    PLAIN,
)


def test_every_form_is_read():
    assert FORMS.messages == []
    tensors = [
        'Tensor[Float32, CPU, "n"]',
        'Tensor[D, Any, "T"]',
        'Tensor[Float32, CPU, "int"]',
        'Tensor[Float32, CPU, "b n"]',
        'Tensor[Float32, CUDA[0], "b n"]',
        "Tensor[Float16 | Float32, CPU | CUDA] | None",
        'Tensor[Float32, Any, "b"]',
        'Tensor[Float32, CPU, ""]',
        'Tensor[Any, Any, "#b *rows 4 {self.dim} n+1 _ 3"]',
        "Tensor",
        'Tensor[Float32, CPU, "k"]',
        'Tensor[Float32, CPU, "k"]',
        'Tensor[Float32, CPU, "k"] | None',
        'tuple[Tensor[Float32, CPU, "n"], ...]',
        "Tensor[Float32] | None",
        'Tensor[Float32, CPU, "_"]',
    ]
    assert FORMS.revealed == tensors


FORM = 'Tensor[dtype, device, "shape"]'
PLACEMENTS = "write Shard[0], Replicate, Partial, a union of them or Any"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (1, '"m" stands in the place of a placement: the shape is one string'),
        (2, f'the shape "b n" stands in the place of the dtype; write {FORM}'),
        (3, "torch.half is a value, not a type; write Float16"),
        (4, f"a device stands in the place of the dtype; write {FORM}"),
        (5, "int is no dtype: write one of dtensortypes' classes, as Float32, Float16 | BFloat16 or Float, or Any"),
        (7, 'T is no dtype: declare it as TypeVar("T", bound=Float), or with another dtype class as its bound'),
        (8, f'the shape "b n" stands in the place of the device; write {FORM}, with Any for any device'),
        (9, f"a dtype stands in the place of the device; write {FORM}"),
        (10, "str is no device: write CPU, CUDA, CUDA[1], MPS, a union of them or Any"),
        (11, "CUDA[...] takes one index, an integer from 0"),
        (12, 'int is no shape: write its axes in one string, as in "b 3 n"'),
        (15, f"CPU is no placement: {PLACEMENTS}"),
        (16, "Shard[...] takes the dim that is split, an integer"),
        (17, f"a call is no type of a placement: {PLACEMENTS}"),
        (18, f"3 is no type of a placement: {PLACEMENTS}"),
        (19, f"CPU is no placement: {PLACEMENTS}"),
        (20, "Shard[...] takes the dim that is split, an integer"),
    ],
)
def test_a_wrong_annotation_is_told_in_one_line(line, words):
    assert [m for m in WRONG.messages if m.startswith(f"{line}: ")] == [f"{line}: error: {words}  [valid-type]"]


def test_a_file_that_does_not_use_our_types_hears_mypy_of_them():
    assert UNTYPED.messages == ['1: error: "Tensor" expects no type arguments, but 1 given  [type-arg]']


def test_placements_are_read_and_left_to_run_time():
    assert DISTRIBUTED.revealed == ['Tensor[Float32, CPU, "b n"]']
    (said,) = DISTRIBUTED.messages
    assert "has shape (2,)" in said


@pytest.mark.parametrize(("line", "word"), [(13, "n+"), (14, "*b")])
def test_an_error_in_a_shape_string_names_the_word(line, word):
    (said,) = [m for m in WRONG.messages if m.startswith(f"{line}: error")]
    assert word in said
    assert said.endswith("[valid-type]")
