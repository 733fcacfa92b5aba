"""What mypy prints of a type is read back as that type; a name that the file does not know is not."""

from hypothesis import given
from hypothesis import strategies as st
from mypy.types import AnyType, Instance, NoneType, TupleType, UnionType

from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32
from dtensortypes.mypy_plugin.types.facts_of import tensor_fact
from dtensortypes.mypy_plugin.types.reading import Reader
from tests.mypy_plugin.checking import program, types

FILE = program("\nclass Own: ...\n")
TENSORS = {"Tensor[Float16, CUDA, Any]": FLOAT16, "Tensor[Float32, CPU, Any]": FLOAT32}


def read_back(text):
    return Reader(types(), FILE.tree, None).type(text)


@given(st.sampled_from(sorted(TENSORS)), st.sampled_from(["list", "set"]))
def test_a_tensor_in_a_container(text, container):
    found = read_back(f"{container}[{text}]")
    assert isinstance(found, Instance)
    assert found.type.name == container
    assert tensor_fact(found.args[0]).dtype == TENSORS[text]


def test_unions_tuples_and_names():
    union = read_back("Own | None")
    assert isinstance(union, UnionType)
    assert isinstance(union.items[1], NoneType)
    assert isinstance(read_back("tuple[Own, int]"), TupleType)
    assert isinstance(read_back("T@f"), AnyType)


def test_a_union_with_members_left_out_may_be_anything():
    assert isinstance(read_back("Own | int | <13 more items>"), AnyType)
    assert isinstance(read_back("list[Own | int | <1 more item>]").args[0], AnyType)


def test_a_word_may_have_spaces():
    assert read_back("Literal['a b']").value == "a b"


def test_an_unknown_name_is_not_read():
    assert read_back("Elsewhere") is None
    assert read_back("list[Elsewhere]") is None


def test_sizes_in_containers_are_numbers():
    numbers = Reader(types(), FILE.tree, None, sizes_are_numbers=True)
    assert numbers.type("dict[str, list[Size]] | None") == read_back("dict[str, list[int]] | None")
    assert numbers.type("list[Literal['b']]") == read_back("list[int]")
    shaped = "list[Tensor[Float32, CPU, tuple[Literal['b']]]]"
    assert numbers.type(shaped) == read_back(shaped)
