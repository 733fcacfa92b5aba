"""Of a typed dict under whose keys a file stores, nothing is known but what is declared."""

import pytest

from tests.mypy_plugin.checking import program

HEADER = """
from torch.utils.data import DataLoader, Dataset
class Sample(TypedDict):
    image: torch.Tensor
    label: torch.Tensor
def made() -> Sample:
    return {"image": torch.zeros(3), "label": torch.zeros(3).long()}
class Samples(Dataset[Sample]):
    def __getitem__(self, i: int) -> Sample:
        return {"image": torch.zeros(3), "label": torch.zeros(3).long()}
def picture(sample: Sample) -> torch.Tensor:
    return sample["image"]
def stored(batch: Any, other: Any, key: str, keys: list[str], numbers: list[torch.Tensor]) -> None:
    %s
def use() -> None:
    sample = made()
    reveal_type(sample["image"])
    reveal_type(picture(sample))
    for batch in DataLoader(Samples(), batch_size=4):
        reveal_type(batch["image"])
"""
KNOWN = ['Tensor[Float32, CPU, "3"]', 'Tensor[Float32, CPU, "3"]', 'Tensor[Float32, CPU, "_ 3"]']
STORES = {
    'batch["image"] = batch["image"].half()': ["Tensor"] * 3,
    'batch["image"], other = other, batch': ["Tensor"] * 3,
    'del batch["label"]': ["Tensor"] * 3,
    "for key in batch: batch[key] = batch[key].half()": ["Tensor"] * 3,
    "for key, x in batch.items(): batch[key] = x.half()": ["Tensor"] * 3,
    'batch.update({"image": other})': ["Tensor"] * 3,
    "batch.update(image=other)": ["Tensor"] * 3,
    "batch.update(other)": ["Tensor"] * 3,
    'batch |= {"image": other}': ["Tensor"] * 3,
    'batch.pop("image")': ["Tensor"] * 3,
    'own = {}; own["image"] = other': KNOWN,
    'own: Sample = {"image": other, "label": other}; own["image"] = other': ["Tensor"] * 3,
    'batch["other"] = batch["image"].half()': KNOWN,
    "for i in range(3): numbers[i] = numbers[i].half()": KNOWN,
    "numbers[0] = numbers[0].half()": KNOWN,
    "other.update(3, other)": KNOWN,
    "other.update()": KNOWN,
    'batch["image"].half()': KNOWN,
}  # fmt: skip
PROGRAMS = [(program(HEADER % store), found) for store, found in STORES.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS, ids=list(STORES))
def test_what_is_known_where_a_file_stores_under_keys(said, found):
    assert said.revealed == found


MOVED = program("""
from torch.utils.data import DataLoader, Dataset
class Sample(TypedDict):
    image: torch.Tensor
class Samples(Dataset[Sample]):
    def __getitem__(self, i: int) -> Sample:
        return {"image": torch.zeros(3)}
def want(x: Tensor[Float32, CUDA]) -> None: ...
for batch in DataLoader(Samples(), batch_size=4):
    batch["image"] = batch["image"].cuda()
    want(batch["image"])
""")


def test_an_entry_may_be_given_a_tensor_on_another_device():
    assert MOVED.messages == []


NESTED = program("""
class Tree(TypedDict, total=False):
    value: torch.Tensor
    inner: "Tree"
Any_ = Union[torch.Tensor, list["Any_"], dict[str, "Any_"]]
def made() -> Tree:
    return {"value": torch.zeros(3), "inner": {"value": torch.zeros(3)}}
def listed() -> list[Tree]:
    return [made()]
def passed(one: Any_) -> Any_:
    return one
tree = made()
tree["value"] = torch.zeros(4).half()
reveal_type(listed()[0]["value"])
passed([torch.zeros(3)])
""")


def test_types_that_hold_their_own_kind():
    assert NESTED.messages == []
    assert NESTED.revealed == ["Tensor"]
