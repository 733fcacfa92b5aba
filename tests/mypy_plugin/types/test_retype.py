"""What changes in place has its new type from there on, and only there."""

from tests.mypy_plugin.checking import program

CHANGED = program("""
def f(x: Tensor[Float32, CPU, "b n"], flag: bool) -> None:
    y = x.clone()
    y.unsqueeze_(0)
    reveal_type(y)
    z = torch.zeros(2, 3)
    if flag:
        z.unsqueeze_(0)
    reveal_type(z)
    w = torch.zeros(1, 3)
    w.squeeze_().add_(1)
    reveal_type(w)
    x.mul_(2)
    reveal_type(x)
    reveal_type(x.squeeze())
""")


def test_from_there_on():
    assert CHANGED.messages == []
    assert CHANGED.revealed == [
        'Tensor[Float32, CPU, "1 b n"]',
        'Tensor[Float32, CPU, "1 2 3"] | Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float32, CPU, "3"]',
        'Tensor[Float32, CPU, "b n"]',
        'Tensor[Float32, CPU, "b n"]',
    ]
