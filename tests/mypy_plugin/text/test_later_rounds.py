"""What is wrong in the first round of a loop is wrong where the first round comes there, or knows all there is."""

from tests.mypy_plugin.checking import program

LOOPS = program("""
# mypy: disable-error-code="no-untyped-def"
def told(xs, is_last: bool) -> None:
    out, one = torch.zeros(1), torch.zeros(1, 2, 2)
    for x in xs:
        z = torch.cat((out, one))
        if is_last:
            z = torch.cat((out, one))
            out = one

def told_once(xs, is_last: bool) -> None:
    out, one = torch.zeros(1), torch.zeros(1, 2, 2)
    for x in xs:
        two = out * 2
        if is_last:
            z = torch.cat((two, one))
        else:
            z = torch.cat((torch.zeros(3), one))

def later(xs, is_last: bool) -> None:
    out, one = torch.zeros(1), torch.zeros(1, 2, 2)
    for i, x in enumerate(xs):
        if i == 0:
            out = one
            continue
        found = out * 2
        z = torch.cat((found, one))
    out = torch.zeros(1)
    for i, x in enumerate(xs):
        z = torch.cat((out, one)) if i else one
        if i:
            z = torch.cat((out, one))
        out = one
""")


def test_what_another_round_brings_is_waited_for() -> None:
    said = [line for line in LOOPS.messages if "note" not in line]
    wrong = "error: shapes (1,), (1, 2, 2) must be equal but in dim 0  [tensor-shape]"
    assert said == [*(f"{line}: {wrong}" for line in (5, 7, 15)), f"17: {wrong.replace('(1,)', '(3,)', 1)}"]
