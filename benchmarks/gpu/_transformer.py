"""A transformer whose every forward is checked, or not, by whom you like: the same code and the same weights."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jaxtyping
import torch
from beartype import beartype
from torch import nn
from torch.nn import functional as F

from dtensortypes import CPU, CUDA, BFloat16, Float32, Int64, Tensor, checked

UNDECORATED, OURS, PEER = "undecorated", "@checked", "jaxtyping + beartype"


@dataclass(frozen=True)
class Sizes:
    """How large the model is; `vocabulary` is also the size of the last dim of what it gives."""

    layers: int
    width: int
    heads: int
    vocabulary: int
    length: int


@dataclass(frozen=True)
class Checker:
    """A decorator, and how it writes the hint of an activation and of token numbers of some shape."""

    decorate: Callable[[Any], Any]
    activation: Callable[[str], Any]
    tokens: Callable[[str], Any]


def checkers(device: str, dtype: torch.dtype) -> dict[str, Checker]:
    """Nobody, ourselves and the peer; the peer looks at no device."""
    place = {"cpu": CPU, "cuda": CUDA}[device]
    ours, theirs = {
        torch.float32: (Float32, jaxtyping.Float32),
        torch.bfloat16: (BFloat16, jaxtyping.BFloat16),
    }[dtype]
    return {
        UNDECORATED: Checker(lambda function: function, lambda _: torch.Tensor, lambda _: torch.Tensor),
        OURS: Checker(checked, lambda shape: Tensor[ours, place, shape], lambda shape: Tensor[Int64, place, shape]),
        PEER: Checker(
            jaxtyping.jaxtyped(typechecker=beartype),
            lambda shape: theirs[torch.Tensor, shape],
            lambda shape: jaxtyping.Int64[torch.Tensor, shape],
        ),
    }


def models(sizes: Sizes, device: str, dtype: torch.dtype) -> dict[str, nn.Module]:
    """The transformer by who checks it, all with one set of weights, each with its own copy."""
    found: dict[str, nn.Module] = {}
    for name, checker in checkers(device, dtype).items():
        torch.manual_seed(0)
        found[name] = transformer(sizes, checker).to(device, dtype)
    return found


def transformer(sizes: Sizes, checker: Checker) -> nn.Module:
    """Tokens in, logits out; with a cache of keys and values for decoding, which is of `sizes.length`."""
    attention, forward_layer = _attention(sizes, checker), _forward_layer(sizes, checker)
    hidden, cache = checker.activation("b t d"), checker.activation("b h length e")

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.before, self.after = nn.LayerNorm(sizes.width), nn.LayerNorm(sizes.width)
            self.attention, self.forward_layer = attention(), forward_layer()

        @checker.decorate
        def forward(self, x: hidden, keys: cache | None = None, values: cache | None = None, at: int = 0) -> hidden:
            x = x + self.attention(self.before(x), keys, values, at)
            return x + self.forward_layer(self.after(x))

    class Transformer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.tokens = nn.Embedding(sizes.vocabulary, sizes.width)
            self.places = nn.Embedding(sizes.length, sizes.width)
            self.blocks = nn.ModuleList(Block() for _ in range(sizes.layers))
            self.norm, self.head = nn.LayerNorm(sizes.width), nn.Linear(sizes.width, sizes.vocabulary)

        @checker.decorate
        def forward(
            self,
            tokens: checker.tokens("b t"),
            places: checker.tokens("t"),
            caches: list[tuple[cache, cache]] | None = None,
            at: int = 0,
        ) -> checker.activation("b t v"):
            x = self.tokens(tokens) + self.places(places)
            for number, block in enumerate(self.blocks):
                keys, values = caches[number] if caches is not None else (None, None)
                x = block(x, keys, values, at)
            return self.head(self.norm(x))

    return Transformer()


def _attention(sizes: Sizes, checker: Checker) -> type[nn.Module]:
    hidden, cache = checker.activation("b t d"), checker.activation("b h length e")

    class Attention(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.mix, self.out = nn.Linear(sizes.width, 3 * sizes.width), nn.Linear(sizes.width, sizes.width)

        @checker.decorate
        def forward(self, x: hidden, keys: cache | None, values: cache | None, at: int) -> hidden:
            q, k, v = self.mix(x).unflatten(-1, (3, sizes.heads, -1)).permute(2, 0, 3, 1, 4)
            if keys is None or values is None:
                mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            else:
                keys[:, :, at : at + 1], values[:, :, at : at + 1] = k, v
                mixed = F.scaled_dot_product_attention(q, keys[:, :, : at + 1], values[:, :, : at + 1])
            return self.out(mixed.transpose(1, 2).flatten(2))

    return Attention


def _forward_layer(sizes: Sizes, checker: Checker) -> type[nn.Module]:
    hidden = checker.activation("b t d")

    class ForwardLayer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.up, self.down = nn.Linear(sizes.width, 4 * sizes.width), nn.Linear(4 * sizes.width, sizes.width)

        @checker.decorate
        def forward(self, x: hidden) -> hidden:
            return self.down(F.gelu(self.up(x)))

    return ForwardLayer
