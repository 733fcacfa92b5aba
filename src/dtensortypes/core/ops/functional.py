"""Functional neural networks: activations, normalisation, convolution, attention, look-ups."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import INT64
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.attention import heads_of_weights, mask_of_query
from dtensortypes.core.rules.autocast import doubtful, either, full, lower, on, unless_area, widest
from dtensortypes.core.rules.demands import (
    above,
    at_least,
    at_most,
    existing,
    in_order,
    of_dims,
    of_dims_or_more,
    one_of,
    other_than,
)
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.dtypes import always, if_inexact, kept, like, must_match, requested
from dtensortypes.core.rules.kernels import resized_on_cuda, where_resized
from dtensortypes.core.rules.matching import convolved_and_added, convolved_with_bias, unless_empty
from dtensortypes.core.rules.neural import (
    attended,
    halved,
    kept_in_groups,
    kept_with_channels,
    kept_with_last_dims,
    kept_with_slopes,
    looked_up,
    normalised,
    normalised_in_batches,
    normalised_in_instances,
    normed_by_neighbours,
    rows_of,
    similar,
    takes_classes,
    takes_places,
    with_classes,
)
from dtensortypes.core.rules.patches import (
    bag_dtype,
    bagged,
    convolved_in_time,
    grid_of,
    patched,
    sampled,
    takes_bags,
    unpatched,
)
from dtensortypes.core.rules.promotion import common, int_to_float
from dtensortypes.core.rules.taking import floats, inexact, inexact_on_cuda, narrowed, numeric, ordered
from dtensortypes.core.rules.windows import convolved, convolved_back, padded, resized, shuffled, unshuffled

# --- activations

op("relu(self)", takes=ordered)
op("nn.functional.relu(input, inplace=False)", takes=ordered, also="nn.functional.relu6")
op("nn.functional.sigmoid(input)", dtype=int_to_float, also="nn.functional.tanh")
op("nn.functional.elu(input, alpha=1.0, inplace=False)", takes=floats)
op("nn.functional.celu(input, alpha=1.0, inplace=False)", takes=floats, demands=(other_than(0, "alpha"),), also="celu")
op("nn.functional.selu(input, inplace=False)", takes=floats,
   also="selu nn.functional.mish nn.functional.hardsigmoid nn.functional.hardswish")
op("nn.functional.leaky_relu(input, negative_slope=0.01, inplace=False)", takes=floats)
op("nn.functional.rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False)", takes=floats,
   demands=(in_order("lower", "upper"),), also="rrelu")
op("nn.functional.prelu(input, weight: Tensor)", dtype=must_match, shape=kept_with_slopes, takes=floats,
   autocast=lower, also="prelu Tensor.prelu")
op("nn.functional.silu(input, inplace=False)", takes=inexact)
op("nn.functional.gelu(input, approximate='none')", takes=floats, demands=(one_of("approximate", "none", "tanh"),))
op("nn.functional.hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False)", takes=ordered,
   demands=(in_order("min_val", "max_val"),))
op("nn.functional.hardshrink(input, lambd=0.5)", takes=floats, also="hardshrink Tensor.hardshrink")
op("nn.functional.softshrink(input, lambd=0.5)", takes=floats, demands=(at_least(0, "lambd"),))
op("nn.functional.logsigmoid(input)", takes=floats)
op("nn.functional.softplus(input, beta=1, threshold=20)", takes=floats, autocast=on("cuda", full))
op("nn.functional.softsign(input)", dtype=int_to_float, takes=narrowed(cpu=numeric))
op("nn.functional.tanhshrink(input)", dtype=int_to_float, takes=numeric)
op("nn.functional.threshold(input, threshold, value, inplace=False)", takes=ordered, also="threshold")
op("nn.functional.glu(input, dim=-1)", shape=halved, takes=floats)

# --- activations in place

op("nn.functional.relu_(input)", takes=ordered)
op("nn.functional.selu_(input)", takes=floats)
op("nn.functional.elu_(input, alpha=1.0)", takes=floats)
op("nn.functional.celu_(input, alpha=1.0)", takes=floats, demands=(other_than(0, "alpha"),))
op("nn.functional.leaky_relu_(input, negative_slope=0.01)", takes=floats)
op("nn.functional.rrelu_(input, lower=0.125, upper=0.3333333333333333, training=False)", takes=floats,
   demands=(in_order("lower", "upper"),))
op("nn.functional.hardtanh_(input, min_val=-1.0, max_val=1.0)", takes=ordered,
   demands=(in_order("min_val", "max_val"),))
op("nn.functional.threshold_(input, threshold, value)", takes=ordered)

# --- softmax

op("softmax(self, dim, dtype=None)", dtype=requested(kept), shape=kept, takes=floats, autocast=on("cuda", full),
   demands=(existing("dim"),), also="log_softmax special.softmax special.log_softmax")
op("nn.functional.softmax(input, dim=None, _stacklevel=3, dtype=None)", dtype=requested(kept), shape=kept, takes=floats,
   autocast=on("cuda", full), demands=(existing("dim"),), also="nn.functional.log_softmax nn.functional.softmin")
op("nn.functional.gumbel_softmax(logits: Tensor, tau=1, hard=False, eps=1e-10, dim=-1)", dtype=if_inexact(kept),
   shape=kept, takes=floats, autocast=on("cuda", full))

# --- dropout

op("nn.functional.dropout(input, p=0.5, training=True, inplace=False)", dtype=kept, shape=kept,
   demands=(at_least(0, "p"), at_most(1, "p")),
   also="nn.functional.dropout2d nn.functional.dropout3d nn.functional.feature_alpha_dropout")
op("nn.functional.dropout1d(input, p=0.5, training=True, inplace=False)", dtype=kept, shape=kept,
   demands=(at_least(0, "p"), at_most(1, "p"), of_dims("input", 2, 3)))
op("nn.functional.alpha_dropout(input, p=0.5, training=False, inplace=False)", dtype=kept, shape=kept,
   demands=(at_least(0, "p"), at_most(1, "p")))
op("dropout(input, p, train)", dtype=kept, shape=kept,
   demands=(at_least(0, "p"), at_most(1, "p")), also="alpha_dropout feature_dropout feature_alpha_dropout")

# --- normalisation

op("nn.functional.layer_norm(input, normalized_shape, weight: Tensor | None = None, bias: Tensor | None = None, "
   "eps=1e-05)", dtype=normalised, device=strictly_colocated, shape=kept_with_last_dims, takes=floats,
   autocast=on("cuda", full), also="layer_norm")
op("nn.functional.rms_norm(input, normalized_shape, weight=None, eps=None)", dtype=kept, device=strictly_colocated,
   shape=kept_with_last_dims, takes=inexact, autocast=on("cuda", full), also="rms_norm")
op("nn.functional.group_norm(input, num_groups, weight: Tensor | None = None, bias: Tensor | None = None, eps=1e-05)",
   dtype=normalised, device=strictly_colocated, shape=kept_in_groups, takes=floats, autocast=on("cuda", full),
   demands=(of_dims_or_more("input", 2), above(0, "num_groups")), also="group_norm")
op("nn.functional.batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, "
   "momentum=0.1, eps=1e-05)", dtype=normalised_in_batches, device=strictly_colocated, shape=kept_with_channels,
   takes=floats,
   demands=(at_least(0, "eps"),))
op("nn.functional.instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, "
   "use_input_stats=True, momentum=0.1, eps=1e-05)", dtype=normalised_in_instances, device=strictly_colocated,
   shape=kept, takes=floats)
op("nn.functional.local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0)", dtype=normed_by_neighbours,
   shape=kept, takes=inexact_on_cuda,
   demands=(of_dims_or_more("input", 3),))
op("nn.functional.normalize(input, p=2.0, dim=1, eps=1e-12)", dtype=kept, shape=kept, takes=inexact,
   autocast=on("cuda", full))
op("nn.functional.cosine_similarity(x1: Tensor, x2: Tensor, dim=1, eps=1e-08)", dtype=common, shape=similar,
   takes=floats, autocast=on("cuda", full), also="cosine_similarity")

op("batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled)",
   dtype=normalised_in_batches, device=strictly_colocated, shape=kept_with_channels, takes=floats)
op("instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled)",
   dtype=normalised_in_instances, device=strictly_colocated, shape=kept, takes=floats)

# --- convolution; on CUDA not of integers (`dtypesIfCUDA` in torch/testing/_internal/common_methods_invocations.py)

op("nn.functional.conv1d(input, weight: Tensor, bias=None, stride=1, padding=0, dilation=1, groups=1)",
   dtype=convolved_with_bias, device=strictly_colocated, shape=convolved(1), takes=inexact_on_cuda,
   autocast=lower, also="conv1d")
op("nn.functional.conv2d(input, weight: Tensor, bias=None, stride=1, padding=0, dilation=1, groups=1)",
   dtype=convolved_with_bias, device=strictly_colocated, shape=convolved(2), takes=inexact_on_cuda,
   autocast=lower, also="conv2d")
op("nn.functional.conv3d(input, weight: Tensor, bias=None, stride=1, padding=0, dilation=1, groups=1)",
   dtype=convolved_with_bias, device=strictly_colocated, shape=convolved(3), takes=inexact_on_cuda,
   autocast=lower, also="conv3d")
op("nn.functional.conv_transpose1d(input, weight: Tensor, bias=None, stride=1, padding=0, output_padding=0, "
   "groups=1, dilation=1)", dtype=convolved_and_added, device=strictly_colocated,
   shape=convolved_back(1), takes=inexact_on_cuda,
   autocast=lower, also="conv_transpose1d")
op("nn.functional.conv_transpose2d(input, weight: Tensor, bias=None, stride=1, padding=0, output_padding=0, "
   "groups=1, dilation=1)", dtype=convolved_and_added, device=strictly_colocated,
   shape=convolved_back(2), takes=inexact_on_cuda,
   autocast=lower, also="conv_transpose2d")
op("nn.functional.conv_transpose3d(input, weight: Tensor, bias=None, stride=1, padding=0, output_padding=0, "
   "groups=1, dilation=1)", dtype=convolved_with_bias, device=strictly_colocated,
   shape=convolved_back(3), takes=inexact_on_cuda,
   autocast=lower, also="conv_transpose3d")

op("nn.functional.conv_tbc(input, weight: Tensor, bias: Tensor, pad=0)", dtype=unless_empty(must_match),
   device=strictly_colocated, shape=convolved_in_time, autocast=lower, also="conv_tbc")

# --- images

op("nn.functional.pad(input, pad, mode='constant', value=None)", dtype=kept, shape=padded, autocast=on("cpu", doubtful),
   demands=(one_of("mode", "constant", "reflect", "replicate", "circular"),))
op("constant_pad_nd(input, pad, value=0)", dtype=kept, shape=padded, autocast=on("cpu", doubtful))
op("nn.functional.interpolate(input, size=None, scale_factor=None, mode='nearest', align_corners=None, "
   "recompute_scale_factor=None, antialias=False)", dtype=kept, shape=resized,
   takes=resized_on_cuda, autocast=unless_area(on("cuda", full)))
op("nn.functional.pixel_shuffle(input, upscale_factor)", dtype=kept, shape=shuffled, also="pixel_shuffle")
op("nn.functional.pixel_unshuffle(input, downscale_factor)", dtype=kept, shape=unshuffled, also="pixel_unshuffle")

op("nn.functional.channel_shuffle(input, groups)", dtype=kept, shape=kept,
   also="channel_shuffle nn.functional.native_channel_shuffle native_channel_shuffle")
op("nn.functional.unfold(input, kernel_size, dilation=1, padding=0, stride=1)", dtype=kept, shape=patched)
op("nn.functional.fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1)", dtype=kept,
   shape=unpatched)
op("nn.functional.affine_grid(theta: Tensor, size, align_corners=None)", dtype=kept, shape=grid_of)
op("nn.functional.grid_sample(input, grid: Tensor, mode='bilinear', padding_mode='zeros', align_corners=None)",
   dtype=unless_empty(must_match), device=strictly_colocated, shape=sampled,
   autocast=either(on("cpu", full), on("cuda", widest)))
op("grid_sampler(input, grid: Tensor, interpolation_mode, padding_mode, align_corners)",
   dtype=unless_empty(must_match), device=strictly_colocated, shape=sampled,
   autocast=either(on("cpu", full), on("cuda", widest)),
   also="grid_sampler_2d grid_sampler_3d")
op("affine_grid_generator(theta: Tensor, size, align_corners)", dtype=kept, shape=grid_of)
op("nn.functional.upsample(input, size=None, scale_factor=None, mode='nearest', align_corners=None)", dtype=kept,
   shape=resized, takes=resized_on_cuda, autocast=unless_area(on("cuda", full)))
op("nn.functional.upsample_nearest(input, size=None, scale_factor=None)", dtype=kept, shape=resized,
   autocast=on("cuda", full))
op("nn.functional.upsample_bilinear(input, size=None, scale_factor=None)", dtype=kept, shape=resized,
   takes=narrowed(cuda=where_resized(inexact)), autocast=on("cuda", full))

# --- look-ups and attention

op("nn.functional.embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, "
   "scale_grad_by_freq=False, sparse=False)", dtype=like("weight"), device=strictly_colocated, shape=looked_up,
   takes=takes_places, demands=(of_dims("weight", 2),))
op("embedding(weight: Tensor, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False)", dtype=kept,
   device=strictly_colocated, shape=rows_of)
op("embedding_renorm_(input, indices, max_norm, norm_type)", dtype=kept, device=strictly_colocated, shape=kept)
op("nn.functional.embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, "
   "mode='mean', sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None)",
   dtype=bag_dtype, device=strictly_colocated, shape=bagged, takes=takes_bags)
op("nn.functional.one_hot(tensor: Tensor, num_classes=-1)", dtype=always(INT64), shape=with_classes,
   takes=takes_classes)
op("nn.functional.scaled_dot_product_attention(query: Tensor, key: Tensor, value: Tensor, attn_mask=None, "
   "dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False)", dtype=must_match, device=strictly_colocated,
   shape=attended, autocast=lower, demands=(mask_of_query,))
op("nn.functional.multi_head_attention_forward(query: Tensor, key: Tensor, value: Tensor, embed_dim_to_check, "
   "num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, "
   "training=True, key_padding_mask=None, need_weights=True, attn_mask=None, use_separate_proj_weight=False, "
   "q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None, "
   "average_attn_weights=True, is_causal=False)", value=heads_of_weights)
