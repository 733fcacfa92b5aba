"""Dims: integer polynomials in named sizes, in a normal form, so that equal sizes are equal values.

A dim is a sum of products: `2*b*n+1` is `{b*n: 2, 1: 1}`. What is not a polynomial (a floor division, a remainder,
a minimum) is an atom of its own, in normal form inside. A name stands for a size that is never 1, and two names of
one signature stand for two sizes: on these two promises rests what `differ` can prove.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from typing import Final, TypeAlias

from dtensortypes.core.facts.multiset import shared, without
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown


@dataclass(frozen=True)
class Applied:
    """A function of dims that is no polynomial: `//`, `%`, `min` or `max`."""

    function: str
    arguments: tuple[Dim, Dim]

    @cached_property
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
    return dim.notation if dim.constant is not None or dim.name is not None else f"({dim.notation})"


def _factor(atom: Atom) -> str:
    return f"({atom.notation})" if isinstance(atom, Applied) and atom.function in {"//", "%"} else _spelled(atom)


def _ordered(atoms: Iterable[Atom]) -> Product:
    return tuple(sorted(atoms, key=_spelled))


@dataclass(frozen=True, slots=True)
class Dim:
    """A size as a sum of `coefficient * product` terms, sorted, without zero coefficients."""

    terms: tuple[tuple[Product, int], ...]

    @staticmethod
    @lru_cache(maxsize=4096, typed=True)
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
        return None

    @property
    def atoms(self) -> frozenset[Atom]:
        return frozenset(atom for product, _ in self.terms for atom in product)

    @property
    def names(self) -> frozenset[str]:
        """Every name that occurs, inside divisions too."""
        inner = (argument.names for atom in self.atoms if isinstance(atom, Applied) for argument in atom.arguments)
        return frozenset(atom for atom in self.atoms if isinstance(atom, str)).union(*inner)

    @property
    def notation(self) -> str:
        if not self.terms:
            return "0"
        return "".join(_term(product, factor, first=i == 0) for i, (product, factor) in enumerate(self.terms))

    def __str__(self) -> str:
        return self.notation

    def __add__(self, other: Dim | int) -> Dim:
        more = _dim(other)
        if (extra := more.constant) is not None:
            return _longer(self, extra)
        if (size := self.constant) is not None:
            return _longer(more, size)
        total = dict(self.terms)
        for product, coefficient in more.terms:
            total[product] = total.get(product, 0) + coefficient
        return _collected(total)

    def __neg__(self) -> Dim:
        return _scaled(self, -1)

    def __sub__(self, other: Dim | int) -> Dim:
        return self + -_dim(other)

    def __mul__(self, other: Dim | int) -> Dim:
        by = _dim(other)
        if (factor := by.constant) is not None:
            return _scaled(self, factor)
        if (size := self.constant) is not None:
            return _scaled(by, size)
        total: dict[Product, int] = {}
        for product, coefficient in self.terms:
            for product2, coefficient2 in by.terms:
                both = _ordered(product + product2)
                total[both] = total.get(both, 0) + coefficient * coefficient2
        return _collected(total)

    def __floordiv__(self, other: Dim | int) -> Dim:
        """The quotient rounded down; exact parts are divided out: `(4*n+3)//2` is `2*n+1`.

        Raises ZeroDivisionError for a divisor of 0.
        """
        divisor = _dim(other)
        if (size := self.constant) is not None and divisor.constant is not None:
            return Dim.of(size // divisor.constant)
        if divisor.constant == 0:
            raise ZeroDivisionError(self.notation)
        if common := _shared(self, divisor):
            return _reduced(self, common) // _reduced(divisor, common)
        exact, rest = _divided(self, divisor)
        if rest.constant is not None and divisor.constant is not None:
            return exact + rest.constant // divisor.constant
        if not rest.terms:
            return exact
        return exact + _collected({(Applied("//", (rest, divisor)),): 1})

    def __mod__(self, other: Dim | int) -> Dim:
        """The remainder of the floor division; raises ZeroDivisionError for a divisor of 0."""
        divisor = _dim(other)
        if (size := self.constant) is not None and divisor.constant is not None:
            return Dim.of(size % divisor.constant)
        if divisor.constant == 0:
            raise ZeroDivisionError(self.notation)
        if common := _shared(self, divisor):
            return _reduced(self, common) % _reduced(divisor, common) * Dim(((common, 1),))
        _, rest = _divided(self, divisor)
        if rest.constant is not None and divisor.constant is not None:
            return Dim.of(rest.constant % divisor.constant)
        return rest if not rest.terms else _collected({(Applied("%", (rest, divisor)),): 1})

    def substitute(self, sizes: Mapping[str, Dim | Unknown]) -> Dim | Unknown:
        """This dim with names replaced by sizes; UNKNOWN as soon as one of them is."""
        name = self.name
        if name is not None:
            return sizes.get(name, self)
        total = Dim(())
        for product, coefficient in self.terms:
            term = Dim.of(coefficient)
            for atom in product:
                value = _replaced(atom, sizes)
                if isinstance(value, Unknown):
                    return UNKNOWN
                term = term * value
            total = total + term
        return total


DimFact: TypeAlias = Dim | Unknown


def applied(function: str, left: Dim, right: Dim) -> Dim:
    """`left // right`, `left % right`, `min(left, right)` or `max(left, right)` in normal form."""
    if function in {"//", "%"}:
        return left // right if function == "//" else left % right
    gap = (left - right).constant
    if gap is not None:
        return left if (gap <= 0) == (function == "min") else right
    low, high = sorted((left, right), key=lambda d: d.notation)
    return _collected({(Applied(function, (low, high)),): 1})


def differ(left: Dim, right: Dim) -> bool:
    """Whether the two sizes are proved to be different."""
    size, other = left.constant, right.constant
    if size is not None and other is not None:
        return size != other
    return left.terms != right.terms and _are_apart(left, right)


@lru_cache(maxsize=4096)
def _are_apart(left: Dim, right: Dim) -> bool:
    gap = left - right
    if gap.constant is not None:
        return gap.constant != 0
    gap = _reduced(gap, _shared(gap))  # which no empty size makes 0
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


def _scaled(dim: Dim, factor: int) -> Dim:
    return Dim(tuple((product, coefficient * factor) for product, coefficient in dim.terms) if factor else ())


def _longer(dim: Dim, by: int) -> Dim:
    constant = dim.terms[-1][1] if dim.terms and not dim.terms[-1][0] else 0
    rest = dim.terms[:-1] if constant else dim.terms
    return Dim((*rest, ((), constant + by)) if constant + by else rest)


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
        return (Dim.of(1), Dim(())) if dim.terms and dim == divisor else (Dim(()), dim)
    ((by, factor),) = divisor.terms
    exact_terms, rest = [], []  # both in order, as those of the dim are
    for product, coefficient in dim.terms:
        left = without(product, by)
        if left is None or coefficient % factor:
            rest.append((product, coefficient))
        else:
            exact_terms.append((left, coefficient // factor))
    return Dim(tuple(exact_terms)), Dim(tuple(rest))


def _replaced(atom: Atom, sizes: Mapping[str, Dim | Unknown]) -> Dim | Unknown:
    if isinstance(atom, str):
        return sizes.get(atom, Dim.of(atom))
    left, right = (argument.substitute(sizes) for argument in atom.arguments)
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return UNKNOWN
    return UNKNOWN if atom.function in {"//", "%"} and right.constant == 0 else applied(atom.function, left, right)


def _shared(*dims: Dim) -> Product:
    """The names that every term of all these dims has as factors."""
    products = [product for dim in dims for product, _ in dim.terms]
    common: Product = () if () in products or not all(dim.terms for dim in dims) else reduce(shared, products)
    return tuple(atom for atom in common if _is_name(atom))


def _reduced(dim: Dim, common: Product) -> Dim:
    """The dim with these factors, which every term has, divided out."""
    return Dim(tuple((without(product, common) or (), coefficient) for product, coefficient in dim.terms))
