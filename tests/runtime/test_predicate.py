import torch

from dtensortypes import CPU, Float32, Tensor
from dtensortypes.runtime.predicate import predicate


class Loud(torch.Tensor):
    heard = 0

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        Loud.heard += 1
        return super().__torch_function__(func, types, args, kwargs or {})


def test_one_function_for_each_hint():
    assert predicate(*Tensor[Float32, CPU, "n n"].__tensor__) is predicate(*Tensor[Float32, CPU, "n  n"].__tensor__)


def test_where_the_test_is_not_sure_the_judge_is_asked():
    loud = torch.zeros(2, 2).as_subclass(Loud)
    Loud.heard = 0
    assert predicate(*Tensor[Float32, CPU, "n n"].__tensor__)(loud)
    assert not predicate(*Tensor[Float32, CPU, "n"].__tensor__)(loud)
    assert Loud.heard == 0
