"""What mypy asks again is not worked out again; what is said of it is said all the same."""

from types import SimpleNamespace

from mypy.binder import ConditionalTypeBinder
from mypy.errors import Errors
from mypy.nodes import NameExpr, Var
from mypy.options import Options
from mypy.types import AnyType, TypeOfAny

from dtensortypes.mypy_plugin.messages.asked_again import Moment, once
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
    moment = Moment(CHECK, 3, {"x": 1}, (None, None))
    assert moment.tells_the_same(Moment(CHECK, 3, {"x": 1}, (None, WANTED)))
    assert moment.tells_the_same(Moment(CHECK, 4, {"x": 2}, (None, WANTED)))
    assert not moment.tells_the_same(Moment(CHECK, 4, {"x": 2}, (None, None)))
    assert not moment.tells_the_same(Moment(CHECK, 5, {"x": 2}, (None, WANTED)))
    assert not Moment(CHECK, 3, {}, (WANTED, None)).tells_the_same(Moment(CHECK, 4, {"x": 2}, (None, WANTED)))
    assert not moment.tells_the_same(Moment(object(), 3, {"x": 1}, (None, None))), "the function is checked again"


def test_a_moment_comes_back_where_mypy_has_forgotten_what_it_learned():
    moment = Moment(CHECK, 3, {"x": 1}, (None, None))
    assert moment.tells_the_same(Moment(CHECK, 7, {"x": 1}, (None, None)))
    assert not moment.tells_the_same(Moment(object(), 7, {"x": 1}, (None, None)))


def test_what_is_learned_and_forgotten_again_leaves_the_answer():
    binder = ConditionalTypeBinder(Options())
    binder.push_frame()
    wanted = SimpleNamespace(type_context=[None])
    checker = SimpleNamespace(binder=binder, errors=Errors(Options()), modules={}, expr_checker=wanted)
    asked, name = [], NameExpr("x")
    name.node = Var("x", WANTED)

    def hook(ctx):
        asked.append(ctx)
        with binder.frame_context(can_skip=True, fall_through=0):
            binder.put(name, WANTED)
        return WANTED

    answer, ctx = once(hook), SimpleNamespace(api=checker, context=name)
    assert (answer(ctx), answer(ctx), len(asked)) == (WANTED, WANTED, 1)
    binder.put(name, WANTED)
    assert (answer(ctx), len(asked)) == (WANTED, 2), "mypy knows more of x now"
