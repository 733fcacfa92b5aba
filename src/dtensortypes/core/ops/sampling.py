"""Random sampling: drawn numbers, in the dtype of what they are drawn for."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import INT64
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.creation import drawn
from dtensortypes.core.rules.demands import above, at_least, at_most, below, in_order, of_dims, of_dims_or_more, smaller
from dtensortypes.core.rules.devices import default_device
from dtensortypes.core.rules.devices import requested as placed
from dtensortypes.core.rules.dtypes import always, default_dtype, kept, like, must_match, requested
from dtensortypes.core.rules.shapes import broadcast_with, sized
from dtensortypes.core.rules.taking import floats, inexact

# --- a draw for each item

op("bernoulli(self, p=None, *, generator=None)", dtype=kept, shape=kept, demands=(at_least(0, "p"), at_most(1, "p")))
op("poisson(input, generator=None)", dtype=kept, shape=kept, takes=floats)
op("binomial(count: Tensor, prob: Tensor, generator=None)", dtype=must_match, takes=floats)
op("normal(mean: Tensor, std: Tensor, *, generator=None)", dtype=kept, shape=broadcast_with("mean", "std"),
   takes=inexact)
op("normal(mean: Tensor, std: number = 1, *, generator=None)", dtype=kept, shape=kept, takes=inexact,
   demands=(at_least(0, "std"),))
op("normal(mean: number, std: Tensor, *, generator=None)", dtype=like("std"), shape=like("std"), takes=inexact)
op("normal(mean: number, std: number, size, *, generator=None, dtype=None, layout=None, device=None, "
   "pin_memory=False, requires_grad=False)", dtype=requested(default_dtype), device=placed(default_device),
   shape=sized("size"), demands=(at_least(0, "std"),))

# --- draws from rows of weights

op("multinomial(self, num_samples, replacement=False, *, generator=None)", dtype=always(INT64), shape=drawn,
   takes=floats, demands=(of_dims("self", 1, 2), above(0, "num_samples")))

# --- in the place of what is there

op("Tensor.uniform_(self, from_=0, to=1, *, generator=None)", dtype=kept, shape=kept, takes=inexact,
   demands=(in_order("from_", "to"),))
op("Tensor.normal_(self, mean=0, std=1, *, generator=None)", dtype=kept, shape=kept, takes=inexact,
   demands=(at_least(0, "std"),))
op("Tensor.log_normal_(self, mean=1, std=2, *, generator=None)", dtype=kept, shape=kept, takes=floats,
   demands=(above(0, "std"),))
op("Tensor.cauchy_(self, median=0, sigma=1, *, generator=None)", dtype=kept, shape=kept, takes=floats,
   demands=(above(0, "sigma"),))
op("Tensor.exponential_(self, lambd=1, *, generator=None)", dtype=kept, shape=kept, takes=floats,
   demands=(above(0, "lambd"),))
op("Tensor.geometric_(self, p, *, generator=None)", dtype=kept, shape=kept, demands=(above(0, "p"), below(1, "p")))
op("Tensor.random_(self, from_=0, to=None, *, generator=None)", dtype=kept, shape=kept,
   demands=(smaller("from_", "to"),))

# --- what layers begin with

op("nn.init.uniform_(tensor: Tensor, a=0.0, b=1.0, generator=None)", dtype=kept, shape=kept, takes=inexact)
op("nn.init.normal_(tensor: Tensor, mean=0.0, std=1.0, generator=None)", dtype=kept, shape=kept, takes=inexact)
op("nn.init.trunc_normal_(tensor: Tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None)", dtype=kept, shape=kept,
   takes=inexact)
op("nn.init.xavier_uniform_(tensor: Tensor, gain=1.0, generator=None)", dtype=kept, shape=kept, takes=inexact,
   demands=(of_dims_or_more("tensor", 2),), also="nn.init.xavier_normal_ nn.init.orthogonal_")
op("nn.init.kaiming_uniform_(tensor: Tensor, a=0, mode='fan_in', nonlinearity='leaky_relu', generator=None)",
   dtype=kept, shape=kept, takes=inexact, demands=(of_dims_or_more("tensor", 2),), also="nn.init.kaiming_normal_")
op("nn.init.constant_(tensor: Tensor, val)", dtype=kept, shape=kept)
