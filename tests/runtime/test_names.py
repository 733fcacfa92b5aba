from dtensortypes.runtime.names import Names


def test_variables_keep_their_name_where_it_is_free():
    names = Names(["x", "n"])
    assert [names.variable(wish) for wish in ("b", "n", "b", "len", "in")] == ["b", "n_", "b_", "len_", "in_"]


def test_an_object_has_one_name():
    names = Names(["len"])
    assert [names.constant("len", len), names.constant("len", len), names.constant("len", 3)] == [
        "len_",
        "len_",
        "len__",
    ]
    assert names.scope == {"len_": len, "len__": 3}


def test_parts_are_remembered():
    names = Names(["x"])
    names.variable("b")
    assert [names.part("x_0"), names.part("x")] == ["x_0", "x_"] == names.parts
