"""Types as mypy prints them in its messages: their parts, and the strings of their shapes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_ELIDED: Final = r"<\d+ more items?>"
"""What mypy prints in place of most members of a long union."""
_TOKENS: Final = rf"{_ELIDED}|'[^']*'|\.\.\.|[\w.\-@]+|[\[\],|*?()]|\s+"
_CONTAINERS: Final = frozenset(
    {
        *("|", "*", "list", "tuple", "dict", "set", "frozenset", "deque", "defaultdict", "OrderedDict"),
        *("Sequence", "MutableSequence", "Mapping", "MutableMapping", "Iterable", "Collection"),
    }
)
_NAMED_SIZE: Final = r"[\[ ](Size|Literal\['[^']*'\])[\],]"


@dataclass(frozen=True, slots=True)
class Printed:
    """A type as mypy prints it: a name with arguments, a `|` of members, a `*` of what is unpacked, or a literal."""

    name: str
    args: tuple[Printed, ...] = ()

    def __str__(self) -> str:
        if self.name == "|":
            return " | ".join(map(str, self.args))
        if self.name == "*":
            return f"*{self.args[0]}"
        return f"{self.name}[{', '.join(map(str, self.args))}]" if self.args else bare_name(self.name)

    @property
    def is_elided(self) -> bool:
        """Whether it stands for members of a union that are not printed."""
        return re.fullmatch(_ELIDED, self.name) is not None

    @property
    def short(self) -> str:
        return self.name.rpartition(".")[2]


def bare_name(name: str) -> str:
    """The name of a type without arguments: mypy prints those of a tuple even where it has none."""
    return "tuple[()]" if name == "tuple" else name


def names_sizes(text: str) -> bool:
    """Whether a size with a name may stand in the printed container."""
    return re.search(_NAMED_SIZE, text) is not None


def with_numbers(type_: Printed) -> Printed:
    """The type with numbers for the sizes in its containers; of tensors and modules names tell more.

    To mypy a list of `Size` is none of `int`.
    """
    if type_.short not in _CONTAINERS:
        return type_
    number = Printed(int.__name__)
    return Printed(type_.name, tuple(number if _is_named(arg) else with_numbers(arg) for arg in type_.args))


def _is_named(type_: Printed) -> bool:
    match type_:
        case Printed("Literal", (Printed(value),)):
            return value.startswith("'")
    return type_.short == "Size" and not type_.args


def read(text: str) -> Printed | None:
    """The type that is printed; None for what is not made of names, arguments and unions (a `def`, say)."""
    found = re.findall(_TOKENS, text.replace("tuple[()]", "EmptyTuple"))
    tokens = [token for token in found if not token.isspace()]
    is_whole = "".join(found) == text.replace("tuple[()]", "EmptyTuple")
    return _whole(tokens) if is_whole and "(" not in tokens else None


def _whole(tokens: list[str]) -> Printed | None:
    try:
        type_, rest = _union(tokens)
    except (IndexError, ValueError):
        return None
    return type_ if not rest else None


def _union(tokens: list[str]) -> tuple[Printed, list[str]]:
    first, rest = _single(tokens)
    members = [first]
    while rest and rest[0] == "|":
        member, rest = _single(rest[1:])
        members.append(member)
    return (first if len(members) == 1 else Printed("|", tuple(members))), rest


def _single(tokens: list[str]) -> tuple[Printed, list[str]]:
    head, rest = tokens[0], tokens[1:]
    if head == "*":
        inner, rest = _single(rest)
        return Printed("*", (inner,)), rest
    if head in {"[", "]", ",", "|", "(", ")"}:
        raise ValueError(head)
    type_ = Printed("tuple") if head == "EmptyTuple" else Printed(head)
    if rest and rest[0] == "[":
        args, rest = _arguments(rest[1:])
        type_ = Printed(head, tuple(args))
    while rest and rest[0] == "?":
        rest = rest[1:]
    return type_, rest


def _arguments(tokens: list[str]) -> tuple[list[Printed], list[str]]:
    args: list[Printed] = []
    while tokens[0] != "]":
        arg, tokens = _union(tokens)
        args.append(arg)
        if tokens[0] not in {",", "]"}:
            raise ValueError(tokens[0])
        tokens = tokens[tokens[0] == "," :]
    return args, tokens[1:]


def shape_words(shape: Printed) -> str | None:
    """The shape string of a printed tuple of sizes; None for one of which nothing is known."""
    if shape.name != "tuple":
        return None
    if len(shape.args) == 2 and shape.args[1].name == "...":  # where shapes of unlike lengths meet
        return "..."
    return " ".join(map(_dim, shape.args))


def _dim(item: Printed) -> str:
    match item:
        case Printed("Literal" | "typing.Literal", (Printed(value),)):
            return value.strip("'")
        case Printed("*", (Printed("tuple", (Printed("Literal", (Printed(name),)), *_)),)):
            return name.strip("'")
        case Printed("*"):
            return "..."
    return "_"
