"""What mypy says of statements in no function is what it says without the plugin, and of who reads their values."""

from tests.mypy_plugin.checking import PLAIN, codes, program

TRAINING = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, type-arg, import-not-found, unused-ignore"
from torch.nn.parallel import DistributedDataParallel
try:
    import no_such_module
except ImportError:
    no_such_module = None

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def configure(self):
        return self.layer

distributed = torch.cuda.is_available()
net = Net()
if distributed:
    net = DistributedDataParallel(net)
raw = net.module if distributed else net
optimizer = raw.configure()
state = {"model": raw.state_dict()}
for step in range(3):
    raw.estimate(step)
    None * net(torch.zeros(3))

@torch.no_grad()
def evaluate():
    no_such_module.resize(3)
    return raw.loss(3)

compiled = torch.compile(nn.Linear(3, 3))
compiled.weight
"""
SCRIPT = program(TRAINING, PLAIN)
OURS = program(TRAINING, f"{PLAIN}; import dtensortypes")


def test_a_script_hears_what_it_hears_without_the_plugin():
    assert codes(SCRIPT.messages) == [
        *("21 union-attr", "21 operator"),
        "22 union-attr",
        *("24 union-attr", "24 operator"),
        "29 union-attr",
        *("30 union-attr", "30 operator"),
        "33 attr-defined",
    ]


def test_a_file_of_ours_hears_what_is_known():
    assert "33 attr-defined" not in codes(OURS.messages)


LATER = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.several = nn.ModuleList([nn.ModuleList([nn.Linear(3, 3)])])
net = Net()
net.layer = nn.Identity()
saved = []
[one[0].register_forward_hook(lambda m, a, o, i=i: saved.append(i)) for i, one in enumerate(net.several)]
"""
COUNTED = program(LATER, PLAIN)


def test_the_default_of_a_lambda_is_the_copys_own():
    assert codes(COUNTED.messages) == ["8 assignment", "10 index"]
