"""A type variable promises a dtype, or a device, for each that it may stand for: one that is broken is enough."""

from tests.mypy_plugin.checking import program

BROKEN = program("""
def widened(x: Tensor[D, V, "n"]) -> Tensor[D, V, "n"]:
    return x.float()
def scaled(x: Tensor[D, V, "n"], w: Tensor[Float32, V, "n"] | None) -> Tensor[D, V, "n"]:
    if w is not None:
        return x * w
    return x
def here(x: Tensor[D, V, "n"]) -> Tensor[D, V, "n"]:
    return torch.zeros(len(x), dtype=x.dtype)
""")
KEPT = program("""
def asked(x: Tensor[D, V, "n"]) -> Tensor[D, V, "n"]:
    if x.dtype == torch.float32:
        return x.float()
    return x
def back(x: Tensor[D, V, "n"]) -> Tensor[D, V, "n"]:
    return x.float().softmax(dim=-1).to(x.dtype)
def refused(x: Tensor[D, CPU, "n 3"]) -> Tensor[D, CPU, "n 3"]:
    return nn.functional.linear(x, torch.ones(3, 3))
def inverted(x: Tensor[D, V, "n n"]) -> Tensor[D, V, "n n"]:
    return torch.linalg.inv(x)
""")


def test_another_dtype_or_device_than_the_one_that_is_promised():
    assert [message.partition(" (")[0] for message in BROKEN.messages if "error" in message] == [
        '2: error: return value of "widened" is float32, declared D  [tensor-dtype]',
        '5: error: return value of "scaled" is Float32 | Float64, declared D  [tensor-dtype]',
        '8: error: return value of "here" is on cpu, declared V  [tensor-device]',
    ]


def test_what_holds_of_some_alone_proves_nothing():
    assert KEPT.messages == []
