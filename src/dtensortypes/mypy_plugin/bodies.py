"""A function's body checked again for one call, with the types that the arguments have there.

What a signature leaves open the body tells: what `forward(self, x)` gives for this x, and what torch refuses in it.
Only bodies of the file at hand are looked at: those of other files mypy has thrown away, or never read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from mypy import errorcodes as codes
from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import (
    Block,
    BreakStmt,
    CallExpr,
    ClassDef,
    ComparisonExpr,
    ConditionalExpr,
    ContinueStmt,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    GlobalDecl,
    IfStmt,
    LambdaExpr,
    NameExpr,
    NonlocalDecl,
    OpExpr,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    Statement,
    WhileStmt,
    WithStmt,
)
from mypy.typeops import make_simplified_union
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    TupleType,
    Type,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.core.problems import Kind, Problem
from dtensortypes.mypy_plugin import displays, names, objects
from dtensortypes.mypy_plugin.codes import CODES
from dtensortypes.mypy_plugin.compare import says_something
from dtensortypes.mypy_plugin.copies import apart, copy_of
from dtensortypes.mypy_plugin.expressions import expressions
from dtensortypes.mypy_plugin.facts_of import is_a
from dtensortypes.mypy_plugin.failures import needing
from dtensortypes.mypy_plugin.initial import NOTHING, Initial, initial
from dtensortypes.mypy_plugin.objects import spelled
from dtensortypes.mypy_plugin.scope import blocks, current_body, statements
from dtensortypes.mypy_plugin.types_of import anything
from dtensortypes.mypy_plugin.watcher import Watcher, watch

_DEEPEST: Final = 6
_MOST: Final = 60
"""How many bodies one call may open, as each call in a body may open another one."""
_TUPLES: Final = {names.TUPLE, names.NAMED_RESULT}
_VALUES: Final = {names.DTYPE, names.DEVICE, names.NDARRAY, names.DATA_LOADER}
_PLACE: Final = re.compile(r' \(line \d+ of "[\w.]+"\)$')
_LEAVING: Final = (ReturnStmt, RaiseStmt, BreakStmt, ContinueStmt)
_KINDS: Final = {CODES[kind].code: kind for kind in (Kind.DTYPE, Kind.DEVICE, Kind.SHAPE)}


@dataclass(frozen=True, slots=True)
class Told:
    """What a body says of a call: the type of its result, None where that is not known, and what is wrong in it."""

    result: Type | None = None
    problems: tuple[Problem, ...] = ()
    whole: Type | None = None
    """The type of the result with all that mypy found, of numbers too."""
    begun: Initial = NOTHING
    """What a constructor has begun the object with."""


_BEGUN: Final = Told()
"""What a body says of a call of itself."""


@dataclass
class Trial:
    """The bodies that are open for one call, and what has been found in those that are done."""

    depth: int = 0
    said: list[ErrorInfo] = field(default_factory=list)
    told: dict[tuple[FuncDef, str], Told] = field(default_factory=dict)

    def keep(self, _path: str, info: ErrorInfo) -> bool:
        """Hold a message back."""
        self.said.append(info)
        return True


@needing("look into functions that a call leaves open", otherwise=Told())
def told(checker: TypeChecker, function: FuncDef, signature: CallableType) -> Told:
    """What the body of the function says where its parameters have the types of this signature."""
    own = watch(checker.errors, checker.modules)
    outer = own.trial
    trial = Trial(outer.depth + 1, told=outer.told) if isinstance(outer, Trial) else Trial()
    key = (function, spelled(signature))
    if key not in trial.told:
        if not _is_tryable(checker, function):
            return Told()
        if trial.depth >= _DEEPEST or len(trial.told) >= _MOST:
            own.given_up += 1
            return Told()
        trial.told[key] = _BEGUN
        trial.told[key] = _tried(checker, own, trial, function, signature)
    own.given_up += trial.told[key] is _BEGUN
    return trial.told[key]


def is_refused(checker: TypeChecker, call: CallExpr) -> bool:
    """Whether something has been said of the call already: its arguments are not what is declared."""
    own = watch(checker.errors, checker.modules)
    said = (
        own.trial.said if isinstance(own.trial, Trial) else checker.errors.error_info_map.get(checker.errors.file, [])
    )
    lines = range(call.line, (call.end_line or call.line) + 1)
    return any(info.code in CODES.values() and info.line in lines for info in said)


def _is_tryable(checker: TypeChecker, function: FuncDef) -> bool:
    is_here = function.fullname.startswith(f"{checker.tree.fullname}.") and "@" not in function.fullname
    is_here = is_here or (is_inside(function) and function in statements(current_body(checker)))
    runs_at_once = not (function.is_generator or function.is_coroutine or function.is_async_generator)
    return is_here and runs_at_once and not any(_shares(statement) for statement in statements(function.body.body))


def is_inside(function: FuncDef) -> bool:
    """Whether the function stands in another one, whose variables it may use."""
    return not function.info and "." not in function.fullname


def _shares(statement: Statement) -> bool:
    return isinstance(statement, GlobalDecl | NonlocalDecl | FuncDef | Decorator | ClassDef)


def _tried(checker: TypeChecker, own: Watcher, trial: Trial, function: FuncDef, signature: CallableType) -> Told:
    around = [item for item in checker.scope.stack if isinstance(item, FuncDef)] if is_inside(function) else []
    copied, before = copy_of(function, signature, around), list(checker.deferred_nodes)
    own.copies.add(copied)
    outer, own.trial = own.trial, trial
    warns, checker.options.warn_no_return = checker.options.warn_no_return, True
    try:
        with apart(checker, function, copied, trial.keep) as types:
            checker.check_func_item(copied, type_override=signature)
            begun = initial(checker, copied, types)
            values = [value for value in _returned(copied) if value in types]
            reached = [displays.returned(checker, copied.body.body, value, types) for value in values]
    finally:
        own.trial, checker.options.warn_no_return = outer, warns
    if len(checker.deferred_nodes) > len(before):  # the type of something is not known yet: mypy comes here again
        checker.deferred_nodes[len(before) :] = [
            n for n in checker.deferred_nodes[len(before) :] if n.node not in own.copies
        ]
        checker.current_node_deferred = checker.scope.top_level_function() is not None
        return Told()
    falls_through = any(info.code in {codes.RETURN, codes.EMPTY_BODY} for info in trial.said)
    problems = tuple(_proved(checker, copied, trial.said, types))
    whole = None if problems or falls_through or not reached else _one_of(reached)
    return Told(whole and kept(whole), problems, whole, begun)


def _one_of(reached: list[Type]) -> Type:
    """What one of several returns gives: of two objects of a class mypy takes one, with what it was made of."""
    return reached[0] if len(reached) == 1 else make_simplified_union([objects.stripped(one) for one in reached])


def _returned(function: FuncDef) -> list[Expression]:
    return [one.expr for one in statements(function.body.body) if isinstance(one, ReturnStmt) and one.expr is not None]


def _proved(
    checker: TypeChecker, function: FuncDef, said: list[ErrorInfo], types: Mapping[Expression, Type]
) -> list[Problem]:
    """The first thing that is wrong, on the lines that the call certainly runs: what follows, follows from it."""
    ignored = {
        line for line, which in checker.errors.ignored_lines.get(checker.errors.file, {}).items() if _is_ours(which)
    }
    certain = {
        line
        for statement in _certain(function.body.body, types)
        for line in _lines(expressions(statement))
        if line not in ignored
    }
    wrong = [info for info in said if info.severity == "error" and info.code and info.code.code in _KINDS]
    first = min((info.line for info in wrong if info.line in certain), default=None)
    return [_problem(function, info) for info in wrong if info.line == first]


def _is_ours(ignored: list[str]) -> bool:
    """Whether a `type: ignore` of these codes, or of all where there are none, is about tensors."""
    return not ignored or any(code in _KINDS for code in ignored)


def _problem(function: FuncDef, info: ErrorInfo) -> Problem:
    reason, _, advice = info.message.partition("; ")
    owner = f"{function.info.name}." if function.info else ""
    place = "" if _PLACE.search(reason) else f' (line {info.line} of "{owner}{function.name}")'
    return Problem(_KINDS[info.code.code if info.code else ""], reason + place, advice)


def _certain(body: list[Statement], types: Mapping[Expression, Type]) -> Iterator[Statement]:
    """What is run whenever the body is, up to the first statement that may leave it."""
    for statement in body:
        yield statement
        reached = [block for block in blocks(statement) if _is_reached(block, types)]
        one_of = isinstance(statement, IfStmt) and len(reached) == 1 and _is_decided(statement, types)
        if one_of or isinstance(statement, ForStmt) or _is_endless(statement) or _is_torchs_region(statement):
            for block in reached[:1]:
                yield from _certain(block.body, types)
        if any(isinstance(inner, _LEAVING) for block in reached for inner in statements(block.body)):
            return


def _is_endless(statement: Statement) -> bool:
    """Whether it is a `while True`, which is run at least once."""
    return isinstance(statement, WhileStmt) and getattr(statement.expr, "fullname", "") == "builtins.True"


def _is_decided(statement: IfStmt, types: Mapping[Expression, Type]) -> bool:
    """Whether one of the blocks is run for certain, and not perhaps none."""
    return statement.else_body is not None or (len(statement.expr) == 1 and _holds(statement.expr[0], types))


def _holds(condition: Expression, types: Mapping[Expression, Type]) -> bool:
    """Whether the condition is true by the types of this call: a flag that is given, an argument that is there."""
    match condition:
        case ComparisonExpr(operators=["is not"], operands=[value, NameExpr(fullname="builtins.None")]):
            members = flatten_nested_unions([types[value]]) if value in types else []
            return bool(members) and not any(isinstance(get_proper_type(m), NoneType | AnyType) for m in members)
    known = get_proper_type(types.get(condition))
    return isinstance(known, LiteralType) and known.value is True


def _is_torchs_region(statement: Statement) -> bool:
    """Whether it is a `with` that lets no exception vanish, as torch's do not."""
    managers = [e.callee for e in statement.expr if isinstance(e, CallExpr)] if isinstance(statement, WithStmt) else []
    return bool(managers) and all(isinstance(m, RefExpr) and m.fullname.startswith("torch.") for m in managers)


def _is_reached(block: Block, types: Mapping[Expression, Type]) -> bool:
    """Whether mypy has looked at the block: it leaves out what it knows to be unreachable."""
    found = [value for statement in block.body for value in expressions(statement)]
    return not found or any(value in types for value in found)


def _lines(found: list[Expression]) -> Iterator[int]:
    """The lines of a statement's expressions; none where parts of it may not be run."""
    if not any(map(_chooses, found)):
        for expression in found:
            yield from range(expression.line, (expression.end_line or expression.line) + 1)


def kept(type_: Type) -> Type:
    """What is known of tensors, modules and their values in a result: more than that, nobody asked mypy for."""
    proper = get_proper_type(type_)
    match proper:
        case UnionType(items=items):
            members = [get_proper_type(kept(item)) for item in items]
            return anything() if any(isinstance(item, AnyType) for item in members) else UnionType(list(members))
        case TupleType(items=items, partial_fallback=fallback) if fallback.type.fullname in _TUPLES:
            return proper.copy_modified(items=[kept(item) for item in items])
        case Instance(type=info) if info.fullname in _VALUES or is_a(proper, names.MODULE) or says_something(proper):
            return proper
    return anything()


def _chooses(expression: Expression) -> bool:
    """Whether parts of the expression may not be run."""
    is_shortcut = isinstance(expression, OpExpr) and expression.op in {"and", "or"}
    return is_shortcut or isinstance(expression, ConditionalExpr | LambdaExpr)
