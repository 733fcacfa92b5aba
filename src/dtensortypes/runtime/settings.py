"""What a decorator was told of one function: its own mode, and beartype's configuration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from beartype import BeartypeConf

from dtensortypes.runtime.modes import Mode, known_mode

CONF: Final = BeartypeConf(is_random=False)
"""Beartype's configuration where none is given: a random pick of an item would break the graphs of torch.compile."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a decorator was told; None for what it was not. Raises ValueError for no mode, TypeError for no conf."""

    mode: Mode | None = None
    conf: BeartypeConf | None = None

    def __post_init__(self) -> None:
        if self.mode is not None:
            known_mode(self.mode)
        if self.conf is not None and not isinstance(self.conf, BeartypeConf):
            raise TypeError(f"conf is a beartype.BeartypeConf, not {self.conf!r}")

    def over(self, other: Settings) -> Settings:
        """These, and what only the other ones say."""
        return Settings(self.mode or other.mode, self.conf or other.conf)


NOTHING_SAID: Final = Settings()
