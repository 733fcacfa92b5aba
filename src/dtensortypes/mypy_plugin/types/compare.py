"""Declared types against found ones: every tensor in them, however deep in containers, is compared by the core."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from mypy.types import AnyType, Instance, NoneType, ProperType, TupleType, Type, TypedDictType, TypeVarType, UnionType

from dtensortypes.core.algebra.accept import accepts_device, accepts_dtype
from dtensortypes.core.algebra.rename import seen_from
from dtensortypes.core.algebra.unify import NO_BINDINGS, Bindings, Declared, Mismatch, unify
from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.device import Device, DeviceFact
from dtensortypes.core.facts.dtype import DType, DTypeFact
from dtensortypes.core.facts.pattern import UNKNOWN_PATTERN, Pattern
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Problem, Refused, bound_already, unknown, wrong_device, wrong_dtype
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.facts_of import (
    arguments_as,
    device_fact,
    dtype_fact,
    is_a,
    pattern_fact,
    plain,
)
from dtensortypes.mypy_plugin.types.value_of import of_type

F = TypeVar("F", DTypeFact, DeviceFact)


@dataclass(frozen=True, slots=True)
class Pair:
    """One tensor: its declaration, what was found, and the path to it, `batch[0]`."""

    path: str
    dtype: DTypeFact
    device: DeviceFact
    pattern: Pattern
    found: TensorFact

    @property
    def shape(self) -> str:
        """The declared shape as messages quote it; nothing where any shape will do."""
        return "" if self.pattern == UNKNOWN_PATTERN else self.pattern.notation


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the comparison of all tensors of a call says."""

    problems: tuple[tuple[str, Problem], ...] = ()
    bindings: Bindings = NO_BINDINGS


def compare(declared: list[tuple[str, Type, Type]], own: Container[str], bindings: Bindings = NO_BINDINGS) -> Verdict:
    """The verdict on pairs of declared and found types, each with the name it goes by.

    `own` are the names of dims in the signature of the function that the found types stand in.
    """
    found = [pair for path, want, have in declared for pair in _pairs(path, want, have)]
    pairs = [replace(pair, found=cast("TensorFact", seen_from(pair.found, own))) for pair in found]
    problems = [*_unknown(pairs), *_devices(pairs), *_dtypes(pairs)]
    for pair in pairs:
        try:
            bindings = unify([Declared(pair.pattern, pair.found.shape, pair.path)], bindings)
        except Mismatch as mismatch:
            problems.append((pair.path, mismatch.problem))
    order = {pair.path: i for i, pair in enumerate(pairs)}
    return Verdict(tuple(sorted(problems, key=lambda said: order[said[0]])), bindings)


def has_tensor(type_: Type) -> bool:
    """Whether a tensor occurs in the type."""
    return _has(type_, names.TENSOR)


def has_module(type_: Type) -> bool:
    """Whether a module occurs in the type."""
    return _has(type_, names.MODULE)


def has_value(type_: Type) -> bool:
    """Whether a dtype or a device occurs in the type."""
    return _has(type_, names.DTYPE) or _has(type_, names.DEVICE)


def has_array(type_: Type) -> bool:
    """Whether a numpy array occurs in the type."""
    return _has(type_, names.NDARRAY)


def _has(type_: Type, base: str) -> bool:
    proper = type_ if isinstance(type_, ProperType) else plain(type_)
    inner: Sequence[Type] = ()
    if isinstance(proper, Instance):
        if proper.type.has_base(base):
            return True
        inner = proper.args
    elif isinstance(proper, (UnionType, TupleType)):  # a union would be made anew for each type
        inner = proper.items
    elif isinstance(proper, TypeVarType):
        inner = (proper.upper_bound,)
    for one in inner:  # noqa: SIM110 - asked for nearly every expression
        if _has(one, base):
            return True
    return False


def says_something(type_: Type) -> bool:
    """Whether a dtype, device or shape of a tensor is known in the type."""
    proper = plain(type_)
    match proper:
        case UnionType(items=items) | TupleType(items=items):
            return any(map(says_something, items))
        case TypedDictType(items=items):
            return any(map(says_something, items.values()))
        case Instance(args=args) if is_a(proper, names.TENSOR):
            return not all(isinstance(plain(arg), AnyType) for arg in args)
        case Instance(args=args):
            return any(map(says_something, args))
    return False


def _pairs(path: str, declared: Type, found: Type) -> Iterator[Pair]:
    want, have = plain(declared), plain(found)
    if isinstance(have, UnionType):
        have = _only_tensor(have)
    match want:
        case UnionType():
            choice = _only_tensor(want)
            if not isinstance(choice, UnionType):
                yield from _pairs(path, choice, have)
        case TupleType(items=items):
            yield from _tuple_pairs(path, items, have)
        case Instance() if is_a(want, names.TENSOR):
            fact = of_type(have)
            arguments = arguments_as(want, names.TENSOR)
            if isinstance(fact, TensorFact) and len(arguments) == 3:
                dtype, device, shape = arguments
                yield Pair(path, dtype_fact(dtype), device_fact(device), pattern_fact(shape), fact)
        case Instance(args=(*_, item)) if isinstance(have, TupleType) and want.type.has_base("typing.Iterable"):
            for i, value in enumerate(have.items):
                yield from _pairs(f"{path}[{i}]", item, value)
        case Instance() if want.args and isinstance(have, Instance) and have.type.has_base(want.type.fullname):
            for inner, value in zip(want.args, arguments_as(have, want.type.fullname), strict=True):
                yield from _pairs(f"{path}[...]", inner, value)


def _tuple_pairs(path: str, declared: list[Type], found: ProperType) -> Iterator[Pair]:
    if isinstance(found, TupleType) and len(found.items) == len(declared):
        for i, (inner, value) in enumerate(zip(declared, found.items, strict=True)):
            yield from _pairs(f"{path}[{i}]", inner, value)


def _only_tensor(union: UnionType) -> ProperType:
    """The one member that is not None; the union itself where there are more."""
    members = [plain(item) for item in union.items]
    rest = [member for member in members if not isinstance(member, NoneType)]
    return rest[0] if len(rest) == 1 else union


def _unknown(pairs: list[Pair]) -> Iterator[tuple[str, Problem]]:
    """What is declared of a tensor but not known of the one that is found."""
    for pair in pairs:
        words = [
            word
            for word, declared, found in (
                ("dtype", pair.dtype, pair.found.dtype),
                ("device", pair.device, pair.found.device),
            )
            if declared is not UNKNOWN and found is UNKNOWN
        ]
        if pair.pattern != UNKNOWN_PATTERN and pair.found.shape == UNKNOWN_SHAPE:
            words.append("shape")
        if words:
            yield pair.path, unknown(words, TensorFact(pair.dtype, pair.device).notation, pair.shape)


def _dtypes(pairs: list[Pair]) -> Iterator[tuple[str, Problem]]:
    return _wrong(pairs, accepts_dtype, wrong_dtype, lambda pair: (pair.dtype, pair.found.dtype))


def _devices(pairs: list[Pair]) -> Iterator[tuple[str, Problem]]:
    return _wrong(pairs, accepts_device, wrong_device, lambda pair: (pair.device, pair.found.device))


def _wrong(
    pairs: list[Pair],
    accepts: Callable[[F, F], None],
    problem: Callable[[F, F, str, str], Problem],
    facts: Callable[[Pair], tuple[F, F]],
) -> Iterator[tuple[str, Problem]]:
    """The tensors whose dtype (or device) is not the declared one, or not that of another of the same variable."""
    bound: dict[str, tuple[F, str]] = {}
    for pair in pairs:
        declared, found = facts(pair)
        if _refused(accepts, declared, found):
            yield pair.path, problem(found, declared, pair.shape, "")
        elif isinstance(declared, Var) and isinstance(found, DType | Device):
            first, where = bound.setdefault(declared.name, (found, pair.path))
            if _refused(accepts, first, found):
                yield pair.path, problem(found, declared, pair.shape, bound_already(declared.name, first, where))


def _refused(accepts: Callable[[F, F], None], declared: F, found: F) -> bool:
    try:
        accepts(declared, found)
    except Refused:
        return True
    return False
