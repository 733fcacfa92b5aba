"""Sizes that a call leaves open, as that of a batch: named while a body is read, they are known where they come again.

So `x.view(x.size(0), -1)` has as many features as x, whatever the size of the batch may be. Such a name is equal to
itself only, and proved different from nothing.
"""

from __future__ import annotations

import re
from itertools import count
from typing import Final

from mypy.types import AnyType, CallableType, Instance, LiteralType, TupleType, Type, UnionType, get_proper_type

from dtensortypes.core.problems import Problem
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.types.facts_of import is_size
from dtensortypes.mypy_plugin.types.rewriting import Rewriting
from dtensortypes.mypy_plugin.types.types_of import MissingError, Types, anything

_NAME: Final = names.OPEN_SIZE + r"\d+"
_WORD: Final = rf"[^\s,(]*{_NAME}[^\s,)]*"


def named(types: Types, signature: CallableType, spelled: str) -> tuple[CallableType, frozenset[str]]:
    """The signature with a name for each size that is not known, and these names; as `spelled` it has none of them."""
    naming = _Naming(types, frozenset(re.findall(_NAME, spelled)))
    try:
        given = [naming.of(type_) for type_ in signature.arg_types]
    except MissingError:
        return signature, frozenset()
    return (signature.copy_modified(arg_types=given) if naming.found else signature), frozenset(naming.found)


class _Naming:
    """Names the open sizes of tensors; not of those in a list, which may be of many sizes."""

    def __init__(self, types: Types, taken: frozenset[str]) -> None:
        self.types, self.found = types, set[str]()
        self.free = (name for i in count(1) if (name := f"{names.OPEN_SIZE}{i}") not in taken)

    def of(self, type_: Type) -> Type:
        match proper := get_proper_type(type_):
            case Instance(type=info, args=[dtype, device, shape]) if info.fullname == names.TENSOR:
                return proper.copy_modified(args=[dtype, device, self.shape(shape)])
            case TupleType(items=items) if proper.partial_fallback.type.fullname == names.TUPLE:
                return proper.copy_modified(items=[self.of(item) for item in items])
            case UnionType(items=items):
                return UnionType([self.of(item) for item in items])
        return type_

    def shape(self, shape: Type) -> Type:
        proper = get_proper_type(shape)
        if not isinstance(proper, TupleType):
            return shape
        return proper.copy_modified(items=[self.dim(item) for item in proper.items])

    def dim(self, dim: Type) -> Type:
        if not isinstance(get_proper_type(dim), AnyType):
            return dim
        name = next(self.free)
        self.found.add(name)
        return self.types.size(name)


class _Forgetting(Rewriting):
    """Forgets the sizes that have these names."""

    def __init__(self, types: Types, those: frozenset[str]) -> None:
        super().__init__()
        self.types, self.those = types, those

    def visit_literal_type(self, t: LiteralType, /) -> Type:
        return anything() if self.is_open(t) else t

    def is_open(self, size: LiteralType | None) -> bool:
        return size is not None and is_size(size) and not self.those.isdisjoint(re.findall(_NAME, str(size.value)))

    def visit_instance(self, t: Instance, /) -> Type:
        if self.is_open(t.last_known_value):  # of a numpy array
            return t.copy_modified(last_known_value=None)
        given, found = objects.arguments(t), get_proper_type(super().visit_instance(t))
        if given is None or not isinstance(found, Instance):
            return found
        return objects.made(self.types, found, [one.accept(self) for one in given])


def forgotten(types: Types, type_: Type | None, those: frozenset[str]) -> Type | None:
    """The type as it is to those who do not know these names."""
    return type_ and type_.accept(_Forgetting(types, those))


def unnamed(problem: Problem) -> Problem:
    """The problem as users are told of it: a size that is not known is `_`."""
    return problem._replace(reason=re.sub(_WORD, "_", problem.reason), advice=re.sub(_WORD, "_", problem.advice))
