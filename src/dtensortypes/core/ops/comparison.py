"""Comparison and logic: the result is bool; the operands meet as in arithmetic, but nothing is promoted for good."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import BOOL, Category
from dtensortypes.core.facts.value import Number
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.demands import at_least, in_one_dtype
from dtensortypes.core.rules.dtypes import always, compared, compared_exactly
from dtensortypes.core.rules.taking import real

op("eq(self, other: Tensor | number)", dtype=compared, also="__eq__")
op("ne(self, other: Tensor | number)", dtype=compared, also="not_equal __ne__")
op("lt(self, other: Tensor | number)", dtype=compared, takes=real, also="less __lt__")
op("le(self, other: Tensor | number)", dtype=compared, takes=real, also="less_equal __le__")
op("gt(self, other: Tensor | number)", dtype=compared, takes=real, also="greater __gt__")
op("ge(self, other: Tensor | number)", dtype=compared, takes=real, also="greater_equal __ge__")
op("isclose(self, other: Tensor, rtol=1e-05, atol=1e-08, equal_nan=False)", dtype=compared_exactly,
   demands=(at_least(0, "rtol", "atol"),))

op("logical_and(self, other: Tensor)", dtype=compared, also="logical_or logical_xor")
op("logical_not(self)", dtype=always(BOOL))

op("isnan(self)", dtype=always(BOOL), also="isfinite isinf isreal")
op("isneginf(self)", dtype=always(BOOL), takes=real, also="isposinf signbit")

op("equal(self, other: Tensor)", value=always(Number(Category.BOOL)))
op("allclose(self, other: Tensor, rtol=1e-05, atol=1e-08, equal_nan=False)", value=always(Number(Category.BOOL)),
   demands=(at_least(0, "rtol", "atol"), in_one_dtype("self", "other")))
