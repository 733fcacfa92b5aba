"""Where a body makes tensors another shape in place: by their methods, under other names, or in what others make."""

from __future__ import annotations

from mypy.nodes import (
    CallExpr,
    Expression,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    SliceExpr,
    Statement,
    TupleExpr,
    TypeInfo,
)

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.roles import is_updated
from dtensortypes.mypy_plugin.text.scope import statements, targets


@once_per_tree
def sites(body: list[Statement]) -> list[Expression]:
    """The tensors that the body itself makes another shape, or may."""
    given = [target for one in statements(body) for target, _ in targets(one) if not is_updated(body, target)]
    found = [target.expr for target in given if isinstance(target, MemberExpr) and _is_data(target)]
    found += [place for one in statements(body) for place in sites_in(one)]
    for call in calls_in(body):
        into = (place for place, word in zip(call.args, call.arg_names, strict=True) if word == ops.OUT)
        found += [place for place in into if not is_view(place)]
    return found


def sites_in(part: Statement | Expression) -> list[Expression]:
    """The tensors whose methods, called or not, make them another shape."""
    return [one.expr for one in expressions(part) if isinstance(one, MemberExpr) and is_reshaping(one.name)]


def indirectly(call: CallExpr, body: list[Statement]) -> list[Expression]:
    """The tensors that the call makes another shape otherwise than by a method of theirs that the table knows."""
    match call:
        case CallExpr(callee=MemberExpr(expr=place, name=name)) if is_reshaping(name):
            return call.args if _is_class(place) else []
        case CallExpr(callee=NameExpr(name=name)) if name in _bound(body):
            return _bound(body)[name]
    given = (call.callee, *call.args)
    if any(isinstance(one, LambdaExpr) and sites(one.body.body) for one in given) or any(map(_is_unbound, given)):
        return call.args
    return []


def _is_unbound(function: Expression) -> bool:
    """Whether it is `torch.Tensor.t_`."""
    return isinstance(function, MemberExpr) and is_reshaping(function.name) and _is_class(function.expr)


def is_reshaping(name: str) -> bool:
    """Whether it is a method of tensors that makes one another shape, and no attribute that does."""
    return name.endswith("_") and name in ops.reshaping()


def _is_class(owner: Expression) -> bool:
    return isinstance(owner, RefExpr) and isinstance(owner.node, TypeInfo)


@once_per_tree
def _bound(body: list[Statement]) -> dict[str, list[Expression]]:
    """The tensors whose reshaping methods the body gives names: `grow = x.unsqueeze_`, `flip = lambda: x.t_()`."""
    found: dict[str, list[Expression]] = {}
    for target, value in (pair for statement in statements(body) for pair in targets(statement)):
        match value:
            case MemberExpr(expr=place, name=name) if isinstance(target, NameExpr) and is_reshaping(name):
                found.setdefault(target.name, []).append(place)
            case LambdaExpr(body=inner) if isinstance(target, NameExpr) and (several := sites(inner.body)):
                found.setdefault(target.name, []).extend(several)
    return found


def _is_data(target: MemberExpr) -> bool:
    """Whether it is `x.data`, which makes another tensor of x."""
    return target.name in ops.reshaping()


@once_per_tree
def calls_in(body: list[Statement]) -> list[CallExpr]:
    return [part for one in statements(body) for part in expressions(one) if isinstance(part, CallExpr)]


def is_view(place: Expression | None) -> bool:
    """Whether it is `x[:, 1]`, a part of a tensor, which stays as large as it is."""
    return isinstance(place, IndexExpr) and isinstance(place.index, SliceExpr | TupleExpr)
