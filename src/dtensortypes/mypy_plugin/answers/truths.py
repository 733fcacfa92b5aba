"""`if loss > best:` asks a tensor whether it is true: torch says so of a single item alone.

Mypy asks nobody, so that it is looked at where the tensor comes from. What a variable holds is asked of none.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Context
from mypy.types import Type

from dtensortypes.core import ops
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.mypy_plugin.messages.report import report
from dtensortypes.mypy_plugin.text.roles import is_asked_for_truth
from dtensortypes.mypy_plugin.text.scope import current_body
from dtensortypes.mypy_plugin.types.value_of import of_type

_TRUTH: Final = f"torch.Tensor.{int.__bool__.__name__}"


def say_of_truth(checker: TypeChecker, place: Context, type_: Type) -> None:
    """Report what torch says of the tensor that the expression gives, where that is asked whether it is true."""
    fact = of_type(type_) if is_asked_for_truth(current_body(checker), place) else None
    outcome = ops.infer(_TRUTH, [fact], {}) if isinstance(fact, TensorFact) else None
    for problem in outcome.problems if outcome is not None else ():
        report(checker, problem, place)
