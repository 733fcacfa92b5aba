"""Lists of a body's own that are declared where they are empty: `layers: list[nn.Module] = []` says but their class.

In a copy of the body mypy is to infer what is put into them, as it does where nothing is declared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from mypy.nodes import AssignmentStmt, FuncDef, ListExpr, NameExpr, Statement, Var
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.own_lists import own_lists
from dtensortypes.mypy_plugin.text.scope import statements, targets
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a

_OF_ONE_CLASS: Final = (names.TENSOR, "builtins.int")


class Declared(NamedTuple):
    """A list as it was declared."""

    statement: AssignmentStmt
    variable: Var
    type: Instance


@once_per_tree
def begun_empty(body: list[Statement]) -> tuple[NameExpr, ...]:
    """The variables that the body declares to be lists of tensors, and gives an empty one and no other."""
    own = own_lists(body)
    every = statements(body) if own else []
    times = Counter(target.name for one in every for target, _ in targets(one) if isinstance(target, NameExpr))
    found: list[NameExpr] = []
    for statement in every:
        match statement:
            case AssignmentStmt(lvalues=[NameExpr() as place], rvalue=ListExpr(items=[])):
                declared = get_proper_type(statement.type)
                is_plain = isinstance(declared, Instance) and _holds(declared, names.TENSOR) and _is_open(declared)
                if is_plain and place.name in own and times[place.name] == 1:
                    found.append(place)
    return tuple(found)


def undeclare(function: FuncDef, copied: FuncDef) -> list[Declared]:
    """Take the declarations away in the copy."""
    own = own_lists(function.body.body)
    found = []
    for statement in statements(copied.body.body) if own else ():
        match statement:
            case AssignmentStmt(lvalues=[NameExpr(node=Var() as variable) as name], rvalue=ListExpr(items=[])):
                declared = get_proper_type(statement.type)
                if name.name in own and isinstance(declared, Instance) and _is_open(declared):
                    found.append(Declared(statement, variable, declared))
                    _declare(statement, variable, None)
    return found


def declare_again(found: Iterable[Declared], tuples: frozenset[str]) -> None:
    """Put those back that are no tuples in the copy: of modules mypy would take all for such as the first one."""
    for statement, variable, type_ in found:
        if variable.name not in tuples and not any(_holds(type_, name) for name in _OF_ONE_CLASS):
            _declare(statement, variable, type_)


def _declare(statement: AssignmentStmt, variable: Var, type_: Type | None) -> None:
    statement.type = variable.type = type_
    statement.unanalyzed_type = None
    variable.is_inferred = type_ is None
    for name in statement.lvalues:
        if isinstance(name, NameExpr):
            name.is_inferred_def = type_ is None


def _is_open(type_: Instance) -> bool:
    """Whether it is a list of plain tensors, of numbers or of modules."""
    return any(_holds(type_, name) for name in (*_OF_ONE_CLASS, names.MODULE)) and not says_something(type_)


def _holds(list_: Instance, name: str) -> bool:
    is_list = list_.type.fullname == "builtins.list" and len(list_.args) == 1
    return is_list and is_a(get_proper_type(list_.args[0]), name)
