"""What the methods of a class may do to its objects, and to what they are given; by the text alone."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import ClassDef, Decorator, FuncDef, MemberExpr, MypyFile

from dtensortypes.mypy_plugin.changes.disturbed import changed_in, changed_inside, changed_parameters
from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.owners import attribute_of, root
from dtensortypes.mypy_plugin.changes.second_names import layers
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.imported import imported_as
from dtensortypes.mypy_plugin.text.scope import bodies, statements, targets


def changed(cls: ClassDef, file: MypyFile | None = None) -> dict[str, list[str]]:
    """For each method of the class, the attributes whose modules it may cast or move; by the text alone."""
    found: dict[str, list[str]] = {}
    calling = frozenset() if file is None else imported_as(file, names.CHECKPOINT)
    attributes_ = frozenset() if file is None else layers(file)
    for method in _methods(cls):
        own = method.arguments[0].variable.name
        places = (*changed_in(method.body.body, calling, layers=attributes_), *changed_inside(method.body.body))
        attributes = {attribute_of(place) for place in places if root(place) == own}
        if attributes:
            found[method.name] = sorted(attributes)
    return found


def changing_given(cls: ClassDef) -> list[str]:
    """The methods of the class that may cast, move or hand on modules that they are given; by the text alone."""
    decorated = [node.name for node in cls.defs.body if isinstance(node, Decorator)]
    return sorted({*decorated, *(method.name for method in _methods(cls) if _changes_given(method))})


def filled(cls: ClassDef) -> list[str]:
    """The attributes of the object that methods put something into, but for what `__init__` itself has made."""
    return sorted({name for method in _methods(cls) for name in _filled(method) if not _is_begun(method, name)})


def _is_begun(method: FuncDef, attribute: str) -> bool:
    given = (target for statement in statements(method.body.body) for target, _ in targets(statement))
    return method.name == "__init__" and any(
        isinstance(target, MemberExpr) and target.name == attribute for target in given
    )


def fills(function: FuncDef, attribute: str) -> bool:
    """Whether the function puts something into the list or dict of its object's attribute."""
    return attribute in set(_filled(function))


def _filled(method: FuncDef) -> Iterator[str]:
    own = method.arguments[0].variable.name
    every = (statement for body in bodies(method.body.body) for statement in statements(body))
    places = (place for statement in every for place in filled_by(statement))
    return (attribute_of(place) for place in places if isinstance(place, MemberExpr) and root(place) == own)


def _methods(cls: ClassDef) -> Iterator[FuncDef]:
    for node in cls.defs.body:
        method = node.func if isinstance(node, Decorator) else node
        if isinstance(method, FuncDef) and method.arguments:
            yield method


def _changes_given(method: FuncDef) -> bool:
    return bool(changed_parameters(method).difference({0, method.arguments[0].variable.name}))
