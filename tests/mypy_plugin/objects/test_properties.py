"""A property gives what its body makes of the object at hand, unless another may stand in its place."""

from tests.mypy_plugin.checking import program, unplaced
from tests.mypy_plugin.several_files import errors, written

READ = program("""
import functools
class Mask:
    def __init__(self, n: int, device: str = "cpu") -> None:
        self.keep = torch.ones(n, dtype=torch.bool, device=device)
    @property
    def added(self) -> torch.Tensor:
        return self.keep.int() * -1e4
    @functools.cached_property
    def count(self) -> torch.Tensor:
        return self.keep.sum()
class Scaled(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.step = torch.zeros(1)
        self.fc = nn.Linear(4, 4)
    @property
    def weight(self) -> torch.Tensor:
        return self.fc.weight * 2
    @property
    def scale(self) -> torch.Tensor:
        return self.fc.weight * self.step
def run() -> None:
    reveal_type(Mask(3).added)
    on_gpu = Mask(3, "cuda")
    reveal_type(on_gpu.added)
    reveal_type(on_gpu.count)
    model = Scaled().half()
    reveal_type(model.weight)
    Scaled().cuda().scale
""")
UNKNOWN = program("""
import functools
class Base:
    @property
    def table(self) -> torch.Tensor:
        return torch.zeros(3)
    @property
    def kept(self) -> torch.Tensor:
        return torch.zeros(3)
    @kept.setter
    def kept(self, value: torch.Tensor) -> None: ...
    @property
    def declared(self) -> Tensor[Float32, Any, Any]:
        return torch.zeros(3)
class Half(Base):
    @property
    def table(self) -> torch.Tensor:
        return torch.zeros(3).half()
class Cached:
    @functools.cached_property
    def rows(self) -> torch.Tensor:
        return torch.zeros(3, 2)
    @functools.cached_property
    def columns(self) -> torch.Tensor:
        return torch.zeros(2, 3)
    @functools.cached_property
    def named(self) -> torch.Tensor:
        return torch.zeros(4)
def given(some: Cached) -> None:
    some.rows = torch.zeros(5)
    setattr(some, "named", torch.zeros(5))
def run(one: Base, other: Half, some: Cached) -> None:
    reveal_type(one.table)
    reveal_type(other.table)
    reveal_type(one.kept)
    reveal_type(one.declared)
    reveal_type(some.rows)
    reveal_type(some.columns)
    reveal_type(some.named)
""")


def test_the_body_tells():
    assert READ.revealed == [
        'Tensor[Float32, CPU, "3"]',
        'Tensor[Float32, CUDA, "3"]',
        'Tensor[Int64, CUDA, ""]',
        'Tensor[Float16, CPU, "4 4"]',
    ]


def test_what_torch_refuses_is_reported_where_it_is_read():
    assert [unplaced(text) for text in READ.messages if "error" in text] == [
        '29: error: "*" mixes devices: cuda and cpu'
    ]


def test_one_that_others_may_replace_tells_nothing():
    of_bases, of_cached = UNKNOWN.revealed[:4], UNKNOWN.revealed[4:]
    assert of_bases == ["Tensor", 'Tensor[Float16, CPU, "3"]', "Tensor", "Tensor[Float32]"]
    assert of_cached == ["Tensor", 'Tensor[Float32, CPU, "2 3"]', "Tensor"]
    assert not UNKNOWN.messages


SETTINGS = """[mypy]
plugins = dtensortypes.mypy_plugin
allow_redefinition = true
local_partial_types = true
check_untyped_defs = true
"""
MASKS = """
import functools
import torch

class Mask:
    def __init__(self, n: int, device: str = "cpu") -> None:
        self._keep = torch.ones(n, dtype=torch.bool, device=device)

    @property
    def keep(self):
        return self._keep

class Soft(Mask):
    @property
    def added(self) -> torch.Tensor:
        return self.keep.int() * -1e4

class Hard(Soft):
    @property
    def added(self) -> torch.Tensor:
        return self.keep
"""
USED = """
import torch
from masks import Mask, Soft
from dtensortypes import CUDA, Bool, Float32, Tensor

def masked(x: Tensor[Float32, CUDA, "n"], keep: Tensor[Bool, CUDA, "n"]) -> None: ...

def use(x: Tensor[Float32, CUDA, "n"]) -> None:
    masked(x, Mask(len(x)).keep)
    masked(x, Mask(len(x), "cuda").keep)
    masked(x, Soft(len(x)).added)
"""


def test_a_property_of_another_file(tmp_path):
    folder = written(tmp_path, SETTINGS, {"masks.py": MASKS, "used.py": USED})
    cold = errors(folder, "used.py")
    assert cold == ["used.py:9 [tensor-device]"]
    (folder / "used.py").write_text(USED + "# changed\n")
    assert errors(folder, "used.py") == cold
