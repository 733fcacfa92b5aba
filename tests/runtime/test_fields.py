"""The fields of the four kinds of classes, and their tensors checked wherever such a class is a hint."""

import dataclasses
import subprocess
import sys
from collections import namedtuple
from dataclasses import KW_ONLY, InitVar, dataclass
from types import SimpleNamespace
from typing import Any, ClassVar, Final, Generic, NamedTuple, NotRequired, Required, TypedDict, TypeVar

import attrs
import pytest
import torch
import typing_extensions

from dtensortypes import CPU, Float, Float32, Float64, Tensor, TensorTypeError, checked
from dtensortypes.runtime.fields import annotated_by, declared_by, fields_of, keys_of

X = Tensor[Float32, CPU, "b n"]
D = TypeVar("D", bound=Float)
T = TypeVar("T")


@dataclass
class Batch:
    image: X
    mask: X
    count: int = 0


class Pair(NamedTuple):
    left: X
    right: X


class Sample(TypedDict):
    image: X
    mask: NotRequired[X]
    name: str


class Loaded:
    """What attrs leaves behind, where it is installed or not."""

    def __init__(self, image, mask):
        self.image, self.mask = image, mask

    __attrs_attrs__ = (SimpleNamespace(name="image", type=X), SimpleNamespace(name="mask", type="X"))


MAKERS = {
    Batch: Batch,
    Pair: Pair,
    Sample: lambda image, mask: {"image": image, "mask": mask, "name": "a"},
    Loaded: Loaded,
}


def refused(function, *arguments):
    with pytest.raises(TensorTypeError) as caught:
        function(*arguments)
    return str(caught.value).splitlines()[0]


# --- what a class declares


def test_the_four_kinds():
    assert fields_of(Batch) == {"image": X, "mask": X, "count": int}
    assert fields_of(Pair) == {"left": X, "right": X}
    assert fields_of(Sample) == {"image": X, "mask": X, "name": str}
    assert fields_of(Loaded) == {"image": X, "mask": X}
    assert fields_of(namedtuple("Bare", "a b")) == {"a": Any, "b": Any}  # noqa: PYI024
    assert fields_of(dataclasses.make_dataclass("Made", [("x", X)])) == {"x": X}


@pytest.mark.parametrize("cls", [int, object, dict, tuple, torch.nn.Linear, torch.Size, torch.Tensor])
def test_other_classes_declare_none(cls):
    assert fields_of(cls) is None


def test_what_is_no_field_is_left_out():
    @dataclass
    class Base:
        shared: ClassVar[X]
        given: InitVar[X]
        _: KW_ONLY
        x: Final[X]

    @dataclass
    class Derived(Base):
        y: "X"

    class Plainly(Derived):
        z: X

    assert fields_of(Base) == {"x": X}
    assert fields_of(Derived) == fields_of(Plainly) == {"x": X, "y": X}


def test_the_keys_of_a_typed_dict():
    class Partial(TypedDict, total=False):
        a: Required[X]
        b: int

    class Whole(Partial):
        c: "NotRequired[X]"
        d: "typing_extensions.ReadOnly[X]"

    class Closed(typing_extensions.TypedDict, closed=True):
        e: X

    assert keys_of(Whole, declared_by(Whole)).required == {"a", "d"}
    assert keys_of(Whole, declared_by(Whole)).closed is None
    assert keys_of(Closed, declared_by(Closed)).closed == {"e"}
    assert keys_of(Batch, declared_by(Batch)) is None
    assert fields_of(Whole) == {"a": X, "b": int, "c": X, "d": X}


def test_a_class_is_resolved_in_its_own_module_and_where_it_was_defined():
    image = X

    @dataclass
    class Local:
        x: "image"
        again: "Local | None"

    assert fields_of(Local, {"image": image}) == {"x": X, "again": Local | None}


def test_what_cannot_be_resolved():
    @dataclass
    class Half:
        x: X
        y: "Missing"

    @dataclass
    class Bad:
        x: "Tensor[Missing]"

    with pytest.warns(UserWarning, match='the annotation of field "y" of "Half" cannot be resolved: .*not checked'):
        assert fields_of(Half)["x"] is X
    with pytest.raises(TypeError, match='the annotation of field "x" of "Bad" cannot be resolved: name \'Missing\''):
        fields_of(Bad)
    with pytest.warns(UserWarning, match='"f": the annotation of field "y" of "Half" cannot be resolved'):

        @checked
        def f(half: Half): ...

    with pytest.warns(UserWarning, match='field "x" of "Bad"'):

        @checked
        def g(bad: Bad): ...

    assert refused(f, Half(torch.zeros(2), 3)).startswith('argument "half.x" of "f" has shape (2,)')
    g(Bad(None))


def test_a_class_without_tensors_says_nothing_of_what_cannot_be_resolved():
    @dataclass
    class Config:
        y: "Missing"

    @checked
    def f(config: Config, x: X): ...

    f(Config(1), torch.zeros(2, 2))
    with pytest.raises(Exception, match="Config"):
        f(1, torch.zeros(2, 2))


def test_the_real_attrs():
    @attrs.define
    class Base:
        x: X

    @attrs.define
    class Derived(Base):
        y: "X"
        n: int = 0

    @checked
    def f(value: Derived): ...

    assert fields_of(Derived) == {"x": X, "y": X, "n": int}
    f(Derived(torch.zeros(2, 3), torch.zeros(2, 3)))
    assert refused(f, Derived(torch.zeros(2, 3), torch.zeros(2, 4))).startswith('argument "value.y" of "f"')


def test_attrs_is_not_loaded():
    text = "import sys; from dtensortypes.runtime import checked; print({'attr', 'attrs'} & {*sys.modules})"
    said = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "set()"


# --- calls


@pytest.mark.parametrize("cls", MAKERS)
def test_every_field_is_checked_and_shares_the_dims_of_the_call(cls):
    @checked
    def f(value: cls, n: Tensor[Any, Any, "n"]):
        return value

    make, last = MAKERS[cls], list(fields_of(cls))[1]
    right = make(torch.zeros(2, 3), torch.zeros(2, 3))
    assert f(right, torch.zeros(3)) is right
    said = f"value['{last}']" if cls is Sample else f"value.{last}"
    assert f'argument "{said}" of "f" is float64' in refused(
        f, make(torch.zeros(2, 3), torch.zeros(2, 3).double()), torch.zeros(3)
    )
    assert f'argument "{said}" of "f" has shape (2, 4)' in refused(
        f, make(torch.zeros(2, 3), torch.zeros(2, 4)), torch.zeros(3)
    )
    assert 'argument "n" of "f" has shape (4,)' in refused(f, right, torch.zeros(4))
    assert f'argument "value" of "f" is None, declared {cls.__name__}' in refused(f, None, torch.zeros(3))


def test_a_changed_object_is_checked_again():
    @checked
    def f(batch: Batch) -> Batch:
        return batch

    batch = f(Batch(torch.zeros(2, 3), torch.zeros(2, 3)))
    batch.mask = torch.zeros(2, 3).double()
    assert refused(f, batch).startswith('argument "batch.mask" of "f" is float64')
    del batch.mask
    assert refused(f, batch) == f'argument "batch" of "f" is a {Batch.__module__}.Batch without "mask", declared Batch'


def test_the_keys_of_a_call():
    class Closed(typing_extensions.TypedDict, closed=True):
        x: X

    @checked
    def f(sample: Sample): ...

    @checked
    def g(closed: Closed): ...

    x = torch.zeros(2, 3)
    f({"image": x, "name": "a"})
    f({"image": x, "name": "a", "of": "a subtype"})
    assert refused(f, {"image": x}) == 'argument "sample" of "f" is a dict without \'name\', declared Sample'
    assert refused(f, {"name": "a"}) == 'argument "sample" of "f" is a dict without \'image\', declared Sample'
    assert refused(f, {"image": x, "name": "a", "mask": None}).startswith('argument "sample[\'mask\']" of "f" is None')
    g({"x": x})
    assert refused(g, {"x": x, "y": x}) == 'argument "closed" of "g" is a dict with \'y\', declared Closed'


def test_a_key_that_is_no_name():
    Odd = TypedDict("Odd", {"a b": X, 'in"': NotRequired[X]})

    @checked
    def f(odd: Odd): ...

    x = torch.zeros(2, 3)
    f({"a b": x, 'in"': x})
    assert refused(f, {"a b": x, 'in"': None}) == (
        'argument "odd[\'in"\']" of "f" is None, declared Tensor[Float32, CPU, "b n"]'
    )


def test_fields_inside_of_other_hints():
    @checked
    def f(batches: list[Batch] | dict[str, Pair] | None) -> tuple[Batch | None, ...]:
        return tuple(batches) if isinstance(batches, list) else (None,)

    x, y = torch.zeros(2, 3), torch.zeros(2, 4)
    f([Batch(x, x)] * 3)
    f({"a": Pair(x, x)})
    f(None)
    assert refused(f, [Batch(x, x), Batch(x, y)]).startswith('argument "batches[1].mask" of "f" has shape (2, 4)')
    assert refused(f, {"a": Pair(x, y)}).startswith('argument "batches[\'a\'].right" of "f" has shape (2, 4)')


# --- classes of classes


@dataclass
class Node:
    value: X
    children: "list[Node]"
    parent: "Node | None" = None


@dataclass
class Box(Generic[T]):
    item: T


@dataclass
class Typed(Generic[D]):
    x: Tensor[D, CPU, "n"]


@dataclass
class Images(Box[list[X]]):
    size: int


def test_a_recursive_class():
    @checked
    def f(node: Node): ...

    x, y = torch.zeros(2, 3), torch.zeros(2, 4)
    tree = Node(x, [Node(x, []), Node(x, [Node(x, [])])])
    f(tree)
    tree.children[1].children[0].value = y
    assert refused(f, tree).startswith('argument "node.children[1].children[0].value" of "f" has shape (2, 4)')


def test_a_value_that_holds_itself():
    @checked
    def f(node: Node): ...

    root = Node(torch.zeros(2, 3), [])
    root.children = [Node(torch.zeros(2, 3), [root], root), root]
    f(root)
    root.children[0].value = None
    assert refused(f, root).startswith('argument "node.children[0].value" of "f" is None')


@dataclass
class Link:
    value: X
    next: "Link | None" = None


def test_a_long_chain():
    @checked
    def f(link: Link | None): ...

    last = link = Link(torch.zeros(2, 3))
    for _ in range(5000):
        link = Link(link.value, link)
    f(link)
    last.value = torch.zeros(2, 4)
    with pytest.raises(TensorTypeError, match=r"has shape \(2, 4\)"):
        f(link)


def test_generic_classes():
    @checked
    def f(box: Box[X], typed: Typed[Float64], images: Images, same: Typed[D], bound: Tensor[D]): ...

    x, y = torch.zeros(2, 3), torch.zeros(2, 3).double()
    f(Box(x), Typed(y[0]), Images([x], 1), Typed(x[0]), x)
    assert refused(f, Box(y), Typed(y[0]), Images([x], 1), Typed(x[0]), x).startswith('argument "box.item" of "f"')
    assert refused(f, Box(x), Typed(x[0]), Images([x], 1), Typed(x[0]), x).startswith('argument "typed.x" of "f"')
    assert refused(f, Box(x), Typed(y[0]), Images([y], 1), Typed(x[0]), x).startswith('argument "images.item[0]"')
    assert refused(f, Box(x), Typed(y[0]), Images([x], 1), Typed(x[0]), y).startswith('argument "bound" of "f"')


def test_a_generic_class_without_arguments_has_no_tensors():
    @checked
    def f(box: Box, x: X): ...

    f(Box(3), torch.zeros(2, 2))


def test_what_the_body_of_any_class_annotates():
    class Net(Batch):
        weight: "X"
        bias: Final[X]
        size: ClassVar[int]

    assert annotated_by(Net) == {"weight": X, "bias": X, "size": ClassVar[int]}
    assert annotated_by(int) == {}
