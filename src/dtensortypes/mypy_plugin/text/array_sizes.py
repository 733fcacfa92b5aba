"""The sizes of numpy arrays: mypy keeps to what numpy's annotations say of them, which is the number of axes.

A size in the type of an array is a number that mypy knows as it knows that `3` is 3: a variable, an attribute or a list
takes arrays of other sizes, too. Where several arrays meet mypy goes on with the sizes of one of them. So they are
believed of an expression that makes an array, and of a variable if it is known what it was given.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    Statement,
    StrExpr,
    TryStmt,
    TupleExpr,
    UnaryExpr,
    Var,
    WhileStmt,
)
from mypy.types import Instance, TupleType, Type, UnionType, flatten_nested_unions, get_proper_type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import beside, is_self, lines
from dtensortypes.mypy_plugin.text.reaching import reaching
from dtensortypes.mypy_plugin.text.scope import (
    Given,
    assigned,
    bodies,
    constant_value,
    current_body,
    current_function,
    shared,
    statements,
    targets,
)
from dtensortypes.mypy_plugin.text.unpacked import item_of, unpacking
from dtensortypes.mypy_plugin.types.compare import has_array
from dtensortypes.mypy_plugin.types.retype import narrowed
from dtensortypes.mypy_plugin.types.rewriting import sizeless, unknown

_IN_PLACE: Final = frozenset({"shape", "dtype", "strides"})
"""The attributes of an array that make it another one when they are given values."""
_AGAIN: Final = (ForStmt, WhileStmt, TryStmt)
"""What may come to a line with a value that was given further down, or in another block."""


def sized(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of the expression, with the sizes of arrays in it that are certain; others are forgotten."""
    proper = get_proper_type(type_)
    if _changes_arrays(checker.tree) and has_array(type_):
        return type_.accept(unknown())
    if isinstance(proper, UnionType):
        return type_ if _makes_array(checker, expression) else sizeless(type_)
    if isinstance(proper, TupleType) and _gives_tuple(expression):
        return proper
    if isinstance(proper, TupleType) and isinstance(expression, TupleExpr):
        pairs = beside(expression, proper.items)
        return proper.copy_modified(items=[sized(checker, *pair) for pair in pairs]) if pairs else sizeless(proper)
    if not isinstance(proper, Instance) or proper.type.fullname != names.NDARRAY:
        return sizeless(type_) if isinstance(proper, TupleType) else type_
    if isinstance(expression, NameExpr):
        return _of_variable(checker, expression, proper)
    return proper if _makes_array(checker, expression) else sizeless(proper)


def _of_variable(checker: TypeChecker, name: NameExpr, type_: Instance) -> Type:
    variable = name.node
    if name.name in _worked_on(checker.tree):
        return sizeless(type_)
    last = _given(checker, name)
    value = constant_value(checker, name) or (last and last[1])
    known = checker.lookup_type_or_none(value) if value is not None else None
    if value is not None and known is not None:
        found = get_proper_type(sized(checker, value, known))
        return found if isinstance(found, Instance) and found.type is type_.type else sizeless(type_)
    statement = unpacking(checker, name) if last is None else last[0]
    if isinstance(statement, AssignmentStmt) and value is None:
        item = get_proper_type(_of_item(checker, name, statement))
        return item if isinstance(item, Instance) and item.type is type_.type else sizeless(type_)
    is_passed = isinstance(variable, Var) and variable.is_argument and not assigned(current_body(checker), variable)
    return type_ if is_passed else sizeless(type_)


def _of_item(checker: TypeChecker, name: NameExpr, statement: AssignmentStmt) -> Type | None:
    """What the variable is of a tuple that is unpacked into it and others."""
    if len(statement.lvalues) != 1 or not _gives_tuple(statement.rvalue):
        return None
    return item_of(checker, name, statement)


def _gives_tuple(expression: Expression) -> bool:
    """Whether it is a call of a function of the program, of which is known what it returns for this very call."""
    return (
        isinstance(expression, CallExpr)
        and isinstance(expression.callee, RefExpr)
        and (isinstance(expression.callee.node, FuncDef) and names.is_users(expression.callee.fullname))
    )


@once_per_tree
def _changes_arrays(tree: MypyFile) -> bool:
    """Whether the file gives arrays another shape or dtype in place: nobody knows which, by whatever name.

    What an object says of itself, as `self.shape = shape`, is no array's; what gives an image is looked at.
    """
    for statement in (s for body in bodies(tree.defs) for s in statements(body)):
        if any(_is_of_array(target) for target, _ in targets(statement)):
            return True
        match statement:
            case ExpressionStmt(expr=CallExpr(callee=MemberExpr(name="resize"))):
                return True
            case ExpressionStmt(
                expr=CallExpr(callee=NameExpr(fullname="builtins.setattr"), args=[_, StrExpr(value=name), _])
            ):
                if name in _IN_PLACE:
                    return True
    return False


def _is_of_array(target: Expression) -> bool:
    return isinstance(target, MemberExpr) and target.name in _IN_PLACE and not is_self(target.expr)


@once_per_tree
def _worked_on(tree: MypyFile) -> frozenset[str]:
    """The variables whose own attributes are given values, or whose methods are called for what they do: `x.shape = s`.

    Some of them give the array other sizes in its place.
    """
    found: set[str] = set()
    for statement in (s for body in bodies(tree.defs) for s in statements(body)):
        match statement:
            case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=NameExpr(name=name)))):
                found.add(name)
        places = (target.expr for target, _ in targets(statement) if isinstance(target, MemberExpr))
        found.update(place.name for place in places if isinstance(place, NameExpr))
    return frozenset(found)


def _makes_array(checker: TypeChecker, expression: Expression) -> bool:
    """Whether what is known of the array is known of this very expression, and was not put together from several."""
    match expression:
        case OpExpr(op=op):
            return op not in {"and", "or"}
        case UnaryExpr():
            return True
        case IndexExpr(base=owner):
            return _class_of(checker, owner) == names.NDARRAY
        case MemberExpr():
            return narrowed(checker, expression) is None
        case CallExpr(callee=RefExpr(fullname=name)) if name:
            return names.public(name) in ops.names() or names.is_users(name)
        case CallExpr(callee=MemberExpr(expr=owner)):
            return not (_is_joined(checker, owner, expression) or names.is_pythons(_class_of(checker, owner)))
    return False


def _is_joined(checker: TypeChecker, owner: Expression, result: Expression) -> bool:
    """Whether mypy has taken several results for one: of arrays that differ in their sizes alone it keeps the first."""
    known = [type_ for type_ in map(checker.lookup_type_or_none, (owner, result)) if type_ is not None]
    counts = [len(flatten_nested_unions([type_])) for type_ in known]
    return len(counts) > 1 and counts[0] > counts[-1]


def _class_of(checker: TypeChecker, owner: Expression) -> str:
    """The full name of the class that the value is of; of one of several, that of the first."""
    known = checker.lookup_type_or_none(owner)
    first = get_proper_type(next(iter(flatten_nested_unions([known])))) if known is not None else None
    return first.type.fullname if isinstance(first, Instance) else names.BUILTINS


def _given(checker: TypeChecker, name: NameExpr) -> Given | None:
    """What the variable was given last, if it is always the same that comes to this line."""
    if not isinstance(name.node, Var) or name.name in shared(checker.tree.defs):
        return None
    function = current_function(checker)
    is_here = function is None or name.line in lines(function)
    body = current_body(checker) if is_here else checker.tree.defs  # where a constant was worked out
    every = assigned(body, name.node)
    before, is_sure = reaching(body, every, name.line)
    if len(before) != 1 or not is_sure or _may_come_again(body, every, before[0], name.line):
        return None
    return before[0]


def _may_come_again(body: list[Statement], every: list[Given], last: Given, line: int) -> bool:
    around = [one for one in statements(body) if isinstance(one, _AGAIN) and line in lines(one)]
    others = [statement.line for statement, _ in every if statement is not last[0]]
    return any(other in lines(one) for one in around for other in others)
