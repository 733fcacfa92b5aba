"""Every word in the table is a function of one call, whatever column it stands in."""

from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.ops import entries
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.columns import Outcome


def test_words_are_functions_of_the_call() -> None:
    """Also of one of which nothing is known but how many arguments it has."""
    for entry in (entry for family in entries().values() for entry in family):
        signature = entry.signature
        needed = [parameter.name for parameter in signature.parameters if parameter.required]
        bound = signature.bind([], dict.fromkeys(needed, UNKNOWN))
        assert bound is not None
        outcome = entry.columns.outcome(Call(entry.text, bound.arguments, signature.operands))
        assert isinstance(outcome, Outcome)
        assert outcome.problems == ()
