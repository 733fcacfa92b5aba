"""What the bodies of un-annotated functions tell of their calls; the run is the judge, on generated functions."""

import subprocess
import warnings
from collections import defaultdict

import torch
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from examples.reports import LINE
from tests.mypy_cache import warmed
from tests.mypy_plugin.checking import program, unplaced
from tests.typecheck.build import COMMAND
from tests.typecheck.revealed import Judge
from tests.typecheck.sizes import Sizes

LOOSE = "# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False"

TOLD = program(f"""
{LOOSE}
def scaled(x, by=None):
    if by is None:
        return x * 2
    else:
        return x @ by
def outer(x, w):
    return scaled(x.half(), w)
def optional(x, flag):
    if flag:
        return x
class C:
    def method(self, x):
        return x.double()
    @property
    def kept(self):
        return 1
x = torch.zeros(2, 3)
reveal_type(scaled(x))
reveal_type(outer(x, x.T.half()))
reveal_type(C().method(x))
reveal_type(optional(x, bool(x.sum())))
outer(x, x.T)
outer(x, x.T)  # type: ignore[tensor-dtype]
scaled(x, x)
""")

SILENT = program(f"""
{LOOSE}
def guarded(x, w):
    try:
        return x @ w
    except RuntimeError:
        return x
def either(x, w, flag):
    if flag:
        x = x @ w
    return x
def late(x, w, flag):
    if flag:
        return x
    return x @ w
def plain(x, w):
    return x @ w
def count(x) -> int:
    return len(x)
x, flag = torch.zeros(2, 3), bool(torch.zeros(1).sum())
guarded(x, x)
either(x, x, flag)
late(x, x, flag)
plain(x, x.T)
plain(cast(Any, x), x)
count(x).bit_length()
""")


def test_results_are_told():
    assert TOLD.revealed == [
        'Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float16, CPU, "2 2"]',
        'Tensor[Float64, CPU, "2 3"]',
        "Any",
    ]


def test_refusals_are_said_at_the_call_where_others_suit_the_body():
    said = [text.partition(";")[0].partition("  [")[0] for text in TOLD.messages if "error:" in text]
    assert [unplaced(message) for message in said] == [
        '23: error: "@" needs both sides in one dtype: float16 and float32',
        "25: error: shapes (2, 3) and (2, 3) cannot be multiplied: 3 against 2",
    ]


def test_what_is_not_proved_is_not_said():
    assert SILENT.messages == []


# --- generated functions

TENSORS = ("torch.zeros(2, 3)", "torch.ones(3)", "torch.zeros(2, 3, dtype=torch.int64)", "torch.ones(3, 2).double()")
ONE = (
    "{a}.double()", "{a}.half()", "{a}.long()", "{a} * 2", "{a} / 2", "{a} > 0", "{a}.sum(dim=0)", "{a}.mean()", "-{a}",
    "{a}.unsqueeze(0)", "{a}[0]", "{a}.reshape(-1)", "{a}.to(torch.float64)", "{a}.T", "{a}.flatten()", "{a}.numpy()",
    "torch.zeros({a}.shape[0])", "torch.zeros_like({a})", "{a}.max(dim=0).values", "{a}[:, :1]", "{a}.shape[-1]",
    "torch.arange({a}.shape[0])", "[{a}, {a}][0]", "({a}, 1)[0]", "{a}.new_ones(2, 2)",
)  # fmt: skip
TWO = (
    "{a} + {b}", "{a} @ {b}", "{a} * {b}", "torch.cat([{a}, {b}])", "torch.stack([{a}, {b}])", "{a} if flag else {b}",
    "{a}.to({b})", "torch.where({a} > 0, {a}, {b})", "sum([{a}, {b}])", "max({a}.sum(), {b}.sum())",
)  # fmt: skip


@st.composite
def functions(draw):
    """The lines of a function `f{n}` of two tensors and a flag, and the arguments of a call of it."""
    names, lines = ["x", "y"], []
    for i in range(draw(st.integers(1, 5))):
        line = f"v{i} = {_expression(draw, names)}"
        match draw(st.sampled_from(["plain", "plain", "plain", "if", "for", "again", "return"])):
            case "if":
                lines += [f"v{i} = {draw(st.sampled_from(names))}", "if flag:", f"    {line}"]
            case "for":
                lines += [f"v{i} = x", "for _ in range(2):", f"    {line}", f"    x = v{i}"]
            case "again":
                lines += [line, f"x = v{i}"]
            case "return":
                lines += [line, f"if flag and v{i} is not None:", f"    return v{i}"]
            case _:
                lines.append(line)
        names.append(f"v{i}")
    lines.append(f"return {_expression(draw, names)}")
    arguments = [draw(st.sampled_from(TENSORS)), draw(st.sampled_from(TENSORS))]
    flag = draw(st.sampled_from(["True", "False", "bool(torch.zeros(1).sum())"]))
    return tuple(lines), f"{', '.join(arguments)}, {flag}", draw(st.booleans())


def _expression(draw, names):
    text = draw(st.sampled_from(ONE + TWO))
    return text.format(a=draw(st.sampled_from(names)), b=draw(st.sampled_from(names)))


def _text(made):
    """The program, and by the number of its line each call; a function may call the one before it."""
    lines, calls = [LOOSE, "import torch"], {}
    for n, (body, arguments, calls_another) in enumerate(made):
        inner = ["    y = before(x, y, flag)"] if calls_another and n else []
        lines += [f"def f{n}(x, y, flag):", *inner, *(f"    {line}" for line in body)]
        lines[-len(body) - len(inner) :] = [
            line.replace("before", f"f{n - 1}") for line in lines[-len(body) - len(inner) :]
        ]
        lines.append(f"reveal_type(f{n}({arguments}))")
        calls[len(lines)] = f"f{n}({arguments})"
    return lines, calls


@settings(max_examples=1, phases=[Phase.generate], deadline=None)
@given(st.lists(functions(), min_size=150, max_size=150))
def test_the_run_agrees(tmp_path_factory, made):
    lines, calls = _text(made)
    folder = tmp_path_factory.mktemp("helpers")
    (folder / "generated_helpers.py").write_text("\n".join(lines))
    arguments = [*COMMAND, "--show-traceback", "--cache-dir", str(warmed(folder / "cache"))]
    done = subprocess.run([*arguments, "generated_helpers.py"], cwd=folder, capture_output=True, text=True, check=False)
    said = defaultdict(list)
    for line in done.stdout.splitlines():
        found = LINE.fullmatch(line)
        assert found, done.stdout + done.stderr
        said[int(found["line"])].append((found["code"] or "", found["text"]))
    run: dict[str, object] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec("\n".join(line for line in lines if not line.startswith("reveal_type")), run)  # noqa: S102 - our own
        for number, call in calls.items():
            _judge(said[number], call, run, "\n".join(lines[:number][-12:]))


def _judge(said, call, run, shown):
    refused = [text for code, text in said if code.startswith("tensor-")]
    try:
        value = eval(call, run)  # noqa: S307 - our own
    except Exception:  # noqa: BLE001 - whatever torch refuses
        return
    assert not refused, f"{refused} is said of a call that runs:\n{shown}"
    revealed = next(text for _, text in said if text.startswith("Revealed type is"))
    text = revealed.removeprefix('Revealed type is "').removesuffix('"')
    assert Judge(Sizes(""), {}).accepts(text, value), f"{text} is claimed of {_told(value)}:\n{shown}"


def _told(value):
    return f"{value.dtype} {tuple(value.shape)}" if isinstance(value, torch.Tensor) else repr(value)


ELSEWHERE = program(f"""
{LOOSE}
import sys
class Size:
    def halved(self, x):
        return x.half()
    def use(self):
        reveal_type(self.halved(torch.zeros(3)))
if sys.platform == "nowhere":
    class Below(Size):
        def halved(self, x):
            return x
""")


def test_a_class_where_the_program_never_comes_overrides_nothing():
    assert ELSEWHERE.revealed == ['Tensor[Float16, CPU, "3"]']


MADE = program("""
def made(n: int, kind: str = "linear") -> nn.Module:
    if kind == "linear":
        return nn.Linear(n, 4)
    return nn.Sequential(nn.Linear(n, 8), nn.Linear(8, 4))
class Net(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.part = made(3, kind)
    def forward(self, x):
        return self.part(x)
def use() -> None:
    Net("linear")(torch.zeros(2, 5))  # refused
    Net("linear")(torch.zeros(2, 3))
""")


def test_what_a_maker_of_modules_makes():
    assert MADE.refused == MADE.marked


UNION = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Rows:
    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        b, n, c = x.shape
        return x
    def step(self, x: torch.Tensor) -> torch.Tensor:
        return x @ x
class Columns:
    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        return x
    def step(self, x: torch.Tensor) -> torch.Tensor:
        return x
def use(either: Rows | Columns, perhaps: Rows | None, x: Tensor[Float32, CPU, "2 3"]) -> None:
    either(x)
    either.step(x)
    if perhaps is not None:
        perhaps.step(x)
""")


def test_what_may_be_of_another_class_is_not_refused_by_the_body_of_one():
    assert UNION.refused == [7]


UNKNOWN = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
KINDS = {"a": torch.float16}
def cast(batch) -> dict[str, torch.Tensor]:
    found = dict(batch)
    for k in found:
        found[k] = found[k].to(KINDS["a"])
    return found
def recast(batch):
    found: dict[str, torch.Tensor] = cast(batch)
    return found
def listed(xs):
    found: list[torch.Tensor] = [x.to(KINDS["a"]) for x in xs]
    return found
def run(batches, several):
    net = nn.Linear(3, 2).half()
    for batch in batches:
        batch = recast(batch)
        net(batch["x"])
    for xs in several:
        xs = listed(xs)
        net(xs[0])
run([{"x": torch.zeros(2, 3)}], [[torch.zeros(2, 3)]])
""")


def test_a_dict_or_list_of_which_nothing_is_known_is_not_what_the_variable_held_before():
    assert UNKNOWN.refused == []
