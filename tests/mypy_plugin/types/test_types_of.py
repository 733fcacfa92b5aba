"""Fact to type to fact is the identity, with the classes of a real build."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mypy.types import AnyType

from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.device import NOTATIONS, Device, one_of_devices
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import CATEGORIES, DTYPES, FLOAT, FLOAT16, one_of_dtypes
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact, Packed
from dtensortypes.mypy_plugin.bodies.values import of_type
from dtensortypes.mypy_plugin.types.facts_of import (
    device_fact,
    dim_fact,
    dtype_fact,
    pattern_fact,
    shape_fact,
    tensor_fact,
)
from dtensortypes.mypy_plugin.types.types_of import MissingError
from tests.mypy_plugin.checking import program, types
from tests.strategies import patterns, polynomials

program("\n")


def choices(members, one_of):
    return st.one_of(
        st.sampled_from(members),
        st.sets(st.sampled_from(members), min_size=1, max_size=4).map(lambda chosen: one_of(frozenset(chosen))),
        st.just(UNKNOWN),
    )


dtypes = st.one_of(choices(DTYPES, one_of_dtypes), st.sampled_from(list(CATEGORIES.values())))
every_device = [Device(name, index) for name in NOTATIONS for index in (None, 0, 3)]
devices = choices(every_device, one_of_devices)
shapes = patterns.map(lambda pattern: pattern.shape)
tensors = st.builds(TensorFact, dtypes, devices, shapes)


def unlabelled(pattern):
    """The pattern without its labels, which are for readers alone."""
    plain = [tuple(replace(axis, label=None) for axis in side) for side in (pattern.left, pattern.right)]
    return replace(pattern, left=plain[0], right=plain[1])


@given(tensors)
def test_tensors(fact):
    assert tensor_fact(types().tensor(fact)) == fact


@given(dtypes)
def test_dtypes(fact):
    assert dtype_fact(types().dtype(fact)) == fact


@given(devices)
def test_devices(fact):
    assert device_fact(types().device(fact)) == fact


@given(shapes)
def test_shapes(fact):
    assert shape_fact(types().shape(fact)) == fact


@given(patterns)
def test_patterns(pattern):
    assert pattern_fact(types().pattern(pattern)) == unlabelled(pattern)


@given(st.one_of(polynomials, st.just(UNKNOWN)))
def test_sizes(dim):
    assert dim_fact(types().sized(dim)) == dim


values = st.recursive(
    st.one_of(
        tensors,
        st.sampled_from([*DTYPES, *every_device, None, 3, -1, True, "cuda", UNKNOWN]),
        st.lists(polynomials, max_size=3).map(lambda dims: Shape(tuple(dims))),
        polynomials.filter(lambda dim: dim.constant is None),
    ),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=4,
)


@given(values)
def test_values(value):
    assert of_type(types().value(value)) == value


@pytest.mark.parametrize(
    "layer",
    [
        LayerFact("torch.nn.Linear", (("in_features", 3), ("bias", True), ("p", 0.5)), FLOAT16, Device("cuda", 1)),
        LayerFact("torch.nn.Conv2d", (("kernel_size", (3, 3)), ("padding", "same"))),
        LayerFact("torch.nn.ReLU"),
    ],
)
def test_layers(layer):
    assert of_type(types().value(layer)) == layer


@given(tensors)
def test_packed_sequences(items):
    assert of_type(types().value(Packed(items))) == Packed(items)


def test_a_type_variable_that_is_not_in_scope_is_unknown():
    assert isinstance(types().dtype(Var("D", FLOAT)), AnyType)


def test_a_class_that_is_not_there_is_missing():
    with pytest.raises(MissingError, match=r"torch\.Nothing"):
        types().info("torch.Nothing")
    with pytest.raises(MissingError):
        types().layer(LayerFact("torch.nn.Nothing"))


def test_a_number_is_an_int_that_mypy_widens_and_a_name_is_its_own_type():
    assert str(types().sized(Dim.of(3))) == "Literal[3]?"
    assert str(types().sized(Dim.of("n"))) == "Literal['n']"


def test_a_size_that_could_not_be_read_again_is_no_size():
    assert str(types().sized(Dim.of(2**63))) == "int"
    assert str(types().shape(Shape((Dim.of(2**63), Dim.of("n"))))) == "tuple[Any, Literal['n']]"
