"""What an object was made of, as types that mypy tells from those of another one of its class.

To mypy all lists of numbers are of one type, and so are all functions that look alike: of two it would keep the first.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.types import CallableType, Instance, LiteralType, ProperType, TupleType, Type, TypeType, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.objects.kept_functions import known_by, with_name
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import Types

_FUNCTION: Final = "builtins.function"


def apart(type_: Type) -> Type:
    """The type of an object with what it was made of, as one that mypy tells from those of others of its class.

    A class of numpy's numbers is one that makes them, and stands for a dtype: `np.zeros(3, dtype=kind)`.
    """
    proper = get_proper_type(type_)
    if isinstance(proper, CallableType) and proper.is_type_obj():
        made = TypeType.make_normalized(proper.ret_type)
        return made if is_numpys(made) else type_
    given = objects.arguments(proper)
    if given is None or not isinstance(proper, Instance):
        return type_
    plain = proper.copy_modified()
    plain.extra_attrs = None
    return TupleType([apart(one) for one in given], plain)


def is_numpys(cls: ProperType) -> bool:
    """Whether it is a class of numpy's numbers, as `np.float32`."""
    return isinstance(cls, TypeType) and is_a(cls.item, names.NUMPY_NUMBER)


def named(checker: TypeChecker, type_: ProperType) -> TupleType | None:
    """The type of a function of the program, or of torch's, with its name beside it; None of anything else."""
    if isinstance(type_, TupleType) and _is_function(type_):
        return type_
    function = known_by(checker, type_)
    if function is None or not isinstance(type_, CallableType):
        return None
    is_inner = "." not in function.fullname
    full = f"{function.fullname}:{function.line}" if is_inner else function.fullname
    word = LiteralType(full, checker.named_type("builtins.str"))
    return TupleType([word, with_name(type_, word)], type_.fallback)


def together(checker: TypeChecker, type_: Type) -> Type:
    """The type of the object, or function, again."""
    proper = get_proper_type(type_)
    if not isinstance(proper, TupleType) or proper.partial_fallback.type.has_base(names.TUPLE):
        return type_
    if _is_function(proper):
        return proper.items[-1]
    return objects.made(Types(checker.modules), proper.partial_fallback, [together(checker, i) for i in proper.items])


def _is_function(whole: TupleType) -> bool:
    return whole.partial_fallback.type.fullname == _FUNCTION
