from collections import OrderedDict
from enum import Enum

import numpy as np
import pytest
import torch

from dtensortypes.runtime.described import a, class_name, described, key_words, short

Color = Enum("Color", ["RED"])


class Unnamed(type):
    def __getattribute__(cls, name):
        raise RuntimeError


class Thing(metaclass=Unnamed):
    pass


class Secretive(torch.Tensor):
    @property
    def dtype(self):
        raise RuntimeError


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "None"),
        (3, "an int"),
        (np.zeros(2), "a numpy.ndarray"),
        (torch.zeros(2, 3), "float32 cpu (2, 3)"),
        (OrderedDict(), "a collections.OrderedDict"),
        (torch._C.ScriptFunction.__new__(torch._C.ScriptFunction), "a torch.jit.ScriptFunction"),
    ],
)
def test_values_in_words(value, words):
    assert described(value) == words


def test_what_does_not_want_to_be_described():
    assert described(torch.zeros(2).as_subclass(Secretive)).endswith("Secretive")
    assert a(Thing).endswith(".Thing")
    assert class_name(Thing) == "Thing"
    assert a(type("", (), {"__module__": None})) == "a class without a name"


def test_keys():
    for key, words in [("k", "'k'"), (7, "7"), (None, "None"), ((1, "k"), "(1, 'k')"), (("k",), "('k',)")]:
        assert key_words(key) == words
    assert key_words(Color.RED) == repr(Color.RED)
    assert key_words(object()) == "object"


def test_what_is_long_is_not_written_out():
    for value, words in [(10**5_000, "a long int"), (-(10**20), "a long int"), ("k" * 61, "a long str"), (2.5, "2.5")]:
        assert short(value) == words
