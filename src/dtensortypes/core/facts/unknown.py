"""The fact that nothing is known: compatible with everything, and silent."""

from enum import Enum
from typing import Final


class Unknown(Enum):
    """The one value `UNKNOWN`; an enum, so that type checkers narrow it away."""

    UNKNOWN = "Any"

    __hash__ = object.__hash__  # that of Enum is that of the name, worked out each time

    @property
    def notation(self) -> str:
        return "Any"

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown.UNKNOWN
