"""What `parser.parse_args()` gives: of options that are left out, what `add_argument` says by default.

Of those that the command line may have, `parse_args()`, it is known which ones are words for a device.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    ConditionalExpr,
    Expression,
    ExpressionStmt,
    FloatExpr,
    Import,
    ImportFrom,
    IntExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    Statement,
    StrExpr,
    UnaryExpr,
)

from dtensortypes.core.facts.device import Device
from dtensortypes.core.rules.devices import as_device
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import assigned, blocks, bodies, statements

_PARSER: Final = "argparse.ArgumentParser"
_ADDING: Final = "add_argument"
_PARSING: Final = "parse_args"
_TYPE: Final = type.__name__
_HARMLESS: Final = frozenset({"add_help", "allow_abbrev", "description", "epilog", "formatter_class", "prog", "usage"})
_SAID: Final = frozenset({"action", "choices", "const", "default", "dest", "help", "metavar", "nargs", _TYPE})
_REQUIRED: Final = "required"
_OTHER_USES: Final = 2  # where it is made, and where it parses
_FLAGS: Final = {"store_true": False, "store_false": True}

Default: TypeAlias = bool | int | float | str | type[str]
"""What an option is: a value, where it is left out; or a word, whichever."""


@once_per_tree
def parses_options(tree: MypyFile) -> bool:
    """Whether the file imports what parses options."""
    module = _PARSER.partition(".")[0]
    whole = (name for one in tree.imports if isinstance(one, Import) for name, _ in one.ids)
    return module in whole or any(isinstance(one, ImportFrom) and one.id == module for one in tree.imports)


def options(body: list[Statement], call: Expression | None) -> dict[str, Default]:
    """What the options are that `call`, in this body, gives; nothing where it may be another call."""
    match call:
        case CallExpr(callee=MemberExpr(expr=NameExpr() as parser, name=name), args=given) if name == _PARSING:
            if not _is_plain(body, parser):
                return {}
            match given:
                case [ListExpr(items=[])]:
                    return _said(body, parser, call, _default, _SAID)
                case []:
                    return _said(body, parser, call, _device, _SAID | {_REQUIRED})
    return {}


def _is_plain(body: list[Statement], parser: NameExpr) -> bool:
    """Whether the body makes the parser once, of nothing that options come from."""
    match assigned(body, parser.node):
        case [(_, CallExpr(callee=RefExpr(fullname=name), arg_kinds=kinds, arg_names=words))]:
            is_said = set(kinds) <= {ARG_POS, ARG_NAMED} and kinds.count(ARG_POS) <= 1
            return name == _PARSER and is_said and {word for word in words if word} <= _HARMLESS
    return False


def _said(
    body: list[Statement],
    parser: NameExpr,
    call: CallExpr,
    told_by: Callable[[CallExpr], Default | None],
    words: frozenset[str],
) -> dict[str, Default]:
    """The options that the body itself adds before the call; nothing where the parser is used in another way."""
    every, beside = [one for part in bodies(body) for one in statements(part)], _around(body, call)
    uses = sum(isinstance(e, NameExpr) and e.node is parser.node for one in every for e in expressions(one))
    found: dict[str, Default] = {}
    told: set[str] = set()
    for statement in every:
        match statement:
            case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=NameExpr(node=node), name=method)) as adding):
                if node is not parser.node or method != _ADDING:
                    continue
                uses -= 1
                if (name := _name(adding, words)) is None:
                    return {}
                value = told_by(adding)
                is_certain = statement in beside and statement.line < call.line and name not in told
                told.add(name)
                if is_certain and value is not None:
                    found[name] = value
                else:
                    found.pop(name, None)
    return found if uses == _OTHER_USES else {}


def _around(body: list[Statement], call: CallExpr) -> list[Statement]:
    """The statements of the blocks that the call stands in: of `if __name__ == "__main__":` all are run, or none."""
    for statement in body:
        if call in expressions(statement):
            return body
        for block in blocks(statement):
            if inner := _around(block.body, call):
                return [*body, *inner]
    return []


def _name(adding: CallExpr, words: frozenset[str]) -> str | None:
    """The name under which the option is found; None where that is not known, or more is said of it than these words.

    So it is of one that has to be given, unless what says so is one of them.
    """
    said = dict(zip(adding.arg_names, adding.args, strict=True))
    several = [one for one, word in zip(adding.args, adding.arg_names, strict=True) if word is None]
    flags = [one.value for one in several if isinstance(one, StrExpr) and one.value.startswith("-")]
    if not {word for word in said if word} <= words:
        return None
    if not flags and _REQUIRED in words and len(several) == 1 and isinstance(several[0], StrExpr):
        return several[0].value
    if not flags or len(flags) < len(several) or not set(adding.arg_kinds) <= {ARG_POS, ARG_NAMED}:
        return None
    match said.get("dest"):
        case None:
            first = next((flag for flag in flags if flag.startswith("--")), flags[0])
            return first.lstrip("-").replace("-", "_")
        case StrExpr() as name:
            return name.value
    return None


def _default(adding: CallExpr) -> Default | None:
    """What the option is where it is left out; None where that is nothing, or not a number, a word or a flag."""
    said = dict(zip(adding.arg_names, adding.args, strict=True))
    match said.get("action"):
        case StrExpr(value=action) if action in _FLAGS:
            return _FLAGS[action] if "default" not in said else None
        case StrExpr(value="store") | None:
            is_word = said.get(_TYPE) is None or getattr(said[_TYPE], "fullname", "") == "builtins.str"
            return _written(said.get("default"), is_word=is_word)
    return None


def _device(adding: CallExpr) -> type[str] | None:
    """That the option is a word, where its default names a device; None where it may be something else."""
    said = dict(zip(adding.arg_names, adding.args, strict=True))
    is_word = _TYPE not in said or getattr(said[_TYPE], "fullname", "") == "builtins.str"
    is_one = is_word and said.keys().isdisjoint({"action", "nargs"})
    return str if is_one and _names_device(said.get("default")) else None


def _names_device(value: Expression | None) -> bool:
    match value:
        case StrExpr(value=word):
            return isinstance(as_device(word), Device)
        case ConditionalExpr(if_expr=one, else_expr=other):
            return _names_device(one) and _names_device(other)
    return False


def _written(value: Expression | None, *, is_word: bool) -> Default | None:
    """The default as it is written; of a word another type makes something else."""
    match value:
        case IntExpr(value=number) | FloatExpr(value=number):
            return number
        case UnaryExpr(op="-", expr=IntExpr(value=number) | FloatExpr(value=number)):
            return -number
        case StrExpr(value=word) if is_word:
            return word
        case NameExpr(fullname="builtins.True" | "builtins.False" as name):
            return name == "builtins.True"
    return None
