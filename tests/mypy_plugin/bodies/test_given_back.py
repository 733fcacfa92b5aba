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
    ("s['x'] = s['x'].double(); return s", HALF.replace("16", "64")),
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


FILLED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
kept: list[dict[str, torch.Tensor]] = []
def fill(out):
    out["y"] = out["x"].double()
    return out
def keep(out):
    kept.append(out)
    out["y"] = out["x"].double()
    return out
def use(x: Tensor[Float32, CPU, "3"]) -> None:
    a = {"x": x}
    a = fill(a)
    reveal_type(a["y"])
    reveal_type(fill({"x": x})["x"])
def others(x: Tensor[Float32, CPU, "3"]) -> None:
    a = keep({"x": x})
    kept[0]["y"] = x
    reveal_type(a["y"])
    b = {"x": x}
    c = fill(b)
    b["y"] = x.half()
    reveal_type(c["y"])
    d = {"x": x}
    e = d
    d = fill(d)
    e["y"] = x.half()
    reveal_type(d["y"])
    f = {"x": x}
    for _ in range(2):
        g = f
        f = fill(f)
        g["y"] = x.half()
        reveal_type(f["y"])
""")


def test_a_dict_that_a_function_fills_and_gives_back():
    assert FILLED.revealed[:2] == ['Tensor[Float64, CPU, "3"]', 'Tensor[Float32, CPU, "3"]']


def test_who_has_it_under_another_name_may_fill_it_too():
    assert set(FILLED.revealed[2:]) <= {"Any", "Tensor"}
