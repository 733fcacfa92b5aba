import collections
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, NewType, Optional, TypeVar

import pytest
import torch
from beartype.vale import Is
from torch.utils.data import DataLoader
from typing_extensions import TypeAliasType

from dtensortypes import CPU, CUDA, BFloat16, Float16, Float32, Tensor
from dtensortypes.runtime.nodes import Either, Entries, Fixed, Items, Plain
from dtensortypes.runtime.reading import read, tensors

X = Tensor[Float32, CPU, "b n"]
T = read(X)
NONE = Plain(type(None))
Named = NewType("Named", X)
Typed = TypeVar("Typed", bound=X)


@pytest.mark.parametrize(
    ("hint", "tree"),
    [
        (X | None, Either((T, NONE))),
        (Optional[X], Either((T, NONE))),  # noqa: UP045 - the other spelling
        (Annotated[X, "an image"], T),
        (Named, T),
        (TypeAliasType("Alias", X), T),
        (TypeAliasType("Alias", X) | None, Either((T, NONE))),
        (Typed, T),
        (list[X], Items(list, T)),
        (collections.deque[X], Items(collections.deque, T)),
        (tuple[X, ...], Items(tuple, T)),
        (tuple[X, int], Fixed((T, Plain(int)))),
        (Mapping[str, list[X]], Entries(Mapping, Plain(str), Items(list, T))),
        (list[X | None], Items(list, Either((T, NONE)))),
        (Tensor[Float16] | Tensor[BFloat16], read(Tensor[Float16 | BFloat16])),
        (Tensor[Float16, CPU] | None | Tensor[Float16, CUDA], Either((read(Tensor[Float16, CPU]), NONE,
                                                                      read(Tensor[Float16, CUDA])))),
    ],
)  # fmt: skip
def test_trees(hint, tree):
    assert read(hint) == tree


@pytest.mark.parametrize(
    "hint",
    [
        int,
        None,
        Any,
        torch.Tensor,
        list[int],
        Literal[1],
        Callable[[X], X],
        Annotated[int, 1],
        DataLoader[Any],
        TypeVar("U"),
    ],
)
def test_no_tensors(hint):
    assert tensors(read(hint)) == ()


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (Iterator[X], r"the tensors in Iterator\[\.\.\.\] are gone once they are looked at: write Sequence"),
        (DataLoader[X], r"the tensors in DataLoader\[\.\.\.\] cannot be found: write DataLoader\[Any\]"),
        (list[type[X]], r"the tensors in type\[\.\.\.\] cannot be found"),
        (Annotated[X, Is[lambda x: True]], "beartype's validators of a tensor are not checked"),
    ],
)
def test_what_no_check_can_reach(hint, words):
    with pytest.raises(TypeError, match=words):
        read(hint)
