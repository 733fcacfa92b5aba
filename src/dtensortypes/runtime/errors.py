"""The error of a call whose tensors are not what its signature says."""

from __future__ import annotations

from dtensortypes.core.problems import Problem


class TensorTypeError(TypeError):
    """A tensor is not what the signature says: the reason first, then the whole call, then what to do."""

    def __init__(self, problem: Problem, table: str = "") -> None:
        super().__init__(problem, table)
        self.problem = problem
        self.table = table

    def __str__(self) -> str:
        parts = [self.problem.reason, self.table, self.problem.advice]
        return "\n\n".join(part for part in parts if part)


TensorTypeError.__module__ = "dtensortypes"  # where users find it, and what a traceback calls it
