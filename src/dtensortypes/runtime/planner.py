"""From hints to the steps that show a call to be right, in one straight line where that can be done.

The steps have to be sure only when they say yes: whatever they don't see through is left to the slow judge. So a name
may be bound to any size under which all is well, and a hint that is seldom met need not be planned at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Final

import torch

from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.pattern import Pattern
from dtensortypes.runtime.asking import whole
from dtensortypes.runtime.conditions import tensor_test
from dtensortypes.runtime.nodes import Again, Either, Entries, Fields, Fixed, Items, Keys, Node, Own, Plain, TensorHint
from dtensortypes.runtime.own import settles
from dtensortypes.runtime.plan import Do, Each, Must, Step
from dtensortypes.runtime.reading import tensors
from dtensortypes.runtime.references import root, source
from dtensortypes.runtime.settings import configuration
from dtensortypes.runtime.shaping import Shaping, middle
from dtensortypes.runtime.unions import apart
from dtensortypes.runtime.variables import Unplanned, Variables

_SIMPLE = TensorHint | Plain | Own
"""Hints that one expression tests."""


class Planner:
    """Plans for one wrapper: the arguments, then the return value, with the variables that the arguments bound."""

    def __init__(self, variables: Variables) -> None:
        self.variables = variables
        self.names = variables.names

    def plan(self, values: Sequence[tuple[str, Node]]) -> list[Step]:
        """The steps for these variables; raises Unplanned."""
        shaping = Shaping(self.variables)
        self.variables.judged = set(self.variables.stretched)
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
            yield f"{variable} = {source(name, self.names.spelled(root(name)))}"

    def _leaves(self, value: str, node: Node, steps: list[Step]) -> Iterator[tuple[str, Node]]:
        """The value itself, or the parts of one that surely has so many."""
        match node:
            case Fixed(items=items):
                parts = [(self.names.part(f"{value}_{i}"), item) for i, item in enumerate(items)]
                steps += self._unpacked(value, [part for part, _ in parts])
            case Fields():
                parts = [(self._field(value, name), inner) for name, inner in _sure_fields(node)]
                steps += self._opened(value, node, [part for part, _ in parts])
                if _unsure_fields(node):
                    yield value, replace(node, fields=tuple(_unsure_fields(node)), keys=Keys(frozenset()))
            case _:
                yield value, node
                return
        for part, inner in parts:
            yield from self._leaves(part, inner, steps)

    def _unpacked(self, value: str, items: list[str]) -> Iterator[Step]:
        yield Must(self._is_tuple(value, len(items)))
        if items:
            yield Do(f"{', '.join(items)}{',' if len(items) == 1 else ''} = {value}")

    def _field(self, value: str, name: str) -> str:
        """The variable for a field; a key may be any text."""
        return self.names.part(f"{value}_{name}" if name.isidentifier() else f"{value}_field")

    def _opened(self, value: str, node: Fields, parts: list[str]) -> Iterator[Step]:
        """The fields that are surely there, read; where one is missing, the read fails."""
        yield Must(self._holds(value, node))
        for part, (name, _) in zip(parts, _sure_fields(node), strict=True):
            yield Do(f"{part} = {value}.{name}" if node.keys is None else f"{part} = {value}[{name!r}]")

    def _is(self, value: str, kind: type) -> str:
        name = self.names.constant(kind.__name__, kind)
        return f"{self.names.constant('isinstance', isinstance)}({value}, {name})"

    def _contains(self, value: str, kind: type) -> str:
        """Whether it is such a container; a tensor is no collection of its rows."""
        if issubclass(torch.Tensor, kind):
            return f"({self._is(value, kind)} and not {self._is(value, torch.Tensor)})"
        return self._is(value, kind)

    def _is_tuple(self, value: str, count: int) -> str:
        return f"{self._is(value, tuple)} and {self.names.constant('len', len)}({value}) == {count}"

    def _holds(self, value: str, node: Fields) -> str:
        """Whether the object is of the class; of a TypedDict, whether the keys that are not read are there, too."""
        keys = node.keys
        if keys is None:
            return self._is(value, node.kind)
        unread = sorted(keys.required - {name for name, _ in node.fields})
        tests = [self._is(value, dict), *(f"{name!r} in {value}" for name in unread)]
        if keys.closed is not None:
            tests.append(f"{value}.keys() <= {self.names.constant('keys', keys.closed)}")
        return " and ".join(tests)

    # --- what is surely there

    def _tensor(self, value: str, hint: TensorHint, shaping: Shaping) -> Iterator[Step]:
        yield Must(tensor_test(value, self.names, hint.kind))
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
            case Own():
                yield Must(self._own(value, node))
            case Either(members=members):
                yield from self._either(value, members)
            case Items(kind=kind):
                yield Must(self._contains(value, kind))
                yield self._each(value, node)
            case Entries(kind=kind):
                yield Must(self._is(value, kind))
                yield self._each(value, node)
            case Fixed(items=items):
                parts = [self.names.part(f"{value}_{i}") for i in range(len(items))]
                yield from self._unpacked(value, parts)
                for part, inner in zip(parts, items, strict=True):
                    yield from self._perhaps(part, inner)
            case Fields():
                parts = [self._field(value, name) for name, _ in _sure_fields(node)]
                yield from self._opened(value, node, parts)
                for part, (_, inner) in zip(parts, _sure_fields(node), strict=True):
                    yield from self._perhaps(part, inner)
                for name, inner in _unsure_fields(node):
                    part = self._field(value, name)
                    head = f"for {part} in (({value}[{name!r}],) if {name!r} in {value} else ()):"
                    yield Each(head, tuple(self._perhaps(part, inner)))
            case Again():
                raise Unplanned(node.notation)

    def _each(self, value: str, node: Items | Entries, given: str | None = None) -> Each:
        """The loop over a container, or over what is given in its place."""
        if isinstance(node, Items):
            targets = [(self.names.part(f"{value}_item"), node.item)]
            given = given or self._items(value, node)
        else:
            names = self.names.part(f"{value}_key"), self.names.part(f"{value}_item")
            targets = list(zip(names, (node.key, node.value), strict=True))
            given = given or self._items(value, node)
        body = tuple(step for target, inner in targets for step in self._perhaps(target, inner))
        return Each(f"for {', '.join(target for target, _ in targets)} in {given}:", body)

    def _items(self, value: str, node: Items | Entries) -> str:
        """What the loop goes over: a container of Python's own itself, of any other no more than its length."""
        items = value if isinstance(node, Items) else f"{value}.items()"
        type_, all_of = self.names.constant(type.__name__, type), self.names.constant("whole", whole)
        own = [self.names.constant(kind.__name__, kind) for kind in _OWN[type(node)] if issubclass(kind, node.kind)]
        exact = [f"{type_}({value}) is {kind}" for kind in own]
        bounded = f"{all_of}({items}, {value})"
        return f"({items} if {' or '.join(exact)} else {bounded})" if exact else bounded

    def _either(self, value: str, members: tuple[Node, ...]) -> Iterator[Step]:
        """That the value is one of the members, and all that is in it, if that one is a container."""
        simple = tuple(member for member in members if isinstance(member, _SIMPLE))
        structured = [(self._guard(value, member), member) for member in members if not isinstance(member, _SIMPLE)]
        yield Must(f"({' or '.join([*self._alternatives(value, simple), *(guard for guard, _ in structured)])})")
        for guard, member in structured:
            if isinstance(member, Items | Entries):
                yield self._each(value, member, f"({self._items(value, member)} if {guard} else ())")
            else:
                one = self.names.part(f"{value}_one")
                yield Each(f"for {one} in (({value},) if {guard} else ()):", tuple(self._perhaps(one, member)))

    def _guard(self, value: str, node: Node) -> str:
        """Whether the value is such a container, whatever is in it."""
        match node:
            case Items(kind=kind) | Entries(kind=kind):
                return self._contains(value, kind)
            case Fixed(items=items):
                return f"({self._is_tuple(value, len(items))})"
            case Fields(keys=keys, kind=kind):
                return self._is(value, kind if keys is None else dict)
        raise Unplanned(node.notation)

    def _alternatives(self, value: str, members: tuple[Node, ...]) -> list[str]:
        """The tests of a union, the simplest first; raises Unplanned where one may bind a name and then say no."""
        hints = [member for member in members if isinstance(member, TensorHint)]
        if any(self._binds(one) and not apart(one, other) for one, other in permutations(hints, 2)):
            raise Unplanned(" | ".join(hint.notation for hint in hints))
        tests = []
        for member in members:
            match member:
                case TensorHint():
                    tests.append(f"({' and '.join(self._tests(value, member))})")
                case Plain():
                    tests.append(self._plain(value, member))
                case Own():
                    tests.append(f"({self._own(value, member)})")
        return sorted(tests, key=len)

    def _binds(self, hint: TensorHint) -> bool:
        """Whether a name of the hint may have to be bound by it."""
        run, kinds = hint.pattern.run, {"dtype": hint.dtype, "device": hint.device}
        keys = [f"dim {name}" for name in hint.pattern.names] + ([f"run {run.name}"] if run and run.name else [])
        keys += [f"{kind} {fact.name}" for kind, fact in kinds.items() if isinstance(fact, Var)]
        return not all(map(self.variables.sure, keys))

    def _tests(self, value: str, hint: TensorHint) -> list[str]:
        tests = [tensor_test(value, self.names, hint.kind), *self.variables.dtype(value, hint)]
        return [*tests, *self.variables.device(value, hint), *self._shape_tests(value, hint.pattern)]

    def _shape_tests(self, value: str, pattern: Pattern) -> Iterator[str]:
        run, least = pattern.run, len(pattern.axes)
        if run is not None and run.name is None and not least:
            return
        if (run is not None and run.broadcastable) or self.variables.pins(pattern.axes, run):
            raise Unplanned(pattern.notation)
        if (test := self.variables.is_shape(f"{value}.shape", pattern)) is not None:
            yield test
            return
        shape = self.names.variable(f"{value}_shape")
        compare = "==" if run is None else ">="
        yield f"{self.names.constant('len', len)}({shape} := {value}.shape) {compare} {least}"
        places = [*enumerate(pattern.left), *((i - len(pattern.right), axis) for i, axis in enumerate(pattern.right))]
        yield from filter(None, (self.variables.is_size(f"{shape}[{place}]", axis) for place, axis in places))
        if run is not None and run.name is not None:
            yield self.variables.same(f"run {run.name}", middle(shape, pattern))

    def _own(self, value: str, node: Own) -> str:
        """Whether it is of the class around the function, if that has no tensors in its fields."""
        type_ = self.names.constant(type.__name__, type)
        settled = f"{self.names.constant('settled', settles(node))}({type_}({value}))"
        if node.first is None:
            return settled
        return f"{type_}({value}) is {type_}({self.names.spelled(node.first)}) and {settled}"

    def _plain(self, value: str, node: Plain) -> str:
        match node.hint:
            case None | type() if node.hint in {None, type(None)}:
                return f"{value} is None"
            case type() as kind if type(kind) is type and node.conf is None:  # another one may take ints for floats
                return self._is(value, kind)
        from beartype.door import is_bearable  # few hints need it, and it takes long to load

        hint, conf = self.names.constant("hint", node.hint), self.names.constant("conf", configuration(node.conf))
        return f"{self.names.constant('is_bearable', is_bearable)}({value}, {hint}, conf={conf})"


_OWN: Final = {Items: (list, tuple, set), Entries: (dict,)}


def _sure_fields(node: Fields) -> list[tuple[str, Node]]:
    """The fields that are always there."""
    return [(name, inner) for name, inner in node.fields if node.keys is None or name in node.keys.required]


def _unsure_fields(node: Fields) -> list[tuple[str, Node]]:
    """The fields that may be left out."""
    sure = _sure_fields(node)
    return [field for field in node.fields if field not in sure]
