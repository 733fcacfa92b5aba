from dtensortypes.runtime.generated import filled
from dtensortypes.runtime.names import Names


def test_variables_keep_their_name_where_it_is_free():
    names = Names(["x", "n"])
    assert [names.variable(wish) for wish in ("b", "n", "b", "len", "in")] == ["b", "n_", "b_", "len_", "in_"]


def test_a_mark_stands_for_a_name_of_the_users():
    names = Names(["x", "x_shape"])
    x = names.mark("x")
    assert (names.mark("x"), names.spelled("x"), names.spelled("y")) == (x, x, "y")
    assert x not in {names.mark("y"), names.variable("y")}
    assert filled(f"{names.variable(f'{x}_shape')} = {x}.shape", names.marked) == "x_shape_ = x.shape"


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
