"""The harness notices what is wrong with a block, and only that."""

import pytest

from tests.typecheck import build
from tests.typecheck.build import differences, said_of_all
from tests.typecheck.chapters import blocks
from tests.typecheck.execution import run

PREAMBLE = """# Chapter

```python
import torch

from dtensortypes import CPU, CUDA, Accelerator, Float16, Float32, Int64, Tensor, checked
```

## Heading

A sentence.

```python
"""
FIRST = PREAMBLE.count("\n") + 1


@pytest.fixture
def block(tmp_path):
    def one(*lines):
        path = tmp_path / "chapter.md"
        path.write_text(PREAMBLE + "\n".join(lines) + "\n```\n")
        (block,) = blocks(path)
        return block

    return one


def test_a_block_has_the_line_numbers_of_its_chapter(block):
    one = block("x = 1", "y = 2")
    lines = one.source.splitlines()
    assert (one.heading, one.name) == ("Heading", f"chapter_{FIRST}")
    assert lines[FIRST - 1 : FIRST + 1] == ["x = 1", "y = 2"]
    assert next(line for line in lines if line) == "import torch"


def test_an_import_from_the_future_comes_first(block):
    assert block("from __future__ import annotations").source.startswith("from __future__")


@pytest.mark.parametrize(
    ("line", "is_for_it"), [("# since: mypy 2.2", True), ("# since: mypy 99.0", False), ("", True)]
)
def test_a_block_may_need_a_newer_mypy(block, line, is_for_it):
    assert block(line, "x = 1").is_for_this_mypy is is_for_it


# --- the run


def notes_of(block):
    return {line - FIRST: notes for line, notes in run(block).items()}


@pytest.mark.parametrize(
    "line",
    [
        'reveal_type(torch.zeros(2, 3))  # revealed: Tensor[Float32, CPU, "2 3"]',
        'reveal_type(torch.zeros(2, 3))  # revealed: Tensor[Any, Any, "_ ..."]',
        "reveal_type(torch.zeros(2, 3))  # revealed: Tensor[Float16, CPU] | Tensor[Float32, CPU]",
        'reveal_type((torch.zeros(2), 1))  # revealed: tuple[Tensor[Float32, CPU, "2"], int]',
        "reveal_type(torch.float16)  # revealed: torch.dtype[Float16]",
        "torch.zeros(2) + torch.zeros(3)  # error: [tensor-shape] (2,) (3,)",
        "torch.zeros(2).half()  # error(static): [tensor-discarded]",
        "def f(x: Tensor[torch.float32]) -> None: ...  # error: [valid-type] is a value",
    ],
)
def test_what_is_true_is_not_noted(block, line):
    assert not notes_of(block(line))


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ('reveal_type(torch.zeros(2))  # revealed: Tensor[Float16, CPU, "2"]', "the run has a tensor of torch.float32"),
        ('reveal_type(torch.zeros(2))  # revealed: Tensor[Float32, CUDA, "2"]', "the run has a tensor of"),
        ('reveal_type(torch.zeros(2))  # revealed: Tensor[Float32, CPU, "3"]', "the run has a tensor of"),
        ("torch.zeros(2) + 1  # error: [tensor-shape]", "the run raises nothing"),
        ("unknown + 1  # error: [tensor-shape]", "the run raises NameError"),
        ("torch.zeros(2) + torch.zeros(3)", "the run raises RuntimeError"),
        ("if False: torch.zeros(2) + torch.zeros(3)  # error: [tensor-shape]", "the run raises nothing"),
    ],
)
def test_what_is_false_is_noted(block, line, note):
    assert notes_of(block(line))[0][0].startswith(note)


def test_a_line_that_is_never_reached_is_noted(block):
    found = notes_of(block("def f(n: int) -> None:", "    if n > 99:", "        n / 0  # error: [tensor-shape]"))
    assert found == {2: ["the run does not come here"]}


def test_functions_are_called_with_samples_of_their_annotations(block):
    body = 'reveal_type(x)  # revealed: Tensor[Float32, CPU, "n 3"]'
    assert not notes_of(block('def f(x: Tensor[Float32, CPU, "n 3"]) -> None:', f"    {body}"))
    assert notes_of(block('def f(x: Tensor[Int64, CPU, "n 3"]) -> None:', f"    {body}"))


def test_differently_named_dims_are_different_sizes(block):
    line = 'reveal_type(x)  # revealed: Tensor[Float32, CPU, "n n"]'
    assert notes_of(block('def f(x: Tensor[Float32, CPU, "n m"]) -> None:', f"    {line}"))


def test_a_marked_return_of_a_checked_function_has_to_raise(block):
    lines = ["def f(x: Tensor[Float32]) -> Tensor[Float16]:", "    return x  # error: [tensor-dtype] float32 Float16"]
    assert not notes_of(block("@checked", *lines))
    assert notes_of(block("", *lines)) == {2: ["the run raises nothing"]}


def test_the_run_says_the_words_of_the_marker(block):
    lines = ["@checked", "def f(x: Tensor[Float16]) -> None: ..."]
    assert not notes_of(block(*lines, 'f(torch.zeros(2))  # error: [tensor-dtype] argument "x" float32'))
    assert notes_of(block(*lines, "f(torch.zeros(2))  # error: [tensor-dtype] int64"))


def test_flags_and_unions_are_tried_both_ways(block):
    lines = ["def f(x: Tensor[Float16 | Float32], flag: bool) -> None:", "    if flag:", "        1 / 0"]
    assert notes_of(block(*lines))
    assert notes_of(block(lines[0], "    reveal_type(x)  # revealed: Tensor[Float16]"))


def test_cuda_is_there_where_a_block_names_it(block):
    line = '    reveal_type(x.cuda())  # revealed: Tensor[Float32, CUDA, "n"]'
    assert not notes_of(block('def f(x: Tensor[Float32, CUDA, "n"]) -> None:', line))


def test_a_block_may_say_how_it_is_called(block):
    lines = ["def f(n: int) -> None:", "    # call: f(5)", "    reveal_type(n)  # revealed: Literal[5]"]
    assert not notes_of(block(*lines))


def test_a_parameter_without_a_sample_is_noted(block):
    found = notes_of(block("def f(x: type[int]) -> None: ..."))
    assert "add a `# call:`" in next(iter(found.values()))[0]


# --- mypy


def heard(block, *said):
    return differences(block, [f"{block.name}.py:{FIRST}: {line}" for line in said])


def test_mypy_says_what_is_expected(block):
    one = block("f()  # error: [tensor-dtype] float32  # revealed: int")
    said = ("error: argument is float32  [tensor-dtype]", 'note: Revealed type is "int"')
    assert not heard(one, *said)
    assert len(heard(one, said[0])[FIRST]) == 1
    assert len(heard(one)[FIRST]) == 2


def test_mypy_says_more_than_is_expected(block):
    assert heard(block("f()"), "error: argument is float32  [tensor-dtype]")
    assert heard(block("f()"), 'note: Revealed type is "int"')
    assert heard(block("f()  # error(static): [tensor-dtype]"), "error: float32  [tensor-device]")


def test_a_block_that_does_not_parse_is_told_so(block, tmp_path):
    one = block("x = = 1")
    (line,) = said_of_all([one], tmp_path)[one.name]
    assert line.startswith(f"{one.name}.py:{FIRST}: error: invalid syntax")


def test_a_block_on_which_mypy_crashes_is_left_out_of_another_build(block, tmp_path, monkeypatch):
    one = block("x = 1")
    crash = f"{one.name}.py:{FIRST}: error: INTERNAL ERROR -- Please try\nTypeError: no facts\n"
    monkeypatch.setattr(build, "_output", lambda folder, names: crash if one.name in names else "")
    (line,) = said_of_all([one], tmp_path)[one.name]
    assert line == f"{one.name}.py:{FIRST}: error: mypy crashed: TypeError: no facts"
