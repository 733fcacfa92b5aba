"""Compiled, exported and traced, checked code is what it was: no breaks, no more graphs, and wrong calls refused."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import pytest
import torch
from torch._dynamo.exc import Unsupported
from torch._dynamo.testing import CompileCounter, CompileCounterWithBackend
from torch._functorch.aot_autograd import aot_function, aot_module
from torch.fx.experimental.proxy_tensor import make_fx
from torch.testing._internal.two_tensor import TwoTensor

from dtensortypes import CPU, CUDA, Device, Float, Float32, Int64, Meta, Tensor, TensorTypeError, checked

zeros, ones = torch.zeros, torch.ones
D = TypeVar("D", bound=Float)
V = TypeVar("V", bound=Device)
Matrix = Tensor[Float32, CPU, "b n"]


@pytest.fixture(autouse=True)
def fresh_dynamo():
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


# --- programs: each function by the call that is right, and one that is wrong


@checked
def attend(q: Tensor[D, V, "b n d"], k: Tensor[D, V, "b m d"], *, scale: float = 1.0) -> Tensor[D, V, "b n m"]:
    return (q @ k.transpose(-1, -2) * scale).softmax(-1)


@checked
def listed(
    xs: list[Matrix], named: dict[str, tuple[Tensor[Any, Any, "b"], int]], bias: Tensor[Any, Any, "n"] | None = None
) -> tuple[Tensor[Any, Any, "n"], ...]:
    return tuple(x.sum(0) + named["a"][1] for x in xs) if bias is None else (bias,)


@checked
def gathered(*xs: Matrix, **named: Matrix) -> list[Matrix]:
    return [*xs, *named.values()]


@checked
def abstract(xs: Sequence[Matrix], named: Mapping[str, Matrix]) -> Matrix:
    return xs[0] + named["a"]


@checked
def computed(
    x: Tensor[Float32, CPU, "n"], y: Tensor[Float32, CPU, "n+1"], z: Tensor[Float32, CPU, "n//2"]
) -> Tensor[Float32, CPU, "2*n+1"]:
    return torch.cat([x, y]) + z.sum()


@checked
def broadcast(x: Tensor[Float32, CPU, "*#s n"], y: Tensor[Float32, CPU, "*#s #n"]) -> Tensor[Float32, CPU, "*s n"]:
    return x + y


@checked
def either(x: Tensor[Float32 | Int64, CPU | CUDA, "n"] | Matrix | None, n: int, mode: str = "a") -> float | Tensor:
    return 1.0 if x is None else x * n


@checked
def made(n: int) -> Tensor[Float32, CPU, "3"]:
    return zeros(n)


def outer(x, y):
    return attend(attend(x, x), attend(x, x)) + attend(x, y).sum()


@checked
def rows(x: Matrix) -> Iterator[Tensor[Float32, CPU, "n"]]:
    yield from (row * 2 for row in x)


def stacked(x):
    return torch.stack(list(rows(x)))


class Linear(torch.nn.Module):
    def __init__(self, inputs=3, outputs=4):
        super().__init__()
        self.inputs = inputs
        self.weight = torch.nn.Parameter(ones(outputs, inputs))
        self.rest = torch.nn.Linear(outputs, outputs)

    @checked
    def forward(self, x: Tensor[Float32, CPU, "b {self.inputs}"]) -> Tensor[Float32, CPU, "b m"]:
        return self.rest(self.project(x))

    @checked
    def project(self, x: Tensor[D, V, "b n"]) -> Tensor[D, V, "b m"]:
        return self.scaled(x @ self.weight.T, self.gain)

    @checked
    @staticmethod
    def scaled(x: Tensor[D, V, "*s"], gain: Tensor[D, V, ""]) -> Tensor[D, V, "*s"]:
        return x * gain

    @checked
    @property
    def gain(self) -> Tensor[Float32, CPU, ""]:
        return self.weight.max()


MODULE = Linear()
X = ones(2, 3)
PROGRAMS = {
    "function": (attend, ((ones(2, 3, 4), ones(2, 5, 4)), {"scale": 2.0}), ((ones(2, 3, 4), ones(3, 5, 4)), {})),
    "nested calls": (outer, ((ones(2, 4, 4), ones(2, 5, 4)), {}), ((ones(2, 4, 4), ones(2, 5, 3)), {})),
    "module": (MODULE, ((X,), {}), ((ones(2, 2),), {})),
    "method": (MODULE.project, ((X,), {}), ((X[0],), {})),
    "static method": (Linear.scaled, ((X, ones(())), {}), ((X, ones(1)), {})),
    "containers": (listed, (([X, X], {"a": (ones(2), 1)}), {"bias": ones(3)}), (([X, ones(2, 4)], {}), {})),
    "stars": (gathered, ((X, X), {"y": X}), ((X, X), {"y": ones(2, 4)})),
    "abstract containers": (abstract, (([X], {"a": X}), {}), (([X], {"a": X, "b": X.double()}), {})),
    "expressions": (computed, ((ones(4), ones(5), ones(2)), {}), ((ones(4), ones(5), ones(3)), {})),
    "broadcasting": (broadcast, ((ones(2, 1, 3), ones(5, 1)), {}), ((ones(2, 1, 3), ones(5, 2)), {})),
    "unions": (either, ((ones(4), 2), {"mode": "b"}), ((ones(4, 5, 6), 2), {})),
    "none": (either, ((None, 2), {}), ((ones(2).double(), 1), {})),
    "generator": (stacked, ((X,), {}), ((X[0],), {})),
    "return alone": (made, ((3,), {}), ((4,), {})),
}
EACH = pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)


@EACH
@pytest.mark.parametrize("dynamic", [None, True])
def test_there_is_no_break(program, dynamic):
    function, (arguments, keywords), _ = program
    counter = CompileCounter()
    compiled = torch.compile(function, backend=counter, fullgraph=True, dynamic=dynamic)
    for _ in range(2):
        torch.testing.assert_close(compiled(*arguments, **keywords), function(*arguments, **keywords))
    assert counter.frame_count <= 1  # none where there is nothing to compute


def told(error):
    """All that is told but the line of the call."""
    return [line for line in str(error).split("\n") if "called from" not in line]


@EACH
def test_a_wrong_call_is_refused(program):
    function, (arguments, keywords), (wrong, others) = program
    counter = CompileCounter()
    compiled = torch.compile(function, backend=counter)
    for _ in range(2):
        compiled(*arguments, **keywords)
        with pytest.raises(TensorTypeError) as eager:
            function(*wrong, **others)
        with pytest.raises(TensorTypeError) as caught:
            compiled(*wrong, **others)
        assert told(caught.value) == told(eager.value)


@EACH
def test_a_wrong_call_is_refused_where_no_break_is_allowed(program):
    function, _, (wrong, others) = program
    with pytest.raises(Unsupported, match=r'a tensor is not what ".*" declares'):
        torch.compile(function, backend="eager", fullgraph=True)(*wrong, **others)


def test_a_wrong_yielded_value_is_refused():
    @checked
    def shorter(x: Matrix) -> Iterator[Tensor[Float32, CPU, "n"]]:
        yield from (row[1:] for row in x)

    def f(x):
        return list(shorter(x))

    with pytest.raises(Unsupported, match=r'"shorter" declares.*yielded value is torch\.float32 cpu, 1 dims'):
        torch.compile(f, backend="eager", fullgraph=True)(X)
    with pytest.raises(TensorTypeError, match=r'yielded value of "shorter" has shape \(2,\), declared "n"'):
        torch.compile(f, backend="eager")(X)


def test_it_explains_itself_without_breaks():
    explained = torch._dynamo.explain(MODULE)(X)
    assert (explained.graph_count, explained.graph_break_count) == (1, 0)


# --- as many graphs as without


def bare(function):
    return getattr(function, "__wrapped__", function)


SIZES = [(2, 3, 5), (3, 3, 5), (4, 7, 6), (9, 2, 8), (4, 7, 6)]


@pytest.mark.parametrize("dynamic", [None, True])
def test_it_makes_as_many_graphs_as_undecorated(dynamic):
    counts = []
    for function in (attend, bare(attend)):
        torch._dynamo.reset()
        counter = CompileCounter()
        compiled = torch.compile(function, backend=counter, fullgraph=True, dynamic=dynamic)
        for b, n, m in SIZES:
            assert compiled(ones(b, n, 4), ones(b, m, 4)).shape == (b, n, m)
        counts.append(counter.frame_count)
    assert counts[0] == counts[1]
    assert counts[0] == 1 or not dynamic


def test_a_batch_that_is_marked_dynamic_makes_one_graph():
    counter = CompileCounter()
    compiled = torch.compile(MODULE, backend=counter, fullgraph=True)
    for size in (2, 5, 7):
        x = ones(size, 3)
        torch._dynamo.mark_dynamic(x, 0)
        assert compiled(x).shape == (size, 4)
    assert counter.frame_count == 1


def test_a_module_recompiles_where_it_would_undecorated():
    counter = CompileCounter()
    compiled = torch.compile(MODULE, backend=counter, fullgraph=True, dynamic=True)
    for size in (2, 5, 7):
        compiled(ones(size, 3))
    assert counter.frame_count == 1
    with pytest.raises(Unsupported, match=r'"forward" declares.*x is torch\.float64'):
        compiled(ones(2, 3).double())
    compiled(ones(3, 3))
    assert counter.frame_count == 1


# --- what may be around it


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_gradients_flow(backend):
    module = Linear()
    compiled = torch.compile(module, backend=CompileCounterWithBackend(backend), fullgraph=True)
    x = ones(2, 3, requires_grad=True)
    compiled(x).sum().backward()
    found, found_weight = x.grad, module.weight.grad
    x.grad = module.weight.grad = None
    module(x).sum().backward()
    torch.testing.assert_close((found, found_weight), (x.grad, module.weight.grad))


class Loud(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return super().__torch_function__(func, types, args, kwargs or {})


@pytest.mark.parametrize("wrap", [torch.nn.Parameter, lambda x: x.as_subclass(Loud), lambda x: TwoTensor(x, x)])
def test_subclasses_are_traced(wrap):
    compiled = torch.compile(abstract, backend="eager", fullgraph=True)
    assert compiled([wrap(X.clone())], {"a": wrap(X.clone())}).shape == (2, 3)
    with pytest.raises(Unsupported, match='"abstract" declares'):
        compiled([wrap(X.clone())], {"a": wrap(ones(2, 4))})


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_regions_are_traced(dtype):
    @checked
    def product(x: Tensor[Float32, CPU, "b n"], y: Tensor[Float32, CPU, "n m"]) -> Tensor[Float32, CPU, "b m"]:
        return x @ y

    def f(x):
        with torch.no_grad(), torch.autocast("cpu", dtype, enabled=dtype is not torch.float32):
            return product(x, x.T)

    compiled = torch.compile(f, backend="eager", fullgraph=True)
    if dtype is torch.float32:
        assert compiled(X).shape == (2, 2)
    else:
        with pytest.raises(Unsupported, match=r"return value is torch\.bfloat16"):
            compiled(X)


def test_a_default_device_does_not_break_a_graph():
    torch.set_default_device("meta")
    try:
        assert torch.compile(abstract, backend="eager", fullgraph=True)([X], {"a": X}).shape == (2, 3)
        with pytest.raises(TensorTypeError, match="is on meta, declared CPU"):
            torch.compile(abstract, backend="eager")([X], {"a": zeros(2, 3)})
    finally:
        torch.set_default_device(None)


def test_a_break_inside_of_a_checked_function_stays_one_break():
    @checked
    def broken(x: Tensor[Float32, Any, "b n"]) -> Tensor[Float32, Any, "b n"]:
        x = x + 1
        torch._dynamo.graph_break()
        return x * 2

    counts = []
    for function in (broken, bare(broken)):
        torch._dynamo.reset()
        counter = CompileCounter()
        torch.testing.assert_close(torch.compile(function, backend=counter)(X), X * 2 + 2)
        counts.append(counter.frame_count)
    assert counts == [2, 2]


class Pair(NamedTuple):
    x: Tensor
    y: Tensor


@dataclass
class Batch:
    x: torch.Tensor
    n: int


def test_objects_with_tensors_pass_through_a_graph():
    @checked
    def f(pair: Pair, batch: Batch, x: Matrix) -> Matrix:
        return pair.x + batch.x + x * batch.n

    compiled = torch.compile(f, backend="eager", fullgraph=True)
    assert torch.equal(compiled(Pair(X, X), Batch(X, 2), X), 4 * X)


def test_a_checkpointed_call_is_traced():
    def f(x):
        return torch.utils.checkpoint.checkpoint(MODULE, x, use_reentrant=False)

    torch.compile(f, backend="aot_eager", fullgraph=True)(ones(2, 3, requires_grad=True)).sum().backward()


def test_transforms_are_traced():
    def f(x):
        return torch.vmap(torch.func.grad(lambda row: abstract([row[None]], {"a": row[None]}).sum()))(x)

    assert torch.equal(torch.compile(f, backend="eager", fullgraph=True)(X), 2 * X)


# --- other ways to trace


@pytest.mark.parametrize("strict", [False, True])
def test_an_exported_module_has_dynamic_sizes(strict):
    program = torch.export.export(MODULE, (X,), dynamic_shapes=({0: torch.export.Dim("b")},), strict=strict)
    assert program.module()(ones(7, 3)).shape == (7, 4)


@pytest.mark.parametrize("strict", [False, True])
def test_a_wrong_call_is_not_exported(strict):
    with pytest.raises((TensorTypeError, Unsupported), match=r'"forward"'):
        torch.export.export(MODULE, (ones(2, 3).double(),), strict=strict)


def test_sizes_that_differ_are_refused_while_symbolic():
    class Sum(torch.nn.Module):
        @checked
        def forward(self, x: Tensor[Float32, CPU, "n m"], y: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, "n m"]:
            return x + y[:, None]

    sizes = {0: torch.export.Dim("b")}
    torch.export.export(Sum(), (ones(2, 3), ones(2)), dynamic_shapes=(sizes, sizes), strict=False)
    with pytest.raises(TensorTypeError, match='dim 0 is 3, but "n" is 2 in "x"'):
        torch.export.export(Sum(), (ones(2, 3), ones(3)), dynamic_shapes=(sizes, None), strict=False)


def test_ahead_of_time_autograd():
    graphs = []

    def compiler(graph, _):
        graphs.append(graph)
        return graph.forward

    def function(x, y):
        return abstract([x], {"a": y})

    x = X.clone().requires_grad_()
    assert torch.equal(aot_function(function, fw_compiler=compiler)(x, X), 2 * X)
    assert [node.op for node in graphs[0].graph.nodes] == ["placeholder", "placeholder", "call_function", "output"]
    with pytest.raises(TensorTypeError, match="dim 1 is 4, but"):
        aot_function(function, fw_compiler=compiler)(x, ones(2, 4))
    module = aot_module(Linear(), fw_compiler=lambda graph, _: graph.forward)
    assert module(X).shape == (2, 4)


@pytest.mark.parametrize("mode", ["real", "fake", "symbolic"])
def test_a_traced_graph_has_the_operators_alone(mode):
    with_checks = make_fx(lambda x, y: abstract([x], {"a": y}), tracing_mode=mode)(X, X)
    without = make_fx(lambda x, y: x + y, tracing_mode=mode)(X, X)
    assert with_checks.code == without.code
    with pytest.raises(TensorTypeError, match="dim 1 is 4, but"):
        make_fx(lambda x, y: abstract([x], {"a": y}), tracing_mode=mode)(X, ones(2, 4))


@pytest.mark.filterwarnings("ignore:`torch.jit")
def test_torchscript_traces_it():
    traced = torch.jit.trace(lambda x: abstract([x], {"a": x}), (X,))
    assert torch.equal(traced(ones(5, 4)), 2 * ones(5, 4))
    with pytest.raises(TensorTypeError, match=r'has shape \(2, 3\), declared "3"'):
        torch.jit.trace(checked(_row), (X,))


def _row(x: Matrix) -> Tensor[Float32, CPU, "3"]:
    return x


def test_meta_tensors_stand_in():
    @checked
    def f(x: Tensor[Float32, Meta, "b n"]) -> Tensor[Float32, Meta, "n b"]:
        return x.T

    assert torch.compile(f, backend="eager", fullgraph=True)(X.to("meta")).shape == (3, 2)
