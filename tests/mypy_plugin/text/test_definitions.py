"""Which function a call calls, by its definition."""

import pytest
from mypy.nodes import Block, CallExpr, ClassDef, ExpressionStmt, FuncDef, MypyFile, SymbolTable, TypeInfo
from mypy.types import CallableType

from dtensortypes.mypy_plugin.text.definitions import class_of, definition, is_bound, name_of, stands_in, taking
from tests.mypy_plugin.checking import parsed, program

NAMED = program("""
class Base:
    @checked
    def go(self, x: Tensor[Float32, CPU, "n"]) -> None: ...
class Sub(Base):
    def go(self, x: Tensor[Float32, CPU, "n"]) -> None:
        super().go(x.double())
class Called:
    def __call__(self, x: Tensor[Float32, CPU, "n"]) -> None: ...
class Made(NamedTuple):
    x: Tensor[Float32, CPU, "n"]
wrong = torch.zeros(3).double()
Base().go(wrong)
Base.go(Base(), wrong)
Called()(wrong)
called = Called()
called(wrong)
Made(wrong)
""")


def expression(text):
    return parsed(text).defs[0].expr


def test_each_call_is_held_against_the_function_that_it_calls():
    said = [message.partition(" is float64")[0] for message in NAMED.messages if "note" not in message]
    assert said == [
        '6: error: argument "x" of "go"',
        '12: error: argument "x" of "go"',
        '13: error: argument "x" of "go"',
        '14: error: argument "x" of "Called.__call__"',
        '16: error: argument "x" of "called"',
        '17: error: argument "x" of "Made"',
    ]


def test_the_class_of_an_owner():
    instance = NAMED.tree.names["called"].type
    assert class_of(instance).name == "Called"
    assert class_of(None) is None


def test_a_method_is_looked_up_in_its_owner():
    owner = NAMED.tree.names["called"].type
    assert isinstance(definition(expression("called(1)").callee, owner).type, CallableType)


def test_names():
    assert name_of(expression("f(1)").callee, None) == "f"
    assert name_of(expression("x.f(1)").callee, None) == "f"
    assert name_of(expression("f(1)(2)").callee, None) == "the call"


def test_a_function_stands_in_the_file_whose_name_it_has():
    one, other = MypyFile([], []), MypyFile([], [])
    one._fullname, other._fullname = "models", "models2"
    function = FuncDef("go")
    function._fullname = "models2.Net.go"
    assert [stands_in(tree, function) for tree in (one, other)] == [False, True]


BOUND = program("""
def fill(x: Tensor[Float32, CPU, "n"]) -> None:
    xs = [x]
    add = xs.append
    add(x.half())
""")


def test_what_mypy_makes_up_for_a_bound_method_of_pythons_is_nobodys_declaration():
    assert BOUND.refused == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(a, b): return b\nf(1, x)", "b"),
        ("def f(a, b): return b\nf(b=x, a=1)", "b"),
        ("def f(*a): return a\nf(x)", None),
        ("def f(a): ...\nf(x)", None),
        ("def f(a): yield a\nf(x)", None),
        ("async def f(a): return a\nf(x)", None),
    ],
)
def test_the_parameter_that_takes_an_argument(source, expected):
    function, asked = parsed(source).defs
    assert isinstance(function, FuncDef)
    assert isinstance(asked, ExpressionStmt)
    assert isinstance(asked.expr, CallExpr)
    function.is_generator = "yield" in source  # as mypy's analyzer says it
    given = next(one for one in asked.expr.args if getattr(one, "name", "") == "x")
    found = taking(function, asked.expr, given)
    assert (found and found.name) == expected


def test_what_is_given_its_object_first():
    alone, bound, static = (FuncDef(name, [], Block([])) for name in ("alone", "bound", "static"))
    bound.info = static.info = TypeInfo(SymbolTable(), ClassDef("Owner", Block([])), "program")
    static.is_static = True
    assert is_bound(bound)
    assert not is_bound(static)
    assert not is_bound(alone)
