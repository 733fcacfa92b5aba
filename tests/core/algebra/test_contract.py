"""Products over shared dims take and give the shapes that torch's do."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.contract import (
    bmm,
    chained_products,
    distances,
    dot,
    kron,
    linear,
    matmul,
    mm,
    mv,
    outer,
    tensordot,
)
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from tests.strategies import dims, judge

few = st.sampled_from([1, 2, 3])
pairs = st.tuples(dims(0, 4, few), dims(0, 4, few))


@st.composite
def fitting(draw):
    """Two shapes whose inner dims, and mostly their batches, fit."""
    rows, inner, columns = draw(st.tuples(few, few, few))
    batch = draw(dims(0, 2, few))
    ours, theirs = draw(st.tuples(*[st.sampled_from([batch, batch[1:], (), (1,) * len(batch)])] * 2))
    return draw(st.sampled_from([(*ours, rows, inner), (inner,)])), draw(
        st.sampled_from([(*theirs, inner, columns), (inner,)])
    )


@pytest.mark.parametrize(
    ("ours", "torchs"),
    [(matmul, torch.matmul), (mm, torch.mm), (bmm, torch.bmm), (mv, torch.mv), (dot, torch.dot), (outer, torch.outer)],
    ids=lambda function: function.__name__,
)
@given(shapes=st.one_of(pairs, fitting()), data=st.data())
def test_products_are_torchs(ours, torchs, shapes, data):
    judge(ours, torchs, shapes, data)


@given(dims(1, 3, few), dims(0, 2, few), st.data())
def test_linear_is_torchs(given_dims, rest, data):
    weight = (*rest[:1], given_dims[-1]) if data.draw(st.booleans()) else rest
    judge(linear, torch.nn.functional.linear, [given_dims, weight], data)


@given(dims(1, 3, few), few, st.one_of(dims(0, 2, few), st.none()), st.data())
def test_the_bias_of_linear_broadcasts(given_dims, out, bias, data):
    bias = (out,) if bias is None else bias
    judge(linear, torch.nn.functional.linear, [given_dims, (out, given_dims[-1]), bias], data, sharp=False)


@given(fitting(), st.one_of(st.integers(0, 2), st.lists(st.integers(-2, 1), max_size=2)), st.data())
def test_tensordot_is_torchs(shapes, over, data):
    how = over if isinstance(over, int) else (over, over[::-1])
    judge(lambda a, b: tensordot(a, b, how), lambda a, b: torch.tensordot(a, b, how), shapes, data)


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        ("b h n d", "b h d m", "b h n m"),
        ("b h n d", "d m", "b h n m"),
        ("*batch n d", "*batch d m", "*batch n m"),
        ("*batch d", "d m", "*batch m"),
        ("... d", "b d m", "... m"),
        ("d", "... d m", "... m"),
        ("... n d", "d", "... n"),
        ("b n _", "b d m", "b n m"),
        ("...", "d m", "... m"),
        ("...", "...", "..."),
    ],
)
def test_matmul_of_open_shapes(first, second, result):
    assert matmul(parse_shape(first), parse_shape(second)).notation == result


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("b n d", "b n d", r"shapes \(b, n, d\) and \(b, n, d\) cannot be multiplied: d against n"),
        ("... d", "n m", "d against n"),
        ("b n d", "c d m", "b against c"),
        ("", "n m", "zero-dim"),
    ],
)
def test_matmul_refuses(first, second, words):
    with pytest.raises(Refused, match=words):
        matmul(parse_shape(first), parse_shape(second))


@given(dims(0, 3), dims(0, 3), st.data())
def test_kron_is_torchs(first, second, data):
    judge(kron, torch.kron, [first, second], data)


@given(fitting(), st.data())
def test_cdist_is_torchs(pair, data):
    first, (*batch, inner, columns) = pair[0], pair[1] if len(pair[1]) > 1 else (pair[1][0], 1)
    judge(distances, torch.cdist, [first, (*batch, columns, inner)], data)


@given(st.lists(dims(1, 2, st.sampled_from([1, 2])), min_size=1, max_size=4), st.data())
def test_multi_dot_is_torchs(shapes, data):
    judge(lambda *s: chained_products(s), lambda *t: torch.linalg.multi_dot(t), shapes, data)
