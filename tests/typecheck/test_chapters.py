"""Every block of every chapter: mypy says of it what it says of itself, and so does the run."""

import pytest

from tests.typecheck.build import differences
from tests.typecheck.chapters import Block, blocks, chapters
from tests.typecheck.execution import run

BLOCKS = {block.id: block for path in chapters() for block in blocks(path)}
TOLD = [block for block in BLOCKS.values() if block.is_for_this_mypy]


def shown_if_any(block: Block, notes: dict[int, list[str]]) -> None:
    if notes:
        pytest.fail(block.shown(notes), pytrace=False)


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_run(block):
    shown_if_any(block, run(block))


@pytest.mark.parametrize("block", TOLD, ids=[block.id for block in TOLD])
def test_mypy(block, said_by_mypy):
    shown_if_any(block, differences(block, said_by_mypy[block.name]))
