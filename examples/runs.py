"""What a program does while it runs."""

import contextlib
import importlib.util
import io
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType

from examples.expectations import Marker, Program
from tests.fake_cuda import fake_cuda


@dataclass(frozen=True, slots=True)
class Run:
    """How one entry of a program ended: what it printed, and what it raised, at which of the program's own lines."""

    entry: str
    printed: str
    raised: BaseException | None
    line: int

    def answers(self, marker: Marker) -> bool:
        """Whether this is what the marker waits for."""
        if marker.kind != "raises" or self.raised is None or self.line != marker.line:
            return False
        names = {cls.__name__ for cls in type(self.raised).__mro__}
        return marker.label in names and marker.said_in(self.reason)

    @property
    def reason(self) -> str:
        """The first line of the error's text."""
        return str(self.raised).partition("\n")[0]


def run(program: Program, entry: str) -> Run:
    """Start one entry, on CUDA, real or fake, if the program names it."""
    machine = fake_cuda() if program.needs_cuda else contextlib.nullcontext()
    printed = io.StringIO()
    raised: BaseException | None = None
    with machine, contextlib.redirect_stdout(printed):
        try:
            getattr(load(program), entry)()
        except Exception as error:  # noqa: BLE001 - any error of the program is what we are here to see
            raised = error
    return Run(entry, printed.getvalue(), raised, _line_of(program, raised))


def runs(program: Program) -> Iterator[Run]:
    """Each entry at which something is to be raised, and `main`."""
    entries = [program.entry_of(marker.line) for marker in program.markers if marker.kind == "raises"]
    for entry in dict.fromkeys([*entries, "main"]):
        yield run(program, entry)


def differences(program: Program, done: tuple[Run, ...]) -> tuple[str, ...]:
    """Where the runs did not do what the markers wait for, and where they did what no marker waits for."""
    markers = [marker for marker in program.markers if marker.kind == "raises"]
    missing = [marker for marker in markers if not any(each.answers(marker) for each in done)]
    extra = [each for each in done if each.raised is not None and not any(each.answers(marker) for marker in markers)]
    return (
        *(f"{program.name}:{marker.line}: the run does not do {marker}" for marker in missing),
        *(f"{program.name}:{each.line}: the run raises {type(each.raised).__name__}: {each.raised}" for each in extra),
    )


def load(program: Program) -> ModuleType:
    """The program as a fresh module, so that what it does when it is imported is done in this run."""
    name = ".".join(program.path.with_suffix("").parts[-4:])
    spec = importlib.util.spec_from_file_location(name, program.path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _line_of(program: Program, error: BaseException | None) -> int:
    """The program's innermost line in the error's traceback."""
    frames = traceback.extract_tb(error.__traceback__) if error else []
    lines = [frame.lineno or 0 for frame in frames if frame.filename == str(program.path)]
    return lines[-1] if lines else 0
