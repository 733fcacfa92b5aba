"""Torch's old classes of tensors are dtypes to `.type(...)`; mypy's own message about them stays."""

from tests.mypy_plugin.checking import program

TYPES = program("""
x = torch.zeros(3, dtype=torch.float64)
reveal_type(x.type(torch.FloatTensor))  # type: ignore[call-overload]
reveal_type(x.type(torch.LongTensor))  # type: ignore[call-overload]
reveal_type(x.type(torch.int32))
reveal_type(x.type())
x.type(torch.BoolTensor)
""")


def test_an_old_class_says_dtype_and_device():
    assert TYPES.revealed == [
        'Tensor[Float32, CPU, "3"]',
        'Tensor[Int64, CPU, "3"]',
        'Tensor[Int32, CPU, "3"]',
        "str",
    ]


def test_what_mypy_says_by_itself_is_said():
    assert [message for message in TYPES.messages if 'matches argument type "type[BoolTensor]"' in message]
