"""A class or function that is to follow a protocol: the names of dims prove nothing, what is known of tensors does."""

from tests.mypy_plugin.checking import program

FOLLOWED = program("""
class Tower(Protocol):
    def __call__(self, images: Tensor[Float32, CPU, "b 3 h w"]) -> Tensor[Float32, CPU, "b p 32"]: ...
class Encoder(Protocol):
    def encode(self, images: Tensor[Float32, CPU, "b 3 h w"]) -> Tensor[Float32, CPU, "b p 32"]: ...
class Nine:
    def encode(self, images: Tensor[Float32, CPU, "n 3 y x"]) -> Tensor[Float32, CPU, "n 9 32"]:
        return torch.rand(images.shape[0], 9, 32)
class Double:
    def encode(self, images: Tensor[Float32, CPU, "n 3 y x"]) -> Tensor[Float64, CPU, "n 9 32"]:
        return torch.rand(images.shape[0], 9, 32).double()
class Other:
    def encode(self, images: Tensor[Float32, CPU], more: int) -> Tensor[Float32, CPU]: return images
def nine(images: Tensor[Float32, CPU, "n 3 y x"]) -> Tensor[Float32, CPU, "n 9 32"]:
    return torch.rand(images.shape[0], 9, 32)
def double(images: Tensor[Float32, CPU, "n 3 y x"]) -> Tensor[Float64, CPU, "n 9 32"]: return nine(images).double()
def two(images: Tensor[Float32, CPU], more: int) -> Tensor[Float32, CPU]: return images
def call(t: Tower) -> None: ...
def encode(t: Encoder) -> None: ...
class Model:
    def __init__(self, tower: Tower) -> None:
        self.tower = tower
call(nine)
call(double)
call(two)
call(lambda images: torch.rand(1, 2, 32))
call(lambda images: torch.rand(len(images), 2, 32).double())
encode(Nine())
encode(Double())
encode(Other())
Model(nine)
Model(lambda images: torch.rand(1, 2, 32))
kept: Tower = nine
class_kept: Encoder = Nine()
other_kept: Tower = two
""")


def test_what_is_proved_wrong_is_said_in_our_words():
    errors = [message for message in FOLLOWED.messages if "error:" in message]
    assert [(line.partition(":")[0], line.rpartition("  ")[2]) for line in errors] == [
        ("23", "[tensor-dtype]"),
        ("24", "[arg-type]"),
        ("26", "[tensor-dtype]"),
        ("28", "[tensor-dtype]"),
        ("29", "[arg-type]"),
        ("34", "[assignment]"),
    ]
    assert 'return value of "encode" is float64' in errors[3]
    assert 'which is not what "Encoder" expects' in errors[3]
