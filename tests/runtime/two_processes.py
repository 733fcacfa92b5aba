"""What is checked on a mesh of two processes: each case runs in both, and its outcome is written by each.

`python two_processes.py RANK FILE` is one of the processes; they meet by the file.
"""

import copy
import json
import sys
import traceback
from datetime import timedelta
from typing import Any

import pytest
import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as functional
from torch._dynamo.exc import Unsupported
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor, init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.nn.parallel import DistributedDataParallel

import dtensortypes as dt
from dtensortypes import CPU, Float32, Tensor, TensorTypeError, checked, verify

Rows = Tensor[Float32, CPU, "b n", dt.Shard[0]]
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def refused(function, *arguments):
    with pytest.raises(TensorTypeError) as caught:
        function(*arguments)
    return caught.value


def distributed(*placements, shape=(8, 4), mesh=(2,)):
    mesh = init_device_mesh("cpu", mesh)
    return distribute_tensor(torch.ones(shape), mesh, placements)


@checked
def anywhere(x: Tensor[Float32, CPU, "b n"], y: Tensor[Float32, CPU, "n m"]) -> Tensor[Float32, CPU, "b m"]:
    return x @ y


@checked
def by_rows(x: Rows) -> Rows:
    return x


# --- DTensor


@case
def the_global_shape_is_seen():
    x, y = distributed(Shard(0)), distributed(Replicate(), shape=(4, 6))
    assert x.to_local().shape == (4, 4)
    assert isinstance(x, Tensor[Float32, CPU, "8 4"])
    assert anywhere(x, y).shape == (8, 6)
    error = refused(anywhere, x, distributed(Shard(1), shape=(8, 6)))
    assert error.problem.reason == (
        'argument "y" of "anywhere" has shape (8, 6), declared "n m": dim 0 is 8, but "n" is 4 in "x"'
    )
    double = distribute_tensor(torch.ones(8, 4).double(), x.device_mesh, [Shard(0)])
    assert "float64 cpu (8, 4), Shard(0)" in refused(anywhere, double, y).table


@case
def placements_are_checked():
    x = distributed(Shard(0))
    assert by_rows(x) is x
    error = refused(by_rows, distributed(Shard(1)))
    assert error.problem.reason == 'argument "x" of "by_rows" is placed Shard(1), declared Shard[0]'
    assert error.problem.advice == "move it with .redistribute(placements=[Shard(0)])"
    assert by_rows(distributed(Shard(1)).redistribute(placements=[Shard(0)])).placements == (Shard(0),)
    assert refused(by_rows, distributed(Shard(0), Replicate(), mesh=(2, 1))).problem.advice == ""


@case
def a_tensor_of_one_process_is_no_dtensor():
    error = refused(by_rows, torch.ones(8, 4))
    assert error.problem.reason == 'argument "x" of "by_rows" is no DTensor, declared Shard[0]'
    assert error.problem.advice == "distribute it with distribute_tensor(tensor, mesh, [Shard(0)])"
    assert not isinstance(torch.nn.Parameter(torch.ones(8, 4)), Rows)


@case
def every_way_to_declare_a_placement():
    rows, columns, whole = distributed(Shard(0)), distributed(Shard(1)), distributed(Replicate())
    grid = distributed(Shard(0), Shard(1), mesh=(2, 1))
    part = distributed(Shard(1)) @ distributed(Shard(0), shape=(4, 6))
    assert part.placements == (Partial(),)
    for declared, fits in (
        (dt.Shard[0], [rows]),
        (dt.Shard[-2], [rows]),
        (dt.Shard[-1], [columns]),
        (dt.Shard, [rows, columns]),
        (dt.Replicate, [whole]),
        (dt.Shard[0] | dt.Replicate, [rows, whole]),
        (dt.Partial, [part]),
        (Any, [rows, columns, whole, part]),
    ):
        hint = Tensor[Float32, CPU, Any, declared]
        found = [x for x in (rows, columns, whole, part, grid) if isinstance(x, hint)]
        assert list(map(id, found)) == list(map(id, fits)), hint
    for pair in ((dt.Shard[0], dt.Shard[1]), (Any, dt.Shard), (dt.Shard | dt.Replicate, dt.Shard[-1])):
        assert isinstance(grid, Tensor[Any, Any, "b n", *pair])
    assert not isinstance(grid, Tensor[Any, Any, "b n", dt.Shard[0], dt.Replicate])


@case
def placements_inside_of_other_hints():
    @checked
    def gathered(
        xs: list[Rows], y: Rows | None, z: Tensor[Float32, CPU, "b n", dt.Shard[1]] | Rows
    ) -> dict[str, Tensor[Float32, CPU, "b n", dt.Replicate]]:
        return {"x": xs[0].redistribute(placements=[Replicate()]) if y is None else y}

    x = distributed(Shard(0))
    assert gathered([x, x], None, distributed(Shard(1)))["x"].shape == (8, 4)
    assert refused(gathered, [x, distributed(Shard(1))], None, x).problem.reason == (
        'argument "xs[1]" of "gathered" is placed Shard(1), declared Shard[0]'
    )
    reason = refused(gathered, [x], x, x).problem.reason
    assert reason.endswith('of "gathered" is placed Shard(0), declared Replicate'), reason


@case
def a_refusal_waits_for_nobody():
    x = distributed(Shard(1))
    if dist.get_rank() == 0:
        refused(by_rows, x)
    dist.barrier()


@case
def a_collective_under_way_is_not_waited_for():
    gathered = functional.all_gather_tensor(torch.ones(4, 4), 0, dist.group.WORLD)
    assert isinstance(gathered, functional.AsyncCollectiveTensor)
    assert isinstance(gathered, Tensor[Float32, CPU, "8 4"])
    refused(anywhere, gathered, gathered)
    assert not gathered.completed
    assert anywhere(gathered, torch.ones(4, 2)).shape == (8, 2)


@case
def compiled_dtensors():
    compiled = torch.compile(lambda x: by_rows(x) * 2, backend="aot_eager", fullgraph=True)
    assert compiled(distributed(Shard(0))).placements == (Shard(0),)
    with pytest.raises(Unsupported, match='a tensor is not what "by_rows" declares'):
        compiled(distributed(Shard(1)))
    torch._dynamo.reset()


# --- modules


class Block(torch.nn.Module):
    """Two checked layers, of which the second may be left out."""

    def __init__(self):
        super().__init__()
        self.up, self.down = torch.nn.Linear(4, 6, bias=False), torch.nn.Linear(6, 4, bias=False)
        self.dim = 4

    @checked
    def forward(self, x: Tensor[Float32, CPU, "b {self.dim}"], half: bool = False) -> Tensor[Float32, CPU, "b m"]:
        y = multiplied(x, self.up.weight)
        return y if half else multiplied(y, self.down.weight)


@checked
def multiplied(x: Tensor[Float32, CPU, "b n"], weight: Tensor[Float32, CPU, "m n"]) -> Tensor[Float32, CPU, "b m"]:
    assert not isinstance(weight, DTensor)
    return x @ weight.T


def trained(module, *arguments):
    """The module after one step on what is different in each process."""
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
    module(torch.full((2, 4), 1.0 + dist.get_rank()), *arguments).sum().backward()
    optimizer.step()
    return module


def same_everywhere(tensor):
    both = [torch.empty_like(tensor) for _ in range(2)]
    dist.all_gather(both, tensor.detach())
    return torch.equal(*both)


@case
def data_in_parallel():
    for options, half in (({}, False), ({"find_unused_parameters": True}, True), ({"static_graph": True}, False)):
        torch.manual_seed(0)
        block = Block()
        before = copy.deepcopy(block.up.weight)
        module = trained(DistributedDataParallel(block, **options), half)
        assert not torch.equal(before, block.up.weight)
        assert same_everywhere(block.up.weight)
        assert "dim 1 is 5" in str(refused(module, torch.ones(2, 5)).problem)
    plain = DistributedDataParallel(copy.deepcopy(block))
    compiled = torch.compile(plain, backend="aot_eager")
    assert compiled(torch.ones(2, 4)).shape == (2, 4)
    torch._dynamo.reset()


@case
def parameters_in_shards():
    torch.manual_seed(0)
    block = Block()
    fully_shard(block, mesh=init_device_mesh("cpu", (2,)))
    assert isinstance(block.up.weight, Tensor[Float32, CPU, "6 4", dt.Shard[0]])
    trained(block)
    assert isinstance(block.up.weight, Tensor[Float32, CPU, "6 4", dt.Shard[0]])
    assert same_everywhere(block.up.weight.full_tensor())
    assert "dim 1 is 5" in str(refused(block, torch.ones(2, 5)).problem)


@case
def shards_of_mixed_precision():
    block = Block()
    fully_shard(block, mesh=init_device_mesh("cpu", (2,)), mp_policy=MixedPrecisionPolicy(param_dtype=torch.bfloat16))
    assert refused(block, torch.ones(2, 4)).problem.reason == (
        'argument "x" of "forward" is bfloat16, declared Float32 ("b {self.dim}")'
    )


@checked
class Layer(torch.nn.Module):
    """A layer that declares what it holds."""

    weight: Tensor[Float32, CPU, "m n"]
    bias: Tensor[Float32, CPU, "m"]

    def __init__(self):
        super().__init__()
        self.weight, self.bias = torch.nn.Parameter(torch.ones(6, 4)), torch.nn.Parameter(torch.ones(6))

    def forward(self, x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float32, CPU, "b m"]:
        return x @ self.weight.T + self.bias


@checked
class Net(torch.nn.Module):
    layer: Layer

    def __init__(self):
        super().__init__()
        self.layer = Layer()

    def forward(self, x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float32, CPU, "b m"]:
        return self.layer(x)


@case
def a_module_is_verified_in_data_parallel():
    module = trained(DistributedDataParallel(Net()))
    assert verify(module) is module
    module.double()
    assert refused(verify, module).problem.reason == (
        'attribute "layer.weight" of "Net" is float64, declared Float32 ("m n")'
    )


@case
def a_module_is_verified_in_shards():
    mesh = init_device_mesh("cpu", (2,))
    for parts in (lambda net: [net], lambda net: [net.layer, net]):
        net = Net()
        for part in parts(net):
            fully_shard(part, mesh=mesh)
        assert isinstance(net.layer.weight, DTensor)
        assert verify(trained(net)) is net
        net.load_state_dict(net.state_dict())
        assert verify(net) is net
        net.layer.weight = torch.nn.Parameter(distribute_tensor(torch.ones(5, 4), mesh, [Shard(0)]))
        reason = refused(verify, net).problem.reason
        assert reason.startswith('attribute "layer.bias" of "Net" has shape (6,), declared "m": dim 0 is 6'), reason
    half = Net().bfloat16()
    fully_shard(half, mesh=mesh)
    assert 'attribute "layer.weight" of "Net" is bfloat16' in refused(verify, half).problem.reason


class Sharded(torch.nn.Module):
    """A module that is told how its layers are split."""

    def __init__(self):
        super().__init__()
        self.up, self.down = torch.nn.Linear(4, 6, bias=False), torch.nn.Linear(6, 4, bias=False)

    @checked
    def forward(self, x: Tensor[Float32, CPU, "b 4"]) -> Tensor[Float32, CPU, "b 4"]:
        return self.down(self.up(x))

    @checked
    def weights(
        self,
    ) -> tuple[Tensor[Float32, CPU, "6 4", dt.Shard[0]], Tensor[Float32, CPU, "4 6", dt.Shard[1]]]:
        return self.up.weight, self.down.weight


@case
def layers_in_parallel():
    module = parallelize_module(
        Sharded(), init_device_mesh("cpu", (2,)), {"up": ColwiseParallel(), "down": RowwiseParallel()}
    )
    assert module(torch.ones(2, 4)).shape == (2, 4)
    assert len(module.weights()) == 2


def main(rank, file):
    torch.set_num_threads(1)
    timeout = timedelta(seconds=30)
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=int(rank), world_size=2, timeout=timeout)
    outcomes = {}
    for name, function in CASES.items():
        try:
            function()
            outcomes[name] = ""
        except Exception:  # noqa: BLE001 - whatever it is, the test tells it
            outcomes[name] = traceback.format_exc()
    sys.stdout.write(json.dumps(outcomes))
    dist.destroy_process_group()


if __name__ == "__main__":
    main(*sys.argv[1:])
