"""One build of mypy over all blocks, and what it said of each."""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from examples.reports import LINE, Report
from tests.mypy_cache import warmed
from tests.typecheck.chapters import FOLDER, Block

ROOT = FOLDER.parents[1]
COMMAND = (
    *(sys.executable, "-m", "mypy", "--config-file", str(FOLDER / "mypy.ini")),
    *("--no-pretty", "--no-color-output", "--no-error-summary", "--hide-error-context", "--show-error-codes"),
)
CRASH = re.compile(r"^(?P<name>\w+)\.py:(?P<line>\d+): error: INTERNAL ERROR", re.MULTILINE)

Said = dict[str, list[str]]
"""The lines of mypy's output by the name of the block's module."""


def said_of_all(blocks: Iterable[Block], folder: Path) -> Said:
    """What mypy says of the blocks, whose modules are written into the folder.

    One that does not parse is told so by Python; one that makes the plugin crash is left out of another build.
    """
    names, said = [], defaultdict[str, list[str]](list)
    for block in blocks:
        (folder / f"{block.name}.py").write_text(block.source)
        said[block.name] = _syntax_errors(block)
        names += [] if said[block.name] else [block.name]
    while names:
        output = _output(folder, names)
        crash = CRASH.search(output)
        if not crash:
            break
        said[crash["name"]] = [f"{crash['name']}.py:{crash['line']}: error: mypy crashed: {_reason(output)}"]
        names.remove(crash["name"])
    for line in output.splitlines() if names else ():
        said[_module(line, output)].append(line)
    return dict(said)


def reports(said: Iterable[str]) -> Iterator[Report]:
    """The lines read."""
    for line in said:
        found = LINE.fullmatch(line)
        assert found, line
        path = Path(found["path"])
        yield Report(path, int(found["line"]), found["severity"], found["text"], found["code"] or "")


def differences(block: Block, said: Iterable[str]) -> dict[int, list[str]]:
    """By line, what mypy does not say but should, and what it says but should not."""
    markers = [marker for marker in block.markers if marker.kind != "raises"]
    heard = list(reports(said))
    notes = defaultdict[int, list[str]](list)
    for marker in markers:
        if not any(report.answers(marker) for report in heard):
            notes[marker.line].append(f"mypy does not say {marker}")
    for report in heard:
        loud = report.severity == "error" or report.revealed is not None
        if loud and not any(report.answers(marker) for marker in markers):
            notes[report.line].append(
                f"mypy says {report.revealed or report.text}{report.code and f'  [{report.code}]'}"
            )
    return notes


def _output(folder: Path, names: list[str]) -> str:
    loud = {"DTENSORTYPES_PLUGIN_LOUD": "1"}
    command = [*COMMAND, "--show-traceback", "--cache-dir", str(warmed(ROOT / ".mypy_cache" / "typecheck"))]
    files = [f"{name}.py" for name in names]
    done = subprocess.run(
        [*command, *files], cwd=folder, env=os.environ | loud, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def _module(line: str, output: str) -> str:
    found = LINE.fullmatch(line)
    if found is None:
        raise RuntimeError(f"mypy failed:\n{output}")
    return Path(found["path"]).stem


def _reason(output: str) -> str:
    frames = [line.strip() for line in output.splitlines() if line.strip() and not line.startswith("note:")]
    own = [frame for frame in frames if "dtensortypes" in frame]
    return " / ".join([*own[-2:], *(frame for frame in frames if re.match(r"\w+(Error|Exception|Missing)\b", frame))])


def _syntax_errors(block: Block) -> list[str]:
    try:
        compile(block.source, block.name, "exec")
    except SyntaxError as error:
        return [f"{block.name}.py:{error.lineno}: error: {error.msg}"]
    return []


def shared(path: Path, blocks: Iterable[Block]) -> Said:
    """What mypy says of the blocks; the file keeps it for the other processes of a test session."""
    if path.exists():
        said: Said = json.loads(path.read_text())
        return said
    folder = path.with_suffix("")
    folder.mkdir()
    said = said_of_all(blocks, folder)
    path.write_text(json.dumps(said))
    return said
