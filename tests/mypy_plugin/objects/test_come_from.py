"""Objects and tensors that an expression chooses from what the body has put somewhere."""

from tests.mypy_plugin.checking import program

OBJECTS = program("""
from collections import deque
class Request:
    def __init__(self, x):
        self.x = x
def wants(x: Tensor[Float32]) -> None: ...
def serve(x: Tensor[Float64, CPU, "3"]) -> None:
    several = [Request(x), Request(x)]
    wants(several[0].x)  # refused
    for one in several:
        wants(one.x)  # refused
    waiting: deque[Request] = deque()
    waiting.append(Request(x))
    wants(waiting.popleft().x)  # refused
    mixed = [Request(x), Request(x.float())]
    wants(mixed[0].x)
    chosen = Request(x) if len(several) > 3 else Request(x)
    wants(chosen.x)  # refused
def others(x: Tensor[Float64, CPU, "3"], several: list[Request]) -> None:
    wants(several[0].x)
    several = several or [Request(x)]
    wants(several[0].x)
""")

TENSORS = program("""
def wants(x: Tensor[Float32]) -> None: ...
def inner(x: Tensor[Float64, CPU, "3"], y: Tensor[Float32, CPU, "3"]) -> None:
    state = {"a": {"x": x}, "b": {"y": y}}
    wants(state["a"]["x"])  # refused
    wants(state["b"]["y"])
    rows: list[torch.Tensor] = [x]
    wants(torch.stack(rows))  # refused
    rows.append(y)
    wants(torch.stack(rows))
def halved(x: Tensor[Float32, CPU, "b n"]) -> None:
    kept: dict[str, Any] = {}
    kept["x"] = x
    while kept["x"].shape[0] > 2:
        kept["x"] = kept["x"][: kept["x"].shape[0] // 2]
    reveal_type(kept["x"])
""")

KEPT = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Request:
    def __init__(self, x):
        self.x = x
class Server:
    def __init__(self):
        self.waiting: list[Request] = []
        self.two = [Request(torch.zeros(3)), Request(torch.zeros(3).double())]
    def put(self, x):
        self.waiting.append(Request(x))
    def first(self):
        return self.waiting[0].x
    def second(self):
        return self.two[1].x
def wants(x: Tensor[Float32]) -> None: ...
def serve(x: Tensor[Float64, CPU, "3"]) -> None:
    server = Server()
    server.put(x)
    wants(server.first())  # refused
    wants(server.waiting[0].x)  # refused
    wants(server.second())
""")

HANDED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Request:
    def __init__(self, x):
        self.x = x
def wants(x: Tensor[Float32]) -> None: ...
def reads(several):
    return len(several)
def fills(several):
    if (out := several):
        out[0] = Request(torch.zeros(3))
def gives(several):
    return several
def serve(x: Tensor[Float64, CPU, "3"]) -> None:
    a = [Request(x)]
    reads(a)
    wants(a[0].x)  # refused
    b = [Request(x)]
    fills(b)
    wants(b[0].x)
    c = [Request(x)]
    gives(c)[0] = Request(x.float())
    wants(c[0].x)
""")

OPTIONAL = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
from dataclasses import dataclass
@dataclass
class Settings:
    hidden: int = 8
def build(settings: Settings):
    return torch.zeros(settings.hidden)
def given_or_made(settings: Settings | None = None):
    return build(settings or Settings())
def chosen(flag: bool, settings: Settings | None = None):
    return build(Settings() if settings is None else settings)
def replaced(settings: Settings | None = None):
    settings = Settings(hidden=4)
    return build(settings or Settings())
def inside(settings: Settings | None = None):
    def inner():
        return build(settings or Settings())
    settings = Settings(hidden=9)
    return inner()
def changed_inside(options: Settings | None = None):
    def inner():
        nonlocal options
        options = Settings(hidden=9)
    inner()
    return build(options or Settings())
class Holder:
    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.state = build(self.settings)
def wants(x: Tensor[Float32, CPU, "9"]) -> None: ...
def use(other: Settings) -> None:
    wants(given_or_made())  # refused
    wants(given_or_made(Settings(hidden=9)))
    wants(given_or_made(other))
    wants(chosen(True))  # refused
    wants(replaced())
    wants(inside())
    wants(changed_inside())
    wants(Holder().state)  # refused
    wants(Holder(Settings(hidden=9)).state)
""")


def test_objects_that_are_made_where_none_is_given():
    assert OPTIONAL.refused == OPTIONAL.marked


def test_objects_that_the_methods_of_a_class_keep():
    assert KEPT.refused == KEPT.marked


def test_a_function_that_is_given_the_container_may_fill_it():
    assert HANDED.refused == HANDED.marked


def test_objects_that_an_expression_chooses():
    assert OBJECTS.refused == OBJECTS.marked


def test_tensors_in_containers():
    assert TENSORS.refused == TENSORS.marked
    assert TENSORS.revealed != ['Tensor[Float32, CPU, "b n"]']
