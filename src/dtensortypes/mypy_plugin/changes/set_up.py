"""Methods of which a constructor makes use to begin the object with: `self.reset()`, which nothing else calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mypy.nodes import FuncDef, MemberExpr, MypyFile, TypeInfo

from dtensortypes.mypy_plugin.changes.fixed import values_given
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.put_inside import own_calls, setting_method
from dtensortypes.mypy_plugin.text.scope import bodies, statements


def times_given_by(trees: Sequence[MypyFile], init: FuncDef, info: TypeInfo, name: str) -> int:
    """How often the constructor gives the attribute a value, in its body or by the methods that only it calls, once."""
    own = len(values_given(init, name))
    for statement in own_calls(init.body.body):
        found = setting_method(statement, info)
        inner = len(values_given(found[1], name)) if found is not None else 0
        if found is not None and inner and sum(_named(tree)[found[1].name] for tree in trees) == 1:
            own += inner
    return own


@once_per_tree
def _named(tree: MypyFile) -> Counter[str]:
    """How often the file names each attribute or method."""
    every = (part for body in bodies(tree.defs) for statement in statements(body) for part in expressions(statement))
    return Counter(part.name for part in every if isinstance(part, MemberExpr))
