"""The checks of an instance as text: its attributes read into variables, and the steps that show them to be right."""

from __future__ import annotations

from collections.abc import Iterable

from dtensortypes.runtime.classes.faults import fault_in
from dtensortypes.runtime.classes.layout import Layout
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.nodes import Node, Plain
from dtensortypes.runtime.plan import Must, indented, lines, raises, too_deep
from dtensortypes.runtime.planner import Planner
from dtensortypes.runtime.quiet import heard
from dtensortypes.runtime.signature import Slot
from dtensortypes.runtime.stubs import values_stub, violations
from dtensortypes.runtime.variables import Unplanned, Variables


class Checks:
    """The lines that check an instance, in a function that has these other names."""

    def __init__(self, layout: Layout, taken: Iterable[str]) -> None:
        self.layout = layout
        self.names = Names(["self", *taken])

    def lines(self, read: str = "self.{0}", judged: str = "self") -> list[str]:
        """The lines that raise the error, if something is wrong.

        `read` is how the value of a name is found, `judged` what the judge is told: the instance, and what is about to
        take the place of what it has.
        """
        return self._unless_sure(read, self._raising(judged))

    def _unless_sure(self, read: str, slow: list[str]) -> list[str]:
        values = {slot: self.names.variable(slot.name) for slot in self.layout.slots if _says_something(slot)}
        nodes = [(value, node) for slot, value in values.items() if (node := _node(slot)) is not None]
        try:
            steps = Planner(Variables(self.names)).plan(nodes)
        except Unplanned:
            return slow
        sure, nobody = self.names.variable("sure"), Must(f"not {self.names.constant('heard', heard)}(True)")
        rest = {slot: value for slot, value in values.items() if _node(slot) is None}
        block = [f"{value} = {read.format(slot.name)}" for slot, value in values.items()]
        block += self._by_beartype(rest)
        block += lines([nobody, *steps], [f"{sure} = True"])
        failures = (AttributeError, RuntimeError, *violations(self.layout.conf))
        names = ", ".join(self.names.constant(failure.__name__, failure) for failure in failures)
        if too_deep(block):
            return slow
        fast = [f"{sure} = False", "try:", *indented(block), f"except ({names}):", "    pass"]
        return [*fast, f"if not {sure}:", *indented(slow)]

    def _by_beartype(self, values: dict[Slot, str]) -> list[str]:
        stub = values_stub([slot.hint for slot in values], self.layout.conf) if values else None
        return [f"{self.names.constant('check', stub)}({', '.join(values.values())})"] if stub else []

    def _raising(self, judged: str) -> list[str]:
        """The lines that raise it, and forget it: the error and its traceback would keep each other alive."""
        fault, judge = self.names.variable("fault"), self.names.constant("fault_in", fault_in)
        told = f"{self.names.constant('declared', self.layout)}, {judged}"
        forget = ["try:", f"    {raises(fault)}", "finally:", f"    del {fault}"]
        return [
            f"{fault} = {judge}({told})",
            f"if {fault} is not None:",
            "    __tracebackhide__ = True",
            *indented(forget),
        ]


def _says_something(slot: Slot) -> bool:
    return slot.tree is not None or slot.for_beartype


def _node(slot: Slot) -> Node | None:
    """What the planner makes one test of; None for what beartype's own code tests faster."""
    if slot.tree is not None:
        return slot.tree
    return Plain(slot.hint) if type(slot.hint) is type else None
