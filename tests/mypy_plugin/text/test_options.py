"""What `**options` may give a loader: it collates as torch does if none of their words says otherwise."""

import pytest

from tests.mypy_plugin.checking import program

KNOWN = 'Tensor[Float32, CPU, "_ 3"]'
DICTS = {
    "options: Any = {'batch_size': 4}": KNOWN,
    "options: Any = dict(batch_size=4)": KNOWN,
    "options: Any = {'num_workers': 1} if flag else {}": KNOWN,
    "options: Any = {}; options['shuffle'] = True": KNOWN,
    "options: Any = {}; options.update({'shuffle': True})": KNOWN,
    "more: Any = {'shuffle': True}; options: Any = {'batch_size': 2, **more}": KNOWN,
    "options: Any = {'batch_size': None}": "Any",
    "options: Any = {'collate_fn': list}": "Any",
    "options: Any = {}; options['collate_fn'] = list": "Any",
    "options: Any = {}; options[word] = list": "Any",
    "options: Any = {}; options.update(given)": "Any",
    "options: Any = {}; fill(options)": "Any",
    "options: Any = given": "Any",
}
BODY = """
from typing import Any
from torch.utils.data import DataLoader, TensorDataset
def fill(options: Any) -> None:
    options["collate_fn"] = list
def main(given: Any, word: str, flag: bool) -> None:
    {}
    for batch in DataLoader(TensorDataset(torch.rand(9, 3)), **options):
        reveal_type(batch[0])
"""
PROGRAMS = [(program(BODY.format(body)), found) for body, found in DICTS.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_words(said, found):
    assert said.revealed == [found]
