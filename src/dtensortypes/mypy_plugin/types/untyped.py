"""Functions that torch makes when it is imported, as all of torch.linalg: mypy asks no plugin about a call of `Any`.

They become callables with any arguments and any result, so that a call of one is asked about like all others. And a
function under one of torch's untyped decorators stays what it was, with a mark that it is `Any` without the plugin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from mypy.nodes import ARG_STAR, ARG_STAR2, AssignmentStmt, CallExpr, MypyFile, NameExpr, Var
from mypy.types import CallableType, Instance, Type, get_proper_type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.types.marks import mark_of, marked
from dtensortypes.mypy_plugin.types.types_of import anything


def declare(modules: Mapping[str, MypyFile], named_type: Callable[[str], Instance]) -> None:
    """Declare those that the table knows, in the files of torch that are being analyzed."""
    made = _callable(named_type("builtins.function"))
    for module, file in modules.items():
        if names.public(f"{module}.").rpartition(".")[0] in _MODULES:
            for statement, name in _made(file):
                _declare(statement, name, file, made)


@contextmanager
def undeclared(modules: Mapping[str, MypyFile], decorated: Iterable[Var] = ()) -> Iterator[None]:
    """Let those be `Any` meanwhile, as they are without the plugin, and these functions under untyped decorators."""
    torchs = (one for name in _MODULES if name in modules for one in _declared(modules[name]))
    declared = [(one, one.type) for one in (*torchs, *decorated)]
    for variable, _ in declared:
        variable.type = anything()
    try:
        yield
    finally:
        for variable, type_ in declared:
            variable.type = type_


@once_per_tree
def _declared(file: MypyFile) -> list[Var]:
    names_here = (full.rpartition(".")[2] for full in ops.names() if full.rpartition(".")[0] == file.fullname)
    nodes = [file.names[name].node for name in names_here if name in file.names]
    return [node for node in nodes if isinstance(node, Var) and _is_of_anything(node)]


def _is_of_anything(variable: Var) -> bool:
    type_ = get_proper_type(variable.type)
    return isinstance(type_, CallableType) and type_.is_ellipsis_args


_DECORATED: Final = "what stands under an untyped decorator"
"""The attribute that marks it; no program can have one of this name."""


def decorated(type_: Type) -> Type:
    """The function with the mark."""
    proper = get_proper_type(type_)
    return marked(proper, _DECORATED, anything()) if isinstance(proper, CallableType) else type_


def is_decorated(type_: Type | None) -> bool:
    """Whether it has the mark."""
    proper = get_proper_type(type_)
    return isinstance(proper, CallableType) and mark_of(proper, _DECORATED) is not None


_TORCH: Final = "torch."
_MODULES: Final = dict.fromkeys(sorted(full.rpartition(".")[0] for full in ops.names() if full.startswith(_TORCH)))
"""Those of torch with operations in them, and classes."""


def _callable(fallback: Instance) -> CallableType:
    unknown, kinds = anything(), [ARG_STAR, ARG_STAR2]
    return CallableType([unknown, unknown], kinds, [None, None], unknown, fallback, is_ellipsis_args=True)


def _made(file: MypyFile) -> Iterator[tuple[AssignmentStmt, NameExpr]]:
    """The assignments of a call's result to a name that is one of torch's operations."""
    known = ops.names()
    for statement in _unannotated(file.defs):
        match statement:
            case AssignmentStmt(lvalues=[NameExpr(name=name) as target], rvalue=CallExpr()):
                if names.public(f"{file.fullname}.{name}") in known:
                    yield statement, target


def _unannotated(statements: Iterable[object]) -> Iterator[AssignmentStmt]:
    for statement in statements:
        if isinstance(statement, AssignmentStmt) and statement.unanalyzed_type is None:
            yield statement


def _declare(statement: AssignmentStmt, target: NameExpr, file: MypyFile, made: CallableType) -> None:
    """As if it were annotated, whether the file has been analyzed up to here or not."""
    statement.unanalyzed_type = made
    symbol = getattr(file, "names", {}).get(target.name)  # a file that has just been parsed has no names at all
    if symbol is not None and isinstance(symbol.node, Var):
        statement.type = made
        symbol.node.type = made
        symbol.node.is_inferred = False
        target.is_inferred_def = False
