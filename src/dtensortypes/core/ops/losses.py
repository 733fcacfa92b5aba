"""Losses: one number for all items, or one for each, in the dtype of the input."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import banned, either, full, on
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.dtypes import if_inexact, kept, must_match
from dtensortypes.core.rules.neural import class_loss, lost, lost_by_class
from dtensortypes.core.rules.promotion import agreed, common, common_real
from dtensortypes.core.rules.taking import floats, floats_by_class

# --- differences of numbers

op("nn.functional.mse_loss(input, target: Tensor, size_average=None, reduce=None, reduction='mean', weight=None)",
   dtype=common, shape=lost("input", "target"), autocast=full)
op("nn.functional.l1_loss(input, target: Tensor, size_average=None, reduce=None, reduction='mean', weight=None)",
   dtype=if_inexact(common_real), shape=lost("input", "target"), autocast=full)
op("nn.functional.smooth_l1_loss(input, target: Tensor, size_average=None, reduce=None, reduction='mean', beta=1.0)",
   dtype=if_inexact(common_real), shape=lost("input", "target"), autocast=full)
op("nn.functional.huber_loss(input, target: Tensor, reduction='mean', delta=1.0, weight=None)", dtype=agreed,
   shape=lost("input", "target"), autocast=full)

# --- classes

op("nn.functional.cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, "
   "reduction='mean', label_smoothing=0.0)", dtype=class_loss, device=strictly_colocated, shape=lost_by_class,
   takes=floats_by_class, autocast=full)
op("nn.functional.nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, "
   "reduction='mean')", dtype=kept, device=strictly_colocated, shape=lost_by_class, takes=floats_by_class,
   autocast=full)
op("nn.functional.binary_cross_entropy(input, target: Tensor, weight=None, size_average=None, reduce=None, "
   "reduction='mean')", dtype=must_match, device=strictly_colocated, shape=lost("input", "target"), takes=floats,
   autocast=either(on("cpu", full), on("cuda", banned)))
op("nn.functional.binary_cross_entropy_with_logits(input, target: Tensor, weight: Tensor | None = None, "
   "size_average=None, reduce=None, reduction='mean', pos_weight: Tensor | None = None)", dtype=agreed,
   shape=lost("input", "target"), autocast=full)

# --- distributions

op("nn.functional.kl_div(input, target: Tensor, size_average=None, reduce=None, reduction='mean', log_target=False)",
   shape=lost("input", "target"), autocast=full)
