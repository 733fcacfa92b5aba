"""Layers: constructor, parameters, and the operation that forward calls with them, as in torch's own source.

A layer without parameters has no dtype and no device of its own. One without a second text has a forward that is not
told here: its result is not known.
"""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.layer import IN_TURN, layer
from dtensortypes.core.rules.parameters import kernel, kernel_back, of, of_shape

# --- containers

layer("nn.Sequential(*layers)", IN_TURN)
layer("nn.Identity(*args)", "clone(input)")

# --- linear

layer("nn.Linear(in_features, out_features, bias=True, device=None, dtype=None)",
      "nn.functional.linear(input, weight, bias)", weight=of("out_features", "in_features"),
      bias=of("out_features", unless="bias"))

# --- convolution

layer("nn.Conv1d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, "
      "padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv1d(input, weight, bias, stride, padding, dilation, groups)", weight=kernel(1),
      bias=of("out_channels", unless="bias"))
layer("nn.Conv2d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, "
      "padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv2d(input, weight, bias, stride, padding, dilation, groups)", weight=kernel(2),
      bias=of("out_channels", unless="bias"))
layer("nn.Conv3d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, "
      "padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv3d(input, weight, bias, stride, padding, dilation, groups)", weight=kernel(3),
      bias=of("out_channels", unless="bias"))
layer("nn.ConvTranspose1d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, "
      "bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation)",
      weight=kernel_back(1), bias=of("out_channels", unless="bias"))
layer("nn.ConvTranspose2d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, "
      "bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv_transpose2d(input, weight, bias, stride, padding, output_padding, groups, dilation)",
      weight=kernel_back(2), bias=of("out_channels", unless="bias"))
layer("nn.ConvTranspose3d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, "
      "bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv_transpose3d(input, weight, bias, stride, padding, output_padding, groups, dilation)",
      weight=kernel_back(3), bias=of("out_channels", unless="bias"))

# --- normalisation

layer("nn.BatchNorm1d(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, "
      "dtype=None, *, bias=True)", "nn.functional.batch_norm(input, running_mean, running_var, weight, bias)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine"))
layer("nn.BatchNorm2d(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, "
      "dtype=None, *, bias=True)", "nn.functional.batch_norm(input, running_mean, running_var, weight, bias)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine"))
layer("nn.BatchNorm3d(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, "
      "dtype=None, *, bias=True)", "nn.functional.batch_norm(input, running_mean, running_var, weight, bias)",
      running_mean=of("num_features", unless="track_running_stats"),
      running_var=of("num_features", unless="track_running_stats"), weight=of("num_features", unless="affine"),
      bias=of("num_features", unless="affine"))
layer("nn.LayerNorm(normalized_shape, eps=1e-05, elementwise_affine=True, bias=True, device=None, dtype=None)",
      "nn.functional.layer_norm(input, normalized_shape, weight, bias)",
      weight=of_shape("normalized_shape", unless="elementwise_affine"),
      bias=of_shape("normalized_shape", unless="elementwise_affine", also_unless="bias"))
layer("nn.RMSNorm(normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None)",
      "nn.functional.rms_norm(input, normalized_shape, weight)",
      weight=of_shape("normalized_shape", unless="elementwise_affine"))
layer("nn.GroupNorm(num_groups, num_channels, eps=1e-05, affine=True, device=None, dtype=None, *, bias=True)",
      "nn.functional.group_norm(input, num_groups, weight, bias)", weight=of("num_channels", unless="affine"),
      bias=of("num_channels", unless="affine"))
layer("nn.LocalResponseNorm(size, alpha=0.0001, beta=0.75, k=1.0)",
      "nn.functional.local_response_norm(input, size, alpha, beta, k)")

# --- look-ups

layer("nn.Embedding(num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, "
      "scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False, device=None, dtype=None)",
      "nn.functional.embedding(input, weight)", weight=of("num_embeddings", "embedding_dim"))

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

# --- dropout

layer("nn.Dropout(p=0.5, inplace=False)", "nn.functional.dropout(input, p)")
layer("nn.Dropout1d(p=0.5, inplace=False)", "nn.functional.dropout1d(input, p)")
layer("nn.Dropout2d(p=0.5, inplace=False)", "nn.functional.dropout2d(input, p)")
layer("nn.Dropout3d(p=0.5, inplace=False)", "nn.functional.dropout3d(input, p)")
layer("nn.AlphaDropout(p=0.5, inplace=False)", "nn.functional.alpha_dropout(input, p)")

# --- pooling

layer("nn.MaxPool1d(kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False)",
      "nn.functional.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, "
      "return_indices=return_indices)")
layer("nn.MaxPool2d(kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False)",
      "nn.functional.max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, "
      "return_indices=return_indices)")
layer("nn.MaxPool3d(kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False)",
      "nn.functional.max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode, "
      "return_indices=return_indices)")
layer("nn.AvgPool1d(kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True)",
      "nn.functional.avg_pool1d(input, kernel_size, stride, padding, ceil_mode)")
layer("nn.AvgPool2d(kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "
      "divisor_override=None)", "nn.functional.avg_pool2d(input, kernel_size, stride, padding, ceil_mode)")
layer("nn.AvgPool3d(kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "
      "divisor_override=None)", "nn.functional.avg_pool3d(input, kernel_size, stride, padding, ceil_mode)")
layer("nn.AdaptiveAvgPool1d(output_size)", "nn.functional.adaptive_avg_pool1d(input, output_size)")
layer("nn.AdaptiveAvgPool2d(output_size)", "nn.functional.adaptive_avg_pool2d(input, output_size)")
layer("nn.AdaptiveAvgPool3d(output_size)", "nn.functional.adaptive_avg_pool3d(input, output_size)")
layer("nn.AdaptiveMaxPool1d(output_size, return_indices=False)",
      "nn.functional.adaptive_max_pool1d(input, output_size, return_indices=return_indices)")
layer("nn.AdaptiveMaxPool2d(output_size, return_indices=False)",
      "nn.functional.adaptive_max_pool2d(input, output_size, return_indices=return_indices)")
layer("nn.AdaptiveMaxPool3d(output_size, return_indices=False)",
      "nn.functional.adaptive_max_pool3d(input, output_size, return_indices=return_indices)")

# --- shape

layer("nn.Flatten(start_dim=1, end_dim=-1)", "flatten(input, start_dim, end_dim)")
layer("nn.Unflatten(dim, unflattened_size)", "unflatten(input, dim, unflattened_size)")
layer("nn.PixelShuffle(upscale_factor)", "pixel_shuffle(input, upscale_factor)")
layer("nn.PixelUnshuffle(downscale_factor)", "pixel_unshuffle(input, downscale_factor)")
layer("nn.Upsample(size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None)",
      "nn.functional.interpolate(input, size, scale_factor, mode)")

# --- losses

layer("nn.MSELoss(size_average=None, reduce=None, reduction='mean')",
      "nn.functional.mse_loss(input, target, size_average, reduce, reduction)")
layer("nn.L1Loss(size_average=None, reduce=None, reduction='mean')",
      "nn.functional.l1_loss(input, target, size_average, reduce, reduction)")
layer("nn.SmoothL1Loss(size_average=None, reduce=None, reduction='mean', beta=1.0)",
      "nn.functional.smooth_l1_loss(input, target, size_average, reduce, reduction)")
layer("nn.HuberLoss(reduction='mean', delta=1.0)", "nn.functional.huber_loss(input, target, reduction)")
layer("nn.CrossEntropyLoss(weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', "
      "label_smoothing=0.0)",
      "nn.functional.cross_entropy(input, target, weight, size_average, ignore_index, reduce, reduction)")
layer("nn.NLLLoss(weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean')",
      "nn.functional.nll_loss(input, target, weight, size_average, ignore_index, reduce, reduction)")
layer("nn.BCELoss(weight=None, size_average=None, reduce=None, reduction='mean')",
      "nn.functional.binary_cross_entropy(input, target, weight, size_average, reduce, reduction)")
layer("nn.BCEWithLogitsLoss(weight=None, size_average=None, reduce=None, reduction='mean', pos_weight=None)",
      "nn.functional.binary_cross_entropy_with_logits(input, target, weight, size_average, reduce, reduction)")
layer("nn.KLDivLoss(size_average=None, reduce=None, reduction='mean', log_target=False)",
      "nn.functional.kl_div(input, target, size_average, reduce, reduction)")

# --- not told: what comes back depends on more than the table says

layer("nn.LSTM(*args, input_size=None, hidden_size=None, num_layers=1, bias=True, batch_first=False, dropout=0.0, "
      "bidirectional=False, proj_size=0, device=None, dtype=None)")
layer("nn.GRU(*args, input_size=None, hidden_size=None, num_layers=1, bias=True, batch_first=False, dropout=0.0, "
      "bidirectional=False, device=None, dtype=None)")
layer("nn.RNN(*args, input_size=None, hidden_size=None, num_layers=1, nonlinearity='tanh', bias=True, "
      "batch_first=False, dropout=0.0, bidirectional=False, device=None, dtype=None)")
layer("nn.MultiheadAttention(embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, "
      "kdim=None, vdim=None, batch_first=False, device=None, dtype=None)")
layer("nn.TransformerEncoderLayer(d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=None, "
      "layer_norm_eps=1e-05, batch_first=False, norm_first=False, bias=True, device=None, dtype=None)")
layer("nn.TransformerDecoderLayer(d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=None, "
      "layer_norm_eps=1e-05, batch_first=False, norm_first=False, bias=True, device=None, dtype=None)")
layer("nn.Transformer(d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048, "
      "dropout=0.1, activation=None, custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-05, "
      "batch_first=False, norm_first=False, bias=True, device=None, dtype=None)")
