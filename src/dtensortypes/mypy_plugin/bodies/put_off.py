"""What constructors give objects whose reading mypy has put off, for the file's own statements.

A constructor that reads a variable to which the file gives a value further down, `nn.Embedding(words, 8)` with
`words = len(table)` at the file's end, mypy checks when it is done with the file. The statements that call it stand
before that, and mypy checks them once: for them a copy of the constructor is checked where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import GDEF, FuncDef, NameExpr, Var
from mypy.types import FunctionLike, PartialType, Type

from dtensortypes.mypy_plugin.messages.module_level import given
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.objects.filled_at_last import Filling
from dtensortypes.mypy_plugin.text.copies import apart, copy_of, given_attributes, without_classes
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements
from dtensortypes.mypy_plugin.types.failures import needing


class _Unheard(Filling):
    """A look of which nothing is said: mypy comes again to the constructor itself."""

    def keep(self, _path: str, _info: ErrorInfo) -> bool:
        """Hold a message back."""
        return True


@contextmanager
def learned(checker: TypeChecker) -> Iterator[None]:
    """Let attributes have the types that mypy finds when it comes again, for a call that stands in no function."""
    is_once = not checker.pass_num and checker.scope.top_level_function() is None
    waiting = [one.node for one in checker.deferred_nodes] if is_once else []
    constructors = dict.fromkeys(one for one in waiting if isinstance(one, FuncDef) and one.info)
    types: dict[Var, Type] = {}
    for one in constructors:
        if any(target.def_var is not None and target.def_var.type is None for target in given_attributes(one)):
            types |= _found(checker, one)
    with given(types):
        yield


def _found(checker: TypeChecker, function: FuncDef) -> Mapping[Var, Type]:
    """What the function gives attributes of which mypy knows nothing yet; asked anew when it knows more of the file."""
    answers = watch(checker.errors, checker.modules).answers
    asked = ("put off", function, _known(function))
    if asked not in answers:
        answers[asked] = _looked_up(checker, function)
    found = answers[asked]
    types = found.items() if isinstance(found, dict) else ()
    return {variable: type_ for variable, type_ in types if variable.type is None}


def _known(function: FuncDef) -> frozenset[str]:
    """The file's variables that the function reads and mypy knows by now."""
    parts = (part for one in statements(function.body.body) for part in expressions(one))
    read = (part.node for part in parts if isinstance(part, NameExpr) and part.kind == GDEF)
    return frozenset(one.name for one in read if isinstance(one, Var) and one.type is not None)


@needing("look into constructors that it has put off", otherwise=None)
def _looked_up(checker: TypeChecker, function: FuncDef) -> Mapping[Var, Type] | None:
    own = watch(checker.errors, checker.modules)
    before, is_deferred = list(checker.deferred_nodes), checker.current_node_deferred
    outer, own.trial = own.trial, (trial := _Unheard())
    checker.current_node_deferred = False
    with without_classes(function):
        copied = copy_of(function, function.type if isinstance(function.type, FunctionLike) else None)
    own.copies[copied] = None
    try:
        with apart(checker, function, copied, trial.keep):
            checker.check_func_item(copied)
            return dict(_inferred_in(copied))
    finally:
        own.trial, checker.current_node_deferred = outer, is_deferred
        checker.deferred_nodes[:] = before


def _inferred_in(function: FuncDef) -> Iterator[tuple[Var, Type]]:
    for target in given_attributes(function):
        variable = target.def_var if target.is_inferred_def else None
        if variable is not None and variable.type is not None and not isinstance(variable.type, PartialType):
            yield variable, variable.type
