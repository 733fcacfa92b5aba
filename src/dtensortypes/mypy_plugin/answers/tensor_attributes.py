"""Attributes of tensors: `x.data`, `x.shape`, and the gradient, which is None until there is one."""

from __future__ import annotations

from functools import partial

from mypy.checker import TypeChecker
from mypy.plugin import AttributeContext
from mypy.types import FunctionLike, Type, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.mypy_plugin.answers.operations import Call
from dtensortypes.mypy_plugin.bodies.actuals import receiver
from dtensortypes.mypy_plugin.bodies.narrowing import asked
from dtensortypes.mypy_plugin.changes import reshaped
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.text.perhaps_none import admits_none, or_none
from dtensortypes.mypy_plugin.text.roles import is_needed, is_updated
from dtensortypes.mypy_plugin.text.scope import current_body
from dtensortypes.mypy_plugin.types.asking import of_method
from dtensortypes.mypy_plugin.types.retype import retype
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.value_of import of_type


def read(ctx: AttributeContext, name: str) -> Type:
    """The type of a tensor's attribute."""
    native, checker = ctx.default_attr_type, ctx.api
    if isinstance(get_proper_type(native), FunctionLike) or not isinstance(checker, TypeChecker):
        return native  # `__neg__ = TensorBase.neg`
    place = receiver(ctx.context)
    if ctx.is_lvalue:
        is_kept = admits_none(native) or is_updated(current_body(checker), ctx.context)  # `x.data += y` stores into it
        outcome = None if is_kept else ops.infer(name, [of_type(ctx.type)], {})
        if outcome is not None and isinstance(outcome.result, TensorFact):
            reshaped.forget_others(checker, place)
            retype(checker, place, ctx.type.accept(forgotten()))  # `x.data = y` makes another tensor of x
        return native
    asked(checker, ctx.context)
    type_ = Call(checker, ctx.context, native, place).answered(partial(of_method, name), [], ctx.type)
    # Of what is None there Python refuses that operation: in a body that is read for a call it is the tensor.
    is_there = is_trial(checker) and is_needed(current_body(checker), ctx.context)
    return or_none(type_) if admits_none(native) and not is_there else type_
