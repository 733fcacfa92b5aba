"""The laws of the house: the guard, in small functions over sources, then the laws, then proof that each can fail."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = "dtensortypes"
LONGEST_FILE, LONGEST_FUNCTION = 300, 40

CORE = {"facts", "problems", "notation", "algebra", "rules", "ops"}
PLUGIN = {"ground", "types", "text", "changes", "messages", "bodies", "objects"}
"""The rooms of the plugin below its answers. The last three know each other: mypy's checks run through them."""
ROOMS: dict[str, set[str]] = {  # what a room may import, besides itself and the standard library
    "facts": set(),
    "problems": {"facts"},
    "notation": {"facts", "problems"},
    "algebra": {"facts", "problems"},
    "rules": {"facts", "problems", "algebra"},
    "ops": {"rules", "facts"},
    "core": set(),
    "annotations": CORE,
    "runtime": CORE | {"torch", "beartype", "jaxtyping"},
    "ground": CORE | {"mypy"},
    "types": CORE | {"mypy", "ground"},
    "text": CORE | {"mypy", "ground", "types"},
    "changes": CORE | {"mypy", "ground", "types", "text"},
    "messages": CORE | {"mypy"} | PLUGIN,
    "bodies": CORE | {"mypy"} | PLUGIN,
    "objects": CORE | {"mypy"} | PLUGIN,
    "answers": CORE | {"mypy"} | PLUGIN,
    "mypy_plugin": CORE | {"mypy", "answers"} | PLUGIN,
    "pytest_plugin": {"pytest"},
    "window": set(),
}
LATE: dict[str, set[str]] = {
    "annotations": {"runtime"},
    "pytest_plugin": {"runtime"},
    "runtime": {"window"},  # which has the version
    "window": {"annotations", "runtime", *CORE},
}
FOR_CHECKERS: dict[str, set[str]] = {  # under TYPE_CHECKING, where nothing is loaded
    "annotations": {"runtime", "torch"},
    "pytest_plugin": {"runtime"},
    "runtime": {"typing_extensions"},  # torch needs it, too; Python's own typing has TypeForm from 3.15 on
    "window": {"annotations", "runtime", "torch", *CORE},
}


class Source(NamedTuple):
    """A file of the package, its path below `src/dtensortypes`."""

    path: str
    text: str

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)


class Import(NamedTuple):
    """A dotted name that is imported, and when: "eager", "late" (inside a function) or "checking"."""

    name: str
    line: int
    when: str


# --- rooms -----------------------------------------------------------------------------------------------------------


def room_of(path: str) -> str:
    """`core/facts/dim.py` is in facts, `mypy_plugin/text/scope.py` in text, `__init__.py` is the shop window."""
    parts = path.removesuffix(".py").split("/")
    if parts[0] == "__init__":
        return "window"
    if parts[0] == "core":
        return "core" if len(parts) == 1 or parts[1] == "__init__" else parts[1]
    if parts[0] == "mypy_plugin":
        return parts[1] if len(parts) > 1 and parts[1] in {*PLUGIN, "answers"} else "mypy_plugin"
    return parts[0]


def target_of(name: str) -> str:
    """The room, or the top-level package, that a dotted name leads to."""
    head, *rest = name.split(".")
    return room_of("/".join(rest) or "__init__") if head == PACKAGE else head


def absolute(path: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parents = [PACKAGE, *path.split("/")[:-1]]
    return ".".join([*parents[: len(parents) - node.level + 1], *filter(None, [node.module])])


def imports(source: Source) -> Iterator[Import]:
    yield from _imports(source.path, source.tree, "eager")


def _imports(path: str, node: ast.AST, when: str) -> Iterator[Import]:
    for name in _imported(path, node):
        yield Import(name, node.lineno, when)  # type: ignore[attr-defined]
    for field, value in ast.iter_fields(node):
        inner = _when(node, field, when)
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _imports(path, child, inner)


def _imported(path: str, node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(names=names):
            return [f"{absolute(path, node)}.{alias.name}" for alias in names]
        case ast.Call(
            func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(value=str(name)), *_],
        ):
            return [name]
    return []


def _when(node: ast.AST, field: str, when: str) -> str:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda() if field == "body":
            return "late" if when == "eager" else when
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")) if field == "body":
            return "checking"
    return when


def allowed(room: str, when: str) -> set[str]:
    more: dict[str, set[str]] = {"late": LATE.get(room, set()), "checking": FOR_CHECKERS.get(room, set())}.get(
        when, set()
    )
    return ROOMS[room] | more | {room}


def trespasses(source: Source) -> list[str]:
    """Law 1: a room imports only what its row allows."""
    room = room_of(source.path)
    if room not in ROOMS:
        return [f"{source.path}: belongs to no room"]
    return [
        f"{source.path}:{line}: {room} may not import {name} ({when})"
        for name, line, when in imports(source)
        if (target := target_of(name)) not in sys.stdlib_module_names and target not in allowed(room, when)
    ]


# --- a lazy front ----------------------------------------------------------------------------------------------------


def eagerness(window: Source) -> list[str]:
    """Law 2: the package's front imports nothing of the house until a name is asked for."""
    eager = [
        f"{window.path}:{line}: imports {name} eagerly"
        for name, line, when in imports(window)
        if when == "eager" and target_of(name) not in sys.stdlib_module_names
    ]
    asks = any(isinstance(node, ast.FunctionDef) and node.name == "__getattr__" for node in window.tree.body)
    return eager if asks else [*eager, f"{window.path}: has no __getattr__"]


def loaded_by(module: str, watched: str) -> list[str]:
    """The modules under `watched` that a fresh interpreter has after `import module`."""
    program = f"import sys, {module}; print([m for m in sys.modules if (m + '.').startswith({watched + '.'!r})])"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    return list(ast.literal_eval(answer.stdout))


# --- stolen rules ----------------------------------------------------------------------------------------------------


def operations(source: Source) -> set[str]:
    """The names that a file of the table publishes: of each `op("name(...)", also="other names")` or `layer(...)`."""
    names: set[str] = set()
    for node in ast.walk(source.tree):
        match node:
            case ast.Call(func=ast.Name(id="op" | "layer"), args=[ast.Constant(value=str(signature)), *_]):
                names.add(signature.partition("(")[0].strip().rpartition(".")[2])
                names.update(*(_words(keyword.value) for keyword in node.keywords if keyword.arg == "also"))
    return names


def _words(node: ast.expr) -> set[str]:
    texts = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return {word.rpartition(".")[2] for text in texts for word in text.split()}


NO_THEFT = {"dtype", "device", "shape", "numpy", "Parameter", "append"}
"""The three parts of what is known of a tensor, a package, a class and what lists do: words of the whole house that are
more than operations."""


def thefts(source: Source, names: set[str]) -> list[str]:
    """Law 3: an adapter that knows `"half"`, or `"torch.half"`, has stolen a rule."""
    if source.path.partition("/")[0] not in {"runtime", "mypy_plugin"}:
        return []
    return [
        f"{source.path}:{node.lineno}: knows the operation {node.value!r}"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and (
            node.value in names - NO_THEFT
            or (re.fullmatch(r"torch(\.\w+)+", node.value) and node.value.rpartition(".")[2] in names - NO_THEFT)
        )
    ]


# --- twins -----------------------------------------------------------------------------------------------------------


def is_signboard(tree: ast.Module) -> bool:
    """An `__init__.py` that only imports, names and documents needs no test."""
    return all(
        isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        or (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")
        for node in tree.body
    )


def twins(source: Source) -> list[str]:
    """Law 4: the files, below the root, that must stand beside a source."""
    folder, _, name = source.path.rpartition("/")
    stem = name.removesuffix(".py")
    if stem == "__init__" and is_signboard(source.tree):
        return []
    test = "/".join(filter(None, ["tests", folder, f"test_{stem.strip('_')}.py"]))
    chapter = [f"tests/typecheck/ops/{stem}.md"] if folder == "core/ops" and operations(source) else []
    return [test, *chapter]


def orphans(source: Source, files: set[str]) -> list[str]:
    return [f"{source.path}: has no {twin}" for twin in twins(source) if twin not in files]


# --- text that runs --------------------------------------------------------------------------------------------------


def uses(source: Source, builtin: str) -> list[str]:
    """Each place where a builtin is named, whether it is called or passed on."""
    return [
        f"{source.path}:{node.lineno}: {builtin}"
        for node in ast.walk(source.tree)
        if (isinstance(node, ast.Name) and node.id == builtin)
        or (isinstance(node, ast.Attribute) and ast.unparse(node) in {f"builtins.{builtin}", f"__builtins__.{builtin}"})
    ]


def text_that_runs(sources: list[Source]) -> list[str]:
    """Law 6: `exec` in one file, of runtime; `eval` nowhere."""
    evals = [use for source in sources for use in uses(source, "eval")]
    homes = [source for source in sources if uses(source, "exec")]
    strangers = [home for home in homes if room_of(home.path) != "runtime"] or homes[1:]
    return evals + [use for home in strangers for use in uses(home, "exec")]


# --- size ------------------------------------------------------------------------------------------------------------


def overgrown(source: Source) -> list[str]:
    """Where a file or a function has grown too long, a noun is missing."""
    lines = source.text.count("\n")
    file = [f"{source.path}: {lines} lines"] if lines > LONGEST_FILE else []
    return file + [
        f"{source.path}:{node.lineno}: {node.name} has {length} lines"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST_FUNCTION
    ]


# --- the laws --------------------------------------------------------------------------------------------------------

HOME = ROOT / "src" / PACKAGE
SOURCES = [Source(file.relative_to(HOME).as_posix(), file.read_text("utf-8")) for file in sorted(HOME.rglob("*.py"))]
FILES = {file.relative_to(ROOT).as_posix() for file in (ROOT / "tests").rglob("*") if file.is_file()}
NAMES = {name for source in SOURCES if source.path.startswith("core/ops/") for name in operations(source)}


def test_the_house_is_found() -> None:
    assert {room_of(source.path) for source in SOURCES} >= ROOMS.keys()
    assert {"matmul", "half", "__add__"} <= NAMES


def test_a_room_imports_only_what_its_row_allows() -> None:
    assert [trespass for source in SOURCES for trespass in trespasses(source)] == []


def test_the_plugin_does_not_import_torch() -> None:
    assert loaded_by(f"{PACKAGE}.mypy_plugin", "torch") == []


def test_test_runs_of_others_do_not_import_torch() -> None:
    assert loaded_by(f"{PACKAGE}.pytest_plugin", "torch") == []


def test_the_front_is_lazy() -> None:
    assert eagerness(next(source for source in SOURCES if source.path == "__init__.py")) == []
    assert loaded_by(PACKAGE, PACKAGE) == [PACKAGE]


def test_no_adapter_knows_an_operation() -> None:
    assert [theft for source in SOURCES for theft in thefts(source, NAMES)] == []


def test_every_source_has_its_twins() -> None:
    assert [orphan for source in SOURCES for orphan in orphans(source, FILES)] == []


def test_text_is_run_in_one_place() -> None:
    assert text_that_runs(SOURCES) == []


def test_nothing_is_overgrown() -> None:
    assert [growth for source in SOURCES for growth in overgrown(source)] == []


# --- the guard can fail ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("core/facts/dim.py", "import torch"),
        ("core/facts/dim.py", "import numpy as np"),
        ("core/facts/dim.py", "from dtensortypes.core import problems"),
        ("core/facts/dim.py", "from ..problems import Problem"),
        ("core/facts/dim.py", "def f():\n    import torch"),
        ("core/facts/dim.py", "if TYPE_CHECKING:\n    import torch"),
        ("core/facts/dim.py", "import importlib\nimportlib.import_module('torch')"),
        ("core/facts/dim.py", "from dtensortypes import Tensor"),
        ("core/problems.py", "from .algebra import promote"),
        ("core/algebra/promote.py", "from dtensortypes.core.rules.words import kept"),
        ("core/rules/words.py", "from dtensortypes.core.notation import parse"),
        ("core/ops/joining.py", "import dtensortypes.core.algebra.promote"),
        ("core/__init__.py", "from dtensortypes.core.facts import UNKNOWN"),
        ("annotations/tensor.py", "from dtensortypes.runtime import verify"),
        ("annotations/tensor.py", "def f():\n    import torch"),
        ("runtime/checked.py", "from dtensortypes.mypy_plugin import plugin"),
        ("runtime/checked.py", "import mypy.types"),
        ("mypy_plugin/hooks.py", "from dtensortypes.runtime import checked"),
        ("mypy_plugin/hooks.py", "import torch.nn"),
        ("mypy_plugin/text/scope.py", "from dtensortypes.mypy_plugin.bodies import given"),
        ("mypy_plugin/types/facts_of.py", "from dtensortypes.mypy_plugin.text.scope import statements"),
        ("mypy_plugin/bodies/given.py", "from dtensortypes.mypy_plugin.answers import operations"),
        ("mypy_plugin/objects/births.py", "from dtensortypes.mypy_plugin import hooks"),
        ("pytest_plugin.py", "from dtensortypes.runtime.lineage.tracing import trace"),
        ("attic/box.py", ""),
    ],
)
def test_a_trespass_is_seen(path: str, text: str) -> None:
    assert trespasses(Source(path, text))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("core/problems.py", "import re\nfrom .facts import dim\nfrom dtensortypes.core.facts.dim import Dim"),
        (
            "core/ops/joining.py",
            "from dtensortypes.core.ops.entry import op\nfrom dtensortypes.core.rules import words",
        ),
        ("annotations/tensor.py", "def f():\n    from dtensortypes.runtime import verify"),
        ("annotations/tensor.py", "if typing.TYPE_CHECKING:\n    from torch import Tensor"),
        ("runtime/checked.py", "import torch.nn\nfrom beartype import BeartypeConf"),
        ("mypy_plugin/hooks.py", "from mypy.plugin import Plugin\nfrom dtensortypes.core.ops import table"),
        ("mypy_plugin/messages/judge.py", "from dtensortypes.mypy_plugin.bodies.promises import broken"),
    ],
)
def test_an_open_door_is_not_a_trespass(path: str, text: str) -> None:
    assert trespasses(Source(path, text)) == []


def test_an_eager_front_is_seen() -> None:
    assert eagerness(Source("__init__.py", "def __getattr__(name): from dtensortypes.runtime import checked")) == []
    assert len(eagerness(Source("__init__.py", "from dtensortypes.annotations import Tensor"))) == 2
    assert "json.decoder" in loaded_by("json", "json")


def test_a_stolen_rule_is_seen() -> None:
    table = Source(
        "core/ops/x.py", 'op("half(self)")\nop("add(self, other)", also="__add__ __radd__")\nlayer("nn.ReLU()")'
    )
    names = operations(table)
    assert names == {"half", "add", "__add__", "__radd__", "ReLU"}
    for text in [
        'x = "half"',
        'HOOKS = {"torch._tensor.Tensor.__add__": 1}',
        "f'ReLU'",
        "match n:\n case 'add': pass",
    ]:
        assert thefts(Source("mypy_plugin/hooks.py", text), names)
        assert thefts(Source("runtime/checked.py", text), names)
        assert not thefts(Source("core/rules/words.py", text), names)
    assert not thefts(Source("runtime/checked.py", '"""Half of it."""\nx.half()\ny = "add one"'), names)


def test_a_missing_twin_is_seen() -> None:
    assert orphans(Source("core/facts/dim.py", ""), {"tests/core/facts/test_dim.py"}) == []
    assert orphans(Source("core/facts/dim.py", ""), {"tests/core/test_dim.py"})
    assert orphans(Source("core/ops/joining.py", 'op("cat(tensors)")'), {"tests/core/ops/test_joining.py"})
    assert twins(Source("core/facts/__init__.py", '"""Facts."""\nfrom .dim import Dim\n__all__ = ["Dim"]')) == []
    assert twins(Source("runtime/__init__.py", "def f(): ...")) == ["tests/runtime/test_init.py"]


def test_text_that_runs_is_seen() -> None:
    generator = Source("runtime/generated.py", "exec(code, scope)\nmodel.eval()")
    assert text_that_runs([generator]) == []
    assert text_that_runs([generator, Source("runtime/other.py", "run = builtins.exec")])
    assert text_that_runs([Source("core/facts/dim.py", "exec('')")])
    assert text_that_runs([Source("runtime/other.py", "n = eval('n + 1')")])


def test_growth_is_seen() -> None:
    assert overgrown(Source("core/facts/dim.py", "\n" * (LONGEST_FILE + 1)))
    assert overgrown(Source("core/facts/dim.py", "class A:\n  async def f():" + "\n    x = 1" * LONGEST_FUNCTION))
    assert overgrown(Source("core/facts/dim.py", "def f():" + "\n    x = 1" * (LONGEST_FUNCTION - 1))) == []
