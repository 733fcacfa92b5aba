"""What users' types say; the way back is in test_types_of."""

import pytest
from mypy.nodes import FuncDef
from mypy.types import AnyType, CallableType, TypeOfAny

from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.dtype import FLOAT, FLOAT16, FLOAT32, one_of_dtypes
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.types.facts_of import dim_fact, dimension_names, dtype_fact, plain, tensor_fact
from tests.mypy_plugin.checking import program, types

DECLARED = program("""
D2 = TypeVar("D2", Float16, Float32)
X = TypeVar("X", bound=Tensor[Float32])
T = TypeVar("T")
Row: TypeAlias = Tensor[Float32, CPU, "n"]
Nested: TypeAlias = "Tensor[Float32] | list[Nested]"
class Mine(torch.Tensor): ...
def f(
    annotated: Tensor[Float32, CUDA[1], "b *batch 3"],
    bare: torch.Tensor,
    alias: Row,
    of_variable: Tensor[D, V, "n"],
    of_values: Tensor[D2],
    bounded: X,
    unbounded: T,
    parameter: nn.Parameter,
    own: Mine,
    number: int,
    deep: dict[str, tuple[Row, list[Tensor[Any, Any, "*rows 2*k"]] | None]],
    nested: Nested,
) -> None: ...
""")


@pytest.fixture(scope="module")
def declared():
    """The types of the parameters."""
    function = DECLARED.tree.names["f"].node
    assert isinstance(function, FuncDef)
    assert isinstance(function.type, CallableType)
    return dict(zip(function.type.arg_names, function.type.arg_types, strict=True))


@pytest.mark.parametrize(
    ("parameter", "notation"),
    [
        ("annotated", 'Tensor[Float32, CUDA[1], "b *batch 3"]'),
        ("bare", "Tensor"),
        ("alias", 'Tensor[Float32, CPU, "n"]'),
        ("of_variable", 'Tensor[D, V, "n"]'),
        ("of_values", "Tensor[D2]"),
        ("bounded", "Tensor[Float32]"),
        ("parameter", "Tensor"),
        ("own", "Tensor"),
    ],
)
def test_what_a_declared_tensor_says(declared, parameter, notation):
    assert tensor_fact(declared[parameter]).notation == notation


@pytest.mark.parametrize("parameter", ["unbounded", "number", "deep", "nested"])
def test_what_is_no_tensor(declared, parameter):
    assert tensor_fact(declared[parameter]) is None


def test_a_variable_says_its_bound_or_its_values(declared):
    assert tensor_fact(declared["of_variable"]).dtype == Var("D", FLOAT)
    assert tensor_fact(declared["of_values"]).dtype == Var("D2", one_of_dtypes(frozenset({FLOAT16, FLOAT32})))
    assert dtype_fact(declared["unbounded"]) is UNKNOWN


def test_names_of_dims_are_found_however_deep(declared):
    assert dimension_names(declared["annotated"]) == {"b", "batch"}
    assert dimension_names(declared["deep"]) == {"n", "rows", "k"}
    assert dimension_names(declared["number"]) == set()


def test_a_recursive_alias_has_an_end(declared):
    assert isinstance(plain(declared["nested"]), AnyType)


def test_a_build_without_the_plugin_says_nothing():
    untouched = types().tensor(TensorFact(FLOAT16)).copy_modified(args=[])
    assert tensor_fact(untouched) == TensorFact()
    assert dim_fact(AnyType(TypeOfAny.explicit)) is UNKNOWN


TABLE = program("""
def use() -> None:
    for size in ((8, 8), (3, 8, 8), (4, 8, 8)):
        reveal_type(torch.ones(size))
    for sizes in ((8,), (3, 8), (4, 8)):
        reveal_type(torch.ones(2, *sizes))
    for n in (8, 3, None):
        reveal_type(torch.ones(n or 4))
""")


def test_of_two_tuples_mypy_keeps_the_first():
    assert TABLE.revealed[0] == 'Tensor[Float32, CPU, "_ _"] | Tensor[Float32, CPU, "_ _ _"]'
    assert TABLE.revealed[1].endswith('Tensor[Float32, CPU, "2 _ _"]')
    assert TABLE.revealed[2].count("Tensor") == 3
