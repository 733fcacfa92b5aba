"""From hints to the steps that show a call to be right, in one straight line where that can be done.

The steps have to be sure only when they say yes: whatever they don't see through is left to the slow judge. So a name
may be bound to any size under which all is well, and a hint that is seldom met need not be planned at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beartype.door import is_bearable

from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.pattern import Pattern
from dtensortypes.runtime.conditions import tensor_test
from dtensortypes.runtime.matching import CONF
from dtensortypes.runtime.nodes import Either, Entries, Fixed, Items, Node, Plain, TensorHint
from dtensortypes.runtime.plan import Do, Each, Must, Step
from dtensortypes.runtime.reading import tensors
from dtensortypes.runtime.references import root, source
from dtensortypes.runtime.shaping import Shaping, middle
from dtensortypes.runtime.variables import Unplanned, Variables


class Planner:
    """Plans for one wrapper: the arguments, then the return value, with the variables that the arguments bound."""

    def __init__(self, variables: Variables) -> None:
        self.variables = variables
        self.names = variables.names

    def plan(self, values: Sequence[tuple[str, Node]]) -> list[Step]:
        """The steps for these variables; raises Unplanned."""
        shaping = Shaping(self.variables)
        steps: list[Step] = [Do(line) for line in self._references(values)]
        unpacked: list[Step] = []
        leaves = [leaf for value, node in values for leaf in self._leaves(value, node, unpacked)]
        steps += unpacked
        for value, node in leaves:
            if isinstance(node, TensorHint):
                steps += self._tensor(value, node, shaping)
        steps += shaping.solved()
        before = set(self.variables.of)
        rest = [
            step for value, node in leaves if not isinstance(node, TensorHint) for step in self._perhaps(value, node)
        ]
        news = [self.variables.of[key] for key in self.variables.of if key not in before]
        return [*(Do(f"{name} = None") for name in news), *steps, *rest]

    def _references(self, values: Sequence[tuple[str, Node]]) -> Iterator[str]:
        """`{self.dim}`, read anew for the arguments and for the return value."""
        hints = [hint for _, node in values for hint in tensors(node)]
        for name in sorted({name for hint in hints for name in hint.pattern.names if name.startswith("{")}):
            key = f"dim {name}"
            variable = self.variables.of.get(key) or self.variables.new(key)
            yield f"{variable} = {source(name, root(name))}"

    def _leaves(self, value: str, node: Node, steps: list[Step]) -> Iterator[tuple[str, Node]]:
        """The value itself, or the items of a tuple of so many."""
        if not isinstance(node, Fixed):
            yield value, node
            return
        items = [self.names.variable(f"{value}_{i}") for i in range(len(node.items))]
        steps += self._unpacked(value, items)
        for item, inner in zip(items, node.items, strict=True):
            yield from self._leaves(item, inner, steps)

    def _unpacked(self, value: str, items: list[str]) -> Iterator[Step]:
        yield Must(f"{self._is(value, tuple)} and {self.names.constant('len', len)}({value}) == {len(items)}")
        if items:
            yield Do(f"{', '.join(items)}{',' if len(items) == 1 else ''} = {value}")

    def _is(self, value: str, kind: type) -> str:
        name = self.names.constant(kind.__name__, kind)
        return f"{self.names.constant('isinstance', isinstance)}({value}, {name})"

    # --- what is surely there

    def _tensor(self, value: str, hint: TensorHint, shaping: Shaping) -> Iterator[Step]:
        yield Must(tensor_test(value, self.names))
        for fact, kind in ((hint.dtype, "dtype "), (hint.device, "device ")):
            if isinstance(fact, Var) and kind + fact.name not in self.variables.of:
                yield Do(f"{self.variables.new(kind + fact.name)} = {value}.{kind}".rstrip())
        yield from map(Must, [*self.variables.dtype(value, hint), *self.variables.device(value, hint)])
        yield from shaping.shape(value, hint.pattern)

    # --- what may not be there, or be there more than once

    def _perhaps(self, value: str, node: Node) -> Iterator[Step]:
        match node:
            case TensorHint():
                yield from map(Must, self._tests(value, node))
            case Plain():
                yield Must(self._plain(value, node))
            case Either(members=members):
                yield Must(f"({' or '.join(self._alternatives(value, members))})")
            case Items(kind=kind, item=item):
                yield Must(self._is(value, kind))
                yield self._each(value, "", [(f"{value}_item", item)])
            case Entries(kind=kind, key=key, value=entry):
                yield Must(self._is(value, kind))
                yield self._each(value, ".items()", [(f"{value}_key", key), (f"{value}_item", entry)])
            case Fixed(items=items):
                parts = [self.names.variable(f"{value}_{i}") for i in range(len(items))]
                yield from self._unpacked(value, parts)
                for part, inner in zip(parts, items, strict=True):
                    yield from self._perhaps(part, inner)

    def _each(self, value: str, method: str, parts: list[tuple[str, Node]]) -> Each:
        targets = [(self.names.variable(wish), node) for wish, node in parts]
        body = tuple(step for target, node in targets for step in self._perhaps(target, node))
        return Each(f"for {', '.join(target for target, _ in targets)} in {value}{method}:", body)

    def _alternatives(self, value: str, members: tuple[Node, ...]) -> list[str]:
        """The tests of a union, the simplest first."""
        tests = []
        for member in members:
            match member:
                case TensorHint():
                    tests.append(f"({' and '.join(self._tests(value, member))})")
                case Plain():
                    tests.append(self._plain(value, member))
                case _:
                    raise Unplanned(member.notation)
        return sorted(tests, key=len)

    def _tests(self, value: str, hint: TensorHint) -> list[str]:
        tests = [tensor_test(value, self.names), *self.variables.dtype(value, hint)]
        return [*tests, *self.variables.device(value, hint), *self._shape_tests(value, hint.pattern)]

    def _shape_tests(self, value: str, pattern: Pattern) -> Iterator[str]:
        run, least = pattern.run, len(pattern.axes)
        if run is not None and run.broadcastable:
            raise Unplanned(run.notation)
        if run is not None and run.name is None and not least:
            return
        shape = self.names.variable(f"{value}_shape")
        compare = "==" if run is None else ">="
        yield f"{self.names.constant('len', len)}({shape} := {value}.shape) {compare} {least}"
        places = [*enumerate(pattern.left), *((i - len(pattern.right), axis) for i, axis in enumerate(pattern.right))]
        yield from filter(None, (self.variables.is_size(f"{shape}[{place}]", axis) for place, axis in places))
        if run is not None and run.name is not None:
            yield self.variables.same(f"run {run.name}", middle(shape, pattern))

    def _plain(self, value: str, node: Plain) -> str:
        match node.hint:
            case None | type() if node.hint in {None, type(None)}:
                return f"{value} is None"
            case type() as kind if type(kind) is type:
                return self._is(value, kind)
        hint, conf = self.names.constant("hint", node.hint), self.names.constant("conf", CONF)
        return f"{self.names.constant('is_bearable', is_bearable)}({value}, {hint}, conf={conf})"
