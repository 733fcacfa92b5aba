"""Every variable of the chapters, where it is given a value: what mypy knows of it, laid beside what the run has.

The blocks say what mypy reveals in some places; here each assignment is followed by a `reveal_type` of its own. Blocks
that say of an error are left out, as mypy believes what they wrongly declare; the names of dims are not compared.
"""

import ast
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from zlib import crc32

from dtensortypes.core.notation.shapes import parse_pattern
from tests.typecheck import build, execution
from tests.typecheck.chapters import Block, blocks, chapters
from tests.typecheck.revealed import Judge

JUDGED = {"Any", "Tensor", "tuple", "list", "dict", "set", "Sequence", "Iterable", "Literal", "dtype", "device"}
"""The types whose values are compared; of other classes the chapters tell."""


def sampled(every: Iterable[Block], share: int) -> list[Block]:
    """One in so many of the blocks, always the same ones."""
    return [block for block in every if crc32(f"{block.chapter}: {block.heading}".encode()) % share == 0]


def disagreements(every: Iterable[Block], folder: Path) -> tuple[int, list[str]]:
    """How many values were compared, and those that are not of the type that mypy reveals."""
    shown = [showing(block) for block in every if not any(marker.kind == "error" for marker in block.markers)]
    said = build.said_of_all(shown, folder)
    count, found = 0, []
    for block in shown:
        types = defaultdict(list)
        for report in build.reports(said[block.name]):
            if report.revealed is not None:
                types[report.line].append(report.revealed)
        trial = compared(block, types)
        count += trial.compared
        found += [f"{block.id}, line {line}: {text}" for line, text in trial.wrong.items()]
    return count, found


# --- the blocks


def showing(block: Block) -> Block:
    """The block with a `reveal_type` after each of its assignments, on the same line."""
    lines, tree = list(block.lines), ast.parse(block.source)
    taken = set(block.raising)
    taken |= {node.lineno for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_reveal(node)}
    for statement, places in _assignments(tree):
        rows = range(statement.lineno, (statement.end_lineno or 0) + 1)
        if rows[-1] not in block.own or taken & set(rows):
            continue
        text = lines[rows[-1] - 1].encode()
        head, rest = text[: statement.end_col_offset].decode(), text[statement.end_col_offset :].decode()
        if not rest.strip() or (rest.strip().startswith("#") and "ignore" not in rest):
            taken.add(rows[-1])
            lines[rows[-1] - 1] = f"{head}; reveal_type(({', '.join(places)},)){rest}"
    return replace(block, lines=tuple(lines))


def _is_reveal(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "reveal_type"


def _assignments(tree: ast.Module) -> Iterator[tuple[ast.stmt, list[str]]]:
    """The assignments outside of the bodies of classes, each with the variables and attributes that it gives values."""
    of_classes = {id(one) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for one in node.body}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets):
                places = [place for target in targets for place in _places(target)]
            case ast.AugAssign(target=target):
                places = list(_places(target))
            case ast.AnnAssign(target=target, annotation=hint, value=ast.expr()) if "Tensor" in ast.unparse(hint):
                places = list(_places(target))
            case _:
                continue
        if places and id(node) not in of_classes:
            yield node, places


def _places(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name) if name[0] != "_":
            yield name
        case ast.Attribute(value=ast.Name(id=owner), attr=name) if name != "shape":  # an array's, which mypy believes
            yield f"{owner}.{name}"
        case ast.Tuple(elts=items) | ast.List(elts=items):
            yield from (place for item in items for place in _places(item))
        case ast.Starred(value=inner):
            yield from _places(inner)


# --- the runs


class _Numbers(Judge):
    """Compares the dtype, the device and the numbers in the shape of what is a tensor."""

    def _generic(self, name: str, args: list[ast.expr], value: object) -> bool:
        return name not in JUDGED or super()._generic(name, args, value)

    def _shape(self, place: ast.expr, found: tuple[int, ...]) -> bool:
        if not isinstance(place, ast.Constant):
            return super()._shape(place, found)
        pattern = parse_pattern(place.value)
        left, right = len(pattern.left), len(pattern.right)
        if len(found) < left + right or (pattern.run is None and len(found) != left + right):
            return False
        sizes = (*found[:left], *found[len(found) - right :])
        pairs = zip(pattern.axes, sizes, strict=True)
        return all(str(size) == str(axis.dim) or not str(axis.dim).lstrip("-").isdigit() for axis, size in pairs)

    def _tuple(self, args: list[ast.expr], value: tuple[object, ...]) -> bool:
        is_of_any = [ast.unparse(arg) for arg in args] == ["int"]  # which many write for `tuple[int, ...]`
        return is_of_any or super()._tuple(args, value)

    def _literal(self, arg: ast.expr, value: object) -> bool:
        is_name = isinstance(ast.literal_eval(arg), str) and isinstance(value, int)
        return is_name or super()._literal(arg, value)


class Comparison(execution.Trial):
    """One run of a block; what it shows is compared with what mypy reveals of it."""

    def __init__(self, block: Block, types: dict[int, list[str]]) -> None:
        super().__init__(block)
        self.known = types
        self.judge = _Numbers(self.sizes, vars(self.module))
        self.compared = 0
        self.wrong: dict[int, str] = {}

    def revealed(self, line: int, value: object) -> object:
        types = self.known.get(line)
        if types:
            try:
                agrees = any(self.judge.accepts(text, value) for text in types)
            except (LookupError, SyntaxError):
                return value  # there are no words for the comparison
            self.compared += 1
            if not agrees:
                self.wrong.setdefault(line, f"mypy reveals {' or '.join(types)}, the run has {execution.shown(value)}")
        return value


def compared(block: Block, types: dict[int, list[str]]) -> Comparison:
    """The run of a block, done."""
    with execution.machine(block), execution.defaults_kept():
        trial = Comparison(block, types)
        trial.whole()
    return trial


def main() -> int:
    """Compares the values of all chapters, and prints what does not agree."""
    every = [block for path in chapters() for block in blocks(path)]
    with tempfile.TemporaryDirectory() as folder:
        count, found = disagreements(every, Path(folder))
    sys.stdout.write("\n".join([*found, f"{count} values, {len(found)} disagreements", ""]))
    return min(len(found), 1)
