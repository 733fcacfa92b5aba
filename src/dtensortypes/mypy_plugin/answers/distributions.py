"""Distributions, as a call makes them; a file that gives one other parameters afterwards knows nothing of its own."""

from __future__ import annotations

from typing import cast

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile, TypeInfo, Var
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.answers import operations
from dtensortypes.mypy_plugin.changes.disturbed import assigned
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.text.by_name import exchanged, words
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.rewriting import forgotten


def made(ctx: FunctionContext | MethodContext, name: str) -> Type:
    """The type of a new distribution: `prior.loc = prior.loc.cuda()` may be about this one, whoever holds it."""
    type_ = operations.function(ctx, name)
    found, checker = get_proper_type(type_), cast("TypeChecker", ctx.api)
    if not is_a(found, names.DISTRIBUTION):
        return type_
    native, added = get_proper_type(ctx.default_return_type), names.ADDED[names.DISTRIBUTION]
    if isinstance(native, Instance) and native.type is found.type and len(native.args) == len(found.args):
        found = native.copy_modified(args=[*native.args[:-added], *found.args[-added:]])
    return found.accept(forgotten()) if any(_is_changed(found.type, tree) for tree in trees(checker)) else found


def _is_changed(cls: TypeInfo, tree: MypyFile) -> bool:
    """Whether the file may give such a distribution another parameter, or its class another method."""
    members = [pair for one in cls.mro for pair in one.names.items()]
    parameters = {name for name, symbol in members if isinstance(symbol.node, Var)}
    return not (
        parameters.isdisjoint(assigned(tree) | words(tree)) and exchanged(tree).isdisjoint(name for name, _ in members)
    )
