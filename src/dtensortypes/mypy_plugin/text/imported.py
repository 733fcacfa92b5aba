"""What a file imports: the names that it gives to a function, by the text alone, and which files run with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mypy.nodes import Expression, Import, ImportAll, ImportFrom, MypyFile, RefExpr, TypeInfo
from mypy.util import correct_relative_import

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.defaults import defaults
from dtensortypes.mypy_plugin.ground.paths import is_installed, path_of


def imported_as(file: MypyFile, fullname: str) -> frozenset[str]:
    """The first names under which the file may call the function: its own, or its module's."""
    module = fullname.rpartition(".")[0]
    found: set[str] = set()
    for statement in file.imports:
        match statement:
            case ImportFrom(id=package, relative=0, names=several):
                found |= {word or name for name, word in several if f"{package}.{name}" in {fullname, module}}
            case Import(ids=several):
                found |= {word for name, word in several if name == module and word}
    return frozenset(found)


def is_named(callee: Expression, fullname: str) -> bool:
    """Whether it is the name of the function, where mypy has bound it."""
    return isinstance(callee, RefExpr) and callee.fullname == fullname


@dataclass
class Program:
    """The files of one build, and which of those that have run before a file set a default of torch's."""

    modules: Mapping[str, MypyFile]
    setting: dict[str, frozenset[str]] = field(default_factory=dict)
    """Those that do, by the file that they run before, as far as it was asked."""
    imports: dict[str, tuple[int, int, frozenset[str]]] = field(default_factory=dict)
    """What files import, with how many statements and names of theirs were known when it was worked out."""
    spoken: dict[str, frozenset[str] | None] = field(default_factory=dict)
    """Which defaults a file sets, None where it is not one of the program's own: all that come to it ask."""

    def set_elsewhere(self, file: MypyFile) -> frozenset[str]:
        """Which defaults a file sets that this one imports, or that is imported by such a file."""
        found: frozenset[str] = frozenset()
        for module in self._setting(file) - {file.fullname}:
            found |= self._spoken(module) or frozenset()
        return found

    def _setting(self, file: MypyFile) -> frozenset[str]:
        waiting, seen, found = [file.fullname], set[str](), set[str]()
        while waiting:
            module = waiting.pop()
            if module in self.setting:
                found |= self.setting[module]
            elif module not in seen and (spoken := self._spoken(module)) is not None:
                seen.add(module)
                waiting += [*self.imported_by(self.modules[module]), module.rpartition(".")[0]]
                if spoken:
                    found.add(module)
        self.setting[file.fullname] = frozenset(found)
        return self.setting[file.fullname]

    def _spoken(self, module: str) -> frozenset[str] | None:
        if module not in self.spoken and module in self.modules:
            file = self.modules[module]
            self.spoken[module] = defaults(module, path_of(file)) if is_own(file) else None
        return self.spoken.get(module)

    def around(self, file: MypyFile) -> list[MypyFile]:
        """The program's files that this one imports, or is imported by, whatever they are imported through."""
        own = {name: one for name, one in self.modules.items() if is_own(one)}
        edges = [(name, other) for name, one in own.items() for other in self.imported_by(one) if other in own]
        beside: dict[str, list[str]] = {}
        for one, other in edges:
            beside.setdefault(one, []).append(other)
            beside.setdefault(other, []).append(one)
        waiting, seen = [file.fullname], {file.fullname}
        while waiting:
            new = set(beside.get(waiting.pop(), ())) - seen
            seen |= new
            waiting += new
        return [own.get(name, file) for name in seen]

    def imported_by(self, file: MypyFile) -> frozenset[str]:
        """The modules that the file imports, worked out once: each file that comes to it asks."""
        known = self.imports.get(file.fullname)
        if known is None or known[:2] != (len(file.imports), len(file.names)):  # mypy has looked at it meanwhile
            known = len(file.imports), len(file.names), frozenset(imported(file))
            self.imports[file.fullname] = known
        return known[2]


def is_own(file: MypyFile) -> bool:
    """Whether it is one of the program's own files."""
    is_users = names.is_users(file.fullname) and names.root(file.fullname) != names.root(names.PLUGIN)
    return is_users and not file.is_stub and not is_installed(path_of(file))


def imported(file: MypyFile) -> Iterator[str]:
    """The modules that the file imports by its text, and those that its names come from: a cached one has no text."""
    for statement in file.imports:
        match statement:
            case Import(ids=several):
                yield from (name for name, _ in several)
            case ImportFrom(id=package, relative=relative) | ImportAll(id=package, relative=relative):
                whole, _ = correct_relative_import(file.fullname, relative, package, file.is_package_init_file())
                yield whole
                if isinstance(statement, ImportFrom):
                    yield from (f"{whole}.{name}" for name, _ in statement.names)
    for symbol in file.names.values():
        match symbol.node:
            case MypyFile(fullname=module) | TypeInfo(module_name=module):
                yield module
            case node if node is not None:
                yield node.fullname.rpartition(".")[0]
