"""What has been said of a function that mypy puts off: it checks the whole of it again, and knows more of it then."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo, Errors
from mypy.nodes import FuncDef

from dtensortypes.mypy_plugin.ground.codes import CODES
from dtensortypes.mypy_plugin.messages.notes import REVEALED


class ComesAgain:
    """The functions that mypy has come to again, each with the pass in which it did last."""

    def __init__(self, errors: Errors) -> None:
        self.errors = errors
        self.passes: dict[FuncDef, int] = {}

    def look(self, checker: TypeChecker) -> None:
        """Take back what was said of tensors in the function at hand before mypy came to it this time."""
        function = checker.scope.top_level_function() if checker.pass_num else None
        if not isinstance(function, FuncDef) or self.passes.get(function) == checker.pass_num:
            return
        self.passes[function] = checker.pass_num
        said, own = self.errors.error_info_map.get(checker.path), checker.tscope.current_target()
        if said:  # what a call elsewhere has shown of its body stays
            said[:] = [info for info in said if info.target != own or not _is_ours(info)]


def _is_ours(info: ErrorInfo) -> bool:
    return info.code in CODES.values() or (info.severity == "note" and info.message.startswith(REVEALED))
