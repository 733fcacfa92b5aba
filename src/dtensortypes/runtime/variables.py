"""What a generated wrapper knows of the names in its signature: the variable of each, and if it is surely bound."""

from __future__ import annotations

from collections.abc import Iterable

from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.pattern import Axis, AxisRun, Pattern
from dtensortypes.core.facts.unknown import Unknown
from dtensortypes.runtime.arrays import array_dtypes, is_array_class
from dtensortypes.runtime.conditions import device_test, dtype_test, placement_test
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.nodes import TensorHint
from dtensortypes.runtime.sizes import divisors, expression


class Unplanned(Exception):  # noqa: N818 - a call of such a signature goes to the judge
    """No straight line of steps is known for this hint."""


class Variables:
    """The variables of one wrapper; a key is `dim n`, `run batch`, `dtype D` or `device V`.

    `undivided` are the shapes no size of which is asked for alone; such a size stays where it is, in the shape.
    """

    def __init__(self, names: Names, undivided: frozenset[str] = frozenset()) -> None:
        self.names = names
        self.undivided = undivided
        self.shapes: dict[str, str] = {}  # as each is declared, the variable of one that surely is so
        self.of: dict[str, str] = {}
        self.unsure: set[str] = set()  # None where what would bind it is not there
        self.judged: set[str] = set()  # stretched by the arguments, when their return value is planned
        self.stretched: set[str] = set()  # what broadcasts there only tells a lower bound
        self.unused = names.variable("_")

    def new(self, key: str, *, sure: bool = True) -> str:
        """A variable for this key, which had none."""
        kind, _, name = key.partition(" ")
        name = self.names.mark(name) if name.isidentifier() else "given"
        self.of[key] = self.names.variable(name if key.startswith("dim ") else f"{name}_{kind}")
        if not sure:
            self.unsure.add(key)
        return self.of[key]

    def sure(self, key: str) -> bool:
        return key in self.of and key not in self.unsure

    def same(self, key: str, value: str, compare: str = "==") -> str:
        """Whether the value is what the key is bound to, which it binds where nothing has."""
        if self.sure(key):
            return f"{value} {compare} {self.of[key]}"
        variable = self.of.get(key) or self.new(key, sure=False)
        return f"({variable} := {value} if {variable} is None else {variable}) {compare} {value}"

    def told(self) -> str:
        """All that is bound, as an expression for the judge."""
        return "{" + ", ".join(self._told(key) for key in self.of if "{" not in key) + "}"

    def _told(self, key: str) -> str:
        variable, quoted = self.of[key], self.quoted(key)
        if key not in self.stretched:
            return f"{quoted}: {variable}"
        if key.startswith("dim "):
            return f"{quoted}: None if {variable} == 1 else {variable}"
        return f"{quoted.replace('run', 'stretched', 1)}: {variable}"

    def quoted(self, key: str) -> str:
        """The key of a name as the text has it."""
        kind, _, name = key.partition(" ")
        return f"'{kind} {self.names.mark(name)}'"

    # --- dims

    def pins(self, axes: Iterable[Axis], run: AxisRun | None = None) -> bool:
        """Whether sizes so declared tell more of a name of which only what broadcasts to it is known."""
        names = {f"dim {name}" for axis in axes for name in _exactly(axis)}
        names |= {f"run {run.name}"} if run is not None else set()
        return not names.isdisjoint(self.stretched - self.judged)

    def knows(self, dim: Dim) -> bool:
        """Whether every name of the dim is surely bound."""
        return all(self.sure(f"dim {name}") for name in dim.names)

    def safe(self, dim: Dim) -> bool:
        """Whether the dim can be computed: all its names are known, and it divides by numbers only."""
        return self.knows(dim) and not any(divisors(dim))

    def safe_but(self, dim: Dim, name: str) -> bool:
        """Whether the dim could be computed if this name were known, too."""
        return all(self.sure(f"dim {one}") for one in dim.names - {name}) and not any(divisors(dim))

    def size(self, dim: Dim) -> str:
        return expression(dim, lambda name: self.of[f"dim {name}"])

    def is_shape(self, shape: str, pattern: Pattern) -> str | None:
        """Whether this value is the declared shape, compared at once; None where not every size of it is known."""
        if pattern.notation in self.shapes:
            return f"{shape} == {self.shapes[pattern.notation]}"
        if pattern.run is not None or not all(map(self._is_known, pattern.left)):
            return None
        sizes = [self.size(axis.dim) for axis in pattern.left if isinstance(axis.dim, Dim)]
        return f"{shape} == ({', '.join(sizes)}{',' if len(sizes) == 1 else ''})"

    def _is_known(self, axis: Axis) -> bool:
        return isinstance(axis.dim, Dim) and not axis.broadcastable and self.safe(axis.dim)

    def is_size(self, value: str, axis: Axis) -> str | None:
        """Whether this value is the size that the axis declares; None where any size is; raises Unplanned."""
        dim = axis.dim
        if isinstance(dim, Unknown):
            return None
        test = self.same(f"dim {dim.name}", value) if dim.name else self._equals(value, dim)
        return f"({value} == 1 or {test})" if axis.broadcastable else test

    def _equals(self, value: str, dim: Dim) -> str:
        if any(f"dim {name}" not in self.of for name in dim.names):
            raise Unplanned(dim.notation)
        unsure = [f"{self.of[f'dim {n}']} is not None" for n in sorted(dim.names) if f"dim {n}" in self.unsure]
        nonzero = [f"({self.size(divisor)}) != 0" for divisor in divisors(dim)]
        return " and ".join([*unsure, *nonzero, f"{value} == {self.size(dim)}"])

    # --- dtypes and devices

    def dtype(self, value: str, hint: TensorHint) -> list[str]:
        """The tests that this variable's tensor has the declared dtype."""
        dtype = f"{value}.dtype"
        if is_array_class(hint.kind):
            return [test for test in [self._array_dtype(dtype, hint)] if test]
        tests = [dtype_test(dtype, hint.dtype, self.names)]
        if isinstance(hint.dtype, Var):
            tests.append(self.same(f"dtype {hint.dtype.name}", dtype, "is"))
        return [test for test in tests if test]

    def _array_dtype(self, dtype: str, hint: TensorHint) -> str | None:
        if isinstance(hint.dtype, Var):  # which torch's dtypes bind
            raise Unplanned(hint.notation)
        allowed = array_dtypes(hint.dtype)
        return None if allowed is None else f"{dtype} in {self.names.constant('array_dtypes', allowed)}"

    def device(self, value: str, hint: TensorHint) -> list[str]:
        """The tests that this variable's tensor is on the declared device, and on the devices of a mesh as declared."""
        tests = [device_test(value, hint.device, self.names), placement_test(value, hint.placements, self.names)]
        if isinstance(hint.device, Var):
            tests.append(self.same(f"device {hint.device.name}", f"{value}.device"))
        return [test for test in tests if test]


def _exactly(axis: Axis) -> frozenset[str]:
    """The names that the axis says something exact of: of `n`, `#n` does not."""
    if not isinstance(axis.dim, Dim) or (axis.broadcastable and axis.dim.name):
        return frozenset()
    return axis.dim.names
