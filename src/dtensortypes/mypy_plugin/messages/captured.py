"""Names that the cases of a `match` capture: to mypy they have no type where what is matched can never be that.

`case [first, second]` is never come to where mypy is told that a tensor's dtype is matched; of what is `Any` to it by
itself it comes to every case.
"""

from __future__ import annotations

from mypy.errors import ErrorInfo
from mypy.nodes import MatchStmt, NameExpr

from dtensortypes.mypy_plugin.messages.native import Native
from dtensortypes.mypy_plugin.text.expressions import lines
from dtensortypes.mypy_plugin.text.scope import statements, targets
from dtensortypes.mypy_plugin.text.unreached import untold


def is_of_a_capture(info: ErrorInfo, native: Native) -> bool:
    """Whether mypy cannot tell the type of what is captured from something that is `Any` without the plugin."""
    name = untold(info)
    around = (one for one in statements(native.body) if isinstance(one, MatchStmt) and info.line in lines(one))
    asked = (one for one in around if native.is_any(one.subject))
    given = (target for one in asked for target, _ in targets(one))
    return name is not None and any(isinstance(one, NameExpr) and one.name == name for one in given)
