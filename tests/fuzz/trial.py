"""Runs a program, and lays what mypy said of it beside what torch did."""

import ast
import re
import sys
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from types import CodeType, FrameType, ModuleType
from typing import Any

import torch

from examples.reports import Report
from tests.fake_cuda import fake_cuda
from tests.fuzz.draft import DECLARED, DISCARDED, MOST_ELEMENTS, REFUSED
from tests.fuzz.grammar import SIZES
from tests.fuzz.programs import Program, sample
from tests.typecheck.revealed import Judge
from tests.typecheck.sizes import Sizes

HOOK = "__fuzz__"
PARAMETER = re.compile(r'(\w+): Tensor\[(\w+), (\w+), "([^"]*)"\]')
EITHER_WIDTH = re.compile(r"numpy\.\w+\[numpy\._typing\._nbit_base\._32Bit \| numpy\._typing\._nbit_base\._64Bit\]")
"""The integer that numpy takes by itself: mypy knows it as one of two."""
NO_KERNEL = re.compile(
    r"does not take \w+ on cuda|takes an index on cpu|the accelerator chosen at run time"
    r"|(stack|cat|index_select)\" mixes devices"
)
"""What is refused by kernels of a real CUDA alone: a fake one lets it pass, and so do those of the CPU."""
OPEN = re.compile(
    r"tuple\[(?:{0}, )*\*tuple\[(?:Any|int), \.\.\.\](?:, {0})*\]".format(r"(?:Any|int|Literal\[[^\]]*\])")
)
"""The shape of an array whose rank is not known."""
OF_STUBS = "list[Any]"
"""What torch's stubs say of every `tolist()`, which stays in a program that knows nothing of us."""
NO_PRODUCT = "products that a real CUDA refuses"
KNOWLEDGE = ("exact", "in part", "unknown")
UNKNOWN = re.compile(r"(Any|Tensor|Parameter|object)(?!\[)|(dict|list)\[(\w+, )?(Any|Tensor)\]")
IN_PART = re.compile(r"\b(Any|object|_)\b|\.\.\.|(Tensor|Parameter)(?!\[)|(Tensor|Parameter)\[\w+(, \w+)?\]")
OF_MYPY = re.compile(r"Literal\[0\]|Need type annotation.*<type>")
"""What mypy says itself: of the 0 that `sum` begins with, and of a list that nothing is put into."""
UNTOLD = re.compile(r'^Need type annotation|^Cannot determine type|parameter has type "Never"')
"""What mypy says where it cannot find a type: with what the plugin tells it, it may find one."""
CALLER = re.compile(r"\bas line (\d+) calls ")
OF_ONE = re.compile(r"^argument .*, declared ")
"""What is said of a call where one of the types that an argument may have is not what is declared."""
OF_UNION = re.compile(r' has incompatible type ".* \| .*"; expected ')
SHOWN = re.compile(r"""reveal_type\((?:self\.|kept\[")?(\w+)(?:"\])?\)""")
ASKING = re.compile(r"\.is_cuda\b|\.device(\.type)? ==|autocast\(['\"]cpu")
"""A question about devices, or a region for one, which a version on the CPU answers in its own way."""
LAMBDA = re.compile(r"\blambda\b")
PRODUCT = re.compile(r"@|matmul|mm\b|mv\b|dot|linear|einsum")
"""What a real CUDA multiplies of floats alone, which may be the second reason where one of several types is refused."""
THROWN = re.compile(r'line (\d+) of "[\w.]+"(?: in (h\d+)\.py)?')
INNER = re.compile(r"\(line (\d+) of [^ )]*\)")
REST = re.compile(r"^ *(self\.)?rest\(")
FILTERED = re.compile(r"\bfor\b.*\bif flag\b")
"""A comprehension whose item is made under one of the flags alone."""
UNDONE = re.compile(rf"\bout=.*{REFUSED}")
"""What torch alone refuses to put into a tensor: mypy knows of it what it would be."""
STRETCHED = "Using a (target|input) size"
"""Torch's warning, which mypy's error about a loss stands for."""


@dataclass(eq=False)
class Seen:
    """What happened in one run, by line."""

    values: dict[int, list[object]] = field(default_factory=lambda: defaultdict(list))
    raised: dict[int, str] = field(default_factory=dict)
    reached: set[int] = field(default_factory=set)


@dataclass
class Outcome:
    """What came of one program: counts, and by line where the two sides disagree."""

    counts: Counter[str] = field(default_factory=Counter)
    disagreements: list[tuple[int, str]] = field(default_factory=list)


def is_of_mypy(report: Report) -> bool:
    """Whether it is an error that mypy may find without the plugin."""
    return report.severity == "error" and not report.code.startswith("tensor-")


def judged(program: Program, said: list[Report], alone: Sequence[Report] = ()) -> Outcome:
    """Both sides laid beside each other, and what mypy says without the plugin."""
    outcome = Outcome()
    lines = program.source.splitlines()
    # a real CUDA goes no further than this, whatever a fake one does
    ends = {report.line for report in said if NO_KERNEL.search(report.text) and REFUSED not in lines[report.line - 1]}
    left = _left_undone(lines, said)
    ended = ((version, left | ends if version.on_cuda else left) for version in _versions(program))
    runs = [one for version, last in ended for one in _runs(version, last)]
    outcome.counts["statements"] = len(runs[0].reached)
    for number in sorted({report.line for report in said if report.revealed}):
        types = [[one.revealed for one in each if one.line == number and one.revealed] for each in (said, alone)]
        if any(one.line < number and one.code == "assignment" for one in alone):
            continue  # mypy has refused a value, and goes on with the one before
        if outcome.counts[NO_PRODUCT]:
            break  # nor does a real CUDA go on, or a fake one with what it would have
        _compare(outcome, program, runs, number, types, chosen=_chosen(said, lines, number))
    native = {report.line for report in alone if is_of_mypy(report)}
    if program.is_plain:
        _compare_with_mypy(outcome, runs, said, alone)
    errors = [one for one in said if one.severity == "error" and not (is_of_mypy(one) and one.line in native)]
    errors = [
        report for report in errors if not (OF_MYPY.search(report.text) or (program.is_plain and is_of_mypy(report)))
    ]
    for report in map(partial(_inside, program, runs), errors):
        chosen = _chosen(said, lines, report.line)
        if _is_discarded(program, report):
            outcome.counts["refusals confirmed"] += 1
            continue
        _confirm(outcome, runs, report, lines[report.line - 1], chosen, asks=bool(ASKING.search(program.source)))
    for number, line in enumerate(lines, 1):
        if REFUSED in line and not any(error.line == number for error in errors):
            outcome.counts["refused by torch alone"] += any(number in run.raised for run in runs)
    return outcome


def _left_undone(lines: list[str], said: list[Report]) -> set[int]:
    inner = (INNER.search(report.text) for report in said)  # what is said of the call of the second function
    errors = {report.line for report in said if report.severity == "error"} | {int(one[1]) for one in inner if one}
    return {number for number, line in enumerate(lines, 1) if UNDONE.search(line) and number not in errors}


def _inside(program: Program, runs: list[Seen], report: Report) -> Report:
    """The error where it is refused: what is said of the call of the program's second function is about its lines."""
    if not REST.search(program.source.splitlines()[report.line - 1]):
        return report
    found = INNER.search(report.text)
    later = [line for run in runs for line in run.raised if line > report.line]
    return replace(report, line=int(found[1]) if found else min(later, default=report.line))


def _is_discarded(program: Program, report: Report) -> bool:
    """Whether a result is thrown away there, or in the line of a function that is said to do so with this call."""
    if report.code != "tensor-discarded":
        return False
    found = THROWN.search(report.text)
    text = program.elsewhere if found and found[2] else program.source
    return DISCARDED in text.splitlines()[(int(found[1]) if found else report.line) - 1]


def _compare_with_mypy(outcome: Outcome, runs: list[Seen], said: Sequence[Report], alone: Sequence[Report]) -> None:
    """Of a program that knows nothing of us mypy says what it says without the plugin, but of what is never run.

    Where the run fails, it may say so.
    """
    ours, its = ({one.line: one for one in each if is_of_mypy(one)} for each in (said, alone))
    for place in ours.keys() ^ its.keys():
        one, how = (ours[place], "alone does not say") if place in ours else (its[place], "no longer says")
        is_raised = any(one.line in run.raised for run in runs)
        is_reached = any(one.line in run.reached for run in runs)
        if place in its and UNTOLD.search(one.text):
            continue
        if is_reached and not (is_raised and place in ours):
            outcome.disagreements.append((one.line, f"mypy {how} {one.text}  [{one.code}]"))


def _compare(
    outcome: Outcome, program: Program, runs: list[Seen], number: int, shown: list[list[str]], *, chosen: set[str]
) -> None:
    """Each value that a line shows has to be of one of the types that mypy reveals there, if it is with mypy alone."""
    types, alone = shown
    # a fake goes on after what a kernel refuses: what comes then is no judge
    real = runs[2:] or runs
    # a function's dims have the sizes of its first call, of which its annotations were made, in one of the runs
    is_defined = number < program.first
    most = 1 if is_defined else None
    values = [
        value
        for run, other in zip(runs, real, strict=False)
        if other.values[number]
        for value in run.values[number][: most or len(other.values[number])]
    ]
    if not values or set(map(_readable, types)) == set(map(_readable, alone)):
        return
    if program.is_plain and set(types) == {OF_STUBS}:
        values = [value for value in values if not isinstance(value, int | float | complex)]
    outcome.counts["revealed"] += 1
    outcome.counts[max(map(_knowledge, types), key=KNOWLEDGE.index)] += 1
    try:
        agreeing = [_agrees(program, types, value) for value in values]
    except (LookupError, SyntaxError, TypeError, RuntimeError) as error:
        outcome.disagreements.append((number, f"{' or '.join(types)}: {type(error).__name__}: {error}"))
        return
    for value, agrees in zip(values, agreeing, strict=True):
        if is_defined and any(agreeing):
            return
        if not agrees and alone and not _agrees(program, alone, value):
            outcome.counts["wrong with mypy alone"] += 1
            return
        if not agrees and _is_no_product(program, number, value, chosen):
            outcome.counts[NO_PRODUCT] += 1
            return
        if not agrees:
            outcome.disagreements.append((number, f"mypy reveals {' or '.join(types)}, the run has {_shown(value)}"))
            return


def _is_no_product(program: Program, number: int, value: object, chosen: set[str]) -> bool:
    """Whether it is a product of integers, which a real CUDA refuses, where others may come, which alone are told."""
    line = program.source.splitlines()[number - 2]
    is_whole = isinstance(value, torch.Tensor) and not (value.is_floating_point() or value.is_complex())
    is_one_of_several = not chosen.isdisjoint(re.findall(r"\w+", line))
    return program.on_cuda and is_whole and is_one_of_several and bool(PRODUCT.search(line))


def _agrees(program: Program, types: list[str], value: object) -> bool:
    """Whether the value is of one of the types."""
    return any(_judge(program).accepts(_readable(text), value) for text in types)


def _knowledge(text: str) -> str:
    """How much a revealed type says, one of `KNOWLEDGE`."""
    if UNKNOWN.fullmatch(text):
        return "unknown"
    return "in part" if IN_PART.search(text) else "exact"


def _chosen(said: list[Report], lines: list[str], number: int) -> set[str]:
    """The names that held one of several types, or did so in a branch, when they were last shown before the line."""
    shown = {}
    for report in said:
        found = SHOWN.fullmatch(lines[report.line - 1].strip())
        if found and report.revealed and report.line < number:
            shown[found[1]] = " | " in report.revealed or _depth(lines, report.line) > _depth(lines, number)
    return {name for name, is_chosen in shown.items() if is_chosen}


def _depth(lines: list[str], number: int) -> int:
    line = lines[number - 1]
    return len(line) - len(line.lstrip())


def _confirm(
    outcome: Outcome, runs: list[Seen], report: Report, line: str, chosen: set[str], *, asks: bool = False
) -> None:
    """An error has to be raised wherever the line is reached."""
    # a run on a fake CUDA may let pass what kernels refuse, which those of the CPU in the second version do not
    kernels = runs[2:] if runs[2:] and report.code != "tensor-device" else runs
    places = {report.line, *(int(line) for line in CALLER.findall(report.text))}
    by_flag = [_is_raised(report.line, places, runs[flag::2], kernels[flag]) for flag in (0, 1)]
    raised = [found for found in by_flag if found is not None]
    # what fits one of two types alone is wrong to mypy, though it be right in the runs that come here
    of_one = DECLARED in line or OF_ONE.search(report.text) or not report.code.startswith("tensor-")
    is_chosen = not chosen.isdisjoint(re.findall(r"\w+", line))
    is_open = len(raised) < len(by_flag) or is_chosen or OF_UNION.search(report.text)
    if not raised or (of_one and is_open and not any(raised)):
        outcome.counts["errors out of reach"] += 1
        return
    # of the reasons that refuse one of several types the first alone is told, which may not be that of the kernels
    is_product = is_chosen and report.code == "tensor-dtype" and PRODUCT.search(line)
    is_open_to_kernels = (
        runs[2:] and report.code != "tensor-device" and (is_chosen if any(raised) else asks or is_product)
    )
    if NO_KERNEL.search(report.text) or is_open_to_kernels:
        outcome.counts["refusals of real CUDA kernels"] += 1
        return
    confirmed = any(raised) if of_one or is_chosen or FILTERED.search(line) else all(raised)
    if confirmed and report.code.startswith("tensor-"):
        outcome.counts["refusals confirmed"] += 1
    elif not confirmed:
        outcome.disagreements.append((report.line, f"mypy says {report.text}  [{report.code}], the run goes on"))
    else:
        outcome.counts["errors of mypy itself, confirmed"] += 1


def _is_raised(line: int, places: set[int], runs: list[Seen], kernels: Seen) -> bool | None:
    """Whether a run raises on the line; None where none comes there that would, by way of all of these places.

    A call that ends earlier on the way does not come there either.
    """
    if any(line in run.raised for run in runs):
        return True
    if any(place in run.raised for run in runs for place in places):
        return None
    return False if all(places <= run.reached for run in (*runs, kernels)) else None


def _readable(text: str) -> str:
    """A revealed type without what the judge of the chapters has no words for."""
    text = (
        text.replace("torch._tensor.Tensor", "Tensor")
        .replace("numpy.bool[bool]", "numpy.bool")
        .replace("numpy.signedinteger[Any]", "Any")
    )
    text = OPEN.sub("tuple[Any, ...]", text)
    text = text.replace("dtensortypes.annotations.sizes.Size", "int")
    text = re.sub(r"\bParameter\b", "Tensor", text)  # a fake one is no Parameter to `isinstance`
    return EITHER_WIDTH.sub("Any", text).replace("numpy.dtype[Any]", "Any")


def _judge(program: Program) -> Judge:
    sizes = Sizes(program.source)
    sizes.names.update(SIZES)
    return Judge(sizes, {})


def _versions(program: Program) -> Iterator[Program]:
    """The program, and where its CUDA is not real, the same on the CPU, whose kernels refuse what kernels refuse."""
    yield program
    if program.on_cuda and not torch.cuda.is_available():
        yield replace(program, source=_on_cpu(program.source), elsewhere=_on_cpu(program.elsewhere), on_cuda=False)


def _on_cpu(source: str) -> str:
    moved = re.sub(r"(?<=['\"])cuda(?=['\"])|(?<=\.)cuda(?=\()", "cpu", source).replace("CUDA", "CPU")
    return moved.replace("import CPU, CPU", "import CPU")


def _runs(program: Program, ends: set[int]) -> Iterator[Seen]:
    """The program with the flag up and down, as far as it goes before one of the lines where it ends."""
    code = compile(_tried(program), "program", "exec")
    for flag in (True, False):
        torch.manual_seed(program.seed)
        with fake_cuda() if program.on_cuda else nullcontext(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.filterwarnings("error", message=STRETCHED)
            yield _Run(program, code).seen_with(flag, ends)


class Over(BaseException):
    """A line is refused that was not to be: what follows has nothing to stand on."""


class _Run:
    def __init__(self, program: Program, code: CodeType) -> None:
        self.program = program
        self.lines = program.source.splitlines()
        self.code = code
        self.seen = Seen()
        self.module = ModuleType("program")
        vars(self.module)[HOOK] = self

    # --- what the code calls

    def revealed(self, line: int, value: object) -> object:
        if isinstance(value, torch.Tensor) and value.numel() > MOST_ELEMENTS:
            raise Over  # it was small enough when it was drawn, with the flag the other way
        self.seen.values[line].append(_kept(value))
        return value

    def raised(self, line: int, error: Exception) -> None:
        self.note(error)
        self.seen.raised.setdefault(line, f"{type(error).__name__}: {error}")
        if REFUSED not in self.lines[line - 1] or UNDONE.search(self.lines[line - 1]):
            raise Over  # a fake CUDA has made the tensor another one by now

    def note(self, error: Exception) -> None:
        """The lines that an error came through."""
        found = error.__traceback__
        while found is not None:
            if found.tb_frame.f_code.co_filename == "program":
                self.seen.raised.setdefault(found.tb_lineno, f"{type(error).__name__}: {error}")
            found = found.tb_next

    def declared(self, line: int, hint: str, value: object) -> None:
        judge = Judge(Sizes(""), {})
        judge.sizes.names.update(SIZES)
        if not judge.accepts(hint, value):
            self.seen.raised.setdefault(line, "not what is declared")

    # --- the run

    def seen_with(self, flag: bool, ends: set[int]) -> Seen:
        sys.modules["program"] = self.module
        other = sys.modules[self.program.other] = ModuleType(self.program.other)
        with _traced(self.seen.reached, ends) as called:
            try:
                vars(self.module)["is_up"] = flag
                exec(self.program.elsewhere, vars(other))  # noqa: S102 - the programs are ours
                exec(self.code, vars(self.module))  # noqa: S102 - the programs are ours
                head = next((line for line in self.lines if line.strip().startswith("def program(")), "")
                arguments = [sample(*found.groups()[1:]) for found in PARAMETER.finditer(head)]
                if head:
                    self.module.program(*arguments, flag)
            except Over:
                pass
            except Exception as error:  # noqa: BLE001 - the head of a block refuses
                self.note(error)
        kept = {number for number, line in enumerate(self.lines, 1) if LAMBDA.search(line)} - called
        self.seen.reached -= kept  # what a lambda says is not done by making it
        del sys.modules["program"], sys.modules[self.program.other]
        torch.set_default_dtype(torch.float32)
        return self.seen


@contextmanager
def _traced(reached: set[int], ends: set[int]) -> Iterator[set[int]]:
    """Collects the lines of the program that are come to, and goes no further than one of its ends.

    Gives the lines of the lambdas that are called.
    """
    called: set[int] = set()

    def enter(frame: FrameType, event: str, arg: Any) -> Any:
        if frame.f_code.co_name == "<lambda>":
            called.add(frame.f_lineno)
        return step if frame.f_code.co_filename == "program" else None

    def step(frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            reached.add(frame.f_lineno)
            if frame.f_lineno in ends:
                raise Over
        return step

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield called
    finally:
        sys.settrace(before)


def _tried(program: Program) -> ast.Module:
    declared = {number for number, line in enumerate(program.source.splitlines(), 1) if DECLARED in line}
    return ast.fix_missing_locations(_Tried(program.first, declared).visit(ast.parse(program.source)))


class _Tried(ast.NodeTransformer):
    """Each plain statement of the program is tried; `reveal_type` and declarations call back."""

    def __init__(self, first: int, declared: set[int]) -> None:
        self.first = first
        self.declared = declared

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        self.generic_visit(node)
        return self.attempt(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        return self.attempt(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        return self.attempt(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.lineno not in self.declared or node.value is None:
            return node
        hint = ast.unparse(node.annotation).replace('"', "'")
        asked = _hook("declared", ast.Constant(node.lineno), ast.Constant(hint), node.value)
        return ast.copy_location(ast.Expr(asked), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "reveal_type":
            return ast.copy_location(_hook("revealed", ast.Constant(node.lineno), *node.args), node)
        return node

    def attempt(self, node: ast.stmt) -> ast.AST:
        if node.lineno < self.first:
            return node
        caught = [ast.Constant(node.lineno), ast.Name("__error__", ast.Load())]
        handler = ast.ExceptHandler(
            ast.Name("Exception", ast.Load()), "__error__", [ast.Expr(_hook("raised", *caught))]
        )
        return ast.copy_location(ast.Try([node], [handler], [], []), node)


def _hook(method: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(ast.Name(HOOK, ast.Load()), method, ast.Load()), list(args), [])


def _kept(value: object) -> object:
    """A tensor as it is now, whatever is done to it in place later; so are those in a tuple, list or dictionary."""
    match value:
        case tuple() if hasattr(value, "_fields"):
            return type(value)(*map(_kept, value))
        case list() | tuple() if type(value) in {list, tuple}:
            return type(value)(map(_kept, value))
        case dict():
            return {key: _kept(item) for key, item in value.items()}
    if not isinstance(value, torch.Tensor):
        return value
    kept = value.detach().clone()
    return torch.nn.Parameter(kept, value.requires_grad) if isinstance(value, torch.nn.Parameter) else kept


def _shown(value: object) -> str:
    if isinstance(value, torch.Tensor):
        return f"a tensor of {value.dtype}, {value.device}, {tuple(value.shape)}"
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}({', '.join(map(_shown, value[:4]))})"
    return repr(value)[:200]
