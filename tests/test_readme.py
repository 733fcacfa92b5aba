"""What the README shows is what the program is, and what both checkers say of it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROGRAM = ROOT / "examples" / "normalise.py"
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE)


def run(*command: str) -> str:
    ended = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    return ended.stdout + ended.stderr


@pytest.mark.parametrize("language", ["console", "python", "", "toml"])
def test_the_blocks_that_are_looked_at_exist(language):
    assert language in [kind for kind, _ in BLOCKS]


def test_the_program_is_the_file():
    assert ("python", PROGRAM.read_text("utf-8")) in BLOCKS


def test_mypy_says_what_is_shown():
    said = run("-m", "mypy", "--config-file", "examples/mypy.ini", "--no-error-summary", str(PROGRAM.relative_to(ROOT)))
    assert ("", said.replace("examples/", "")) in BLOCKS


def test_the_run_says_what_is_shown():
    said = run(str(PROGRAM.relative_to(ROOT)))
    assert ("", said[said.index("dtensortypes.TensorTypeError") :]) in BLOCKS
