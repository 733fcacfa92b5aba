"""Messages of mypy's that it would not make without the plugin: what they complain of would be `Any`.

A message is about a few expressions, and where one of them is `Any` mypy is silent; which those are stands here, and
what is `Any` in `native.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.errorcodes import (
    ARG_TYPE,
    ASSIGNMENT,
    CALL_ARG,
    CALL_OVERLOAD,
    HAS_TYPE,
    MISC,
    OPERATOR,
    OVERRIDE,
    UNUSED_IGNORE,
    USED_BEFORE_DEF,
    VAR_ANNOTATED,
)
from mypy.errors import ErrorInfo
from mypy.message_registry import GENERIC_INSTANCE_VAR_CLASS_ACCESS
from mypy.nodes import (
    ARG_STAR2,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Expression,
    IndexExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OpExpr,
    RefExpr,
    ReturnStmt,
    StarExpr,
    Statement,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
)
from mypy.types import TupleType, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.anyway import is_part_of_size, is_wrong_anyway
from dtensortypes.mypy_plugin.messages.captured import is_of_a_capture, is_of_a_case
from dtensortypes.mypy_plugin.messages.defaults import gets_default, is_of_undeclared, is_same
from dtensortypes.mypy_plugin.messages.in_part import Perhaps, telling
from dtensortypes.mypy_plugin.messages.native import Native
from dtensortypes.mypy_plugin.text.expressions import expressions, lines
from dtensortypes.mypy_plugin.text.scope import function_at, shared, statements, targets
from dtensortypes.mypy_plugin.types.facts_of import is_a, mentions_size

_OF_CALLS: Final = (CALL_ARG, CALL_OVERLOAD, MISC)
"""Codes of what is said of a call, not of what it gives."""
_OF_KEYWORDS: Final = "Argument after ** "
_SIZE: Final = r'(expected|variable has type) "(torch\.)?Size( \| None)?"'
_OF_DEFINITIONS: Final = (HAS_TYPE, OVERRIDE, UNUSED_IGNORE, USED_BEFORE_DEF)
"""Codes of what mypy does not say of a function's body alone, or only where an attribute is not known yet."""
_UNDETERMINED: Final = r'Cannot determine type of "(\w+)"'
_OF_ORIGINALS: Final = 'base class "|^Incompatible (import of|redefinition) |^Access to generic '
"""What it says of an attribute that a base has, too, of an import or a second definition: a copy is none.

And of an attribute of a class that the plugin has made generic, as it is for the copy, too.
"""
_BOGUS: Final = (
    "Invalid type comment or annotation",
    "See https://mypy.readthedocs.io/en/stable/common_issues.html#variables-vs-type-aliases",
    'Perhaps you need "Callable[...]" or a callback protocol?',
    'Name "{}" is not defined',
    "Invalid type: try using Literal[{}] instead?",
)
"""What mypy says of any word that it takes for a quoted name, or index that it takes for a type."""


def is_of_a_body(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether mypy says it of a function's body alone, and does so of a copy, too."""
    if info.code is HAS_TYPE:
        return _is_of_own_variable(info, tree)
    is_of_all = info.code is VAR_ANNOTATED and not function_at(tree, info.line) and shared(tree.defs)  # with `global`
    return not is_of_all and info.code not in _OF_DEFINITIONS and not re.search(_OF_ORIGINALS, info.message)


def _is_of_own_variable(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether it is a variable of the function's of which mypy does not know the type."""
    said, function = re.match(_UNDETERMINED, info.message), function_at(tree, info.line)
    given = (target for one in statements(function.body.body) for target, _ in targets(one)) if function else ()
    return said is not None and any(isinstance(one, NameExpr) and one.name == said[1] for one in given)


def is_of_a_word(info: ErrorInfo, word: str) -> bool:
    """Whether mypy takes this word, which is a shape, for a quoted name; or this index for a type."""
    named = rf'(Variable|Function|Module) "([\w.]+\.)?{re.escape(word)}" is not valid as a type'
    return info.message in {said.format(word) for said in _BOGUS} or re.fullmatch(named, info.message) is not None


def is_silent(info: ErrorInfo, tree: MypyFile, checker: TypeChecker) -> bool:
    """Whether mypy would not say this without the plugin, as what it complains of would be `Any`."""
    if is_of_undeclared(info, tree):
        return True  # a call has told mypy what the parameter is
    native = telling(info, tree, checker)
    if is_of_a_capture(info, native) or is_of_a_case(info, checker):
        return True
    if info.message == GENERIC_INSTANCE_VAR_CLASS_ACCESS:
        return any(_is_of_torchs_class(e) for s in statements(native.body) for e in expressions(s) if _is_at(e, info))
    if info.code is VAR_ANNOTATED:
        return is_of_a_class(info, tree) or any(_gets_nothing(native, one, info) for one in statements(native.body))
    if info.code is ASSIGNMENT and any(_takes_apart(native, s) for s in statements(native.body) if s.line == info.line):
        return True
    parts = list(_concerned(info, native.body))
    if _is_of_ours(Perhaps(tree, checker, native.function), list(_solved_with(native, info)), info):
        return True
    if re.search(_SIZE, info.message) and any(is_part_of_size(native, part) for part in parts):
        return True
    if any(checker.lookup_type_or_none(part) is not None for part in parts):
        return _is_of_ours(native, parts, info)
    # Of the value of an assignment mypy says what is wrong before it writes down the types.
    with checker.msg.filter_errors(), checker.local_type_map:
        for part in parts:
            checker.expr_checker.accept(part)
        return _is_of_ours(native, parts, info)


def _is_of_ours(native: Native, parts: list[Expression], info: ErrorInfo) -> bool:
    """Whether one of the parts is `Any` without the plugin, and with that all would be right."""
    told = [part for part in parts if native.is_any(part) and native.is_told(part)]
    return any(not is_wrong_anyway(native, part, info) for part in told)


def _gets_nothing(native: Native, statement: Statement, info: ErrorInfo) -> bool:
    """Whether the statement is `b, *rest = x.shape`, or `x.split(2)`, with no rest, as only the plugin knows.

    Or something that it makes of the shape of a tensor without dims: `sizes = list(x.shape)`.
    """
    if not isinstance(statement, AssignmentStmt):
        return False
    if info.line in lines(statement) and any(_is_empty(native, part) for part in expressions(statement.rvalue)):
        return True
    if isinstance(statement.rvalue, TupleExpr | ListExpr):
        return False
    starred = [part.expr for part in expressions(statement) if isinstance(part, StarExpr)]
    if not any((part.line, part.column) == (info.line, info.column) for part in starred):
        return False
    value = statement.rvalue
    owner = value.callee.expr if isinstance(value, CallExpr) and isinstance(value.callee, MemberExpr) else None
    told = [type_ for part in (value, owner) if part and (type_ := native.checker.lookup_type_or_none(part))]
    return any(mentions_size(type_) or is_a(get_proper_type(type_), names.TENSOR) for type_ in told)


def _is_empty(native: Native, expression: Expression) -> bool:
    """Whether it is a tuple of nothing that is not written so: to mypy by itself a shape has numbers in it."""
    type_ = native.type_of(expression)
    return isinstance(type_, TupleType) and not type_.items and not isinstance(expression, TupleExpr)


def is_left_over(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether mypy says of a function unaided what comes of the plugin's answers before: types that it keeps to."""
    if info.code is VAR_ANNOTATED:
        return is_of_a_class(info, tree)
    return is_of_undeclared(info, tree)


def is_of_a_class(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether mypy wants a variable annotated because a class is generic, which it is by the plugin alone."""
    function = function_at(tree, info.line)
    body = statements(function.body.body if function else tree.defs)
    return any(_gets_class(body, one, info) or gets_default(body, one, info) for one in body)


def _gets_class(body: list[Statement], statement: Statement, info: ErrorInfo) -> bool:
    """Whether it is `block = given or Block`, or `x = self.block()`, with a class that the plugin has made generic."""
    if not isinstance(statement, AssignmentStmt):
        return False
    places = (*statement.lvalues, statement.rvalue)
    given = [place.name for place, _ in targets(statement) if isinstance(place, NameExpr | MemberExpr)]
    is_here = any((place.line, place.column) == (info.line, info.column) for place in places)
    is_here = is_here and any(f'"{name}"' in info.message for name in given)  # none of a comprehension's own
    if isinstance(statement.rvalue, CallExpr):
        callee = statement.rvalue.callee
        held = [value for one in body for place, value in targets(one) if is_here and is_same(place, callee)]
        return any(isinstance(value, RefExpr) and _is_torchs(value.node) for value in held)
    parts = expressions(statement.rvalue) if is_here else []
    called = {id(part.callee) for part in parts if isinstance(part, CallExpr)}
    return any(_is_torchs(part.node) for part in parts if isinstance(part, RefExpr) and id(part) not in called)


def _takes_apart(native: Native, statement: Statement) -> bool:
    """Whether the statement is `row, col = x`, with a tensor of whose items torch says nothing."""
    match statement:
        case AssignmentStmt(lvalues=[TupleExpr()], rvalue=value) if not isinstance(value, TupleExpr | ListExpr):
            return native.has_any_items(value)
    return False


def _is_of_torchs_class(expression: Expression) -> bool:
    """Whether it is `Tensor.__rsub__` or the like, an attribute of a class that is generic by the plugin alone."""
    owner = expression.expr if isinstance(expression, MemberExpr) else None
    node = owner.node if isinstance(owner, RefExpr) else None
    return _is_torchs(node)


def _is_torchs(node: Node | None) -> bool:
    return isinstance(node, TypeInfo) and any(map(node.has_base, (names.TENSOR, names.MODULE)))


def _concerned(info: ErrorInfo, body: list[Statement]) -> Iterator[Expression]:
    """The expressions whose types decide whether mypy says the message: where one is `Any`, it is silent."""
    not_callable = info.message.endswith("not callable")
    of_what_is_there = not_callable or info.message.endswith("is not indexable")
    of_call = info.code in _OF_CALLS or not_callable
    of_operator = info.code is OPERATOR and not of_call
    for statement in statements(body):
        if info.line not in lines(statement):
            continue
        match statement:
            case ReturnStmt(expr=Expression() as value) if _is_at(statement, info):
                yield value
            case AssignmentStmt(lvalues=places, rvalue=value) if _is_at(value, info) and info.code is ASSIGNMENT:
                yield from places
        for expression in expressions(statement):
            parts = _parts(expression)
            if info.message.startswith(_OF_KEYWORDS):
                yield from _keywords(expression) if _is_at(expression, info) else []
            elif _is_at(expression, info):
                if of_what_is_there and isinstance(expression, IndexExpr):
                    parts = parts[:1]
                yield from parts if of_call and isinstance(expression, CallExpr) else [expression, *parts]
                yield from expression.args if info.code is CALL_OVERLOAD and isinstance(expression, CallExpr) else []
                yield from [expression.callee] if not_callable and isinstance(expression, CallExpr) else []
            elif of_what_is_there:
                continue  # it is about the expression, and not about what that is given to
            elif any(_is_at(given, info) for given in _given(expression, of_operator=of_operator)):
                yield from parts


def _solved_with(native: Native, info: ErrorInfo) -> Iterator[Expression]:
    """The arguments of a call that say what is wanted for another one: `sorted(xs, key=float)`."""
    for statement in statements(native.body) if info.code is ARG_TYPE else ():
        for call in expressions(statement) if info.line in lines(statement) else ():
            if isinstance(call, CallExpr) and any(_is_at(given, info) for given in call.args):
                carried = native.carried(call)
                yield from carried if any(_is_at(given, info) for given in carried) else ()


def _keywords(expression: Expression) -> list[Expression]:
    """What stands after `**` in a call."""
    if not isinstance(expression, CallExpr):
        return []
    return [given for given, kind in zip(expression.args, expression.arg_kinds, strict=True) if kind is ARG_STAR2]


def _given(expression: Expression, *, of_operator: bool) -> list[Expression]:
    """What the expression hands to what is called or indexed, or its operands: mypy points at one of these."""
    match expression:
        case _ if of_operator:
            return _parts(expression)
        case IndexExpr(index=index):
            return [index]
        case CallExpr(args=args):
            return args
    return []


def _is_at(node: Statement | Expression, info: ErrorInfo) -> bool:
    ends = {(node.end_line, node.end_column), (node.line, node.column + 1)}  # of some mypy says only where they begin
    return (node.line, node.column) == (info.line, info.column) and (info.end_line, info.end_column) in ends


def _parts(expression: Expression) -> list[Expression]:
    """What decides together whether the expression is right: where one part is `Any`, mypy is silent about all."""
    match expression:
        case OpExpr(left=left, right=right):
            return [left, right]
        case ComparisonExpr(operands=operands):
            return operands
        case UnaryExpr(expr=inner) | MemberExpr(expr=inner):
            return [inner]
        case IndexExpr(base=base, index=index):
            return [base, index, *(index.items if isinstance(index, TupleExpr) else [])]
        case CallExpr(callee=MemberExpr(expr=inner)):
            return [inner]
    return []
