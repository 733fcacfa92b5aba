"""What is read from an attribute: its written type, or what mypy inferred as far as no assignment changes it."""

from tests.mypy_plugin.checking import program

ASSIGNED_AGAIN = program("""
class State:
    def __init__(self) -> None:
        self.once = torch.zeros(3)
        self.twice = torch.zeros(3)
        self.all = [torch.zeros(3)]
        self.device = torch.device("cuda", 1)

    def step(self) -> None:
        self.twice = self.twice.half()
        self.all.append(torch.zeros(2).half())

def read(state: State) -> None:
    reveal_type(state.once)
    reveal_type(state.twice)
    reveal_type(state.all)
    reveal_type(torch.zeros(3, device=state.device))
""")

DIMS = program("""
class State:
    h: Tensor[Float32, CPU, "n 3"]

def read(state: State, x: Tensor[Float32, CPU, "m 3"]) -> Tensor[Float32, CPU, "m 3"]:
    reveal_type(state.h)
    return x + state.h
""")

INSIDE = program("""
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.w = nn.Parameter(torch.zeros(3))

net = Net()
reveal_type(net.fc(torch.zeros(2, 3)))
half = net.half()
reveal_type(half.fc(torch.zeros(2, 3).half()))
half.fc(torch.zeros(2, 3))
""")


def test_an_attribute_that_changes_says_what_stays():
    assert ASSIGNED_AGAIN.messages == []
    assert ASSIGNED_AGAIN.revealed == [
        'Tensor[Float32, CPU, "3"]',
        'Tensor[Float16 | Float32, CPU, "3"]',
        'list[Tensor[Float16 | Float32, CPU, "_"]]',
        'Tensor[Float32, CUDA[1], "3"]',
    ]


def test_names_of_dims_do_not_leave_their_class():
    assert DIMS.messages == []
    assert DIMS.revealed == ['Tensor[Float32, CPU, "_ 3"]']


def test_a_layer_is_in_the_state_of_its_module():
    assert INSIDE.revealed == ['Tensor[Float32, CPU, "2 4"]', 'Tensor[Float16, CPU, "2 4"]']
    assert [message.partition(";")[0] for message in INSIDE.messages if "error" in message] == [
        '11: error: "Linear" needs all tensors in one dtype: float32 and float16'
    ]


OF_ALL = program("""
class Detect(nn.Module):
    anchors = torch.empty(0)
    scale = torch.ones(3)
    def place(self, points: Tensor[Float32, CPU, "n"]) -> None:
        self.anchors, self.first = points, points
class Pose(Detect):
    def decode(self) -> None:
        self.anchors[1]
        self.scale[3]
""")


def test_what_a_class_has_for_all_is_not_what_each_is_given():
    assert [message.partition(" [")[0] for message in OF_ALL.messages] == [
        "9: error: index 3 is out of bounds for a dim of size 3 of (3,) "
    ]


UPDATED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Counts:
    def __init__(self):
        self.n = torch.zeros(3, dtype=torch.uint8)
        self.n = torch.zeros(3)
        self.other = torch.zeros(3, dtype=torch.int64)
    def halve(self):
        self.n /= 2
        self.other /= 2  # refused
""")


def test_an_update_is_about_what_was_given_last():
    assert UPDATED.refused == UPDATED.marked


ANY_DTYPE = program("""
class Own:
    def __init__(self) -> None:
        self.dtype, self.n = torch.float32, 3
    def cast(self, dtype: Any, n: Any) -> None:
        self.dtype, self.n = dtype, n
        reveal_type(torch.zeros(self.n, dtype=self.dtype))
    def half(self) -> None:
        self.dtype = torch.float16
        reveal_type(torch.zeros(3, dtype=self.dtype))
""")


def test_an_attribute_that_is_given_any_dtype_has_not_its_first_one():
    assert ANY_DTYPE.revealed == ['Tensor[Any, CPU, "_"]', 'Tensor[Float16, CPU, "3"]']
