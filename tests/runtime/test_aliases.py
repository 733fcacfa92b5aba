from typing import TypeVar, Union

import pytest
import torch
from typing_extensions import TypeAliasType

from dtensortypes import CPU, Float, Float32, Float64, Tensor, TensorTypeError, checked
from dtensortypes.runtime.aliases import is_alias, meaning
from dtensortypes.runtime.nodes import Items
from dtensortypes.runtime.reading import read

X = Tensor[Float32, CPU, "n"]
T = TypeVar("T")
Listed = TypeAliasType("Listed", list[T], type_params=(T,))
Tree = TypeAliasType("Tree", Union["X", "list[Tree]", "dict[str, Tree]"])
Bad = TypeAliasType("Bad", "Tensor[Missing]")


def test_what_an_alias_means():
    assert is_alias(Tree)
    assert not is_alias(X)
    assert meaning(Listed) == list[T]
    assert meaning(Listed[X]) == list[X]
    assert read(Listed[X]) == Items(list, read(X))
    with pytest.raises(TypeError, match="the alias \"Bad\" cannot be resolved: name 'Missing' is not defined"):
        meaning(Bad)


def test_a_recursive_alias():
    @checked
    def f(tree: Tree): ...

    x = torch.zeros(2)
    f([x, [x, {"a": [x]}]])
    f([])
    with pytest.raises(TensorTypeError, match=r"argument \"tree\[1\]\[1\]\['a'\]\[0\]\" of \"f\" has shape \(3,\)"):
        f([x, [x, {"a": [torch.zeros(3)]}]])
    held = [x]
    held.append(held)
    f(held)


def test_a_generic_alias_of_a_tensor():
    D = TypeVar("D", bound=Float)
    image = Tensor[D, CPU, "n"]

    @checked
    def f(xs: Listed[image[Float64]]): ...

    f([torch.zeros(2).double()])
    with pytest.raises(TensorTypeError):
        f([torch.zeros(2)])
