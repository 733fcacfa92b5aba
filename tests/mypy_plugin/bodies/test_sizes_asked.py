"""A size that a shape has not is reported where it is asked for, as torch raises there."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

ASKED = {
    "x.shape[2]": "shape (3, 4) has 2 dims, and none at 2",
    "x.shape[-3]": "shape (3, 4) has 2 dims, and none at -3",
    "x.size()[2]": "shape (3, 4) has 2 dims, and none at 2",
    "x.sum().shape[0]": "shape () has 0 dims, and none at 0",
    "torch.zeros(x.shape[0], x.shape[2])": "shape (3, 4) has 2 dims, and none at 2",
    "x.shape[1]": None,
    "x.shape[-2]": None,
    "x.shape[2:]": None,
    "x.shape[n]": None,
    "x.shape[2] if x.dim() == 3 else 1": None,
    "any.shape[2]": None,
}
BODY = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def sized(x, any, n):
    return {asked}
def use(any, n):
    sized(torch.zeros(3, 4), any, n)
"""
PROGRAMS = [(program(BODY.format(asked=asked), PLAIN), wrong) for asked, wrong in ASKED.items()]


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS, ids=list(ASKED))
def test_what_is_asked_of_a_shape(said, wrong):
    assert [wrong in message for message in said.messages] == ([True] if wrong else [])


TRIED = program(
    """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def sized(x):
    try:
        return x.shape[2]
    except IndexError:
        return 1
sized(torch.zeros(3, 4))
""",
    PLAIN,
)
OURS = program("""
def use(x: Tensor[Float32, CPU, "b n"]) -> None:
    x.shape[2]  # refused
""")


def test_a_handler_takes_it_up():
    assert TRIED.messages == []


def test_it_is_said_once():
    assert len(OURS.messages) == 1
    assert OURS.refused == OURS.marked


ITEMS = program("""
def f(x: Tensor[Float32, CPU, ""], y: Tensor[Float32, CPU, ""]) -> None:
    kept: dict[str, Any] = {"x": x}
    if kept["x"].ndim == 0:
        kept["x"] = kept["x"][None]
    print(kept["x"].shape[0], kept["x"].size(0))
    while kept["x"].shape[0] > 2 if kept["x"].ndim else False:
        kept["x"] = kept["x"][1:]
    print(y.shape[0])  # refused
""")


def test_of_an_item_it_is_not_said_that_a_size_is_missing():
    assert ITEMS.refused == ITEMS.marked
