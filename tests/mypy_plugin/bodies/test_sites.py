"""Where a body asks: statements, expressions and comprehensions, in blocks too; not of variables that others change."""

from mypy.nodes import AssertStmt, ConditionalExpr, FuncDef, GeneratorExpr, IfStmt, NameExpr, Var, WhileStmt

from dtensortypes.mypy_plugin.bodies.sites import sites_in
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements
from tests.mypy_plugin.checking import parsed


def asked(source):
    function = next(one for one in parsed(source).defs if isinstance(one, FuncDef))
    for statement in statements(function.body.body):
        for name in expressions(statement):
            if isinstance(name, NameExpr):
                name.node = Var(name.name)
    return {type(site.statement) for site in sites_in(function.body.body).asking.values()}


def test_every_form_of_question():
    found = asked("""
def asking(x, y, zs):
    if x.ndim == 2:
        assert y.is_cuda
    while x.ndim == 3:
        w = x if y.ndim == 4 else None
    return [z for z in zs if z.ndim == 1]
""")
    assert found == {IfStmt, AssertStmt, WhileStmt, ConditionalExpr, GeneratorExpr}


def test_what_nobody_asks():
    assert not asked("def asking(x):\n    return x.ndim == 2")


def test_a_variable_that_another_function_changes_is_not_asked():
    assert not asked("""
def asking(x):
    def other():
        nonlocal x
        x = None
    if x.ndim == 2:
        other()
""")
