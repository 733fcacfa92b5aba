"""Samples of layers written here: what each is made with, and what it is called with."""

import torch
from torch import nn

from tests.core.ops.judge import Sample

X = torch.rand(2, 3)
IMAGE = torch.rand(2, 3, 8, 8)
ITEMS, KEYS = torch.rand(5, 2, 4), torch.rand(7, 2, 4)

LAYERS: dict[str, list[tuple[Sample, Sample]]] = {
    f"torch.nn.{name}": [(Sample(args), Sample((x,))) for args in arguments for x in inputs]
    for name, arguments, inputs in (
        ("Dropout", [(), (0.3,)], [X, X.long()]),
        ("Dropout1d", [()], [X]),
        ("Dropout2d", [()], [torch.ones(2, 3, 4, 4)]),
        ("Dropout3d", [()], [torch.ones(2, 3, 4, 4, 4)]),
        ("AlphaDropout", [()], [X]),
        ("Flatten", [(), (0,), (1, 2)], [X, torch.ones(2, 3, 4, 5)]),
        ("Unflatten", [(1, (3, 4)), (-1, (2, -1))], [torch.ones(2, 12)]),
        ("Identity", [(), (3, 4)], [X, X.int()]),
        ("PixelShuffle", [(2,)], [torch.ones(2, 8, 3, 5), torch.ones(4, 2, 2)]),
        ("PixelUnshuffle", [(2,)], [torch.ones(2, 3, 4, 6), torch.ones(4, 2, 2)]),
        ("Upsample", [(None, 2), (7,), (None, 1.5), ((4, 6),)], [torch.ones(2, 3, 4, 5)]),
        ("Hardsigmoid", [()], [X, X.int()]),
        ("RReLU", [()], [X]),
        ("FeatureAlphaDropout", [()], [IMAGE]),
        ("Unfold", [(2,), ((2, 3), 1, 1, 2)], [IMAGE, IMAGE[0]]),
        ("Fold", [((4, 5), 2)], [torch.rand(2, 12, 12), torch.rand(12, 12), torch.rand(2, 12, 11)]),
        ("ChannelShuffle", [(3,)], [IMAGE]),
        ("UpsamplingNearest2d", [(None, 2), (7,)], [IMAGE]),
        ("UpsamplingBilinear2d", [(None, 2), ((4, 6),)], [IMAGE]),
        ("CrossMapLRN2d", [(2,)], [IMAGE]),
        ("LazyLinear", [(7,)], [X, ITEMS]),
        ("LazyBatchNorm1d", [()], [torch.rand(2, 3, 4), X]),
        ("LazyBatchNorm2d", [()], [IMAGE]),
        ("LazyBatchNorm3d", [()], [torch.rand(2, 3, 4, 4, 4)]),
        ("LazyInstanceNorm1d", [()], [torch.rand(2, 3, 4)]),
        ("LazyInstanceNorm2d", [()], [IMAGE]),
        ("LazyInstanceNorm3d", [()], [torch.rand(2, 3, 4, 4, 4)]),
        ("LSTM", [(4, 6, 2), (4, 6, 1, True, True, 0.0, True), (4, 6, 1, True, False, 0.0, True, 3), (5, 6)],
         [ITEMS, ITEMS[:, 0]]),
        ("GRU", [(4, 6, 2), (4, 6, 1, True, True, 0.0, True), (5, 6)], [ITEMS, ITEMS[:, 0]]),
        ("RNN", [(4, 6, 2), (4, 6, 1, "relu", True, True), (5, 6)], [ITEMS, ITEMS[:, 0]]),
        ("Sequential", [(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 5)), (nn.Flatten(), nn.Linear(3, 2)), ()],
         [X, X.double(), torch.ones(2, 7)]),
    )
}  # fmt: skip
LAYERS |= {
    f"torch.nn.{name}": [(Sample(args), Sample(inputs)) for args in arguments for inputs in calls]
    for name, arguments, calls in (
        ("PairwiseDistance", [(), (1.0, 1e-6, True)], [(X, X), (X, X[:1])]),
        ("CosineSimilarity", [(), (0,)], [(X, X)]),
        ("EmbeddingBag", [(10, 3)], [(torch.zeros(2, 4, dtype=torch.int64),),
                                     (torch.zeros(4, dtype=torch.int64), torch.tensor([0, 2]))]),
        ("MaxUnpool1d", [(2,)], [nn.functional.max_pool1d(X[None, :, :2], 2, return_indices=True)]),
        ("MaxUnpool2d", [(2,)], [nn.functional.max_pool2d(IMAGE, 2, return_indices=True)]),
        ("MaxUnpool3d", [(2,)], [nn.functional.max_pool3d(IMAGE[None], 2, return_indices=True)]),
        ("TripletMarginLoss", [(), (1.0, 2.0, 1e-6, True)], [(X, X, X)]),
        ("TripletMarginWithDistanceLoss", [()], [(X, X, X)]),
        ("AdaptiveLogSoftmaxWithLoss", [(3, 10, [2, 5])], [(X, torch.tensor([1, 7])), (X[0], torch.tensor(1))]),
        ("TransformerDecoder", [(nn.TransformerDecoderLayer(4, 2), 2)], [(ITEMS, ITEMS), (ITEMS, KEYS)]),
        ("Transformer", [(4, 2, 1, 1, 8)], [(ITEMS, KEYS), (ITEMS[0], ITEMS[1])]),
        ("MultiheadAttention", [(4, 2), (4, 2, 0.0, True, True, True)], [(ITEMS, ITEMS, ITEMS), (ITEMS, KEYS, KEYS)]),
    )
}  # fmt: skip
LAYERS |= {
    f"einops.layers.torch.{name}": [(Sample(args, sizes), Sample((x,))) for args, sizes in built for x in (IMAGE, X)]
    for name, built in (
        ("Rearrange", [(("b c (h p) w -> b (c p) h w",), {"p": 2}), (("b c (h p) w -> b c h p w",), {"p": 3}),
                       (("... c -> c ...",), {}), (("b n -> (b n)",), {})]),
        ("Reduce", [(("b c h w -> b c", "mean"), {}), (("b n -> b", "max"), {}),
                    (("b c (h p) w -> b c h w", "sum"), {"p": 4})]),
    )
}  # fmt: skip
