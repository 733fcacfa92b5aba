"""Which operations torch also has in place: `add_` follows from the line of `add`."""

from typing import Final

_METHODS: Final = """
abs absolute acos acosh add addbmm addcdiv addcmul addmm addmv addr arccos arccosh arcsin arcsinh arctan
arctan2 arctanh as_strided asin asinh atan atan2 atanh baddbmm bernoulli bitwise_and bitwise_left_shift bitwise_not
bitwise_or bitwise_right_shift bitwise_xor ceil clamp clamp_max clamp_min clip conj_physical copysign cos cosh
cumprod cumsum deg2rad detach digamma div divide eq erf erfc erfinv exp exp2 expm1 fix float_power floor
floor_divide fmod frac gcd ge greater greater_equal gt heaviside hypot i0 igamma igammac index_add index_copy
index_fill index_put index_reduce lcm ldexp le lerp less less_equal lgamma log log10 log1p log2 logical_and
logical_not logical_or logical_xor logit lt masked_fill masked_scatter mul multiply mvlgamma nan_to_num ne neg
negative nextafter not_equal polygamma pow put rad2deg reciprocal relu remainder renorm requires_grad resize
resize_as round rsqrt scatter scatter_add scatter_reduce sgn sigmoid sign sin sinc sinh sqrt square squeeze
sub subtract swapaxes swapdims t tan tanh transpose tril triu true_divide trunc unsqueeze xlogy
"""
_FUNCTIONS: Final = """
abs acos acosh addmv alpha_dropout as_strided arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atanh ceil
celu clamp clamp_max clamp_min clip conj_physical cos cosh deg2rad detach dropout erf erfc exp exp2 expm1
feature_alpha_dropout feature_dropout fix floor frac gcd i0 index_put lcm ldexp log log10 log1p log2 logit
nan_to_num neg negative rad2deg reciprocal relu round rrelu rsqrt selu sigmoid sin sinc sinh sqrt square tan
tanh threshold trunc xlogy
"""

INPLACE_METHODS: Final = frozenset(_METHODS.split())
"""`torch.Tensor.add_` is there beside `torch.Tensor.add`."""

INPLACE_FUNCTIONS: Final = frozenset(_FUNCTIONS.split())
"""`torch.relu_` is there beside `torch.relu`."""

_RESHAPING: Final = """
as_strided_ data resize_ resize_as_ resize_as_sparse_ set_ sparse_resize_ sparse_resize_and_clear_ squeeze_ swapaxes_
swapdims_ t_ transpose_ unsqueeze_
"""
_SAME: Final = """
as_tensor asarray atleast_1d atleast_2d atleast_3d bfloat16 bool byte cdouble cfloat chalf char coalesce conj
conj_physical contiguous cpu cuda double flatten float grad half int long pin_memory positive ravel real resolve_conj
resolve_neg short sum_to_size to to_dense to_sparse type type_as xpu
"""

RESHAPING: Final = frozenset(_RESHAPING.split())
"""What makes the very tensor one of another shape; `x.data` does so where it is given a value."""

MAY_BE_SELF: Final = frozenset(_SAME.split())
"""What gives back the tensor that it is given, where that is as it is asked for."""
