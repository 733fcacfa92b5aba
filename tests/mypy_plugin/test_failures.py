"""A failure of our own never crashes mypy, unless tests ask for it."""

import pytest
from mypy.plugin import AttributeContext, ClassDefContext, FunctionContext, FunctionSigContext, MethodSigContext
from mypy.types import AnyType, TypeOfAny

from dtensortypes.mypy_plugin.failures import LOUD, guarded

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
