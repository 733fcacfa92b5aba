import pytest

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.placement import PARTIAL, REPLICATE, SHARD, Placement, one_of_placements


@pytest.mark.parametrize(
    ("fact", "notation", "torchs"),
    [
        (SHARD, "Shard", "Shard()"),
        (Placement("Shard", 1), "Shard[1]", "Shard(1)"),
        (Placement("Shard", -1), "Shard[-1]", "Shard(-1)"),
        (REPLICATE, "Replicate", "Replicate()"),
        (PARTIAL, "Partial", "Partial()"),
    ],
)
def test_it_is_written_in_brackets_and_said_as_torch_does(fact, notation, torchs):
    assert (fact.notation, str(fact)) == (notation, torchs)


def test_one_of_one_is_itself():
    assert one_of_placements(frozenset({SHARD})) is SHARD
    assert one_of_placements(frozenset({SHARD, REPLICATE})) == OneOf(frozenset({REPLICATE, SHARD}))
