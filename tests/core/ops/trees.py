"""Arguments as trees: sequences within sequences, with tensors and other values as leaves."""

from collections.abc import Callable, Iterator
from typing import Any

import torch


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple | list) and not isinstance(value, torch.Size):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, tuple | list) and not isinstance(value, torch.Size):
        return type(value)([mapped(item, change) for item in value])
    return change(value)


def shown(value: Any) -> str:
    """A value in a story: a tensor by dtype and shape."""
    if isinstance(value, torch.Tensor):
        device = "" if value.device.type == "cpu" else f"@{value.device}"
        return f"{str(value.dtype)[6:]}{list(value.shape)}{device}"
    if isinstance(value, tuple | list):
        return f"({', '.join(map(shown, value))})"
    return repr(value)
