"""Of a dict that a body gives back it is known what is in it, where one statement certainly gave it last."""

import pytest

from tests.mypy_plugin.checking import program

BODIES = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def half(s):
    return {"x": s["x"].half(), "y": s["y"]}
def told(s, flag, n):
    {body}
reveal_type(told({"x": torch.zeros(3), "y": 2}, bool(input()), int(input()))["x"])
"""
HALF = 'Tensor[Float16, CPU, "3"]'
CASES = [
    ("return half(s)", HALF),
    ("s = half(s); return s", HALF),
    ("s = half(s); s = half(s); return s", HALF),
    ("s = {'x': s['x'].half()}; return s", HALF),
    ("t = dict(); t['x'] = s['x'].half(); return t", HALF),
    ("for f in (half, half): s = f(s)\n    return s", "Any"),
    ("if flag: s = half(s)\n    return s", "Any"),
    ("for _ in range(n): s = half(s)\n    return s", "Any"),
    ("s = half(s)\n    if flag: s = {'x': s['x'].float()}\n    return s", "Any"),
    ("s = half(s); s['x'] = s['x'].double(); return s", HALF.replace("16", "64")),
    ("t = half(s); t['x'] = t['x'].double(); return t", HALF.replace("16", "64")),
    ("t = half(s)\n    if flag: t['z'] = t['x']\n    return t", "Any"),
    ("s['x'] = s['x'].double(); return s", "Any"),
    ("t = half(s); t.update(x=t['x'].double()); return t", "Any"),
    ("t = half(s); u = t; u['x'] = u['x'].double(); return t", "Any"),
]
FOUND = [(program(BODIES.replace("{body}", body.replace("; ", "\n    "))), found) for body, found in CASES]


@pytest.mark.parametrize(("said", "found"), FOUND)
def test_what_is_in_it(said, found):
    assert said.revealed == [found]


PARTS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def rest(xs):
    rest = xs[1:]
    return rest
def last(xs):
    rest = xs[1:]
    last = rest[1:]
    return last
def more(x, flag):
    outputs = (x, x) if flag else (x,)
    return (x,) + outputs[1:]
def added(x):
    outputs = (x,)
    outputs = (x,) + outputs[1:]
    return outputs
def each(xs):
    found = [x.half() for x in xs]
    return found
x = torch.zeros(3)
reveal_type(rest((x, x)))
reveal_type(rest((x,)))
reveal_type(rest([x, x]))
reveal_type(last((x, x)))
reveal_type(more(x, True))
reveal_type(added(x))
reveal_type(each(torch.zeros(int(input()), 3)))
""")


def test_part_of_a_tuple_is_one_and_what_is_gathered_is_a_list():
    x = 'Tensor[Float32, CPU, "3"]'
    assert PARTS.revealed == [
        f"tuple[{x}]",
        "tuple[()]",
        f"list[{x}]",
        "tuple[()]",
        f"tuple[{x}, {x}]",
        f"tuple[{x}]",
        'list[Tensor[Float16, CPU, "3"]]',
    ]
