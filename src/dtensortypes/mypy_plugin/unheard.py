"""Messages of mypy's that would be lost: what the plugin knows lets pass what mypy refuses by itself.

Most of what the plugin knows is more than mypy knows, and refused no less. But mypy refuses `*x` of something that may
be anything, looks at `a, b = b, a` one by one, and says of what `torch.compile` gives that it is a function. Functions
with such places are asked unaided.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef, Statement

from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.at_once import is_held_apart
from dtensortypes.mypy_plugin.per_tree import once_per_tree
from dtensortypes.mypy_plugin.scope import statements
from dtensortypes.mypy_plugin.unaided import heard, is_spread
from dtensortypes.mypy_plugin.watcher import watch


def say_unheard(checker: TypeChecker, *, of_any_body: bool = False) -> None:
    """Say what mypy says unaided of the function at hand, if it is one that the plugin silences, or `of_any_body`."""
    own = watch(checker.errors, checker.modules)
    function = checker.scope.top_level_function()
    if own.trial is not None or not isinstance(function, FuncDef) or function in own.copies:
        return
    asked = (say_unheard, function, checker.pass_num)
    if asked in own.answers or not (of_any_body or _is_silenced(function.body.body)):
        return
    if names.imports_us(checker.tree):
        return
    own.answers[asked] = True
    said = heard(checker, (function.body.body or [function])[0].line, own.unaided)
    if said:
        own.pass_on(said)
        said.clear()


@once_per_tree
def _is_silenced(body: list[Statement]) -> bool:
    """Whether the body says `a, b, c = x, *y`, or `a, b = b, a`."""
    return any(is_spread(one) or is_held_apart(one) for one in statements(body))
