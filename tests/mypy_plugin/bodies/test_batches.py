"""What `for batch in loader` gives is the collated item, with as many of them as the loader says."""

from mypy.types import TupleType

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.bodies.batches import batch_of, has_dicts, made, of_parts
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.types.types_of import anything
from tests.mypy_plugin.checking import types

ROW = TensorFact(FLOAT32, UNKNOWN, Shape.of(3))


def loader(item):
    return types().instance(names.DATA_LOADER, item)


def pair(*items):
    return TupleType(list(items), types().instance(names.TUPLE, anything()))


def test_rows_in_a_batch():
    item = types().tensor(ROW)
    assert made(item) == ROW
    batch = batch_of(types(), loader(item))
    assert batch is not None
    assert made(batch) == TensorFact(FLOAT32, UNKNOWN, Shape((UNKNOWN, Dim.of(3))))
    counted = objects.made(types(), loader(item), [types().literal(4)])
    batch = batch_of(types(), counted)
    assert batch is not None
    assert made(batch) == TensorFact(FLOAT32, UNKNOWN, Shape.of(4, 3))


def test_of_items_that_are_not_known():
    assert batch_of(types(), loader(anything())) is None


def test_dicts_among_the_items():
    table = types().instance("builtins.dict", types().instance("builtins.str"), types().tensor(ROW))
    assert has_dicts(pair(table, anything()))
    assert not has_dicts(pair(types().tensor(ROW)))
    assert of_parts(types(), table, lambda one: one) is not None
    assert of_parts(types(), types().instance("builtins.int"), lambda one: one) is None
