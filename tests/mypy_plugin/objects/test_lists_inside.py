"""Lists in the lists and dicts of objects are known while the object alone fills them."""

import pytest

from tests.mypy_plugin.checking import program

CLASS = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disable-error-code="var-annotated, no-any-return"
from collections import defaultdict
class Found:
    def __init__(self, n: int = 2) -> None:
        self.found: Dict[str, List[torch.Tensor]] = {}
    def put(self, x: Tensor[Float32, CPU, "b 3"], key: str, given: List[torch.Tensor]) -> None:
        self.found["a"].append(x)
        self.found["b"].append(x.long())
    def change(self, x: Tensor[Float32, CPU, "b 3"], key: str, given: List[torch.Tensor]):
        CHANGE
    def read(self) -> None:
        reveal_type(self.found["a"])
        reveal_type(self.found["b"])
def fill(given: List[torch.Tensor]) -> None:
    given.append(given[0].half())
"""
A, B, OPEN = 'list[Tensor[Float32, CPU, "_ 3"]]', 'list[Tensor[Int64, CPU, "_ 3"]]', "list[Tensor]"
CHANGES = {
    "pass": (A, B),
    "self.found['b'] = []; self.found.clear(); self.found = {}": (A, B),
    "torch.cat(self.found['a']); [one + 1 for one in self.found['b']]": (A, B),
    "self.found['a'].extend([x[:2]]); self.found['b'] += [x.long()]": (A, B),
    "self.found.setdefault('b', []).append(x.half())": (A, 'list[Tensor[Float16 | Int64, CPU, "_ 3"]]'),
    "self.found['b'] = [one.half() for one in self.found['b']]": (A, OPEN),
    "self.found[key].append(x.half())": (
        'list[Tensor[Float16 | Float32, CPU, "_ 3"]]',
        'list[Tensor[Float16 | Int64, CPU, "_ 3"]]',
    ),
    "self.found['a'] = given": (OPEN, B),
    "self.found['a'].extend(given)": (OPEN, B),
    "self.found = {'a': given}": (OPEN, OPEN),
    "self.found.update(a=given)": (OPEN, OPEN),
    "fill(self.found['a'])": (OPEN, OPEN),
    "one = self.found['a']; one.append(x.half())": (OPEN, OPEN),
    "for one in self.found.values(): one.append(x.half())": (OPEN, OPEN),
    "return self.found['a']": (OPEN, OPEN),
    "yield self.found['a']": (OPEN, OPEN),
    "other = self.found; other['a'].append(x.half())": (OPEN, OPEN),
    "self.found['a'][0].unsqueeze_(0)": (OPEN, OPEN),
}
PROGRAMS = [(program(CLASS.replace("CHANGE", change)), [*found]) for change, found in CHANGES.items()]
BEGUN = {
    "{'a': [], 'b': []}": A,
    "defaultdict(list)": A,
    "{key: [] for key in ('a', 'b')}": A,
    "{'a': [torch.zeros(2)]}": "list[Tensor]",
}
WITH_OTHERS = [
    (program(CLASS.replace("CHANGE", "pass").replace("]] = {}", f"]] = {begun}")), found)
    for begun, found in BEGUN.items()
]


@pytest.mark.parametrize(("said", "found"), PROGRAMS, ids=CHANGES)
def test_what_is_in_each_list(said, found):
    assert said.revealed == found


@pytest.mark.parametrize(("said", "found"), WITH_OTHERS, ids=BEGUN)
def test_which_begin_empty(said, found):
    assert said.revealed[0] == found
