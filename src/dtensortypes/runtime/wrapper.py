"""The generator: one function for each signature, whose straight lines pass a right call at the price of its reads.

Where a line says no, the slow judge has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from dtensortypes.runtime.appeal import closed, opened
from dtensortypes.runtime.generated import generated
from dtensortypes.runtime.kinds import Kind
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.nodes import Node, TensorHint
from dtensortypes.runtime.parameters import Parameters, passed
from dtensortypes.runtime.plainly import Stub, plain_test, when_needed
from dtensortypes.runtime.plan import Must, guarded, indented, lines, raises, too_deep
from dtensortypes.runtime.planner import Planner
from dtensortypes.runtime.quiet import heard, hushed
from dtensortypes.runtime.reading import tensors
from dtensortypes.runtime.shaping import undivided
from dtensortypes.runtime.signature import Signature, Slot
from dtensortypes.runtime.stubs import argument_stub, return_stub, violations
from dtensortypes.runtime.variables import Unplanned, Variables
from dtensortypes.runtime.yields import Relay


def wrapper_of(function: Callable[..., Any], signature: Signature) -> Callable[..., Any]:
    """The function that checks a call and makes it."""
    kind = _GeneratorWrapper if signature.kind.is_generator else _Wrapper
    return kind(function, signature).compiled()


def predicate_of(hint: TensorHint) -> Callable[[object], bool]:
    """A function that is sure when it says yes: this value is what the hint says; torch's overrides must be off."""
    names = Names(["value"])
    if any(name.startswith("{") for name in hint.pattern.names):  # a value of the call's, and there is no call
        return lambda _: False
    try:
        steps = Planner(Variables(names)).plan([("value", hint)])
    except Unplanned:
        return lambda _: False
    text = ["def test(value):", *indented([*guarded(lines(steps, ["return True"])), "return False"])]
    made: Callable[[object], bool] = generated("test", text, hushed(names.scope), predicate_of, names.marked)
    return made


class _Wrapper:
    """The text of one wrapper, as it is put together."""

    def __init__(self, function: Callable[..., Any], signature: Signature) -> None:
        self.function = function
        self.signature = signature
        self.names = Names([slot.name for slot in signature.slots])
        self.name = self.names.mark(function.__name__ if function.__name__.isidentifier() else "checked")
        self.parameters = Parameters(signature, self.names)
        patterns = [hint.pattern for tree in signature.trees for hint in tensors(tree)]
        self.variables = Variables(self.names, undivided(patterns))
        self.planner = Planner(self.variables)
        self.sure = self.names.variable("sure")
        self.result = self.names.variable("result")
        self.fault = self.names.variable("fault")
        self.case = self.names.variable("case")

    def compiled(self) -> Callable[..., Any]:
        head = f"{'async ' if self.signature.kind.is_async else ''}def {self.name}({self.parameters.declared}):"
        text = [head, *indented([*self.parameters.begin(self.function), *self._body()])]
        wrapper: Callable[..., Any] = generated(self.name, text, self.names.scope, self.function, self.names.marked)
        self.parameters.finish(wrapper)
        return wrapper

    def _body(self) -> list[str]:
        return [*self._stub(), *self._arranged(self._checks())]

    def _checks(self) -> list[str] | None:
        """The lines after which the variable `sure` says if the arguments are right; None where there are none such."""
        values = [(slot.name, slot.tree) for slot in self.parameters.slots if slot.tree is not None]
        try:
            steps = self.planner.plan(values)
        except Unplanned:
            return None
        checks = lines([self._unheard(), *steps], [f"{self.sure} = True"])
        if too_deep(checks):
            return None
        return [f"{self.sure} = False", *guarded(checks)] if values else []

    def _arranged(self, checks: list[str] | None) -> list[str]:
        """The lines of the call, by the steps of this function where they are sure, else by the judge.

        It is made outside of the `try` of the checks, in which Dynamo could not break a graph.
        """
        if checks is None:
            return [*self._slow(), *self._end()]
        if not checks:
            return [*self._fast(), *self._end()]
        fast, slow = self._fast(), indented(self._slow())
        either = [f"if {self.sure}:", *indented(fast), "else:", *slow] if fast else [f"if not {self.sure}:", *slow]
        return [*checks, *either, *self._end()]

    # --- the call, once its arguments are found to be right

    def _fast(self) -> list[str]:
        """Up to what is found to be wrong with the result, under what the steps bound."""
        told, tree = self.variables.told(), self.signature.returns.tree
        if tree is None:
            return []
        close = self.names.constant("closed", closed)
        judge = f"{close}({self._signature()}, {self.parameters.together}, {self.result}, {told})"
        return [*self._released(), *self._made(), *self._passed(tree), f"{self.fault} = {judge}"]

    def _slow(self) -> list[str]:
        """The same, under what the judge bound."""
        if self.signature.returns.tree is None:
            return [*self._opened(), *self._raise()]
        closing = [*self._released(), *self._made(), f"{self.fault} = {self.case}.closed({self.result})"]
        return [*self._opened(), f"if {self.fault} is None:", *indented(closing)]

    def _end(self) -> list[str]:
        """The last lines, whichever were before them."""
        returns = self.signature.returns
        if returns.tree is not None:
            return [*self._raise(), f"return {self.result}"]
        make = partial(return_stub, self.function, returns, self.signature.conf)
        values = [(self.result, returns)] if returns.for_beartype else []
        check = self._left_to_beartype(values, make, "check_return", self.result)
        if not check:
            return [*self._released(), f"return {self._call()}"]
        return [*self._released(), *self._made(), *check, f"return {self.result}"]

    def _made(self) -> list[str]:
        return [f"{self.result} = {self._call()}"]

    def _passed(self, tree: Node) -> list[str]:
        try:
            steps = self.planner.plan([(self.result, tree)])
        except Unplanned:
            return []
        begin = [] if any(slot.tree for slot in self.signature.slots) else [self._unheard()]
        return guarded(lines([*begin, *steps], [f"return {self.result}"]))

    # --- its parts

    def _opened(self) -> list[str]:
        """The lines that have the arguments judged."""
        opening = f"{self.names.constant('opened', opened)}({self._signature()}, {self.parameters.together})"
        return [f"{self.case} = {opening}", f"{self.fault} = {self.case}.fault"]

    def _unheard(self) -> Must:
        """That no mode is on, which would hear of every read."""
        return Must(f"not {self.names.constant('heard', heard)}(True)")

    def _released(self) -> list[str]:
        """The line that lets go of what is inside of the arguments, for the function may give it up before it ends."""
        return [_let_go(self.names.parts)] if self.names.parts else []

    def _raise(self) -> list[str]:
        """The lines that raise the fault, and forget it, or it and its traceback would keep each other alive."""
        held = [*self.parameters.variables, *self.names.parts, self.result, self.case]
        forget = ["try:", f"    {raises(self.fault)}", "finally:", f"    del {self.fault}", f"    {_let_go(held)}"]
        return [f"if {self.fault} is not None:", "    __tracebackhide__ = True", *indented(forget)]

    def _by_beartype(self, check: str) -> list[str]:
        """The line that has beartype check something, and what becomes of what it raises."""
        kinds = self.names.constant("violations", violations(self.signature.conf))
        again = [
            "__tracebackhide__ = True",
            f"if {self._signature()}.enforced({self.fault}) is not None:",
            f"    {raises(self.fault)}",
        ]
        return ["try:", f"    {check}", f"except {kinds} as {self.fault}:", *indented(again)]

    def _stub(self) -> list[str]:
        make = partial(argument_stub, self.function, self.signature)
        slots = [slot for slot in self.parameters.slots if slot.for_beartype]
        return self._left_to_beartype([(slot.name, slot) for slot in slots], make, "check", passed(slots))

    def _left_to_beartype(
        self, values: list[tuple[str, Slot]], make: Callable[[], Stub | None], name: str, given: str
    ) -> list[str]:
        """The lines that have these variables checked by a stub, at once or where a plain test is not sure of them."""
        test = plain_test(values, self.names, self.signature.conf) if values else None
        stub = when_needed(make) if test else make() if values else None
        check = self._by_beartype(f"{self.names.constant(name, stub)}({given})") if stub else []
        return [f"if not ({test}):", *indented(check)] if test else check

    def _call(self) -> str:
        call = f"{self.names.constant('function', self.function)}({self.parameters.passed})"
        return f"await {call}" if self.signature.kind is Kind.COROUTINE else call

    def _signature(self) -> str:
        return self.names.constant("signature", self.signature)


def _let_go(variables: Sequence[str]) -> str:
    return f"{' = '.join(variables)} = None"


class _GeneratorWrapper(_Wrapper):
    """The text of a wrapper that is a generator: once the call may be made, its values come one after another."""

    def __init__(self, function: Callable[..., Any], signature: Signature) -> None:
        super().__init__(function, signature)
        from dtensortypes.runtime.exchange import Exchange  # which needs the court

        slots = {"yielded": signature.yields, "sent": signature.sends, "returned": signature.returns}
        self.judged = {role: slot.tree for role, slot in slots.items() if slot is not None and slot.tree is not None}
        self.exchange = Exchange(signature)
        self.hearing, self.yielded = self.names.variable("hearing"), self.names.variable("yielded")

    def _fast(self) -> list[str]:
        return [*self._begun(self.variables.told()), *(self._quick() or self._judges_yielded())]

    def _slow(self) -> list[str]:
        return [*self._opened(), *self._raise(), *self._begun(f"{self.case}.bound"), *self._judges_yielded()]

    def _end(self) -> list[str]:
        return [*self._released(), *self._exchanged()]

    def _begun(self, bound: str) -> list[str]:
        if not self.judged:
            return []
        exchange = self.names.constant("exchange", self.exchange)
        return [f"{self.hearing} = {exchange}.begun({self.parameters.together}, {bound})"]

    def _judges_yielded(self) -> list[str]:
        return [f"{self.yielded} = {self.hearing}.yielded"] if "yielded" in self.judged else []

    def _quick(self) -> list[str]:
        """The lines of a function that sees what the arguments bound, and is mostly sure of a yielded value."""
        known = {key for key in self.variables.of if "{" not in key}
        if "yielded" not in self.judged or self.variables.unsure:
            return []
        try:
            steps = self.planner.plan([(self.result, self.judged["yielded"])])
        except Unplanned:
            return []
        if {key for key in self.variables.of if "{" not in key} - known:
            return []  # of what one value binds for the next, the judge takes note
        sure = guarded(lines([self._unheard(), *steps], ["return None"]))
        last_word = f"return {self.hearing}.yielded({self.result})"
        return [f"def {self.yielded}({self.result}):", *indented([*sure, last_word])]

    def _exchanged(self) -> list[str]:
        asynchronous = self.signature.kind.is_async
        if not self.judged and not asynchronous:
            return [f"return (yield from {self._call()})"]
        judges = {role: self.yielded if role == "yielded" else f"{self.hearing}.{role}" for role in self.judged}
        held = [*self.parameters.variables, *self.names.parts, *([self.hearing] if judges else [])]
        return Relay(self.names, held, asynchronous=asynchronous).lines(self._call(), judges)
