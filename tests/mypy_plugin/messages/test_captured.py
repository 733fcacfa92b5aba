"""What cases capture of something that is `Any` without the plugin has a type to mypy."""

from tests.mypy_plugin.checking import program

MATCHED = """
def matched(x: Tensor[Float32, CPU, "n"], given: Any) -> None:
    y = {made}
    match y.dtype:
        case [one, *others]:
            one + others[0]
        case {{"a": two, **several}}:
            two + several
        case [torch.Tensor() as one, int()] if one.ndim:
            one + 1
"""
UNKNOWN = program(MATCHED.format(made="nn.Softmax(-1)(x)"))
KNOWN = program(MATCHED.format(made="x.softmax(-1)"))


def test_captured():
    assert UNKNOWN.messages == []


def test_never_captured():
    assert any("Cannot determine type of" in message for message in KNOWN.messages)
