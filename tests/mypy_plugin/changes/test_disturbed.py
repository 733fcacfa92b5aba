"""Who else may have cast or moved a module, by the text alone."""

from dtensortypes.mypy_plugin.changes.disturbed import changed_place, refilled, refilled_whole
from tests.mypy_plugin.checking import parsed, program


def test_the_place_is_that_of_the_module_itself():
    call = parsed("net.a.cuda().half()").defs[0].expr
    assert changed_place(call).name == "a"


COPIED = program("""
import copy
def use(x: Tensor[Float64, CPU, "b 3"]) -> None:
    net, other = nn.Linear(3, 4), nn.Linear(3, 4)
    shallow = copy.copy(net)
    shallow.double()
    net(x)
    whole = copy.deepcopy(other)
    whole.double()
    other(x)
""")


def test_a_shallow_copy_of_a_module_has_its_parameters():
    assert [one.partition(":")[0] for one in COPIED.messages if ": error: " in one] == ["9"]


CALLING_EACH_OTHER = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def even(net, n):
    head = net.head
    return head(n) if n == 0 else odd(net, n - 1)
def odd(net, n):
    head = net.head
    return head(n) if n == 1 else even(net, n - 1)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 2)
def use() -> None:
    net = Net()
    even(net, 3)
    net.head(torch.zeros(4))  # refused
""")


def test_functions_that_call_each_other_are_looked_into_once():
    assert CALLING_EACH_OTHER.refused == CALLING_EACH_OTHER.marked


def test_numbers_that_a_loop_makes_layers_of_stay_in_their_list():
    tree = parsed("""
def build(config, layers):
    for n in config.sizes:
        layers += [Layer(n)]
    config.filled.append(3)
    keep(config.kept)
""")
    assert refilled(tree) == {"sizes", "filled", "kept"}
    assert refilled_whole(tree) == {"filled", "kept"}
