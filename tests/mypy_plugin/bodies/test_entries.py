"""What dicts hold under their keys where they are stored to later on."""

import pytest

from tests.mypy_plugin.checking import program

SIGNATURE = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-generics=False
import functools, operator
def store(d, h):
    d["x"] = h
def gives(d):
    return d
def read(d):
    return d["x"]
def made(x):
    d = {}
    d["x"] = x
    return d
def use(x: Tensor[Float32, CPU, "3"], h: Tensor[Float16, CPU, "3"], flag: bool) -> None:
    d = {"x": x, "y": h}
    """
FLOAT, HALF, DOUBLE = (f'Tensor[Float{bits}, CPU, "3"]' for bits in (32, 16, 64))
BODIES = {
    "d['y'] = x; reveal_type(d['x'])": FLOAT,
    "reveal_type(d['x']); d['x'] = h": FLOAT,
    "d['x'] = d['x'].double(); reveal_type(d['x'])": DOUBLE,
    "d['x'] = d['x'].double(); reveal_type(read(d))": DOUBLE,
    "if flag:\n        d['x'] = d['x'].double()\n    reveal_type(d['x'])": f"{DOUBLE} | {FLOAT}",
    "for _ in range(2):\n        d['x'] = d['x'].double()\n    reveal_type(d['x'])": f"{FLOAT} | {DOUBLE}",
    "d['x'] = h; e = {**d, 'z': x.double()}; reveal_type(e['x'])": HALF,
    "d['x'] = h; e = d | {'z': x}; reveal_type(e['x'])": HALF,
    "d['x'] = h; e = d.copy(); reveal_type(e['x'])": HALF,
    "d['x'] = h; d = {**d, 'z': x.double()}; reveal_type(d['x'])": HALF,
    "d.update(x=h); reveal_type(d['x'])": HALF,
    "d.update({'z': x.double()}); reveal_type(d['z'])": DOUBLE,
    "reveal_type(d.get('y'))": HALF,
    "reveal_type(d.pop('y'))": HALF,
    "d.pop('y'); d['y'] = x; reveal_type(d['y'])": FLOAT,
    "e = made(h); e['z'] = x; reveal_type(e['x'])": HALF,
    "e = made(h); e['x'] = e['x'].double(); reveal_type(e['x'])": DOUBLE,
}
UNKNOWN = {
    "store(d, h)": "d",
    "e = d; e['x'] = h": "d",
    "e = gives(d); e['x'] = h": "d",
    "e = gives(d); d['x'] = h": "e",
    "e = [d]; e[0]['x'] = h": "d",
    "d |= {'x': h}": "d",
    "d.setdefault('x', h); d.update([('x', h)])": "d",
    "dict.update(d, x=h)": "d",
    "e = f = {'x': x, 'y': h}; f['x'] = h": "e",
    "while flag: d['z'] = d['x']; k = 'x'; d[k] = h": "d",
    "put = d.__setitem__; put('x', h)": "d",
    "e = d if flag else {'x': h}; e['x'] = h": "d",
    "def inner() -> None:\n        d['x'] = h\n    inner()": "d",
    "d['y'] = x; x.unsqueeze_(0)": "d",
    "d['y'] = x; getattr(d, 'update')(x=h)": "d",
    "d['y'] = x; operator.setitem(d, 'x', h)": "d",
    "d['y'] = x; functools.partial(operator.setitem, d)('x', h)": "d",
}


def _program(body, shown=""):
    return program(SIGNATURE + body.replace("; ", "\n    ") + shown)


FOUND = [pytest.param(_program(body), found, id=body) for body, found in BODIES.items()]
LOST = [pytest.param(_program(body, f"\n    reveal_type({it}['x'])"), id=body) for body, it in UNKNOWN.items()]


@pytest.mark.parametrize(("said", "found"), FOUND)
def test_it_is_known_what_is_there_in_the_end(said, found):
    assert said.refused == []
    assert said.revealed == [found]


@pytest.mark.parametrize("said", LOST)
def test_it_is_unknown_where_others_may_have_stored_to_it(said):
    assert said.revealed[-1] in {"Tensor", "Any", 'Tensor[Float, CPU, "3"]', 'Tensor[Float16 | Float32, CPU, "3"]'}


LEFT = program("""
def left(x: Tensor[Float32, CPU, "3"], h: Tensor[Float16, CPU, "3"], flag: bool) -> None:
    d = {"x": x, "y": x}
    for k in list(d):
        del d[k]
    reveal_type(d.get("x"))
    e = {"x": x, "y": x}
    if flag:
        e.clear()
    reveal_type(e.get("x"))
    f = {"x": x}
    if flag:
        del f["x"]
    reveal_type(f.get("x"))
def yielded(x: Tensor[Float32, CPU, "3"], h: Tensor[Float16, CPU, "3"]) -> Iterator[dict[str, torch.Tensor]]:
    d = {"x": x, "y": x}
    d["y"] = h
    yield d
    reveal_type(d["x"])
""")


def test_what_may_have_been_taken_out_may_be_none():
    assert ["None" in one for one in LEFT.revealed[:3]] == [True, True, True]


def test_who_is_given_a_dict_by_a_generator_may_store_to_it():
    assert LEFT.revealed[3:] == ["Tensor"]
