"""The one door to the table: what is asked is answered, whatever the arguments are."""

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import ACCELERATOR, CPU, CUDA
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BOOL, FLOAT, FLOAT16, FLOAT32, FLOAT64, INT64, INTEGER, Category
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, LayerFact, Number, Slice, Value
from dtensortypes.core.ops import Outcome, State, call_layer, drawing, infer, layer_table, names
from dtensortypes.core.problems import Kind

D = Var("D", FLOAT)
dtypes = st.sampled_from([FLOAT32, FLOAT64, FLOAT16, INT64, BOOL, FLOAT, INTEGER, D, Var("E"), UNKNOWN])
devices = st.sampled_from([CPU, CUDA, ACCELERATOR, OneOf(frozenset({CPU, CUDA})), Var("V"), UNKNOWN])
sizes = st.sampled_from([Dim.of("n"), Dim.of("m"), Dim.of(0), Dim.of(1), Dim.of(3), Dim.of("n") * 2, UNKNOWN])
dims = st.lists(sizes, max_size=3).map(tuple)
shapes = st.one_of(
    dims.map(Shape), st.builds(lambda left, right: Shape(left, Run(), right), dims, dims), st.just(UNKNOWN_SHAPE)
)
tensors = st.builds(TensorFact, dtypes, devices, shapes)
plain = st.one_of(
    st.sampled_from([None, True, False, -1, 0, 1, 2, 1.5, 1j, "none", "cuda", "torch.HalfTensor", ..., Dim.of("n")]),
    st.sampled_from([Number(category) for category in (Category.BOOL, Category.INTEGER, Category.FLOAT)]),
    st.builds(Slice, st.integers(-3, 3) | st.none()),
    st.builds(ArrayFact, dtypes | st.none(), shapes),
    st.just(LayerFact("torch.nn.Linear")),
    dtypes,
    devices,
    shapes,
)
values: st.SearchStrategy[Value] = st.recursive(
    tensors | plain, lambda inner: st.lists(inner, max_size=3).map(tuple) | st.builds(Items, inner), max_leaves=4
)
states = st.builds(State, dtypes, devices, st.sampled_from([None, FLOAT16, UNKNOWN]), st.sampled_from(["cuda", "cpu"]))


@given(st.sampled_from(sorted(names())), tensors | values, st.lists(values, max_size=3), states)
def test_no_argument_is_too_strange(name: str, first: Value, rest: list[Value], state: State) -> None:
    assert isinstance(infer(name, [first, *rest], {}, state), Outcome)


@given(st.sampled_from(sorted(layer_table())), st.lists(values, max_size=3), tensors | values, states)
def test_no_layer_is_too_strange(name: str, made_with: list[Value], argument: Value, state: State) -> None:
    built = infer(name, made_with, {}, state)
    assert built is not None
    if isinstance(built.result, LayerFact):
        assert isinstance(call_layer(built.result, [argument], {}, state), Outcome)
    assert isinstance(call_layer(LayerFact(name), [argument], {}, state), Outcome)


def test_a_name_that_is_not_there() -> None:
    assert infer("torch.nonsense", (), {}) is None
    assert call_layer(LayerFact("my.Layer"), (), {}) is None


def test_a_call_that_does_not_fit_is_not_known_and_no_problem() -> None:
    assert infer("torch.add", (), {}) == Outcome(UNKNOWN)


def test_an_unknown_argument_leaves_what_all_lines_agree_on() -> None:
    x = TensorFact(FLOAT32, CUDA, Shape.of("n"))
    outcome = infer("torch.Tensor.to", (x, UNKNOWN), {})
    assert outcome == Outcome(TensorFact(UNKNOWN, UNKNOWN, Shape.of("n")), must_use=True)


def test_each_column_fails_for_itself() -> None:
    x, y = TensorFact(FLOAT32, CPU, Shape.of("n", "m")), TensorFact(FLOAT16, CUDA, Shape.of("m", "k"))
    outcome = infer("torch.Tensor.__matmul__", (x, y), {})
    assert outcome is not None
    assert outcome.result == TensorFact(UNKNOWN, UNKNOWN, Shape.of("n", "k"))
    assert {problem.kind for problem in outcome.problems} == {Kind.DTYPE, Kind.DEVICE}


@pytest.mark.parametrize(
    ("name", "must"),
    [
        *(("to", True), ("half", True), ("cuda", True), ("add", False), ("add_", False)),
        *(("masked_fill", True), ("masked_fill_", False)),
    ],
)
def test_what_must_be_used(name: str, must: bool) -> None:
    arguments = {"to": (FLOAT16,), "add": (1,), "add_": (1,)}.get(name, (UNKNOWN, 0) if "fill" in name else ())
    outcome = infer(f"torch.Tensor.{name}", (TensorFact(FLOAT32, CPU, SCALAR), *arguments), {})
    assert outcome is not None
    assert outcome.must_use is must


def test_a_call_made_again_has_the_same_answer() -> None:
    """Equal facts in new objects are answered from memory, and a call that looks equal and is not is another one."""

    def answer(scale: Value) -> Outcome | None:
        return infer("torch.mul", (TensorFact(INT64, CPU, Shape.of("n")), scale), {})

    first = answer(1)
    assert answer(1) is first
    assert first == Outcome(TensorFact(INT64, CPU, Shape.of("n")))
    assert answer(1.0) == Outcome(TensorFact(FLOAT32, CPU, Shape.of("n")))
    assert answer(1) == first


def test_a_family_that_fails_to_load_may_be_loaded_later() -> None:
    program = """
import sys
from dtensortypes.core import ops
sys.modules["dtensortypes.core.ops.fft"] = None
for _ in range(2):
    try:
        ops.names()
    except ImportError:
        pass
    else:
        sys.exit("the family did not fail")
del sys.modules["dtensortypes.core.ops.fft"]
lines = sum(map(len, ops.entries().values()))
assert all(ops.entries().values()) and lines == len(ops.ENTRIES)
print(len(ops.names()))
"""
    found = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert int(found.stdout) == len(names())


def test_the_table_is_loaded_fast() -> None:
    """In a few hundredths of a second of the processor's time; without compiled files it takes more."""
    program = (
        "from time import process_time as t; t0 = t(); import dtensortypes.core.ops as o; o.names(); print(t() - t0)"
    )
    times = [float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(3)]
    assert min(times) < 0.5, times
    start = time.perf_counter()
    names()
    assert time.perf_counter() - start < 0.01


def test_what_draws_numbers() -> None:
    assert {"rand", "integers", "normal"} <= drawing()
    assert not {"array", "zeros", "Generator"} & drawing()
