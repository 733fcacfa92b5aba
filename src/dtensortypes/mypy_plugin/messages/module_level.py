"""What mypy says of a file's own statements without the plugin, and what its variables are then to functions.

The statements are checked again as a copy with variables of its own: those before the next class, as mypy does not know
yet what the objects of a later one hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo, ErrorWatcher
from mypy.nodes import (
    GDEF,
    Block,
    ClassDef,
    Decorator,
    FuncDef,
    Import,
    ImportFrom,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    Statement,
    SymbolNode,
    Var,
)
from mypy.types import PartialType, Type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.alone import alone
from dtensortypes.mypy_plugin.text.at_once import put_together
from dtensortypes.mypy_plugin.text.copies import copy_of, untouched
from dtensortypes.mypy_plugin.text.expressions import expressions, lines
from dtensortypes.mypy_plugin.text.put_inside import names_in
from dtensortypes.mypy_plugin.text.rewritten import inside
from dtensortypes.mypy_plugin.text.scope import blocks, bodies, shared, statements, targets
from dtensortypes.mypy_plugin.text.top_level import DEFINING
from dtensortypes.mypy_plugin.types.failures import needing

Heard = list[ErrorInfo]
"""What mypy says, its notes included."""
_FOUND_OUT = (ClassDef, Decorator, OverloadedFuncDef)
"""What mypy has to look at before it knows the types of it."""


class Told(NamedTuple):
    """What mypy says of the statements, and the types of the variables."""

    said: Heard
    types: Mapping[Var, Type]


Answers = dict[tuple[int, int, int], Told | None]
"""What has been told of the file's statements from a line on, as far as they were looked at, in each pass of mypy's."""


def is_own(tree: MypyFile, line: int) -> bool:
    """Whether one of the file's own statements is on the line."""
    return any(line in lines(one) and not isinstance(one, DEFINING) for one in tree.defs)


def types_for(checker: TypeChecker, function: FuncDef, answers: Answers) -> Mapping[Var, Type]:
    """The types of the file's variables unaided, where the function reads any."""
    known = told(checker, function.line, answers) if reads_variables(checker.tree, function) else None
    return known.types if known else {}


def reads_variables(tree: MypyFile, function: FuncDef) -> bool:
    """Whether the function reads a variable to which the file's own statements give values."""
    variables = _variables(tree.defs)
    every = (one for inner in bodies(function.body.body) for part in statements(inner) for one in expressions(part))
    return bool(variables) and any(isinstance(one, NameExpr) and one.node in variables for one in every)


@once_per_tree
def _variables(body: list[Statement]) -> frozenset[SymbolNode]:
    """The variables that the file's own statements give values."""
    given = (target for statement in statements(body) for target, _ in targets(statement))
    return frozenset(one.node for one in given if isinstance(one, NameExpr) and isinstance(one.node, Var))


def told(checker: TypeChecker, line: int, answers: Answers) -> Told | None:
    """What mypy tells unaided of the file's own statements around the line, between two classes; None if it cannot.

    The types are those that it knows by then.
    """
    defs = checker.tree.defs
    here = next((place for place, one in enumerate(defs) if line in lines(one)), None)
    if here is None:
        return None
    found_out = [place for place, one in enumerate(defs) if isinstance(one, _FOUND_OUT)]
    begin = max((place for place in found_out if place <= here), default=0)
    reached = max(here, _reached(defs))
    end = min((place for place in found_out if place > reached), default=len(defs))
    end = len(defs) if checker.pass_num else end
    whole = 0, end, checker.pass_num
    if whole not in answers:
        answers[whole] = None  # for what is said while the question is open
        answers[whole] = _asked(checker, defs[:end])
    found = answers[whole]
    if found is None:
        return None
    around = defs[begin].line, end, checker.pass_num
    return answers.setdefault(around, found._replace(said=[one for one in found.said if one.line >= around[0]]))


def _reached(body: list[Statement]) -> int:
    """The last of the statements that mypy has been at, as it knows what a variable is that gets its value there."""
    places = range(len(body) - 1, -1, -1)
    return next((place for place in places if any(one.type for one in _inferred(body[place]))), 0)


def _inferred(statement: Statement) -> Iterator[Var]:
    """The variables whose types mypy infers in the statement, or in what is in it."""
    for part in () if isinstance(statement, DEFINING) else inside([statement]):
        for target, _ in targets(part):
            if isinstance(target, NameExpr) and target.is_inferred_def and isinstance(target.node, Var):
                yield target.node


@needing("tell what it says of a file's statements without the plugin", otherwise=None)
def _asked(checker: TypeChecker, body: list[Statement]) -> Told | None:
    own = [one for one in body if not isinstance(one, DEFINING)]
    if any(map(_is_not_told, statements(own))):
        return None
    copied = copy_of(FuncDef(checker.tree.name, [], Block(own)), None)
    variables = _apart(copied.body.body)
    put_together(copied.body.body)
    said: Heard = []
    with (
        _at_module_level(checker),
        untouched(checker, copied),
        ErrorWatcher(checker.errors, filter_errors=partial(kept, said), filter_revealed_type=True),
        checker.local_type_map,
        alone(checker, copied.body.body),
        checker.enter_partial_types(),
        checker.binder.top_frame_context(),
    ):
        for statement in copied.body.body:
            if not checker.binder.is_unreachable():
                checker.accept(statement)
    elsewhere = shared(checker.tree.defs)  # a function may widen the type that mypy infers here
    known = {old: new.type for old, new in variables.items() if new.type and old.name not in elsewhere}
    return Told(said, {old: type_ for old, type_ in known.items() if not isinstance(type_, PartialType)})


def _is_not_told(statement: Statement) -> bool:
    """Whether it defines what cannot be copied, or what mypy does not know yet."""
    is_open = isinstance(statement, Decorator) and statement.var.type is None
    return is_open or isinstance(statement, ClassDef | OverloadedFuncDef)


def kept(said: Heard, _path: str, info: ErrorInfo) -> bool:
    """Hold the message back; what is said of a call that the plugin has put into the text is nothing."""
    if f'"{names.QUESTION}"' not in info.message:
        said.append(info)
    return True


def _apart(body: list[Statement]) -> dict[Var, Var]:
    """Give the statements variables of their own, without what is defined in them."""
    given = (target for statement in inside(body) for target, _ in targets(statement))
    variables = [one.node for one in given if isinstance(one, NameExpr) and one.kind == GDEF]
    imported = {name for statement in inside(body) for name in _imported(statement)}
    own = {one: _again(one) for one in variables if isinstance(one, Var) and one.name not in imported}
    for statement in inside(body):
        for block in blocks(statement):
            block.body = [one for one in block.body if not isinstance(one, DEFINING)]
        for name in names_in(statement):
            if isinstance(name.node, Var) and name.node in own:
                name.node = own[name.node]
    return own


def _imported(statement: Statement) -> list[str]:
    """The names that the statement imports: what mypy knows of the modules is known without the plugin."""
    match statement:
        case Import(ids=ids):
            return [name or whole.partition(".")[0] for whole, name in ids]
        case ImportFrom(names=several):
            return [name or one for one, name in several]
    return []


def _again(variable: Var) -> Var:
    again = Var(variable.name, None if variable.is_inferred else variable.type)
    again._fullname = variable.fullname
    again.is_inferred, again.is_index_var = variable.is_inferred, variable.is_index_var
    again.is_final, again.final_value = variable.is_final, variable.final_value
    again.set_line(variable)
    return again


@contextmanager
def _at_module_level(checker: TypeChecker) -> Iterator[None]:
    """Let the checker be at work on the file, wherever it is at work."""
    scope, dynamic, partial_types = checker.scope.stack[:], checker.dynamic_funcs, checker.partial_types
    binder, deferred, target = checker.binder, checker.current_node_deferred, checker.tscope
    inside_of = target.classes, target.function, target.functions, target.ignored
    checker.scope.stack[:] = [checker.tree]
    checker.dynamic_funcs, checker.partial_types, checker.current_node_deferred = [], [], False
    checker.binder = type(checker.binder)(checker.options)
    target.classes, target.function, target.functions, target.ignored = [], None, [], 0
    try:
        yield
    finally:
        checker.scope.stack[:] = scope
        checker.dynamic_funcs, checker.partial_types, checker.current_node_deferred = dynamic, partial_types, deferred
        checker.binder = binder
        target.classes, target.function, target.functions, target.ignored = inside_of


@contextmanager
def given(types: Mapping[Var, Type]) -> Iterator[None]:
    """Let the variables have these types meanwhile."""
    before = [(variable, variable.type) for variable in types]
    for variable, type_ in types.items():
        variable.type = type_
    try:
        yield
    finally:
        for variable, known in before:
            variable.type = known
