import collections
from asyncio import Future
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, NewType, Optional, TypeVar

import pytest
import torch
from beartype import BeartypeConf
from beartype.roar import BeartypeCallHintParamViolation
from beartype.vale import Is
from torch.utils.data import DataLoader
from typing_extensions import TypeAliasType

from dtensortypes import CPU, CUDA, BFloat16, Float16, Float32, Tensor, checked
from dtensortypes.runtime.finding import Wrong
from dtensortypes.runtime.matching import readings
from dtensortypes.runtime.nodes import Again, Either, Entries, Fixed, Items, Plain
from dtensortypes.runtime.reading import is_ambiguous, is_plain, read, tensors

X = Tensor[Float32, CPU, "b n"]
T = read(X)
NONE = Plain(type(None))
Named = NewType("Named", X)
Value = TypeVar("Value")
Typed = TypeVar("Typed", bound=X)


@pytest.mark.parametrize(
    ("hint", "tree"),
    [
        (X | None, Either((T, NONE))),
        (Optional[X], Either((T, NONE))),  # noqa: UP045 - the other spelling
        (Annotated[X, "an image"], T),
        (Named, T),
        (TypeAliasType("Alias", X), T),
        (TypeAliasType("Alias", X) | None, Either((T, NONE))),
        (Typed, T),
        (list[X], Items(list, T)),
        (collections.deque[X], Items(collections.deque, T)),
        (tuple[X, ...], Items(tuple, T)),
        (tuple[X, int], Fixed((T, Plain(int)))),
        (Mapping[str, list[X]], Entries(Mapping, Plain(str), Items(list, T))),
        (list[X | None], Items(list, Either((T, NONE)))),
        (Tensor[Float16] | Tensor[BFloat16], read(Tensor[Float16 | BFloat16])),
        (Tensor[Float16, CPU] | None | Tensor[Float16, CUDA], Either((read(Tensor[Float16, CPU]), NONE,
                                                                      read(Tensor[Float16, CUDA])))),
    ],
)  # fmt: skip
def test_trees(hint, tree):
    assert read(hint) == tree


@pytest.mark.parametrize(
    "hint",
    [
        int,
        None,
        Any,
        torch.Tensor,
        list[int],
        Literal[1],
        Callable[[X], X],
        Annotated[int, 1],
        DataLoader[Any],
        TypeVar("U"),
    ],
)
def test_no_tensors(hint):
    assert tensors(read(hint)) == ()


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (Iterator[X], r"the tensors in Iterator\[\.\.\.\] are gone once they are looked at: write Sequence"),
        (list[Iterable[X]], r"the tensors in Iterable\[\.\.\.\] are gone"),
        (Annotated[X, Is[lambda x: True]], "beartype's validators of a tensor are not checked"),
    ],
)
def test_what_no_check_can_reach(hint, words):
    with pytest.raises(TypeError, match=words):
        read(hint)


@pytest.mark.parametrize(
    ("hint", "shallow"), [(DataLoader[X], DataLoader), (DataLoader[tuple[X, X]], DataLoader), (Future[X], Future)]
)
def test_what_cannot_be_found_from_outside_is_said_and_left(hint, shallow):
    with pytest.warns(UserWarning, match=rf"the tensors in {shallow.__name__}\[\.\.\.\] cannot be found from outside"):
        assert read(hint) == Plain(shallow)
    with pytest.warns(UserWarning, match='"f": the tensors in ') as said:

        @checked
        def f(x: hint): ...

    assert said[0].filename == __file__
    with pytest.raises(BeartypeCallHintParamViolation):
        f(3)


@pytest.mark.parametrize("hint", [type[X], Callable[[X], X], DataLoader[int], DataLoader])
def test_what_is_known_to_be_shallow_is_not_said(hint):
    assert is_plain(read(hint))


def test_a_loader_is_passed():
    with pytest.warns(UserWarning, match="DataLoader"):

        @checked
        def f(loader: DataLoader[X], x: X): ...

    f(DataLoader([1, 2]), torch.zeros(2, 2))


def test_a_field_that_cannot_be_checked_is_said():
    @dataclass
    class Stream:
        x: X
        xs: Iterator[X]

    with pytest.warns(UserWarning, match=r'field "xs" of "Stream" is not checked: the tensors in Iterator\[\.\.\.\]'):
        assert tensors(read(Stream)) == (T,)


class Images(list[X]):
    pass


class Keyed(dict[str, Value]):
    pass


class Flat(Keyed[X]):
    pass


def test_classes_derived_from_containers():
    assert read(Images) == Items(Images, T)
    assert read(Keyed[X]) == Entries(Keyed, Plain(str), T)
    assert read(Flat) == Entries(Flat, Plain(str), T)
    assert read(Keyed) == Plain(Keyed)


def test_a_tree_of_a_recursive_class_ends():
    @dataclass
    class Node:
        x: X
        next: "Node | None"

    tree = read(Node, {"Node": Node})
    assert tensors(tree) == (T,)
    assert tree.fields[1][1] == Either((Again("Node", []), NONE))
    assert tree.fields[1][1].members[0].node is tree


def test_classes_that_lead_to_each_other():
    @dataclass
    class Left:
        right: "Right | None"
        x: int

    @dataclass
    class Right:
        left: list[Left]

    @dataclass
    class Root:
        x: X
        left: "Left"
        root: "Root | None" = None

    scope = {"Left": Left, "Right": Right, "Root": Root}
    assert read(Left, scope) == Plain(Left)
    assert read(Right, scope) == Plain(Right)
    assert [name for name, _ in read(Root, scope).fields] == ["x", "root"]


def test_which_hints_are_ambiguous():
    n, m = Tensor[Any, Any, "n"], Tensor[Any, Any, "m"]
    assert is_ambiguous(read(list[n | m]))
    assert not is_ambiguous(read(tuple[n | None, list[m]]))


def test_beartype_is_configured_inside_of_containers_too():
    tower = BeartypeConf(is_random=False, is_pep484_tower=True)
    assert readings(read(tuple[X, float], conf=tower), (torch.zeros(2, 2), 3), "x")
    with pytest.raises(Wrong):
        readings(read(tuple[X, float]), (torch.zeros(2, 2), 3), "x")


def test_a_generic_class_inside_of_itself_with_ever_other_arguments():
    @dataclass
    class Grown(Generic[Value]):
        x: Value
        more: "Grown[list[Value]] | None"

    with pytest.warns(UserWarning, match=r"the tensors in Grown\[\.\.\.\] cannot be found"):
        assert len(tensors(read(Grown[X], {"Grown": Grown, "Value": Value}))) == 5
