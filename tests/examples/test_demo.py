"""The demo says so when something did not happen as announced."""

from pathlib import Path

from examples import demo, reports, runs
from examples.expectations import Program
from examples.reports import Report
from examples.scenario import Scenario

PATH = Path("s00_made_up/wrong.py")


def program(body):
    return Program(PATH, f"def main():\n    {body}\n")


def test_mypy_is_silent_where_it_should_speak():
    assert reports.differences(program("f(x)  # error: [tensor-dtype] float64"), []) == (
        "s00_made_up/wrong.py:2: mypy does not say error: tensor-dtype float64",
    )


def test_mypy_speaks_where_it_should_be_silent():
    report = Report(PATH, 2, "error", "argument is float64", "tensor-dtype")
    assert reports.differences(program("f(x)"), [report]) == (
        "s00_made_up/wrong.py:2: mypy also says argument is float64  [tensor-dtype]",
    )


def test_mypy_reveals_something_else():
    report = Report(PATH, 2, "note", 'Revealed type is "Tensor[Float64]"', "")
    assert len(reports.differences(program("reveal_type(x)  # revealed: Tensor[Float32]"), [report])) == 2


def test_a_run_that_does_something_else(tmp_path):
    path = tmp_path / "wrong.py"
    path.write_text("def main():\n    1 / 0  # raises: TypeError\n")
    wrong = Program.read(path)
    assert len(runs.differences(wrong, tuple(runs.runs(wrong)))) == 2


def test_a_run_that_does_what_it_should(tmp_path):
    path = tmp_path / "wrong.py"
    path.write_text("def main():\n    1 / 0  # raises: ArithmeticError division\n")
    wrong = Program.read(path)
    assert runs.differences(wrong, tuple(runs.runs(wrong))) == ()


def test_the_exit_status(capsys, tmp_path):
    right = Program(tmp_path / "right.py", "def main():\n    pass\n")
    right.path.write_text(right.source)
    said = Report(right.path, 2, "error", "argument is float64", "tensor-dtype")
    assert demo.summary([Scenario(right, right)], (), trained=True) == 0
    assert demo.summary([Scenario(right, right)], (), trained=False) == 1
    assert demo.summary([Scenario(right, right)], (said,), trained=True) == 1
    assert "not as announced" in capsys.readouterr().out
