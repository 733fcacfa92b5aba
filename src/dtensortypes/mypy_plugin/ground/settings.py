"""The settings of mypy that the plugin cannot do without, asked for once and clearly."""

from __future__ import annotations

from typing import Final

from mypy.errors import CompileError
from mypy.options import Options

_NEEDED: Final = {
    "allow_redefinition": "a variable may change its tensor type from line to line",
    "local_partial_types": "allow_redefinition rests on it",
}


def require(options: Options) -> None:
    """Stop mypy with one message where a setting is off; raises CompileError."""
    missing = [name for name in _NEEDED if not getattr(options, name)]
    if missing:
        where = options.config_file or "mypy's configuration"
        settings = " and ".join(f"{name} = true" for name in missing)
        reason = "; ".join(f"{name}: {_NEEDED[name]}" for name in missing)
        raise CompileError([f"{where}: error: the dtensortypes plugin needs {settings} ({reason})"])
