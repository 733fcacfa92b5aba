"""Torch's own `error_inputs`: calls that OpInfos and ModuleInfos say are refused, laid beside what the table says.

A refusal is judged if it follows from dtypes, devices, shapes and literal arguments, which are all that the table is
told. Whether it does is not a matter of opinion but tried out (`why_left_out`): the call is made again with one thing
changed that the table cannot know, and is left out if torch then accepts it.

`python -m tests.core.ops.error_inputs` prints the figures.
"""

import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.common_modules import ModuleErrorEnum, module_db

from dtensortypes.core.facts.value import LayerFact
from dtensortypes.core.ops import Outcome, call_layer, infer, names
from dtensortypes.core.problems import Kind
from tests.core.ops.judge import Sample, called, fact_of, live_function
from tests.core.ops.opinfo import from_torch

FILLS = (0, 1, 0.5)
"""Numbers that are legal for weights, for probabilities, for places and for classes."""

LEFT_OUT = {
    "no public name": "the OpInfo is of a function inside of torch, or of a GPU's compiler",
    "accepted": "torch makes the call with copies of the same tensors: it refuses memory that overlaps",
    "type": "a TypeError: the arguments are of the wrong Python types, which mypy reports by the signatures of torch",
    "layout": "torch accepts the call without `layout=`: facts do not tell of layouts",
    "data": "torch accepts the call with other numbers in the tensors",
}
"""Why an error input is not judged."""


@dataclass(frozen=True)
class ErrorInput:
    """One call that torch is said to refuse: of an operation, of a layer's constructor, or of a layer."""

    name: str
    sample: Sample
    built: Sample | None = None

    def called(self, change: Callable[[Sample], Sample] = lambda sample: sample) -> Exception | None:
        """Torch's refusal of the call with its arguments changed; None if it accepts it."""
        if self.built is None:
            return called(self.name, change(self.sample))[1]
        try:
            module = live_function(self.name)(*self.built.args, **self.built.kwargs)
        except Exception as refusal:  # noqa: BLE001 - whatever torch raises is a refusal
            return refusal
        sample = change(self.sample)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                module(*sample.args, **sample.kwargs)
            except Exception as refusal:  # noqa: BLE001 - as above
                return refusal
        return None

    @property
    def outcome(self) -> Outcome | None:
        """What the table says of the call."""
        told = {word: fact_of(value) for word, value in self.sample.kwargs.items()}
        if self.built is None:
            return infer(self.name, [fact_of(arg) for arg in self.sample.args], told)
        config = {word: fact_of(value) for word, value in self.built.kwargs.items()}
        made = infer(self.name, [fact_of(arg) for arg in self.built.args], config)
        if made is None or made.problems or not isinstance(made.result, LayerFact):
            return made
        return call_layer(made.result, [fact_of(arg) for arg in self.sample.args], told)

    @property
    def is_refused(self) -> bool:
        """Whether the table predicts a refusal."""
        outcome = self.outcome
        return outcome is not None and any(problem.kind is not Kind.PROMOTION for problem in outcome.problems)

    def __str__(self) -> str:
        return f"{self.name}{self.built or ''}{self.sample}"


@dataclass
class ErrorFigures:
    """What came of torch's error inputs."""

    inputs: int = 0
    predicted: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    missed: list[tuple[ErrorInput, Exception]] = field(default_factory=list)

    @property
    def judged(self) -> int:
        return self.predicted + len(self.missed)

    @property
    def share(self) -> float:
        return self.predicted / self.judged

    def __str__(self) -> str:
        return (
            f"error inputs {self.inputs}, judged {self.judged}, predicted {self.predicted} ({self.share:.1%}), "
            f"missed {len(self.missed)}"
        )


@cache
def error_input_figures() -> ErrorFigures:
    """The figures over all OpInfos and ModuleInfos."""
    figures = ErrorFigures()
    for one in error_inputs():
        figures.inputs += 1
        refusal = one.called() if one.name in names() or public(one.name) else None
        reason = why_left_out(one, refusal)
        if reason:
            figures.left_out[reason] += 1
        elif one.is_refused:
            figures.predicted += 1
        else:
            assert refusal is not None
            figures.missed.append((one, refusal))
    return figures


def why_left_out(one: ErrorInput, refusal: Exception | None) -> str:
    """The word of `LEFT_OUT` for an error input that the table cannot judge; empty for all others."""
    if not public(one.name):
        return "no public name"
    if refusal is None:
        return "accepted"
    if isinstance(refusal, TypeError | AttributeError):
        return "type"
    if "layout" in one.sample.kwargs and one.called(_without_layout) is None:
        return "layout"
    return "data" if any(one.called(_filled(fill)) is None for fill in FILLS) else ""


def error_inputs() -> Iterator[ErrorInput]:
    """All that torch has."""
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for info in op_db:
            if info.error_inputs_func is None:
                continue
            name = _full_name(info)
            for found in from_torch(lambda info=info: list(info.error_inputs("cpu"))):
                sample = found.sample_input
                yield ErrorInput(name, Sample((sample.input, *sample.args), sample.kwargs))
        for info in module_db:
            if info.module_error_inputs_func is not None:
                yield from _of_module(info)


def _of_module(info: Any) -> Iterator[ErrorInput]:
    name = f"torch.nn.{info.module_cls.__name__}"
    for found in info.module_error_inputs_func(info, "cpu", torch.float32, False, False):
        made, given = found.module_error_input.constructor_input, found.module_error_input.forward_input
        built = Sample(tuple(made.args), made.kwargs)
        if found.error_on is ModuleErrorEnum.CONSTRUCTION_ERROR:
            yield ErrorInput(name, built)
        else:
            yield ErrorInput(name, Sample(tuple(given.args), given.kwargs), built)


def public(name: str) -> bool:
    """Whether the name is torch's public one."""
    words = name.split(".")[1:]
    found: Any = torch
    for word in words:
        found = getattr(found, word, None)
    return (found is not None and not words[-1].startswith("_")) or words[-1].startswith("__")


def _full_name(info: Any) -> str:
    """The name that the table has the OpInfo's operation by; some are methods alone, and some of them in place."""
    spellings = [f"torch.{info.name}", f"torch.Tensor.{info.name}", f"torch.Tensor.{info.name}_"]
    if info.variant_test_name == "in_place":
        spellings.reverse()
    return next((name for name in spellings if name in names()), spellings[0])


def _filled(number: float) -> Callable[[Sample], Sample]:
    """The call with other numbers in all tensors."""
    return lambda sample: sample.map(
        lambda leaf: torch.full_like(leaf, number) if isinstance(leaf, torch.Tensor) else leaf
    )


def _without_layout(sample: Sample) -> Sample:
    return Sample(sample.args, {word: value for word, value in sample.kwargs.items() if word != "layout"})


def printed() -> None:
    figures = error_input_figures()
    print(figures)  # noqa: T201 - the figures are wanted
    for reason, count in figures.left_out.most_common():
        print(f"  left out {count:3}: {LEFT_OUT[reason]}")  # noqa: T201
    for one, refusal in figures.missed:
        print(f"  missed: {str(one)[:200]}: {str(refusal)[:200]}")  # noqa: T201


if __name__ == "__main__":
    sys.exit(printed())
