"""The type of a named tuple whose class torch's stubs leave out, as that of `torch.linalg.svd`, for type checkers."""

from typing import TYPE_CHECKING, Any


class NamedResult(tuple[Any, ...]):
    """A tuple that has fields besides; at run time torch has a class for each."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str, /) -> Any: ...
