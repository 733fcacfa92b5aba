"""One build of mypy, in this process, over all programs that the tests of this folder have been imported with."""

import os
import re
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path

from mypy.build import BuildResult, build
from mypy.errors import CompileError, Errors
from mypy.main import process_options
from mypy.nodes import MypyFile
from mypy.options import Options
from mypy.parse import parse

from dtensortypes.mypy_plugin.types.failures import LOUD
from dtensortypes.mypy_plugin.types.types_of import Types
from tests.mypy_cache import warmed

SETTINGS = """
[mypy]
plugins = dtensortypes.mypy_plugin
allow_redefinition = true
local_partial_types = true
strict = true
untyped_calls_exclude = torch
[mypy-dtensortypes.*]
follow_imports = silent
"""
PRELUDE = (
    "import torch; import numpy as np; from torch import nn; from typing import *; from dtensortypes import *; "
    "D = TypeVar('D', bound=Float); V = TypeVar('V', bound=Device)"
)
PLAIN = "import torch; from functools import partial; from torch import Tensor, nn; from typing import *"
"""What a file begins with that does not use our types."""
MESSAGE = re.compile(r"p\d+\.py:(?P<line>\d+): (?P<text>.*)")
PLACED = re.compile(r", (?:in|as) line \d| \(line \d")
USED = re.compile(r"used in line (\d+)")
REVEALED = re.compile(r'note: Revealed type is "(.*)"')


@dataclass(frozen=True)
class Program:
    """One file of the build; its first written line is line 1."""

    name: str
    source: str

    @property
    def messages(self) -> list[str]:
        """What mypy says of it, `3: error: ...`, in the order of the lines."""
        return [f"{line}: {text}" for line, text in self._said if not REVEALED.fullmatch(text)]

    @property
    def revealed(self) -> list[str]:
        """The types that its `reveal_type` show, in the order of the lines."""
        return [found[1] for _, text in self._said if (found := REVEALED.fullmatch(text))]

    @property
    def refused(self) -> list[int]:
        """The lines of which the plugin says that torch refuses them."""
        return [line for line, text in self._said if text.startswith("error: ") and "[tensor-" in text]

    @property
    def marked(self) -> list[int]:
        """The lines that end with `# refused`."""
        return [number for number, line in enumerate(self.source.split("\n")) if line.endswith("# refused")]

    @property
    def tree(self) -> MypyFile:
        """Its names and their types; mypy has thrown its statements away."""
        return built().files[self.name]

    @property
    def _said(self) -> list[tuple[int, str]]:
        assert self.name in built().files, "a program is made when its test module is imported"
        found = [MESSAGE.fullmatch(message) for message in built().errors if message.startswith(f"{self.name}.py:")]
        return [(int(one["line"]) - 1, USED.sub(_without_prelude, one["text"])) for one in found if one]


def _without_prelude(used: re.Match[str]) -> str:
    return f"used in line {int(used[1]) - 1}"


PROGRAMS: list[Program] = []


def program(source: str, prelude: str = PRELUDE) -> Program:
    """A program of the build; a test module makes its programs when it is imported."""
    assert source.startswith("\n"), "the prelude stands on the line of the opening quotes"
    made = Program(f"p{len(PROGRAMS)}", prelude + source)
    PROGRAMS.append(made)
    return made


def parsed(source: str) -> MypyFile:
    """The statements of a text, of whose names mypy knows nothing yet."""
    options = Options()
    tree = parse(source, "parsed.py", "parsed", Errors(options), options, eager=True)
    tree._fullname = "parsed"  # not every parser of mypy's says it
    return tree


def codes(messages: list[str]) -> list[str]:
    """The line and the code of each error."""
    errors = [message for message in messages if "error:" in message]
    return [f"{error.partition(':')[0]} {error.rpartition('[')[2][:-1]}" for error in errors]


@cache
def types() -> Types:
    """The maker of types, with the classes of the build."""
    return Types(built().files)


def built() -> BuildResult:
    """The build; raises RuntimeError where mypy crashes."""
    done = _done()
    if isinstance(done, str):
        raise RuntimeError(f"mypy did not finish: {done}")  # noqa: TRY004 - mypy's failure, not the caller's
    return done


@cache
def _done() -> BuildResult | str:
    """The build, or why there is none: a second try would take as long and fail as well."""
    with tempfile.TemporaryDirectory() as folder, _inside(folder), redirect_stderr(StringIO()) as complaint:
        Path("mypy.ini").write_text(SETTINGS)
        for one in PROGRAMS:
            Path(f"{one.name}.py").write_text(one.source)
        arguments = ["--config-file=mypy.ini", f"--cache-dir={warmed(Path(folder, 'cache'))}", "--show-traceback"]
        # A cache of its own: a program that it knew would not be loaded.
        sources, options = process_options([*arguments, *(f"{one.name}.py" for one in PROGRAMS)])
        try:
            return build(sources, options)
        except CompileError as error:
            return "\n".join(error.messages)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - an error of a hook, which mypy shows and passes on
            trace = "".join(traceback.format_tb(error.__traceback__)[-2:])
            return f"{complaint.getvalue()}{trace}{type(error).__name__}: {error}"


@contextmanager
def _inside(folder: str) -> Iterator[None]:
    before = Path.cwd()
    os.environ[LOUD] = "1"
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        del os.environ[LOUD]


def unplaced(message: str) -> str:
    """The message up to where it says which line of a body it is about, or which one calls it."""
    return PLACED.split(message, maxsplit=1)[0]
