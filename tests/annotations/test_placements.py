import pickle

import pytest

from dtensortypes import Partial, Replicate, Shard
from dtensortypes.annotations import placements
from dtensortypes.annotations.placements import Placement
from dtensortypes.core.facts import placement as facts


def test_there_is_a_class_for_every_placement():
    classes = [*Placement.__subclasses__()]
    assert {cls.__name__: cls.fact for cls in classes} == {
        fact.kind: fact for fact in (facts.SHARD, facts.REPLICATE, facts.PARTIAL)
    }
    assert classes == [Shard, Replicate, Partial]


def test_one_dim_of_several():
    assert Shard[1].fact == facts.Placement("Shard", 1)
    assert Shard[1] is Shard[1]
    assert Shard[1] is not Shard[-1]
    assert issubclass(Shard[1], Shard)
    assert (Shard[1] | Replicate).__args__ == (Shard[1], Replicate)


def test_it_is_pickled_by_its_name():
    for dim in (7, -1):
        assert pickle.loads(pickle.dumps(Shard[dim])) is Shard[dim]  # noqa: S301 - our own bytes
    for name in ("Shard[x]", "Replicate[0]", "Shards"):
        with pytest.raises(AttributeError):
            getattr(placements, name)


@pytest.mark.parametrize(
    ("cls", "dim", "words"),
    [
        (Shard, "0", r"Shard\['0'\]: the dim that is split is an integer"),
        (Shard, True, r"Shard\[True\]: the dim that is split is an integer"),
        (Shard, (0, 1), r"Shard\[\(0, 1\)\]: the dim that is split is an integer"),
        (Shard[0], 1, r"Shard\[0\] takes no further dim"),
        (Replicate, 0, "not subscriptable"),
    ],
)
def test_a_dim_that_is_none(cls, dim, words):
    with pytest.raises(TypeError, match=words):
        cls[dim]
