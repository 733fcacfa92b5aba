"""Functions that are passed on: what a callback takes and gives, against what is declared of it."""

from __future__ import annotations

from mypy.nodes import ARG_POS, ARG_STAR, ARG_STAR2
from mypy.subtypes import find_member, is_subtype
from mypy.types import CallableType, Instance, NoneType, Type, UnionType, get_proper_type

from dtensortypes.core.problems import Kind, Problem, argument, returned
from dtensortypes.mypy_plugin.types.compare import compare, has_tensor
from dtensortypes.mypy_plugin.types.facts_of import dimension_names
from dtensortypes.mypy_plugin.types.rewriting import unknown
from dtensortypes.mypy_plugin.types.types_of import anything


def callback_of(type_: Type) -> CallableType | None:
    """The type as that of a function that takes or gives tensors; None may stand beside it."""
    proper = get_proper_type(type_)
    if isinstance(proper, UnionType):
        members = [item for item in map(get_proper_type, proper.items) if not isinstance(item, NoneType)]
        proper = members[0] if len(members) == 1 else proper
    if isinstance(proper, Instance) and proper.type.is_protocol and proper.type.protocol_members == ["__call__"]:
        method = get_proper_type(find_member("__call__", proper, proper))
        proper = method.copy_modified(name=None) if isinstance(method, CallableType) else proper
    if not isinstance(proper, CallableType) or proper.variables or proper.is_type_obj():
        return None
    return proper if any(map(has_tensor, [*proper.arg_types, proper.ret_type])) else None


def mistake(declared: CallableType, found: CallableType, caller: str) -> Problem | None:
    """The first thing proved wrong with a function that is passed to `caller` where the declared one is expected."""
    if not _is_positional(declared) or len(found.arg_types) < len(declared.arg_types):
        return None
    own = frozenset().union(*map(dimension_names, declared.arg_types))
    name = (found.name or "the function").partition(" of ")[0].strip('"')
    words = [word or str(place) for place, word in enumerate(found.arg_names, 1)]
    taken = compare(list(zip(words, found.arg_types, declared.arg_types, strict=False)), own)
    wrong = [(path, problem) for path, problem in taken.problems if problem.kind is not Kind.UNKNOWN]
    if wrong:
        path, problem = wrong[0]
        return _said(problem.about(argument(path, name)), f'as "{caller}" calls it')
    given = compare([("", declared.ret_type, found.ret_type)], frozenset())
    # The dims of the two signatures have names of their own.
    unlike = [problem for _, problem in given.problems if problem.kind in {Kind.DTYPE, Kind.DEVICE}]
    return _said(unlike[0].about(returned(name)), f'which is not what "{caller}" expects') if unlike else None


def giving(function: CallableType, result: Type) -> CallableType:
    """The type of a function that gives this, whatever it takes."""
    return function.copy_modified(
        arg_types=[anything(), anything()],
        arg_kinds=[ARG_STAR, ARG_STAR2],
        arg_names=[None, None],
        ret_type=result,
        variables=[],
    )


def is_protocol_of_functions(type_: Type) -> bool:
    """Whether the type is a protocol that functions follow, which take or give tensors."""
    return not isinstance(get_proper_type(type_), CallableType) and callback_of(type_) is not None


def follows(found: Type, declared: Type) -> bool:
    """Whether a function follows a protocol of functions if nothing is known of the tensors."""
    own, wanted = get_proper_type(found), callback_of(declared)
    is_function = isinstance(own, CallableType) and not own.is_type_obj() and wanted is not None
    return is_function and wanted is not None and is_subtype(found.accept(unknown()), wanted.accept(unknown()))


def _is_positional(declared: CallableType) -> bool:
    return all(kind is ARG_POS for kind in declared.arg_kinds)


def _said(problem: Problem, why: str) -> Problem:
    return problem._replace(reason=f"{problem.reason}, {why}", advice="")
