"""What a kernel takes in some calls alone."""

import pytest

from dtensortypes.core.facts.device import CUDA
from dtensortypes.core.facts.dtype import FLOAT32, INT64, INTEGER, UINT8
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.ops import infer
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.contraction import over_dims, over_last_dims
from dtensortypes.core.rules.kernels import into_many, resized_on_cuda, where, where_contracted, where_resized
from dtensortypes.core.rules.taking import inexact


def accepts(word, operands, **arguments):
    names = tuple(operands)
    call = Call("f", {name: TensorFact(INT64, CUDA, shape) for name, shape in operands.items()} | arguments, names)
    try:
        word(call)
    except Refused:
        return False
    return True


@pytest.mark.parametrize(("asked", "taken"), [("amax", False), ("sum", True), (None, True), (UNKNOWN, True)])
def test_where_a_word_is_said(asked, taken):
    assert accepts(where("reduce", ("amax", "amin"), inexact), {"self": Shape.of(2)}, reduce=asked) is taken


def test_the_word_is_told():
    call = Call("f", {"self": TensorFact(INT64), "reduce": "amax"}, ("self",))
    with pytest.raises(Refused, match=r'^"f" with reduce="amax" does not take int64; cast with \.float\(\)$'):
        where("reduce", ("amax",), inexact)(call)


@pytest.mark.parametrize(
    ("first", "second", "taken"),
    [
        (Shape.of(2, 3), Shape.of(4, 3), False), (Shape.of("n", 3), Shape.of(1, 3), False),
        (Shape.of(3), Shape.of(3), True), (Shape.of(1, 3), Shape.of(1, 3), True),
        (Shape.of(2, 3), SCALAR, True), (Shape.of(2, 3), UNKNOWN_SHAPE, True), (Shape.of(2, 3), Shape.of(2, 4), True),
        (Shape((UNKNOWN, UNKNOWN)), Shape((UNKNOWN, UNKNOWN)), True),
    ],
)  # fmt: skip
def test_a_product_of_many_items(first, second, taken):
    assert accepts(into_many(over_last_dims, inexact), {"self": first, "other": second}) is taken


def test_a_product_over_dims_that_are_not_known():
    both = {"a": Shape.of(2, 2), "b": Shape.of(2, 2)}
    assert not accepts(into_many(over_dims, inexact), both, dims=1)
    assert accepts(into_many(over_dims, inexact), both, dims=2)
    assert accepts(into_many(over_dims, inexact), both, dims=UNKNOWN)


@pytest.mark.parametrize(
    ("equation", "shapes", "taken"),
    [
        ("ij,jk->ik", [(2, 3), (3, 4)], False), ("i,i->", [(3,), (3,)], False),
        ("ij,jk->ik", [(2, 1), (1, 4)], True), ("i,j->ij", [(3,), (3,)], True), ("ij->i", [(2, 3)], True),
        ("i,i,i->", [(3,)] * 3, True), (UNKNOWN, [(3,), (3,)], True),
    ],
)  # fmt: skip
def test_what_einsum_contracts(equation, shapes, taken):
    operands = tuple(TensorFact(INT64, CUDA, Shape.of(*shape)) for shape in shapes)
    call = Call("einsum", {"equation": equation, "operands": operands}, ("operands",))
    if taken:
        where_contracted(inexact)(call)
    else:
        with pytest.raises(Refused):
            where_contracted(inexact)(call)


@pytest.mark.parametrize(("name", "args"), [("einsum", ("i,i->",)), ("inner", ()), ("tensordot", ())])
def test_of_an_unknown_shape_the_sizes_may_be_one(name, args):
    """Where several dtypes are tried, a stand-in has the shape that is not known."""
    unknown = TensorFact(INTEGER, CUDA)
    rest = (0,) if name == "tensordot" else ()
    assert infer(f"torch.{name}", (*args, unknown, unknown, *rest), {}).problems == ()


IMAGES = {"input": Shape.of(2, 3, 4, 4)}


@pytest.mark.parametrize(
    ("size", "factor", "taken"),
    [((8, 4), None, False), ((4, 4), None, True), (None, 2, False), (None, 1, True), (None, UNKNOWN, True)],
)
def test_images_of_another_size(size, factor, taken):
    assert accepts(where_resized(inexact), IMAGES, size=size, scale_factor=factor) is taken


def test_a_mode_that_does_not_fit_is_left_to_the_shape_column():
    assert accepts(where_resized(inexact), {"input": Shape.of(2, 3)}, size=(8, 4), mode="bilinear")


@pytest.mark.parametrize("dtype", [UINT8, FLOAT32])
@pytest.mark.parametrize("mode", ["nearest", "bilinear", "bicubic", "area", UNKNOWN])
def test_how_cuda_resizes(mode, dtype):
    arguments = {"input": TensorFact(dtype, CUDA, IMAGES["input"]), "size": (8, 8), "mode": mode}
    call = Call("interpolate", arguments, ("input",))
    if dtype == UINT8 and mode in ("bilinear", "bicubic"):
        with pytest.raises(Refused, match=f'"interpolate" with mode="{mode}" does not take uint8 on cuda'):
            resized_on_cuda(call)
    else:
        resized_on_cuda(call)
