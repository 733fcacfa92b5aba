"""Runs a block: what it reveals is compared with the live values, what it marks as an error has to raise."""

import asyncio
import contextlib
import inspect
import sys
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator
from types import FrameType, FunctionType, ModuleType
from typing import Any

import torch

from dtensortypes import TensorTypeError
from tests.fake_cuda import fake_cuda
from tests.typecheck.chapters import Block
from tests.typecheck.revealed import Judge
from tests.typecheck.samples import NoSample, Samples
from tests.typecheck.sizes import Sizes
from tests.typecheck.trial import HOOK, Ended, tried

MISTAKES = (NameError, AttributeError, SyntaxError, AssertionError, LookupError)
"""What a block raises that is itself wrong, and no refusal."""


def run(block: Block) -> dict[int, list[str]]:
    """By line, what the run does not do but should, and what it does but should not."""
    with machine(block), defaults_kept():
        trial = Trial(block)
        trial.whole()
    return trial.notes


class Trial:
    """One run of a block: its code calls back here from each line that says something of itself."""

    Ended = Ended

    def __init__(self, block: Block) -> None:
        self.block = block
        self.notes = defaultdict[int, list[str]](list)
        self.reached: set[int] = set()
        self.returning: set[int] = set()
        self.has_ended = False
        """Whether a statement of the function that is run has come to no end, so that variables may be missing."""
        self.module = ModuleType(block.name)
        self.sizes = Sizes("\n".join(block.lines[number - 1] for number in block.own))
        self.judge = Judge(self.sizes, vars(self.module))
        self.samples = Samples(self.sizes)
        self.types = {marker.line: marker.text for marker in block.markers if marker.kind == "revealed"}

    # --- what the code calls

    def revealed(self, line: int, value: object) -> object:
        self.reached.add(line)
        expected = self.types.get(line, "Any")
        if not self.judge.accepts(expected, value):
            self.note(line, f"the run has {shown(value)}, not {expected} with {self.sizes.names}")
        return value

    def passed(self, lines: tuple[int, ...]) -> None:
        for line in lines:
            self.reached.add(line)
            self.note(line, "the run raises nothing")

    def raised(self, lines: tuple[int, ...], error: Exception) -> None:
        for line in lines:
            self.reached.add(line)
            words = self.block.raising[line]
            if isinstance(error, MISTAKES) and not isinstance(error, IndexError | KeyError):
                self.note(line, f"the run raises {_told(error)}")
            elif isinstance(error, TensorTypeError) and not words.said_in(str(error)):
                self.note(line, f'the run does not say "{words.text}": {_told(error)}')

        self.end()

    def returned(self, lines: tuple[int, ...], value: Callable[[], Any]) -> Any:
        """The value; the call that returns it has to raise."""
        self.returning.update(lines)
        try:
            return value()
        except Exception as error:
            if self.is_called(sys._getframe(1)):
                self.returning.difference_update(lines)
                self.raised(lines, error)
            raise

    def ended(self) -> None:
        """Go on with the next statement, if this is the function that is run."""
        self.has_ended = True
        self.end()

    def end(self) -> None:
        if self.is_called(sys._getframe(2)):
            raise Ended

    def is_called(self, frame: FrameType) -> bool:
        """Whether other code of the block has called this one."""
        return any(one.f_code.co_filename == self.block.name for one, _ in traceback.walk_stack(frame.f_back))

    # --- the run

    def whole(self) -> None:
        sys.modules[self.block.name] = self.module
        vars(self.module)[HOOK] = self
        code = compile(tried(self.block.source, set(self.block.raising)), self.block.name, "exec")
        try:
            self.guarded(lambda: exec(code, vars(self.module)))  # noqa: S102 - the blocks are ours
            for call in self.calls():
                self.guarded(call)
        finally:
            del sys.modules[self.block.name]
        for line in sorted({*self.types, *self.block.raising} - self.reached):
            self.note(line, "the run does not come here")

    def guarded(self, call: Callable[[], object]) -> None:
        self.returning.clear()
        self.has_ended = False
        try:
            _exhausted(call())
        except NoSample as error:
            self.note(0, str(error))
        except Ended:
            pass
        except NameError as error:
            if not self.has_ended:
                self.note(_line(self.block, error), f"the run raises {_told(error)}")
        except Exception as error:  # noqa: BLE001 - whatever a block raises is to be shown
            if self.returning:
                self.raised(tuple(self.returning), error)
            else:
                self.note(_line(self.block, error), f"the run raises {_told(error)}")
        else:
            self.passed(tuple(self.returning))

    def calls(self) -> Iterator[Callable[[], object]]:
        """The calls that the block asks for, and calls with samples of all other functions."""
        asked = self.block.calls
        for text in asked:
            yield lambda text=text: eval(text, vars(self.module))  # noqa: S307 - the blocks are ours
        for name, function in self.functions():
            if not any(name in text for text in asked):
                yield from self.sampled(function)

    def sampled(self, function: Callable[..., object]) -> Iterator[Callable[[], object]]:
        self.sizes.owner = getattr(function, "__self__", None)
        try:
            for args, kwargs in self.samples.calls(function):
                yield lambda args=args, kwargs=kwargs: function(*args, **kwargs)
        except NoSample as error:
            self.note(function.__code__.co_firstlineno, str(error))

    def functions(self) -> Iterator[tuple[str, Callable[..., object]]]:
        """The functions of the block, and the methods of an object of each of its classes."""
        for name, value in list(vars(self.module).items()):
            if getattr(value, "__module__", None) != self.block.name:
                continue
            if isinstance(value, FunctionType):
                yield name, value
            elif isinstance(value, type) and not getattr(value, "_is_protocol", False):
                yield from self.methods(value)

    def methods(self, cls: type) -> Iterator[tuple[str, Callable[..., object]]]:
        for name, value in list(vars(cls).items()):
            full = f"{cls.__name__}.{name}"
            if any(full in text for text in self.block.calls):
                continue
            if isinstance(value, FunctionType | staticmethod | classmethod) and not name.startswith("_"):
                try:
                    yield full, getattr(self.samples.made(cls), name)
                except Exception as error:  # noqa: BLE001 - as in `guarded`
                    self.note(0, f"no {cls.__name__} can be made: {_told(error)}")

    def note(self, line: int, text: str) -> None:
        if text not in self.notes[line]:
            self.notes[line].append(text)


def machine(block: Block) -> contextlib.AbstractContextManager[None]:
    """CUDA, real or fake, if the block names it; if not, the CPU's own kernels, which refuse what kernels refuse."""
    return fake_cuda() if block.needs_cuda else contextlib.nullcontext()


@contextlib.contextmanager
def defaults_kept() -> Iterator[None]:
    dtype, device = torch.get_default_dtype(), torch.get_default_device()
    try:
        yield
    finally:
        torch.set_default_dtype(dtype)
        if torch.get_default_device() != device:
            torch.set_default_device(device)


def _exhausted(result: object) -> None:
    if inspect.iscoroutine(result):
        asyncio.run(result)
    elif inspect.isgenerator(result):
        list(result)


def _line(block: Block, error: Exception) -> int:
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno or 0 for frame in reversed(frames) if frame.filename == block.name), 0)


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"


def shown(value: object) -> str:
    if isinstance(value, torch.Tensor):
        return f"a tensor of {value.dtype}, {value.device}, {tuple(value.shape)}"
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}({', '.join(map(shown, value))})"
    return repr(value)[:200]
