"""A block's code, changed so that it goes on after each line that is to raise, and shows what it reveals.

What is to raise may stand in a function that others call: they end, up to a statement of the one that is run.
"""

import ast

HOOK = "__trial__"
_SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Assert, ast.Delete)


class Ended(BaseException):
    """A line that is to raise has done so, in a function that others have called."""


def tried(source: str, marked: set[int]) -> ast.Module:
    """The code: marked statements call `raised` or `passed`, marked returns `returned`, `reveal_type` `revealed`.

    Each other one that ends calls `ended`.
    """
    tree = _Tried(marked).visit(ast.parse(source))
    assert isinstance(tree, ast.Module)
    return ast.fix_missing_locations(tree)


class _Tried(ast.NodeTransformer):
    def __init__(self, marked: set[int]) -> None:
        self.marked = marked

    def visit(self, node: ast.AST) -> ast.AST:
        changed: ast.AST = super().visit(node)
        if not isinstance(node, ast.stmt):
            return changed
        lines = tuple(sorted(self.marked.intersection(_head(node))))
        assert isinstance(changed, ast.stmt)
        if not lines:
            return _ending(changed) if isinstance(changed, _SIMPLE) else changed
        if isinstance(changed, ast.Return) and changed.value is not None:
            return _returned(changed, changed.value, lines)
        return _attempt(changed, lines)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "reveal_type":
            return ast.copy_location(_hook("revealed", ast.Constant(node.lineno), *node.args), node)
        return node


def _head(statement: ast.stmt) -> range:
    """The lines of the statement, without the statements inside of it."""
    first = min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", ()))])
    body = getattr(statement, "body", None) or [case.pattern for case in getattr(statement, "cases", ())]
    last = max(statement.lineno, body[0].lineno - 1) if body else statement.end_lineno or first
    return range(first, last + 1)


def _attempt(statement: ast.stmt, lines: tuple[int, ...]) -> ast.stmt:
    caught, numbers = ast.Name("__error__", ast.Load()), ast.Constant(lines)
    handler = ast.ExceptHandler(
        ast.Name("Exception", ast.Load()), "__error__", [ast.Expr(_hook("raised", numbers, caught))]
    )
    attempt = ast.Try([statement], [handler], [ast.Expr(_hook("passed", numbers))], [])
    return ast.copy_location(attempt, statement)


def _ending(statement: ast.stmt) -> ast.stmt:
    handler = ast.ExceptHandler(_hook_itself("Ended"), None, [ast.Expr(_hook("ended"))])
    return ast.copy_location(ast.Try([statement], [handler], [], []), statement)


def _returned(statement: ast.Return, value: ast.expr, lines: tuple[int, ...]) -> ast.stmt:
    no_arguments = ast.arguments([], [], None, [], [], None, [])
    later = ast.copy_location(ast.Lambda(no_arguments, value), value)
    return ast.copy_location(ast.Return(_hook("returned", ast.Constant(lines), later)), statement)


def _hook(method: str, *args: ast.expr) -> ast.Call:
    return ast.Call(_hook_itself(method), list(args), [])


def _hook_itself(name: str) -> ast.expr:
    return ast.Attribute(ast.Name(HOOK, ast.Load()), name, ast.Load())
