"""Arguments are told in the order they are written, and the receiver is what the method is asked of."""

import pytest
from mypy.nodes import ExpressionStmt, NameExpr

from dtensortypes.mypy_plugin.bodies.actuals import receiver
from tests.mypy_plugin.checking import parsed, program

RECEIVERS = parsed("""
x.sum()
x.shape
x + 1
x[0]
-x
x += 1
len(x)
1
""")

ARGUMENTS = program("""
x = torch.zeros(2, 3)
size = (3, 2)
reveal_type(torch.full(fill_value=1.5, size=(4,)))
reveal_type(x.view(*size))
reveal_type(x.view(1, *size))
reveal_type(torch.zeros(*size, 4, dtype=torch.float16))
reveal_type(torch.sum(dim=1, input=x))
options: dict[str, Any] = {"dtype": torch.float64}
reveal_type(torch.zeros(2, 3, **options))
def use(options: dict[str, Any]) -> None:
    reveal_type(torch.zeros(2, 3, **options))
""")


@pytest.mark.parametrize(
    ("line", "name"), [(2, "x"), (3, "x"), (4, "x"), (5, "x"), (6, "x"), (7, "x"), (8, "len"), (9, None)]
)
def test_the_receiver(line, name):
    (statement,) = [s for s in RECEIVERS.defs if s.line == line]
    found = receiver(statement.expr if isinstance(statement, ExpressionStmt) else statement)
    assert (found.name if isinstance(found, NameExpr) else found) == name


def test_arguments_count_as_they_are_written():
    assert ARGUMENTS.messages == []
    assert ARGUMENTS.revealed == [
        'Tensor[Float32, CPU, "4"]',
        'Tensor[Float32, CPU, "3 2"]',
        'Tensor[Float32, CPU, "1 3 2"]',
        'Tensor[Float16, CPU, "3 2 4"]',
        'Tensor[Float32, CPU, "2"]',
        'Tensor[Float64, CPU, "2 3"]',
        "Tensor",  # the options may say anything
    ]


AXES = program("""
x = torch.zeros(2, 3)
reveal_type(torch.cat([x, x], axis=1))
""")


def test_a_word_that_torchs_stubs_do_not_know_counts():
    assert AXES.revealed == ['Tensor[Float32, CPU, "2 6"]']


WORDS = program("""
def moved(x: Tensor[Float32, CUDA, "n"], device: str, anything: Any) -> None:
    reveal_type(x.to(device))
    reveal_type(x.to(device, torch.float16))
    reveal_type(x.cuda(device))
    reveal_type(nn.Linear(3, 4).double().to(device).weight)
    net = nn.Linear(3, 4)
    net.to(device)
    reveal_type(net.weight)
    reveal_type(x.to(anything))
    reveal_type(x.type(device))
""")


def test_a_word_is_a_device_where_it_can_be_nothing_else():
    *known, open_, kind = WORDS.revealed
    whole = 'Tensor[Float32, Any, "n"]'
    double, single = 'Tensor[Float64, Any, "4 3"]', 'Tensor[Float32, Any, "4 3"]'
    assert known == [whole, 'Tensor[Float16, Any, "n"]', whole, double, single]
    assert (open_, kind) == ('Tensor[Any, Any, "n"]', 'Tensor[Any, Any, "n"]')
