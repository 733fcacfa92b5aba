"""Attributes that no constructor gives, but other methods: `def fit(self, rows): self.std = rows.std(0)`.

Whoever reads one reads what a call of such a method has put there: before that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import FuncDef, MypyFile, TypeInfo, Var
from mypy.types import AnyType, Instance, Type, get_proper_type

from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.changes.fixed import given_to_self
from dtensortypes.mypy_plugin.changes.noted import is_of_all
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.objects import fields
from dtensortypes.mypy_plugin.objects.rows import fact_of
from dtensortypes.mypy_plugin.text.definitions import is_made_up
from dtensortypes.mypy_plugin.text.scope import functions
from dtensortypes.mypy_plugin.types.compare import says_something

_BEGINNING: Final = frozenset({"__init__", "__post_init__", "__new__"})


def given_later(tree: MypyFile, cls: TypeInfo) -> Iterator[str]:
    """The attributes of the class that its methods alone give, and that mypy takes for a tensor, an array or any."""
    related = [(one, given) for one, given in _given(tree) if one.info in cls.mro or cls in one.info.mro]
    begun = {name for one, given in related if one.name in _BEGINNING for name in given}
    begun |= {name for one, given in related if one.info not in cls.mro for name in given}  # others may derive, too
    begun |= fields.of_class(cls).keys()
    for name in dict.fromkeys(name for one, given in related if one.name not in _BEGINNING for name in given):
        variable = cls.names[name].node if name in cls.names else None
        is_plain = isinstance(variable, Var) and not _is_said(variable) and _may_be_one(variable)
        if is_plain and name not in begun and not is_of_all(cls, name):
            yield name


def is_untold(tree: MypyFile, variable: Var, type_: Type) -> bool:
    """Whether the attribute is one of these, and mypy does not know of which dtype it is, or on which device."""
    match fact_of(type_):
        case TensorFact(dtype=DType(), device=device) if device is not UNKNOWN:
            return False
        case ArrayFact(dtype=DType()):
            return False
    return variable.name in given_later(tree, variable.info)


def _is_said(variable: Var) -> bool:
    """Whether the program declares more of it than that it is a tensor or an array."""
    return not is_made_up(variable) and (variable.type is None or says_something(variable.type))


def _may_be_one(variable: Var) -> bool:
    held = get_proper_type(variable.type)
    is_one = isinstance(held, Instance) and held.type.fullname in {names.TENSOR, names.NDARRAY}
    return held is None or isinstance(held, AnyType) or is_one


@once_per_tree
def _given(tree: MypyFile) -> tuple[tuple[FuncDef, frozenset[str]], ...]:
    """The methods that give attributes of their object values, with these."""
    found = ((one, frozenset(given_to_self(one.body.body))) for one in functions(tree) if one.info)
    return tuple((one, given) for one, given in found if given)
