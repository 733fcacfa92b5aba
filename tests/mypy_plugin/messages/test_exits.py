"""What stands behind an `if` that a body may leave by is run for the call, or it is not known to be."""

import pytest

from tests.mypy_plugin.checking import program

BODY = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Codebook(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("started", torch.zeros(1))
def found(x, mask, mode="mean", first=None, flag=torch.tensor(True)):
    book = Codebook()
    for one in [x]:
        if {condition}:
            {leaving}
        one @ torch.zeros(5, 3)
    return x
def run(x: Tensor[Float32, CPU, "b 4"], mask: Tensor[Bool, CPU, "b"], any: torch.Tensor, n: int) -> None:
    found({given})
"""
PASSED = [
    "x.dim() != 2",
    "x.ndim != 2 or x.size(1) != 4",
    "x.shape[-1] % 2",
    "len(x) == 0",
    "x.numel() == 0",
    "not len(x)",
    "x.shape[0] < 1",
    "not mask.any()",
    "mask.sum() == 0",
    "torch.isnan(x).any() or len(x) == 0",
    "mode == 'sum'",
    "mode not in ('mean', 'sum')",
    "first is not None and first > 3",
]
LEFT = [
    "x.ndim == 2",
    "x.size(1) == 4",
    "x.shape[0] == 1",
    "x.is_contiguous()",
    "not x.is_contiguous()",
    "mode == 'mean'",
    "flag",
    "book.started",
    "book.training",
    "len(mode) == 4",
]


def _with(condition, leaving="continue", given="x, mask"):
    return program(BODY.format(condition=condition, leaving=leaving, given=given))


CASES = {(one, leaving): _with(one, leaving) for one in PASSED + LEFT for leaving in ("continue", "return x")}
OPEN = _with("x.dim() == 0", given="any.float(), mask")
AFTER = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def found(x, limit):
    for n in range(3):
        if n > limit:
            break
    return x @ torch.zeros(5, 3)
def run(x: Tensor[Float32, CPU, "b 4"], limit: int) -> None:
    found(x, limit)
""")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}: {case[1]}")
def test_what_stands_behind_it(case):
    errors = [message for message in CASES[case].messages if "error:" in message]
    assert bool(errors) is (case[0] in PASSED), errors


def test_a_rank_that_is_not_known_may_be_what_is_asked_for():
    assert not [message for message in OPEN.messages if "error:" in message]


def test_what_ends_a_loop_does_not_end_the_body():
    assert [message for message in AFTER.messages if "error:" in message]
