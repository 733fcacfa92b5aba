"""Dims: integer polynomials in named sizes, in a normal form, so that equal sizes are equal values.

A dim is a sum of products: `2*b*n+1` is `{b*n: 2, 1: 1}`. What is not a polynomial (a floor division, a remainder,
a minimum) is an atom of its own, in normal form inside. A name stands for a size that is never 1, and two names of
one signature stand for two sizes: on these two promises rests what `differ` can prove.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Final, TypeAlias

from dtensortypes.core.facts.unknown import UNKNOWN, Unknown


@dataclass(frozen=True, slots=True)
class Applied:
    """A function of dims that is no polynomial: `//`, `%`, `min` or `max`."""

    function: str
    arguments: tuple[Dim, Dim]

    @property
    def notation(self) -> str:
        left, right = self.arguments
        if self.function in {"min", "max"}:
            return f"{self.function}({left.notation},{right.notation})"
        return f"{_wrapped(left)}{self.function}{_wrapped(right)}"


FOREIGN: Final = "~"
"""What marks a name that belongs to another signature than the one that is looked at."""

Atom: TypeAlias = str | Applied
Product: TypeAlias = tuple[Atom, ...]
"""A product of atoms, sorted; the empty product is 1."""


def _spelled(atom: Atom) -> str:
    return atom if isinstance(atom, str) else atom.notation


def _wrapped(dim: Dim) -> str:
    simple = dim.constant is not None or (dim.name is not None)
    return dim.notation if simple else f"({dim.notation})"


def _factor(atom: Atom) -> str:
    return f"({atom.notation})" if isinstance(atom, Applied) and atom.function in {"//", "%"} else _spelled(atom)


def _ordered(atoms: Iterable[Atom]) -> Product:
    return tuple(sorted(atoms, key=_spelled))


@dataclass(frozen=True, slots=True)
class Dim:
    """A size as a sum of `coefficient * product` terms, sorted, without zero coefficients."""

    terms: tuple[tuple[Product, int], ...]

    @staticmethod
    def of(value: int | str) -> Dim:
        """The dim of a number, or of a name."""
        if not isinstance(value, int):
            return Dim((((value,), 1),))
        return Dim((((), value),) if value else ())

    @property
    def constant(self) -> int | None:
        """The number this dim is, if it is one."""
        if not self.terms:
            return 0
        product, coefficient = self.terms[0]
        return coefficient if len(self.terms) == 1 and not product else None

    @property
    def name(self) -> str | None:
        """The name this dim is, if it is nothing but a name."""
        match self.terms:
            case (((str(name),), 1),):
                return name
            case _:
                return None

    @property
    def atoms(self) -> frozenset[Atom]:
        return frozenset(atom for product, _ in self.terms for atom in product)

    @property
    def names(self) -> frozenset[str]:
        """Every name that occurs, inside divisions too."""
        names: set[str] = set()
        for product, _ in self.terms:
            for atom in product:
                if isinstance(atom, str):
                    names.add(atom)
                else:
                    names.update(*(argument.names for argument in atom.arguments))
        return frozenset(names)

    @property
    def notation(self) -> str:
        if not self.terms:
            return "0"
        return "".join(_term(product, factor, first=i == 0) for i, (product, factor) in enumerate(self.terms))

    def __str__(self) -> str:
        return self.notation

    def __add__(self, other: Dim | int) -> Dim:
        terms = _dim(other).terms
        if not terms:
            return self
        total = dict(self.terms)
        for product, coefficient in terms:
            total[product] = total.get(product, 0) + coefficient
        return _collected(total)

    def __neg__(self) -> Dim:
        return Dim(tuple((product, -coefficient) for product, coefficient in self.terms))

    def __sub__(self, other: Dim | int) -> Dim:
        return self + -_dim(other)

    def __mul__(self, other: Dim | int) -> Dim:
        size, factor = self.constant, _dim(other).constant
        if size is not None and factor is not None:
            return Dim.of(size * factor)
        total: Counter[Product] = Counter()
        for product, coefficient in self.terms:
            for product2, coefficient2 in _dim(other).terms:
                total[_ordered(product + product2)] += coefficient * coefficient2
        return _collected(total)

    def __floordiv__(self, other: Dim | int) -> Dim:
        """The quotient rounded down; exact parts are divided out: `(4*n+3)//2` is `2*n+1`.

        Raises ZeroDivisionError for a divisor of 0.
        """
        divisor = _dim(other)
        if divisor.constant == 0:
            msg = f"{self.notation} divided by 0"
            raise ZeroDivisionError(msg)
        if shared := _shared(self, divisor):
            return _reduced(self, shared) // _reduced(divisor, shared)
        exact, rest = _divided(self, divisor)
        if rest.constant is not None and divisor.constant is not None:
            return exact + rest.constant // divisor.constant
        if not rest.terms:
            return exact
        return exact + _collected({(Applied("//", (rest, divisor)),): 1})

    def __mod__(self, other: Dim | int) -> Dim:
        """The remainder of the floor division; raises ZeroDivisionError for a divisor of 0."""
        divisor = _dim(other)
        if divisor.constant == 0:
            msg = f"{self.notation} modulo 0"
            raise ZeroDivisionError(msg)
        if shared := _shared(self, divisor):
            return _reduced(self, shared) % _reduced(divisor, shared) * _collected({_ordered(shared.elements()): 1})
        _, rest = _divided(self, divisor)
        if rest.constant is not None and divisor.constant is not None:
            return Dim.of(rest.constant % divisor.constant)
        return rest if not rest.terms else _collected({(Applied("%", (rest, divisor)),): 1})

    def substitute(self, sizes: Mapping[str, Dim | Unknown]) -> Dim | Unknown:
        """This dim with names replaced by sizes; UNKNOWN as soon as one of them is."""
        name = self.name
        if name is not None:
            return sizes.get(name, self)
        total: Dim | Unknown = Dim(())
        for product, coefficient in self.terms:
            term: Dim | Unknown = Dim.of(coefficient)
            for atom in product:
                value = _replaced(atom, sizes)
                if isinstance(value, Unknown) or isinstance(term, Unknown):
                    return UNKNOWN
                term = term * value
            if isinstance(term, Unknown) or isinstance(total, Unknown):
                return UNKNOWN
            total = total + term
        return total


DimFact: TypeAlias = Dim | Unknown


def applied(function: str, left: Dim, right: Dim) -> Dim:
    """`left // right`, `left % right`, `min(left, right)` or `max(left, right)` in normal form."""
    if function == "//":
        return left // right
    if function == "%":
        return left % right
    gap = (left - right).constant
    if gap is not None:
        return left if (gap <= 0) == (function == "min") else right
    low, high = sorted((left, right), key=lambda d: d.notation)
    return _collected({(Applied(function, (low, high)),): 1})


def differ(left: Dim, right: Dim) -> bool:
    """Whether the two sizes are proved to be different."""
    return left.terms != right.terms and _are_apart(left, right)


@lru_cache(maxsize=4096)
def _are_apart(left: Dim, right: Dim) -> bool:
    gap = left - right
    if gap.constant is not None:
        return gap.constant != 0
    gap = _primitive(gap)
    if any(not _is_name(atom) for atom in gap.atoms):
        return False
    match gap.terms:
        case (((_,), 1), ((_,), -1)) | (((_,), -1), ((_,), 1)):
            return True
    # Names are sizes of at least 2 here: with name = 2 + rest, a sum of one sign, constant included, is never 0.
    shifted = gap.substitute({name: Dim.of(name) + 2 for name in gap.names})
    if isinstance(shifted, Unknown):
        return False
    constant = dict(shifted.terms).get((), 0)
    return constant != 0 and all((coefficient > 0) == (constant > 0) for _, coefficient in shifted.terms)


def _is_name(atom: Atom) -> bool:
    """Whether the promises for names hold of the atom.

    `{self.dim}` is an argument's value, and a foreign name another signature's: both may be anything.
    """
    return isinstance(atom, str) and atom[0] not in {"{", FOREIGN}


def _dim(value: Dim | int) -> Dim:
    return value if isinstance(value, Dim) else Dim.of(value)


def _collected(total: Mapping[Product, int]) -> Dim:
    # Constants last, longer products first: `b*n+2*b+1`.
    kept = [(product, coefficient) for product, coefficient in total.items() if coefficient]
    if len(kept) < 2:
        return Dim(tuple(kept))
    return Dim(tuple(sorted(kept, key=lambda t: (-len(t[0]), [_spelled(a) for a in t[0]]))))


def _term(product: Product, coefficient: int, *, first: bool) -> str:
    sign = "-" if coefficient < 0 else ("" if first else "+")
    size = abs(coefficient)
    if size == 1 and len(product) == 1 and first and not sign:
        return _spelled(product[0])
    factors = [_factor(atom) for atom in product]  # once: an atom spells all that is inside of it
    return sign + "*".join(factors if size == 1 and factors else [str(size), *factors])


def _divided(dim: Dim, divisor: Dim) -> tuple[Dim, Dim]:
    """Split into the part that the divisor divides exactly, and the rest."""
    if len(divisor.terms) != 1:
        exact = dim.terms != () and dim == divisor
        return (Dim.of(1), Dim(())) if exact else (Dim(()), dim)
    ((by, factor),) = divisor.terms
    exact_terms: dict[Product, int] = {}
    rest: dict[Product, int] = {}
    for product, coefficient in dim.terms:
        left = Counter(product)
        left.subtract(Counter(by))
        if coefficient % factor == 0 and min(left.values(), default=0) >= 0:
            exact_terms[_ordered(left.elements())] = coefficient // factor
        else:
            rest[product] = coefficient
    return _collected(exact_terms), _collected(rest)


def _replaced(atom: Atom, sizes: Mapping[str, Dim | Unknown]) -> Dim | Unknown:
    if isinstance(atom, str):
        return sizes.get(atom, Dim.of(atom))
    left, right = (argument.substitute(sizes) for argument in atom.arguments)
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return UNKNOWN
    return UNKNOWN if atom.function in {"//", "%"} and right.constant == 0 else applied(atom.function, left, right)


def _primitive(dim: Dim) -> Dim:
    """The dim without the names that every term shares, which no empty size makes 0."""
    return _reduced(dim, _shared(dim))


def _shared(*dims: Dim) -> Counter[Atom]:
    """The names that every term of all these dims has as factors."""
    products = [Counter(product) for dim in dims for product, _ in dim.terms]
    common = reduce(lambda a, b: a & b, products) if products and all(dim.terms for dim in dims) else Counter[Atom]()
    return Counter({atom: count for atom, count in common.items() if _is_name(atom)})


def _reduced(dim: Dim, shared: Counter[Atom]) -> Dim:
    """The dim with these factors divided out of every term."""
    return _collected({_ordered((Counter(product) - shared).elements()): c for product, c in dim.terms})
