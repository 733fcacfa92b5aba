"""What the cases of a `match` capture, or give a first value: it has no type where what is matched can never be that.

`case [first, second]` is never come to where mypy is told that a tensor's dtype is matched; of what is `Any` to it by
itself it comes to every case.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import MatchStmt, NameExpr

from dtensortypes.mypy_plugin.messages.in_part import Perhaps
from dtensortypes.mypy_plugin.messages.native import Native
from dtensortypes.mypy_plugin.text.expressions import lines
from dtensortypes.mypy_plugin.text.scope import function_at, statements, targets
from dtensortypes.mypy_plugin.text.unreached import passed_by, untold


def is_of_a_capture(info: ErrorInfo, native: Native) -> bool:
    """Whether mypy cannot tell the type of what is captured from something that is `Any` without the plugin."""
    name, perhaps = untold(info), Perhaps(native.tree, native.checker, native.function)
    around = (one for one in statements(native.body) if isinstance(one, MatchStmt) and info.line in lines(one))
    asked = (one for one in around if perhaps.is_any(one.subject))
    given = (target for one in asked for target, _ in targets(one))
    return name is not None and any(isinstance(one, NameExpr) and one.name == name for one in given)


def is_of_a_case(info: ErrorInfo, checker: TypeChecker) -> bool:
    """Whether a variable or attribute has its first value in a case of something that is `Any` without the plugin."""
    for first in passed_by(info, checker):
        native = Perhaps(checker.tree, checker, function_at(checker.tree, first.line))
        around = (one for one in statements(native.body) if isinstance(one, MatchStmt) and first.line in lines(one))
        if any(native.is_any(one.subject) for one in around):
            return True
    return False
