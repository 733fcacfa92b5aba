"""Losses: one number for all items, or one for each, in the dtype of the input."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import banned, doubtful, either, full, on
from dtensortypes.core.rules.devices import agreed as on_one_device
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.dtypes import always, if_inexact, kept, must_match
from dtensortypes.core.rules.losses import (
    class_loss,
    distance_of_both,
    linear_loss,
    lost,
    lost_by_class,
    lost_by_item,
    lost_by_row,
    lost_by_sequence,
    lost_by_target,
)
from dtensortypes.core.rules.promotion import agreed, common, common_real, int_to_float, promoted
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
op("nn.functional.poisson_nll_loss(input, target: Tensor, log_input=True, full=False, size_average=None, eps=1e-08, "
   "reduce=None, reduction='mean')", dtype=if_inexact(agreed), shape=lost("input", "target"),
   autocast=full)
op("nn.functional.gaussian_nll_loss(input, target: Tensor, var: Tensor | number, full=False, eps=1e-06, "
   "reduction='mean')", dtype=if_inexact(agreed), shape=lost("input", "target"), autocast=doubtful)
op("nn.functional.ctc_loss(log_probs: Tensor, targets, input_lengths, target_lengths, blank=0, reduction='mean', "
   "zero_infinity=False)", dtype=kept, shape=lost_by_sequence, takes=floats, autocast=full)

# --- one answer or several: margins

op("nn.functional.soft_margin_loss(input, target: Tensor, size_average=None, reduce=None, reduction='mean')",
   dtype=if_inexact(kept), shape=lost("input", "target"), autocast=full)
op("nn.functional.hinge_embedding_loss(input, target: Tensor, margin=1.0, size_average=None, reduce=None, "
   "reduction='mean')", dtype=if_inexact(kept), shape=lost("input", "target"), autocast=full)
op("nn.functional.margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin=0, size_average=None, "
   "reduce=None, reduction='mean')", dtype=if_inexact(promoted), shape=lost("input1", "input2", "target"),
   autocast=full)
op("nn.functional.multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, "
   "reduction='mean')", dtype=kept, device=strictly_colocated, shape=lost_by_item, takes=floats,
   autocast=full)
op("nn.functional.multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction='mean')",
   dtype=kept, device=strictly_colocated, shape=lost_by_item, takes=floats, autocast=full)
op("nn.functional.multilabel_soft_margin_loss(input, target: Tensor, weight: Tensor | None = None, "
   "size_average=None, reduce=None, reduction='mean')", dtype=if_inexact(promoted),
   shape=lost_by_row("input", "target"), autocast=doubtful)

# --- distances of vectors

op("nn.functional.cosine_embedding_loss(input1: Tensor, input2: Tensor, target, margin=0, size_average=None, "
   "reduce=None, reduction='mean')", dtype=int_to_float, device=on_one_device,
   shape=lost_by_row("input1", "input2"), autocast=full)
op("nn.functional.triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin=1.0, p=2, eps=1e-06, "
   "swap=False, size_average=None, reduce=None, reduction='mean')", dtype=distance_of_both,
   shape=lost_by_row("anchor", "positive", "negative"), autocast=full)
op("nn.functional.triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor, *, "
   "distance_function: None = None, margin=1.0, swap=False, reduction='mean')", dtype=distance_of_both,
   shape=lost_by_row("anchor", "positive", "negative"))
op("nn.functional.triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor, *, "
   "distance_function, margin=1.0, swap=False, reduction='mean')", value=always(UNKNOWN))
op("nn.functional.linear_cross_entropy(input, linear_weight: Tensor, target, *, linear_bias=None, weight=None, "
   "reduction='mean', ignore_index=None, label_smoothing=0.0, options=None)", dtype=if_inexact(linear_loss),
   device=on_one_device, shape=lost_by_target, autocast=doubtful)
