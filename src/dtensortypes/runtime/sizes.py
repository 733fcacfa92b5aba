"""Dims as Python expressions: `2*n+1` over the variables that hold its names."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dtensortypes.core.facts.dim import Applied, Atom, Dim


def expression(dim: Dim, variable: Callable[[str], str]) -> str:
    """The dim's value, given the variable of each name."""
    terms = [_term(product, factor, variable) for product, factor in dim.terms]
    return " + ".join(terms) or "0"


def divisors(dim: Dim) -> Iterator[Dim]:
    """The dims that this one divides by, inner ones first; its value needs them not to be 0."""
    for atom in sorted(dim.atoms, key=str):
        if isinstance(atom, Applied):
            for argument in atom.arguments:
                yield from divisors(argument)
            if atom.function in {"//", "%"} and atom.arguments[1].constant is None:
                yield atom.arguments[1]


def linear(dim: Dim, name: str) -> tuple[int, Dim] | None:
    """`factor` and `rest` of `factor*name + rest`, where the dim is that and the rest is without the name."""
    if dim.name == name:
        return 1, Dim(())
    factor = dict(dim.terms).get((name,), 0)
    rest = dim - Dim.of(name) * factor
    return None if factor == 0 or name in rest.names else (factor, rest)


def _term(product: tuple[Atom, ...], factor: int, variable: Callable[[str], str]) -> str:
    factors = [_atom(atom, variable) for atom in product]
    return " * ".join(factors if factor == 1 and factors else [str(factor), *factors])


def _atom(atom: Atom, variable: Callable[[str], str]) -> str:
    if isinstance(atom, str):
        return variable(atom)
    left, right = (expression(argument, variable) for argument in atom.arguments)
    if atom.function in {"//", "%"}:
        return f"(({left}) {atom.function} ({right}))"
    return f"({left} if ({left}) {'<' if atom.function == min.__name__ else '>'} ({right}) else {right})"
