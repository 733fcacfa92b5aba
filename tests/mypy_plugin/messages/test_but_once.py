"""What is made of itself is unknown, and asked about once."""

from types import SimpleNamespace

from dtensortypes.mypy_plugin.messages import but_once
from tests.mypy_plugin.checking import program

ITSELF = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
options = {"n": 4, "m": 5}
options = {"n": options["n"], "m": options["n"]}
sizes = [options["n"], 3]
sizes = sizes + [sizes[0]]
def use(x: Tensor[Float32, CPU, "b 4"]) -> None:
    nn.Linear(options["n"], sizes[0])(x)
""")


def test_what_is_made_of_itself():
    assert not ITSELF.refused


def test_a_question_that_leads_back_to_itself(monkeypatch):
    answers: dict[object, object] = {}
    monkeypatch.setattr(but_once, "watch", lambda *_: SimpleNamespace(answers=answers))
    checker = SimpleNamespace(errors=None, modules=None)

    def ask():
        return "inner" + but_once.but_once(checker, "question", ask, ", and no further")

    assert but_once.but_once(checker, "question", ask, "otherwise") == "inner, and no further"
    assert answers == {}
