"""Containers of modules give back what was put in."""

from tests.mypy_plugin.checking import program

ITEMS = program("""
class Net(nn.Module):
    def __init__(self, flag: bool, given: list[nn.Module]) -> None:
        super().__init__()
        self.pair = nn.ModuleList([nn.Linear(4, 8), nn.Linear(8, 2)])
        self.named = nn.ModuleDict({"a": nn.Linear(4, 3)})
        self.scales = nn.ParameterList([nn.Parameter(torch.zeros(3)) for _ in range(2)])
        self.either = nn.ModuleList()
        if flag:
            self.either.append(nn.Linear(4, 5))
        else:
            self.either.append(nn.Linear(4, 6))
        self.given = nn.ModuleList(given)

def use(net: Net, x: Tensor[Float32, CPU, "b 4"], i: int) -> None:
    reveal_type(net.pair[0](x))
    reveal_type(net.pair[-1](net.pair[0](x)))
    reveal_type(net.named["a"](x))
    for name, module in net.named.items():
        reveal_type(module(x))
    reveal_type(net.scales[0])
    reveal_type(net.either[i](x))
    reveal_type(net.given[0])
    net.pair[1](x)
    net.pair[i](x)
    for layer in net.pair[1:]:
        layer(x)
""")


def test_items_are_told_apart_as_far_as_they_are_known():
    assert ITEMS.revealed == [
        'Tensor[Float32, CPU, "b 8"]',
        'Tensor[Float32, CPU, "b 2"]',
        'Tensor[Float32, CPU, "b 3"]',
        'Tensor[Float32, CPU, "b 3"]',
        'Parameter[Any, Any, "3"]',
        'Tensor[Float32, CPU, "b 5"] | Tensor[Float32, CPU, "b 6"]',
        "torch.nn.modules.module.Module",
    ]


def test_what_one_of_the_items_takes_is_no_error():
    assert [message.partition(":")[0] for message in ITEMS.messages if "error" in message] == ["23", "26"]


REPLACED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 5)).half()
net[-1] = nn.Linear(4, 2).half()
reveal_type(net(torch.zeros(2, 3, dtype=torch.float16)))
net[0] = nn.Linear(6, 4)
net(torch.zeros(2, 6, dtype=torch.float16))
short = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 5))
del short[1]
reveal_type(short(torch.zeros(2, 3)))
inner = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 5))
outer = nn.Sequential(inner, nn.Linear(5, 2))
inner[1] = nn.Linear(4, 7)
outer[1] = nn.Linear(7, 2)
outer(torch.zeros(2, 3))
""")


def test_a_layer_that_is_replaced():
    assert REPLACED.revealed == ['Tensor[Float16, CPU, "2 2"]', "Any"]
    (wrong,) = (message for message in REPLACED.messages if "error" in message)
    assert "float16 and float32" in wrong


INSERTED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
net = nn.Sequential(nn.Flatten(), nn.Linear(10, 4))
net.insert(0, nn.AvgPool2d(7))
reveal_type(net(torch.zeros(2, 10, 7, 7)))
net.insert(-1, nn.Linear(10, 6))
net(torch.zeros(2, 10, 7, 7))
net.__setitem__(2, nn.Linear(5, 4))
reveal_type(net(torch.zeros(2, 10, 7, 7)))
""")


def test_a_layer_that_is_inserted_replaces_none():
    assert INSERTED.revealed == ['Tensor[Float32, CPU, "2 4"]', "Any"]
    (wrong,) = (message for message in INSERTED.messages if "error" in message)
    assert "shapes (2, 6) and (10, 4) cannot be multiplied" in wrong
