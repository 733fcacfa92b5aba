"""Variables that a condition has asked about; the law is in the chapter on narrowing."""

from tests.mypy_plugin.checking import program

ASKED = program("""
def f(x: torch.Tensor, y: Union[torch.Tensor, int, None]) -> int:
    if x.dtype == torch.float16 and x.is_cuda:
        reveal_type(x)
    reveal_type(x)
    while x.dim() == 2:
        reveal_type(x)
        x = x[0]
    assert isinstance(y, torch.Tensor) and y.dtype == torch.int64
    reveal_type(y)
    return 1
class C:
    def __init__(self, x: torch.Tensor) -> None:
        self.x = x
    def g(self) -> None:
        if self.x.dtype == torch.float16:
            reveal_type(self.x)
z = torch.rand(3).to(torch.load("dtype"))
if z.dtype == torch.float16:
    reveal_type(z)
""")

MANY = program("""
def f(x: torch.Tensor) -> None:
    if x.ndim == 1: print(1)
    if x.ndim == 2: print(2)
    if x.is_cuda: print(3)
    if x.dtype == torch.int8: print(4)
    reveal_type(x)
""")

UNREACHABLE = program("""
# mypy: warn-unreachable
def f(x: Tensor[Float32, CPU, "n"]) -> int:
    if x.dtype == torch.float16:
        print("first")
    if x.dtype == torch.float32:
        return 1
    return 2
""")

GLOBAL = program("""
x = torch.load("x")
y: torch.Tensor = x
def change() -> None:
    global y
    y = torch.zeros(3).half()
if y.dtype == torch.float32:
    change()
    reveal_type(y)
""")


def test_the_answer_is_known_where_the_condition_holds():
    assert ASKED.messages == []
    assert ASKED.revealed == [
        *("Tensor[Float16, CUDA]", "Tensor", 'Tensor[Any, Any, "_ _"]', "Tensor[Int64]", "Tensor[Float16]"),
        'Tensor[Float16, Any, "3"]',
    ]


def test_many_questions_leave_no_trace_where_the_branches_meet():
    assert MANY.revealed == ["Tensor"]


def test_mypy_reports_what_cannot_be_reached_at_the_users_own_statements():
    assert UNREACHABLE.messages == [
        "4: error: Statement is unreachable  [unreachable]",
        "7: error: Statement is unreachable  [unreachable]",
    ]


def test_a_variable_that_a_function_may_change_is_not_narrowed():
    assert GLOBAL.revealed == ["Tensor"]
