"""The fact that nothing is known: compatible with everything, and silent."""

from enum import Enum
from typing import Final


class Unknown(Enum):
    """The one value `UNKNOWN`; an enum, so that type checkers narrow it away."""

    UNKNOWN = "Any"

    @property
    def notation(self) -> str:
        return "Any"

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown.UNKNOWN
