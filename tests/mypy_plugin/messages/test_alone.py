"""Asked unaided, mypy sees of attributes what it knows by itself, also of those that are made of themselves."""

from tests.mypy_plugin.checking import PLAIN, codes, program

OWN = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
import numpy as np

class Buffer:
    def __init__(self):
        self.ends = np.array([], int)
        self.layer = nn.Linear(3, 3)

    def add(self, x: Tensor, more):
        self.last = np.concatenate([self.last, more])
        self.ends = np.append(self.ends, more)
        None * self.layer(x)
        return self.ends.missing

    def late(self) -> int:
        return self.last
""",
    PLAIN,
)


def test_an_attribute_that_is_made_of_itself():
    assert codes(OWN.messages) == ["10 has-type", "13 attr-defined", "16 return-value"]


MADE = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
def parsed(width):
    return nn.Sequential(nn.Conv2d(3, width, 1), nn.Linear(width, 3)), [1, 2]

class Loss(nn.Module):
    def of(self, x: Tensor, labels: Tensor):
        return x

class Net(nn.Module):
    def __init__(self, width, loss: nn.Module | None = None):
        super().__init__()
        self.model, self.save = parsed(width)
        self.loss = loss if loss is not None else Loss()

    def grid(self, x):
        last = self.model[-1]
        return x // sum(4 ** (last.number - 1 - one) for one in range(last.number))

    def forward(self, x, labels: Tensor | None = None):
        return self.loss.of(x, labels)
""",
    PLAIN,
)


def test_an_attribute_that_is_unpacked_of_anything_and_one_of_a_class_and_its_base():
    assert codes(MADE.messages) == ["20 operator"]


CHOSEN = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
class Cat:
    def __init__(self, dim=0):
        self.dim = dim
        self.places = torch.empty(3, dtype=torch.long)

    def get(self, row: dict[str, int] | Tensor, *rest: dict[str, int] | Tensor) -> Tensor:
        several = [*rest, row]
        several = [one.expand(3) for one in several]
        chosen = several[self.dim]
        return self.places[chosen]
""",
    PLAIN,
)


def test_an_attribute_that_is_anything_chooses_no_overload():
    assert codes(CHOSEN.messages) == ["9 union-attr"]


INFERRED = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
class Slots:
    def __init__(self, parts: list[Tensor], verbose: bool, scaled):
        whole = torch.stack(parts, 0)
        self.scale = scaled(whole)
        self.whole = whole.clone().share_memory_()
        self.slots = self.whole.unbind(0)
        self.settings = {"verbose": verbose, "scale": self.scale}

    def put(self, x: Tensor, place: int):
        self.slots[place].update_(x)
        self.settings.update({"one": x, "all": self})

    def get(self, place: int) -> int:
        return self.settings
""",
    PLAIN,
)


def test_an_attribute_that_is_made_of_other_attributes_and_of_variables():
    assert codes(INFERRED.messages) == ["15 return-value"]


UNIONS = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
import numpy as np

class Wide(nn.Module):
    pass

class Net(nn.Module):
    def __init__(self, labels: np.ndarray | None, one: Union[Wide, nn.Module, None]):
        super().__init__()
        self.labels: np.ndarray | None = labels
        self.one, self.other = self.chosen(one)

    def chosen(self, one) -> tuple[Union[Wide, nn.Module, None], Union[Wide, nn.Module, None]]:
        return one, one

    def count(self, x: Tensor):
        None * nn.Linear(3, 3)(x)
        return np.unique(self.labels), self.one.children()
""",
    PLAIN,
)


def test_a_union_stays_as_it_is_declared():
    (said,) = [text for text in UNIONS.messages if "[arg-type]" in text]
    assert (
        'incompatible type "ndarray[tuple[Any, ...], dtype[Any]] | None"; expected "_SupportsArray[dtype[Any]]' in said
    )
    assert 'Item "None" of "Wide | Module | None" has no attribute "children"' in UNIONS.messages[-1]


OF_ALL = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
def made(x):
    return x

class Storage:
    kept = None

    def __init__(self, x):
        self.kept = made(x)

    def get(self, place: int):
        return self.kept[place], self.kept.shape
""",
    PLAIN,
)


def test_an_attribute_that_is_none_for_all_objects_of_the_class():
    assert codes(OF_ALL.messages) == ["12 index", "12 attr-defined"]


SAME = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
import numpy as np

class Series:
    def __init__(self, values: np.ndarray[Any, Any], other):
        if not other:
            values = values.astype(np.float64)
        else:
            values, self.end = self.filled(values)
        self.values = values

    def filled(self, values):
        return values, 1

    def tail(self, n: int | None) -> Self:
        self.values[:, -n:]
        return self.values.missing
""",
    PLAIN,
)


def test_an_object_that_a_method_gives_again_is_one_of_the_class():
    assert codes(SAME.messages) == ["16 index", "16 operator", "17 union-attr"]


OF_A_BASE = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, override"
class Base(nn.Module):
    def near(self, z, gamma, **kwargs):
        return z

    @staticmethod
    def made(n: int) -> int:
        return n

class Down(Base):
    def near(self, z: Tensor, gamma: float, **kwargs):
        self.missing()
        return Base.near(self, z, gamma, **kwargs)

    def further(self, z):
        self.missing()
        Base.made("three")
        return Base.near(z.layer, z, 3)

class Other(nn.Module):
    def near(self, z):
        self.missing()
        return Base.near(self, z, 3)
""",
    PLAIN,
)


def test_a_method_that_is_read_of_its_class_takes_the_objects_of_all_that_derive_from_it():
    assert codes(OF_A_BASE.messages) == ["12 operator", "16 operator", "17 arg-type", "22 operator", "23 arg-type"]
