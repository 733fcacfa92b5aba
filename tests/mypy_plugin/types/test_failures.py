"""A failure of our own never crashes mypy, unless tests ask for it."""

import pytest
from mypy.plugin import AttributeContext, ClassDefContext, FunctionContext, FunctionSigContext, MethodSigContext
from mypy.types import AnyType, NoneType, TypeOfAny

from dtensortypes.mypy_plugin.types.failures import LOUD, guarded, needing, no_news, say

ANSWER = AnyType(TypeOfAny.explicit)
CONTEXTS = [
    FunctionContext([], [], [], [], ANSWER, [], None, None),
    FunctionSigContext([], ANSWER, None, None),
    MethodSigContext(None, [], ANSWER, None, None),
    AttributeContext(None, ANSWER, False, None, None),
]


@guarded
def broken(_context):
    """Say something wrong."""
    raise RuntimeError("a bug of ours")


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda context: type(context).__name__)
def test_mypys_own_answer_stands(context, monkeypatch):
    monkeypatch.delenv(LOUD, raising=False)
    assert broken(context) is ANSWER


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda context: type(context).__name__)
def test_mypys_own_any_stands_for_one_of_ours(context):
    assert no_news(context, AnyType(TypeOfAny.special_form)) is ANSWER
    known = NoneType()
    assert no_news(context, known) is known
    assert no_news(FunctionContext([], [], [], [], known, [], None, None), ANSWER) is ANSWER


def test_a_class_is_left_as_it_is(monkeypatch):
    monkeypatch.delenv(LOUD, raising=False)
    assert broken(ClassDefContext(None, None, None)) is None


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda context: type(context).__name__)
def test_it_is_raised_where_tests_ask_for_noise(context, monkeypatch):
    monkeypatch.setenv(LOUD, "1")
    with pytest.raises(RuntimeError, match="a bug of ours"):
        broken(context)


def test_what_works_is_not_touched():
    assert guarded(len)([1, 2]) == 2


@pytest.mark.parametrize("error", [AttributeError("frames"), ImportError("treetransform"), TypeError("one argument")])
def test_what_mypy_has_no_more_is_told_once(error, monkeypatch, capsys):
    monkeypatch.delenv(LOUD, raising=False)

    @needing(f"follow {error}", otherwise=3)
    def touches(_mypy):
        raise error

    assert touches(None) == touches(None) == 3
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"it cannot follow {error}" in said
    monkeypatch.setenv(LOUD, "1")
    with pytest.raises(type(error)):
        touches(None)


def test_a_failure_is_told_once(monkeypatch, capsys):
    monkeypatch.delenv(LOUD, raising=False)
    say.cache_clear()
    for context in CONTEXTS:
        broken(context)
    said = capsys.readouterr().err
    assert said.startswith("dtensortypes: ")
    assert said.count("a bug of ours") == 1
