"""What a decorator was told of one function: its own mode, and beartype's configuration."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from dtensortypes.runtime.modes import Mode, known_mode

if TYPE_CHECKING:  # beartype takes as long to load as all of this package, and many a signature has nothing for it
    from beartype import BeartypeConf


@dataclass(frozen=True, slots=True)
class Settings:
    """What a decorator was told; None for what it was not. Raises ValueError for no mode, TypeError for no conf."""

    mode: Mode | None = None
    conf: BeartypeConf | None = None

    def __post_init__(self) -> None:
        if self.mode is not None:
            known_mode(self.mode)
        if self.conf is not None:
            _known_conf(self.conf)

    def over(self, other: Settings) -> Settings:
        """These, and what only the other ones say."""
        return Settings(self.mode or other.mode, self.conf or other.conf)


def _known_conf(conf: object) -> None:
    from beartype import BeartypeConf

    if not isinstance(conf, BeartypeConf):
        raise TypeError(f"conf is a beartype.BeartypeConf, not {conf!r}")


def configuration(conf: BeartypeConf | None) -> BeartypeConf:
    """The configuration to hand to beartype: the one given, or ours."""
    return _ours() if conf is None else conf


@cache
def _ours() -> BeartypeConf:
    from beartype import BeartypeConf

    return BeartypeConf(is_random=False)  # a random pick of an item would break the graphs of torch.compile


NOTHING_SAID: Final = Settings()
