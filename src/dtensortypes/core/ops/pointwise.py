"""Pointwise arithmetic: each element of the result comes from one element of each operand.

The defaults of the table are this family's rules: dtypes are promoted, devices must agree, shapes broadcast. Operations
of one line behave alike, and not only those that are one operation under two names.
"""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import INT32
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import full, on, widest
from dtensortypes.core.rules.dtypes import always, complex_of_both, kept, must_match, parts, quotient, reciprocal_times
from dtensortypes.core.rules.promotion import angle_like, bool_to_int64, complex_to_real, double_width, int_to_float
from dtensortypes.core.rules.taking import (
    complexes,
    floats,
    inexact,
    integers,
    integral,
    narrowed,
    no_bools,
    no_float8s,
    no_float8s_on_cuda,
    no_half_complexes,
    numeric,
    ordered,
    real,
    wide_floats,
)

# --- arithmetic of two operands

op("add(self, other: Tensor | number, *, alpha=1)", also="__add__ __radd__ __iadd__")
op("sub(self, other: Tensor | number, *, alpha=1)", takes=no_bools, also="subtract __sub__ __rsub__ __isub__")
op("rsub(input, other: Tensor | number, *, alpha=1)", takes=no_bools)
# on CUDA not of eight bits (`mul_kernel_cuda` in aten/src/ATen/native/cuda/BinaryMulKernel.cu)
op("mul(self, other: Tensor | number)", takes=no_float8s_on_cuda, also="multiply __mul__ __rmul__ __imul__")
op("div(self, other: Tensor | number, *, rounding_mode=None)", dtype=quotient, also="divide __div__")
op("true_divide(self, other: Tensor | number)", dtype=int_to_float, also="__truediv__ __itruediv__ __idiv__")
op("Tensor.__rtruediv__(self, other: Tensor | number)", dtype=reciprocal_times, autocast=on("cuda", full),
   also="__rdiv__")
op("floor_divide(self, other: Tensor | number)", takes=ordered, also="__floordiv__ __rfloordiv__ __ifloordiv__")
op("remainder(self: Tensor | number, other: Tensor | number)", takes=ordered, also="__mod__ __rmod__ __imod__")
op("fmod(self, other: Tensor | number)", takes=ordered)
op("pow(self: Tensor | number, exponent: Tensor | number)", autocast=on("cuda", full), also="__pow__ __rpow__ __ipow__")
op("float_power(self: Tensor | number, exponent: Tensor | number)", dtype=double_width)
op("atan2(self, other: Tensor)", dtype=int_to_float, takes=real, autocast=on("cuda", widest), also="arctan2")
op("copysign(self, other: Tensor | number)", dtype=int_to_float, takes=real)
op("xlogy(self: Tensor | number, other: Tensor | number)", dtype=int_to_float, takes=real,
   also="special.xlogy special.xlog1py special.zeta")
op("logaddexp(self, other: Tensor)", takes=inexact)
op("logaddexp2(self, other: Tensor)", takes=floats,
   also="hypot nextafter")
# on CUDA not of half precision (`igamma_kernel_cuda` in aten/src/ATen/native/cuda)
op("igamma(self, other: Tensor)", takes=narrowed(floats, cuda=wide_floats),
   also="igammac special.gammainc special.gammaincc")
op("gcd(self, other: Tensor)", takes=integers, also="lcm")
op("heaviside(self, values: Tensor)", dtype=must_match, takes=real)
op("maximum(self, other: Tensor)", takes=real, also="minimum fmax fmin")
op("complex(real: Tensor, imag: Tensor)", dtype=complex_of_both, takes=floats)
op("polar(abs: Tensor, angle: Tensor)", dtype=complex_of_both, takes=floats, autocast=on("cpu", full))

op("ldexp(self, other: Tensor)", dtype=int_to_float)

# --- three operands

# on CUDA not of complex32 (`addcmul_cuda_kernel` in aten/src/ATen/native/cuda/PointwiseOpsKernel.cu)
op("addcmul(self, tensor1: Tensor, tensor2: Tensor, *, value=1)",
   takes=narrowed(cuda=no_half_complexes), autocast=on("cuda", widest))
op("addcdiv(self, tensor1: Tensor, tensor2: Tensor, *, value=1)", takes=inexact, autocast=on("cuda", widest))
op("lerp(self, end: Tensor, weight: Tensor | number)", dtype=must_match, takes=inexact)
op("clamp(self, min: Tensor | number | None = None, max: Tensor | number | None = None)", takes=real, also="clip")
op("clamp_min(self, min: Tensor | number)", takes=real)
op("clamp_max(self, max: Tensor | number)", takes=real)

# --- bits

op("bitwise_and(self: Tensor | number, other: Tensor | number)", takes=integral, also="__and__ __rand__ __iand__")
op("bitwise_or(self: Tensor | number, other: Tensor | number)", takes=integral, also="__or__ __ror__ __ior__")
op("bitwise_xor(self: Tensor | number, other: Tensor | number)", takes=integral, also="__xor__ __rxor__ __ixor__")
op("bitwise_left_shift(self: Tensor | number, other: Tensor | number)", takes=integers,
   also="__lshift__ __rlshift__ __ilshift__")
op("bitwise_right_shift(self: Tensor | number, other: Tensor | number)", takes=integers,
   also="__rshift__ __rrshift__ __irshift__")
op("bitwise_not(self)", takes=integral, also="__invert__")

# --- one operand: the dtype is kept

op("neg(self)", takes=numeric, also="negative __neg__")
op("positive(self)", takes=numeric, also="__pos__")
# bool has a kernel on CUDA alone (`dtypesIfCUDA` in torch/testing/_internal/common_methods_invocations.py)
op("abs(self)", dtype=complex_to_real, takes=narrowed(cpu=numeric, cuda=no_float8s), also="absolute __abs__")
op("sgn(self)", also="conj conj_physical resolve_conj resolve_neg")
op("sign(self)", takes=real)
op("square(self)", dtype=bool_to_int64, autocast=on("cuda", full))
op("ceil(self)", takes=ordered, also="fix floor trunc")
op("round(self, *, decimals=0)", takes=ordered, also="special.round")
op("frac(self)", takes=floats)
op("frexp(self)", dtype=(kept, always(INT32)), shape=kept, takes=floats, fields="mantissa exponent")
op("nan_to_num(self, nan=None, posinf=None, neginf=None)")
op("real(self)", dtype=parts)
op("imag(self)", dtype=parts, takes=complexes)

# --- one operand: integers become floats

op("cos(self)", dtype=int_to_float, also="""sin sinc tanh atan arctan acosh arccosh asinh arcsinh atanh arctanh sqrt
   exp2 sigmoid special.expit special.exp2 special.sinc""")
op("acos(self)", dtype=int_to_float, autocast=on("cuda", full),
   also="arccos asin arcsin cosh sinh tan exp expm1 log log2 log10 log1p reciprocal rsqrt special.expm1 special.log1p")
# on CUDA of half precision from torch 2.14 on only (`angle_kernel_cuda`, UnaryComplexKernels.cu)
op("angle(self)", dtype=angle_like)
op("erf(self)", dtype=int_to_float, takes=real, also="""erfc deg2rad rad2deg digamma lgamma i0 special.erf special.erfc
   special.digamma special.psi special.gammaln special.entr special.erfcx special.i0 special.i0e special.i1 special.i1e
   special.ndtr special.ndtri special.log_ndtr""")
op("erfinv(self)", dtype=int_to_float, takes=real, autocast=on("cuda", full), also="special.erfinv")
op("logit(self, eps=None)", dtype=int_to_float, takes=real, also="special.logit")
op("polygamma(n, input)", dtype=int_to_float, takes=real, also="special.polygamma")
op("Tensor.polygamma(self, n)", dtype=int_to_float, takes=real)
op("mvlgamma(self, p)", dtype=int_to_float, takes=real, also="special.multigammaln")

# --- by a Python function, on the CPU

op("Tensor.apply_(self, callable)", dtype=kept, shape=kept)
op("Tensor.map_(self, tensor: Tensor, callable)", dtype=kept, shape=kept)
op("Tensor.map2_(self, x: Tensor, y: Tensor, callable)", dtype=kept, shape=kept)
