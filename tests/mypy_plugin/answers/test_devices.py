"""A `torch.device` says which device it is."""

from tests.mypy_plugin.checking import program

DEVICES = program("""
def f(name: str, index: int, given: torch.device, x: Tensor[Float32, CUDA[1]]) -> None:
    reveal_type(torch.device("cpu"))
    reveal_type(torch.device("cuda:1"))
    reveal_type(torch.device("cuda", 1))
    reveal_type(torch.device("cuda", index=index))
    reveal_type(torch.device(type="cuda", index=1))
    reveal_type(torch.device(name))
    reveal_type(torch.device(given))
    reveal_type(x.device)
    reveal_type(torch.zeros(1, device=x.device))
""")


def test_the_type_of_a_device():
    assert DEVICES.messages == []
    cuda1 = "torch.device[CUDA[1]]"
    assert DEVICES.revealed == [
        "torch.device[CPU]", cuda1, cuda1, "torch.device[CUDA]", cuda1,
        "torch.device", "torch.device", cuda1, 'Tensor[Float32, CUDA[1], "1"]',
    ]  # fmt: skip
