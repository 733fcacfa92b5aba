"""Writes docs/operations.md from the table of operations: `python docs/generate.py`."""

import ast
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import dtensortypes.core.ops as table

TARGET = Path(__file__).with_name("operations.md")
SOURCES = Path(table.__file__).parent
FIGURES = json.loads((TARGET.parents[1] / "tests/core/ops/figures.json").read_text("utf-8"))

INTRODUCTION = """\
# Operations

Written by `docs/generate.py` from the table of operations (`src/dtensortypes/core/ops/`); do not edit.

Every line is one operation, or several that behave alike, in the words of the table: what it does to the dtype, the
device and the shape of its tensors. Where nothing is said, dtypes are `promoted`, devices `colocated`, shapes
`broadcast`. What the words mean stands where they are written, in `src/dtensortypes/core/rules/`.

Torch {torch} is the judge of every line, on the CPU, by samples of its own test database in all dtypes. *Agreement*
says how many of the calls that torch accepts are told exactly, and then how many of those that its kernels refuse are
foreseen; the rest is left unknown. Nothing is wrong: no type that torch does not give, no refusal of what it accepts.
Torch 2.11 accepts what is refused since: `addmv` of a tensor in another dtype than that of the product, and in
`cross_entropy` and `nll_loss` class targets of any dtype where there are none.
Torch 2.14 differs where bfloat16 meets complex numbers, and is bcomplex32, not complex64; in `ldexp` of uint16 and
other integers, which it takes; and in `scaled_dot_product_attention` of tensors of different ranks, which it stretches.

Of the {count} OpInfos of public names, told exactly over all of their samples:

{shares}

`make judge` prints all figures, with the reason for all that is left unknown, and `make docs` writes this page anew.
"""

DEFAULTS = {"dtype": "promoted", "device": "colocated", "shape": "broadcast"}


def operations() -> str:
    """The whole document."""
    return "\n".join([introduction(), *(part for family in table.entries() for part in chapter(family))])


def introduction() -> str:
    shares = "\n".join(f"- {name}: {share:.1%}" for name, share in FIGURES["shares"].items())
    return INTRODUCTION.format(torch=FIGURES["torch"], count=len(FIGURES["opinfos"]), shares=shares)


def chapter(family: str) -> Iterator[str]:
    tree = ast.parse((SOURCES / f"{family}.py").read_text("utf-8"))
    yield f"## {family.capitalize().replace('_', ' ')}\n\n{(ast.get_docstring(tree) or '').strip()}\n"
    names = {entry.text: entry.names for entry in table.entries()[family]}
    calls = [node.value for node in tree.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    if all(name in table.layer_table() for entry in table.entries()[family] for name in entry.names):
        yield "| layer | what its forward calls | agreement |\n|---|---|---|"
    else:
        yield "| operation | dtype | device | shape | agreement |\n|---|---|---|---|---|"
    yield from (f"{row(call)} {agreement(names.get(_text(call), ()))} |" for call in calls)
    yield ""


def agreement(names: Iterable[str]) -> str:
    """How many calls of these names are told exactly, and how many refusals foreseen."""
    found = [FIGURES[part][name] for name in names for part in ("names", "layers") if name in FIGURES[part]]
    exact, unknown, predicted, missed = map(sum, zip(*found, strict=True)) if found else (0, 0, 0, 0)
    accepted = f"{exact} of {exact + unknown}" if exact + unknown else ""
    refused = f"{predicted} of {predicted + missed}" if predicted + missed else ""
    return "; ".join(part for part in (accepted, refused and f"refusals {refused}") if part)


def _text(line: ast.Call) -> str:
    return next((node.value for node in line.args if isinstance(node, ast.Constant)), "")


def row(line: ast.Call) -> str:
    """One line of the table, its words as they are written there."""
    texts = [node.value for node in line.args if isinstance(node, ast.Constant)]
    words = {word.arg: word.value for word in line.keywords}
    if isinstance(line.func, ast.Name) and line.func.id == "layer":
        return cells(texts[0], told(line.args[1]))
    also = words.get("also")
    others = " ".join(also.value.split()) if isinstance(also, ast.Constant) else ""
    name = f"{texts[0]}`, `{others}" if others else texts[0]
    if "value" in words:
        return cells(name, f"gives {ast.unparse(words['value'])}", "", "")
    return cells(name, *(spelled(words.get(column), default) for column, default in DEFAULTS.items()))


def told(forward: ast.expr) -> str:
    """What a layer's forward calls, or gives: the arguments that are not one dtype, one device, the input's shape."""
    match forward:
        case ast.Constant(value=str(call)):
            return call
        case ast.Call(args=[ast.Constant(value=str(signature))], keywords=words):
            gives = ", ".join(f"{word.arg}={ast.unparse(word.value)}" for word in words)
            return f"{signature}: {gives or 'kept'}"
    return "each layer in turn"


def spelled(word: ast.expr | None, default: str) -> str:
    return default if word is None else ast.unparse(word)


def cells(*texts: str) -> str:
    quoted = [f"`{text}`" if text else "" for text in texts]
    return f"| {' | '.join(text.replace('|', chr(92) + '|') for text in quoted)} |"


if __name__ == "__main__":
    TARGET.write_text(operations(), "utf-8")
    print(f"wrote {TARGET}")
