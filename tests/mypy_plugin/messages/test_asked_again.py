"""What mypy asks again is not worked out again; what is said of it is said all the same."""

from mypy.types import AnyType, TypeOfAny

from dtensortypes.mypy_plugin.messages.asked_again import Moment
from tests.mypy_plugin.checking import program

CHECK = object()
WANTED = AnyType(TypeOfAny.special_form)

TWICE = program(
    """
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear((torch.zeros(2, 3) @ torch.zeros(2, 3)).shape[0], 4))
        self.size = torch.zeros(2, 3) @ torch.zeros(2, 3)

def grown() -> None:
    x, n = torch.zeros(2), 0
    while n < 3:
        n = n + 1
        reveal_type(torch.zeros(x.shape[0]))
        x = torch.cat([x, x])
"""
)


def test_what_is_wrong_is_said_of_the_first_look_or_the_second():
    assert [line.partition(":")[0] for line in TWICE.messages] == ["4", "5"]


def test_another_round_has_an_answer_of_its_own():
    assert TWICE.revealed == ['Tensor[Float32, CPU, "2"] | Tensor[Float32, CPU, "_"]']


def test_a_moment_lasts_until_mypy_learns_of_a_variable_or_finds_the_type_of_a_new_attribute():
    moment = Moment(CHECK, 3, (None, None))
    assert moment.tells_the_same(Moment(CHECK, 3, (None, WANTED)))
    assert moment.tells_the_same(Moment(CHECK, 4, (None, WANTED)))
    assert not moment.tells_the_same(Moment(CHECK, 4, (None, None)))
    assert not moment.tells_the_same(Moment(CHECK, 5, (None, WANTED)))
    assert not Moment(CHECK, 3, (WANTED, None)).tells_the_same(Moment(CHECK, 4, (None, WANTED)))
    assert not moment.tells_the_same(Moment(object(), 3, (None, None))), "the function is checked again"
