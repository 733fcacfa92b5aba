"""Whether modules are in training: they begin so, and stay so in a program that switches none to evaluation.

A file whose functions take modules may be given some by a file that nobody sees, and a package that trains or measures
the modules it is given switches them.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile, TypeInfo
from mypy.plugin import AttributeContext
from mypy.types import CallableType, Instance, LiteralType, Type, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.paths import path_of
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.watcher import is_trial, trees, watch
from dtensortypes.mypy_plugin.text.imported import Program, is_own
from dtensortypes.mypy_plugin.text.scope import functions
from dtensortypes.mypy_plugin.text.texts import switches
from dtensortypes.mypy_plugin.types.facts_of import is_a

_TAKING_NONE: Final = frozenset(
    {"dtensortypes", "beartype", "cv2", "einops", "jaxtyping", "matplotlib", "pandas", "PIL", "scipy", "tqdm", "yaml"}
)
"""Packages that are given no module."""


def read(ctx: AttributeContext) -> Type:
    """The type of `module.training`."""
    checker, native = ctx.api, get_proper_type(ctx.default_attr_type)
    owner = ctx.type
    if ctx.is_lvalue or not isinstance(checker, TypeChecker) or not isinstance(owner, Instance):
        return ctx.default_attr_type
    is_flag = isinstance(native, Instance) and is_certain(checker, owner.type)
    return LiteralType(value=True, fallback=native) if is_flag and isinstance(native, Instance) else native


def is_certain(checker: TypeChecker, info: TypeInfo) -> bool:
    """Whether modules of the class are, in a body that is read for one call; installed packages may switch theirs."""
    if not is_trial(checker):
        return False
    files = [checker.modules.get(base.module_name) for base in info.mro if names.is_users(base.module_name)]
    if not all(one is not None and is_own(one) for one in files):
        return False
    own, at_hand = watch(checker.errors, checker.modules), trees(checker)[-1]
    own.asked_at_hand += 1  # which may take modules, or switch them
    if (found := own.answers.get(key := (is_certain, at_hand))) is None:
        around = own.program.around(at_hand)
        is_switched = any(switches(path_of(one)) or _has_helpers(own.program, one) for one in around)
        found = own.answers[key] = not is_switched and not _takes_modules(at_hand)
    return found is True


def _has_helpers(program: Program, tree: MypyFile) -> bool:
    """Whether the file imports another package that may be given its modules."""
    roots = {names.root(one) for one in program.imported_by(tree)}
    others = (root for root in roots - _TAKING_NONE if names.is_users(root))
    return any((one := program.modules.get(root)) is None or not is_own(one) for root in others)


@once_per_tree
def _takes_modules(tree: MypyFile) -> bool:
    """Whether a function of the file, but for constructors, declares to take a module."""
    return any(
        is_a(get_proper_type(type_), names.MODULE)
        for one in functions(tree)
        if isinstance(one.type, CallableType) and one.name != "__init__"
        for type_ in one.type.arg_types[bool(one.info) :]
    )
