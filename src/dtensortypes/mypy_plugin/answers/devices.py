"""`torch.device(...)`: a value whose type says which device it is."""

from __future__ import annotations

from dataclasses import replace

from mypy.checker import TypeChecker
from mypy.plugin import FunctionContext
from mypy.types import Type

from dtensortypes.core.facts.device import Device
from dtensortypes.core.rules.devices import as_device
from dtensortypes.mypy_plugin.bodies.actuals import actuals
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.types_of import Types


def constructed(ctx: FunctionContext) -> Type:
    """The type of a new `torch.device`."""
    checker = ctx.api
    if not isinstance(checker, TypeChecker):
        return ctx.default_return_type
    calls = Values(checker).calls(actuals(ctx))
    if len(calls) != 1:
        return ctx.default_return_type
    given = [*calls[0].positional, *(value for _, value in calls[0].named)]
    device = as_device(given[0]) if given else None
    index = given[1] if len(given) > 1 else None
    if isinstance(device, Device) and isinstance(index, int):
        device = replace(device, index=index)
    types = Types(checker.modules)
    return ctx.default_return_type if device is None else types.instance(names.DEVICE, types.device(device))
