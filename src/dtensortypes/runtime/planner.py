"""From hints to the steps that show a call to be right, in one straight line where that can be done.

The steps have to be sure only when they say yes: whatever they don't see through is left to the slow judge. So a name
may be bound to any size under which all is well, and a hint that is seldom met need not be planned at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dtensortypes.runtime.conditions import tensor_test
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.nodes import Either, Entries, Fixed, Items, Node, Plain, TensorHint
from dtensortypes.runtime.plan import Do, Each, Step, Test
from dtensortypes.runtime.variables import Unplanned, Variables
from dtensortypes.runtime.shape_plan import ShapePlan


