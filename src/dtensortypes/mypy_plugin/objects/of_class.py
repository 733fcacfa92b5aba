"""Tensors that the body of a class gives all its objects: `MEAN: ClassVar[torch.Tensor] = torch.tensor([0.5])`."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import TypeInfo, Var
from mypy.subtypes import is_subtype
from mypy.types import Type, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import in_doubt
from dtensortypes.mypy_plugin.text.class_fields import default_of
from dtensortypes.mypy_plugin.types.facts_of import is_a


def declared(checker: TypeChecker, owner: TypeInfo, variable: Var) -> Type | None:
    """The type of what the class's body gives a variable that it declares, if nothing else ever gives it a value."""
    cls = variable.info
    if cls.module_name != checker.tree.fullname or variable.is_inferred or any(map(_may_decide, owner.mro)):
        return None
    value = None if in_doubt.may_change(checker, owner, variable) else default_of(cls, variable.name)
    given = checker.lookup_type_or_none(value) if value is not None else None
    if given is None or variable.type is None or not is_a(get_proper_type(given), names.TENSOR):
        return None
    return given if is_subtype(given, variable.type) else None


def _may_decide(cls: TypeInfo) -> bool:
    """Whether something else than the class's body says what its objects have: a decorator, or a class of its own."""
    is_own = names.is_users(cls.module_name)
    is_abstract = cls.declared_metaclass is None or cls.declared_metaclass.type.fullname == "abc.ABCMeta"
    return is_own and (bool(cls.defn.decorators) or cls.tuple_type is not None or not is_abstract)
