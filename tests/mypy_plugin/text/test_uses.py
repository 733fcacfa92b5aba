"""What is put into a variable, and where its class is asked for, is read off the text."""

from mypy.nodes import NameExpr, Statement, Var

from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements
from dtensortypes.mypy_plugin.text.uses import is_asked_after, put_into
from tests.mypy_plugin.checking import parsed

SOURCE = """
xs = []
xs.append(a)
xs["b"] = b
ys.append(c)
if d:
    xs.extend(d)
xs.pop(e)
"""
ASKED = """
x = f()
x.before
isinstance(x, int)
x.after
y.other
"""


def named(body: list[Statement], word: str) -> list[NameExpr]:
    """The places where the name stands, all of one variable, as if mypy had analyzed them."""
    variable = Var(word)
    found = [
        expression
        for statement in statements(body)
        for expression in expressions(statement)
        if isinstance(expression, NameExpr)
    ]
    for name in found:
        if name.name == word:
            name.node = variable
        if name.name == "isinstance":
            name.fullname = "builtins.isinstance"
    return [name for name in found if name.name == word]


def test_what_is_put_into_it() -> None:
    body = parsed(SOURCE).defs
    variable = named(body, "xs")[0].node
    assert isinstance(variable, Var)
    assert [part.name for part in put_into(body, variable) if isinstance(part, NameExpr)] == ["a", "b", "d"]


def test_its_class_is_known_from_where_it_is_asked_for() -> None:
    body = parsed(ASKED).defs
    asked = {name.line: is_asked_after(body, name) for name in named(body, "x")}
    assert asked == {2: False, 3: False, 4: True, 5: True}
    assert not is_asked_after(body, named(body, "y")[0])
