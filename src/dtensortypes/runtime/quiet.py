"""The checks of a signature where reads are heard: by a mode, or by a tensor's own `__torch_function__`.

They are the wrapper's own steps, run with torch's overrides switched off; made when a call first needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

import torch

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.pattern import Axis
from dtensortypes.runtime.conditions import is_tensor, reads_plainly
from dtensortypes.runtime.generated import generated
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.nodes import Entries, Fixed, Items, Node, Plain, TensorHint
from dtensortypes.runtime.plan import Step, guarded, indented, lines, too_deep
from dtensortypes.runtime.planner import Planner
from dtensortypes.runtime.variables import Unplanned, Variables

Bound = Mapping[str, Any]
"""The variables of a wrapper as they are when the call begins."""


class Quiet:
    """What nobody hears of one signature's checks; sure only when it says yes, as the wrapper is."""

    def __init__(self, parameters: Sequence[str], arguments: Sequence[tuple[str, Node]], returns: Node | None) -> None:
        self.parameters = tuple(parameters)
        self.decides = all(map(_is_decided, [*(node for _, node in arguments), *([returns] if returns else [])]))
        self.names = Names(parameters)
        self.variables = Variables(self.names)
        self.planner = Planner(self.variables)
        self._begin = self._opening(arguments)
        self._end = self._closing(returns)

    def begin(self, arguments: Mapping[str, object]) -> Bound | Literal[False] | None:
        """What right arguments bind; False where, if all are plain tensors, they are surely wrong, else None."""
        with torch._C.DisableTorchFunction():
            bound: Bound | Literal[False] | None = self._begin(*arguments.values())
        return bound

    def end(self, arguments: Mapping[str, object], bound: Bound, result: object) -> bool | None:
        """Whether the result is right, under what the arguments bound; as sure as for the arguments."""
        with torch._C.DisableTorchFunction():
            sure: bool | None = self._end(*arguments.values(), bound, result)
        return sure

    def _opening(self, arguments: Sequence[tuple[str, Node]]) -> Callable[..., Any]:
        try:
            steps = self.planner.plan(arguments)
        except Unplanned:
            return _unsure
        return self._made("begin", self.parameters, steps, f"return {self.variables.told()}")

    def _closing(self, returns: Node | None) -> Callable[..., Any]:
        told, result = self.names.variable("told"), self.names.variable("result")
        self.variables.shapes.clear()  # only sizes are told
        given = [
            f"{one} = {told}[{self.variables.quoted(key)}]" for key, one in self.variables.of.items() if "{" not in key
        ]
        if returns is None or self.variables.stretched:  # of these, what is told is less than what is known
            return _unsure
        try:
            steps = self.planner.plan([(result, returns)])
        except Unplanned:
            return _unsure
        return self._made("end", (*self.parameters, told, result), steps, "return True", given)

    def _made(
        self, name: str, parameters: Sequence[str], steps: Sequence[Step], success: str, given: Sequence[str] = ()
    ) -> Callable[..., Any]:
        checks = lines(steps, [success])
        if too_deep(checks):
            return _unsure
        name = self.names.variable(name)
        no = "return False" if self.decides else "return None"
        text = [f"def {name}({', '.join(parameters)}):", *indented([*given, *guarded(checks, "return None"), no])]
        made: Callable[..., Any] = generated(name, text, hushed(self.names.scope), _unsure, self.names.marked)
        return made


def _is_decided(node: Node) -> bool:
    """Whether a no of the steps is as sure as a yes: each name is the size it is found to be wherever it stands."""
    match node:
        case TensorHint(pattern=pattern):
            run = pattern.run
            simple = not (run and run.broadcastable) and all(map(_is_equality, pattern.axes))
            return simple and node.kind is None and not node.placements
        case Plain():
            return True
        case Items(item=item):
            return _is_decided(item)
        case Entries(key=key, value=entry):
            return _is_decided(key) and _is_decided(entry)
        case Fixed(items=items):
            return all(map(_is_decided, items))
    return False


def _is_equality(axis: Axis) -> bool:
    if not isinstance(axis.dim, Dim):
        return True
    name = axis.dim.name
    return not axis.broadcastable and (axis.dim.constant is not None or bool(name and not name.startswith("{")))


def _unsure(*_: object) -> None:
    """The check of what no straight line of steps is known for."""


def hushed(scope: Mapping[str, object]) -> dict[str, object]:
    """The objects that the steps refer to; with overrides switched off, every tensor can be read at no cost."""
    return {name: is_tensor if value is reads_plainly else value for name, value in scope.items()}


heard: Final = torch._C._has_torch_function_unary
"""Whether anything hears of a read of this object; of an object that is no tensor, whether a mode is on."""
