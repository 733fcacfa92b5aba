"""What mypy says of a function without the plugin: a copy of it is checked with none of our answers.

A file whose author does not use our types is to hear of mypy what it hears without us. What the plugin knows gives mypy
more to complain of; where it complains of something in a function, the function is asked for a second time, unaided.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from mypy.checker import DeferredNode, TypeChecker
from mypy.errorcodes import HAS_TYPE, VAR_ANNOTATED
from mypy.errors import ErrorInfo
from mypy.nodes import (
    AssignmentStmt,
    ClassDef,
    EllipsisExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    ListExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    StarExpr,
    Statement,
    TupleExpr,
    Var,
)
from mypy.types import FunctionLike, PartialType, Type

from dtensortypes.mypy_plugin.changes.noted import note_unaided
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages import module_level
from dtensortypes.mypy_plugin.messages.alone import alone
from dtensortypes.mypy_plugin.messages.module_level import Heard, kept
from dtensortypes.mypy_plugin.text.at_once import put_together
from dtensortypes.mypy_plugin.text.copies import apart, copy_of, given_attributes, without_classes
from dtensortypes.mypy_plugin.text.expressions import expressions, lines
from dtensortypes.mypy_plugin.text.perhaps_none import believe
from dtensortypes.mypy_plugin.text.scope import assigned, bodies, functions, functions_in, statements, targets
from dtensortypes.mypy_plugin.text.unreached import put_back
from dtensortypes.mypy_plugin.types.failures import needing

_UNTYPED: Final = r'Need type annotation for "(\w+)"'


@dataclass
class Answers:
    """What has been heard of a file, in each of mypy's passes: in a later one it knows more."""

    of_functions: dict[tuple[FuncDef, int], Heard | None] = field(default_factory=dict)
    of_attributes: dict[tuple[FuncDef, int], Mapping[Var, Type]] = field(default_factory=dict)
    """The types of the attributes that functions give their first values."""
    settled: dict[FuncDef, Mapping[Var, Type]] = field(default_factory=dict)
    """The same of functions of which a later pass tells nothing else."""
    doubtful: list[tuple[FuncDef, int]] = field(default_factory=list)
    """The functions that read something untyped while another one was asked, which may be about to give it a type."""
    unready: int = 0
    """How often a function read something that mypy has not inferred yet."""
    of_file: module_level.Answers = field(default_factory=dict)


def heard(checker: TypeChecker, line: int, answers: Answers, *, is_of_end: bool = False) -> Heard | None:
    """What mypy says unaided of the function that the line is in, or the file; None where that cannot be told.

    Of the end of its body mypy speaks on the line of the function.
    """
    function = _around(checker.tree, line)
    if function is None:
        told = module_level.told(checker, line, answers.of_file) if module_level.is_own(checker.tree, line) else None
        return told.said if told else None
    if not (is_of_end or _is_in_body(function, line)) or _is_in_class(function, line):
        return None
    return _told(checker, function, answers)


def inferred(checker: TypeChecker, attribute: Var, answers: Answers) -> Type | None:
    """The type that mypy infers unaided for an attribute of the file's, where it gets its first value.

    None where that cannot be told; in the function that is being asked it has the type already.
    """
    function = _first_givers(checker.tree).get(attribute)
    if function is None:
        return None
    if function in answers.settled:
        return answers.settled[function].get(attribute)
    asked = function, checker.pass_num
    if asked in answers.of_functions and asked not in answers.of_attributes:
        return attribute.type
    _told(checker, function, answers)
    return answers.of_attributes[asked].get(attribute)


@once_per_tree
def _first_givers(tree: MypyFile) -> dict[Var, FuncDef]:
    """The functions that give attributes their first values, from which mypy infers the types."""
    outermost = [one for one in functions(tree) if one.info and one.info.get_method(one.name) is not None]
    return {
        target.def_var: function
        for function in outermost
        for target in given_attributes(function)
        if target.def_var is not None and target.is_inferred_def
    }


def _told(checker: TypeChecker, function: FuncDef, answers: Answers) -> Heard | None:
    asked = function, checker.pass_num
    if asked not in answers.of_functions:
        unready, is_outermost = answers.unready, len(answers.of_functions) == len(answers.of_attributes)
        answers.of_functions[asked] = None  # for what is said while the question is open
        types = module_level.types_for(checker, function, answers.of_file)
        found = _asked(checker, function, types, partial(inferred, checker, answers=answers))
        said, attributes = found or (None, {})
        answers.of_functions[asked], answers.of_attributes[asked] = said, attributes
        is_untyped = any(one.code is HAS_TYPE for one in said or ())
        answers.unready += said is None or is_untyped
        if is_outermost:
            _forget_doubtful(answers)
        elif is_untyped:
            answers.doubtful.append(asked)
        if answers.unready == unready and not module_level.reads_variables(checker.tree, function):
            answers.settled[function] = attributes
            note_unaided(attributes)
    answers.unready += function not in answers.settled
    return answers.of_functions[asked]


def _forget_doubtful(answers: Answers) -> None:
    """These are to be asked again: what they read may have its type by now."""
    for asked in answers.doubtful:
        del answers.of_functions[asked], answers.of_attributes[asked]
    answers.doubtful.clear()


def taken(said: Heard, line: int) -> Heard:
    """What is to be said in the place of a message of the line, and is not said again: that, and what else was lost.

    Mypy does not await in the copy what it has not found out elsewhere.
    """
    now = [one for one in said if one.line == line or one.code is not HAS_TYPE]
    said[:] = [one for one in said if one not in now]
    return now


def is_put_off(checker: TypeChecker, line: int) -> bool:
    """Whether mypy comes again to the function that the line is in."""
    nodes = [deferred.node for deferred in checker.deferred_nodes]
    return any(line in lines(node) for node in nodes)


def _around(tree: MypyFile, line: int) -> FuncDef | None:
    """The outermost function that the line is in."""
    around = [f for f in functions(tree) if line in lines(f)]
    return min(around, key=lambda f: f.line, default=None)


def _is_in_body(function: FuncDef, line: int) -> bool:
    """Whether the line is past what is declared; a body that is `...` has nothing in it."""
    body = function.body.body or [function]
    match body:
        case [ExpressionStmt(expr=EllipsisExpr())]:
            return False
    return body[0].line <= line


def _is_in_class(function: FuncDef, line: int) -> bool:
    """Whether the line is in a class that the function defines."""
    return any(isinstance(one, ClassDef) and line in lines(one) for one in _inside(function))


def _inside(function: FuncDef) -> Iterator[Statement]:
    """The statements of the function, and of those inside of it."""
    return (s for one in (function, *functions_in(function.body.body)) for s in statements(one.body.body))


@needing("tell what it says without the plugin", otherwise=None)
def _asked(
    checker: TypeChecker, function: FuncDef, types: Mapping[Var, Type], of_attribute: Callable[[Var], Type | None]
) -> tuple[Heard, Mapping[Var, Type]] | None:
    if any(isinstance(statement, OverloadedFuncDef) for statement in _inside(function)):
        return None
    said: Heard = []
    deferred, checker.current_node_deferred = checker.current_node_deferred, False
    before = list(checker.deferred_nodes)
    with without_classes(function):
        copied = copy_of(function, function.type if isinstance(function.type, FunctionLike) else None)
    put_together(copied.body.body)
    put_back(copied, checker.tree)
    for one in (copied, *functions_in(copied.body.body)):
        believe(one)
    try:
        with (
            apart(checker, function, copied, partial(kept, said)),
            alone(checker, copied.body.body, of_attribute),
            module_level.given(types),
        ):
            _forget(copied)
            if not checker.pass_num or _is_awaited(checker, copied, before):
                checker.check_func_item(copied)
            attributes = dict(_inferred_in(copied))
    finally:
        checker.current_node_deferred = deferred
    if len(checker.deferred_nodes) > len(before):  # the type of something is not known yet: mypy is to come here again
        checker.deferred_nodes[len(before) :] = [
            n for n in checker.deferred_nodes[len(before) :] if n.node is not copied
        ]
        return None
    return [one for one in said if not _is_filled_in_a_class(function, one)], attributes


def _is_filled_in_a_class(function: FuncDef, info: ErrorInfo) -> bool:
    """Whether mypy wants a variable annotated that gets its type in a class there: of classes there is no copy."""
    named = re.match(_UNTYPED, info.message) if info.code is VAR_ANNOTATED else None
    classes = [one for one in _inside(function) if named and isinstance(one, ClassDef)]
    inside = (one for cls in classes for body in bodies(cls.defs.body) for one in statements(body))
    parts = (part for one in inside for part in expressions(one))
    return named is not None and any(isinstance(part, NameExpr) and part.name == named[1] for part in parts)


def _is_awaited(checker: TypeChecker, copied: FuncDef, deferred: list[DeferredNode]) -> bool:
    """Whether mypy is to look at the copy again, where something gets a type later; it has looked once then."""
    this, checker.pass_num = checker.pass_num, 0
    for target in (one for statement in _inside(copied) for one, _ in targets(statement)):
        if isinstance(target, NameExpr) and target.is_inferred_def and isinstance(target.node, Var):
            target.node.is_ready = target.node.type is not None
    try:
        checker.check_func_item(copied)
        return len(checker.deferred_nodes) > len(deferred)
    finally:
        checker.pass_num, checker.current_node_deferred = this, False
        checker.deferred_nodes[:] = deferred


def _forget(function: FuncDef) -> None:
    """Forget what variables are with the plugin."""
    for target in given_attributes(function):
        if target.def_var is not None and target.is_inferred_def:
            target.def_var.type, target.def_var.is_ready = None, False
    for variable in _never_known(function):
        variable.is_ready = False


def _inferred_in(function: FuncDef) -> Iterator[tuple[Var, Type]]:
    """The attributes whose types mypy has inferred in the function."""
    for target in given_attributes(function):
        variable = target.def_var if target.is_inferred_def else None
        if variable is not None and variable.type is not None and not isinstance(variable.type, PartialType):
            yield variable, variable.type


def _never_known(function: FuncDef) -> Iterator[Var]:
    """The variables that first get a value where mypy refuses to unpack it: `a, b, c = x, *y`."""
    for statement in statements(function.body.body):
        if is_spread(statement):
            names_here = (target.node for target, _ in targets(statement) if isinstance(target, NameExpr))
            for variable in (node for node in names_here if isinstance(node, Var)):
                if is_spread(assigned(function.body.body, variable)[0][0]):
                    yield variable


def is_spread(statement: Statement | Expression) -> bool:
    """Whether it is `a, b, c = x, *y`."""
    match statement:
        case AssignmentStmt(lvalues=[TupleExpr() | ListExpr(), *_], rvalue=TupleExpr() | ListExpr() as value):
            return any(isinstance(item, StarExpr) for item in value.items)
    return False
