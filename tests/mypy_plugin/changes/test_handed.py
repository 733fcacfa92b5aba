"""Who gets hold of what a variable holds is read off the text."""

from mypy.nodes import Block, FuncDef, MemberExpr, NameExpr

from dtensortypes.mypy_plugin.changes.handed import gives_itself, handed_on, is_handed_on, others
from tests.mypy_plugin.checking import parsed, program

SOURCE = """
def keeps(xs):
    return xs[0]
def use(a, b, c, d, e, f, g, h, i, j):
    a[0]
    b.keys()
    c.append(1)
    other = d
    keeps(e)
    unknown(f)
    whole = [g]
    for x in h:
        pass
    [x[0] for x in i]
    {1: x[0] for x in j}
"""


def body():
    found = [one for one in parsed(SOURCE).defs if isinstance(one, FuncDef)]
    return found[-1].body.body


def test_names_in_other_hands():
    assert handed_on(body()) == {"d", "e", "f", "g"}  # which functions are called nothing has looked up yet


def test_only_after_the_line():
    place, line = NameExpr("d"), body()[3].line
    assert [is_handed_on(body(), place, at) for at in (line, line + 1)] == [False, True]


def test_a_second_name():
    assert [one.name for one in others(body(), NameExpr("other"))] == ["d"]
    assert [one.name for one in others(body(), NameExpr("a"))] == []
    assert {one.name for one in others(body(), None)} == {"d", "e", "f", "g"}
    assert not any(isinstance(one, MemberExpr) for one in others(body(), None))


def test_a_function_without_its_body_may_give_what_it_is_given():
    known = FuncDef("known", [], Block([]))
    del known.arguments  # as of one that mypy's cache knows
    assert gives_itself(known)


COUNTED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def batches(rows):
    n = len(rows)
    width = rows.shape[1]
    for start in range(0, n, 4):
        yield {"x": torch.from_numpy(rows), "n": width}
def use() -> None:
    rows = np.zeros((9, 2))
    for batch in batches(rows):
        reveal_type(batch["x"])
def kept(xs):
    other = xs
    other.append(torch.ones(5))
    return {"x": xs}
def uses() -> None:
    xs = [torch.ones(2)]
    reveal_type(kept(xs)["x"][0])
""")


def test_who_counts_keeps_nothing():
    assert COUNTED.revealed == ['Tensor[Float64, CPU, "9 2"]', "Tensor"]


def test_what_a_lambda_fills_others_have():
    body = parsed("put = lambda k, v: held.__setitem__(k, v)").defs
    assert "held" in handed_on(body)
