"""A loop through what a call gives is written out with as many rounds as there are items, where that is certain."""

import pytest

from tests.mypy_plugin.checking import program

NET = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, var-annotated"
def halves(x):
    return [x[:, :4], x[:, 4:]]
def both(x):
    return x[:, :4], x[:, 4:].double()
def cut(parts):
    parts.pop()
def use(x: Tensor[Float32, CPU, "b 8"], flag: bool) -> None:
    four = nn.Linear(4, 3)
    parts = {made}
    {loop}
"""
FLOATS = "[tensor-dtype]"
SIZES = "[tensor-shape]"
EACH = "for one in parts:\n        four(one)"
WRONG = [
    ("both(x)", EACH, FLOATS),
    ("both(x)", "for i, one in enumerate(parts):\n        print(i)\n        four(one)", FLOATS),
    ("both(x)", "sum(four(one).sum() for one in parts)", FLOATS),
    ("x.split([3, 5], 1)", EACH, SIZES),
    ("both(x)", "[four(one) for one in parts] if flag else 0", FLOATS),
    ("[x]", "for one in halves(x[:, :7]):\n        four(one)", SIZES),
    (
        "[x]",
        "for one in both(x):\n        for other in both(x):\n            four(other)\n            print(one)",
        FLOATS,
    ),
    ("halves(x[:, :7])", "found = [four(one) for one in parts]", SIZES),
    ("halves(x[:, :7])", "for i in range(len(parts)):\n        four(parts[i])", SIZES),
    ("halves(x[:, :7])", "for one in reversed(parts):\n        four(one)", SIZES),
    ("halves(x[:, :7])", "for one, name in zip(parts, 'ab'):\n        print(name)\n        four(one)", SIZES),
]
RIGHT = [
    ("halves(x)", EACH),
    ("both(x)", "for one in parts[:1]:\n        four(one)"),
    ("both(x)", f"{EACH}\n        break"),
    ("both(x)", "for one in parts:\n        if one.dtype == torch.float32: four(one)"),
    ("both(x)", "[four(one) for one in parts if one.dtype == torch.float32]"),
    ("both(x)", "for one in parts:\n        four(one.float())"),
    ("both(x)", "for one, layer in zip(parts, [four]):\n        layer(one)"),
    ("both(x)", "for one in parts:\n        try: four(one)\n        except RuntimeError: pass"),
    ("halves(x[:, :7])", f"parts.pop()\n    {EACH}"),
    ("halves(x[:, :7])", f"cut(parts)\n    {EACH}"),
    ("halves(x[:, :7])", f"parts[1] = parts[0]\n    {EACH}"),
    ("halves(x[:, :7])", f"other = parts\n    del other[1]\n    {EACH}"),
    ("halves(x[:, :7])", f"parts = parts[:1]\n    {EACH}"),
]
FOUND = [(program(NET.format(made=made, loop=loop)), said) for made, loop, said in WRONG]
SILENT = [program(NET.format(made=made, loop=loop)) for made, loop in RIGHT]


@pytest.mark.parametrize(("found", "said"), FOUND)
def test_a_round_is_refused(found, said):
    assert len(found.refused) == 1
    assert found.messages[-1].endswith(said) or found.messages[0].endswith(said)


@pytest.mark.parametrize("silent", SILENT)
def test_no_round_is_refused_for_sure(silent):
    assert not silent.refused


KNOWN = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
def halves(x):
    return [x[:, :4], x[:, 4:].double()]
def sizes(x):
    found = []
    for one in halves(x):
        found.append(one.sum(1))
    return found
def use(x: Tensor[Float32, CPU, "b 8"]) -> None:
    reveal_type(sizes(x)[0])
    reveal_type(sizes(x)[1])
    reveal_type(torch.cat([one.float().unsqueeze(1) for one in sizes(x)], 1))
""")


def test_what_the_rounds_give_is_known_one_by_one():
    assert KNOWN.revealed == [
        'Tensor[Float32, CPU, "b"]',
        'Tensor[Float64, CPU, "b"]',
        'Tensor[Float32, CPU, "b 2"]',
    ]
