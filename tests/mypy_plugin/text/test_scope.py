"""Where things are in a program: functions, statements, assignments."""

import pytest
from mypy.nodes import ExpressionStmt, IntExpr, NameExpr, Var

from dtensortypes.mypy_plugin.text.scope import assigned, function_at, functions, given_attributes, statements, targets
from tests.mypy_plugin.checking import parsed

TREE = parsed("""
class C:
    def method(self) -> int:
        def inner() -> int:
            return 1
        return inner()

    @property
    def decorated(self) -> int:
        return 2

    @overload
    def both(self, x: int) -> int: ...
    @overload
    def both(self, x: str) -> str: ...
    def both(self, x: Any) -> Any:
        return x

if bool(C()):
    def conditional() -> None: ...

for i in range(3):
    "for"
else:
    "for else"
while bool(i):
    "while"
    break
else:
    "while else"
with open("x") as file, open("y") as (a, b):  # type: ignore[misc]
    "with"
try:
    "try"
except OSError:
    "except"
else:
    "try else"
finally:
    "finally"
match i:
    case 1:
        "match"
    case _:
        "match else"
if i:
    "if"
elif not i:
    "elif"
else:
    "else"
def hidden() -> None:
    "hidden"
n = 1
(n, [m]) = 2, [3]
n += 4
""")


def test_every_statement_of_a_scope_is_found_and_none_of_another():
    said = [s.expr.value for s in statements(TREE.defs) if isinstance(s, ExpressionStmt)]
    assert [word for word in said if isinstance(word, str)] == [
        *("for", "for else", "while", "while else", "with", "try", "except", "try else", "finally"),
        *("match", "match else", "if", "elif", "else"),
    ]


def test_every_function_is_found():
    assert {function.name for function in functions(TREE)} == {
        *("method", "inner", "decorated", "both", "conditional", "hidden")
    }


@pytest.mark.parametrize(("line", "name"), [(3, "method"), (5, "inner"), (6, "method"), (10, "decorated"), (2, None)])
def test_the_innermost_function_of_a_line(line, name):
    found = function_at(TREE, line)
    assert (found and found.name) == name


@pytest.mark.parametrize(("name", "values"), [("n", [1, 2, None]), ("m", [None]), ("i", [None]), ("b", [None])])
def test_what_gives_a_variable_its_value(name, values):
    variable = Var(name)
    for statement in statements(TREE.defs):
        for target, _ in targets(statement):
            if isinstance(target, NameExpr) and target.name == name:
                target.node = variable
    found = [value for _, value in assigned(TREE.defs, variable)]
    assert [value.value if isinstance(value, IntExpr) else value for value in found] == values


def test_a_name_that_is_not_bound_is_assigned_nowhere():
    assert assigned(TREE.defs, None) == []


def test_what_the_methods_of_a_class_give_a_value_is_counted():
    (cls,) = parsed("""
class C:
    def __init__(self):
        self.once = self.twice = 1
        if self.once:
            self.twice, plain = 2, 3

    @property
    def read(self):
        return self.once

    @read.setter
    def read(self, value):
        self.once += value
""").defs
    assert {name: len(values) for name, values in given_attributes(cls.defs.body).items()} == {"once": 2, "twice": 2}
