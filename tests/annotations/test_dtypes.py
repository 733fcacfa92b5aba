import torch

from dtensortypes import DType
from dtensortypes.core.facts import dtype as facts
from dtensortypes.core.facts.choice import OneOf


def classes(base=DType):
    for cls in base.__subclasses__():
        yield cls
        yield from classes(cls)


def test_there_is_a_class_for_every_dtype_and_category():
    assert {cls.__name__: cls.fact for cls in classes()} == facts.BY_NOTATION | facts.CATEGORIES


def test_the_hierarchy_says_what_the_categories_say():
    for cls in classes():
        base = cls.__bases__[0].fact
        members = cls.fact.members if isinstance(cls.fact, OneOf) else {cls.fact}
        assert not isinstance(base, OneOf) or members <= base.members


def test_torch_has_them_all():
    assert [name for name in facts.BY_NAME if not hasattr(torch, name)] == []
