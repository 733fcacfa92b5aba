"""A call through `super()` is one of the base's method on the object itself, and gives what that gives for it."""

from tests.mypy_plugin.checking import program

ABOVE = program("""
class Base(nn.Module):
    def __init__(self, n):  # type: ignore[no-untyped-def]
        super().__init__()
        self.fc = nn.Linear(n, 8)
    def forward(self, x, scale=1.0):  # type: ignore[no-untyped-def]
        return self.fc(self.prepared(x)) * scale
    def prepared(self, x):  # type: ignore[no-untyped-def]
        return x
class Deep(Base):
    def __init__(self, n):  # type: ignore[no-untyped-def]
        super().__init__(n * 2)
    def forward(self, x, scale=2.0):  # type: ignore[no-untyped-def]
        return super().forward(x, scale=scale).double()
    def prepared(self, x):  # type: ignore[no-untyped-def]
        return super().prepared(x).flatten(1)
class Declared(nn.Module):
    def forward(self, x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float64, CPU, "b"]:
        return x.sum(1).double()
class Below(Declared):
    def forward(self, x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float64, CPU, "b"]:
        reveal_type(super().forward(x))
        return super().forward(x.half())
class Mixin:
    def forward(self, x: torch.Tensor) -> torch.Tensor: ...
class Mixed(Mixin, Declared):
    def forward(self, x: torch.Tensor) -> Any:
        return super().forward(x)
def use() -> None:
    reveal_type(Deep(3)(torch.zeros(5, 2, 3)))
    Deep(3)(torch.zeros(5, 3))
""")


def test_the_base_s_body_is_read_with_the_object_at_hand():
    assert [text for text in ABOVE.revealed if "Float64" in text] == ABOVE.revealed
    assert ABOVE.revealed[-1] == 'Tensor[Float64, CPU, "5 8"]'


def test_what_the_base_refuses_is_reported():
    said = [text for text in ABOVE.messages if "[tensor-" in text]
    assert [text.partition(":")[0] for text in said] == ["22", "30"]
    assert "float16, declared Float32" in said[0]
    assert '3 against 6, in line 7 of "Base.forward" (line 14 of "Deep.forward")' in said[1]


ITSELF = program("""
# mypy: disable-error-code="no-any-unimported, import-not-found, misc"
from missing import Base as Unknown
N = TypeVar("N", bound=nn.Module)
class Model(nn.Module):
    def eval(self) -> Self:
        return super().eval()
    def copied(self: N) -> N:
        return self
class Below(Unknown, Model):
    def eval(self) -> Self:
        return super().eval()
    def copied(self: N) -> N:
        return super().copied()  # type: ignore[misc, no-any-return]
""")


def test_a_method_that_gives_the_object_itself_gives_one_of_the_class_below():
    assert [message for message in ITSELF.messages if "Incompatible" in message] == []


NONE = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
class Base(nn.Module):
    def put(self, x: Tensor) -> None:
        self.x = x
class Below(Base):
    def put(self, x: Tensor):
        result = super().put(x)
        return result
""")


def test_what_a_method_gives_that_gives_none_may_be_taken_as_mypy_lets_it():
    assert NONE.messages == []


PLAIN_CLASSES = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Base:
    def __init__(self):
        self.x = torch.zeros(2)
    def halved(self, x):
        return x.half()
    def __call__(self, x):
        return x.double()
    def reset(self):
        self.x = torch.zeros(2, dtype=torch.int64)
class Below(Base):
    def halved(self, x):
        return super().halved(x).sum()
    def __call__(self, x):
        return super().__call__(x).sum()
    def again(self) -> None:
        self.x = torch.zeros(3)
        super().reset()
        reveal_type(self.x)
{}
def use() -> None:
    reveal_type(Below().halved(torch.zeros(2)))
    reveal_type(Below()(torch.zeros(2)))
"""
ONE_BASE, SEVERAL = (program(PLAIN_CLASSES.format(line)) for line in ("", "class Mixed(Base, Exception): ..."))


def test_a_class_that_is_no_module():
    either = 'Tensor[Float32 | Int64, CPU, "_"]'  # as the methods of both classes leave it
    assert ONE_BASE.revealed == [either, 'Tensor[Float16, CPU, ""]', 'Tensor[Float64, CPU, ""]']


def test_what_is_above_is_not_known_where_a_class_has_several_bases():
    assert SEVERAL.revealed[1:] == ["Any", "Any"]
