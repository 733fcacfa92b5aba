"""What a round may leave out, as it asks what differs from round to round, is refused in none."""

import pytest

from tests.mypy_plugin.checking import program

LOOP = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, func-returns-value, truthy-bool"
def halves(x):
    return [x[:, :4], x[:, 4:]]
def is_small(x: torch.Tensor) -> bool:
    return x.numel() < 20
def use(x: Tensor[Float32, CPU, "4 10"], flag: bool) -> None:
    four = nn.Linear(4, 3)
    first = True
    {loop}
"""
FOR = "for one in halves(x):\n        "
LEFT_OUT = [
    f"{FOR}if is_small(one): four(one)",
    f"{FOR}if first: four(one)\n        first = False",
    f"{FOR}small = is_small(one)\n        if small: four(one)",
    f"{FOR}while is_small(one):\n            four(one)\n            break",
    f"{FOR}match is_small(one):\n            case True: four(one)",
    f"{FOR}if not is_small(one): return\n        four(one)",
    f"{FOR}if not is_small(one): raise ValueError\n        four(one)",
    f"{FOR}assert is_small(one)\n        four(one)",
    f"{FOR}print(four(one) if is_small(one) else one)",
    f"{FOR}is_small(one) and print(four(one))",
    "print([four(one) if is_small(one) else one for one in halves(x)])",
    "print([four(one) if is_small(one) else one for one in (x[:, :4], x[:, 4:])])",
]
RUN = [
    f"{FOR}if flag: four(one)",
    f"{FOR}print(is_small(one))\n        four(one)",
    f"{FOR}print(four(one) if flag else one)",
    "for i, one in enumerate(halves(x)):\n        if i > 0: four(one)",
]
SILENT = [program(LOOP.format(loop=loop)) for loop in LEFT_OUT]
SAID = [program(LOOP.format(loop=loop)) for loop in RUN]


@pytest.mark.parametrize("silent", SILENT)
def test_left_out(silent):
    assert not silent.refused


@pytest.mark.parametrize("said", SAID)
def test_run(said):
    assert len(said.refused) == 1
