"""The slow side of a call: Dynamo leaves it to eager code, and it says what is wrong."""

from typing import Any, TypeVar

import pytest
import torch
from torch._dynamo.exc import Unsupported
from torch._dynamo.testing import CompileCounter
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx

from dtensortypes import CPU, Device, Float, Float32, Tensor, TensorTypeError, checked
from dtensortypes.runtime.court import closed, opened
from dtensortypes.runtime.signature import signature_of

zeros = torch.zeros
D = TypeVar("D", bound=Float)
V = TypeVar("V", bound=Device)


@checked
def attend(q: Tensor[D, V, "b n d"], k: Tensor[D, V, "b m d"], scale: float = 1.0) -> Tensor[D, V, "b n m"]:
    return (q @ k.transpose(-1, -2) * scale).softmax(dim=-1)


@checked
def rich(
    x: Tensor[Float32, CPU, "*#s n"],
    y: Tensor[Float32, CPU, "*#s n"],
    zs: list[Tensor[Float32, CPU, "n+1"]],
    bias: Tensor[Float32, CPU, "n"] | float | None = None,
    either: Tensor[Float32, CPU, "n n"] | Tensor[Float32, CPU, "n"] | None = None,
) -> dict[str, Tensor[Float32, CPU, "*s n"]]:
    return {"sum": x + y + zs[0][1:]}


@checked
def broken(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, "n"]:
    return x.double()


@pytest.fixture(autouse=True)
def fresh_dynamo():
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def compiled(function, **options):
    return torch.compile(function, backend="eager", fullgraph=True, **options)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (attend, (zeros(2, 3, 4), zeros(2, 5, 4))),
        (attend, (zeros(2, 3, 4, dtype=torch.float64), zeros(2, 5, 4, dtype=torch.float64), 2.0)),
        (attend, (torch.nn.Parameter(zeros(2, 3, 4)), zeros(2, 5, 4))),
        (rich, (zeros(2, 1, 4), zeros(3, 4), [zeros(5), zeros(5)])),
        (rich, (zeros(2, 1, 4), zeros(3, 4), [zeros(5)], zeros(4), zeros(4))),
        (rich, (zeros(2, 1, 4), zeros(3, 4), [zeros(5)], 1.0, zeros(4, 4))),
    ],
)
def test_a_right_call_is_traced_whole(function, arguments):
    expected, found = function(*arguments), compiled(function)(*arguments)
    assert torch.equal(*(x["sum"] if function is rich else x for x in (expected, found)))


def test_a_call_inside_of_a_graph():
    def outer(x):
        return attend(x, x) + 1

    assert torch.equal(compiled(outer)(zeros(2, 3, 4)), outer(zeros(2, 3, 4)))


def test_one_graph_for_many_sizes():
    counter = CompileCounter()
    function = torch.compile(attend, backend=counter, fullgraph=True, dynamic=True)
    for size in range(2, 8):
        function(zeros(size, 3, 4), zeros(size, 5, 4))
    assert counter.frame_count == 1


def test_a_wrong_call_is_refused_in_a_graph():
    with pytest.raises(
        Unsupported, match=r'"attend" declares.*k is torch\.float64 cpu, 3 dims.*k is declared Tensor\[D'
    ):
        compiled(attend)(zeros(2, 3, 4), zeros(2, 5, 4).double())
    with pytest.raises(Unsupported, match=r'"broken" declares.*return value is torch\.float64'):
        compiled(broken)(zeros(2))


def test_where_graphs_may_break_the_reason_is_told():
    for function, arguments in ((attend, (zeros(2, 3, 4), zeros(2, 5, 4).double())), (broken, (zeros(2),))):
        with pytest.raises(TensorTypeError, match=r"^(argument|return value).* is float64, declared"):
            torch.compile(function, backend="eager")(*arguments)


def test_a_size_that_changes_later_is_refused_later():
    function = torch.compile(attend, backend="eager")
    for size in (2, 3, 4):
        function(zeros(2, size, 4), zeros(2, 5, 4))
        with pytest.raises(TensorTypeError):
            function(zeros(2, size, 4), zeros(3, 5, 4))


def test_a_return_value_is_judged_by_what_was_bound_before():
    def f(x: Tensor[Any, Any, "n"], y: Tensor[D]) -> Tensor[D, Any, "n"]: ...

    signature = signature_of(f, globals())
    arguments = {"x": zeros(2), "y": zeros(2)}
    bound = {"dim n": 2, "dtype D": torch.float32, "dim m": None}
    for judge in (opened(signature, arguments).closed, lambda x: closed(signature, arguments, x, bound)):
        assert judge(zeros(2)) is None
        assert 'dim 0 is 3, but "n" is 2 in "x"' in str(judge(zeros(3)))
        assert 'is float64, declared D ("n"): D is float32 in "y"' in str(judge(zeros(2).double()))


class Module(torch.nn.Module):
    @checked
    def forward(self, x: Tensor[Float32, CPU, "b n"], y: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, "b n"]:
        return x + y


@checked
def added(x: Tensor[D, V, "n"], y: Tensor[D, V, "n"]) -> Tensor[D, V, "n"]:
    return x + y


def test_fake_tensors_are_tensors():
    with FakeTensorMode():
        assert added(zeros(3), zeros(3)).shape == (3,)
        with pytest.raises(TensorTypeError, match='dim 0 is 4, but "n" is 3'):
            added(zeros(3), zeros(4))


def test_transforms_see_a_plain_function():
    assert torch.vmap(added)(zeros(2, 3), zeros(2, 3)).shape == (2, 3)
    assert torch.func.grad(lambda x: added(x, x).sum())(zeros(3)).shape == (3,)
    for mode in ("real", "fake", "symbolic"):
        assert len(make_fx(lambda x, y: added(x, y), tracing_mode=mode)(zeros(3), zeros(3)).graph.nodes) == 4


@pytest.mark.parametrize("strict", [False, True])
def test_a_checked_module_is_exported(strict):
    dynamic = ({0: torch.export.Dim("b")}, None)
    program = torch.export.export(Module(), (zeros(2, 3), zeros(3)), dynamic_shapes=dynamic, strict=strict)
    assert program.module()(zeros(5, 3), zeros(3)).shape == (5, 3)
