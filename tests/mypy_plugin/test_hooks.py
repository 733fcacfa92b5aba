"""Each name has the callback that is meant for it, and what mypy does not ask about is not loaded."""

import subprocess
import sys

import pytest

from dtensortypes.mypy_plugin import hooks
from dtensortypes.mypy_plugin.ground import names


@pytest.mark.parametrize(
    ("ask", "name"),
    [
        (hooks.of_annotation, names.TENSOR),
        (hooks.of_annotation, f"{names.DEVICES}.CUDA"),
        (hooks.of_function, "torch._C._VariableFunctions.add"),
        (hooks.of_function, "builtins.zip"),
        (hooks.of_function, "_operator.add"),
        (hooks.of_function, "mine.helper"),
        (hooks.of_method, f"{names.TENSOR}.__iter__"),
        (hooks.of_method, "torch._C.TensorBase.half"),
        (hooks.of_method, f"{names.MODULE}.__call__"),
        (hooks.of_method, f"{names.MODULE}.cuda"),
        (hooks.of_method, "builtins.list.append"),
        (hooks.of_attribute, "torch._C.TensorBase.shape"),
        (hooks.of_attribute, "mine.Net.layer"),
        (hooks.of_function_signature, "mine.helper"),
        (hooks.of_method_signature, "mine.Net.forward"),
        (hooks.of_class, "mine.Net"),
    ],
)
def test_has_a_callback(ask, name):
    assert ask(name) is not None


@pytest.mark.parametrize(
    ("ask", "name"),
    [
        (hooks.of_annotation, "mine.Tensor"),
        (hooks.of_class_name, None),
        (hooks.of_function, "os.path.join"),
        (hooks.of_method, "builtins.str.join"),
        (hooks.of_method, "functools._SingleDispatchRegisterCallable.__call__"),
        (hooks.of_attribute, "builtins.complex.real"),
        (hooks.of_function_signature, "builtins.print"),
        (hooks.of_method_signature, "builtins.str.join"),
        (hooks.of_class, "builtins.int"),
    ],
)
def test_has_none(ask, name):
    assert ask(name) is None


def test_is_loaded_when_mypy_asks():
    program = "import sys, dtensortypes.mypy_plugin as p; print('dtensortypes.core.ops' in sys.modules)"
    asked = "; p.TensorPlugin.get_function_hook(None, 'builtins.print'); print('dtensortypes.core.ops' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program + asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
