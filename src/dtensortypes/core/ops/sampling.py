"""Random sampling: drawn numbers, in the dtype of what they are drawn for."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import INT64
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.creation import drawn
from dtensortypes.core.rules.devices import default_device
from dtensortypes.core.rules.devices import requested as placed
from dtensortypes.core.rules.dtypes import always, default_dtype, kept, like, must_match, requested
from dtensortypes.core.rules.shapes import broadcast_with, sized
from dtensortypes.core.rules.taking import floats, inexact

# --- a draw for each item

op("bernoulli(self, p=None, *, generator=None)", dtype=kept, shape=kept)
op("poisson(input, generator=None)", dtype=kept, shape=kept, takes=floats)
op("binomial(count: Tensor, prob: Tensor, generator=None)", dtype=must_match, takes=floats)
op("normal(mean: Tensor, std: Tensor, *, generator=None)", dtype=kept, shape=broadcast_with("mean", "std"),
   takes=inexact)
op("normal(mean: Tensor, std: number = 1, *, generator=None)", dtype=kept, shape=kept, takes=inexact)
op("normal(mean: number, std: Tensor, *, generator=None)", dtype=like("std"), shape=like("std"), takes=inexact)
op("normal(mean: number, std: number, size, *, generator=None, dtype=None, layout=None, device=None, "
   "pin_memory=False, requires_grad=False)", dtype=requested(default_dtype), device=placed(default_device),
   shape=sized("size"))

# --- draws from rows of weights

op("multinomial(self, num_samples, replacement=False, *, generator=None)", dtype=always(INT64), shape=drawn,
   takes=floats)

# --- in the place of what is there

op("Tensor.uniform_(self, from_=0, to=1, *, generator=None)", dtype=kept, shape=kept, takes=inexact)
op("Tensor.normal_(self, mean=0, std=1, *, generator=None)", dtype=kept, shape=kept, takes=inexact)
op("Tensor.log_normal_(self, mean=1, std=2, *, generator=None)", dtype=kept, shape=kept, takes=floats)
op("Tensor.cauchy_(self, median=0, sigma=1, *, generator=None)", dtype=kept, shape=kept, takes=floats)
op("Tensor.exponential_(self, lambd=1, *, generator=None)", dtype=kept, shape=kept, takes=floats)
op("Tensor.geometric_(self, p, *, generator=None)", dtype=kept, shape=kept)
op("Tensor.random_(self, from_=0, to=None, *, generator=None)", dtype=kept, shape=kept)
