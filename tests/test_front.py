"""What type checkers read of the package's front says what is there."""

import ast
import inspect
from pathlib import Path

import pytest

import dtensortypes

STUB = ast.parse(Path(dtensortypes.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
CALLABLES = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}
CLASSES = {
    node.name: node for node in STUB.body if isinstance(node, ast.ClassDef) and node.name in dtensortypes.__all__
}


def named() -> set[str]:
    imported = {alias.asname for node in ast.walk(STUB) if isinstance(node, ast.ImportFrom) for alias in node.names}
    return {*filter(None, imported), *CALLABLES, *CLASSES}


def parameters(function: ast.FunctionDef) -> list[str]:
    arguments = function.args
    return [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def test_has_every_name_and_no_other():
    assert named() == set(dtensortypes.__all__)
    exported = next(node.value for node in STUB.body if isinstance(node, ast.Assign) and "__all__" in ast.unparse(node))
    assert ast.literal_eval(exported) == dtensortypes.__all__


@pytest.mark.parametrize("name", sorted(CALLABLES))
def test_functions_take_what_is_said(name):
    assert (
        parameters(CALLABLES[name])
        == list(inspect.signature(getattr(dtensortypes, name)).parameters)[-len(parameters(CALLABLES[name])) :]
    )


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_classes_have_what_is_said(name):
    cls, stub = getattr(dtensortypes, name), CLASSES[name]
    assert [ast.unparse(base).rpartition(".")[2] for base in stub.bases] == [
        base.__name__ for base in cls.__bases__ if base is not object
    ]
    for method in stub.body:
        if isinstance(method, ast.FunctionDef):
            found = inspect.getattr_static(cls, method.name)
            assert isinstance(found, property) == bool(method.decorator_list)
