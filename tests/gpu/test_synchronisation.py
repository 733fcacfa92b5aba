"""A check reads dtype, device and shape, which the CPU knows: it starts nothing, waits for nothing, keeps nothing.

On a GPU that is seen by torch's own alarm, by CUDA graphs, by a profiler and by the allocator. Without one it follows
from two things seen here: a checked call dispatches the very operators that an unchecked one does, and it is the same
on `meta`, whose tensors have no numbers to wait for.
"""

import gc

import pytest
import torch

from dtensortypes import CPU, CUDA, Float32, Meta, Tensor, checked, checking
from tests.fake_cuda import fake_cuda
from tests.gpu.observed import allocations, dispatched, on_device, refused, without_synchronisation
from tests.gpu.programs import programs, wrong

gpu = pytest.mark.gpu
NAMES = tuple(programs(CPU))
EACH = pytest.mark.parametrize("name", NAMES)
EACH_WRONG = pytest.mark.parametrize("kind", ["dtype", "device", "shape"])


def matrix(device: str) -> torch.Tensor:
    return torch.arange(12, dtype=torch.float32).reshape(3, 4).to(device)


# --- without a GPU


@EACH
def test_a_check_dispatches_nothing(name):
    x = matrix("cpu")
    assert dispatched(lambda: programs(CPU)[name](x, x)) == dispatched(lambda: programs(CPU, "off")[name](x, x))


@EACH
@EACH_WRONG
def test_a_refusal_dispatches_nothing(name, kind):
    """Neither finding out nor telling, and the call has not begun: only what comes before it has been done."""
    x = matrix("cpu")
    y = wrong(x, "meta")[kind]
    before = {"module": 1, "verified module": 1, "broadcasting": 1, "traced function": 1}  # x[0], x[None], x + 1
    seen = dispatched(lambda: refused(lambda: programs(CPU)[name](x, y)))
    assert len([one for one in seen if not one.startswith(("aten.detach", "aten.clone"))]) == before.get(name, 0)


@EACH
def test_no_number_is_read(name):
    x = matrix("meta")
    programs(Meta)[name](x, x)
    for y in wrong(x, "cpu").values():
        refused(lambda y=y: programs(Meta)[name](x, y))


@EACH
def test_a_gpu_that_is_fake_is_told_from_the_cpu(name):
    with fake_cuda():
        x = matrix("cuda")
        programs(CUDA)[name](x, x)
        for y in wrong(x, "cpu").values():
            refused(lambda y=y: programs(CUDA)[name](x, y))


def test_a_number_that_is_read_is_seen():
    with pytest.raises(RuntimeError, match="meta"):
        matrix("meta").sum().item()
    assert dispatched(lambda: matrix("cpu").sum().item())[-1] == "aten._local_scalar_dense.default"


# --- on a GPU


@gpu
def test_the_alarm_works():
    x = matrix("cuda")
    with without_synchronisation(), pytest.raises(RuntimeError, match="synchroniz"):
        x.sum().item()


@gpu
@EACH
def test_a_right_call_does_not_wait(name):
    x, program = matrix("cuda"), programs(CUDA)[name]
    program(x, x)
    with without_synchronisation():
        program(x, x)


@gpu
@EACH
@EACH_WRONG
def test_a_wrong_call_does_not_wait(name, kind):
    x, program = matrix("cuda"), programs(CUDA)[name]
    y = wrong(x, "cpu")[kind]
    with without_synchronisation():
        refused(lambda: program(x, y))


@gpu
@EACH
def test_a_call_is_captured_in_a_graph(name):
    """With a refused call before it, which leaves nothing in the graph."""
    x, program = matrix("cuda"), programs(CUDA)[name]
    y = wrong(x, "cpu")["dtype"]
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        program(x, x)
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        x + x  # torch warns of a graph with no kernel, and a dataclass has none
        refused(lambda: program(x, y))
        found = program(x, x)
    x.add_(1)
    graph.replay()
    torch.testing.assert_close(_tensors(found), _tensors(program(x, x)))


def _tensors(found: object) -> list[torch.Tensor]:
    if isinstance(found, torch.Tensor):
        return [found]
    return list(found) if isinstance(found, list) else list(vars(found).values())


@gpu
@EACH
def test_no_memory_is_kept(name):
    x, program = matrix("cuda"), programs(CUDA)[name]
    others = wrong(x, "cpu")
    program(x, x)
    gc.collect()
    before = torch.cuda.memory_allocated()
    program(x, x)
    errors = [refused(lambda y=y: program(x, y)).with_traceback(None) for y in others.values()]
    gc.collect()
    assert torch.cuda.memory_allocated() == before
    assert len(errors) == 3  # alive, and they hold no tensor but by the frames that every exception has


@gpu
@EACH
def test_no_memory_is_asked_for(name):
    x = matrix("cuda")
    with_checks, without = (programs(CUDA, mode)[name] for mode in ("error", "off"))
    without(x, x)  # a first matrix product asks for a workspace
    assert allocations(lambda: with_checks(x, x)) == allocations(lambda: without(x, x))


# --- a training step


def training(place, device, mode):
    """A step of a small attention model with every forward checked, or, in the mode "off", none."""
    hidden = Tensor[Float32, place, "b t d"]
    with checking(mode):

        class Attention(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.mix, self.out = torch.nn.Linear(32, 96), torch.nn.Linear(32, 32)

            @checked
            def forward(self, x: hidden) -> hidden:
                q, k, v = self.mix(x).unflatten(-1, (3, 4, 8)).permute(2, 0, 3, 1, 4)
                return self.out(torch.nn.functional.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2))

        class Model(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.layers = torch.nn.ModuleList(Attention() for _ in range(2))
                self.norm, self.head = torch.nn.LayerNorm(32), torch.nn.Linear(32, 11)

            @checked
            def forward(self, x: hidden) -> Tensor[Float32, place, "b t classes=11"]:
                for layer in self.layers:
                    x = x + layer(self.norm(x))
                return self.head(x)

    torch.manual_seed(0)
    model = Model().to(device)
    optimizer = torch.optim.AdamW(model.parameters())
    x, target = torch.randn(2, 5, 32, device=device), torch.zeros(10, dtype=torch.int64, device=device)

    def step() -> None:
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x).flatten(0, 1), target).backward()
        optimizer.step()

    for _ in range(3):
        step()
    return step


def test_a_training_step_dispatches_the_same():
    with_checks, without = (dispatched(training(CPU, "cpu", mode)) for mode in ("error", "off"))
    assert with_checks == without
    assert len(without) > 50


@gpu
def test_a_training_step_launches_the_same():
    on_device(lambda: None)  # a first profiler has things of its own to do
    with_checks, without = (on_device(training(CUDA, "cuda", mode)) for mode in ("error", "off"))
    assert with_checks == without
    assert sum(without.values()) > 50


@gpu
def test_a_training_step_does_not_wait():
    step = training(CUDA, "cuda", "error")
    with without_synchronisation():
        step()


@gpu
def test_a_kernel_more_is_seen():
    x = matrix("cuda")
    once, twice = on_device(lambda: x + x), on_device(lambda: (x + x, x + x))
    assert twice - once
    assert "aten::add" not in once  # what the CPU does of it is not counted
