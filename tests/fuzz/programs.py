"""Random small programs, each statement tried while it is drawn: most of them run, some are meant to be refused.

What is drawn is a line of the grammar, its slots filled with names that hold a fitting value at that place. A line that
torch refuses is mostly thrown away; one in a few is kept, and says so with `# refused`, so that what follows does not
need its result.
"""

import re
import warnings
from contextlib import nullcontext
from dataclasses import dataclass
from random import Random

import torch
from hypothesis import strategies as st

from tests.fake_cuda import fake_cuda
from tests.fuzz.draft import HEADER, PLAIN_HEADER, is_tensor
from tests.fuzz.grammar import DTYPES, SIZES
from tests.fuzz.recast import Body, Parameter, recast
from tests.fuzz.statements import Statements

START = re.compile(r"^(def program\(|class Program:|# program)", re.MULTILINE)
DIMS = ("b n", "b n", "n", "b n m", "n m", "b n k", "b b", "3 n", "b 1", "1 n", "b", "4", "", "2 3", "b 3 n")


@dataclass(frozen=True)
class Program:
    """The text of a module whose `program` is called with samples of its annotations and `flag` both ways."""

    seed: int
    source: str
    on_cuda: bool
    elsewhere: str = ""
    """The text of a second module, from which the first imports."""

    @property
    def other(self) -> str:
        """The name of the second module."""
        return f"h{self.seed}"

    @property
    def first(self) -> int:
        """The line on which the program begins, after what is defined for it."""
        return self.source[: START.search(self.source).start()].count("\n") + 1  # type: ignore[union-attr]

    @property
    def is_plain(self) -> bool:
        """Whether it knows nothing of our types."""
        return "dtensortypes" not in self.source


def program(seed: int) -> Program:
    """The program of a number: two to four parameters and up to a dozen statements."""
    random = Random(seed)  # noqa: S311 - no secret
    torch.manual_seed(seed)
    on_cuda = random.random() < 0.25
    with fake_cuda() if on_cuda else nullcontext(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what torch warns of once would be refused once
        draft = Statements(random, on_cuda, is_plain=random.random() < 0.4)
        parameters = []
        for name in ("x", "y", "z", "w")[: random.randint(2, 4)]:
            dtype = random.choice(["Float32", "Float32", "Float32", *DTYPES])
            device = random.choice(["CUDA", "CUDA", "CPU"] if on_cuda else ["CPU"])
            dims = random.choice(DIMS)
            draft.names[name] = sample(dtype, device, dims)
            parameters.append(Parameter(name, dtype, device, dims))
        draft.names["flag"] = random.random() < 0.5
        draft.given.add("flag")
        for _ in range(random.randint(4, 12)):
            draft.statement()
    torch.set_default_dtype(torch.float32)
    header = PLAIN_HEADER if draft.is_plain else HEADER
    elsewhere = "\n".join([header, *draft.elsewhere]) if draft.elsewhere else ""
    imports = [f"from h{seed} import {', '.join(draft.imported)}"] if draft.elsewhere else []
    tensors = frozenset(draft.kept(is_tensor))
    lines = recast(Body(parameters, draft.lines, draft.is_plain, tensors), random)
    text = "\n".join([header, *imports, *draft.outside, *lines, ""])
    return Program(seed, text, on_cuda, elsewhere)


programs = st.integers(0, 2**32).map(program)


def sample(dtype: str, device: str, dims: str) -> torch.Tensor:
    """A live tensor of a declaration, in the sizes of its names."""
    shape = [SIZES.get(word) or int(word) for word in dims.split()]
    return torch.ones(shape, device=device.lower()).to(getattr(torch, DTYPES[dtype].removeprefix("torch.")))
