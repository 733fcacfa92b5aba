"""Methods of a module of the program that give it other parts: `def reset_head(self, n): self.head = nn.Linear(8, n)`.

What such a method puts there stands in the type of the module that it is called on (`parts.py`), where nothing else in
the file calls a method that does so of what may be the same module. So does a tensor where there was None at first,
`def set_mask(self): self.mask = torch.ones(4)`, which stays where it was made, unless it is a parameter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, FuncDef, MemberExpr, MypyFile, NameExpr, Statement, SuperExpr, TypeInfo, Var
from mypy.types import AnyType, Instance, NoneType, ProperType, Type, flatten_nested_unions, get_proper_type

from dtensortypes.mypy_plugin.bodies.given import signature_for
from dtensortypes.mypy_plugin.bodies.regions import state_at
from dtensortypes.mypy_plugin.bodies.remembered import remembered
from dtensortypes.mypy_plugin.changes.fixed import given_to_self
from dtensortypes.mypy_plugin.changes.noted import is_given_outside
from dtensortypes.mypy_plugin.changes.parts import parts_of, with_parts
from dtensortypes.mypy_plugin.changes.tied import class_made
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects.buffers import registering_constructors
from dtensortypes.mypy_plugin.objects.own_casts import is_certain
from dtensortypes.mypy_plugin.text.by_name import is_set_by_name
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import current_function, functions, spot, statements
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import retype
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_CALLED_UNNAMED: Final = frozenset({"forward", "__call__"})
"""Methods that a file need not name to call."""


def put(checker: TypeChecker, call: CallExpr, module: Instance) -> Instance:
    """The type of the module after the call of its method; what the method may put there otherwise is unknown."""
    callee, info = call.callee, module.type
    method = info.get_method(callee.name) if isinstance(callee, MemberExpr) else None
    if not isinstance(callee, MemberExpr) or not isinstance(callee.expr, NameExpr) or not isinstance(method, FuncDef):
        return module
    parts = [name for name in given_to_self(method.body.body) if _is_part(info, name) or _is_kept(checker, info, name)]
    if not parts or info.module_name != checker.tree.fullname or is_self(callee.expr) or len(module.args) < 3:
        return module
    if any(is_given_outside(trees(checker), info, name) or is_set_by_name(checker.tree, info, name) for name in parts):
        return module
    putting = _putting(checker.tree, parts)
    if not is_certain(checker, method, module) or not _is_alone(checker, callee.expr, putting):
        return module
    if any(name in _CALLED_UNNAMED for name in putting):
        return module
    signature = signature_for(checker, call, method, module)
    told = remembered(checker, method, signature, state_at(checker, call)) if signature is not None else None
    found = dict(told.begun.attributes) if told is not None else {}
    before = {name: symbol.type for name in parts if (symbol := info.get(name)) is not None and symbol.type is not None}
    unknown = {name: type_.accept(forgotten()) for name, type_ in before.items() if not _is_perhaps_none(type_)}
    unknown |= {name: anything() for name in parts_of(module).keys() & before.keys() - unknown.keys()}
    given = {**unknown, **{name: type_ for name, type_ in found.items() if name in before}}
    after = with_parts(Types(checker.modules), module, given) if given else module
    retype(checker, callee.expr, after)
    return after


def _is_part(info: TypeInfo, name: str) -> bool:
    """Whether a module is all that the attribute may be, or nothing at first: `self.head = None`."""
    members = _members(info, name)
    others = [one for one in members if not isinstance(one, NoneType)]
    has_none = len(others) < len(members)
    return bool(members) and all(is_a(one, names.MODULE) or (has_none and isinstance(one, AnyType)) for one in others)


def _is_kept(checker: TypeChecker, info: TypeInfo, name: str) -> bool:
    """Whether the attribute is nothing at first and may be a tensor later, which no cast of the module finds."""
    members = _members(info, name)
    others = [one for one in members if not isinstance(one, NoneType)]
    is_tensor = 0 < len(others) < len(members) and all(is_a(one, names.TENSOR) for one in others)
    bases = [base for base in info.mro if names.is_users(base.module_name)]
    is_here = all(base.module_name == checker.tree.fullname for base in bases)
    return is_tensor and is_here and not registering_constructors(checker, info, name)


def _members(info: TypeInfo, name: str) -> list[ProperType]:
    symbol = info.get(name)
    type_ = symbol.type if symbol is not None and isinstance(symbol.node, Var) else None
    return [get_proper_type(one) for one in flatten_nested_unions([type_])] if type_ is not None else []


def _is_perhaps_none(type_: Type) -> bool:
    return any(isinstance(get_proper_type(one), NoneType) for one in flatten_nested_unions([type_]))


def _putting(tree: MypyFile, parts: Iterable[str]) -> frozenset[str]:
    """The names of the methods of the file that give the attributes, but for constructors."""
    every = (one for one in functions(tree) if one.info and one.name != "__init__")
    return frozenset(one.name for one in every if not given_to_self(one.body.body).keys().isdisjoint(parts))


def _is_alone(checker: TypeChecker, place: NameExpr, methods: frozenset[str]) -> bool:
    """Whether the file names these methods only to call them of this variable, in the function at hand."""
    here = current_function(checker)
    if any(_named(checker.tree.defs, methods, place if here is None else None)):
        return False
    for function in functions(checker.tree):
        is_here = here is not None and spot(function) == spot(here)
        is_maker = bool(function.info) and function.name == "__init__"
        if any(_named(function.body.body, methods, place if is_here else None, is_maker=is_maker)):
            return False
    return True


def _named(
    body: list[Statement], methods: frozenset[str], place: NameExpr | None, *, is_maker: bool = False
) -> Iterator[MemberExpr | SuperExpr]:
    """Where the body names one of the methods, but to call it of the variable, or of an object that it has made."""
    every = [part for statement in statements(body) for part in expressions(statement)]
    called = {id(part.callee) for part in every if isinstance(part, CallExpr)}
    for part in every:
        if not isinstance(part, MemberExpr | SuperExpr) or part.name not in methods:
            continue
        owner = part.expr if isinstance(part, MemberExpr) and id(part) in called else None
        is_own = isinstance(owner, NameExpr) and place is not None and owner.name == place.name
        is_new = place is None and class_made(body, owner) is not None  # no other function has it before
        if not is_own and not is_new and not (is_maker and owner is not None and is_self(owner)):
            yield part
