"""Progress bars in loops: `for batch in tqdm(loader)` gives what `loader` gives.

A package without annotations is anything to mypy, which asks no plugin about it. So where a loop goes through a bar
mypy is shown a function, and the plugin says what that gives. Elsewhere, as in `bar.set_postfix(loss=1)`, it stays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    ARG_STAR2,
    GDEF,
    CallExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    GeneratorExpr,
    Import,
    ImportFrom,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    Statement,
    Var,
    WithStmt,
)
from mypy.types import AnyType, CallableType, TypeOfAny

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.rewritten import at, duplicate
from dtensortypes.mypy_plugin.text.scope import assigned, bodies, statements

_GOING_THROUGH: Final = frozenset({f"builtins.{name}" for name in ("enumerate", "zip", "list", "iter")})


def show_bars(checker: TypeChecker) -> None:
    """Let mypy ask the plugin about the bars that the loops of the file go through."""
    unseen = _unseen(checker.tree)
    while unseen:
        _Body(checker, unseen.pop()).show()


def behind(expression: Expression) -> Expression:
    """What the bar shows, where the expression is one that mypy is shown."""
    match expression:
        case CallExpr(callee=NameExpr(fullname=names.BAR)):
            return shown_by(expression) or expression
    return expression


@once_per_tree
def _unseen(tree: MypyFile) -> list[list[Statement]]:
    return bodies(tree.defs)[:] if names.imports(tree, names.WITH_BARS) else []


def is_bar(expression: Expression | None, tree: MypyFile) -> TypeGuard[CallExpr]:
    """Whether the expression makes a bar of a package that mypy knows nothing of."""
    return isinstance(expression, CallExpr) and _meaning(tree, expression.callee) in names.BARS


def _meaning(tree: MypyFile, callee: Expression) -> str:
    match callee:
        case MemberExpr(expr=owner, name=word):
            return f"{_meaning(tree, owner)}.{word}"
        case NameExpr(node=Var(is_suppressed_import=True), name=word):
            return _meanings(tree).get(word, "")
    return ""


@once_per_tree
def _meanings(tree: MypyFile) -> dict[str, str]:
    """What the file imports bars, and their modules, as."""
    found: dict[str, str] = {}
    for statement in tree.imports:
        match statement:
            case ImportFrom(id=package, relative=0, names=several):
                found |= {word or name: f"{package}.{name}" for name, word in several}
            case Import(ids=several):
                found |= {word or names.root(name): name if word else names.root(name) for name, word in several}
    return found


def shown_by(bar: CallExpr) -> Expression | None:
    """What the bar shows."""
    given = zip(bar.args, bar.arg_kinds, bar.arg_names, strict=True)
    iterable = [one for one, kind, word in given if word == "iterable" or (kind == ARG_POS and one is bar.args[0])]
    return iterable[0] if iterable else None


@dataclass(frozen=True, slots=True)
class _Body:
    """The body of a function, or of a file, whose bars are shown."""

    checker: TypeChecker
    body: list[Statement]

    def show(self) -> None:
        for statement in statements(self.body):
            if isinstance(statement, ForStmt):
                statement.expr = self.known(statement.expr)
            for part in expressions(statement):
                match part:
                    case GeneratorExpr(sequences=several) | DictionaryComprehension(sequences=several):
                        several[:] = map(self.known, several)
                    case CallExpr(callee=RefExpr(fullname=name), args=args) if name in _GOING_THROUGH:
                        args[:] = map(self.known, args)

    def known(self, through: Expression) -> Expression:
        """What a loop goes through, as mypy is shown it."""
        if is_bar(through, self.checker.tree):
            through.callee = self.function(through)
        elif isinstance(through, NameExpr) and (shown := self.kept_in(through)) is not None:
            return at(through, CallExpr(self.function(through), [shown], [ARG_POS], [None]))
        return through

    def kept_in(self, variable: NameExpr) -> Expression | None:
        """What the bar in the variable shows, where it holds nothing else, and that is the same in the loop."""
        match assigned(self.body, variable.node):
            case [(WithStmt(expr=several, target=held), _)]:
                pairs = zip(several, held, strict=True)
                bar = next((one for one, to in pairs if isinstance(to, NameExpr) and to.node is variable.node), None)
            case [(_, bar)]:
                pass
            case _:
                return None
        shown = shown_by(bar) if is_bar(bar, self.checker.tree) else None
        if shown is None or not all(map(self.is_lasting, expressions(shown))):
            return None
        return duplicate(shown)

    def is_lasting(self, part: Expression) -> bool:
        """Whether it is no variable that is given another value after it was given to the bar."""
        given = [statement for statement, _ in assigned(self.body, part.node)] if isinstance(part, NameExpr) else []
        is_argument = isinstance(part, NameExpr) and isinstance(part.node, Var) and part.node.is_argument
        return not given or (len(given) == 1 and not is_argument and given[0].line < part.line)

    def function(self, place: Expression) -> NameExpr:
        """A function that mypy asks the plugin about."""
        whatever, function = AnyType(TypeOfAny.special_form), self.checker.named_type("builtins.function")
        variable = Var("tqdm")
        variable._fullname = names.BAR
        variable.type = CallableType([whatever] * 2, [ARG_STAR, ARG_STAR2], [None, None], whatever, function)
        callee = at(place, NameExpr("tqdm"))
        callee.kind, callee.node, callee.fullname = GDEF, variable, names.BAR
        return callee
