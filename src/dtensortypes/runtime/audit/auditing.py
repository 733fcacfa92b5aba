"""`audit()`: the opt-in that lays the table beside what torch does."""

from __future__ import annotations

import warnings
from threading import get_ident
from types import TracebackType
from typing import Any, Final

import torch
from torch.nn.modules.module import _global_forward_hooks_with_kwargs, register_module_forward_hook

from dtensortypes.runtime.audit.auditor import Auditor
from dtensortypes.runtime.audit.functions import known_functions
from dtensortypes.runtime.audit.report import Report
from dtensortypes.runtime.lineage.stack import push, remove

_OF_HOOKS: Final = r"Using `torch\.compile\(module\)` when there are global hooks"
"""What torch says of hooks such as ours, which may be called once more than they are told: ours do no harm."""


class audit:
    """Ask the table of operations about each call of torch in this thread, and lay its answer beside what torch gives.

    ```python
    with audit() as report:
        train(model, loader)
    print(report)
    ```

    The program runs as it would without, slower. Functions, methods, operators and attributes that give tensors are
    judged, and the layers of `torch.nn` as a whole besides; the inside of what torch compiles is not seen. What is kept
    of a tensor is its dtype, device and shape: no value is read, and no GPU waited for. `audit(report)` goes on with a
    report that is there already.
    """

    def __init__(self, report: Report | None = None) -> None:
        self.report = Report() if report is None else report
        self._running: list[_Running] = []

    def __enter__(self) -> Report:
        """Begin; the report fills as the block runs."""
        self._running.append(_Running(self.report))
        return self.report

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End; the report stays."""
        self._running.pop().end()


class _Running:
    """One block: its mode on the stack of this thread, its hook on the layers of all."""

    def __init__(self, report: Report) -> None:
        self.thread = get_ident()
        self.auditor = Auditor(report)
        known_functions()  # the table is read now, not within a call of the program's
        push(self.auditor)
        warnings.filterwarnings("ignore", message=_OF_HOOKS)
        self.filter = warnings.filters[0]
        self.hook = register_module_forward_hook(self._layer_called, with_kwargs=True)

    def end(self) -> None:
        self.hook.remove()
        _global_forward_hooks_with_kwargs.pop(self.hook.id, None)  # torch forgets it, and compiled modules then warn
        if self.filter in warnings.filters:
            warnings.filters.remove(self.filter)  # type: ignore[attr-defined]
        remove(self.auditor)

    def _layer_called(
        self, module: torch.nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any], result: object
    ) -> None:
        if not torch.compiler.is_dynamo_compiling() and get_ident() == self.thread:
            self.auditor.layer_called(module, args, kwargs, result)
