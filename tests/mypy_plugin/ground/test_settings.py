"""Settings that are missing are asked for, once and clearly."""

import subprocess
import sys

import pytest
from mypy.errors import CompileError
from mypy.options import Options

from dtensortypes.mypy_plugin.ground import settings


def options(**given):
    made = Options()
    for name, value in ({"allow_redefinition": True, "local_partial_types": True} | given).items():
        setattr(made, name, value)
    return made


def asked_for(made):
    with pytest.raises(CompileError) as error:
        settings.require(made)
    (message,) = error.value.messages
    return message


def test_nothing_is_missing():
    settings.require(options())


@pytest.mark.parametrize("name", ["allow_redefinition", "local_partial_types"])
def test_one_is_missing(name):
    message = asked_for(options(**{name: False}))
    assert f"needs {name} = true (" in message


def test_all_are_missing():
    message = asked_for(options(allow_redefinition=False, local_partial_types=False))
    assert "needs allow_redefinition = true and local_partial_types = true (" in message


def test_the_configuration_file_is_named():
    made = options(allow_redefinition=False)
    made.config_file = "setup.cfg"
    assert asked_for(made).startswith("setup.cfg: error: the dtensortypes plugin needs")


def test_mypy_stops_with_one_message(tmp_path):
    (tmp_path / "mypy.ini").write_text("[mypy]\nplugins = dtensortypes.mypy_plugin\n")
    (tmp_path / "a.py").write_text("import torch\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "a.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    said = [line for line in (done.stdout + done.stderr).splitlines() if "error:" in line]
    assert done.returncode == 2
    assert len(said) == 1
    assert said[0].startswith("mypy.ini: error: the dtensortypes plugin needs allow_redefinition = true (")
