"""What is stored in self must find room there."""

import pytest

from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.inplace import can_cast, refuse_growth, refuse_leaving, refuse_storing


def of(text):
    return TensorFact(FLOAT32, CPU, Shape.of(*(int(d) if d.isdecimal() else d for d in text.split())))


def test_casting_is_torchs():
    torch = pytest.importorskip("torch")
    from dtensortypes.core.facts.dtype import DTYPES, Category

    plain = [dtype for dtype in DTYPES if dtype.category is not Category.QUANTISED and dtype.bits != 8]
    for source in plain:
        for to in plain:
            assert can_cast(source, to) == torch.can_cast(getattr(torch, source.name), getattr(torch, to.name))


def test_refusals():
    call = Call("add_", {"self": of("n")})
    refuse_storing(call, FLOAT64, pointwise=True)
    refuse_growth(call, Shape.of("n"))
    refuse_leaving(call, CPU)
    refuse_leaving(call, UNKNOWN)
    for refusal in (
        lambda: refuse_storing(Call("add_", {"self": TensorFact(INT64)}), FLOAT16, pointwise=True),
        lambda: refuse_growth(call, Shape.of("m", "n")),
        lambda: refuse_leaving(call, CUDA),
    ):
        with pytest.raises(Refused, match="cannot be stored"):
            refusal()
