"""Users know functions by their public names."""

import importlib

import pytest
from mypy.nodes import MypyFile

from dtensortypes.mypy_plugin.ground import names
from tests.mypy_plugin.checking import parsed


@pytest.mark.parametrize(
    ("fullname", "known_as"),
    [
        ("torch._C._VariableFunctions.zeros", "torch.zeros"),
        ("torch._tensor.Tensor.half", "torch.Tensor.half"),
        ("torch._C.TensorBase.shape", "torch.Tensor.shape"),
        ("torch.nn.parameter.Parameter.half", "torch.Tensor.half"),
        ("torch.nn.parameter.Parameter", "torch.nn.Parameter"),
        ("torch.nn.modules.linear.Linear", "torch.nn.Linear"),
        ("torch.nn.modules.sparse.Embedding.from_pretrained", "torch.nn.Embedding.from_pretrained"),
        ("torch.nn.modules.module.Module.half", "torch.nn.modules.module.Module.half"),
        ("torch.nn.functional.relu", "torch.nn.functional.relu"),
        ("torch._C._nn.gelu", "torch.nn.functional.gelu"),
        ("numpy._core.multiarray.zeros", "numpy.zeros"),
        ("mine.f", "mine.f"),
    ],
)
def test_public_names(fullname, known_as):
    assert names.public(fullname) == known_as


@pytest.mark.parametrize(
    "fullname",
    [names.TENSOR, names.DTYPE, names.DEVICE, names.MODULE, names.TORCH_SIZE, names.SIZE, names.ANY_DTYPE,
     names.ANY_DEVICE, names.DATA_LOADER, *sorted({*names.AUTOCASTS, *names.AVAILABLE, *names.DTYPE_SETTERS})],
)  # fmt: skip
def test_every_name_is_that_of_something(fullname):
    module, _, name = fullname.rpartition(".")
    assert hasattr(importlib.import_module(module), name)


@pytest.mark.parametrize(
    ("source", "torchs"),
    [
        ("import torch", True),
        ("import os, torch.nn as nn", True),
        ("from torch.nn import functional", True),
        ("from dtensortypes import *", True),
        ("if True:\n    import torch", True),
        ("import torchvision, mytorch", False),
        ("from . import torch", False),
        ("", False),
    ],
)
def test_a_library_s_file_is_followed_if_it_imports_torch_and_a_program_s_always(source, torchs):
    tree: MypyFile = parsed(source)
    tree._fullname, tree.path = "mine.module", "mine/module.py"
    assert names.is_asked_for(tree, silent={"mine/module.py"}) == torchs
    assert names.is_asked_for(tree, silent=set())


@pytest.mark.parametrize(
    ("fullname", "path", "silent"),
    [
        ("torch", "torch/__init__.py", set()),
        ("torch.nn.functional", "torch/nn/functional.py", set()),
        ("mine.module", "mine/module.pyi", set()),
        ("dtensortypes.annotations.dtypes", "dtypes.py", {"dtypes.py"}),
    ],
)
def test_torch_s_files_and_stubs_are_mypy_s(fullname, path, silent):
    tree: MypyFile = parsed("import torch")
    tree._fullname, tree.path, tree.is_stub = fullname, path, path.endswith(".pyi")
    assert not names.is_asked_for(tree, silent)


def test_what_every_class_has_of_its_own_is_not_read_of_a_program_s():
    assert names.is_read_of_class("mine.Net.width")
    assert not names.is_read_of_class("mine.Net.__call__")
    assert not names.is_read_of_class("torch.nn.Linear.forward")
