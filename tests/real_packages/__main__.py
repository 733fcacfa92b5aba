"""Check packages with the plugin and without, and print what differs: `python -m tests.real_packages [requirement …]`.

The sources are fetched with pip, without what they depend on, into `.venv/.packages`; they are checked as they are,
bodies of un-annotated functions included. The exit status is 1 if a run crashed or a message is new or lost that
expected.txt does not give a reason for. An internal failure of the plugin, which a user would see as a type that is
unknown, is a crash here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

from tests.real_packages.messages import Messages, difference, expected, read

HERE = Path(__file__).parent
PLACE = HERE.parents[1] / ".venv" / ".packages"
OPTIONS = """\
[mypy]
allow_redefinition = true
local_partial_types = true
check_untyped_defs = true
ignore_missing_imports = true
follow_imports = silent
"""


def requirements() -> list[str]:
    """Those of packages.txt."""
    lines = (HERE / "packages.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def fetch(requirement: str) -> Path:
    """The folder with the sources, fetched if they are not there."""
    folder = PLACE / requirement
    if not folder.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*pip, "--only-binary", ":all:", "--target", folder, requirement], check=True)
    return folder


def packages(folder: Path) -> list[str]:
    """The names that the sources are imported by, tests left out."""
    return sorted({path.parent.name for path in folder.glob("*/__init__.py")} - {"test", "tests"})


def check(folder: Path, *, plugin: bool) -> tuple[Messages, float]:
    """What mypy says of the sources, and the seconds it took, with no cache."""
    way = "plugin" if plugin else "native"
    settings = folder / f"{way}.ini"
    settings.write_text(OPTIONS + "plugins = dtensortypes.mypy_plugin\n" * plugin, encoding="utf-8")
    names = [part for name in packages(folder) for part in ("-p", name)]
    command = [sys.executable, "-m", "mypy", "--config-file", settings, "--cache-dir", os.devnull, "--output", "json"]
    environment = os.environ | {"MYPYPATH": str(folder), "DTENSORTYPES_PLUGIN_LOUD": "1"}
    begun = perf_counter()
    done = subprocess.run([*command, *names], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in {0, 1}:
        raise RuntimeError(f"mypy crashed ({way}):\n{(done.stdout + done.stderr)[-3000:]}")
    return read(done.stdout.splitlines()), perf_counter() - begun


def compare(requirement: str) -> bool:
    """Print what differs; whether nothing does."""
    folder = fetch(requirement)
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(check, folder, plugin=plugin) for plugin in (False, True)]
    try:
        (native, plain), (plugin, ours) = (run.result() for run in runs)
    except RuntimeError as crash:
        print(f"{requirement}: {crash}")
        return False
    found = difference(native, plugin)
    files = (path for name in packages(folder) for path in (folder / name).rglob("*.py"))
    lines = sum(len(path.read_bytes().splitlines()) for path in files)
    said = sum(map(len, native.values()))
    print(
        f"{requirement}: {lines:,} lines, {said:,} messages without the plugin, {len(found.new)} new with it, "
        f"{len(found.lost)} lost, {found.reworded} in other words ({plain:.0f} s, {ours:.0f} s)",
        flush=True,
    )
    right = expected((HERE / "expected.txt").read_text(encoding="utf-8").splitlines()).get(requirement, set())
    is_right = True
    for sign, listed in ("+", found.new), ("-", found.lost):
        for place, text in listed:
            is_expected = (sign, place) in right
            is_right = is_right and is_expected
            print(f"  {sign}{' (expected)' * is_expected} {place.file}:{place.line}: {text}  [{place.code}]")
    return is_right


if __name__ == "__main__":
    results = [compare(requirement) for requirement in sys.argv[1:] or requirements()]
    sys.exit(not all(results))
