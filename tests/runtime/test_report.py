"""The table under the reason: the whole call side by side, and never a number of a tensor."""

from typing import NamedTuple

import pytest
import torch

from dtensortypes import CPU, Float32, Tensor, TensorTypeError, checked
from dtensortypes.runtime.report import actual

TABLE = """\
argument "keys[1]" of "attend" is float64, declared Float32 ("b m")

    called from test_report.py:{line} in test_an_argument
    q       Tensor[Float32, CPU, "b n"]        float32 cpu (2, 3)
    mask    Tensor[Float32, CPU, "n"] | None   None
  > keys    list[Tensor[Float32, CPU, "b m"]]  list of 2: float32 cpu (2, 4), float64 cpu (2, 4)
    scale   float                              float
    causal  bool                               True
    extra                                      None
    with b = 2, n = 3

cast with .float()"""


@checked
def attend(
    q: Tensor[Float32, CPU, "b n"],
    mask: Tensor[Float32, CPU, "n"] | None,
    keys: list[Tensor[Float32, CPU, "b m"]],
    *,
    scale: float = 1.0,
    causal: bool = False,
    extra=None,
) -> Tensor[Float32, CPU, "n m"]:
    return q


def test_an_argument():
    with pytest.raises(TensorTypeError) as caught:
        attend(torch.rand(2, 3), None, [torch.rand(2, 4), torch.rand(2, 4).double()], causal=True)
    assert str(caught.value) == TABLE.format(line=caught.traceback[0].lineno + 1)


def test_a_return_value():
    with pytest.raises(TensorTypeError) as caught:
        attend(torch.rand(2, 3), None, [torch.rand(2, 4)])
    first, _, place, *table = str(caught.value).split("\n")
    assert first == ('return value of "attend" has shape (2, 3), declared "n m": dim 0 is 2, but "n" is 3 in "q"')
    assert place.startswith("    called from test_report.py:")
    assert [line[:3].strip() for line in table] == [""] * 6 + [">", ""]
    assert table[-2].endswith("float32 cpu (2, 3)")
    assert table[-1] == "    with b = 2, n = 3, m = 4"


def test_of_many_arguments_the_first_ones_and_the_wrong_one():
    scope = {}
    names = [f"x{i}" for i in range(30)]
    exec(f"def f({', '.join(names)}): return x0", scope)  # noqa: S102 - a function of many parameters
    scope["f"].__annotations__ = dict.fromkeys(names, Tensor[Float32])
    with pytest.raises(TensorTypeError) as caught:
        checked(scope["f"])(*[torch.ones(2)] * 20, torch.ones(2).double(), *[torch.ones(2)] * 9)
    table = caught.value.table.split("\n")
    assert [line.split()[0] for line in table[1:-2]] == names[:16]
    assert [line[:9] for line in table[-2:]] == ["  > x20  ", "    and 1"]
    assert table[-1] == "    and 13 more"


class Pair(NamedTuple):
    a: torch.Tensor
    b: int


class Rude:
    __repr__ = __str__ = __eq__ = __len__ = __iter__ = __getitem__ = None
    __hash__ = object.__hash__


class RudeList(list):
    __repr__ = __str__ = __eq__ = __len__ = __iter__ = __getitem__ = None


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (torch.ones(2), "float32 cpu (2,)"),
        ([torch.ones(2)] * 9, "list of 9: float32 cpu (2,), float32 cpu (2,), float32 cpu (2,), 6 more"),
        ({"a": torch.ones(())}, "dict of 1: 'a': float32 cpu ()"),
        ((), "tuple of 0"),
        (1.5, "float"),
        ("text", "str"),
        (3, "3"),
        (None, "None"),
        (Pair(torch.ones(2), 1), "Pair of 2: float32 cpu (2,), 1"),
        ({Rude(): 1}, "dict of 1: Rude: 1"),
        (Rude(), "Rude"),
        (RudeList([1]), "RudeList of 1: 1"),
    ],
)
def test_values_in_few_words(value, words):
    assert actual(value) == words
