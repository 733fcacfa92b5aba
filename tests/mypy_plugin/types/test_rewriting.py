"""Forgetting takes the facts out of tensors and modules, and nothing else out of a type."""

from mypy.nodes import FuncDef

from dtensortypes.mypy_plugin.types.rewriting import forgotten
from tests.mypy_plugin.checking import program

DECLARED = program("""
T = TypeVar("T")
class Boxed(nn.Module, Generic[T]): ...
Nested: TypeAlias = "Tensor[Float32] | list[Nested]"
Row: TypeAlias = Tensor[Float32, CPU, "n"]
def known(a: dict[str, Row | None], b: tuple[Row, int], c: Callable[[Row], Row], d: Boxed[Row], e: nn.Parameter) -> None: ...
def bare(a: dict[str, Tensor | None], b: tuple[Tensor, int], c: Callable[[Tensor], Tensor], d: Boxed[Row], e: nn.Parameter) -> None: ...
def recursive(a: Nested) -> None: ...
""")  # noqa: E501

SIZES = program("""
def run(x: Tensor[Float32, CPU, "b n"], y: Tensor[Float32, CPU, "b n m"]) -> None:
    sizes = [x.shape[0]]
    sizes[0] = 3
    reveal_type(sizes)
    shapes = [x.shape]
    shapes.append(y.shape)
    reveal_type(shapes)
""")


def parameters(name):
    function = DECLARED.tree.names[name].node
    assert isinstance(function, FuncDef)
    return function.type.arg_types


def test_all_that_is_known_of_tensors_is_forgotten():
    assert [type_.accept(forgotten()) for type_ in parameters("known")] == parameters("bare")


def test_a_recursive_alias_is_left_as_it_is():
    (nested,) = parameters("recursive")
    assert nested.accept(forgotten()) is nested


def test_what_is_bare_stays_bare():
    bare = parameters("bare")
    assert [type_.accept(forgotten()) for type_ in bare] == bare


def test_other_sizes_take_the_place_of_those_that_are_known():
    assert SIZES.revealed == ["list[int]", "list[torch._C.Size]"]
    assert SIZES.messages == []
