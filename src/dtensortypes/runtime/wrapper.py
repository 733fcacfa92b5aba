"""The generator: one function for each signature, whose straight lines pass a right call at the price of its reads.

Where a line says no, the slow judge has the last word.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, Final

from beartype import beartype

from dtensortypes.runtime.court import closed, opened
from dtensortypes.runtime.generated import generated
from dtensortypes.runtime.matching import CONF
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.nodes import Node, TensorHint
from dtensortypes.runtime.plan import indented, lines
from dtensortypes.runtime.planner import Planner
from dtensortypes.runtime.signature import Signature, Slot
from dtensortypes.runtime.variables import Unplanned, Variables
from dtensortypes.runtime.yields import watched

_Kind: Final = inspect.Parameter


def wrapper_of(function: Callable[..., Any], signature: Signature) -> Callable[..., Any]:
    """The function that checks a call and makes it."""
    return _Wrapper(function, signature).compiled()


def predicate_of(hint: TensorHint) -> Callable[[object], bool]:
    """A function that is sure when it says yes: this value is what the hint says."""
    names = Names(["value"])
    if any(name.startswith("{") for name in hint.pattern.names):  # a value of the call's, and there is no call
        return lambda _: False
    try:
        steps = Planner(Variables(names)).plan([("value", hint)])
    except Unplanned:
        return lambda _: False
    text = ["def test(value):", *indented([*lines(steps, ["return True"]), "return False"])]
    made: Callable[[object], bool] = generated("test", text, names.scope, predicate_of)
    return made


class _Wrapper:
    """The text of one wrapper, as it is put together."""

    def __init__(self, function: Callable[..., Any], signature: Signature) -> None:
        self.function = function
        self.signature = signature
        self.names = Names([slot.name for slot in signature.slots])
        self.name = self.names.constant(function.__name__ if function.__name__.isidentifier() else "checked", object())
        self.variables = Variables(self.names)
        self.planner = Planner(self.variables)
        self.result = self.names.variable("result")
        self.fault = self.names.variable("fault")

    def compiled(self) -> Callable[..., Any]:
        is_async = inspect.iscoroutinefunction(self.function)
        head = f"{'async ' if is_async else ''}def {self.name}({_declared(self.signature.slots)}):"
        wrapper: Callable[..., Any] = generated(
            self.name, [head, *indented(self._body())], self.names.scope, self.function
        )
        wrapper.__defaults__ = self.function.__defaults__
        wrapper.__kwdefaults__ = self.function.__kwdefaults__
        return wrapper

    def _body(self) -> list[str]:
        values = [(slot.name, slot.tree) for slot in self.signature.slots if slot.tree is not None]
        try:
            steps = self.planner.plan(values)
        except Unplanned:
            return [*self._stub(), *self._slow()]
        # A line that says no leads out of all of these, to the slow lines after them.
        fast = lines(steps, self._fast())
        if max(map(_depth, fast)) > _DEEPEST:
            fast = []
        return [*self._stub(), *fast, *(self._slow() if values else [])]

    # --- the call, once its arguments are found to be right

    def _fast(self) -> list[str]:
        """By the steps of this function."""
        told, tree = self.variables.told(), self.signature.returns.tree
        if tree is None:
            return self._returned()
        close = self.names.constant("closed", closed)
        judge = f"{close}({self._signature()}, {self._arguments()}, {self.result}, {told})"
        if inspect.isgeneratorfunction(self.function):
            return self._watched(f"lambda {self.result}: {judge}")
        return [f"{self.result} = {self._call()}", *self._passed(tree), *self._last_word(judge)]

    def _slow(self) -> list[str]:
        """By the judge."""
        case = self.names.variable("case")
        begin = [f"{case} = {self.names.constant('opened', opened)}({self._signature()}, {self._arguments()})"]
        begin += self._raise(f"{case}.fault")
        if self.signature.returns.tree is None:
            return [*begin, *self._returned()]
        if inspect.isgeneratorfunction(self.function):
            return [*begin, *self._watched(f"{case}.closed")]
        return [*begin, f"{self.result} = {self._call()}", *self._last_word(f"{case}.closed({self.result})")]

    def _passed(self, tree: Node) -> list[str]:
        try:
            steps = self.planner.plan([(self.result, tree)])
        except Unplanned:
            return []
        return lines(steps, [f"return {self.result}"])

    def _last_word(self, judge: str) -> list[str]:
        return [f"{self.fault} = {judge}", *self._raise(self.fault), f"return {self.result}"]

    def _watched(self, judge: str) -> list[str]:
        return [f"return (yield from {self.names.constant('watched', watched)}({self._call()}, {judge}))"]

    def _returned(self) -> list[str]:
        """Without tensors in what is returned."""
        if inspect.isgeneratorfunction(self.function):
            return [f"return (yield from {self._call()})"]
        if not self.signature.returns.for_beartype:
            return [f"return {self._call()}"]
        check = self.names.constant("check_return", _return_stub(self.function, self.signature.returns))
        return [f"return {check}({self._call()})"]

    # --- its parts

    def _raise(self, fault: str) -> list[str]:
        """The lines that raise it, and forget it: the error and its traceback would keep each other alive."""
        forget = ["try:", f"    raise {fault}", "finally:", f"    del {fault.partition('.')[0]}"]
        return [f"if {fault} is not None:", "    __tracebackhide__ = True", *indented(forget)]

    def _call(self) -> str:
        call = f"{self.names.constant('function', self.function)}({_passed(self.signature.slots)})"
        return f"await {call}" if inspect.iscoroutinefunction(self.function) else call

    def _stub(self) -> list[str]:
        slots = [slot for slot in self.signature.slots if slot.for_beartype]
        if not slots:
            return []
        return [f"{self.names.constant('check', _stub(self.function, slots))}({_passed(slots)})"]

    def _signature(self) -> str:
        return self.names.constant("signature", self.signature)

    def _arguments(self) -> str:
        return "{" + ", ".join(f"{slot.name!r}: {slot.name}" for slot in self.signature.slots) + "}"


_DEEPEST: Final = 80
"""Python reads no text of a hundred levels of indentation."""


def _depth(line: str) -> int:
    return (len(line) - len(line.lstrip())) // 4


# --- signatures as text


def _declared(slots: Iterable[Slot]) -> str:
    """The parameters; that one has a default is said here, and the value is put in its place afterwards."""
    parts: list[str] = []
    slots = tuple(slots)
    for i, slot in enumerate(slots):
        if slot.kind is _Kind.KEYWORD_ONLY and not any(part.startswith("*") for part in parts):
            parts.append("*")
        parts.append(slot.spelled)
        if slot.kind is _Kind.POSITIONAL_ONLY and not any(s.kind is _Kind.POSITIONAL_ONLY for s in slots[i + 1 :]):
            parts.append("/")
    return ", ".join(parts)


def _passed(slots: Iterable[Slot]) -> str:
    return ", ".join(f"{slot.name}={slot.name}" if slot.kind is _Kind.KEYWORD_ONLY else slot.spelled for slot in slots)


# --- what is left to beartype


def _stub(function: Callable[..., Any], slots: list[Slot]) -> Callable[..., Any]:
    """A function that only checks: beartype's own, with the user's names in its messages."""
    stub = generated(function.__name__, [f"def check({_declared(slots)}): pass"], {}, function, "check")
    stub.__annotations__ = {slot.name: slot.hint for slot in slots}
    checks: Callable[..., Any] = beartype(conf=CONF)(stub)
    return checks


def _return_stub(function: Callable[..., Any], returns: Slot) -> Callable[..., Any]:
    """The same for a return value, which it gives back."""
    stub = generated(function.__name__, ["def check(value, /): return value"], {}, function, "check")
    stub.__annotations__ = {"return": returns.hint}
    checks: Callable[..., Any] = beartype(conf=CONF)(stub)
    return checks
