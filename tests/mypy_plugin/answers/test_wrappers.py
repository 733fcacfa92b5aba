"""A wrapped module is called as itself: it has its state, as long as no other variable has it too."""

from tests.mypy_plugin.checking import program

NET = """
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(8, 4)
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x)
"""
WRAPPED = program(f"""
{NET}
def run(x: Tensor[Float64, CPU, "b 8"], y: Tensor[Float32, CUDA, "b 8"]) -> None:
    nn.DataParallel(Net())(x)
    model = nn.DataParallel(Net())
    model.cuda()
    reveal_type(model(y))
    reveal_type(nn.DataParallel(nn.Linear(8, 3)).cuda()(y))
    model = nn.DataParallel(Net()).cuda().half()
    model(y)
    net = Net().cuda()
    net = nn.DataParallel(net)
    net(y.half())
""")
SILENT = program(f"""
{NET}
def run(x: Tensor[Float64, CPU, "b 8"], y: Tensor[Float32, CUDA, "b 8"], net: Net) -> None:
    moved = nn.DataParallel(Net()).cuda()
    moved(x.float())
    own = Net().cuda()
    shared = nn.DataParallel(own)
    own.half()
    shared(y.half())
    nn.DataParallel(net)(x)
    reveal_type(shared(y))
    reveal_type(moved.module)
""")

DISTRIBUTED = program(f"""
{NET}
def run(x: Tensor[Float32, CPU, "b 8"], y: Tensor[Float32, CUDA, "b 8"]) -> None:
    model = nn.parallel.DistributedDataParallel(Net().cuda(), device_ids=[0])
    reveal_type(model(y))
    reveal_type(model(x))
    model(y.double())
    model.module.anything
""")
PUT_INSIDE = program(f"""
{NET}
def run(y: Tensor[Float32, CUDA, "b 8"]) -> None:
    model = nn.DataParallel(Net().cuda())
    model.module.layer = nn.Linear(8, 3)
    model(y)
    model.cuda()
    reveal_type(model(y))
""")
NARROW_INSIDE = program(f"""
{NET}
def run(y: Tensor[Float32, CUDA, "b 8"]) -> None:
    model = nn.DataParallel(Net()).cuda()
    model.module.layer = nn.Linear(7, 3).cuda()
    model(y)
""")
MOVED_INSIDE = program(f"""
{NET}
def move(model: nn.Module) -> None:
    model.cuda()
def by_others(y: Tensor[Float32, CUDA, "b 8"]) -> None:
    own = Net().cuda()
    model = nn.DataParallel(own)
    model.module.layer = nn.Linear(8, 3)
    own.cuda()
    model(y)
    other = nn.DataParallel(Net().cuda())
    other.module.layer = nn.Linear(8, 3)
    move(other.module)
    other(y)
def by_itself(y: Tensor[Float32, CUDA, "b 8"]) -> None:
    model = nn.DataParallel(Net().cuda())
    model.module.layer = nn.Linear(8, 3)
    model.module.layer.cuda()
    model(y)
    half = nn.DataParallel(Net().cuda())
    half.module.half()
    half(y.half())
    moved = nn.DataParallel(Net()).cuda()
    reveal_type(moved.module(y))
    given = nn.DataParallel(Net())
    move(given)
    given.module(y)
""")


def test_what_is_put_into_the_module_inside_is_called():
    assert [one.refused for one in (PUT_INSIDE, NARROW_INSIDE)] == [[12], [7]]
    assert PUT_INSIDE.revealed == ['Tensor[Float32, CUDA, "b 3"]']


def test_what_moves_a_wrapper_moves_what_is_inside():
    assert MOVED_INSIDE.refused == []
    assert MOVED_INSIDE.revealed == ['Tensor[Float32, CUDA, "b _"]']


def test_a_distributed_wrapper_is_called_as_what_is_inside():
    assert DISTRIBUTED.revealed == ['Tensor[Float32, CUDA, "b 4"]', "Any"]
    assert [text.partition(":")[0] for text in DISTRIBUTED.messages if ": error" in text] == ["13"]


def test_a_wrapper_is_called_as_what_is_inside():
    errors = [text for text in WRAPPED.messages if "error" in text]
    assert [text.partition(":")[0] for text in errors] == ["10", "16", "19"]
    assert all("[tensor-dtype]" in text for text in errors)
    assert WRAPPED.revealed == ['Tensor[Float32, CUDA, "b 4"]', 'Tensor[Float32, CUDA, "b 3"]']


def test_what_may_be_scattered_or_changed_is_unknown():
    assert not [text for text in SILENT.messages if "tensor-" in text]
    assert SILENT.revealed[0] == "Any"
    assert SILENT.revealed[1].endswith(".Net")


KEPT = program(f"""
{NET}
def run(x: Tensor[Float32, CPU, "b 8"]) -> None:
    net = Net()
    model = nn.DataParallel(net)
    reveal_type(model(x))
def aliased(x: Tensor[Float32, CPU, "b 8"]) -> None:
    net = Net()
    other = net
    model = nn.DataParallel(net)
    other.half()
    reveal_type(model(x))
def later(x: Tensor[Float32, CPU, "b 8"]) -> None:
    net = Net()
    model = nn.DataParallel(net)
    net.half()
    reveal_type(model(x))
""")


def test_a_module_that_keeps_its_variable_and_is_not_changed_by_it():
    assert KEPT.revealed == ['Tensor[Float32, CPU, "b 4"]', "Any", "Any"]
