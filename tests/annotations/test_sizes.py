from dtensortypes import Size


def test_a_size_is_an_int():
    assert issubclass(Size, int)
