from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

import pytest
from torch.utils.data import DataLoader

from dtensortypes import CPU, CUDA, Float32, Tensor
from dtensortypes.runtime.reading import read

T = TypeVar("T")


@dataclass
class Box(Generic[T]):
    item: T


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        (Tensor, "Tensor"),
        (Tensor[Float32], "Tensor[Float32]"),
        (Tensor[Any, CPU], "Tensor[Any, CPU]"),
        (Tensor[Any, CPU, "*batch n"], 'Tensor[Any, CPU, "*batch n"]'),
        (Tensor[Any, CPU] | int | None, "Tensor[Any, CPU] | int | None"),
        (list[Tensor], "list[Tensor]"),
        (tuple[Tensor, ...], "tuple[Tensor, ...]"),
        (tuple[Tensor, list[Tensor]], "tuple[Tensor, list[Tensor]]"),
        (Mapping[str, Tensor[Any, CUDA[1]]], "Mapping[str, Tensor[Any, CUDA[1]]]"),
        (Literal["a"], "Literal['a']"),
        (Callable[[int], str], "Callable[[int], str]"),
        (DataLoader[int], "DataLoader[int]"),
        (Box[Tensor[Float32]], "Box[Tensor[Float32]]"),
        (type[int], "type[int]"),
        (int | None, "int | None"),
        (Any, "Any"),
        (None, "None"),
    ],
)
def test_hints_are_printed_as_they_are_written(hint, text):
    assert read(hint).notation == text


def test_the_shape_for_a_message():
    assert read(Tensor[Float32, Any, "b n"]).shape == "b n"
    assert read(Tensor[Float32]).shape == ""
