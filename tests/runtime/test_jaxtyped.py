"""jaxtyping's hints are checked as ours are, and share the names of one call with them."""

import re
import subprocess
import sys
from typing import Any, TypeVar

import jaxtyping
import numpy as np
import pytest
import torch
from jaxtyping import Bool, Complex, Float, Float32, Int, Integer, Num, Real, Shaped, UInt8

from dtensortypes import CPU, Tensor, TensorTypeError, checked
from dtensortypes import Float as OurFloat
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.runtime.jaxtyped import jaxtyped
from dtensortypes.runtime.live import dtype_fact
from dtensortypes.runtime.nodes import TensorHint
from dtensortypes.runtime.reading import read, tensors

T = torch.Tensor


def refused(function, *arguments):
    with pytest.raises(TensorTypeError) as caught:
        function(*arguments)
    return str(caught.value).splitlines()[0]


@pytest.mark.parametrize(
    "shape", ["", "b n", "... n", "*batch n", "*#batch #n", "b n=4", "_ 3", "n+1 n", "{self.n}", "min(a,b) a b"]
)
def test_the_shape_is_read_as_ours_is(shape):
    assert read(Float[T, shape]).pattern == read(Tensor[OurFloat, Any, shape]).pattern


@pytest.mark.parametrize("kind", [Float, Float32, Real, Int, Integer, Num, Bool, Complex, UInt8, Shaped])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.int8, torch.uint8, torch.bool, torch.complex64])
def test_the_dtypes_are_those_of_jaxtyping(kind, dtype):
    @checked
    def f(x: kind[T, "n"]): ...

    x = torch.zeros(3, dtype=dtype)
    if isinstance(x, kind[T, "n"]):
        f(x)
    else:
        assert refused(f, x).startswith(f'argument "x" of "f" is {dtype_fact(dtype)}, declared ')


def test_a_dtype_of_the_users_own():
    class Half(jaxtyping.AbstractDtype):
        dtypes = (re.compile("b?float16"),)

    assert {one.name for one in read(Half[T, "n"]).dtype.members} == {"float16", "bfloat16"}
    assert read(Shaped[Float32[T, "n"], "b"]) == read(Float32[T, "b n"])


def test_both_notations_in_one_signature():
    @checked
    def f(x: Float32[T, "b n"], y: Tensor[OurFloat, CPU, "n m"], *rest: Float[T, "b m"]) -> Float32[T, "b m"]:
        return rest[0] if rest else x @ y

    x, y = torch.zeros(2, 3), torch.zeros(3, 4)
    assert f(x, y).shape == (2, 4)
    assert refused(f, x, y.T) == 'argument "y" of "f" has shape (4, 3), declared "n m": dim 0 is 4, but "n" is 3 in "x"'
    assert refused(f, x.double(), y) == 'argument "x" of "f" is float64, declared Float32 ("b n")'
    assert refused(f, x, y, y).startswith('argument "rest[0]" of "f" has shape (3, 4)')
    with pytest.raises(TensorTypeError, match=r'> x +Float32\[Tensor, "b n"\] +float64 cpu \(2, 3\)'):
        f(x.double(), y)


def test_in_unions_and_containers():
    @checked
    def f(x: Float[T, "n"] | Int[T, "n 1"] | None, xs: dict[str, list[Float32[T, "n"]]]): ...

    n = torch.zeros(3)
    f(n, {"a": [n, n]})
    f(n[:, None].long(), {"a": [n, n]})
    f(None, {})
    assert refused(f, n, {"a": [n, n[:2]]}).startswith('argument "xs[\'a\'][1]" of "f" has shape (2,)')
    assert refused(f, n[:, None], {}).startswith('argument "x" of "f" is float32 cpu (3, 1)')


def test_a_class_that_is_demanded():
    class Mine(T):
        pass

    @checked
    def f(weight: Float32[torch.nn.Parameter, "n"], mine: Float32[Mine, "n"]): ...

    x = torch.zeros(3)
    parameter, mine = torch.nn.Parameter(x), x.as_subclass(Mine)
    f(parameter, mine)
    assert refused(f, x, mine) == 'argument "weight" of "f" is a torch.Tensor, declared Float32[Parameter, "n"]'
    assert refused(f, parameter, x) == 'argument "mine" of "f" is a torch.Tensor, declared Float32[Mine, "n"]'
    assert refused(f, parameter.double(), mine).startswith('argument "weight" of "f" is a torch.Tensor')
    assert refused(f, torch.nn.Parameter(x.double()), mine).startswith('argument "weight" of "f" is float64')


def test_numpy_arrays_share_the_names():
    @checked
    def f(
        x: Float32[T, "b n"], y: Float[np.ndarray, "n b"] | None, *zs: Shaped[np.ndarray, "*any"]
    ) -> Bool[np.ndarray, "b"]:
        return np.zeros(x.shape[0], bool)

    x, y = torch.zeros(2, 3), np.zeros((3, 2))
    f(x, y)
    f(x, None, np.zeros(2, "U3"), np.zeros(2, complex))
    assert refused(f, x, y.T).startswith(
        'argument "y" of "f" has shape (2, 3), declared "n b": dim 0 is 2, but "n" is 3'
    )
    assert refused(f, x, y.astype(int)) == 'argument "y" of "f" is int64, declared Float ("n b")'
    assert refused(f, x, x.T).startswith(
        'argument "y" of "f" is float32 cpu (3, 2), declared Float[ndarray, "n b"] | None'
    )
    assert refused(f, x, y, np.zeros(2), np.zeros((2, 2))).startswith('argument "zs[1]" of "f" has shape (2, 2)')
    assert refused(f, y, y).startswith('argument "x" of "f" is a numpy.ndarray')


def test_any_array():
    @checked
    def f(x: Float32[Any, "n"], y: Float32[TypeVar("A"), "n"]): ...

    f(torch.zeros(3), np.zeros(3, "float32"))
    f(np.zeros(3, "float32"), torch.zeros(3))
    assert refused(f, np.zeros(3, "float32"), torch.zeros(4)).startswith('argument "y" of "f"')
    assert "y" in refused(f, torch.zeros(3), torch.zeros(3).double())
    assert isinstance(read(Float32[T | np.ndarray, "n"]).members[0], TensorHint)


def test_the_device_is_any():
    assert read(Float32[T, "n"]).device is UNKNOWN


@pytest.mark.parametrize("hint", [int, T, Float32, Tensor[OurFloat], Float32[float, ""], list[int], None])
def test_other_hints_are_none_of_jaxtypings(hint):
    assert jaxtyped(hint) is None
    assert tensors(read(hint)) == (() if hint is not Tensor[OurFloat] else (read(hint),))


def test_what_cannot_be_checked():
    def f(x: jaxtyping.Key[T, ""]): ...

    with pytest.raises(
        TypeError, match=r'argument "x" of "f" cannot be checked: torch has no dtype for jaxtyping\'s Key'
    ):
        checked(f)

    def g(x: Float32[T, "?n"]): ...

    with pytest.raises(TypeError, match='argument "x" of "g" cannot be checked: `\\?` belongs to trees'):
        checked(g)


def test_jaxtyping_is_not_loaded():
    text = "import sys; from dtensortypes.runtime import checked; print('jaxtyping' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"
