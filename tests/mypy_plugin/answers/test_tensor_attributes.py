"""Attributes of tensors, and the gradient among them."""

from tests.mypy_plugin.checking import program

GRADIENTS = program("""
def run(x: Tensor[Float32, CPU, "b"], y: Tensor[Float32, CPU, "b"]) -> None:
    reveal_type(x.grad)
    x.grad = y
    reveal_type(x)
    if y.grad is not None:
        reveal_type(y.grad)
    y.data = torch.zeros(3)
    reveal_type(y)
""")


def test_a_gradient_is_as_the_tensor_and_may_be_none():
    assert GRADIENTS.revealed[:3] == [
        'Tensor[Float32, CPU, "b"] | None',
        'Tensor[Float32, CPU, "b"]',
        'Tensor[Float32, CPU, "b"]',
    ]


def test_another_tensor_inside_is_another_tensor():
    assert GRADIENTS.revealed[3:] == ["Tensor"]
