"""The lines of a generator that stands for another one: every value is judged as it is handed over.

All that is sent or thrown into it goes through, at the same moment, and so does the other one's end. What has been
handed over is not kept, so no tensor lives longer than it would.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Awaitable, Mapping, Sequence
from typing import Any

from dtensortypes.runtime.names import Names
from dtensortypes.runtime.plan import indented, raises


class Relay:
    """The lines, in the names of one function."""

    def __init__(self, names: Names, held: Sequence[str] = (), *, asynchronous: bool) -> None:
        """`held` are variables whose values an error's traceback shall not keep alive."""
        self.wait, self.a = ("await ", "a") if asynchronous else ("", "")
        self.start = names.constant("started", started) if asynchronous else ""
        self.next = "" if asynchronous else names.constant("next", next)
        self.generator, self.box = names.variable("generator"), names.variable("box")
        self.fault, self.thrown = names.variable("fault"), names.variable("thrown")
        self.error, self.stop = names.variable("error"), names.variable("stop")
        self.held = [*held, self.box]

    def lines(self, call: str, judges: Mapping[str, str]) -> list[str]:
        """The whole exchange with the generator that the call gives, up to its end.

        `judges` are functions, as expressions, that give the fault to raise for a value or None, for each of `yielded`,
        `sent` and `returned` that somebody judges.
        """
        begin = [f"{self.generator} = {call}", f"{self.box} = []"]
        turns = [*self._judged(judges.get("yielded")), *self._handed(judges.get("sent"))]
        first = f"{self.start or self.next}({self.generator})"
        loop = [f"{self.box}.append({self.wait}{first})", "while True:", *indented(turns)]
        return [*begin, "try:", *indented(loop), *self._end(judges.get("returned"))]

    def _handed(self, sent: str | None) -> list[str]:
        """The value given, and what comes for it. The other one must not find itself inside of an `except` of ours."""
        return [
            "try:",
            f"    {self.box}.append((yield {self.box}.pop()))",
            f"except BaseException as {self.error}:",
            f"    {self.thrown} = {self.error}",
            "else:",
            f"    {self.thrown} = None",
            f"if {self.thrown} is None:",
            *indented(self._judged(sent)),
            *indented(self._sent()),
            "else:",
            "    try:",
            f"        {self._into_box(f'throw({self.thrown})')}",
            "    finally:",
            f"        del {self.thrown}",
        ]

    def _sent(self) -> list[str]:
        """The value is sent; for None, which `next` sends, that is called: in torch 2.11 Dynamo follows no other."""
        send = self._into_box(f"send({self.box}.pop())")
        if self.a:
            return [send]
        nothing = [f"{self.box}.pop()", f"{self.box}.append({self.next}({self.generator}))"]
        return [f"if {self.box}[0] is None:", *indented(nothing), "else:", f"    {send}"]

    def _into_box(self, call: str) -> str:
        return f"{self.box}.append({self.wait}{self.generator}.{self.a}{call})"

    def _judged(self, judge: str | None, before: str | None = None) -> list[str]:
        """The value that is being handed over is judged, and the other generator closed if it is wrong."""
        if judge is None:
            return []
        close = before or f"{self.wait}{self.generator}.{self.a}close()"
        gone = [f"del {self.fault}", f"{' = '.join(self.held)} = None"]
        forget = ["try:", f"    {close}", f"    {raises(self.fault)}", "finally:", *indented(gone)]
        found = [f"{self.fault} = {judge}({self.box}[0])", f"if {self.fault} is not None:"]
        return [*found, "    __tracebackhide__ = True", *indented(forget)]

    def _end(self, returned: str | None) -> list[str]:
        if self.a:
            return ["except StopAsyncIteration:", "    return"]
        caught = [f"except StopIteration as {self.stop}:", f"    {self.box}.append({self.stop}.value)"]
        return [*caught, *self._judged(returned, "pass"), f"return {self.box}.pop()"]


def started(generator: AsyncGenerator[Any, Any]) -> Awaitable[Any]:
    """The first value to come of an asynchronous generator that is ours to close, and not its event loop's.

    The loop closes every one that it has seen begin, and two that stand for each other cannot be closed at once.
    """
    hooks = sys.get_asyncgen_hooks()
    sys.set_asyncgen_hooks(None, None)
    try:
        return generator.asend(None)
    finally:
        sys.set_asyncgen_hooks(*hooks)
