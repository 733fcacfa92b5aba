"""Questions that mypy asks again: it looks at an argument once for each overload, and twice at a new attribute's value.

What was answered is answered again while mypy knows the same of all variables, unless a message came with it. A
comprehension, or a branch of `x if flag else y`, has it learn something that it forgets at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar, cast

from mypy.checker import TypeChecker
from mypy.errors import ErrorWatcher
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import Type

from dtensortypes.mypy_plugin.messages.report import silenced
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.types.retype import learned

Asked = TypeVar("Asked", FunctionContext, MethodContext, AttributeContext)

_MOST: Final = 256
"""How many answers are remembered: mypy asks again soon, or never."""


class Moment(NamedTuple):
    """When a question is asked: in which check of a function, after how much was learned, knowing what, for what."""

    binder: object
    version: int
    known: object
    wanted: tuple[Type | None, ...]

    def is_no_news(self, later: Moment) -> bool:
        """Whether mypy has learned nothing since, or has forgotten it."""
        return later.binder is self.binder and (later.version == self.version or later.known == self.known)

    def tells_the_same(self, later: Moment) -> bool:
        """Whether what mypy knows of variables is the same later on."""
        if later.binder is not self.binder:
            return False  # mypy looks at a function again when it knows more of what is around it
        if self.is_no_news(later):
            return True
        # When an attribute has its first value, mypy looks at that again, as at one of the type that it has found.
        pairs = zip(self.wanted, later.wanted, strict=False)
        changed = next((pair for pair in pairs if pair[0] is not pair[1]), (None, None))
        return later.version == self.version + 1 and changed[0] is None and changed[1] is not None


def once(hook: Callable[[Asked], Type]) -> Callable[[Asked], Type]:
    """The callback, which is not called again for a question that it has just answered."""

    def asked(ctx: Asked) -> Type:
        checker = cast("TypeChecker", ctx.api)
        own, moment = watch(checker.errors, checker.modules), _moment(checker)
        if moment is None or silenced in own.answers:  # which hears nothing of what is wrong
            return hook(ctx)
        answered = cast("dict[object, Any]", own.answers.setdefault(once, {}))
        key = hook, ctx.context
        known = answered.get(key)
        if known is not None and known[0].tells_the_same(moment) and known[1] == ctx:
            return cast("Type", known[2])
        reports = own.reports
        with ErrorWatcher(checker.errors) as heard:
            answer = hook(ctx)
        later = _moment(checker)
        if own.reports == reports and not heard.has_new_errors() and later is not None and moment.is_no_news(later):
            if len(answered) >= _MOST:
                answered.clear()
            answered[key] = moment, ctx, answer
        return answer

    return asked


def _moment(checker: TypeChecker) -> Moment | None:
    found = learned(checker)
    return None if found is None else Moment(*found, tuple(checker.expr_checker.type_context))
