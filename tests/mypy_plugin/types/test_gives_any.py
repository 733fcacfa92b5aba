"""What gives `Any` is told by the type of what is called."""

from mypy.types import AnyType, NoneType, TypeOfAny

from dtensortypes.mypy_plugin.types.gives_any import gives_any, gives_any_as_module, gives_any_item
from tests.mypy_plugin.checking import program

ANY = AnyType(TypeOfAny.special_form)

CALLED = program("""
class Maker:
    def __call__(self, x):  # type: ignore[no-untyped-def]
        return x.half()

def called(x: Tensor[Float32, CPU, "n"]) -> None:
    sorted([Maker()(x).sum(), x.numel()], key=float)
    sorted([(lambda t: Maker()(t))(x), 3], key=float)
    sorted([x.sum(), x.numel()], key=float)
    sorted([partial(Maker(), x)().sum(), x.numel()], key=float)
""")


def test_gives_any():
    assert gives_any(ANY)
    assert not gives_any(None)
    assert gives_any_as_module(ANY)
    assert not gives_any_as_module(NoneType())


def test_objects_that_are_called():
    said = [message for message in CALLED.messages if "arg-type" in message]
    assert [message.partition(":")[0] for message in said] == ["8"]


ASKED = program("""
class Rows:
    def __getitem__(self, i):  # type: ignore[no-untyped-def]
        return {"x": torch.zeros(3), "y": {"a": torch.zeros(4), "b": torch.zeros(4)}}

class Declared:
    def __getitem__(self, i: int) -> object:
        return torch.zeros(3)

def asked() -> None:
    Rows()[0]["y"]["a"]
    inner = Rows()[0]["y"]
    inner["b"].sum()
    Declared()[0]["y"]
""")


def test_items_of_objects():
    said = [message for message in ASKED.messages if "not indexable" in message]
    assert [message.partition(":")[0] for message in said] == ["13"]
    assert not gives_any_item(None)
