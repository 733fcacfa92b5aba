"""`trace()`: when it is on, for whom, and that torch is as it was afterwards."""

import asyncio
import sys
import threading
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pytest
import torch
from torch._dynamo.testing import CompileCounter
from torch.overrides import TorchFunctionMode, _get_current_function_mode_stack

from dtensortypes import CPU, CUDA, Float, Float32, Tensor, TensorTypeError, checked, trace
from dtensortypes.core.problems import Kind
from dtensortypes.runtime.lineage.origins import since
from dtensortypes.runtime.lineage.recorder import Recorder


class Quiet(TorchFunctionMode):
    """A mode of the user's."""


def made():
    return torch.zeros(3).double()


def is_traced():
    return since(made(), Kind.DTYPE) != ""


def modes():
    return [type(mode).__name__ for mode in _get_current_function_mode_stack()]


UNSEEN = torch.from_numpy, torch.frombuffer, torch.from_dlpack


def is_as_before():
    return modes() == [] and (torch.from_numpy, torch.frombuffer, torch.from_dlpack) == UNSEEN


def test_it_is_on_in_its_block_only():
    with trace():
        x = made()
        assert is_traced()
    assert not is_traced()
    assert is_as_before()
    assert since(x, Kind.DTYPE).endswith("torch.Tensor.double"), "what was recorded is kept with the tensor"


def test_blocks_in_blocks_record_once():
    block = trace()
    with block:
        with block, trace():
            assert modes() == ["Recorder"]
        assert is_traced()
    assert is_as_before()


def test_an_error_ends_it():
    with pytest.raises(ZeroDivisionError), trace():
        raise ZeroDivisionError
    assert is_as_before()


def test_a_decorated_function_is_traced_in_each_call():
    @trace()
    def step(again=True):
        """One step."""
        return is_traced() and (not again or step(again=False))

    assert step()
    assert step()
    assert step.__doc__ == "One step."
    assert is_as_before()


async def coroutine(): ...


def generator():
    yield


async def stream():
    yield


@pytest.mark.parametrize("function", [coroutine, generator, stream])
def test_what_outlives_its_call_is_refused(function):
    with pytest.raises(TypeError, match=f'making of "{function.__name__}".*write `with trace\\(\\):` in its body'):
        trace()(function)


def test_parentheses_are_asked_for():
    with pytest.raises(TypeError, match="takes no arguments"):
        trace(made)


def test_blocks_of_tasks_may_end_in_any_order():
    async def task(before, after):
        with trace():
            await asyncio.sleep(before)
            assert is_traced()
            await asyncio.sleep(after)

    async def tasks():
        await asyncio.gather(task(0.0, 0.03), task(0.01, 0.0), task(0.02, 0.03))

    asyncio.run(tasks())
    assert is_as_before()


def test_a_thread_traces_itself():
    found = {}

    def other():
        found["other"] = is_traced() or since(torch.from_numpy(np.zeros(2)), Kind.DTYPE) != ""
        with trace():
            found["own"] = is_traced()

    with trace():
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        assert is_traced()
    assert found == {"other": False, "own": True}
    assert is_as_before()


def test_threads_share_what_is_put_in_torchs_place():
    barrier = threading.Barrier(8, timeout=60)
    said = []

    def work():
        for _ in range(20):
            barrier.wait()
            with trace():
                said.append(since(torch.from_numpy(np.zeros(2)), Kind.DTYPE))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(said) == 160
    assert all(one.endswith("torch.from_numpy") for one in said)
    assert is_as_before()


def test_it_lies_below_the_modes_of_the_user():
    with Quiet():
        block = trace()
        block.__enter__()
        assert modes() == ["Recorder", "Quiet"]
    assert modes() == ["Recorder"], "a block that began before may end before"
    assert is_traced()
    with Quiet():
        block.__exit__(None, None, None)
        assert modes() == ["Quiet"]
    assert is_as_before()


def test_the_default_device_lies_below_it():
    torch.set_default_device("meta")
    try:
        block = trace()
        block.__enter__()
        assert modes() == ["DeviceContext", "Recorder"]
        assert since(made(), Kind.DEVICE).startswith("meta since")
        torch.set_default_device(None)
        assert modes() == ["Recorder"]
        torch.set_default_device("meta")
        block.__exit__(None, None, None)
        assert made().is_meta
    finally:
        torch.set_default_device(None)
    assert is_as_before()


def test_a_block_with_a_device_may_end_before_it():
    with torch.device("meta"):
        block = trace()
        block.__enter__()
        assert since(made(), Kind.DEVICE).startswith("meta since")
    assert modes() == ["Recorder"]
    block.__exit__(None, None, None)
    assert is_as_before()


def test_a_mode_that_somebody_else_took_away_is_not_missed():
    with trace():
        (recorder,) = _get_current_function_mode_stack()
        assert isinstance(recorder, Recorder)
        recorder.__exit__(None, None, None)
    assert is_as_before()


def test_a_block_that_ends_in_another_thread_leaves_that_one_as_it_is():
    block = trace()
    block.__exit__(None, None, None)
    assert is_as_before()
    with block:
        assert is_traced()
    assert is_as_before()


# --- the errors of checked calls


V = TypeVar("V", bound=Float)


class Batch(NamedTuple):
    image: Tensor[Float32]


@checked
def one(x: Tensor[Float32, CPU, "n"]) -> None: ...


@checked
def many(xs: list[dict[str, Tensor[Float32]]]) -> None: ...


@checked
def fields(batch: Batch) -> None: ...


@checked
def either(x: Tensor[Float32] | list[Tensor[Float32]] | None) -> None: ...


@checked
def alike(x: Tensor[V], y: Tensor[V]) -> None: ...


@checked
def moved(x: Tensor[Any, CUDA]) -> None: ...


@checked
def returned(x: Tensor[Float32]) -> Tensor[Float32]:
    return x.double()


def last_line(call, *arguments):
    with pytest.raises(TensorTypeError) as caught:
        call(*arguments)
    return str(caught.value).splitlines()[-1]


@pytest.mark.parametrize(
    "call",
    [
        one,
        lambda x: many([{}, {"a": torch.zeros(3), "b": x}]),
        lambda x: fields(Batch(x)),
        lambda x: either([x]),
        lambda x: alike(torch.zeros(3), x),
    ],
)
def test_an_error_ends_with_where_the_dtype_was_lost(call):
    with trace():
        line, x = sys._getframe().f_lineno, torch.zeros(3).double()
        assert last_line(call, x) == f"float64 since test_tracing.py:{line}, torch.Tensor.double"
    assert last_line(call, x) == f"float64 since test_tracing.py:{line}, torch.Tensor.double"


def test_of_a_return_value_too():
    with trace():
        line = returned.__wrapped__.__code__.co_firstlineno + 2
        assert last_line(returned, torch.zeros(3)) == f"float64 since test_tracing.py:{line}, torch.Tensor.double"


def test_an_error_ends_with_where_the_device_was_lost():
    with trace():
        line, x = sys._getframe().f_lineno, torch.zeros(3)
        assert last_line(moved, x.double()) == f"cpu since test_tracing.py:{line}, torch.zeros"


def test_a_wrong_shape_was_lost_nowhere():
    with trace():
        assert " since " not in last_line(one, torch.zeros(3, 3))


def test_nothing_is_said_without_a_trace():
    assert " since " not in last_line(one, torch.zeros(3).double())


# --- torch.compile and friends


def forward(x):
    return (x.double() + torch.zeros(4)).float()


def test_compiled_code_is_not_traced_and_does_not_break():
    counter = CompileCounter()
    compiled = torch.compile(forward, fullgraph=True, backend=counter, dynamic=True)
    with trace():
        for batch in (2, 3, 5):
            assert torch.equal(compiled(torch.ones(batch, 4)), torch.ones(batch, 4))
    assert counter.frame_count == 1
    plain = CompileCounter()
    torch.compiler.reset()
    torch.compile(forward, fullgraph=True, backend=plain, dynamic=True)(torch.ones(2, 4))
    assert counter.op_count == plain.op_count


def test_a_result_of_compiled_code_is_told_of_when_it_is_seen():
    compiled = torch.compile(forward, backend="eager")
    with trace():
        x = compiled(torch.ones(2, 4))
        y = x + 1
    assert since(y, Kind.DTYPE) == since(x, Kind.DTYPE) != ""


def test_compiled_code_may_make_tensors_of_arrays():
    def read(array):
        return torch.from_numpy(array) + 1

    with trace():
        compiled = torch.compile(read, fullgraph=True, backend="eager")
        assert compiled(np.zeros(3)).tolist() == [1, 1, 1]
    assert compiled(np.zeros(3)).tolist() == [1, 1, 1]


def test_export_and_script():
    model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU())
    x = torch.ones(2, 4)
    with trace():
        assert torch.equal(torch.export.export(model, (x,)).module()(x), model(x))
        assert torch.equal(torch.func.functional_call(model, dict(model.named_parameters()), (x,)), model(x))
    assert is_as_before()
