"""A named tuple that torch's stubs leave out: unpacked it says all, and none of its fields is an error."""

from dtensortypes.annotations.results import NamedResult
from tests.mypy_plugin.checking import program

SEEN = program("""
def f(x: Tensor[Float64, CUDA, "b n n"]) -> None:
    u, s, vh = torch.linalg.svd(x)
    reveal_type(s)
    reveal_type(torch.linalg.svd(x)[1])
    found = torch.linalg.eigh(x)
    found.eigenvalues.sum()
    for part in torch.linalg.svd(x):
        part.sum()
    sign: int = torch.linalg.slogdet(x).sign
""")


def test_it_is_a_tuple():
    assert NamedResult((1, 2)) == (1, 2)


def test_its_members_are_known_and_its_fields_no_error():
    assert SEEN.revealed == ['Tensor[Float64, CUDA, "b n"]'] * 2
    assert SEEN.messages == []
