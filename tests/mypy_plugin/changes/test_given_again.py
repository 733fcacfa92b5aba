"""A dict that a call gives back is the caller's own, which he may store to under the first name, too."""

from tests.mypy_plugin.checking import program

SAID = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Cast:
    def same(self, batch):
        return batch
    def fresh(self, batch):
        return {"x": batch["x"].double()}
def first(cast: Cast, x: Tensor[Float32, CPU, "3"]) -> None:
    batch = {"x": x}
    again = cast.same(batch)
    again["x"] = x.half()
    reveal_type(batch["x"])
def second(cast: Cast, x: Tensor[Float32, CPU, "3"]) -> None:
    batch = {"x": x}
    other = cast.fresh(batch)
    batch["x"] = x.half()
    reveal_type(other["x"])
""")


def test_the_same_dict_is_stored_to_under_another_name():
    assert SAID.revealed[0] in {"Any", "Tensor"}


def test_another_dict_is_not():
    assert SAID.revealed[1] == 'Tensor[Float64, CPU, "3"]'
