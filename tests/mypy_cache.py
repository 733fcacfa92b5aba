"""Caches of mypy's for the tests: to find out what torch is takes mypy longest, so it does so once for all of them."""

import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from filelock import FileLock

from dtensortypes.mypy_plugin.ground.fingerprint import fingerprint

FOLDER = Path(__file__).parents[1] / ".mypy_cache"
CONFIG = Path(__file__).parent / "typecheck" / "mypy.ini"
IMPORTS = """
import torch
import torch.nn.functional as F
import numpy as np
from torch import nn
from torch.utils.data import DataLoader, Dataset
from typing import *
from dtensortypes import *
"""


def warmed(cache: Path) -> Path:
    """The cache; one that is not there, or from before the plugin's last change, is made anew and knows torch alone.

    It serves builds with the options of `typecheck/mypy.ini`; under others mypy would find torch out again.
    """
    FOLDER.mkdir(exist_ok=True)
    with FileLock(FOLDER / "torch.lock"):
        if not _is_current(cache):
            shutil.rmtree(cache, ignore_errors=True)
            shutil.copytree(_of_torch(), cache)
    return cache


def _of_torch() -> Path:
    made = FOLDER / "torch"
    if not _is_current(made):
        shutil.rmtree(made, ignore_errors=True)
        command = (sys.executable, "-m", "mypy", "--config-file", str(CONFIG), "--cache-dir", str(made))
        subprocess.run([*command, "-c", IMPORTS], capture_output=True, check=False)  # if it fails, so do the tests
        (made / "of").write_text(_of())
    return made


def _is_current(cache: Path) -> bool:
    return (cache / "of").exists() and (cache / "of").read_text() == _of()


def _of() -> str:
    """What a cache is of no use without."""
    return f"{fingerprint()} mypy {version('mypy')} torch {version('torch')} Python {sys.version}\n{CONFIG.read_text()}"


def environment(source: str) -> dict[str, str]:
    """That of a run of mypy with the plugin of this folder, and with the mypy that this run has."""
    paths = [source, *filter(None, [os.environ.get("PYTHONPATH")])]
    own = {"PYTHONPATH": os.pathsep.join(paths), "MYPYPATH": source, "DTENSORTYPES_PLUGIN_LOUD": "1"}
    return os.environ | own


def rewrite(path: Path, text: str) -> None:
    """Write the file anew, later than it was: mypy takes one of the same size and second for the one in its cache."""
    before = path.stat().st_mtime_ns
    path.write_text(text, encoding="utf-8")
    os.utime(path, ns=(before + 2_000_000_000, before + 2_000_000_000))
