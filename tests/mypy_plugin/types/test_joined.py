"""What mypy makes of containers of unlike tensors is `object`, of which it is not to complain."""

from tests.mypy_plugin.checking import program

APART = program("""
splits = {"train": [torch.zeros(3)], "val": [torch.zeros(5)]}
for x in splits["train"]:
    x.sum()
splits["val"][0].sum()
nested = [[nn.Linear(3, 4)], [nn.Linear(4, 5)]]
nested[0][0]
by_name = dict(a=[torch.zeros(3)], b=[torch.zeros(4)])
by_name["a"][0].sum()

def given() -> dict[str, list[torch.Tensor]]:
    return splits
""")

OF_DTYPES = program("""
DTYPES = {"signed": [torch.int32, torch.int64], "unsigned": [torch.uint8]}
PLACES = [{torch.device("cpu"): 1}, {torch.device("cuda"): 2}]

def named(kind: str) -> object:
    for dtype in DTYPES[kind]:
        print(dtype)
    return DTYPES["signed"][0], PLACES[0].keys()
""")

REALLY = program("""
mixed = {"a": [1], "b": ["x"]}
mixed["a"][0]
tensors = {"a": [torch.zeros(3)], "b": {1: torch.zeros(3)}}
tensors["a"][0]
""")


def test_containers_of_unlike_tensors():
    assert APART.messages == []


def test_containers_of_unlike_dtypes_and_devices():
    assert OF_DTYPES.messages == []


def test_an_object_without_the_plugin_too():
    assert [message.partition(":")[0] for message in REALLY.messages] == ["2", "4"]


OPENED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def made(options):
    return torch.rand(2, options["n"]), options["kind"]
reveal_type(made({"n": 3, "kind": "plain"})[0])
reveal_type(made({"n": 3, "kind": [4]})[0])
reveal_type(made({"n": torch.zeros(3), "kind": [4]})[0])
""")


def test_a_body_reads_what_has_nothing_in_common():
    assert OPENED.revealed == ['Tensor[Float32, CPU, "2 3"]', 'Tensor[Float32, CPU, "2 3"]', "Any"]
