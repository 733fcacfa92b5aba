"""A declared type against a found one: every tensor in them is compared, however deep."""

import pytest
from mypy.types import NoneType, TupleType, UnionType

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Kind
from dtensortypes.mypy_plugin.types.compare import compare, has_module, has_tensor, says_something
from tests.mypy_plugin.checking import program, types

program("\n")


def tensor(dtype=FLOAT32, device=CPU, shape="n"):
    return types().tensor(TensorFact(dtype, device, parse_shape(shape) if shape is not None else UNKNOWN_SHAPE))


def several(container, *items):
    match container:
        case "tuple":
            return TupleType(list(items), types().instance("builtins.tuple", items[0]))
        case "union":
            return UnionType(list(items))
        case "dict":
            return types().instance("builtins.dict", types().instance("builtins.str"), *items)
    return types().instance(container, *items)


CASES = {
    "itself": lambda one: one,
    "x[0]": lambda one: several("tuple", one, types().instance("builtins.int")),
    "x[...]": lambda one: several("builtins.list", one),
    "x[...][1]": lambda one: several("dict", several("tuple", tensor(), one)),
    "optional": lambda one: several("union", one, NoneType()),
}


@pytest.mark.parametrize(("path", "inside"), CASES.items(), ids=CASES)
@pytest.mark.parametrize(
    ("found", "kind"),
    [
        ({}, None),
        ({"dtype": UNKNOWN, "device": UNKNOWN, "shape": None}, Kind.UNKNOWN),
        ({"dtype": FLOAT16}, Kind.DTYPE),
        ({"device": CUDA}, Kind.DEVICE),
        ({"shape": "b n"}, Kind.SHAPE),
        ({"dtype": OneOf(frozenset({FLOAT16, FLOAT32}))}, None),
    ],
)
def test_what_is_proved_is_said_with_the_path(found, kind, path, inside):
    verdict = compare([("x", inside(tensor()), inside(tensor(**found)))], frozenset({"b", "n"}))
    expected = [(path if path.startswith("x[") else "x", kind)] if kind else []
    assert [(where, problem.kind) for where, problem in verdict.problems] == expected


def test_dims_are_bound_across_the_arguments():
    verdict = compare(
        [("x", tensor(shape="b n"), tensor(shape="2 3")), ("y", tensor(shape="n"), tensor(shape="4"))], frozenset()
    )
    ((where, problem),) = verdict.problems
    assert (where, problem.kind) == ("y", Kind.SHAPE)
    assert problem.reason.endswith('"n" is 3 in "x"')


def test_a_choice_of_several_tensors_is_not_judged():
    either = several("union", tensor(FLOAT16), tensor(FLOAT32, shape="n m"))
    assert compare([("x", either, tensor(FLOAT32, CUDA))], frozenset()).problems == ()
    assert compare([("x", tensor(FLOAT16), several("union", tensor(), several("tuple", tensor())))], ()).problems == ()


@pytest.mark.parametrize("inside", CASES.values(), ids=CASES)
def test_what_occurs_in_a_type(inside):
    module = types().instance("torch.nn.modules.module.Module")
    assert (has_tensor(inside(tensor())), has_module(inside(tensor()))) == (True, False)
    assert (has_tensor(inside(module)), has_module(inside(module))) == (inside is CASES["x[...][1]"], True)
    unknown = types().tensor(TensorFact())
    assert says_something(inside(tensor()))
    assert says_something(inside(unknown)) == (inside is CASES["x[...][1]"])
