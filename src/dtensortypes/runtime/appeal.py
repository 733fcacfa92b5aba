"""The way to the court, which is not loaded before a call has need of it: most programs never see it sit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dtensortypes.runtime.errors import TensorTypeError
from dtensortypes.runtime.signature import Signature

if TYPE_CHECKING:
    from dtensortypes.runtime.court import Opened, Passed, Refused


def opened(signature: Signature, arguments: Mapping[str, object]) -> Opened | Refused | Passed:
    """The call with its arguments judged."""
    from dtensortypes.runtime import court

    return court.opened(signature, arguments)


def closed(
    signature: Signature, arguments: Mapping[str, object], result: object, bound: Mapping[str, Any]
) -> TensorTypeError | None:
    """The error to raise if the return value is wrong, under what the wrapper had bound when the call began."""
    from dtensortypes.runtime import court

    return court.closed(signature, arguments, result, bound)
