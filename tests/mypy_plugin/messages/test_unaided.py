"""Of a function of a file that does not use our types mypy says what it says without the plugin, word for word."""

from tests.mypy_plugin.checking import PLAIN, codes, program

SOURCE = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, type-arg"
@functools.lru_cache(maxsize=None)
def cached(size: int) -> Tensor:
    return torch.zeros(size)

class Encoder(nn.Module):
    def forward(self, x: Tensor, several: bool = False) -> tuple[Tensor] | tuple[Tensor, Tensor]:
        return (x, x) if several else (x,)

class Net(nn.Module):
    def __init__(self, regular=None) -> None:
        super().__init__()
        self.encoder = Encoder()
        self.layer = nn.Linear(4, 4)
        self.blocks = nn.ModuleList([nn.Linear(4, 4)])
        self.regular = regular is not None
        self.made = None

    def forward(self, x, several: bool):
        found = self.encoder(x)
        return found[1]

    def mapped(self, x: Tensor, given: dict[str, Tensor | None]) -> dict[str, Tensor]:
        self.blocks[0].reset()
        return {"p": self.layer(x), "v": given.get("q")}

    def put(self, x: Tensor, mask: Tensor) -> Tensor:
        x = x.reshape(2, 8) if mask.all() else x.reshape(4, 4)
        x[mask] += self.blocks[0].weight
        return x

    def shapes(self, points: Tensor | None) -> int:
        shape = points.shape if points is not None and len(points.shape) == 3 else torch.Size([1])
        x, y = self.blocks[0].grid
        return shape.missing

    def rest(self, several: bool, *args):
        last = None
        if several:
            first, *last = args
        else:
            *last, first = args
        self.blocks[0].reset()
        cached("three")
        self.regular()
        return [*last, first]

    def filled(self):
        found = {}
        for block in self.blocks:
            h, w = block.sizes
            found["a"] = h
        return found

def module_wide():
    def inner(x: Tensor) -> Tensor:
        return x.missing
    self_made = nn.Linear(2, 2)
    return inner(self_made), self_made.missing.more
""",
    f"import functools; {PLAIN}",
)


def test_what_only_the_plugin_could_complain_of_is_not_said() -> None:
    """As without the plugin; a copy of the function, which is asked, knows its decorated and starred names, too."""
    assert codes(SOURCE.messages) == [
        "24 operator",
        "29 arg-type",
        "34 misc",
        "35 attr-defined",
        "43 operator",
        "45 operator",
        "51 misc",
        "57 attr-defined",
        "59 arg-type",
        "59 union-attr",
    ]


def test_the_words_are_those_of_mypy() -> None:
    assert any('"__iadd__" of "TensorBase" has incompatible type "Tensor | Module"' in said for said in SOURCE.messages)


LATER = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, type-arg"
class Late(nn.Module):
    def use(self, x):
        None * nn.Linear(3, 3)(x)
        return self.size

    def load(self, x: Tensor):
        self.size = x.shape[0]

class Bound: ...

B = TypeVar("B", bound=Bound)

def largest(x: B) -> B:
    return x

def compare(x: Tensor | Bound) -> None:
    None * nn.Linear(3, 3)(x)
    largest(x)
    largest(nn.Linear(3, 3)(x))

class Declared:
    @overload
    def to(self: B, x: Tensor) -> Tensor: ...
    @overload
    def to(self: B, x: int) -> int: ...
    def to(self: Any, x: Any) -> Any: ...
""",
    PLAIN,
)


def test_where_something_is_not_known_yet_it_is_told_when_it_is():
    assert [code for code in codes(LATER.messages) if int(code.partition(" ")[0]) < 10] == []


def test_what_is_said_of_declarations_stays():
    assert [code for code in codes(LATER.messages) if int(code.partition(" ")[0]) > 10] == [
        "19 type-var",
        "24 misc",
        "26 misc",
    ]


ASKED = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, type-arg"
def widths(conv: nn.Module, flag):
    out, taken, height, width = conv.weight.shape
    return out if flag else taken * conv.groups

def marked(costs, factors):
    known = {cost: None for cost in costs}
    for cost in costs:
        query = torch.zeros_like(cost)
        query.marks = cost.marks
        known[cost] = query
    tensors = [x for x in factors if isinstance(x, Tensor)]
    print("of them", len(tensors))
    return [y.marks for y in tensors]

def compiled(f):
    @functools.wraps(f)
    def wrapper(*args):
        if not hasattr(wrapper, "compiled"):
            wrapper.compiled = torch.compiler.disable(f)
        return wrapper.compiled(*args)
    return wrapper

def parts(net: nn.Module):
    return [compiled(part) for _, part in net.named_children()]

def around():
    def boxes(x: Tensor):
        kind = torch.cuda.FloatTensor if x.is_cuda else torch.FloatTensor
        return kind([2, 3]), x.type(kind)
    return boxes
""",
    f"import functools; {PLAIN}",
)


def test_what_is_asked_and_defined_inside_is_said_in_mypys_words():
    at_first = '"Tensor", target has type "None"'
    typed = '"type" of "TensorBase" has incompatible type "Any | type[FloatTensor]"'
    wrapped = '"_Wrapped[[VarArg(Any), KwArg(Any)], Any, [VarArg(Any)], Any]"'
    assert [message for message in ASKED.messages if "error:" in message] == [
        "3: error: Module object is not iterable  [misc]",
        '4: error: Unsupported operand types for * ("int" and Module)  [operator]',
        '10: error: "Tensor" has no attribute "marks"  [attr-defined]',
        f"11: error: Incompatible types in assignment (expression has type {at_first})  [assignment]",
        '14: error: "Tensor" has no attribute "marks"  [attr-defined]',
        f'20: error: {wrapped} has no attribute "compiled"  [attr-defined]',
        f'21: error: {wrapped} has no attribute "compiled"  [attr-defined]',
        '29: error: Module has no attribute "FloatTensor"  [attr-defined]',
        f'30: error: Argument 1 to {typed}; expected "None"  [arg-type]',
    ]


WHOLE = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, type-arg"
def drawn(x: Tensor):
    kind = torch.cuda.FloatTensor if x.is_cuda else torch.FloatTensor
    y = x.type(kind)
    return x + y
""",
    PLAIN,
)


def test_what_is_said_of_a_function_is_said_of_all_of_it() -> None:
    assert codes(WHOLE.messages) == ["3 attr-defined", "4 arg-type", "5 operator"]


TOWERS = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
class Narrow(nn.Module): ...
class Wide(nn.Module): ...
def built(wide: bool):
    return Wide() if wide else Narrow()
class One(nn.Module):
    def __init__(self, wide: bool) -> None:
        super().__init__()
        self.tower = built(wide)
class Other(One): ...
""",
    PLAIN,
)
SIZED = program(
    f"""
# mypy: disable-error-code="no-untyped-call"
from {TOWERS.name} import One, Other
def resized(model: One | Other, wide: bool) -> None:
    if wide and hasattr(model.tower, "resize"):
        model.tower.resize(3)
""",
    PLAIN,
)


def test_of_a_union_each_class_is_asked():
    assert codes(SIZED.messages) == []


ATTENTION = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.context = nn.Linear(4, 1)
    def forward(self, x: Tensor) -> None:
        weights = self.context(x).softmax(dim=1)
        self.weights = weights.squeeze(2)
""",
    PLAIN,
)
READ = program(
    f"""
# mypy: disable-error-code="no-untyped-call, no-any-return"
from {ATTENTION.name} import Attention
def weights(attention: Attention) -> list[int]:
    return attention.weights
""",
    PLAIN,
)


def test_what_another_file_makes_of_anything_is_anything():
    assert codes(READ.messages) == []


COMPILED = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
class Plan:
    def __init__(self, module: nn.Linear, is_compiled: bool) -> None:
        if is_compiled:
            self.module = torch.compile(module)
        self.classes = self.module.classes
""",
    PLAIN,
)
OF_TWO = program(
    f"""
# mypy: disable-error-code="no-untyped-call"
from {COMPILED.name} import Plan
class OfTwo(Plan):
    def __init__(self) -> None:
        super().__init__(nn.Linear(2, 2), False)
        self.classes = 2
""",
    PLAIN,
)


def test_an_attribute_of_another_file_is_what_mypy_has_found_out_there():
    assert codes(COMPILED.messages) == ["6 attr-defined"]
    assert codes(OF_TWO.messages) == []


SHARDED = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
class Speech(nn.Module):
    def configure(self, **options):
        self.perception = fully_shard(self.perception, **options)
    def heard(self) -> Any:
        return self.perception.preprocessor
""",
    f"from torch.distributed.fsdp import fully_shard; {PLAIN}",
)


def test_an_attribute_is_not_known_before_it_gets_its_first_value():
    assert codes(SHARDED.messages) == ["4 call-overload", "4 has-type", "6 attr-defined"]


ENDED = program(
    """
class Ended:
    def __init__(self) -> None:
        self.end = torch.LongTensor([3])
""",
    PLAIN,
)
READ_BY = program(
    f"""
from {ENDED.name} import Ended
def end(ended: Ended) -> torch.LongTensor:
    return ended.end
""",
    PLAIN,
)


def test_an_attribute_of_another_file_is_of_torchs_old_class():
    assert codes(READ_BY.messages) == []


LATER_STILL = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
class Shards(nn.Module):
    def __init__(self):
        super().__init__()
        self.params = list(self.parameters())

    def rebuild(self) -> None:
        def update(out: Tensor | None = None) -> None:
            if out is not None:
                assert p.is_sharded
                p.data = out
            p.data = p.data[: p.size_before]

        for p in self.params:
            update(p)
""",
    PLAIN,
)


def test_what_gets_its_value_after_a_function_inside_that_reads_it_is_known_in_the_next_pass():
    assert codes(LATER_STILL.messages) == ["10 attr-defined", "12 attr-defined"]


CALLED_BY_CLASS = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
class Patched(nn.Module):
    def patch(self) -> None:
        def called(self, *args):
            return self.wrapped(*args)

        cls = type(self)
        cls.__call__ = called
""",
    PLAIN,
)


def test_how_a_class_is_called_is_no_attribute_of_its_objects():
    assert codes(CALLED_BY_CLASS.messages) == ["8 method-assign"]


IN_A_CLASS = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
def raising() -> bool:
    return False

def heard_by(jit):
    history = []

    class Listener:
        def __getattribute__(self, name):
            history.append(f"{name} {raising()}")
            return 1

    def used():
        x = Listener()
        x.a = 2
        return x.a

    assert used() == jit(used)() == 1
    assert tuple(history) == ("a", "b")

class Cast(nn.Module):
    def __init__(self, precision: str) -> None:
        super().__init__()
        self.dtype = None
        if precision == "fp16":
            self.dtype = torch.float16
        elif precision == "bf16":
            self.dtype = torch.bfloat16
        for block in nn.ModuleList([nn.Linear(4, 4)]):
            block.sizes()
""",
    PLAIN,
)


def test_what_is_put_into_a_variable_in_a_class_inside_gives_it_its_type():
    assert codes(IN_A_CLASS.messages) == ["15 attr-defined", "30 operator"]
