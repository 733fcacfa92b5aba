"""Layers over space: convolutions, poolings, padding and resizing of signals, images and volumes.

A lazy layer does not know its channels before its first call.
"""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.layer import forward, layer
from dtensortypes.core.rules.autocast import doubtful, on
from dtensortypes.core.rules.demands import above, at_least, divisible, of_dims
from dtensortypes.core.rules.dtypes import kept
from dtensortypes.core.rules.parameters import kernel, kernel_back, of
from dtensortypes.core.rules.patches import padded_evenly

_GROUPED = (at_least(0, "in_channels", "out_channels"), above(0, "groups"), divisible("in_channels", "groups"),
            divisible("out_channels", "groups"))

# --- convolution

layer("nn.Conv1d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, "
      "padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv1d(input, weight, bias, stride, padding, dilation, groups)", demands=_GROUPED,
      weight=kernel(1), bias=of("out_channels", unless="bias"))
layer("nn.Conv2d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, "
      "padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv2d(input, weight, bias, stride, padding, dilation, groups)", demands=_GROUPED,
      weight=kernel(2), bias=of("out_channels", unless="bias"))
layer("nn.Conv3d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, "
      "padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv3d(input, weight, bias, stride, padding, dilation, groups)", demands=_GROUPED,
      weight=kernel(3), bias=of("out_channels", unless="bias"))
layer("nn.ConvTranspose1d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, "
      "bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation)",
      demands=_GROUPED, weight=kernel_back(1), bias=of("out_channels", unless="bias"))
layer("nn.ConvTranspose2d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, "
      "bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv_transpose2d(input, weight, bias, stride, padding, output_padding, groups, dilation)",
      demands=_GROUPED, weight=kernel_back(2), bias=of("out_channels", unless="bias"))
layer("nn.ConvTranspose3d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, "
      "bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv_transpose3d(input, weight, bias, stride, padding, output_padding, groups, dilation)",
      demands=_GROUPED, weight=kernel_back(3), bias=of("out_channels", unless="bias"))
layer("nn.LazyConv1d(out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, "
      "padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv1d(input, weight, bias, stride, padding, dilation, groups)", weight=kernel(1),
      bias=of("out_channels", unless="bias"))
layer("nn.LazyConv2d(out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, "
      "padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv2d(input, weight, bias, stride, padding, dilation, groups)", weight=kernel(2),
      bias=of("out_channels", unless="bias"))
layer("nn.LazyConv3d(out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, "
      "padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv3d(input, weight, bias, stride, padding, dilation, groups)", weight=kernel(3),
      bias=of("out_channels", unless="bias"))
layer("nn.LazyConvTranspose1d(out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, "
      "bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation)",
      weight=kernel_back(1), bias=of("out_channels", unless="bias"))
layer("nn.LazyConvTranspose2d(out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, "
      "bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv_transpose2d(input, weight, bias, stride, padding, output_padding, groups, dilation)",
      weight=kernel_back(2), bias=of("out_channels", unless="bias"))
layer("nn.LazyConvTranspose3d(out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, "
      "bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None)",
      "nn.functional.conv_transpose3d(input, weight, bias, stride, padding, output_padding, groups, dilation)",
      weight=kernel_back(3), bias=of("out_channels", unless="bias"))

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
layer("nn.LPPool1d(norm_type, kernel_size, stride=None, ceil_mode=False)",
      "nn.functional.lp_pool1d(input, norm_type, kernel_size, stride, ceil_mode)")
layer("nn.LPPool2d(norm_type, kernel_size, stride=None, ceil_mode=False)",
      "nn.functional.lp_pool2d(input, norm_type, kernel_size, stride, ceil_mode)")
layer("nn.LPPool3d(norm_type, kernel_size, stride=None, ceil_mode=False)",
      "nn.functional.lp_pool3d(input, norm_type, kernel_size, stride, ceil_mode)")
layer("nn.FractionalMaxPool2d(kernel_size, output_size=None, output_ratio=None, return_indices=False, "
      "_random_samples=None)",
      "nn.functional.fractional_max_pool2d(input, kernel_size, output_size, output_ratio, return_indices)")
layer("nn.FractionalMaxPool3d(kernel_size, output_size=None, output_ratio=None, return_indices=False, "
      "_random_samples=None)",
      "nn.functional.fractional_max_pool3d(input, kernel_size, output_size, output_ratio, return_indices)")
layer("nn.MaxUnpool1d(kernel_size, stride=None, padding=0)",
      "lambda input, indices, output_size=None: "
      "nn.functional.max_unpool1d(input, indices, kernel_size, stride, padding, output_size)")
layer("nn.MaxUnpool2d(kernel_size, stride=None, padding=0)",
      "lambda input, indices, output_size=None: "
      "nn.functional.max_unpool2d(input, indices, kernel_size, stride, padding, output_size)")
layer("nn.MaxUnpool3d(kernel_size, stride=None, padding=0)",
      "lambda input, indices, output_size=None: "
      "nn.functional.max_unpool3d(input, indices, kernel_size, stride, padding, output_size)")

# --- padding

layer("nn.ZeroPad1d(padding)",
      forward("(input)", dtype=kept, shape=padded_evenly(1), autocast=on("cpu", doubtful)))
layer("nn.ReflectionPad1d(padding)",
      forward("(input)", dtype=kept, shape=padded_evenly(1), autocast=on("cpu", doubtful),
              demands=(of_dims("input", 2, 3),)))
layer("nn.ReplicationPad1d(padding)",
      forward("(input)", dtype=kept, shape=padded_evenly(1), autocast=on("cpu", doubtful),
              demands=(of_dims("input", 2, 3),)))
layer("nn.CircularPad1d(padding)",
      forward("(input)", dtype=kept, shape=padded_evenly(1), autocast=on("cpu", doubtful),
              demands=(of_dims("input", 2, 3),)))
layer("nn.ConstantPad1d(padding, value)",
      forward("(input)", dtype=kept, shape=padded_evenly(1), autocast=on("cpu", doubtful)))
layer("nn.ZeroPad2d(padding)",
      forward("(input)", dtype=kept, shape=padded_evenly(2), autocast=on("cpu", doubtful)))
layer("nn.ReflectionPad2d(padding)",
      forward("(input)", dtype=kept, shape=padded_evenly(2), autocast=on("cpu", doubtful),
              demands=(of_dims("input", 3, 4),)))
layer("nn.ReplicationPad2d(padding)",
      forward("(input)", dtype=kept, shape=padded_evenly(2), autocast=on("cpu", doubtful),
              demands=(of_dims("input", 3, 4),)))
layer("nn.CircularPad2d(padding)",
      forward("(input)", dtype=kept, shape=padded_evenly(2), autocast=on("cpu", doubtful),
              demands=(of_dims("input", 3, 4),)))
layer("nn.ConstantPad2d(padding, value)",
      forward("(input)", dtype=kept, shape=padded_evenly(2), autocast=on("cpu", doubtful)))
layer("nn.ZeroPad3d(padding)",
      forward("(input)", dtype=kept, shape=padded_evenly(3), autocast=on("cpu", doubtful)))
layer("nn.ReflectionPad3d(padding)",
      forward("(input)", dtype=kept, shape=padded_evenly(3), autocast=on("cpu", doubtful),
              demands=(of_dims("input", 4, 5),)))
layer("nn.ReplicationPad3d(padding)",
      forward("(input)", dtype=kept, shape=padded_evenly(3), autocast=on("cpu", doubtful),
              demands=(of_dims("input", 4, 5),)))
layer("nn.CircularPad3d(padding)",
      forward("(input)", dtype=kept, shape=padded_evenly(3), autocast=on("cpu", doubtful),
              demands=(of_dims("input", 4, 5),)))
layer("nn.ConstantPad3d(padding, value)",
      forward("(input)", dtype=kept, shape=padded_evenly(3), autocast=on("cpu", doubtful)))

# --- shape

layer("nn.Flatten(start_dim=1, end_dim=-1)", "flatten(input, start_dim, end_dim)")
layer("nn.Unflatten(dim, unflattened_size)", "unflatten(input, dim, unflattened_size)")
layer("nn.PixelShuffle(upscale_factor)", "pixel_shuffle(input, upscale_factor)")
layer("nn.PixelUnshuffle(downscale_factor)", "pixel_unshuffle(input, downscale_factor)")
layer("nn.Upsample(size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None)",
      "nn.functional.interpolate(input, size, scale_factor, mode)")
layer("nn.UpsamplingNearest2d(size=None, scale_factor=None)", "nn.functional.interpolate(input, size, scale_factor)")
layer("nn.UpsamplingBilinear2d(size=None, scale_factor=None)",
      "nn.functional.interpolate(input, size, scale_factor, 'bilinear')")
layer("nn.ChannelShuffle(groups)", "nn.functional.channel_shuffle(input, groups)")
layer("nn.Unfold(kernel_size, dilation=1, padding=0, stride=1)",
      "nn.functional.unfold(input, kernel_size, dilation, padding, stride)")
layer("nn.Fold(output_size, kernel_size, dilation=1, padding=0, stride=1)",
      "nn.functional.fold(input, output_size, kernel_size, dilation, padding, stride)")
