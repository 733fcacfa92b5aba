"""Modules of which a program replaces parts that no class tells of: by name, by a second name, in a function.

By the text alone: in a file with `setattr(net, name, nn.GroupNorm(2, 8))`, or `Net.forward = faster`, it is open what
is inside of any module. And a layer that is given another weight has the sizes of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from mypy.nodes import (
    CallExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    Statement,
    StrExpr,
    TypeInfo,
)

from dtensortypes.core import ops
from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import SCALAR, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.forward_hooks import changes_calls
from dtensortypes.mypy_plugin.text.scope import bodies, functions, statements, targets
from dtensortypes.mypy_plugin.text.unused import is_unused

_REGISTERED: Final = "_modules"
_NAMING: Final = frozenset({"named_children", "named_modules", "get_submodule", _REGISTERED})
_REGISTERING: Final = frozenset({"add_module", "register_module", "set_submodule"})
_FILLING: Final = frozenset(one.__name__ for one in (list.append, list.insert, list.extend))
_CHANGING: Final = frozenset(one.__name__ for one in (dict.update, dict.pop, dict.setdefault, dict.clear))
_WEIGHT: Final = "weight"


def is_open(trees: Sequence[MypyFile], place: Expression) -> bool:
    """Whether the files let modules give what their classes do not say, or the one in this place.

    What a method would do that the last of them, which is the one at hand, has and never calls, it does not do.
    """
    name = place.name if isinstance(place, NameExpr | MemberExpr) else ""
    is_other = name in _reweighted_here(trees[-1]) or any(name in reweighted(tree) for tree in trees[:-1])
    return is_other or any(changes_calls(tree) or replaces_parts(tree) for tree in trees)


@once_per_tree
def replaces_parts(tree: MypyFile) -> bool:
    """Whether the file replaces parts or methods of modules where no class, and no variable, tells of it."""
    given = frozenset(one.variable.name for function in functions(tree) for one in function.arguments)
    return any(_Body(body, given).replaces_parts() for body in bodies(tree.defs))


@once_per_tree
def reweighted(tree: MypyFile) -> frozenset[str]:
    """The names of variables and attributes that are layers which the file gives another weight, but to share one."""
    return _reweighted_in(bodies(tree.defs))


@once_per_tree
def _reweighted_here(tree: MypyFile) -> frozenset[str]:
    unused = {id(one.body.body) for one in functions(tree) if is_unused(tree, one)}
    return _reweighted_in(body for body in bodies(tree.defs) if id(body) not in unused)


def _reweighted_in(every: Iterable[list[Statement]]) -> frozenset[str]:
    return frozenset(place.name for body in every for one in statements(body) for place in _reweighted(one))


class _Body:
    """What a function, or the file, does to modules."""

    def __init__(self, body: list[Statement], given: frozenset[str]) -> None:
        self.given = given
        self.every = statements(body)
        self.targets = [pair for statement in self.every for pair in targets(statement)]
        self.parts = [part for statement in self.every for part in expressions(statement)]

    def replaces_parts(self) -> bool:
        """Whether it replaces a part, or a method, of a module."""
        reweighted = (place for statement in self.every for place in _reweighted(statement))
        return (
            any(self.is_given_another(place, value) for place, value in self.targets)
            or any(map(self.puts_another, self.parts))
            or any(isinstance(place, NameExpr) and place.name in self.given for place in reweighted)
        )

    def is_given_another(self, place: Expression, value: Expression | None) -> bool:
        """Whether the place is a method, or a part by its number or name, that gets something else."""
        match place:
            case IndexExpr(base=MemberExpr(expr=owner, name=name)):
                return name == _REGISTERED and not is_self(owner)
            case IndexExpr(base=NameExpr(name=name)):
                is_second = any(isinstance(one, NameExpr | MemberExpr) for one in self.values(name))
                return (name in self.given or is_second) and self.is_module(value)
        return False

    def puts_another(self, part: Expression) -> bool:
        """Whether the call puts a module into another one."""
        match part:
            case CallExpr(callee=NameExpr(name="setattr"), args=[owner, name, value]) if not is_self(owner):
                return self.is_module(value) or (not isinstance(name, StrExpr) and self.asks_for_names())
            case CallExpr(callee=MemberExpr(expr=CallExpr(callee=MemberExpr(name=asked)), name=name)):
                return asked in _NAMING and name in _FILLING
            case CallExpr(callee=MemberExpr(expr=MemberExpr(expr=owner, name=asked), name=name)):
                return asked == _REGISTERED and name in _CHANGING and not is_self(owner)
            case CallExpr(callee=MemberExpr(expr=NameExpr(name=owned), name=name)):
                return name in _REGISTERING and any(_is_users(value) for value in self.values(owned))
        return False

    def asks_for_names(self) -> bool:
        """Whether it asks a module for the names of what is inside."""
        return any(isinstance(part, MemberExpr) and part.name in _NAMING for part in self.parts)

    def values(self, name: str) -> list[Expression]:
        """What the variable gets."""
        own = [value for place, value in self.targets if isinstance(place, NameExpr) and place.name == name]
        return [value for value in own if value is not None]

    def is_module(self, value: Expression | None) -> bool:
        """Whether it is a new module, or a variable that gets one."""
        return _is_made(value) or (isinstance(value, NameExpr) and any(map(_is_made, self.values(value.name))))


def _class(value: Expression | None) -> TypeInfo | None:
    callee = value.callee if isinstance(value, CallExpr) else None
    return callee.node if isinstance(callee, RefExpr) and isinstance(callee.node, TypeInfo) else None


def _is_made(value: Expression | None) -> bool:
    info = _class(value)
    return info is not None and info.has_base(names.MODULE)


def _is_users(value: Expression) -> bool:
    info = _class(value)
    return info is not None and names.is_users(info.module_name)


def _reweighted(statement: Statement) -> Iterator[NameExpr | MemberExpr]:
    """The layers to which the statement gives a weight, perhaps of other sizes."""
    for place, value in targets(statement):
        weight = place.expr if isinstance(place, MemberExpr) and place.name in ops.reshaping() else place
        if isinstance(weight, MemberExpr) and weight.name == _WEIGHT and not _is_of_one_size(value):
            owner = weight.expr
            yield from [owner] if isinstance(owner, NameExpr | MemberExpr) and not is_self(owner) else []


def _is_of_one_size(value: Expression | None) -> bool:
    """Whether it is a weight itself, which is shared, or what is made for one: `torch.randn(m.weight.shape)`."""
    if value is None or _is_weight(value):
        return True
    parts = expressions(value)
    asked = (one for part in parts if isinstance(part, CallExpr) for one in part.args)
    asked_too = (one for part in parts if isinstance(part, OpExpr) for one in (part.left, part.right))
    is_indexed = any(isinstance(part, IndexExpr) and _is_weight(part.base) for part in parts)
    return not is_indexed and any(_is_weight(one) or _is_shape(one) for one in (*asked, *asked_too))


def _is_weight(part: Expression) -> bool:
    """Whether it is the weight of a layer, or its storage."""
    match part:
        case MemberExpr(expr=MemberExpr(name=name), name=inner) if inner in ops.reshaping():
            return name == _WEIGHT
    return isinstance(part, MemberExpr) and part.name == _WEIGHT


def _is_shape(part: Expression) -> bool:
    """Whether it asks a weight for its sizes."""
    match part:
        case MemberExpr(expr=inner, name=name) | CallExpr(callee=MemberExpr(expr=inner, name=name), args=[]):
            return _is_weight(inner) and gives_sizes(name)
    return False


@cache
def gives_sizes(name: str) -> bool:
    """Whether the method, or attribute, of a tensor is its shape."""
    outcome = ops.infer(f"torch.Tensor.{name}", (TensorFact(FLOAT32, CPU, SCALAR),), {})
    return outcome is not None and isinstance(outcome.result, Shape)
