"""An option that the command line leaves out is what its parser says by default."""

import pytest

from tests.mypy_plugin.checking import program

BODY = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
import argparse
def change(one):
    one.set_defaults(hidden=64)
def args_of():
    return dict(dest="hidden")
def main(flag: bool) -> None:
    parser = argparse.ArgumentParser(description="a net")
    {}
    reveal_type(torch.zeros(2, args.hidden))
"""
KNOWN, UNKNOWN = 'Tensor[Float32, CPU, "2 32"]', 'Tensor[Float32, CPU, "2 _"]'
HIDDEN = "parser.add_argument('--hidden', type=int, default=32)"
OPTIONS = {
    f"{HIDDEN}; args = parser.parse_args([])": KNOWN,
    f"{HIDDEN}; args = parser.parse_args(args=[])": KNOWN,
    f"{HIDDEN}; parser.add_argument('-q', action='store_true'); args = parser.parse_args([])": KNOWN,
    "parser.add_argument('-n', '--n', dest='hidden', type=int, default=32); args = parser.parse_args([])": KNOWN,
    f"{HIDDEN}; args = parser.parse_args()": UNKNOWN,
    f"{HIDDEN}; args = parser.parse_args(['--hidden', '64'])": UNKNOWN,
    f"{HIDDEN}; change(parser); args = parser.parse_args([])": UNKNOWN,
    f"{HIDDEN}; args = parser.parse_args([]); parser = argparse.ArgumentParser()": UNKNOWN,
    f"{HIDDEN}; args = parser.parse_args([]); args.hidden = 64": UNKNOWN,
    f"{HIDDEN}; parser.add_argument('file'); args = parser.parse_args([])": UNKNOWN,
    "parser.add_argument('--hidden', type=len, default='32'); args = parser.parse_args([])": UNKNOWN,
    "parser.add_argument('--hidden', type=int); args = parser.parse_args([])": UNKNOWN,
    f"add = parser.add_argument if flag else print; {HIDDEN}; args = parser.parse_args([])": UNKNOWN,
}
PROGRAMS = [(program(BODY.format(text.replace("; ", "\n    "))), found) for text, found in OPTIONS.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS, ids=list(OPTIONS))
def test_what_is_known_of_an_option(said, found):
    assert said.revealed == [found]


DEVICE = "parser.add_argument('--hidden', default='cuda')"
WORD, ANYTHING = 'Tensor[Float64, Any, "2"]', 'Tensor[Any, Any, "2"]'
DEVICES = {
    f"{DEVICE}; args = parser.parse_args()": WORD,
    f"{DEVICE}; parser.add_argument('file'); args = parser.parse_args()": WORD,
    f"{DEVICE}; parser.add_argument('--n', type=int, required=True); args = parser.parse_args()": WORD,
    "parser.add_argument('--hidden', type=str, default='cuda:0' if flag else 'cpu'); args = parser.parse_args()": WORD,
    f"{DEVICE}; parser.add_argument('hidden'); args = parser.parse_args()": ANYTHING,
    f"{DEVICE}; parser.add_argument('--n', **args_of()); args = parser.parse_args()": ANYTHING,
    f"{DEVICE}; args = parser.parse_args(); args.hidden = torch.float64": ANYTHING,
    "parser.add_argument('--hidden', type=torch.device, default='cuda'); args = parser.parse_args()": ANYTHING,
    "parser.add_argument('--hidden', nargs='*', default='cuda'); args = parser.parse_args()": ANYTHING,
    "parser.add_argument('--hidden', default=None); args = parser.parse_args()": ANYTHING,
    "parser.add_argument('--hidden', default='float16'); args = parser.parse_args()": ANYTHING,
}
MOVED = BODY.replace("torch.zeros(2, args.hidden)", "torch.zeros(2, dtype=torch.float64).to(args.hidden)")
MOVES = [(program(MOVED.format(text.replace("; ", "\n    "))), found) for text, found in DEVICES.items()]


@pytest.mark.parametrize(("said", "found"), MOVES, ids=list(DEVICES))
def test_an_option_that_names_a_device(said, found):
    assert said.revealed == [found]


HANDED_ON = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
import argparse
def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hidden-size", type=int, default=32)
    args = parser.parse_args([])
    return args
def net(args):
    return nn.Linear(args.hidden_size, 2)
def main() -> None:
    args = options()
    net(args)(torch.zeros(2, 64))  # refused
    net(args)(torch.zeros(2, 32))
""")


def test_options_that_a_function_gives():
    assert HANDED_ON.refused == HANDED_ON.marked


IN_BLOCKS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
import argparse
if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--hidden", type=int, default=32)
    if torch.cuda.is_available():
        parser.add_argument("--layers", type=int, default=2)
    args = parser.parse_args([])
    reveal_type(torch.zeros(args.hidden, args.layers))
""")


def test_options_of_a_script():
    assert IN_BLOCKS.revealed == ['Tensor[Float32, CPU, "32 _"]']
