"""Bodies of the program's other files: mypy throws them away when a file is done, and its cache has none.

So a file whose functions are called with what is known of tensors is read once more, and mypy's own analyzer says what
the names in its functions mean. That gives the same whether mypy has just checked the file or knows it from its cache.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errors import Errors, ErrorWatcher
from mypy.nodes import (
    GDEF,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    MypyFile,
    RefExpr,
    Statement,
    SymbolTable,
    SymbolTableNode,
    TypeInfo,
    Var,
)
from mypy.semanal import SemanticAnalyzer
from mypy.types import Instance, NoneType, ProperType, Type, get_proper_type

from dtensortypes.mypy_plugin.changes import disturbed
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.paths import is_installed, path_of
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.unaided import Answers
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.text.perhaps_none import disbelieve
from dtensortypes.mypy_plugin.text.reach import on_devices
from dtensortypes.mypy_plugin.types.failures import needing

_UNCLEAR: Final = rb"\bset_default_|\bimport \*"
"""What changes all operations of a file, from outside of its functions too, or hides what its names mean."""
_PLAIN: Final = frozenset(
    {
        names.TENSOR,
        names.PARAMETER,
        names.NDARRAY,
        names.DEVICE,
        names.DTYPE,
        "builtins.int",
        "builtins.float",
        "builtins.str",
        "builtins.bool",
    }
)
_MARKS: Final = frozenset(
    {
        "builtins.staticmethod",
        "builtins.classmethod",
        "builtins.property",
        "functools.cached_property",
        "typing.override",
        "typing_extensions.override",
        "abc.abstractmethod",
    }
)
"""Decorators that mypy's analyzer keeps as a mark of the function, and not among its decorators."""


def home(checker: TypeChecker, module: str) -> TypeChecker | None:
    """The checker of the module: this one, or one that looks into another file of the program; None of no such file."""
    if module == checker.tree.fullname:
        return checker
    own = watch(checker.errors, checker.modules)
    own.saw(checker)
    own.visited.add(module)
    if own.at_hand is not None and module == own.at_hand.tree.fullname:
        return own.at_hand
    if module not in own.answers:
        own.answers[module] = _lent(checker, module, own.at_hand or checker)
    own.asked_at_hand += own.answers[module] is None
    return there if isinstance(there := own.answers[module], TypeChecker) else None


def _lent(checker: TypeChecker, module: str, at_hand: TypeChecker) -> TypeChecker | None:
    """The checker of another file, on which the file at hand depends then; None where it changes what is in it."""
    tree = checker.modules.get(module) if names.is_users(module) else None
    if tree is None or is_installed(path_of(tree)):
        return None
    homes = watch(checker.errors, checker.modules).homes
    if tree.fullname not in homes:
        if tree.defs:
            return None  # it is checked together with this file
        homes[tree.fullname] = opened = _opened(checker, tree)
        if opened is not None:
            disbelieve(opened.tree)  # before a body of it is copied
    there, here = homes[tree.fullname], at_hand.tree
    return None if there is None or _disturbs(here, tree) or on_devices(here) else there


def _disturbs(tree: MypyFile, other: MypyFile) -> bool:
    """Whether the file changes what objects of the other one's classes hold: there nobody would know of it.

    Of modules one does (`watcher.trees`).
    """
    here = disturbed.assigned(tree) | disturbed.attributes(tree) | disturbed.refilled(tree)
    return any(name in here and (name in disturbed.assigned(tree) or not kept) for name, kept in _held(other))


@once_per_tree
def _held(tree: MypyFile) -> list[tuple[str, bool]]:
    """The attributes of the file's classes, and whether it is tensors that they hold, which others may be handed.

    Single modules are left out.
    """
    classes = (symbol.node for symbol in tree.names.values() if isinstance(symbol.node, TypeInfo))
    own = (info for info in classes if info.module_name == tree.fullname)
    found = ((name, symbol.node) for info in own for name, symbol in info.names.items())
    held = [(name, node.type) for name, node in found if isinstance(node, Var)]
    return [(name, _is_plain(type_)) for name, type_ in held if not _is_module(get_proper_type(type_))]


def _is_module(type_: ProperType | None) -> bool:
    if not isinstance(type_, Instance) or not type_.type.has_base(names.MODULE):
        return False
    return not any(map(type_.type.has_base, (names.SEQUENTIAL, *names.MODULE_CONTAINERS)))


def _is_plain(type_: Type | None) -> bool:
    """Whether nobody who is given a value of the type can change it behind the back of its owner."""
    proper = get_proper_type(type_)
    return (isinstance(proper, Instance) and proper.type.fullname in _PLAIN) or isinstance(proper, NoneType)


def is_open(checker: TypeChecker, function: FuncDef) -> bool:
    """Whether the function stands in this file, or in another one that is read again."""
    found = home(checker, module_of(function))
    return found is not None and bool(function.body.body)


def is_elsewhere(checker: TypeChecker, function: FuncDef) -> bool:
    """Whether the function stands in another file than the one at hand."""
    return module_of(function) in checker.modules and module_of(function) != checker.tree.fullname


def module_of(function: FuncDef) -> str:
    """The module that the function stands in; it is none that stands in another function."""
    return function.info.module_name if function.info else function.fullname.rpartition(".")[0]


@contextmanager
def at_work(checker: TypeChecker, there: TypeChecker) -> Iterator[None]:
    """Let the checker of another file work for this one."""
    if there is checker:
        yield
        return
    own, errors = watch(checker.errors, checker.modules), checker.errors
    place = (errors.file, errors.target_module, errors.options, errors.scope)
    saved = own.checker, own.narrowed, own.unaided
    own.checker, own.narrowed, own.unaided = there, {}, Answers()
    there.pass_num = checker.pass_num
    try:
        with checker_state.set(there), _in_a_frame(there), _heard(errors, there.path):
            errors.set_file(there.path, there.tree.fullname, there.options, there.tscope)
            yield
    finally:
        errors.set_file(*place)
        own.checker, own.narrowed, own.unaided = saved


@contextmanager
def _heard(errors: Errors, path: str) -> Iterator[None]:
    """Let mypy look into the functions of a file whose messages it drops, as under `follow_imports = silent`."""
    if path not in errors.ignored_files:
        yield
        return
    errors.ignored_files.remove(path)
    try:
        yield
    finally:
        errors.ignored_files.add(path)


@contextmanager
def _in_a_frame(there: TypeChecker) -> Iterator[None]:
    """Let the checker look at expressions that stand in no function that it checks, as it does in a file's text."""
    if len(there.binder.frames) > 1:
        yield
        return
    with there.binder.top_frame_context():
        yield


@needing("look into the functions of other files", otherwise=None)
def _opened(checker: TypeChecker, tree: MypyFile) -> TypeChecker | None:
    if tree.is_stub or checker.options.fine_grained_incremental:
        return None  # a daemon would not ask again when it changes
    options = checker.options.clone_for_module(tree.fullname)
    if options.ignore_errors or not _read_again(checker, tree):
        return None
    path = path_of(tree)
    with _heard(checker.errors, path):
        there = TypeChecker(checker.errors, checker.modules, options, tree, path, checker.plugin, {})
    there.tscope.module = tree.fullname
    return there


def _read_again(checker: TypeChecker, tree: MypyFile) -> bool:
    """Give the functions of the file their bodies back."""
    from mypy.parse import parse

    try:
        source = Path(path_of(tree)).read_bytes()
    except OSError:
        return False
    if re.search(_UNCLEAR, source):
        return False
    errors, options = Errors(checker.options), checker.options
    parsed = parse(source, path_of(tree), tree.fullname, errors, options, eager=True)
    if errors.is_errors():
        return False
    tree.defs = parsed.defs  # and not into the same list: of that one it may be known that nothing is in it
    tree.ignored_lines = parsed.ignored_lines
    _Binding(checker, tree).bind(tree.defs, tree.names)
    return True


class _Binding:
    """Says what the names in a file's functions mean."""

    def __init__(self, checker: TypeChecker, tree: MypyFile) -> None:
        self.checker, self.tree = checker, tree
        self.options = checker.options.clone_for_module(tree.fullname)
        modules = checker.modules
        seen = {tree.fullname: set(modules)}  # what it imports it sees, and mypy has said what it does not
        self.analyzer = SemanticAnalyzer(modules, {}, set(), checker.errors, checker.plugin, seen)
        self.analyzer.global_decls, self.analyzer.nonlocal_decls = [set()], [set()]
        tree.names.setdefault("__builtins__", SymbolTableNode(GDEF, modules["builtins"]))  # mypy's cache leaves it out

    def bind(self, body: list[Statement], known: SymbolTable, info: TypeInfo | None = None) -> None:
        """Bind the functions and defaults that the file, or a class, writes, and put mypy's own in their place."""
        for place, statement in enumerate(body):
            name = statement.name if isinstance(statement, FuncDef | Decorator | ClassDef) else ""
            symbol = known.get(name)
            match statement, symbol.node if symbol else None:
                case FuncDef(), FuncDef() as own:
                    body[place] = self.function(statement, own, info)
                case Decorator(), Decorator() as own:
                    self.function(statement.func, own.func, info)
                    own.decorators = [one for one in statement.decorators if self.decorates(one, info)]
                    own.original_decorators = statement.decorators  # mypy's cache has none of them
                    body[place] = own
                case ClassDef(), TypeInfo() as own:
                    if own.module_name == self.tree.fullname and info is None:
                        statement.info, statement.fullname, own.defn.defs = own, own.fullname, statement.defs
                        own.defn.info = own  # mypy's cache leaves it out
                        self.bind(statement.defs.body, own.names, own)
                case AssignmentStmt(rvalue=CallExpr() as written), _ if info is not None:
                    self.value(written, info)

    def value(self, written: Expression, info: TypeInfo | None) -> None:
        """Say what the names in a value, or a decorator, mean: `field(default_factory=Model)`."""
        with self.quietly(), self.analyzer.file_context(self.tree, self.options, info):
            written.accept(self.analyzer)

    def function(self, read: FuncDef, own: FuncDef, info: TypeInfo | None) -> FuncDef:
        """The function that mypy knows, with the body that has been read."""
        read.is_static, read.is_class, read.is_property = own.is_static, own.is_class, own.is_property
        with self.quietly():
            self.analyzer.refresh_partial(read, [], True, self.tree, self.options, info)
        own.arguments, own.body = read.arguments, read.body
        own.arg_names, own.arg_kinds = read.arg_names, read.arg_kinds
        own.min_args, own.max_pos = read.min_args, read.max_pos
        own.is_generator, own.is_coroutine = read.is_generator, read.is_coroutine
        own.set_line(read.line, read.column, read.end_line, read.end_column)
        return own

    def decorates(self, decorator: Expression, info: TypeInfo | None) -> bool:
        self.value(decorator, info)
        return not (isinstance(decorator, RefExpr) and decorator.fullname in _MARKS)

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """What there is to say of the file mypy has said."""
        errors = self.checker.errors
        place = (errors.file, errors.target_module, errors.options, errors.scope)
        try:
            with ErrorWatcher(errors, filter_errors=True):
                yield
        finally:
            errors.set_file(*place)
