"""Layers: constructor, parameters, and the operation that forward calls with them, as in torch's own source.

A layer without parameters has no dtype and no device of its own. One without a second text has a forward that is not
told here: its result is not known.
"""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.entry import op
from dtensortypes.core.ops.layer import IN_TURN, layer, pretrained
from dtensortypes.core.rules.demands import at_least, at_most, divisible, of_dims
from dtensortypes.core.rules.neural import of_channels
from dtensortypes.core.rules.parameters import of, of_shape

_PROBABLE = (at_least(0, "p"), at_most(1, "p"))

# --- containers

layer("nn.Sequential(*layers)", IN_TURN)
layer("nn.Identity(*args)", "clone(input)")

# --- linear

layer("nn.Linear(in_features, out_features, bias=True, device=None, dtype=None)",
      "nn.functional.linear(input, weight, bias)", demands=(at_least(0, "in_features", "out_features"),),
      weight=of("out_features", "in_features"), bias=of("out_features", unless="bias"))
layer("nn.LazyLinear(out_features, bias=True, device=None, dtype=None)",
      "nn.functional.linear(input, weight, bias)", weight=of("out_features", "in_features"),
      bias=of("out_features", unless="bias"))
layer("nn.Bilinear(in1_features, in2_features, out_features, bias=True, device=None, dtype=None)",
      "nn.functional.bilinear(input1, input2, weight, bias)",
      weight=of("out_features", "in1_features", "in2_features"), bias=of("out_features", unless="bias"))

# --- normalisation

layer("nn.BatchNorm1d(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, "
      "dtype=None, *, bias=True)", "nn.functional.batch_norm(input, running_mean, running_var, weight, bias, eps=eps)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine"),
      takes=(of_dims("input", 2, 3),))
layer("nn.BatchNorm2d(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, "
      "dtype=None, *, bias=True)", "nn.functional.batch_norm(input, running_mean, running_var, weight, bias, eps=eps)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine"),
      takes=(of_dims("input", 4), of_channels(-3)))
layer("nn.BatchNorm3d(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, "
      "dtype=None, *, bias=True)", "nn.functional.batch_norm(input, running_mean, running_var, weight, bias, eps=eps)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine"),
      takes=(of_dims("input", 5), of_channels(-4)))
layer("nn.LayerNorm(normalized_shape, eps=1e-05, elementwise_affine=True, bias=True, device=None, dtype=None)",
      "nn.functional.layer_norm(input, normalized_shape, weight, bias)",
      weight=of_shape("normalized_shape", unless="elementwise_affine"),
      bias=of_shape("normalized_shape", unless="elementwise_affine", also_unless="bias"))
layer("nn.RMSNorm(normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None)",
      "nn.functional.rms_norm(input, normalized_shape, weight)",
      weight=of_shape("normalized_shape", unless="elementwise_affine"))
layer("nn.GroupNorm(num_groups, num_channels, eps=1e-05, affine=True, device=None, dtype=None, *, bias=True)",
      "nn.functional.group_norm(input, num_groups, weight, bias)", demands=(divisible("num_channels", "num_groups"),),
      weight=of("num_channels", unless="affine"), bias=of("num_channels", unless="affine"))
layer("nn.LocalResponseNorm(size, alpha=0.0001, beta=0.75, k=1.0)",
      "nn.functional.local_response_norm(input, size, alpha, beta, k)")
layer("nn.CrossMapLRN2d(size, alpha=0.0001, beta=0.75, k=1)", "nn.functional.local_response_norm(input, size, alpha)")
layer("nn.InstanceNorm1d(num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False, "
      "device=None, dtype=None, *, bias=True)",
      "nn.functional.instance_norm(input, running_mean, running_var, weight, bias)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine", also_unless="bias"),
      takes=(of_dims("input", 2, 3), of_channels(-2)))
layer("nn.InstanceNorm2d(num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False, "
      "device=None, dtype=None, *, bias=True)",
      "nn.functional.instance_norm(input, running_mean, running_var, weight, bias)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine", also_unless="bias"),
      takes=(of_dims("input", 3, 4), of_channels(-3)))
layer("nn.InstanceNorm3d(num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False, "
      "device=None, dtype=None, *, bias=True)",
      "nn.functional.instance_norm(input, running_mean, running_var, weight, bias)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine", also_unless="bias"),
      takes=(of_dims("input", 4, 5), of_channels(-4)))
layer("nn.LazyInstanceNorm1d(eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, "
      "device=None, dtype=None, *, bias=True)",
      "nn.functional.instance_norm(input, running_mean, running_var, weight, bias)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine", also_unless="bias"),
      takes=(of_dims("input", 2, 3),))
layer("nn.LazyInstanceNorm2d(eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, "
      "device=None, dtype=None, *, bias=True)",
      "nn.functional.instance_norm(input, running_mean, running_var, weight, bias)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine", also_unless="bias"),
      takes=(of_dims("input", 3, 4),))
layer("nn.LazyInstanceNorm3d(eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, "
      "device=None, dtype=None, *, bias=True)",
      "nn.functional.instance_norm(input, running_mean, running_var, weight, bias)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine", also_unless="bias"),
      takes=(of_dims("input", 4, 5),))
layer("nn.LazyBatchNorm1d(eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *, "
      "bias=True)", "nn.functional.batch_norm(input, running_mean, running_var, weight, bias, eps=eps)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine", also_unless="bias"),
      takes=(of_dims("input", 2, 3),))
layer("nn.LazyBatchNorm2d(eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *, "
      "bias=True)", "nn.functional.batch_norm(input, running_mean, running_var, weight, bias, eps=eps)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine", also_unless="bias"),
      takes=(of_dims("input", 4),))
layer("nn.LazyBatchNorm3d(eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *, "
      "bias=True)", "nn.functional.batch_norm(input, running_mean, running_var, weight, bias, eps=eps)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine", also_unless="bias"),
      takes=(of_dims("input", 5),))

# --- look-ups

layer("nn.Embedding(num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, "
      "scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False, device=None, dtype=None)",
      "nn.functional.embedding(input, weight)", demands=(at_least(0, "num_embeddings", "embedding_dim"),),
      weight=of("num_embeddings", "embedding_dim"))
layer("nn.EmbeddingBag(num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, "
      "mode='mean', sparse=False, _weight=None, include_last_offset=False, padding_idx=None, device=None, dtype=None)",
      "lambda input, offsets=None, per_sample_weights=None: nn.functional.embedding_bag(input, weight, offsets, "
      "per_sample_weights=per_sample_weights, include_last_offset=include_last_offset)",
      weight=of("num_embeddings", "embedding_dim"))

op("nn.Embedding.from_pretrained(embeddings: Tensor, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0, "
   "scale_grad_by_freq=False, sparse=False)", value=pretrained("nn.Embedding"), demands=(of_dims("embeddings", 2),))
op("nn.EmbeddingBag.from_pretrained(embeddings: Tensor, freeze=True, max_norm=None, norm_type=2.0, "
   "scale_grad_by_freq=False, mode='mean', sparse=False, include_last_offset=False, padding_idx=None)",
   value=pretrained("nn.EmbeddingBag"), demands=(of_dims("embeddings", 2),))

# --- activations

layer("nn.ReLU(inplace=False)", "nn.functional.relu(input)")
layer("nn.ReLU6(inplace=False)", "nn.functional.relu6(input)")
layer("nn.ELU(alpha=1.0, inplace=False)", "nn.functional.elu(input, alpha)")
layer("nn.CELU(alpha=1.0, inplace=False)", "nn.functional.celu(input, alpha)")
layer("nn.SELU(inplace=False)", "nn.functional.selu(input)")
layer("nn.LeakyReLU(negative_slope=0.01, inplace=False)", "nn.functional.leaky_relu(input, negative_slope)")
layer("nn.PReLU(num_parameters=1, init=0.25, device=None, dtype=None)", "nn.functional.prelu(input, weight)",
      weight=of("num_parameters"))
layer("nn.SiLU(inplace=False)", "nn.functional.silu(input)")
layer("nn.Mish(inplace=False)", "nn.functional.mish(input)")
layer("nn.GELU(approximate='none')", "nn.functional.gelu(input)")
layer("nn.Sigmoid()", "sigmoid(input)")
layer("nn.Tanh()", "tanh(input)")
layer("nn.Hardtanh(min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None)",
      "nn.functional.hardtanh(input)")
layer("nn.Hardsigmoid(inplace=False)", "nn.functional.hardsigmoid(input)")
layer("nn.Hardswish(inplace=False)", "nn.functional.hardswish(input)")
layer("nn.Hardshrink(lambd=0.5)", "nn.functional.hardshrink(input)")
layer("nn.Softshrink(lambd=0.5)", "nn.functional.softshrink(input)")
layer("nn.Softplus(beta=1.0, threshold=20.0)", "nn.functional.softplus(input)")
layer("nn.Softsign()", "nn.functional.softsign(input)")
layer("nn.Tanhshrink()", "nn.functional.tanhshrink(input)")
layer("nn.LogSigmoid()", "nn.functional.logsigmoid(input)")
layer("nn.Threshold(threshold, value, inplace=False)", "nn.functional.threshold(input, threshold, value)")
layer("nn.GLU(dim=-1)", "nn.functional.glu(input, dim)")
layer("nn.Softmax(dim=None)", "nn.functional.softmax(input, dim)")
layer("nn.LogSoftmax(dim=None)", "nn.functional.log_softmax(input, dim)")
layer("nn.Softmin(dim=None)", "nn.functional.softmin(input, dim)")
layer("nn.Softmax2d()", "nn.functional.softmax(input, -3)")
layer("nn.RReLU(lower=0.125, upper=0.3333333333333333, inplace=False)", "nn.functional.rrelu(input, lower, upper)")

# --- dropout

layer("nn.Dropout(p=0.5, inplace=False)", "nn.functional.dropout(input, p)", demands=_PROBABLE)
layer("nn.Dropout1d(p=0.5, inplace=False)", "nn.functional.dropout1d(input, p)", demands=_PROBABLE)
layer("nn.Dropout2d(p=0.5, inplace=False)", "nn.functional.dropout2d(input, p)", demands=_PROBABLE)
layer("nn.Dropout3d(p=0.5, inplace=False)", "nn.functional.dropout3d(input, p)", demands=_PROBABLE)
layer("nn.AlphaDropout(p=0.5, inplace=False)", "nn.functional.alpha_dropout(input, p)", demands=_PROBABLE)
layer("nn.FeatureAlphaDropout(p=0.5, inplace=False)", "nn.functional.feature_alpha_dropout(input, p)",
      demands=_PROBABLE)

# --- distances

layer("nn.PairwiseDistance(p=2.0, eps=1e-06, keepdim=False)",
      "nn.functional.pairwise_distance(x1, x2, p, eps, keepdim)")
layer("nn.CosineSimilarity(dim=1, eps=1e-08)", "nn.functional.cosine_similarity(x1, x2, dim, eps)")
