"""What a body computes of known numbers is put into its text, comprehensions item by item."""

import pytest
from mypy.checker import TypeChecker
from mypy.nodes import ExpressionStmt, NameExpr, Var
from mypy.options import Options
from mypy.strconv import StrConv

from dtensortypes.mypy_plugin.bodies.foreseen import Foreseen
from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE
from dtensortypes.mypy_plugin.text.computed import Unknown
from dtensortypes.mypy_plugin.text.expressions import gathered
from tests.mypy_plugin.checking import PLAIN, parsed, program

_BUILTINS = ("len", "range", "zip", "isinstance")


def foreseen(source: str, **given: object):
    """The expression, its names those of a function's variables, and what is known of them."""
    (statement,) = parsed(source).defs
    assert isinstance(statement, ExpressionStmt)
    every = gathered(statement)
    counting = [index for part in every for index in getattr(part, "indices", ())]
    for name in (part for one in (*every, *counting) for part in gathered(one)):
        if isinstance(name, NameExpr) and name.node is None:
            name.node, name.fullname = Var(name.name), name.name
            name.node._fullname = name.name
            if name.name in _BUILTINS:
                name.fullname, name.node = f"builtins.{name.name}", None
    unused: TypeChecker = None  # type: ignore[assignment]
    return statement.expr, Foreseen(unused, lambda _: OPAQUE, dict(given))


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("n + 2 * n", 9),
        ("xs[-1] - xs[0]", 3),
        ("xs[1:] + [n]", (2, 4, 3)),
        ("len(xs) - 1", 2),
        ("n if n > 2 else m", 3),
        ("n > 2 and not n == 4", True),
        ("[k * n for k in xs if k > 1]", (6, 12)),
        ("[n] * 3", (3, 3, 3)),
        ("{'a': n}['a']", 3),
        ("[a + b for a, b in zip(*[xs[:2], xs[1:]])]", (3, 6)),
    ],
)
def test_computed(source, value):
    expression, known = foreseen(source, n=3, xs=(1, 2, 4))
    assert known.sure(expression) == value


@pytest.mark.parametrize("source", ["m", "n + m", "xs[n]", "[m][0]", "f(n)", "m if n > 2 else n", "n / 0", "xs == xs"])
def test_unknown(source):
    expression, known = foreseen(source, n=3, xs=(1, 2, 4))
    with pytest.raises(Unknown):
        known.sure(expression)


@pytest.mark.parametrize(
    ("source", "same"),
    [
        ("f(n, m, n + 1)", "f(3, m, 4)"),
        ("[g(k, n) for k in xs]", "[g(1, 3), g(2, 3)]"),
        ("[g(k) for k in m]", "[g(k) for k in m]"),
        ("[n for n in m]", "[n for n in m]"),
        ("f(m if n > 2 else n)", "f(m)"),
        ("[ys[0](n), *ys]", "[ys[0](3), *ys]"),
    ],
)
def test_put_in(source, same):
    expression, known = foreseen(source, n=3, xs=(1, 2), ys=(OPAQUE, OPAQUE))
    other, _ = foreseen(same)
    assert _text(known.put_into(expression)) == _text(other)


def _text(expression):
    """The expression's text, without its lines."""
    return expression.accept(StrConv(options=Options())).replace("GDEF", "")


MADE_OF_ITSELF = program(
    """
# mypy: disable-error-code="no-untyped-def"
from string import hexdigits as NAMES
NAMES = (*list(NAMES[:2]), "d")  # type: ignore[assignment]

class Layers(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(len(NAMES))])

    def forward(self, x):
        for i in range(len(NAMES)):
            x = self.layers[i](x)
        return x
""",
    PLAIN,
)


def test_a_variable_of_the_file_may_be_made_of_itself():
    assert MADE_OF_ITSELF.refused == []


CHOSEN = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
class Looked(nn.Module):
    def __init__(self, kind="Narrow"):
        super().__init__()
        widths = {"narrow": nn.Linear, "wide": nn.Bilinear}
        self.fc = widths[kind.lower()](4, 3)
    def forward(self, x):
        return self.fc(x)
class Changed(nn.Module):
    def __init__(self, kind="narrow"):
        super().__init__()
        others = {"narrow": nn.Linear, "wide": nn.Bilinear}
        others[kind] = nn.Identity
        self.fc = others[kind](4, 3)
    def forward(self, x):
        return self.fc(x)
class Asked(nn.Module):
    def __init__(self, kind="wide_net"):
        super().__init__()
        self.fc = nn.Linear(4, 8) if kind.startswith("wide") else nn.Linear(5, 8)
    def forward(self, x):
        return self.fc(x)
reveal_type(Looked()(torch.zeros(2, 4)))
reveal_type(Changed()(torch.zeros(2, 4)))
reveal_type(Asked()(torch.zeros(2, 4)))
""")


def test_words_and_classes_in_a_dict():
    assert CHOSEN.revealed == ['Tensor[Float32, CPU, "2 3"]', "Any", 'Tensor[Float32, CPU, "2 8"]']
