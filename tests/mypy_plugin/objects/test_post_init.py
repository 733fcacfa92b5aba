"""What a dataclass makes of its fields is known of one known object, where nothing else may have made it otherwise."""

from tests.mypy_plugin.checking import program

FOUND = program(
    """
from dataclasses import dataclass, replace

@dataclass
class Camera:
    r: torch.Tensor
    device: str = "cpu"

    def __post_init__(self) -> None:
        self.r = self.r.to(self.device)
        self.inverse = self.r.double()

@dataclass
class Perhaps:
    r: torch.Tensor

    def __post_init__(self) -> None:
        if self.r.ndim == 2:
            self.r = self.r[:, None]

@dataclass
class Left:
    r: torch.Tensor

    def __post_init__(self) -> None:
        if self.r.ndim == 2:
            return
        self.r = self.r.double()

@dataclass
class Again(Camera):
    def __post_init__(self) -> None:
        pass

def made(x: Tensor[Float32, CUDA, "n 3"]) -> None:
    camera = Camera(x)
    reveal_type(camera.r)
    reveal_type(camera.inverse)
    reveal_type(Camera(x, "cuda").r)
    reveal_type(replace(camera).r)
    reveal_type(Perhaps(x).r)
    reveal_type(Left(x).r)
    reveal_type(Again(x).r)
"""
)


def test_of_a_known_object_it_is_known():
    assert FOUND.revealed[:3] == [
        'Tensor[Float32, CPU, "_ 3"]',
        'Tensor[Float64, CPU, "_ 3"]',
        'Tensor[Float32, CUDA, "_ 3"]',
    ]


def test_of_others_and_where_a_branch_decides_it_is_not():
    assert set(FOUND.revealed[3:]) == {"Tensor"}
