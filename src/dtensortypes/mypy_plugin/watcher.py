"""Watches every message that mypy makes: drops the bogus ones, and says the others in the words users write."""

from __future__ import annotations

from mypy.errors import ErrorInfo, Errors, ErrorWatcher

_BOGUS = ('Name "{}" is not defined', "Invalid type comment or annotation", 'Variable "{}" is not valid as a type')


class Watcher:
    """The one watcher of a build's messages; it stays for the whole build."""

    def __init__(self, errors: Errors) -> None:
        self.errors = errors
        self.excused: set[tuple[str, int, str]] = set()

    def excuse(self, path: str, line: int, word: str) -> None:
        """From now on, and looking back, `word` on this line is a shape, not a name."""
        self.excused.add((path, line, word))
        said = self.errors.error_info_map.get(path)
        if said:
            said[:] = [info for info in said if not self.is_bogus(path, info)]

    def judge(self, path: str, info: ErrorInfo) -> bool:
        """Whether to drop the message; a message that is kept may be changed in place."""
        return self.is_bogus(path, info)

    def is_bogus(self, path: str, info: ErrorInfo) -> bool:
        return any(
            info.line == line and path == where and any(info.message == text.format(word) for text in _BOGUS)
            for where, line, word in self.excused
        )


def watch(errors: Errors) -> Watcher:
    """The watcher of these errors, set to watch on first use."""
    for installed in errors._watchers:
        watcher = getattr(installed._filter, "__self__", None)
        if isinstance(watcher, Watcher):
            return watcher
    watcher = Watcher(errors)
    # Mypy's own class is compiled and cannot be derived from; it is never exited.
    ErrorWatcher(errors, filter_errors=watcher.judge).__enter__()
    return watcher
