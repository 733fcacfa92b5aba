"""Words, colours and line breaks for a terminal of 120 columns."""

import os
import sys
import textwrap

WIDTH = 120
COLOURS = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "blue": 34, "cyan": 36}


def painted(text: str, *colours: str) -> str:
    """The text in these colours, where somebody is looking at it."""
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return text
    return "".join(f"\x1b[{COLOURS[colour]}m" for colour in colours) + text + "\x1b[0m"


def tick(good: object) -> str:
    return painted("✓", "green", "bold") if good else painted("✗", "red", "bold")


def shortened(line: str, indent: int) -> str:
    """The line, cut where it would break."""
    return line if len(line) <= WIDTH - indent else line[: WIDTH - indent - 2] + " …"


def rule(title: str = "") -> str:
    """A line across the terminal, with a title in it."""
    return painted((f"── {title} " if title else "").ljust(WIDTH, "─"), "dim")


def said(who: str, text: str, *colours: str, most: int = 20) -> str:
    """What somebody says, in as many lines as it takes, but no more than `most`, under the name."""
    lead, hang = f"        {who:<6}", " " * 14
    lines = [part for line in text.splitlines() if line.strip() for part in _wrapped(line, WIDTH - len(hang))] or [""]
    head, *tail = lines if len(lines) <= most else [*lines[:most], "…"]
    return "\n".join([painted(lead, "dim") + painted(head, *colours), *(painted(hang + line, "dim") for line in tail)])


def _wrapped(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, width, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)
