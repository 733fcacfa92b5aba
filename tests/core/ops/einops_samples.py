"""Samples of what einops gives, by the patterns of its tutorials and some that it refuses."""

from collections.abc import Sequence

import torch

from tests.core.ops.array_samples import calls
from tests.core.ops.judge import Sample

X = torch.ones(2, 3, 4)
DTYPES = (torch.float32, torch.float16, torch.float64, torch.int64, torch.uint8, torch.bool, torch.complex64)

EINOPS: dict[str, Sequence[Sample]] = {
    "einops.rearrange": [
        *calls(
            (X, "b n d -> n (b d)"), (X, "... d -> d ..."), (X, "b ... -> b (...)"), (X, "b n d -> b n d 1"),
            (X, "b n d -> b () n d"), (X, "b n d->(b n d)"), ([X, X], "k b n d -> b (k n) d"),
            (X.numpy(), "b n d -> d n b"), (X[:1], "1 n d -> n d"), (X, "b n -> n b"), (X, "b n d -> b n"),
            (X, "b n (d e) -> b n d e"), (X, "1 n d -> n d"),
            (X, "b n 4 -> b n"), (X, "b b d -> b d"), (X, "b n d -> (b (n d))"), (X, "b n d, b -> b"), (X, "b n d"),
            ([X, X[0]], "k b n d -> b (k n) d"), (X, "b (...) -> ..."), (X, "b n d -> ..."), (torch.ones(()), "-> 1"),
        ),
        *calls((X, "b n (h d) -> b h n d"), h=2), *calls((X, "b n (h d) -> b h n d"), h=3),
        *calls((X, "b n (h d) -> h b n d"), h=2, d=2), *calls((X, "b n (h d) -> h b n d"), h=4, d=2),
        *calls((X, "b n d -> n b d"), b=2), *calls((X, "b n d -> n b d"), b=5), *calls((X, "b n d -> n b d"), q=5),
    ],
    "einops.repeat": [
        *calls((X, "b n d -> b 5 n d"), (X, "b n d -> (b 2) n d"), (X, "b n d -> b n"), (X, "b n d -> b r n d")),
        *calls((X, "b n d -> b r n d"), (X, "... d -> ... (d r)"), (X.numpy(), "b n d -> r b n d"), r=3),
        *calls(([X, X], "k b n d -> (k r) b n d"), r=2),
    ],
    "einops.reduce": [
        *(
            Sample((X.to(dtype), pattern, reduction))
            for dtype in DTYPES
            for reduction in ("min", "max", "sum", "mean", "prod", "any", "all", "median")
            for pattern in (
                "b n d -> b d", "b n d -> b n d", "b n (d 2) -> b d", "... d -> d", "b n d ->", "b n d -> () n 1",
                "b n d -> b e",
            )
        ),
        *calls(([X, X], "k b n d -> b n d", "sum"), ([X.int(), X.int()], "k b n d -> b", "sum")),
        *calls((X[0, 0], "... d -> d", "sum"), (X, "b n (d 3) -> b d", "max")),
    ],
    "einops.einsum": [
        Sample((*(torch.ones(shape).to(dtype) for shape in shapes), pattern))
        for pattern, *shapes in (
            ("b n d, d e -> b n e", (2, 3, 4), (4, 5)), ("b n d, d e -> b n e", (2, 3, 4), (5, 4)),
            ("row col ->", (2, 3)), ("... d, d e -> ... e", (2, 3, 4), (4, 5)), ("i i ->", (3, 3)),
            ("b n d", (2, 3, 4)), ("b n, b -> c", (2, 3), (2,)), ("b n, b -> b", (2, 3)), ("(b n) -> b", (6,)),
        )
        for dtype in (torch.float32, torch.float64, torch.int64)
    ],
    "einops.pack": calls(
        ([X, torch.ones(2, 4)], "b * d"), ([X, torch.ones(2, 5)], "b * d"), ([X], "*"), ([X, X[0, 0]], "b * d"),
        ([X], "b d"), ([X], "b b *"),
    ),
    "einops.unpack": calls(
        (X, [(1,), (2,)], "b * d"), (X, [(), (2,)], "b * d"), (X, [(3,)], "b *"), (X, [(3,)], "b d"),
    ),
}  # fmt: skip
