"""A block's code, changed so that it goes on after each line that is to raise, and shows what it reveals."""

import ast

HOOK = "__trial__"


def tried(source: str, marked: set[int]) -> ast.Module:
    """The code: marked statements call `raised` or `passed`, marked returns `returned`, `reveal_type` `revealed`."""
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
        if not lines:
            return changed
        assert isinstance(changed, ast.stmt)
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


def _returned(statement: ast.Return, value: ast.expr, lines: tuple[int, ...]) -> ast.stmt:
    no_arguments = ast.arguments([], [], None, [], [], None, [])
    later = ast.copy_location(ast.Lambda(no_arguments, value), value)
    return ast.copy_location(ast.Return(_hook("returned", ast.Constant(lines), later)), statement)


def _hook(method: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(ast.Name(HOOK, ast.Load()), method, ast.Load()), list(args), [])
