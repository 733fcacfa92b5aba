"""What a program says about itself, in comments at the end of its lines: what mypy must say there, what a run must do.

    # error: [tensor-dtype] float64 Float32      mypy reports this code here, with these words in its message
    # note: from_numpy                           mypy adds a note with these words here, to an error elsewhere
    # revealed: Tensor[Float32, CPU, "3"]        mypy reveals exactly this
    # raises: TensorTypeError float64            the run raises this here, with these words in its message

A run starts where the `raises` stands: at the function around it if that takes no parameters, at `main` if not.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Kind = Literal["error", "note", "revealed", "raises"]

MARKER = re.compile(r"#\s*(error|note|revealed|raises):\s*([^#]*)")


@dataclass(frozen=True, slots=True)
class Marker:
    """One expectation; `label` is an error code or the name of an exception, `text` its words or a revealed type."""

    line: int
    kind: Kind
    label: str
    text: str

    def said_in(self, message: str) -> bool:
        """Whether each of the words occurs in the message."""
        return all(word in message for word in self.text.split())

    def __str__(self) -> str:
        return f"{self.kind}: {self.label} {self.text}".replace("  ", " ")


@dataclass(frozen=True, slots=True)
class Program:
    """A source file, its story and its expectations."""

    path: Path
    source: str

    @staticmethod
    def read(path: Path) -> "Program":
        return Program(path, path.read_text())

    @property
    def name(self) -> str:
        """Its folder and file: `s01_int_plus_float/wrong.py`."""
        return "/".join(self.path.parts[-2:])

    @property
    def story(self) -> str:
        """The first line of the docstring."""
        return (ast.get_docstring(ast.parse(self.source)) or "").partition("\n")[0]

    @property
    def needs_cuda(self) -> bool:
        """Whether the code, not its docstrings and comments, names CUDA or the accelerator."""
        names = {t.string for t in _tokens(self.source) if t.type == tokenize.NAME}
        strings = {t.string.strip("\"'") for t in _tokens(self.source) if t.type == tokenize.STRING}
        return bool(names & {"CUDA", "Accelerator", "cuda"} or strings & {"cuda"})

    @property
    def markers(self) -> tuple[Marker, ...]:
        return tuple(_markers(self.source))

    def entry_of(self, line: int) -> str:
        """The function in which a run starts that is to raise at this line."""
        for node in ast.parse(self.source).body:
            if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0):
                return "main" if node.args.args else node.name
        return "main"

    def code_at(self, line: int) -> str:
        """The line as it is without its markers."""
        return self.source.splitlines()[line - 1].partition("  #")[0].strip()


def _tokens(source: str) -> Iterator[tokenize.TokenInfo]:
    return tokenize.generate_tokens(io.StringIO(source).readline)


def _markers(source: str) -> Iterator[Marker]:
    for token in _tokens(source):
        if token.type == tokenize.COMMENT:
            for kind, text in MARKER.findall(token.string):
                label, words = _label(kind, text.strip())
                yield Marker(token.start[0], kind, label, words)


def _label(kind: Kind, text: str) -> tuple[str, str]:
    if kind not in {"error", "raises"}:
        return "", text
    label, _, words = text.partition(" ")
    return label.strip("[]"), words
