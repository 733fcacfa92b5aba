"""Losses as layers: one number for all items, or one for each."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.shape import SCALAR
from dtensortypes.core.ops.layer import forward, layer
from dtensortypes.core.rules.demands import at_least, at_most
from dtensortypes.core.rules.dtypes import always, like, must_match
from dtensortypes.core.rules.losses import linear_loss, lost_by_target
from dtensortypes.core.rules.parameters import given, of_all, some
from dtensortypes.core.rules.targets import classes_if_ignored, one_weight_each, scored_by_weight, targets_by_weight

# --- differences, classes, distributions

layer("nn.MSELoss(size_average=None, reduce=None, reduction='mean')",
      "nn.functional.mse_loss(input, target, size_average, reduce, reduction)")
layer("nn.L1Loss(size_average=None, reduce=None, reduction='mean')",
      "nn.functional.l1_loss(input, target, size_average, reduce, reduction)")
layer("nn.SmoothL1Loss(size_average=None, reduce=None, reduction='mean', beta=1.0)",
      "nn.functional.smooth_l1_loss(input, target, size_average, reduce, reduction)")
layer("nn.HuberLoss(reduction='mean', delta=1.0)", "nn.functional.huber_loss(input, target, reduction)")
layer("nn.CrossEntropyLoss(weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', "
      "label_smoothing=0.0)",
      "nn.functional.cross_entropy(input, target, weight, size_average, ignore_index, reduce, reduction, "
      "label_smoothing)",
      weight=given("weight"))
layer("nn.NLLLoss(weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean')",
      "nn.functional.nll_loss(input, target, weight, size_average, ignore_index, reduce, reduction)",
      weight=given("weight"))
layer("nn.BCELoss(weight=None, size_average=None, reduce=None, reduction='mean')",
      "nn.functional.binary_cross_entropy(input, target, weight, size_average, reduce, reduction)",
      weight=given("weight"))
layer("nn.BCEWithLogitsLoss(weight=None, size_average=None, reduce=None, reduction='mean', pos_weight=None)",
      "nn.functional.binary_cross_entropy_with_logits(input, target, weight, size_average, reduce, reduction, "
      "pos_weight=pos_weight)",
      weight=given("weight"), pos_weight=given("pos_weight"))
layer("nn.KLDivLoss(size_average=None, reduce=None, reduction='mean', log_target=False)",
      "nn.functional.kl_div(input, target, size_average, reduce, reduction)")
layer("nn.CTCLoss(blank=0, reduction='mean', zero_infinity=False)",
      "nn.functional.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, reduction)")
layer("nn.PoissonNLLLoss(log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction='mean')",
      "nn.functional.poisson_nll_loss(input, target, log_input, full, size_average, reduce=reduce, "
      "reduction=reduction)")
layer("nn.GaussianNLLLoss(*, full=False, eps=1e-06, reduction='mean')",
      "nn.functional.gaussian_nll_loss(input, target, var, full, eps, reduction)")

# --- margins

layer("nn.SoftMarginLoss(size_average=None, reduce=None, reduction='mean')",
      "nn.functional.soft_margin_loss(input, target, size_average, reduce, reduction)")
layer("nn.HingeEmbeddingLoss(margin=1.0, size_average=None, reduce=None, reduction='mean')",
      "nn.functional.hinge_embedding_loss(input, target, margin, size_average, reduce, reduction)")
layer("nn.MarginRankingLoss(margin=0.0, size_average=None, reduce=None, reduction='mean')",
      "nn.functional.margin_ranking_loss(input1, input2, target, margin, size_average, reduce, reduction)")
layer("nn.MultiMarginLoss(p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction='mean')",
      "nn.functional.multi_margin_loss(input, target, p, margin, weight, size_average, reduce, reduction)",
      weight=given("weight"))
layer("nn.MultiLabelMarginLoss(size_average=None, reduce=None, reduction='mean')",
      "nn.functional.multilabel_margin_loss(input, target, size_average, reduce, reduction)")
layer("nn.MultiLabelSoftMarginLoss(weight=None, size_average=None, reduce=None, reduction='mean')",
      "nn.functional.multilabel_soft_margin_loss(input, target, weight, size_average, reduce, reduction)",
      weight=given("weight"))

# --- distances

layer("nn.CosineEmbeddingLoss(margin=0.0, size_average=None, reduce=None, reduction='mean')",
      "nn.functional.cosine_embedding_loss(input1, input2, target, margin, size_average, reduce, reduction)")
layer("nn.TripletMarginLoss(margin=1.0, p=2.0, eps=1e-06, swap=False, size_average=None, reduce=None, "
      "reduction='mean')",
      "nn.functional.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, size_average, reduce, "
      "reduction)")
layer("nn.TripletMarginWithDistanceLoss(*, distance_function=None, margin=1.0, swap=False, reduction='mean')",
      "nn.functional.triplet_margin_with_distance_loss(anchor, positive, negative, "
      "distance_function=distance_function, margin=margin, swap=swap, reduction=reduction)")

# --- with weights of their own

layer("nn.LinearCrossEntropyLoss(in_features, num_classes, *, out_features=(), bias=False, device=None, dtype=None, "
      "reduction='mean', weight=None, ignore_index=None, label_smoothing=0.0, options=None)",
      forward("(input, target)", dtype=linear_loss, shape=lost_by_target,
              demands=(scored_by_weight, targets_by_weight, classes_if_ignored)),
      demands=(at_least(0, "label_smoothing"), at_most(1, "label_smoothing"), one_weight_each),
      linear_weight=of_all("num_classes", "out_features", "in_features"))
layer("nn.AdaptiveLogSoftmaxWithLoss(in_features, n_classes, cutoffs, div_value=4.0, head_bias=False, device=None, "
      "dtype=None)",
      forward("(input_: Tensor, target_)", dtype=(must_match, must_match), shape=(like("target_"), always(SCALAR))),
      weight=some)
