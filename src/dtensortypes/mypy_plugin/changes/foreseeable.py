"""Whether there is something in a body that may be foreseen for a call, and written out in a copy of it."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    FloatExpr,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    Statement,
    StrExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    WhileStmt,
)

from dtensortypes.mypy_plugin.changes.attribute_lists import kept_lists
from dtensortypes.mypy_plugin.changes.children import is_call
from dtensortypes.mypy_plugin.changes.filled_containers import are_filled
from dtensortypes.mypy_plugin.changes.lists_in_dicts import own_dicts
from dtensortypes.mypy_plugin.changes.put_in_parts import put_in_parts
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text import looked_up
from dtensortypes.mypy_plugin.text.begun_again import begun_again
from dtensortypes.mypy_plugin.text.expressions import answer_kept, expressions
from dtensortypes.mypy_plugin.text.held import keeps_modules
from dtensortypes.mypy_plugin.text.own_lists import own_lists, taken_from
from dtensortypes.mypy_plugin.text.put_inside import setting_method
from dtensortypes.mypy_plugin.text.scope import statements, targets
from dtensortypes.mypy_plugin.text.surgery import gives_sizes

_EITHER: Final = {"and", "or"}
_SHORT: Final = 4
"""How many statements a function has at most that does no more than to choose."""


def is_open(function: FuncDef, owner: TypeInfo | None) -> bool:
    """Whether something may be written out: a loop, a list, a branch, a method that sets attributes.

    So is what a function chooses for one that makes layers: `dim_out = default(dim_out, dim)`, and what one that makes
    them counts on: `side = side // 2`.
    """
    body = function.body.body
    if function.name == "__init__" and (_counts_on(body) or put_in_parts(body) or _asks_for_items(body)):
        return True
    is_given = function.name == "__init__" and len(function.arguments) > 1
    if (is_given and _has_choices(body)) or (function.name == "__init__" and keeps_modules(body)):
        return True
    if (is_given or not function.info) and (_asks_for_choices(body) or _stands_in(body)):
        return True
    return _has_rounds_or_choices(body) or any(
        owner and setting_method(statement, owner) for statement in statements(body)
    )


@once_per_tree
def _counts_on(body: list[Statement]) -> bool:
    """Whether a variable is given something made of what it was: mypy has forgotten by then which number that is."""
    return any(map(_is_made_of_itself, statements(body)))


def _is_made_of_itself(statement: Statement) -> bool:
    match statement:
        case OperatorAssignmentStmt(lvalue=NameExpr()):
            return True
        case AssignmentStmt(lvalues=[NameExpr(name=given)], rvalue=OpExpr() | CallExpr() as value):
            is_choice = isinstance(value, OpExpr) and value.op in _EITHER
            return not is_choice and any(
                isinstance(part, NameExpr) and part.name == given for part in expressions(value)
            )
    return False


@once_per_tree
def _asks_for_items(body: list[Statement]) -> bool:
    """Whether a call is given an item of a list that an argument has: `nn.Linear(config.sizes[0], 10)`."""
    given = (one for statement in statements(body) for part in expressions(statement) for one in _given(part))
    return any(_is_item(part) for one in given for part in expressions(one))


def _given(part: Expression) -> list[Expression]:
    return part.args if isinstance(part, CallExpr) else []


def _is_item(part: Expression) -> bool:
    match part:
        case IndexExpr(base=MemberExpr(expr=NameExpr()), index=IntExpr() | UnaryExpr(expr=IntExpr())):
            return True
    return False


@once_per_tree
def _has_choices(body: list[Statement]) -> bool:
    """Whether an `if` stands in the body itself, or one in an expression of it, or `options or {}`, or `a == b`."""
    return any(isinstance(one, IfStmt) or answer_kept(one) for one in body) or any(
        isinstance(part, ConditionalExpr) or (isinstance(part, OpExpr) and isinstance(part.right, DictExpr))
        for statement in statements(body)
        for part in expressions(statement)
    )


@once_per_tree
def _stands_in(body: list[Statement]) -> bool:
    """Whether a variable is given another value in the place of None: `hidden = hidden or 4 * dim`."""
    return any(map(_is_stand_in, statements(body))) or any(
        isinstance(part, ConditionalExpr) and _asked_for_none(part.cond)
        for statement in statements(body)
        for part in expressions(statement)
    )


def _is_stand_in(statement: Statement) -> bool:
    match statement:
        case IfStmt(expr=[condition], body=[block]) if (name := _asked_for_none(condition)) is not None:
            given = (target for one in block.body for target, _ in targets(one))
            return any(isinstance(target, NameExpr) and target.name == name for target in given)
    every = (part for part in expressions(statement) if isinstance(part, OpExpr) and part.op == "or")
    return any(isinstance(part.left, NameExpr) for part in every)


def _asked_for_none(condition: Expression) -> str | None:
    """The variable that is compared with None."""
    match condition:
        case ComparisonExpr(operators=["is" | "is not"], operands=[NameExpr(name=name), NameExpr(name="None")]):
            return name
    return None


@once_per_tree
def _asks_for_choices(body: list[Statement]) -> bool:
    """Whether a function is called that chooses between what it is given."""
    called = (part.callee for one in statements(body) for part in expressions(one) if isinstance(part, CallExpr))
    functions = [callee.node for callee in called if isinstance(callee, RefExpr) and isinstance(callee.node, FuncDef)]
    return any(not function.info and len(function.arg_names) > 1 and _is_choice(function) for function in functions)


def _is_choice(function: FuncDef) -> bool:
    """Whether the function is short, and gives one thing or another; one of another file may come without its body."""
    if not function.body.body:
        return names.is_users(function.fullname)
    body = list(statements(function.body.body))
    parts = (part for one in body for part in expressions(one))
    chooses = any(isinstance(part, ConditionalExpr) or getattr(part, "op", None) in _EITHER for part in parts)
    return len(body) <= _SHORT and (chooses or any(isinstance(one, IfStmt) for one in body))


@once_per_tree
def _has_rounds_or_choices(body: list[Statement]) -> bool:
    for statement in statements(body):
        if isinstance(statement, IfStmt) and any(map(_chooses, statement.expr)):
            return True
        every = expressions(statement)
        if isinstance(statement, ForStmt) or _counts_rounds(statement) or any(map(_is_known_later, every)):
            return True
    if looked_up.calls(body) or looked_up.keeps(body):
        return True
    has_lists = own_lists(body) or begun_again(body) or taken_from(body) or own_dicts(body) or kept_lists(body)
    return bool(has_lists) or are_filled(body)


def _counts_rounds(statement: Statement) -> bool:
    """Whether it is a `while` whose condition asks for a variable that it counts on: `while n > 1: …; n -= 1`."""
    if not isinstance(statement, WhileStmt):
        return False
    asked = {part.name for part in expressions(statement) if isinstance(part, NameExpr)}
    inner = (one for one in statements(statement.body.body) if _is_made_of_itself(one))
    return any(isinstance(target, NameExpr) and target.name in asked for one in inner for target, _ in targets(one))


def _is_known_later(part: Expression) -> bool:
    """Whether it is a comprehension, a sum, what a module is made of, a choice, or what is looked up by a word."""
    match part:
        case ConditionalExpr(cond=condition):
            return _chooses(condition)
        case CallExpr(callee=RefExpr(fullname="builtins.sum"), args=[_, *_]):
            return True
        case CallExpr(callee=RefExpr(fullname="builtins.getattr"), args=[_, _]) | CallExpr(callee=IndexExpr()):
            return True
        case CallExpr(callee=RefExpr(fullname="builtins.setattr")):
            return True
        case DictExpr(items=pairs):
            return any(isinstance(value, RefExpr) and isinstance(value.node, TypeInfo) for _, value in pairs)
    return isinstance(part, GeneratorExpr | DictionaryComprehension) or is_call(part)


def _chooses(condition: Expression) -> bool:
    """Whether it asks which of several words or numbers an argument, or attribute, is: `self.mode == "mean"`.

    So is whether there is one: `if self.transform:`.
    """
    match condition:
        case UnaryExpr(op="not", expr=inner):
            return _chooses(inner)
        case OpExpr(op="and" | "or", left=left, right=right):
            return _chooses(left) or _chooses(right)
        case NameExpr(name=name) | MemberExpr(name=name):
            return name != names.TRAINING
        case ComparisonExpr(operators=["==" | "!=" | "in" | "not in"], operands=[one, other]) if _is_asked(one):
            return isinstance(other, StrExpr | IntExpr | FloatExpr | NameExpr | TupleExpr | ListExpr)
        case ComparisonExpr(operators=["<" | ">" | "<=" | ">="], operands=[one, other]) if _is_asked(one):
            return isinstance(other, IntExpr | FloatExpr) or _is_asked(other)
    return _is_entry(condition)


def _is_asked(part: Expression) -> bool:
    """Whether it is a variable, an attribute, a setting, or a size: `x.shape[1]`, `x.size(1)`, `len(x)`."""
    match part:
        case CallExpr(callee=NameExpr(fullname="builtins.len"), args=[NameExpr()]):
            return True
        case IndexExpr(base=MemberExpr(name=name)) | CallExpr(callee=MemberExpr(name=name)):
            return gives_sizes(name) or _is_entry(part)
    return isinstance(part, NameExpr | MemberExpr) or _is_entry(part)


def _is_entry(part: Expression) -> bool:
    """Whether it is what a dict of settings has under a word: `config["use_fp16"]`."""
    return isinstance(part, IndexExpr) and isinstance(part.index, StrExpr)
