"""Pooling: windows over the last dims become one number each; with indices, the place that it comes from."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import INT64
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import doubtful, full, on
from dtensortypes.core.rules.demands import other_than
from dtensortypes.core.rules.dtypes import always, if_inexact, kept
from dtensortypes.core.rules.patches import pooled_to_ratio, unpooled
from dtensortypes.core.rules.taking import inexact_on_cuda
from dtensortypes.core.rules.windows import pooled, pooled_to_size

# --- windows; on CUDA not of integers (`dtypesIfCUDA` in torch/testing/_internal/common_methods_invocations.py)

op("nn.functional.max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, "
   "return_indices: False = False)", dtype=kept, shape=pooled(1), takes=inexact_on_cuda,
   also="max_pool1d")
op("nn.functional.max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, "
   "return_indices: True)", dtype=(kept, always(INT64)), shape=pooled(1), takes=inexact_on_cuda)
op("nn.functional.max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, "
   "return_indices: False = False)", dtype=kept, shape=pooled(2), takes=inexact_on_cuda,
   also="max_pool2d")
op("nn.functional.max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, "
   "return_indices: True)", dtype=(kept, always(INT64)), shape=pooled(2), takes=inexact_on_cuda)
op("nn.functional.max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, "
   "return_indices: False = False)", dtype=kept, shape=pooled(3), takes=inexact_on_cuda, autocast=on("cpu", doubtful),
   also="max_pool3d")
op("nn.functional.max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, "
   "return_indices: True)", dtype=(kept, always(INT64)), shape=pooled(3),
   takes=inexact_on_cuda, autocast=on("cpu", doubtful))
op("nn.functional.avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True)",
   dtype=kept, shape=pooled(1), takes=inexact_on_cuda,
   also="avg_pool1d")
op("nn.functional.avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "
   "divisor_override=None)", dtype=kept, shape=pooled(2),
   takes=inexact_on_cuda, demands=(other_than(0, "divisor_override"),))
op("nn.functional.avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "
   "divisor_override=None)", dtype=kept, shape=pooled(3), takes=inexact_on_cuda, autocast=on("cpu", full),
   demands=(other_than(0, "divisor_override"),))
op("nn.functional.adaptive_avg_pool1d(input, output_size)", dtype=kept, shape=pooled_to_size(1),
   also="adaptive_avg_pool1d")
op("nn.functional.adaptive_avg_pool2d(input, output_size)", dtype=kept, shape=pooled_to_size(2))
op("nn.functional.adaptive_avg_pool3d(input, output_size)", dtype=kept, shape=pooled_to_size(3),
   autocast=on("cpu", full))
op("nn.functional.adaptive_max_pool1d(input, output_size, return_indices: False = False)", dtype=kept,
   shape=pooled_to_size(1))
op("nn.functional.adaptive_max_pool2d(input, output_size, return_indices: False = False)", dtype=kept,
   shape=pooled_to_size(2))
op("nn.functional.adaptive_max_pool3d(input, output_size, return_indices: False = False)", dtype=kept,
   shape=pooled_to_size(3), autocast=on("cpu", full))

op("nn.functional.adaptive_max_pool1d(input, output_size, return_indices: True)", dtype=(kept, always(INT64)),
   shape=pooled_to_size(1))
op("nn.functional.adaptive_max_pool2d(input, output_size, return_indices: True)", dtype=(kept, always(INT64)),
   shape=pooled_to_size(2))
op("nn.functional.adaptive_max_pool3d(input, output_size, return_indices: True)", dtype=(kept, always(INT64)),
   shape=pooled_to_size(3), autocast=on("cpu", full))
op("nn.functional.fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, "
   "return_indices: False = False, _random_samples=None)", dtype=kept, shape=pooled_to_ratio(2),
   autocast=on("cpu", full))
op("nn.functional.fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, "
   "return_indices=False, _random_samples=None)", dtype=(kept, always(INT64)), shape=pooled_to_ratio(2),
   autocast=on("cpu", full))
op("nn.functional.fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, "
   "return_indices: False = False, _random_samples=None)", dtype=kept, shape=pooled_to_ratio(3),
   autocast=on("cpu", full))
op("nn.functional.fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, "
   "return_indices=False, _random_samples=None)", dtype=(kept, always(INT64)), shape=pooled_to_ratio(3),
   autocast=on("cpu", full))
op("nn.functional.max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, "
   "return_indices=False)", dtype=(kept, always(INT64)), shape=pooled(1), takes=inexact_on_cuda,
   also="max_pool1d_with_indices")
op("nn.functional.max_pool2d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, "
   "return_indices=False)", dtype=(kept, always(INT64)), shape=pooled(2), takes=inexact_on_cuda)
op("nn.functional.max_pool3d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, "
   "return_indices=False)", dtype=(kept, always(INT64)), shape=pooled(3),
   takes=inexact_on_cuda, autocast=on("cpu", doubtful))
op("nn.functional.adaptive_max_pool1d_with_indices(input, output_size, return_indices=False)",
   dtype=(kept, always(INT64)), shape=pooled_to_size(1), also="adaptive_max_pool1d")
op("nn.functional.adaptive_max_pool2d_with_indices(input, output_size, return_indices=False)",
   dtype=(kept, always(INT64)), shape=pooled_to_size(2))
op("nn.functional.adaptive_max_pool3d_with_indices(input, output_size, return_indices=False)",
   dtype=(kept, always(INT64)), shape=pooled_to_size(3), autocast=on("cpu", full))
op("nn.functional.fractional_max_pool2d_with_indices(input, kernel_size, output_size=None, output_ratio=None, "
   "return_indices=False, _random_samples=None)", dtype=(kept, always(INT64)), shape=pooled_to_ratio(2),
   autocast=on("cpu", full))
op("nn.functional.fractional_max_pool3d_with_indices(input, kernel_size, output_size=None, output_ratio=None, "
   "return_indices=False, _random_samples=None)", dtype=(kept, always(INT64)), shape=pooled_to_ratio(3),
   autocast=on("cpu", full))
op("nn.functional.lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False)", dtype=if_inexact(kept),
   shape=pooled(1))
op("nn.functional.lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False)", dtype=if_inexact(kept),
   shape=pooled(2))
op("nn.functional.lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False)", dtype=if_inexact(kept),
   shape=pooled(3))
op("nn.functional.max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None)", dtype=kept,
   shape=unpooled(1), autocast=on("cpu", full))
op("nn.functional.max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None)", dtype=kept,
   shape=unpooled(2), autocast=on("cpu", full))
op("nn.functional.max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None)", dtype=kept,
   shape=unpooled(3), autocast=on("cpu", full))
