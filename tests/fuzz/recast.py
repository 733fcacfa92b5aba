"""The statements of a random program as those of a whole one.

What a draft says is straight on. Users say the same of attributes, of what stands in a dictionary, of globals; in two
functions of which one calls the other; in a script. A program that is recast does what it did.
"""

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from tests.fuzz.grammar import DTYPES, SIZES

INDENT = "    "
LOCAL = re.compile(r"v\d+")
WORD = re.compile(r"(?<!\.)\b[a-z_]\w*")
STATEMENT = re.compile(rf"{INDENT}(?!(elif|else|except|finally|case)\b|#)\S")


@dataclass(frozen=True)
class Parameter:
    """A tensor that the program is given."""

    name: str
    dtype: str
    device: str
    dims: str

    @property
    def hint(self) -> str:
        return f'{self.name}: Tensor[{self.dtype}, {self.device}, "{self.dims}"]'

    @property
    def made(self) -> str:
        """A line that makes it, where no parameter has it."""
        shape = "".join(f"{SIZES.get(word, word)}, " for word in self.dims.split())
        device = "" if self.device == "CPU" else ', device="cuda"'
        dtype = "" if self.dtype == "Float32" else f", dtype={DTYPES[self.dtype]}"
        return f"{INDENT}{self.name} = torch.ones(({shape}){dtype}{device})"


@dataclass(frozen=True)
class Body:
    """What is to be said, and to whom: parameters with their types, or none and lines that make the tensors."""

    parameters: Sequence[Parameter]
    lines: list[str]
    is_plain: bool
    tensors: frozenset[str] = frozenset()
    """The variables that hold a tensor at last."""

    @property
    def head(self) -> str:
        return "" if self.is_plain else "".join(f"{parameter.hint}, " for parameter in self.parameters)

    @property
    def whole(self) -> list[str]:
        made = [parameter.made for parameter in self.parameters] if self.is_plain else []
        return [*made, *(self.lines or [f"{INDENT}pass"])]

    @property
    def names(self) -> list[str]:
        return [parameter.name for parameter in self.parameters]


def recast(body: Body, random: Random) -> list[str]:
    """The program's lines, from that of its head on, in one of the forms."""
    form = random.choices((straight, methods, keyed, shared, in_two, script), (40, 14, 6, 6, 12, 14))[0]
    return form(body, random)


def straight(body: Body, random: Random) -> list[str]:
    """A function."""
    return [f"def program({body.head}flag: bool) -> None:", *body.whole]


def methods(body: Body, random: Random) -> list[str]:
    """A method, or two of them: what the first gives its object, the second has."""
    placed = replaced(body.whole, "self.{}".format, random)
    first, second = halves(body, placed, random, {*body.names, "flag", "self"})
    again = f"{INDENT}self.rest({''.join(f'{name}, ' for name in body.names)}flag)"
    kept = {one.name: one.hint for one in body.parameters if body.head and not is_changed(one.name, first)}
    hints = "".join(f"{kept.get(name, name)}, " for name in body.names)
    text = [f"def program(self, {body.head}flag: bool) -> None:", *first, *([again] if second else [])]
    if second:
        text += ["", f"def rest(self, {hints}flag):", *second]
    return ["class Program:", *(f"{INDENT}{line}" if line else "" for line in text), "", "program = Program().program"]


def keyed(body: Body, random: Random) -> list[str]:
    """A function with a dictionary for its variables."""
    lines = replaced(body.whole, 'kept["{}"]'.format, random)
    return [f"def program({body.head}flag: bool) -> None:", f"{INDENT}kept: dict[str, Any] = {{}}", *lines]


def shared(body: Body, random: Random) -> list[str]:
    """A function of globals, which have another value before."""
    names = sorted({name for _, _, name in places(body.whole, random)} & body.tensors)
    if not names:
        return straight(body, random)
    start = random.choice(["torch.zeros(())", "torch.ones(2, dtype=torch.int64)"])
    return [
        *("# program", *(f"{name} = {start}" for name in names)),
        f"def program({body.head}flag: bool) -> None:",
        *(f"{INDENT}global {', '.join(names)}", *body.whole),
    ]


def in_two(body: Body, random: Random) -> list[str]:
    """A function that has another one say the rest, to which it gives what it has made."""
    lines = body.whole
    first, second = halves(body, lines, random)
    if not second:
        return straight(body, random)
    held = [name for name in (*body.names, *sorted(bound(first))) if re.search(rf"\b{name}\b", "\n".join(second))]
    passed = "".join(f"{name}, " for name in held)
    return [
        *(f"def program({body.head}flag: bool) -> None:", *first, f"{INDENT}rest({passed}flag)", ""),
        *(f"def rest({passed}flag):", *second),
    ]


def script(body: Body, random: Random) -> list[str]:
    """No function at all."""
    if not body.is_plain:
        return straight(body, random)
    lines = [*body.whole, ""]
    start = ["# program", 'flag = bool(globals().get("is_up"))']
    return [*start, *(line.removeprefix(INDENT) for line in lines)]


# --- names


def replaced(lines: list[str], place: Callable[[str], str], random: Random) -> list[str]:
    """The lines with other places for their variables."""
    text = [line.encode() for line in lines]
    for row, column, name in sorted(places(lines, random), reverse=True):
        text[row] = text[row][:column] + place(name).encode() + text[row][column + len(name) :]
    return [line.decode() for line in text]


def places(lines: list[str], random: Random) -> list[tuple[int, int, str]]:
    """Where the variables stand that are given values, and need be no locals: by row and column, and which."""
    tree = parsed(lines)
    if tree is None:
        return []
    names = bound(lines) - locals_of(tree)
    names = {name for name in sorted(names) if random.random() < 0.8}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in names]
    return [(node.lineno - 2, node.col_offset, node.id) for node in found]


def bound(lines: list[str]) -> set[str]:
    """The variables of a draft that the lines give values."""
    tree = parsed(lines)
    nodes = list(ast.walk(tree)) if tree is not None else []
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    stored |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    return {name for name in stored | (_captured(tree) if tree else set()) if LOCAL.fullmatch(name)}


def locals_of(tree: ast.AST) -> set[str]:
    """The names that only a local may have, or that it better had."""
    found = _captured(tree)
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.arg(arg=name) | ast.NamedExpr(target=ast.Name(id=name)):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.ExceptHandler(name=str(name)):
                found.add(name)
            case ast.For(target=target) | ast.comprehension(target=target):
                found |= {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}
    return found


def _captured(tree: ast.AST) -> set[str]:
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.MatchAs | ast.MatchStar)]
    return {node.name for node in nodes if node.name}


def halves(body: Body, lines: list[str], random: Random, known: set[str] | None = None) -> tuple[list[str], list[str]]:
    """The lines in two; what the first makes, the second does not name, but for what is `known`."""
    made = len(body.parameters) if body.is_plain else 0
    starts = [i for i, line in enumerate(lines) if i > made and STATEMENT.match(line)]
    for at in random.sample(starts, len(starts)):
        first, second = lines[:at], lines[at:]
        words = set(WORD.findall("\n".join(second)))
        if "_" not in words and (known is None or not (words & bound(first)) - known):
            return first, second
    return lines, []


def is_changed(name: str, lines: list[str]) -> bool:
    """Whether the lines give the name another value, or may change the one that it has in its place."""
    return (
        re.search(rf"\b{name}\b(, \w+)* \S?=|\bfor {name}\b|\b{name}\.\w+_\(|\b{name}\.data =", "\n".join(lines))
        is not None
    )


def parsed(lines: list[str]) -> ast.AST | None:
    """The lines as a block's, whose first one is the second."""
    try:
        return ast.parse("\n".join(["if True:", *lines]))
    except SyntaxError:
        return None
