"""Torch's public names that the table has no line for, each with the reason; of what they give nothing is known.

Names are those of torch 2.13. A pattern stands for all names of its namespace that it fits: `set_*`, `[A-Z]*`.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Final

REASONS: Final[dict[tuple[str, str], str]] = {}
"""The reason for each namespace and name, or pattern."""
INSIDE: Final = "what nn.functional or nn calls inside"
"""The reason that is none to users, who call what it is inside of."""


def unknown(namespace: str, names: str, reason: str) -> None:
    """Say of these names of a namespace why the table says nothing of them."""
    REASONS.update(dict.fromkeys(((namespace, name) for name in names.split()), reason))


def reason_of(full_name: str) -> str | None:
    """Why the table says nothing of the name; None where no reason is given."""
    namespace, _, name = full_name.rpartition(".")
    found = ((pattern, reason) for (place, pattern), reason in REASONS.items() if place == namespace)
    return next((reason for pattern, reason in found if fnmatchcase(name, pattern)), None)


# --- no operation

for _place in ("torch", "torch.nn.functional", "torch.linalg", "torch.fft", "torch.special", "torch.sparse"):
    unknown(_place, "[A-Z]*", "a class")
unknown("torch", "autocast device dtype enable_grad finfo iinfo inference_mode layout memory_format no_grad qscheme "
        "set_grad_enabled classproperty", "a class")  # fmt: skip
unknown("torch.sparse", "check_sparse_tensor_invariants", "a class")
unknown(
    "torch",
    """
set_* get_autocast_* get_deterministic_debug_mode get_file_path get_float32_matmul_precision get_num_* get_rng_state
get_device_module are_* is_*_enabled is_vulkan_available is_storage seed initial_seed manual_seed init_num_threads
use_deterministic_algorithms autocast_* clear_autocast_cache prepare_multiprocessing_environment profiler_*
thread_safe_generator compiled_with_cxx11_abi typename cudnn_is_acceptable
""",
    "about the program, not about a tensor",
)
unknown("torch", "compile cond vmap while_loop fork wait import_ir_module* merge_type_from_type_comment parse_* "
        "unify_type_list", "about functions and graphs")  # fmt: skip
unknown("torch", "sym_*", "about the symbolic numbers of traced programs")
unknown("torch.nn.functional", "assert_int_or_pair boolean_dispatch handle_torch_function has_torch_function*",
        "a helper of torch's own source")  # fmt: skip
unknown("torch.sparse", "as_sparse_gradcheck", "about functions and graphs")
unknown(
    "torch.Tensor",
    """
__annotations__ __array__ __array_priority__ __array_wrap__ __class__ __cuda_array_interface__ __deepcopy__ __delattr__
__delitem__ __dict__ __dir__ __dlpack* __doc__ __format__ __getattribute__ __getstate__ __hash__ __init__
__init_subclass__ __module__ __new__ __reduce* __repr__ __setattr__ __setstate__ __sizeof__ __str__ __subclasshook__
__torch_dispatch__ __torch_function__ __weakref__
""",
    "Python's own protocol",
)
unknown("torch.Tensor", "__iter__ __reversed__", "iteration, which `row_of` tells of")

# --- what they give does not hang on facts of tensors

unknown("torch", "load", "gives what a file holds")
unknown("torch", "save", "gives nothing")
unknown("torch", "from_dlpack to_dlpack", "memory that is shared with another library")
unknown("torch.Tensor", "name volatile qscheme grad_dtype dim_order storage storage_type untyped_storage",
        "about the memory or the history of the tensor")  # fmt: skip
unknown("torch.Tensor", "register_hook register_post_accumulate_grad_hook reinforce record_stream module_load "
        "as_subclass", "about the memory or the history of the tensor")  # fmt: skip

# --- as many items as there happen to be

unknown("torch", "segment_reduce", "as many segments as `lengths` says in its numbers")
unknown("torch", "lobpcg", "as many eigenvalues as the start `X` has columns, or `k` says")
unknown("torch.Tensor", "to_padded_tensor", "takes nested tensors, whose sizes facts do not tell")
unknown("torch.sparse", "spsolve", "takes a build with cuDSS")

# --- for other machines, or for other kernels

unknown("torch", "miopen_* cudnn_* mkldnn_* fbgemm_*", "the kernel of one library, which others call")
unknown("torch.Tensor", "ipu mtia", "for devices of which this table has no moves")
unknown("torch.nn.functional", "grouped_mm scaled_mm scaled_grouped_mm", "needs a GPU of a recent kind")
unknown("torch.sparse", "to_sparse_semi_structured", "needs a GPU of a recent kind")
unknown(
    "torch",
    """
batch_norm_* native_* convolution norm_except_dim slice_inverse *_indices_copy indices_copy values_copy
rnn_tanh rnn_relu gru lstm *_cell embedding_bag binary_cross_entropy_with_logits cosine_embedding_loss ctc_loss
hinge_embedding_loss kl_div margin_ranking_loss poisson_nll_loss triplet_margin_loss fused_moving_avg_obs_fake_quant
""",
    INSIDE,
)
unknown("torch.Tensor", "slice_inverse index", "what torch calls inside")
unknown(
    "torch",
    """
quantize_* dequantize quantized_* q_* int_repr empty_quantized choose_qparams_optimized fake_quantize_*
""",
    "quantised numbers, whose scales facts do not tell",
)
unknown("torch.Tensor", "dequantize q_* int_repr", "quantised numbers, whose scales facts do not tell")

# --- gone, or going

unknown("torch", "eig lstsq matrix_rank solve symeig", "removed from torch: it raises")
unknown("torch.Tensor", "eig lstsq solve symeig", "removed from torch: it raises")
unknown("torch.Tensor", "resize resize_as", "deprecated")
unknown("torch", "saddmm resize_as_sparse_", "deprecated")
unknown("torch.Tensor", "resize_as_sparse_", "deprecated")
unknown("torch.nn", "Container NLLLoss2d", "deprecated")

# --- modules that are not called, or call what the program gives them

unknown("torch.nn", "Module ModuleDict ModuleList ParameterDict ParameterList", "holds modules or parameters")
unknown("torch.nn", "Buffer UninitializedBuffer UninitializedParameter", "is a tensor")
unknown("torch.nn", "RNNBase RNNCellBase", "the base of other layers")
unknown("torch.nn", "DataParallel SyncBatchNorm", "spreads a batch over several devices")
unknown("torch.nn", "LinearCrossEntropyOptions factory_kwargs", "is no layer")
