"""`@checked` on a class, as its users meet it."""

import collections
import enum
from dataclasses import InitVar, dataclass
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple, TypeVar

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from dtensortypes import Bool, Float, Float32, Tensor, TensorTypeError, checked, checking

zeros = torch.zeros
D = TypeVar("D", bound=Float)


def bools(*shape):
    return zeros(*shape, dtype=torch.bool)


# --- one class, one function: the same hints accept and refuse the same values

HINTS = [
    Tensor[Float32, Any, "b n"],
    Tensor[Any, Any, "n"],
    Tensor[D, Any, "n+1"],
    Tensor[D, Any, "*batch n"],
    Tensor[Float32, Any, "#n b"],
    Tensor[Float32, Any, "b"] | None,
    list[Tensor[Any, Any, "n"]],
    int,
]
VALUES = [
    zeros(2, 3),
    zeros(3),
    zeros(4),
    zeros(2, 3).double(),
    zeros(1, 2),
    zeros(4).double(),
    None,
    [zeros(3), zeros(3)],
    [zeros(4)],
    1,
]


def one(f0):
    pass


def two(f0, f1):
    pass


def three(f0, f1, f2):
    pass


FUNCTIONS = {1: one, 2: two, 3: three}


def outcome(make, values):
    """What is refused, without whose it is."""
    try:
        make(*values)
    except TensorTypeError as error:
        _, _, reason = str(error).split("\n")[0].partition('" of "')
        return reason.partition('" ')[2]
    except Exception as error:  # noqa: BLE001 - beartype's own are of several classes
        return type(error).__name__[:8]
    return None


@given(st.lists(st.sampled_from(HINTS), min_size=1, max_size=3), st.data())
def test_a_class_accepts_what_a_function_with_its_hints_accepts(hints, data):
    names = [f"f{i}" for i, _ in enumerate(hints)]
    values = [data.draw(st.sampled_from(VALUES)) for _ in hints]

    function = FUNCTIONS[len(hints)]
    function.__annotations__ = annotations = dict(zip(names, hints, strict=True))
    scope = {"__annotations__": annotations, "__module__": __name__, "__qualname__": "Data"}
    try:
        expected = outcome(checked(function), values)
    except TypeError:
        with pytest.raises(TypeError):
            checked(dataclass(type("Data", (), scope)))
        return
    assert outcome(checked(dataclass(type("Data", (), scope))), values) == expected
    assert outcome(checked(dataclass(frozen=True)(type("Data", (), scope))), values) == expected
    assert outcome(checked(NamedTuple("Data", [*annotations.items()])), values) == expected


# --- decoration


def test_a_class_stays_itself():
    @dataclass
    class Batch:
        """Images."""

        x: Tensor[Float32, Any, "b n"]

    assert checked(Batch) is Batch
    init = Batch.__init__
    assert checked(Batch) is Batch
    assert Batch.__init__ is init
    assert (Batch.__doc__, Batch.__name__) == ("Images.", "Batch")


def test_what_is_not_a_dataclass_yet_is_refused():
    with pytest.raises(TypeError, match='"Batch" has no __init__ that sets "x": write @checked above @dataclass'):

        @dataclass
        @checked
        class Batch:
            x: Tensor[Float32, Any, "b n"]

    @checked
    @dataclass
    class Base:
        x: Tensor[Float32, Any, "b n"]

    with pytest.raises(TypeError, match='"Derived" has no __init__ that sets "y": write @checked above @dataclass'):

        @dataclass
        @checked
        class Derived(Base):
            y: Tensor[Float32, Any, "b n"]


def test_a_class_that_says_nothing_is_warned_about():
    class Silent:
        def method(self, x):
            return x

    class Net(nn.Module):
        hidden: int

    for cls in (Silent, Net, collections.namedtuple("Point", "x y")):  # noqa: PYI024 - it is what has no annotations
        with pytest.warns(UserWarning, match=f'"{cls.__name__}" annotates nothing that @checked checks'):
            assert checked(cls) is cls


def test_methods_of_any_class():
    @checked
    class Colour(enum.Enum):
        RED = 1

        def of(self, x: Tensor[Float32, Any, "n"]):
            return x

    @checked
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x: Tensor[Float32, Any, "n"]) -> Tensor[Float32, Any, "n"]:
            return x * 2

        @staticmethod
        def backward(ctx, grad: Tensor[Float32, Any, "n"]) -> Tensor[Float32, Any, "n"]:
            return grad * 2

    x = zeros(3, requires_grad=True)
    Double.apply(x).sum().backward()
    assert x.grad.tolist() == [2, 2, 2]
    for refused in (lambda: Colour.RED.of(zeros(3, 3)), lambda: Double.apply(zeros(3, 3))):
        with pytest.raises(TensorTypeError):
            refused()


def test_generic_and_recursive_dataclasses():
    @checked
    @dataclass
    class Box(Generic[D]):
        x: Tensor[D, Any, "n"]
        y: Tensor[D, Any, "n"]

    assert Box[Any](zeros(3), zeros(3)).y.shape == (3,)
    with pytest.raises(TensorTypeError, match='D is float32 in "x"'):
        Box(zeros(3), zeros(3).double())

    @checked
    @dataclass
    class Node:
        x: Tensor[Float32, Any, "n"]
        rest: "Node | None" = None

    assert Node(zeros(3), Node(zeros(3))).rest.rest is None
    with pytest.raises(TensorTypeError, match=r'field "rest\.x" of "Node" has shape'):
        Node(zeros(3), Node(zeros(4)))


def test_what_a_dataclass_only_takes_is_checked_as_well():
    @checked
    @dataclass
    class Scaled:
        x: Tensor[Float32, Any, "n"]
        scale: InitVar[Tensor[Float32, Any, ""]]

        def __post_init__(self, scale):
            self.x = self.x * scale

    assert Scaled(zeros(3), zeros(())).x.shape == (3,)
    with pytest.raises(TensorTypeError, match='argument "scale" of "__init__" has shape'):
        Scaled(zeros(3), zeros(2))


def test_an_attrs_class():
    """Written by hand, as attrs writes it."""

    def init(self, x, n=3):
        self.x, self.n = x, n

    def field(name, hint, default=None):
        return SimpleNamespace(name=name, type=hint, default=default, init=True, converter=True)

    @checked
    class Batch:
        __attrs_attrs__ = (field("x", Tensor[Float32, Any, "b n"]), field("n", int))
        __init__ = init

    batch = Batch(zeros(3, 4))
    with pytest.raises(TensorTypeError, match='field "x" of "Batch" has shape'):
        Batch(zeros(3))
    with pytest.raises(TensorTypeError, match='field "x" of "Batch" is float64'):
        batch.x = zeros(3, 4).double()

    with pytest.raises(TypeError, match="write @checked above"):

        @checked
        class Derived(Batch):
            y: Tensor[Float32, Any, "n"]


# --- modes


def test_modes():
    @checked(mode="warn")
    @dataclass
    class Lenient:
        x: Tensor[Float32, Any, "n"]

    with pytest.warns(UserWarning, match='field "x" of "Lenient" has shape'):
        lenient = Lenient(zeros(3, 3))
    with pytest.warns(UserWarning, match='field "x" of "Lenient" is float64'):
        lenient.x = zeros(3).double()
    assert lenient.x.dtype is torch.float64
    with checking("off"):
        assert Batch(3, 4).x == 3

        @checked
        @dataclass
        class Off:
            x: Tensor[Float32, Any, "n"]

    assert Off(3).x == 3


# --- torch.compile


@checked
@dataclass
class Batch:
    x: Tensor[Float32, Any, "b n"]
    mask: Tensor[Bool, Any, "b"]


@checked
@dataclass(frozen=True)
class Frozen:
    x: Tensor[Float32, Any, "b n"]
    mask: Tensor[Bool, Any, "b"]


@checked
@dataclass(slots=True)
class Slots:
    x: Tensor[Float32, Any, "b n"]
    mask: Tensor[Bool, Any, "b"]


@checked
class Pair(NamedTuple):
    x: Tensor[Float32, Any, "b n"]
    mask: Tensor[Bool, Any, "b"]


@checked
class Plain:
    x: Tensor[Float32, Any, "b n"]
    mask: Tensor[Bool, Any, "b"]

    def __init__(self, x, mask):
        self.x = x
        self.mask = mask


UNFOLLOWED = torch.__version__ < "2.12"
"""Whether Dynamo makes a NamedTuple without its `__new__`: then it is checked where it leaves the graph."""


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
@pytest.mark.parametrize("cls", [Batch, Frozen, Slots, Pair, Plain])
def test_instances_are_made_in_a_graph(cls, backend):
    def make(x, mask):
        made = cls(x, mask)
        if cls not in {Frozen, Pair}:
            made.x = made.x + 1
        return made.x * 2, made

    torch._dynamo.reset()
    compiled = torch.compile(make, backend=backend, fullgraph=True)
    doubled, made = compiled(zeros(3, 4), bools(3))
    assert (doubled.shape, type(made)) == ((3, 4), cls)
    if cls is Pair and UNFOLLOWED:
        with pytest.raises(TensorTypeError, match='field "mask" of "Pair" is float32'):
            compiled(zeros(3, 4), zeros(3))
        return
    with pytest.raises(torch._dynamo.exc.Unsupported, match=f'not what "{cls.__name__}" declares'):
        compiled(zeros(3, 4), zeros(3))


def test_a_named_tuple_that_stays_in_a_graph():
    torch._dynamo.reset()
    compiled = torch.compile(lambda x, mask: Pair(x, mask).x * 2, backend="eager", fullgraph=True)
    assert compiled(zeros(3, 4), bools(3)).shape == (3, 4)
    if UNFOLLOWED:
        assert compiled(zeros(3, 4), zeros(3)).shape == (3, 4)
        return
    with pytest.raises(torch._dynamo.exc.Unsupported, match='not what "Pair" declares'):
        compiled(zeros(3, 4), zeros(3))


@pytest.mark.parametrize("cls", [Batch, Pair])
def test_where_a_graph_may_break_the_error_is_the_same(cls):
    torch._dynamo.reset()
    compiled = torch.compile(lambda x, mask: cls(x, mask).x, backend="eager")
    with pytest.raises(TensorTypeError, match=f'field "mask" of "{cls.__name__}" is float32'):
        compiled(zeros(3, 4), zeros(3))


@checked
class Net(nn.Module):
    weight: Tensor[Float32, Any, "out in"]
    bias: Tensor[Float32, Any, "out"] | None

    def __init__(self, size_in: int, size_out: int):
        super().__init__()
        self.size_in = size_in
        self.weight = nn.Parameter(zeros(size_out, size_in))
        self.register_buffer("bias", None)

    def forward(self, x: Tensor[Float32, Any, "b {self.size_in}"]) -> Tensor[Float32, Any, "b out"]:
        return x @ self.weight.T


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_a_module_is_compiled_without_a_break(backend):
    torch._dynamo.reset()
    compiled = torch.compile(nn.Sequential(Net(4, 3), Net(3, 2)), backend=backend, fullgraph=True)
    assert compiled(zeros(5, 4)).shape == (5, 2)
    with pytest.raises(torch._dynamo.exc.Unsupported, match='not what "forward" declares'):
        compiled(zeros(5, 4).double())


def test_a_module_is_exported_and_not_scripted():
    assert torch.export.export(Net(4, 3), (zeros(5, 4),)).module()(zeros(5, 4)).shape == (5, 3)
    with (
        pytest.warns((DeprecationWarning, FutureWarning), match="script"),
        pytest.raises(TypeError, match=r'torch\.jit\.script cannot compile the checks of "Net"'),
    ):
        torch.jit.script(Net(4, 3))
