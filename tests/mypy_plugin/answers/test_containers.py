"""A container whose type mypy made up holds what is put into it; one whose type was written holds that."""

from tests.mypy_plugin.checking import program

INFERRED = program("""
def f(x: Tensor[Float32, CPU, "n"]) -> None:
    xs = [x]
    xs.append(x)
    reveal_type(xs)
    xs.append(x.half())
    reveal_type(xs)
    d = {"a": x}
    d["b"] = x.half()
    reveal_type(d["b"])
    s = {x}
    s.add(x.half())
    xs[0] = x.double()
    xs.extend([x.long()])
    xs += [x.int()]
""")

WRITTEN = program("""
def f(x: Tensor[Float32, CPU, "n"]) -> None:
    xs: list[Tensor[Float32]] = [x]
    xs.append(x.half())
    xs.append(x)
""")


def test_an_inferred_container_is_widened_by_what_is_put_in():
    assert INFERRED.revealed == ['list[Tensor[Float32, CPU, "n"]]', "list[Tensor]", 'Tensor[Float16, CPU, "n"]']
    assert INFERRED.messages == []


def test_a_written_container_is_held_to_its_type():
    assert WRITTEN.messages == [
        '3: error: argument "1" of "append" is float16, declared Float32; cast with .float()  [tensor-dtype]'
    ]


PASSED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def moved(batch):
    for key in batch:
        batch[key] = batch[key].cuda()
    return batch
net = nn.Linear(3, 4).cuda()
net(moved({"x": torch.zeros(2, 3)})["x"])
""")


def test_a_container_that_is_passed_may_be_filled():
    assert PASSED.messages == []


UNSEEN = program("""
def fill(xs: list[Any], x: Tensor[Float32, CPU, "n"], unknown: Any) -> None:
    own = [x]
    other = [x]
    xs.append(own)
    xs[0].append(unknown)
    reveal_type(own[0])
    reveal_type(other[0])
""")


def test_what_is_put_in_unseen_is_in_what_was_handed_on():
    assert UNSEEN.revealed == ["Tensor", 'Tensor[Float32, CPU, "n"]']


INSIDE = program("""
def fill(xs: dict[str, list[Tensor[Float32, CPU]]], x: Tensor[Float32, CUDA, "n"]) -> None:
    xs.setdefault("a", []).append(x)
    xs.setdefault("a", []).append(x.cpu())
    xs["a"].copy().append(x)
""")


def test_an_item_of_a_written_container_is_held_to_its_type():
    assert INSIDE.messages == [
        '2: error: argument "1" of "append" is on cuda, declared CPU; move it with .to("cpu")  [tensor-device]'
    ]


ADDED = program("""
def f(x: Tensor[Float32, CPU, "5 5"], y: Tensor[Float32, CPU, "4 5"], t: torch.Tensor, ts: list[torch.Tensor]) -> None:
    reveal_type([x] + [x])
    reveal_type([x] + [y])
    reveal_type([x] + [t])
    reveal_type([x] + ts)
    reveal_type([x] + [*ts])
    reveal_type([x] + [])
""")


def test_lists_that_are_added_hold_what_is_in_both():
    same = 'list[Tensor[Float32, CPU, "5 5"]]'
    both = 'list[Tensor[Float32, CPU, "4 5"] | Tensor[Float32, CPU, "5 5"]]'
    assert ADDED.revealed == [same, both, *["list[Tensor]"] * 3, same]


GOT = program("""
def got(k: str) -> None:
    d = {"x": torch.zeros(3)}
    reveal_type(d.get(k, torch.zeros(3)))
    reveal_type(d.get(k, torch.zeros(3).long()))
    reveal_type(d.pop(k, torch.zeros(3).long()))
""")


def test_what_a_dict_is_to_give_else_may_be_another_tensor():
    assert GOT.revealed == ['Tensor[Float32, CPU, "3"]', *['Tensor[Float32 | Int64, CPU, "3"]'] * 2]


GIVEN = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def levels(n):
    return [torch.zeros(n), torch.zeros(n).half()]
def f(anything: Any) -> None:
    for level in levels(3):
        reveal_type(level)
    for one in anything:
        reveal_type(one)
    several: list[Any] = [anything]
    for one in several:
        reveal_type(one)
""")


def test_a_loop_knows_what_a_function_has_put_into_a_list():
    assert GIVEN.messages == []
    assert GIVEN.revealed == ['Tensor[Float16 | Float32, CPU, "3"]', "Any", "Any"]


GONE_THROUGH = program("""
# mypy: allow-untyped-defs
class Best:
    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.best = {"step": 0, "parts": {}}
    def written(self) -> None:
        if self.best["parts"]:
            for name in self.names:
                self.best["parts"][name]
    def kept(self, x: Tensor[Float32, CPU, "n"]) -> None:
        batch = {"x": x}
        batch["y"] = x.half()
        for one in batch["x"]:
            print(one)
        reveal_type(batch["y"])
""")


def test_what_is_gone_through_changes_nothing_of_what_it_is_in():
    assert GONE_THROUGH.messages == ['9: error: Value of type "object" is not indexable  [index]']
    assert GONE_THROUGH.revealed == ['Tensor[Float16, CPU, "n"]']
