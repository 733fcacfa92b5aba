"""`pytest --dtensortypes-trace`: every test runs under `trace()`, the making of what it imports included."""

from collections.abc import Generator
from contextlib import AbstractContextManager, nullcontext

import pytest

_OPTION = "--dtensortypes-trace"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    words = "record where tensors get their dtype and device; the errors of checked calls end with that line"
    parser.getgroup("dtensortypes").addoption(_OPTION, action="store_true", help=words)


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say that it is on: it slows torch down."""
    return "dtensortypes: recording where tensors get their dtype and device" if config.getoption(_OPTION) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Trace what test modules make when they are imported."""
    with _tracing(session.config):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Trace a test, its fixtures included."""
    with _tracing(item.config):
        return (yield)


def _tracing(config: pytest.Config) -> AbstractContextManager[None]:
    """A trace if the option is given; if not, nothing of torch is imported."""
    if not config.getoption(_OPTION):
        return nullcontext()
    from dtensortypes.runtime.lineage.tracing import trace

    return trace()
