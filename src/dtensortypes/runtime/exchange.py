"""What a generator and its caller hand to each other, value after value, all under the names of the one call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from dtensortypes.runtime.court import Opened, given, leave_graph, outside
from dtensortypes.runtime.finding import Wrong
from dtensortypes.runtime.judge import Bound, judged
from dtensortypes.runtime.signature import Signature


class Exchange:
    """What a generator function declares of the values that it yields, is sent and returns."""

    def __init__(self, signature: Signature) -> None:
        assert signature.yields is not None
        assert signature.sends is not None
        self.signature = signature
        self.yields = signature.about(signature.yields, "yielded value")
        self.sends = signature.about(signature.sends, "sent value")

    def begun(self, arguments: Mapping[str, object], bound: Bound | Mapping[str, Any]) -> Hearing:
        """The exchange of one call, under what its arguments bound."""
        return Hearing(self, arguments, bound)


class Hearing:
    """The exchange of one call; a name that one value binds is bound for the next. It tells of faults to raise."""

    def __init__(self, exchange: Exchange, arguments: Mapping[str, object], bound: Bound | Mapping[str, Any]) -> None:
        self.exchange = exchange
        self.arguments = arguments
        self.bound = bound

    def yielded(self, value: object) -> BaseException | None:
        return self._judged(self.exchange.yields, value)

    def sent(self, value: object) -> BaseException | None:
        """`next` sends None, which every generator takes."""
        return None if value is None else self._judged(self.exchange.sends, value)

    def returned(self, value: object) -> BaseException | None:
        return self._judged(self.exchange.signature, value)

    def _judged(self, signature: Signature, value: object) -> BaseException | None:
        if not torch.compiler.is_dynamo_compiling():
            return self._verdict(signature, value)
        if not leave_graph(signature, {**self.arguments, signature.outcome: value}):
            return None
        return outside(self._verdict, signature, value)

    def _verdict(self, signature: Signature, value: object) -> BaseException | None:
        tree, outcome = signature.returns.tree, signature.outcome
        if tree is None:
            return None
        bound = self.bound if isinstance(self.bound, Bound) else given(signature, self.bound)
        try:
            self.bound = judged([(tree, value, outcome)], bound, self.arguments)
        except Wrong:
            return Opened(signature, self.arguments, bound).closed(value)
        return None
