"""What a word is: in each column, a function of the call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.rules.call import Call

DTypeWord: TypeAlias = Callable[[Call], DTypeFact | TensorFact]
DeviceWord: TypeAlias = Callable[[Call], DeviceFact | TensorFact]
ShapeWord: TypeAlias = Callable[[Call], Shape | TensorFact | tuple[Shape, ...] | Items]
ValueWord: TypeAlias = Callable[[Call], Value]
Autocast: TypeAlias = Callable[[Call], Call]
Demand: TypeAlias = Callable[[Call], None]
