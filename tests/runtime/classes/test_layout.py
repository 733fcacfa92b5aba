"""What a class declares, as one signature of all that an instance holds."""

from typing import Any, TypeVar

import pytest

from dtensortypes import Bool, Float, Float32, Tensor
from dtensortypes.runtime.annotations import NOWHERE
from dtensortypes.runtime.classes.layout import LAYOUT, Reader, inherited, layout_of, may_be_absent
from dtensortypes.runtime.settings import NOTHING_SAID

D = TypeVar("D", bound=Float)


class Batch:
    pass


def layout(**hints):
    return Reader(Batch, "field", NOWHERE, NOTHING_SAID).layout(hints)


def test_a_path_is_said_of_the_class_or_of_what_it_is_a_part_of():
    one = layout(x=Tensor[Float32])
    assert one.subject("x[0]") == 'field "x[0]" of "Batch"'
    assert one.at("blocks.3.", "Net").subject("key 'a' of x") == 'field "key \'a\' of blocks.3.x" of "Net"'


def test_what_shares_names_with_a_field_is_judged_with_it():
    one = layout(
        a=Tensor[Any, Any, "b n"],
        b=Tensor[Any, Any, "n+m"],
        c=Tensor[Any, Any, "m"],
        d=Tensor[Any, Any, "other"],
        e=Tensor[D, Any, "*run"],
        f=list[Tensor[D, Any, "..."]],
        g=Tensor[Any, Any, "*run 3"],
        h=int,
        i=Tensor[Any, Any, "{self.b} {self.h}"],
    )
    groups = {name: [slot.name for slot in part.slots] for name, part in one.around.items()}
    assert groups["a"] == groups["b"] == groups["c"] == ["a", "b", "c"]
    assert groups["e"] == groups["f"] == groups["g"] == ["e", "f", "g"]
    assert (groups["d"], groups["h"], groups["i"]) == (["d"], ["h"], ["i"])


def test_a_derived_class_has_what_its_bases_declare():
    class First:
        pass

    class Second:
        pass

    class Both(First, Second):
        pass

    for cls, hints in ((First, {"x": Tensor[Float32]}), (Second, {"x": Tensor[Bool], "y": int})):
        setattr(cls, LAYOUT, Reader(cls, "attribute", NOWHERE, NOTHING_SAID).layout(hints))
    assert layout_of(Both) is None
    assert inherited(First) is None
    assert {slot.name: slot.declared for slot in inherited(Both).slots} == {"x": "Tensor[Float32]", "y": "int"}
    assert inherited(Both).function == "Both"


@pytest.mark.parametrize(
    ("hint", "reason"),
    [
        (Tensor[Any, Any, "b {n.x}"], 'no field of "Batch" can refer to {n.x}: start from self'),
        (Tensor[Any, Any, "n*m"], 'no field of "Batch" can tell the size "m*n"'),
    ],
)
def test_a_shape_that_no_instance_can_tell_is_refused(hint, reason):
    with pytest.raises(TypeError) as caught:
        layout(x=hint)
    assert str(caught.value).startswith(reason)


def test_what_may_be_none_may_be_absent():
    slots = layout(a=Tensor[Float32] | None, b=Tensor[Float32], c=list[Tensor[Float32] | None], d=int | None).slots
    assert [may_be_absent(slot) for slot in slots] == [True, False, False, True]
