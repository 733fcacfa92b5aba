import collections
from collections import abc
from enum import Enum
from typing import Any, TypeVar

import pytest
import torch

from dtensortypes import Float32, Float64, Tensor
from dtensortypes.runtime.finding import Found, Wrong
from dtensortypes.runtime.matching import readings
from dtensortypes.runtime.reading import read

F32 = Tensor[Float32]
T = TypeVar("T")
Color = Enum("Color", ["RED"])


class Images(list[F32]):
    pass


class Named(dict[str, T]):
    pass


def paths(finding):
    return [one.path if isinstance(one, Found) else list(map(paths, one.ways)) for one in finding]


def test_each_way_to_read_a_value():
    hint = read(Tensor | list[Tensor] | None)
    assert paths(readings(hint, torch.zeros(2), "x")) == ["x"]
    assert paths(readings(hint, [torch.zeros(2)] * 2, "x")) == ["x[0]", "x[1]"]
    assert readings(hint, None, "x") == ()
    either = read(Tensor[Any, Any, "n"] | Tensor[Any, Any, "m"] | None)
    assert paths(readings(either, torch.zeros(2), "x")) == [[["x"], ["x"]]]
    assert readings(either, None, "x") == ()


def test_a_way_that_binds_nothing_is_the_last_one():
    either = read(list[Tensor[Any, Any, "n"] | Tensor[Any, Any, "2"] | Tensor[Any, Any, "m"]])
    assert paths(readings(either, [torch.zeros(2)], "x")) == [[["x[0]"], ["x[0]"]]]
    assert paths(readings(either, [torch.zeros(3)], "x")) == [[["x[0]"], ["x[0]"]]]
    assert [way[0].hint.shape for way in readings(either, [torch.zeros(2)], "x")[0].ways] == ["n", "2"]
    assert [way[0].hint.shape for way in readings(either, [torch.zeros(3)], "x")[0].ways] == ["n", "m"]


@pytest.mark.parametrize(
    ("hint", "value", "path"),
    [
        (F32, torch.zeros(2).double(), "x"),
        (list[F32], [torch.zeros(2), None], "x[1]"),
        (list[list[F32]], [[], [None]], "x[1][0]"),
        (dict[str, F32], collections.OrderedDict(a=None), "x['a']"),
        (dict[int, F32], {"a": torch.zeros(2)}, "key 'a' of x"),
        (tuple[F32, int], (torch.zeros(2), "1"), "x[1]"),
        (tuple[F32, int], [torch.zeros(2), 1], "x"),
        (collections.abc.Sequence[F32], "text", "x"),
        (collections.abc.Sequence[F32], torch.zeros(2), "x"),
        (list[F32] | None, [None], "x[0]"),
        (F32 | list[Tensor[Float64]], [torch.zeros(2)], "x[0]"),
        (list[F32] | dict[str, F32], {"": None}, "x['']"),
        (list[F32] | list[Tensor[Float64]], [None], "x"),
        (dict[tuple[int, str], F32], {(1, "a"): None}, "x[(1, 'a')]"),
        (dict[Color, F32], {Color.RED: None}, "x[<Color.RED: 1>]"),
        (dict[object, F32], {object(): None}, "x[object]"),
        (dict[F32, int], {torch.zeros(2).double(): 1}, "key Tensor of x"),
        (set[F32], {torch.zeros(2).double()}, "an item of x"),
        (collections.deque[F32], collections.deque([None]), "x[0]"),
        (abc.ValuesView[F32], {"a": None}.values(), "an item of x"),
        (abc.KeysView[F32], {torch.zeros(2).double(): 1}.keys(), "an item of x"),
        (abc.ItemsView[str, F32], {"a": None}.items(), "an item of x[1]"),
        (collections.Counter[F32], collections.Counter([torch.zeros(2).double()]), "key Tensor of x"),
        (collections.ChainMap[str, F32], collections.ChainMap({"a": None}), "x['a']"),
        (abc.Collection[F32], torch.zeros(2, 2), "x"),
        (Images, Images([None]), "x[0]"),
        (Images, [torch.zeros(2)], "x"),
        (Named[F32], Named(a=None), "x['a']"),
    ],
)
def test_the_path_leads_to_what_is_wrong(hint, value, path):
    with pytest.raises(Wrong) as caught:
        readings(read(hint), value, "x")
    assert caught.value.path == path
