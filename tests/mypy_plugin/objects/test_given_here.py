"""A record that a function makes keeps the names of its dims there, and nowhere else."""

from tests.mypy_plugin.checking import program

FOUND = program(
    """
from dataclasses import dataclass

@dataclass
class Batch:
    images: Tensor[Float32, CPU, "rows ..."]
    masks: torch.Tensor | None = None

def made(x: Tensor[Float32, CPU, "n 3"], other: Batch) -> None:
    batch = Batch(x, x)
    reveal_type(batch.images)
    reveal_type(batch.masks)
    reveal_type(other.images)
    if x.requires_grad:
        other = Batch(x)
    reveal_type(other.images)
"""
)


def test_of_an_object_made_once_in_the_function_the_names_are_its_own():
    found = 'Tensor[Float32, CPU, "n 3"]'
    assert FOUND.revealed[:2] == [found, f"{found} | None"]


def test_of_others_they_are_not():
    assert all("n 3" not in one for one in FOUND.revealed[2:])


GIVEN = program(
    """
class Either:
    def begin(self, y: Tensor[Int64, CPU, "b n m"], flag: bool) -> None:
        for _ in range(3):
            y = torch.ones(y.size(-1), dtype=y.dtype)
        if flag:
            self.x = y.float()
        else:
            self.x = torch.cat([y, y])
        reveal_type(self.x)
"""
)


def test_what_branches_have_given_an_attribute_stands_whatever_all_methods_give_together():
    assert GIVEN.revealed == ['Tensor[Float32, CPU, "_ ..."] | Tensor[Int64, CPU]']
