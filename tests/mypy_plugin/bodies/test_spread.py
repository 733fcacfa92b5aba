"""What is unpacked into a call is given to its parameters one by one."""

import pytest

from tests.mypy_plugin.checking import program

HELPERS = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def both(x, y):
    return x @ y
def sized(rows, columns=3):
    return torch.zeros(rows, columns)
class Net(nn.Module):
    def __init__(self, n_in=3, n_out=4):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
    def forward(self, x):
        return self.fc(x)
def layer(n_in, n_out, **options):
    return nn.Conv1d(n_in, n_out, **options)
def changed(n_in, n_out, **options):
    options["stride"] = 2
    return nn.Conv1d(n_in, n_out, **options)
def use(sizes: list[int], options: dict[str, int]) -> None:
    {body}
"""
CASES = [
    ("pair = (torch.zeros(2, 3), torch.zeros(3, 4)); reveal_type(both(*pair))", 'Tensor[Float32, CPU, "2 4"]'),
    ("reveal_type(both(torch.zeros(2, 3), *(torch.zeros(3, 4),)))", 'Tensor[Float32, CPU, "2 4"]'),
    ("known = [2, 5]; reveal_type(sized(*known))", 'Tensor[Float32, CPU, "2 5"]'),
    ("known = {'n_in': 5, 'n_out': 6}; reveal_type(Net(**known)(torch.zeros(2, 5)))", 'Tensor[Float32, CPU, "2 6"]'),
    ("reveal_type(layer(3, 4, kernel_size=3)(torch.zeros(2, 3, 9)))", 'Tensor[Float32, CPU, "2 4 7"]'),
    ("reveal_type(layer(3, 4, kernel_size=3, padding=1)(torch.zeros(2, 3, 9)))", 'Tensor[Float32, CPU, "2 4 9"]'),
    ("reveal_type(changed(3, 4, kernel_size=3)(torch.zeros(2, 3, 9)))", "Any"),
    ("reveal_type(sized(*sizes))", "Any"),
    ("reveal_type(Net(**options)(torch.zeros(2, 5)))", 'Tensor[Float32, CPU, "2 _"]'),
]
PROGRAMS = [(program(HELPERS.format(body=body)), found) for body, found in CASES]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_spread(said, found):
    assert (said.revealed, said.messages) == ([found], [])


WRONG = program(HELPERS.format(body="pair = (torch.zeros(2, 3), torch.zeros(2, 4)); both(*pair)"))


def test_what_is_unpacked_is_refused_in_the_body():
    assert [message for message in WRONG.messages if "tensor-shape" in message]
