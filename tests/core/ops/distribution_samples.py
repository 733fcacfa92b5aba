"""Samples for distributions: made of tensors and numbers, and asked for draws and densities."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

import torch
from torch import distributions as made

from tests.core.ops.array_samples import calls
from tests.core.ops.judge import Sample

PLACE: Final = "torch.distributions"
HALVES: Final = [
    torch.full(shape, 0.5, dtype=dtype) for shape in ((), (3,), (2, 3)) for dtype in (torch.float32, torch.float64)
]
WRONG: Final = [torch.full((2, 4), 0.5), torch.full((3,), 1), torch.full((1, 3), 0.5, dtype=torch.float16)]
NUMBERS: Final = [0.5, 1]
ROWS: Final = [
    torch.full(shape, 0.25, dtype=d) for shape in ((4,), (2, 4), (3, 1, 4)) for d in (torch.float32, torch.float64)
]
SQUARE: Final = torch.eye(3)

TWO: Final = ("Normal", "Laplace", "Cauchy", "LogNormal", "Gamma", "Beta", "StudentT")
ONE: Final = ("Exponential", "Poisson")
OF_ROWS: Final = ("Categorical", "OneHotCategorical", "Dirichlet")


def _constructed() -> Iterator[tuple[str, Sample]]:
    for name in TWO:
        yield from ((name, Sample(pair)) for pair in product([*HALVES, *NUMBERS, *WRONG], repeat=2))
    yield from (("StudentT", Sample((one,))) for one in [*HALVES, 2.0])
    yield from (("Uniform", Sample((one - 1, one))) for one in [*HALVES, *NUMBERS])
    yield from (("Uniform", Sample((0, one))) for one in HALVES)
    yield from ((name, Sample((one,))) for name in ONE for one in [*HALVES, *NUMBERS])
    for word in ("probs", "logits"):
        yield from (("Bernoulli", Sample((), {word: one})) for one in [*HALVES, 0.5])
        yield from ((name, Sample((), {word: one})) for name in OF_ROWS[:2] for one in [*ROWS, torch.tensor(0.5)])
    yield from (("Dirichlet", Sample((one,))) for one in [*ROWS, torch.tensor(0.5)])
    yield from ((name, Sample((), {})) for name in OF_ROWS[:2])
    for loc, matrix in product(
        (torch.ones(3), torch.ones(2, 3), torch.ones(5, 1, 3)), (SQUARE, SQUARE.expand(2, 3, 3))
    ):
        yield "MultivariateNormal", Sample((loc, matrix))
        yield "MultivariateNormal", Sample((loc,), {"scale_tril": matrix})
    yield from (("Independent", Sample((base, n))) for base in bases() if len(base.batch_shape) < 3 for n in (0, 1, 2))


def bases() -> list[Any]:
    """Some distributions of each kind."""
    return [
        made.Normal(0.0, 1.0), made.Normal(torch.zeros(3), 1.0),
        made.Normal(torch.zeros(2, 3).double(), torch.ones(3).double()),
        made.Bernoulli(torch.full((2, 3), 0.5)), made.Categorical(ROWS[2]), made.OneHotCategorical(ROWS[2]),
        made.MultivariateNormal(torch.zeros(2, 3), SQUARE),
    ]  # fmt: skip


def _live() -> dict[str, list[Any]]:
    """The distributions that torch makes of the samples, by class."""
    found: dict[str, list[Any]] = {}
    for name, sample in _constructed():
        try:
            one = getattr(made, name)(*sample.args, **sample.kwargs)
        except (ValueError, RuntimeError, TypeError):
            continue
        found.setdefault(name, []).append(one)
    return found


LIVE: Final = _live()


def _values(one: Any) -> list[torch.Tensor]:
    """What its density is asked of: its own draws, some in another dtype, and what does not fit."""
    try:
        draws = [one.sample(), one.sample((5,))]
    except (RuntimeError, NotImplementedError, TypeError):
        return []
    return [
        *draws,
        draws[0].double(),
        draws[0].float(),
        draws[0].long(),
        torch.full((7,), 0.5),
        torch.full((2, 4), 0.5),
    ]


def _samples() -> Mapping[str, list[Sample]]:
    found: dict[str, list[Sample]] = {}
    for name, sample in _constructed():
        found.setdefault(f"{PLACE}.{name}", []).append(sample)
    for name, several in LIVE.items():
        for word in ("sample", "rsample"):
            found[f"{PLACE}.{name}.{word}"] = [
                *calls(
                    *(
                        (one, *more)
                        for one in several[::2]
                        for more in ((), ((),), ((4,),), ([2, 1],), (torch.Size([6]),), (3,))
                    )
                )
            ]
        for word in ("log_prob", "cdf"):
            found[f"{PLACE}.{name}.{word}"] = [
                *calls(*((one, value) for one in several[::3] for value in _values(one)))
            ]
        for word in ("entropy", "mean", "variance", "stddev"):
            found[f"{PLACE}.{name}.{word}"] = [*calls(*((one,) for one in several))]
    every = [one for several in LIVE.values() for one in several[::3]]
    for word in ("sample", "rsample", "mean", "variance", "entropy"):
        found[f"{PLACE}.Distribution.{word}"] = [*calls(*((one,) for one in every))]
    found[f"{PLACE}.Distribution.log_prob"] = [*calls(*((one, value) for one in every[::2] for value in _values(one)))]
    for word in ("stddev", "batch_shape", "event_shape"):
        found[f"{PLACE}.Distribution.{word}"] = [
            *calls(*((one,) for one in every if word != "stddev" or _has_spread(one)))
        ]
    found[f"{PLACE}.kl_divergence"] = [
        *calls(*((p, q) for several in LIVE.values() for p, q in product(several[::5], repeat=2))),
        *calls(*((p, q) for p, q in product(bases(), repeat=2))),
    ]
    return found


def _has_spread(one: Any) -> bool:
    return not isinstance(one, made.Categorical)


DISTRIBUTIONS: Final = _samples()
