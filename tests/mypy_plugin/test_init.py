"""The plugin finds the callback of a name, and concerns itself with programs about torch alone."""

import pytest
from mypy.nodes import GDEF, ImportAll, ImportFrom, MypyFile, SymbolTable, SymbolTableNode
from mypy.options import Options

from dtensortypes import mypy_plugin
from tests.mypy_plugin.checking import built, parsed, program

WITHOUT_OURS = program(
    """
import torch
from torch import nn
def f(x: torch.Tensor) -> torch.Tensor:
    y = torch.zeros(3) + 1
    reveal_type(y)
    reveal_type(nn.Linear(3, 4)(y))
    return torch.zeros(2, 3) @ torch.zeros(2, 3)
class Box(nn.Module): ...
""",
    prelude="",
)

WITHOUT_TORCH = program(
    """
def f(xs: list[int], n: int) -> dict[str, int]:
    xs.append(3)
    xs[0] += len(xs) * n
    for i, x in enumerate(xs):
        n = x + i
    return {"a": n} | {str(a): b for a, b in zip(xs, xs)}
""",
    prelude="",
)


def test_mypys_entry_point():
    assert mypy_plugin.plugin("2.4.1") is mypy_plugin.TensorPlugin


def test_a_program_that_imports_only_torch_is_followed():
    assert WITHOUT_OURS.revealed == ['Tensor[Float32, CPU, "3"]', 'Tensor[Float32, CPU, "4"]']
    assert WITHOUT_OURS.messages == [
        (
            "7: error: shapes (2, 3) and (2, 3) cannot be multiplied: 3 against 2; "
            "transpose the right side with .mT  [tensor-shape]"
        )
    ]


def test_a_program_without_torch_is_left_alone():
    assert WITHOUT_TORCH.messages == []


@pytest.mark.parametrize("module", ["torch", "torch._C", "torch._tensor"])
def test_what_all_users_of_tensors_import_brings_our_classes(module):
    tree: MypyFile = parsed("")
    tree._fullname = module
    assert mypy_plugin.TensorPlugin.get_additional_deps(None, tree)
    tree._fullname = "mine.module"
    assert not mypy_plugin.TensorPlugin.get_additional_deps(None, tree)


def test_imports_are_read_in_every_form():
    kinds = {type(statement) for statement in parsed("from a import *\nfrom b import c").imports}
    assert kinds == {ImportAll, ImportFrom}


def test_a_module_called_like_the_class_that_its_package_imports_from_it_is_no_class():
    package = parsed("")
    package.names = SymbolTable({"Box": SymbolTableNode(GDEF, WITHOUT_OURS.tree.names["Box"].node)})
    plugin = mypy_plugin.TensorPlugin(Options())
    plugin._modules = built().files | {"boxes": package}
    assert plugin.get_type_analyze_hook(f"{WITHOUT_OURS.name}.Box")
    assert not plugin.get_type_analyze_hook("boxes.Box")
