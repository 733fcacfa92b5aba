"""Small models of many kinds, each with the steps that it is used in: what an audit is run over."""

import math
from collections.abc import Callable
from typing import Final

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


def step(model: nn.Module, loss: Tensor, optimizer: type[torch.optim.Optimizer] = torch.optim.AdamW) -> None:
    """One step of training."""
    chosen = optimizer(model.parameters(), lr=1e-3)
    chosen.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    chosen.step()


# --- a ResNet


class Residual(nn.Module):
    """Two convolutions, and a way around them."""

    def __init__(self, given: int, made: int, stride: int) -> None:
        super().__init__()
        self.inside = nn.Sequential(
            nn.Conv2d(given, made, 3, stride, 1, bias=False),
            nn.BatchNorm2d(made),
            nn.ReLU(inplace=True),
            nn.Conv2d(made, made, 3, 1, 1, bias=False),
            nn.BatchNorm2d(made),
        )
        self.around = nn.Sequential(nn.Conv2d(given, made, 1, stride, bias=False), nn.BatchNorm2d(made))

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(self.inside(x) + self.around(x))


def resnet() -> None:
    model = nn.Sequential(
        nn.Conv2d(3, 8, 7, 2, 3, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(3, 2, 1),
        Residual(8, 8, 1), Residual(8, 16, 2), Residual(16, 32, 2),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(32, 10),
    )  # fmt: skip
    images, labels = torch.randn(4, 3, 32, 32), torch.randint(10, (4,))
    mean, std = images.mean((0, 2, 3), keepdim=True), images.std((0, 2, 3), keepdim=True)
    scores = model((images - mean) / std)
    step(model, F.cross_entropy(scores, labels, label_smoothing=0.1), torch.optim.SGD)
    with torch.no_grad():
        found = model.eval()(images).softmax(-1).topk(3).indices
        (found == labels[:, None]).any(1).float().mean().item()


# --- a ViT


class Attention(nn.Module):
    """Attention of several heads, to itself or to a context."""

    def __init__(self, width: int, heads: int, context: int | None = None) -> None:
        super().__init__()
        self.heads = heads
        self.q = nn.Linear(width, width)
        self.kv = nn.Linear(context or width, 2 * width)
        self.out = nn.Linear(width, width)

    def split(self, x: Tensor) -> Tensor:
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(self, x: Tensor, context: Tensor | None = None) -> Tensor:
        k, v = self.kv(x if context is None else context).chunk(2, dim=-1)
        q, k, v = self.split(self.q(x)), self.split(k), self.split(v)
        weights = (q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))).softmax(dim=-1)
        return self.out((weights @ v).transpose(1, 2).flatten(2))


class ViT(nn.Module):
    """Patches as tokens, with one for the class."""

    def __init__(self, width: int = 32, patch: int = 4, count: int = 16) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, width, patch, patch)
        self.label = nn.Parameter(torch.zeros(1, 1, width))
        self.places = nn.Parameter(torch.randn(1, count + 1, width) * 0.02)
        self.blocks = nn.ModuleList(
            nn.ModuleDict(
                {
                    "norm": nn.LayerNorm(width),
                    "attend": Attention(width, 4),
                    "think": nn.Sequential(
                        nn.LayerNorm(width), nn.Linear(width, 64), nn.GELU(), nn.Dropout(0.1), nn.Linear(64, width)
                    ),
                }
            )
            for _ in range(2)
        )
        self.head = nn.Linear(width, 10)

    def forward(self, images: Tensor) -> Tensor:
        x = self.patches(images).flatten(2).transpose(1, 2)
        x = torch.cat([self.label.expand(x.shape[0], -1, -1), x], dim=1) + self.places
        for block in self.blocks:
            x = x + block["attend"](block["norm"](x))
            x = x + block["think"](x)
        return self.head(F.layer_norm(x[:, 0], x.shape[-1:]))


def vit() -> None:
    model = ViT()
    images, labels = torch.rand(2, 3, 16, 16), torch.tensor([1, 7])
    step(model, F.cross_entropy(model(images), labels))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        model(images).float().argmax(-1)


# --- a GPT with a cache of keys and values


class Cached(nn.Module):
    """A block of a decoder with rotary positions, and what it has seen so far."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads, self.each = heads, width // heads
        self.qkv, self.out = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)
        self.gate, self.up, self.down = (
            nn.Linear(*size, bias=False) for size in ((width, 64), (width, 64), (64, width))
        )
        self.norms = nn.ModuleList([nn.RMSNorm(width), nn.RMSNorm(width)])
        frequencies = 1.0 / 10000 ** (torch.arange(0, self.each, 2) / self.each)
        self.register_buffer("frequencies", frequencies)

    def rotated(self, x: Tensor, places: Tensor) -> Tensor:
        angles = torch.outer(places.float(), self.frequencies)
        angles = torch.cat((angles, angles), dim=-1)
        left, right = x.chunk(2, dim=-1)
        return x * angles.cos() + torch.cat((-right, left), dim=-1) * angles.sin()

    def forward(
        self, x: Tensor, places: Tensor, cache: tuple[Tensor, Tensor] | None
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        b, t, d = x.shape
        parts = self.qkv(self.norms[0](x)).split(d, dim=2)
        q, k, v = (part.view(b, t, self.heads, self.each).transpose(1, 2) for part in parts)
        q, k = self.rotated(q, places), self.rotated(k, places)
        if cache is not None:
            k, v = torch.cat([cache[0], k], dim=2), torch.cat([cache[1], v], dim=2)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=cache is None)
        x = x + self.out(y.transpose(1, 2).contiguous().view(b, t, d))
        h = self.norms[1](x)
        return x + self.down(F.silu(self.gate(h)) * self.up(h)), (k, v)


class GPT(nn.Module):
    """Tokens to scores of the next."""

    def __init__(self, vocabulary: int = 50, width: int = 32) -> None:
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.blocks = nn.ModuleList(Cached(width, 4) for _ in range(2))
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.head.weight = self.tokens.weight

    def forward(self, tokens: Tensor, caches: list | None = None) -> tuple[Tensor, list]:
        seen = 0 if caches is None else caches[0][0].size(2)
        places = torch.arange(seen, seen + tokens.size(1), device=tokens.device)
        x, kept = self.tokens(tokens), []
        for number, block in enumerate(self.blocks):
            x, cache = block(x, places, None if caches is None else caches[number])
            kept.append(cache)
        return self.head(x), kept


def gpt() -> None:
    model = GPT()
    tokens = torch.randint(50, (2, 9))
    scores, _ = model(tokens[:, :-1])
    step(model, F.cross_entropy(scores.reshape(-1, scores.size(-1)), tokens[:, 1:].reshape(-1)))
    with torch.inference_mode():
        scores, caches = model(tokens)
        for _ in range(3):
            last = scores[:, -1, :] / 0.8
            least = torch.topk(last, 5).values[:, [-1]]
            last = last.masked_fill(last < least, float("-inf"))
            chosen = torch.multinomial(F.softmax(last, dim=-1), num_samples=1)
            tokens = torch.cat((tokens, chosen), dim=1)
            scores, caches = model(chosen, caches)


# --- a U-Net with cross-attention


class Block(nn.Module):
    """A convolution that is told the time, and looks at the context."""

    def __init__(self, given: int, made: int) -> None:
        super().__init__()
        self.norm, self.conv = nn.GroupNorm(4, given), nn.Conv2d(given, made, 3, padding=1)
        self.time, self.skip = nn.Linear(16, 2 * made), nn.Conv2d(given, made, 1)
        self.attend = Attention(made, 2, context=12)

    def forward(self, x: Tensor, time: Tensor, context: Tensor) -> Tensor:
        scale, shift = self.time(F.silu(time))[:, :, None, None].chunk(2, dim=1)
        h = self.conv(F.silu(self.norm(x))) * (1 + scale) + shift + self.skip(x)
        b, c, height, width = h.shape
        seen = self.attend(h.reshape(b, c, height * width).permute(0, 2, 1), context)
        return h + seen.permute(0, 2, 1).reshape(b, c, height, width)


class UNet(nn.Module):
    """Noise from a noisy image, its time and its context."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.last = nn.Conv2d(3, 8, 3, padding=1), nn.Conv2d(8, 3, 3, padding=1)
        self.down, self.middle, self.up = Block(8, 16), Block(16, 16), Block(32, 8)
        self.smaller, self.larger = nn.Conv2d(16, 16, 4, 2, 1), nn.ConvTranspose2d(16, 16, 4, 2, 1)

    def forward(self, x: Tensor, time: Tensor, context: Tensor) -> Tensor:
        frequencies = torch.exp(-math.log(10000) * torch.arange(8) / 8)
        angles = time[:, None].float() * frequencies[None]
        told = torch.cat([angles.sin(), angles.cos()], dim=-1)
        wide = self.down(self.first(x), told, context)
        small = self.middle(self.smaller(wide), told, context)
        large = F.interpolate(small, scale_factor=2, mode="nearest") + self.larger(small)
        return self.last(self.up(torch.cat([large, wide], dim=1), told, context))


def unet() -> None:
    model = UNet()
    kept = torch.cumprod(1 - torch.linspace(1e-4, 0.02, 100), dim=0)
    x, context, time = torch.rand(2, 3, 8, 8) * 2 - 1, torch.randn(2, 5, 12), torch.randint(0, 100, (2,))
    noise, share = torch.randn_like(x), kept[time].view(-1, 1, 1, 1)
    step(model, F.mse_loss(model(share.sqrt() * x + (1 - share).sqrt() * noise, time, context), noise))
    with torch.no_grad():
        x = torch.randn(2, 3, 8, 8)
        for when in (99, 50):
            said = model(x, torch.full((2,), when, dtype=torch.long), context)
            x = ((x - (1 - kept[when]).sqrt() * said) / kept[when].sqrt()).clamp(-1, 1)


# --- a graph network


class Messages(nn.Module):
    """What the neighbours say, weighted by how much each is asked."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.message, self.score = nn.Linear(2 * width, width), nn.Linear(2 * width, 1)
        self.update = nn.GRUCell(width, width)

    def forward(self, x: Tensor, edges: Tensor) -> Tensor:
        source, target = edges
        pairs = torch.cat([x[source], x.index_select(0, target)], dim=-1)
        scores = F.leaky_relu(self.score(pairs), 0.2).squeeze(-1)
        most = scores.new_full((x.size(0),), -1e9).scatter_reduce(0, target, scores, reduce="amax")
        weights = (scores - most[target]).exp()
        total = torch.zeros(x.size(0)).index_add_(0, target, weights)
        messages = self.message(pairs).relu() * (weights / total.gather(0, target)).unsqueeze(-1)
        summed = torch.zeros_like(x).scatter_add_(0, target[:, None].expand_as(messages), messages)
        return self.update(summed, x)


def graph_network() -> None:
    layers, head = nn.ModuleList([Messages(8), Messages(8)]), nn.Linear(8, 1)
    model = nn.ModuleList([*layers, head])
    x, edges, graph = torch.randn(10, 8), torch.randint(10, (2, 30)), torch.arange(10) // 5
    edges = torch.cat([edges, edges.flip(0), torch.arange(10).repeat(2, 1)], dim=1)
    for one in layers:
        x = F.dropout(one(x, edges), 0.1)
    sizes = torch.bincount(graph, minlength=2).clamp(min=1)
    pooled = torch.zeros(2, 8).index_add(0, graph, x) / sizes.unsqueeze(1)
    step(model, F.binary_cross_entropy_with_logits(head(pooled).squeeze(1), torch.tensor([0.0, 1.0])))


# --- an LSTM tagger with a CRF


class Tagger(nn.Module):
    """Words to tags, whose order is scored too."""

    def __init__(self, words: int = 40, tags: int = 5) -> None:
        super().__init__()
        self.embed = nn.Embedding(words, 12, padding_idx=0)
        self.lstm = nn.LSTM(12, 8, num_layers=2, batch_first=True, bidirectional=True, dropout=0.1)
        self.score, self.order = nn.Linear(16, tags), nn.Parameter(torch.randn(tags, tags))

    def forward(self, words: Tensor, lengths: Tensor) -> Tensor:
        packed = pack_padded_sequence(self.embed(words), lengths, batch_first=True, enforce_sorted=False)
        states, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        return self.score(states)

    def loss(self, scores: Tensor, tags: Tensor, mask: Tensor) -> Tensor:
        total = scores[:, 0]
        right = scores[:, 0].gather(1, tags[:, :1]).squeeze(1)
        for now in range(1, scores.size(1)):
            ahead = torch.logsumexp(total.unsqueeze(2) + self.order.unsqueeze(0), dim=1) + scores[:, now]
            total = torch.where(mask[:, now].unsqueeze(1), ahead, total)
            gained = (
                scores[:, now].gather(1, tags[:, now, None]).squeeze(1) + self.order[tags[:, now - 1], tags[:, now]]
            )
            right = right + gained * mask[:, now]
        return (total.logsumexp(1) - right).mean()

    def best(self, scores: Tensor) -> Tensor:
        total, ways = scores[:, 0], []
        for now in range(1, scores.size(1)):
            most = (total.unsqueeze(2) + self.order).max(dim=1)
            total, way = most.values + scores[:, now], most.indices
            ways.append(way)
        path = [total.argmax(dim=1)]
        for way in reversed(ways):
            path.append(way.gather(1, path[-1].unsqueeze(1)).squeeze(1))
        return torch.stack(path[::-1], dim=1)


def lstm_tagger() -> None:
    model = Tagger()
    lengths = torch.tensor([6, 4, 3])
    mask = torch.arange(6)[None, :] < lengths[:, None]
    words, tags = torch.randint(1, 40, (3, 6)) * mask, torch.randint(5, (3, 6))
    scores = model(words, lengths)
    step(model, model.loss(scores, tags, mask))
    with torch.no_grad():
        ((model.best(scores) == tags) & mask).sum().item()


# --- a VAE


class VAE(nn.Module):
    """An image, through a few numbers, to an image."""

    def __init__(self, size: int = 4) -> None:
        super().__init__()
        self.encode = nn.Sequential(
            nn.Conv2d(1, 8, 4, 2, 1), nn.LeakyReLU(0.2), nn.Conv2d(8, 16, 4, 2, 1), nn.ELU(), nn.Flatten()
        )
        self.mean, self.spread = nn.Linear(256, size), nn.Linear(256, size)
        self.decode = nn.Sequential(
            nn.Linear(size, 256), nn.Unflatten(1, (16, 4, 4)), nn.ConvTranspose2d(16, 8, 4, 2, 1), nn.SiLU(),
            nn.Upsample(scale_factor=2, mode="bilinear"), nn.Conv2d(8, 1, 3, padding=1), nn.Sigmoid(),
        )  # fmt: skip

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        h = self.encode(x)
        mean, spread = self.mean(h), self.spread(h)
        return self.decode(mean + torch.randn_like(spread) * (0.5 * spread).exp()), mean, spread


def vae() -> None:
    model, x = VAE(), torch.rand(3, 1, 16, 16)
    made, mean, spread = model(x)
    apart = F.binary_cross_entropy(made, x, reduction="none").flatten(1).sum(1)
    divergence = -0.5 * (1 + spread - mean.pow(2) - spread.exp()).sum(dim=1)
    step(model, (apart + divergence).mean(), torch.optim.Adam)
    with torch.no_grad():
        samples = model.decode(torch.randn(4, 4)).mul(255).add_(0.5).clamp_(0, 255).to(torch.uint8)
        samples.permute(0, 2, 3, 1).contiguous().view(2, 2, 16, 16).numpy()


# --- an exact Gaussian process


class Process(nn.Module):
    """A Gaussian process with a radial kernel."""

    def __init__(self) -> None:
        super().__init__()
        self.length, self.scale, self.noise = (
            nn.Parameter(torch.tensor(v, dtype=torch.float64)) for v in (0.0, 0.0, -2.0)
        )

    def kernel(self, a: Tensor, b: Tensor) -> Tensor:
        apart = (a.unsqueeze(-2) - b.unsqueeze(-3)).div(F.softplus(self.length)).pow(2).sum(-1)
        return self.scale.exp() * torch.exp(-0.5 * apart)

    def covariance(self, x: Tensor) -> Tensor:
        return self.kernel(x, x) + self.noise.exp() * torch.eye(len(x), dtype=x.dtype)

    def loss(self, x: Tensor, y: Tensor) -> Tensor:
        covariance = self.covariance(x)
        root = torch.linalg.cholesky(covariance)
        solved = torch.cholesky_solve(y.unsqueeze(-1), root).squeeze(-1)
        volume = 2 * root.diagonal().log().sum()
        assert torch.allclose(volume, torch.logdet(covariance))
        return 0.5 * (y @ solved + volume + len(x) * math.log(2 * math.pi))

    def predicted(self, x: Tensor, y: Tensor, where: Tensor) -> tuple[Tensor, Tensor]:
        root = torch.linalg.cholesky(self.covariance(x))
        across = self.kernel(x, where)
        half = torch.linalg.solve_triangular(root, across, upper=False)
        mean = half.mT @ torch.linalg.solve_triangular(root, y[:, None], upper=False)
        variance = self.kernel(where, where).diagonal() - half.square().sum(0)
        return mean.squeeze(-1), variance.clamp_min(1e-9)


def gaussian_process() -> None:
    model = Process()
    x = torch.linspace(0, 1, 12, dtype=torch.float64).unsqueeze(-1)
    y = torch.sin(6 * x).squeeze(-1) + 0.1 * torch.randn(12, dtype=torch.float64)
    step(model, model.loss(x, y))
    with torch.no_grad():
        mean, variance = model.predicted(x, y, torch.rand(5, 1).double())
        torch.stack([mean - 2 * variance.sqrt(), mean + 2 * variance.sqrt()], dim=-1)


ARCHITECTURES: Final[tuple[Callable[[], None], ...]] = (
    resnet, vit, gpt, unet, graph_network, lstm_tagger, vae, gaussian_process,
)  # fmt: skip
