"""Where an expression is `Any` without the plugin, mypy is silent; what it says without the plugin, it says with it."""

from tests.mypy_plugin.checking import PLAIN, codes, program

ANY = program("""
class Net(nn.Module):
    def __init__(self, n: int) -> None:
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.part = nn.Linear(3, 3) if n else None
        self.kept = self.layer(torch.ones(3))

    def forward(self, x: Tensor) -> Any:
        y = self.layer(x)
        gate = None
        if len(x):
            gate = gate * y
        z = y + 3
        z.surprise
        z.relu().surprise
        z - self.layer
        self.layer - z
        number: int = z
        self.kept = 3
        for item in [z, z]:
            item.surprise
        return -(self.layer - z) * None

    def last(self, layers: nn.ModuleList) -> Any:
        return untyped(layers[0](torch.ones(3))).surprise  # type: ignore[no-untyped-call]

def untyped(x):  # type: ignore[no-untyped-def]
    return x
""")

KNOWN = program("""
class Net(nn.Module):
    def __init__(self, part: nn.Module | None, n: int) -> None:
        super().__init__()
        self.part = part
        self.layer = nn.Linear(3, 3) if n else None
        self.size = 1
        self.size = nn.Parameter(torch.ones(3))

    def forward(self, x: Tensor) -> None:
        torch.relu(x).surprise
        None * x
        self.part(x)
        self.layer(x)
        mask = self.layer(x) if self.layer else None
        ~mask
        x.sum(surprise=0)
        torch.cat((x, None))
        if self.part:
            self.part.eval()
        self.part.eval()
        self.part(x)

class Base:
    def load(self, samples: Mapping[str, Tensor | float]) -> None: ...

class Sub(Base):
    def load(self, samples: dict[str, Tensor]) -> None: ...

def handed(f: Callable[[Any, Tensor | float], None] | None) -> None: ...
def own(module: Any, x: Tensor) -> None: ...
handed(own)
""")


def test_what_is_any_without_the_plugin_is_complained_of_by_nobody():
    assert codes(ANY.messages) == []


def test_what_mypy_says_without_the_plugin_it_says_with_it():
    found = codes(KNOWN.messages)
    for said in (
        "7 assignment",
        "10 attr-defined",
        "11 operator",
        "12 misc",
        "13 misc",
        "15 operator",
        "16 call-overload",
        "17 arg-type",
        "20 union-attr",
        "21 misc",
        "27 override",
        "31 arg-type",
    ):
        assert said in found


EMPTY = program("""
class Backend(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.engine = None
""")
FILLED = program(
    f"""
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from {EMPTY.name} import Backend
class Loaded(Backend):
    def load(self, path):
        self.engine = torch.load(path)
        return self.engine.infer(path)
    def forward(self, x: Tensor):
        return self.engine.infer(x)
""",
    PLAIN,
)


def test_an_attribute_of_a_class_of_another_file_is_what_that_gives_it():
    assert codes(FILLED.messages) == ["6 attr-defined", "8 attr-defined"]
