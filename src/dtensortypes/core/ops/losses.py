"""Losses: one number for all items, or one for each, in the dtype of the input."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import banned, doubtful, either, full, on
from dtensortypes.core.rules.demands import above, at_least, at_most, of_kind, one_of
from dtensortypes.core.rules.devices import agreed as on_one_device
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.doubts import one_by_one
from dtensortypes.core.rules.dtypes import always, if_inexact, kept, matching, must_match
from dtensortypes.core.rules.loss_dtypes import computed_in, likelihood, rate, similarity, totalled, weighted
from dtensortypes.core.rules.losses import (
    beside_rows,
    class_loss,
    distance_of_both,
    linear_loss,
    lost,
    lost_by_class,
    lost_by_item,
    lost_by_row,
    lost_by_sequence,
    lost_by_target,
    one_length_each,
)
from dtensortypes.core.rules.matching import unless_empty
from dtensortypes.core.rules.promotion import common, common_real, int_to_float, promoted
from dtensortypes.core.rules.taking import each, floats, floats_by_class, inexact, no_bools, ordered
from dtensortypes.core.rules.targets import (
    as_places,
    classes,
    classes_if_ignored,
    classes_or_probabilities,
    of_one_rank,
    one_class_each,
    one_for_each_item,
    one_for_each_row,
    one_target_each,
    reduction,
    scored_by_weight,
    strict_reduction,
    variances,
    weighted_by_class,
    weighted_by_item,
)

# --- differences of numbers

op("nn.functional.mse_loss(input, target: Tensor, size_average=None, reduce=None, reduction='mean', weight=None)",
   dtype=weighted(common), shape=lost("input", "target"), autocast=full, demands=(reduction(),),
   doubts=(one_by_one("input", "target"),))
op("nn.functional.l1_loss(input, target: Tensor, size_average=None, reduce=None, reduction='mean', weight=None)",
   dtype=weighted(totalled(common_real)), shape=lost("input", "target"), takes=no_bools, autocast=full,
   demands=(reduction(),),
   doubts=(one_by_one("input", "target"),))
op("nn.functional.smooth_l1_loss(input, target: Tensor, size_average=None, reduce=None, reduction='mean', beta=1.0)",
   dtype=if_inexact(common_real), shape=lost("input", "target"), autocast=full,
   demands=(reduction(), at_least(0, "beta")),
   doubts=(one_by_one("input", "target"),))
# of these differences alone, huber_loss keeps the input's dtype (torch 2.13)
op("nn.functional.huber_loss(input, target: Tensor, reduction='mean', delta=1.0, weight=None)",
   dtype=weighted(computed_in("input", "target")), shape=lost("input", "target"), autocast=full,
   demands=(reduction(), above(0, "delta")),
   doubts=(one_by_one("input", "target"),))

# --- classes

op("nn.functional.cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, "
   "reduction='mean', label_smoothing=0.0)", dtype=class_loss, device=strictly_colocated, shape=lost_by_class,
   takes=floats_by_class, autocast=full,
   demands=(reduction(), at_most(1, "label_smoothing"), classes_or_probabilities, weighted_by_class))
op("nn.functional.nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, "
   "reduction='mean')", dtype=unless_empty(matching("input", "weight")), device=strictly_colocated,
   shape=lost_by_class, takes=floats_by_class,
   autocast=full, demands=(reduction(), classes, weighted_by_class))
op("nn.functional.binary_cross_entropy(input, target: Tensor, weight=None, size_average=None, reduce=None, "
   "reduction='mean')", dtype=must_match, device=strictly_colocated, shape=lost("input", "target"), takes=floats,
   autocast=either(on("cpu", full), on("cuda", banned)), demands=(reduction(), one_for_each_item))
# computed in place, in the dtype of the target, even if that is narrower than the input's (torch 2.13)
op("nn.functional.binary_cross_entropy_with_logits(input, target: Tensor, weight: Tensor | None = None, "
   "size_average=None, reduce=None, reduction='mean', pos_weight: Tensor | None = None)",
   dtype=computed_in("target", "input", "weight", "pos_weight"), shape=lost("input", "target"), autocast=full,
   demands=(of_kind("input", Category.FLOAT), reduction(), one_for_each_item,
            weighted_by_item("weight", "pos_weight")))

# --- distributions

op("nn.functional.kl_div(input, target: Tensor, size_average=None, reduce=None, reduction='mean', log_target=False)",
   shape=lost("input", "target"), takes=each(Category.FLOAT), autocast=full, demands=(reduction("batchmean"),))
op("nn.functional.poisson_nll_loss(input, target: Tensor, log_input=True, full=False, size_average=None, eps=1e-08, "
   "reduce=None, reduction='mean')", dtype=rate, shape=lost("input", "target"),
   autocast=full, demands=(strict_reduction,))
op("nn.functional.gaussian_nll_loss(input, target: Tensor | number, var: Tensor | number, full=False, eps=1e-06, "
   "reduction='mean')", dtype=likelihood, shape=lost("input", "target"), autocast=doubtful,
   demands=(strict_reduction, variances))
op("nn.functional.ctc_loss(log_probs: Tensor, targets, input_lengths, target_lengths, blank=0, reduction='mean', "
   "zero_infinity=False)", dtype=kept, device=beside_rows, shape=lost_by_sequence, takes=floats, autocast=full,
   demands=(reduction(), one_length_each("input_lengths", "target_lengths")))

# --- one answer or several: margins

op("nn.functional.soft_margin_loss(input, target, size_average=None, reduce=None, reduction='mean')",
   dtype=computed_in("input", "target"), shape=lost("input", "target"), takes=inexact, autocast=full,
   demands=(reduction(),))
op("nn.functional.hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, "
   "reduction='mean')", dtype=totalled(kept), shape=lost("input", "target"), takes=ordered, autocast=full,
   demands=(reduction(),))
op("nn.functional.margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin=0, size_average=None, "
   "reduce=None, reduction='mean')", dtype=int_to_float, shape=lost("input1", "input2", "target"),
   takes=each(Category.INTEGER, Category.FLOAT), autocast=full, demands=(reduction(),))
op("nn.functional.multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, "
   "reduction='mean')", dtype=kept, device=strictly_colocated, shape=lost_by_item, takes=floats,
   autocast=full, demands=(reduction(), one_of("p", 1, 2), as_places, one_class_each))
op("nn.functional.multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction='mean')",
   dtype=kept, device=strictly_colocated, shape=lost_by_item, takes=floats, autocast=full,
   demands=(reduction(), as_places, one_target_each))
op("nn.functional.multilabel_soft_margin_loss(input, target: Tensor | number, weight: Tensor | None = None, "
   "size_average=None, reduce=None, reduction='mean')", dtype=if_inexact(promoted),
   shape=lost_by_row("input", "target"), autocast=doubtful, demands=(strict_reduction,))

# --- distances of vectors

op("nn.functional.cosine_embedding_loss(input1: Tensor, input2: Tensor, target, margin=0, size_average=None, "
   "reduce=None, reduction='mean')", dtype=similarity, device=on_one_device,
   shape=lost_by_row("input1", "input2", wanted="target"), autocast=full,
   demands=(reduction(), one_for_each_row))
op("nn.functional.triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin=1.0, p=2, eps=1e-06, "
   "swap=False, size_average=None, reduce=None, reduction='mean')", dtype=distance_of_both,
   shape=lost_by_row("anchor", "positive", "negative"), autocast=full,
   demands=(reduction(), above(0, "margin"), of_one_rank))
op("nn.functional.triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor, *, "
   "distance_function: None = None, margin=1.0, swap=False, reduction='mean')", dtype=distance_of_both,
   shape=lost_by_row("anchor", "positive", "negative"), demands=(strict_reduction, above(0, "margin"), of_one_rank))
op("nn.functional.triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor, *, "
   "distance_function, margin=1.0, swap=False, reduction='mean')", value=always(UNKNOWN),
   demands=(strict_reduction, above(0, "margin"), of_one_rank))
op("nn.functional.linear_cross_entropy(input, linear_weight: Tensor, target, *, linear_bias=None, weight=None, "
   "reduction='mean', ignore_index=None, label_smoothing=0.0, options=None)", dtype=if_inexact(linear_loss),
   device=on_one_device, shape=lost_by_target, autocast=doubtful,
   demands=(reduction(), scored_by_weight, classes_if_ignored, at_most(1, "label_smoothing")))
