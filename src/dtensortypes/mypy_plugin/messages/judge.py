"""Mypy's own complaints about our types, judged by the core: said in our words where proved, dropped where not."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import (
    CallExpr,
    Expression,
    FuncDef,
    MypyFile,
    ReturnStmt,
    SuperExpr,
    TypeInfo,
)
from mypy.subtypes import is_subtype
from mypy.types import CallableType, Instance, Type, get_proper_type
from mypy.typevars import fill_typevars

from dtensortypes.core.algebra.unify import Bindings
from dtensortypes.core.problems import Kind, Problem, argument, returned
from dtensortypes.mypy_plugin.bodies import one_branch
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.compared_sizes import is_doubted
from dtensortypes.mypy_plugin.messages.targets import inferred_target, is_item_of_value, statement_at, target, value_at
from dtensortypes.mypy_plugin.text.branches import first_wrong, members, wrong_each_way
from dtensortypes.mypy_plugin.text.expressions import expressions, lines
from dtensortypes.mypy_plugin.text.scope import function_at, own_names, statements
from dtensortypes.mypy_plugin.types.callbacks import follows, is_protocol_of_functions
from dtensortypes.mypy_plugin.types.compare import Verdict, compare, has_module, has_tensor, says_something
from dtensortypes.mypy_plugin.types.facts_of import dimension_names, is_a
from dtensortypes.mypy_plugin.types.printed import names_sizes
from dtensortypes.mypy_plugin.types.protocols import (
    is_protocol_of_tensors,
    is_unproved_protocol,
    may_be,
    members_of,
    unlike,
)
from dtensortypes.mypy_plugin.types.reading import Reader
from dtensortypes.mypy_plugin.types.rewriting import unknown
from dtensortypes.mypy_plugin.types.seen import about_sizes
from dtensortypes.mypy_plugin.types.types_of import Types
from dtensortypes.mypy_plugin.types.untyped import is_decorated

_TYPE: Final = r'"((?:[^"\']|\'[^\']*\')*)"'
_PAIRS: Final = tuple(
    words.replace("TYPE", _TYPE)
    for words in (
        r'incompatible type (?:"[^"]*": )?TYPE; expected (?:"[^"]*": )?TYPE',
        r"(?:expression|default) has type TYPE, .*has type TYPE\)",
        r'expression has type TYPE, base class "[^"]*" defined the type as TYPE',
        r"^Return type TYPE of .* incompatible with return type TYPE in supertype",
        r"\((?:actual|got) .*?TYPE, expected .*?TYPE\)",
        r"(?:item|comprehension has incompatible) type TYPE; expected (?:type )?TYPE",
        r"comprehension has incompatible type (?:List|Set)\[(.*)\]; expected (?:List|Set)\[(.*)\]$",
    )
)
"""How mypy names the type that it found, and the one that was declared; compiled by `re` when a message needs them."""
_PLACES: Final = r"Tensor\[(?:[^][]|\[(?:[^][]|\[[^][]*\])*\])*\]"
"""A tensor with its three places, as mypy prints it."""
_UNKNOWN: Final = "Tensor[Any, Any, Any]"
_ARGUMENT: Final = r'Argument "?(\w+)"? to "([^"]+)"'
_OVERRIDDEN: Final = r'^Argument (\d+) of .*supertype defines the argument type as "([^"]*Tensor\[[^"]*)"'
_SIGNATURE: Final = r'^Signature of "\w+" incompatible with supertype "([^"]+)"'
_KEYS: Final = r'^Dict entry \d+ has incompatible type "([^"]*)": .*; expected "([^"]*)": '
_DEFAULT: Final = r'Incompatible default for (?:parameter|argument) "(\w+)"'
_JUDGED: Final = frozenset(
    {
        "return-value",
        "assignment",
        "arg-type",
        "list-item",
        "dict-item",
        "typeddict-item",
        "misc",
        "index",
        "override",
    }
)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What becomes of a message: dropped where `problem` is None, else said so."""

    problem: Problem | None
    value: Expression | None = None
    """The expression whose type is wrong, where the statement shows it."""


def ruling(info: ErrorInfo, modules: Mapping[str, MypyFile], checker: TypeChecker | None) -> Ruling | None:
    """The ruling on a native message; None where it is not about tensors alone, and stays."""
    code = info.code.code if info.code else ""
    tree = modules.get(info.module or "") if code in _JUDGED else None
    types = next((said.groups() for words in _PAIRS if tree and (said := re.search(words, info.message))), None)
    if types is None or tree is None:
        return None
    function = function_at(tree, info.line)
    is_of_sizes = any(map(names_sizes, types)) and about_sizes(checker, info.line)
    reader = Reader(Types(modules), tree, function, sizes_are_numbers=is_of_sizes)
    found, declared = map(reader.type, types)
    if found is None or declared is None:
        # What cannot be read back (a callable, a recursive alias) cannot be judged: nothing is proved.
        may_agree = all("Tensor[" in text for text in types) and _may_agree(*types, doubt=names.imports_us(tree))
        return Ruling(None) if may_agree or _is_of_function(info, tree, declared, checker) else None
    if is_of_sizes and is_subtype(found, declared):
        return Ruling(None)
    if _has_wrong_key(info, reader) or not _only_tensors_differ(found, declared):
        wrong_method = unlike(found, declared)
        return None if wrong_method is None else Ruling(wrong_method)
    is_given = code == "assignment" or is_item_of_value(tree, info)
    is_ours = has_tensor(found) or _is_value(found) or _is_array(found, tree)
    if is_given and is_ours and _forgets_target(tree, info, checker):
        return Ruling(None)
    if is_protocol_of_tensors(declared) or (code == "arg-type" and _is_through_super(info, tree, function)):
        return Ruling(None)  # mypy has compared names of dims; such a call is compared apart, in the caller's
    if not (has_tensor(declared) or has_module(declared)):
        return None
    if code == "return-value" and not isinstance(statement_at(tree, info.line), ReturnStmt):
        return Ruling(None)  # in a lambda, whose type variables mypy has solved by itself
    own, rigid = _names_known(function, code)
    problems, value = compare([("", declared, found)], own, Bindings.rigid(rigid)).problems, value_at(tree, info.line)
    proved = [problem for _, problem in problems if problem.kind is not Kind.UNKNOWN]
    if not proved and value is not None:
        given = members(function.body.body if function else tree.defs, value, found)
        proved = _wrong_in_branch(checker, value, given, found, lambda way: compare([("", declared, way)], own))
    if not proved and code == "return-value" and function is not None:
        proved = _broken_promises(checker, function, found)
    return Ruling(_told(proved, info, tree, function), value)


def _told(proved: list[Problem], info: ErrorInfo, tree: MypyFile, function: FuncDef | None) -> Problem | None:
    is_said = proved and not is_doubted(proved[0], function, tree)
    return proved[0].about(_subject(info, tree, function)) if is_said else None


def _is_of_function(info: ErrorInfo, tree: MypyFile, declared: Type | None, checker: TypeChecker | None) -> bool:
    """Whether it is said of a function that follows a protocol, but for the names of dims."""
    if checker is None or declared is None or not is_protocol_of_functions(declared):
        return False
    value = value_at(tree, info.line)
    given = checker.lookup_type_or_none(value) if value is not None else None
    return given is not None and follows(given, declared)


def _wrong_in_branch(
    checker: TypeChecker | None, value: Expression, given: list[Type], found: Type, judged: Callable[[Type], Verdict]
) -> list[Problem]:
    """What is wrong with one of the ways that the value may have gone, or with each of them."""
    wrong = first_wrong(map(judged, given)) or wrong_each_way(found, judged)
    branch = one_branch.given(checker, value, found) if checker is not None and wrong is None else None
    if branch is not None:
        wrong = branch.wrong(map(judged, branch.ways))
    return [wrong] if wrong else []


def _broken_promises(checker: TypeChecker | None, function: FuncDef, found: Type) -> list[Problem]:
    """What is wrong with a result for some dtype that a type variable of the function may stand for."""
    from dtensortypes.mypy_plugin.bodies.promises import broken  # reads bodies, whose messages come here

    return broken(checker, function, found) if checker is not None else []


def is_unproved_override(info: ErrorInfo, modules: Mapping[str, MypyFile]) -> bool:
    """Whether an argument of an overriding method differs from the overridden one's in what is known of tensors.

    The message does not say what the method takes, so that nothing is proved; so it is where sizes have other names.
    """
    said, tree = re.search(_OVERRIDDEN, info.message), modules.get(info.module or "")
    function = function_at(tree, info.line) if tree else None
    if function is not None and any(is_decorated(base.names[function.name].type) for base in _with(function)):
        return True  # to mypy one of the two is `Any`
    if function is not None and (above := re.search(_SIGNATURE, info.message)):
        bases = [base for base in function.info.mro[1:] if above[1] in {base.name, base.fullname}]
        pairs = [members_of(function.name, fill_typevars(function.info), fill_typevars(base)) for base in bases]
        return any(may_be(pair) and not is_subtype(*pair) for pair in pairs)
    if said is None or tree is None or function is None or not isinstance(function.type, CallableType):
        return False
    base = Reader(Types(modules), tree, function).type(said[2])
    own = function.type.arg_types[int(said[1]) : int(said[1]) + 1]
    if {*re.findall(_PLACES, said[2])} == {_UNKNOWN} and not any(map(says_something, own)):
        return False  # nothing is known
    return base is None or not own or _only_tensors_differ(base, own[0])


def _with(function: FuncDef) -> list[TypeInfo]:
    """The method's class and its bases, those that have such a method."""
    return [base for base in (function.info.mro if function.info else ()) if function.name in base.names]


def _names_known(function: FuncDef | None, code: str) -> tuple[frozenset[str], frozenset[str]]:
    """The names of dims that are the function's own, and those of its parameters, which stand for themselves.

    The signature that a method overrides has names of its own: there a name proves nothing.
    """
    if function is None or code == "override":
        return frozenset(), frozenset()
    declared = function.type.arg_types if isinstance(function.type, CallableType) else []
    rigid = frozenset().union(*map(dimension_names, declared)) if code != "arg-type" else frozenset()
    return own_names(function), rigid


def _is_through_super(info: ErrorInfo, tree: MypyFile, function: FuncDef | None) -> bool:
    """Whether the message is about the call of a method of `super()`."""
    body = function.body.body if function else tree.defs
    here = (s for s in statements(body) if info.line in lines(s))
    calls = (e for statement in here for e in expressions(statement) if isinstance(e, CallExpr))
    around = (call.callee for call in calls if info.line in lines(call))
    called = re.search(_ARGUMENT, info.message)
    return any(isinstance(c, SuperExpr) and called is not None and called[2].startswith(c.name) for c in around)


def _is_value(type_: Type) -> bool:
    """Whether the type is that of a `torch.dtype` or `torch.device`."""
    proper = get_proper_type(type_)
    return isinstance(proper, Instance) and proper.type.fullname in {names.DTYPE, names.DEVICE}


def _is_array(type_: Type, tree: MypyFile) -> bool:
    """Whether it is a numpy array, of which the plugin may know more than mypy; other files hear mypy's own words."""
    return is_a(get_proper_type(type_), names.NDARRAY) and names.imports_us(tree)


def _forgets_target(tree: MypyFile, info: ErrorInfo, checker: TypeChecker | None) -> bool:
    """Whether mypy made up the type of what is given a value, of which nothing is known from then on."""
    inferred = inferred_target(tree, info, checker)
    if inferred is not None:
        inferred.type = inferred.type and inferred.type.accept(unknown())
    return inferred is not None


def _subject(info: ErrorInfo, tree: MypyFile, function: FuncDef | None) -> str:
    called = re.search(_ARGUMENT, info.message)
    if called:
        return argument(called[1], called[2])
    default = re.search(_DEFAULT, info.message)
    if default:
        return f'the default of "{default[1]}"'
    if info.code and info.code.code == "return-value":
        return returned(function.name if function else "the function")
    place = target(tree, info.line)
    return f'"{place.name}"' if place else "the value"


def _has_wrong_key(info: ErrorInfo, reader: Reader) -> bool:
    """Whether it is said of an entry of a dict whose key is wrong, whatever its value is."""
    keys = re.search(_KEYS, info.message)
    found, declared = map(reader.type, keys.groups()) if keys else (None, None)
    return found is not None and declared is not None and not is_subtype(found, declared)


def _only_tensors_differ(found: Type, declared: Type) -> bool:
    """Whether the types would agree if nothing were known of their tensors."""
    are_alike = is_subtype(found.accept(unknown()), declared.accept(unknown()))
    return are_alike or is_unproved_protocol(found, declared)


def _may_agree(found: str, declared: str, *, doubt: bool) -> bool:
    """Whether printed types that cannot be read back agree if nothing were known of their tensors, or may."""
    if all(place == _UNKNOWN for text in (found, declared) for place in re.findall(_PLACES, text)):
        return False  # nothing is known
    plain, *members = (re.sub(_PLACES, "Tensor", text) for text in (found, *declared.split(" | "), declared))
    agrees = plain in members or {*plain.split(" | ")} <= {*members}
    return agrees or (doubt and not plain.startswith(("Callable[", "def ")))
