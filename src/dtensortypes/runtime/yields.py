"""A generator whose values are judged as they come; all that is sent or thrown into it goes through."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any


def watched(
    inner: Generator[Any, Any, Any], judge: Callable[[object], BaseException | None]
) -> Generator[Any, Any, Any]:
    """The same generator (PEP 380 says how), which ends with the error of the first value that is wrong."""
    try:
        value = next(inner)
        while True:
            fault = judge(value)
            if fault is not None:
                inner.close()
                raise fault
            try:
                sent = yield value
            except GeneratorExit:
                inner.close()
                raise
            except BaseException as error:  # noqa: BLE001 - whatever is thrown in is the generator's to deal with
                value = inner.throw(error)
            else:
                value = inner.send(sent)
    except StopIteration as stop:
        return stop.value
