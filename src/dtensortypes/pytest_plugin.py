"""pytest's options: `--dtensortypes-trace` runs every test under `trace()`, `--dtensortypes-audit` under `audit()`.

The making of what tests import is included.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from dtensortypes.runtime.audit.report import Report

_TRACE, _AUDIT = "--dtensortypes-trace", "--dtensortypes-audit"
_OPTIONS = {
    _TRACE: "record where tensors get their dtype and device; the errors of checked calls end with that line",
    _AUDIT: "lay what the table of operations says beside what torch does; a report stands at the end",
}
_HEADERS = {
    _TRACE: "dtensortypes: recording where tensors get their dtype and device",
    _AUDIT: "dtensortypes: laying the table of operations beside what torch does",
}
_REPORT: pytest.StashKey[Report] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    for option, words in _OPTIONS.items():
        parser.getgroup("dtensortypes").addoption(option, action="store_true", help=words)


def pytest_configure(config: pytest.Config) -> None:
    """Refuse an audit in several processes, whose reports would be lost."""
    if config.getoption(_AUDIT) and (config.getoption("numprocesses", None) or hasattr(config, "workerinput")):
        raise pytest.UsageError(f"{_AUDIT} reports on one process: leave out -n, or say -n 0")


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say what is on: it slows torch down."""
    return [words for option, words in _HEADERS.items() if config.getoption(option)]


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Watch what test modules make when they are imported."""
    with _watching(session.config):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Watch a test, its fixtures included."""
    with _watching(item.config):
        return (yield)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what the audit found."""
    if _REPORT in config.stash:
        terminalreporter.section("dtensortypes audit")
        terminalreporter.write_line(str(config.stash[_REPORT]))


def _watching(config: pytest.Config) -> ExitStack:
    """What the options ask for; if there are none, nothing of torch is imported."""
    stack = ExitStack()
    if config.getoption(_TRACE):
        from dtensortypes.runtime.lineage.tracing import trace

        stack.enter_context(trace())
    if config.getoption(_AUDIT):
        from dtensortypes.runtime.audit.auditing import audit

        config.stash[_REPORT] = stack.enter_context(audit(config.stash.get(_REPORT, None)))
    return stack
