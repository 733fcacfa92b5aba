"""Programs of several files, which mypy checks as a user would have it check them, with a cache between its runs."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.mypy_cache import environment, warmed

SOURCE = str(Path(__file__).parents[2] / "src")
ERROR = re.compile(r"(\w+\.py:\d+): error: .*(\[[\w-]+\])")


def written(folder, settings, files):
    """The folder with the files, and a cache that knows torch and none of them."""
    (folder / "mypy.ini").write_text(settings)
    shutil.copytree(warmed(folder / "cold"), folder / "cache")
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


def errors(folder, *targets):
    """The lines and codes of mypy's errors."""
    command = [sys.executable, "-m", "mypy", "--cache-dir=cache", *targets]
    done = subprocess.run(command, cwd=folder, env=environment(SOURCE), capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stdout + done.stderr
    found = [ERROR.fullmatch(line) for line in done.stdout.splitlines()]
    return sorted({f"{one[1]} {one[2]}" for one in found if one})
