"""What mypy says of a file that does not use our types is what it says without the plugin."""

from types import SimpleNamespace

from mypy.errorcodes import HAS_TYPE, OPERATOR

from dtensortypes.mypy_plugin.messages.concerned import is_of_a_body
from tests.mypy_plugin.checking import PLAIN, codes, parsed, program

UNASKED = program(
    """
def named(word: str) -> str:
    return word

def each(x: Tensor) -> None:
    for item in x:
        named(item)
""",
    prelude="from torch import Tensor",
)
ANY = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, type-arg"
def counted(x: Tensor, words: dict[str, Tensor], index: Tensor, size: int | Tensor) -> None:
    for item in x:
        named(item)
    row, col = x
    named(row)
    torch.cat([torch.randperm(n) + o for o, n in zip(x[:-1], x)])
    torch.cat([x.new_full((b,), i) for i, b in enumerate(x)])
    torch.cat([(index == v).nonzero() for v in x])
    x.new_zeros(torch.unique(x).max().item() + 1)

def named(word: str) -> str:
    return word

class Pool(nn.Module):
    def __init__(self, dim: int, norm_layer, size: int | None = None) -> None:
        super().__init__()
        self.size = size
        self.layer = nn.Linear(dim, dim)
        self.norm = norm_layer(dim) if size else nn.Identity()

    def forward(self, x, count: int | None = None):
        x = torch.cat([x.mean(1, keepdim=True), x], dim=1)
        x = self.layer(x).reshape(3, self.size).permute(1, 0)
        h, _ = nn.LSTM(3, 4)(x)
        h = h.view(count, 3)
        return x

    def all(self, x):
        return [x, x]

    def several(self, x: Tensor, reshape: bool) -> tuple[tuple[Tensor]]:
        found = [self.layer(one) for one in self.all(x)]
        found = [one[:, 1:] for one in found]
        if reshape:
            found = [one.reshape(1, 2) for one in found]
        return tuple(found)

    def inner(self, x: Tensor, only: bool) -> dict[str, Any]:
        found = []
        for _ in range(3):
            x = self.layer(x)
            found.append(self.norm(x) if only else x)
        found = [one.reshape(one.shape[0], self.size) for one in found]
        result = {}
        result["inner"] = found
        if only:
            last = self.norm(x)
            result["last"] = last
        return result

def scaled(x: Tensor) -> Any:
    return Tensor.__rtruediv__, x.__rtruediv__

def several_kinds(x: Tensor | dict[str, Tensor], one: bool) -> list[Tensor]:
    if isinstance(x, Tensor):
        if one:
            found = [x.unsqueeze(0)]
        else:
            found = [x.unsqueeze(0), x]
    else:
        found = []
        for key in x:
            found.append(x[key].unsqueeze(0))
    return found

def masked(mask: Tensor, given: tuple[Tensor, ...]) -> None:
    if mask.ndim > 1 and any(item.ndim == mask.ndim for item in given):
        mask = mask.squeeze(0)
    for item in given:
        item.relu()

class Scored(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.scores: list[Tensor] | None = None
        self.layer = nn.Linear(3, 3)

    def cast(self) -> int:
        self.layer.half()
        return 1

    def compute(self) -> Any:
        if self.scores is not None:
            return self.cast(), torch.cat(self.scores)
        return None

class View:
    def __getattr__(self, key: str) -> "View | Tensor":
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.inner == other.inner and self == other.inner

def gathered(names: dict[str, Tensor], parts: Tensor, found: dict[str, Any]) -> None:
    first, last = parts[-2:]
    for name in names:
        found[name] = first[name]
    found["last"] = last["x"]

def merged(parts: list[Tensor]) -> Tensor:
    return torch.cat(parts)

class Points:
    def __init__(self, given: list[Tensor]) -> None:
        self.sizes: list[int] | None = None
        self.points, self.sizes = merged(given)

def limited(limits: Tensor | None, mean: Tensor) -> None:
    if limits is not None:
        torch.stack([limit(mean).clamp_min(0.0) for limit in limits])
""",
    PLAIN,
)

BASED = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return", disallow-subclassing-any=False
Unknown: Any = object
class Odd(Unknown):
    def __init__(self, width):
        nn.Module.__init__(self)
        self.norm = nn.BatchNorm2d
        self.first = self.norm(width)
""",
    PLAIN,
)

WAITING = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
def collected(pairs):
    found = collections.defaultdict(lambda: [])
    for key, values in pairs.items():
        found[key] = torch.LongTensor(values)
    return found
""",
    f"import collections; {PLAIN}",
)

KNOWN = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, type-arg"
def unpacked(x, heads: int):
    b, n, h = *x.shape, heads
    return b

class Layers(nn.Module):
    def __init__(self, dim: int, *layers: nn.Module) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([Block(dim) for _ in range(3)])
        self.given = nn.ModuleList(layers)
        self.register_buffer("scale", torch.ones(3))
        self.register_buffer("count", None)

    def forward(self, x: Tensor, index: Tensor | None) -> list[Any]:
        for block in self.blocks:
            block.reset()
        self.blocks[0].size = 3
        self.blocks[0].layer.weight.data
        self.count.add_(1)
        self.scale[index]
        x.mul(self.scale).add_(self.scale)
        index[x]
        return [layer.reset() for layer, _ in zip(self.given, self.all(x), strict=True)]

    def all(self, x):
        return [x, x]

class Block(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.layer = nn.Linear(size, size)

    def reset(self) -> None: ...

def asked(module, found: Tensor | None):
    if isinstance(module, nn.BatchNorm2d):
        module.running_var + 1e-3
        module.weight.data
    result = module
    if isinstance(module, nn.Linear):
        result = Block(3)
        result.size = module.in_features
    return result

def displayed(x, one: bool) -> Tensor:
    if one:
        return x, x
    return nn.Linear(3, 3)(x), x

def grown(grads: list[Tensor | None], momentum: list[Tensor | None], index) -> None:
    for i in range(3):
        if momentum[i] is None:
            buffer = momentum[i] = torch.clone(torch.ones(3))
        else:
            buffer = momentum[i]
            buffer.mul_(2.0).add_(grads[i])

def refused(x, size: int) -> None:
    torch.max_pool2d(nn.Linear(3, 3)(x), "no")

def wrapped(module: nn.Module) -> nn.Module:
    module = torch.compile(module)
    kept: nn.Module = torch.compile(module)
    return torch.compile(module)

class Data:
    def load(self) -> None:
        loader = torch.utils.data.DataLoader(self, batch_size=3)
        for batch in loader:
            batch.surprise
""",
    PLAIN,
)
SAID = [
    "3 misc",
    "3 misc",
    "4 has-type",
    "16 operator",
    "17 assignment",
    "18 union-attr",
    "19 operator",
    "20 index",
    "21 arg-type",
    "21 arg-type",
    "22 index",
    "23 operator",
    "37 operator",
    "42 assignment",
    "47 return-value",
    "48 return-value",
    "56 union-attr",
    "56 arg-type",
    "59 arg-type",
    "63 assignment",
    "64 return-value",
    "68 var-annotated",
    "68 arg-type",
]

OF_A_PART = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, type-arg"
class Scores(nn.Module):
    def table(self, x):
        found = nn.Linear(3, 3)(x)
        found[self.index.view(-1)].view(3, 3)
        self.index[found] = 3

def loops(x: Tensor, rest: Tensor | None) -> None:
    for i, sample in enumerate(x):
        sample = sample[rest[i]]

def close(one, other, by=1.0):
    return one

def keywords(words: dict[str, float], x) -> None:
    found = nn.Linear(3, 3)(x)
    close(found, found, **words["a"])

def merged(parts: list[Tensor]) -> Tensor | None:
    return None

def grouped(layer: nn.Module, x: Tensor) -> dict[str, list[Tensor]]:
    found: dict[str, list[Tensor]] = {}
    found["a"] = [layer(x)]
    for key, value in found.items():
        found[key] = merged(value)
    return found

def shared(net: nn.Module, x: Tensor) -> None:
    net.inputs = tuple(one[0] for one in x)
""",
    PLAIN,
)


def test_where_mypy_speaks_before_it_asks_the_plugin():
    assert codes(UNASKED.messages) == []


def test_what_torch_leaves_open_is_complained_of_by_nobody():
    assert codes(ANY.messages) == []


def test_what_mypy_says_by_itself_it_goes_on_saying():
    assert codes(KNOWN.messages) == SAID


def test_a_note_goes_with_its_error():
    assert [message for message in ANY.messages if "note:" in message] == []


def test_what_is_wrong_with_a_part_is_so_whatever_the_whole_is():
    assert codes(OF_A_PART.messages) == [
        "5 operator",
        "6 operator",
        "10 index",
        "17 arg-type",
        "26 assignment",
        "30 assignment",
    ]


def test_a_class_of_layers_in_an_object_of_which_nothing_is_known():
    assert codes(BASED.messages) == []


def test_a_dict_of_lists_is_to_be_annotated_as_ever():
    assert codes(WAITING.messages) == ["3 var-annotated"]


def test_of_what_type_its_own_variable_is_mypy_asks_of_a_body_alone():
    tree = parsed("def f(self):\n    out, rest = self.layer()\n    out += self.kept\n")
    said = {
        name: SimpleNamespace(code=HAS_TYPE, line=3, message=f'Cannot determine type of "{name}"')
        for name in ("out", "kept")
    }
    assert is_of_a_body(said["out"], tree)
    assert not is_of_a_body(said["kept"], tree)
    assert is_of_a_body(SimpleNamespace(code=OPERATOR, line=3, message="Unsupported"), tree)
