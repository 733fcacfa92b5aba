"""What is recorded: the user's line that gave a tensor its dtype or device; and that nothing else happens."""

import copy
import gc
import io
import pickle
import runpy
import textwrap
import weakref
from typing import ClassVar

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.overrides import TorchFunctionMode, resolve_name
from torch.utils._python_dispatch import TorchDispatchMode

from dtensortypes.core.problems import Kind
from dtensortypes.runtime.lineage.origins import since
from dtensortypes.runtime.lineage.tracing import trace


@pytest.fixture
def told(tmp_path):
    """What is told of the tensor `x` that a program leaves: its first line is line 1 of train.py."""

    def told(program, kind=Kind.DTYPE, **given):
        file = tmp_path / "train.py"
        file.write_text(textwrap.dedent(program).strip() + "\n", "utf-8")
        with trace():
            return since(runpy.run_path(str(file), {"torch": torch, **given})["x"], kind)

    return told


# --- dtype


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("import numpy\nx = torch.from_numpy(numpy.zeros(3))", "float64 since train.py:2, torch.from_numpy"),
        ("x = torch.frombuffer(bytearray(8), dtype=torch.float64)", "float64 since train.py:1, torch.frombuffer"),
        (
            "import numpy\nx = torch.from_dlpack(numpy.zeros(3))",
            "float64 since train.py:2, torch.utils.dlpack.from_dlpack",
        ),
        ("import numpy\nx = torch.as_tensor(numpy.zeros(3))", "float64 since train.py:2, torch.as_tensor"),
        ("x = torch.zeros(3)", "float32 since train.py:1, torch.zeros"),
        ("x = torch.zeros(3)\nx = x.half()", "float16 since train.py:2, torch.Tensor.half"),
        ("x = torch.zeros(3)\nx = x.to(torch.float64)", "float64 since train.py:2, torch.Tensor.to"),
        ("x = torch.arange(3)\nx = x / 2", "float32 since train.py:2, torch.Tensor.div"),
        ("x = torch.arange(3) > 1", "bool since train.py:1, torch.Tensor.gt"),
        ("x = torch.zeros(3, dtype=torch.complex64)\nx = x.real", "float32 since train.py:2, torch.Tensor.real"),
        ("x = torch.zeros(3)\nx = x.view(torch.int32)", "int32 since train.py:2, torch.Tensor.view"),
    ],
)
def test_a_dtype_is_new_where_no_argument_has_it(told, program, said):
    assert told(program) == said


@pytest.mark.parametrize(
    "kept",
    [
        "x + 1", "1 - x", "x * x", "x.sum()", "x[0]", "x[torch.tensor([0])]", "x.view(3, 1)", "torch.cat([x, x])",
        "torch.stack([x] * 3)", "x.split(2)[1]", "torch.zeros_like(x)", "x.new_zeros(2)", "x.to(torch.float64)",
        "torch.nn.Parameter(x)", "x.clone().add_(1)", "torch.where(torch.zeros(3) > 0, x, x)", "x.max(0).values",
        "torch.zeros(3, 3).double().copy_(x).mul(1)", "x * torch.tensor(2.0)", "x * torch.arange(3)", "x.detach()",
        "torch.nn.functional.embedding(torch.tensor([0]), x.view(3, 1))", "torch.vmap(lambda a: a + 1)(x)",
        "torch.func.grad(lambda a: a.sum())(x)", "x.to('meta')", "torch.einsum('i,i->', x, x)",
    ],
)  # fmt: skip
def test_what_keeps_the_dtype_of_an_argument_has_it_from_there(told, kept):
    first = "torch.zeros(3, 3).double()" if "copy_" in kept else "torch.zeros(3, dtype=torch.float64)"
    operation = "torch.Tensor.double" if "copy_" in kept else "torch.zeros"
    line = 2 if "copy_" in kept else 1
    assert told(f"x = {first}\nx = {kept}") == f"float64 since train.py:{line}, {operation}"


def test_where_dtypes_meet_is_where_one_is_lost(told):
    program = """
        w = torch.zeros(3, dtype=torch.float64)
        x = torch.zeros(3)
        x = x * w
        """
    said = "float64 since train.py:3, torch.Tensor.mul (float32 with float64 of train.py:1, torch.zeros)"
    assert told(program) == said
    loop = program + "for _ in range(3):\n            x = x - torch.zeros(3)\n"
    said = "float64 since train.py:5, torch.Tensor.sub (float32 with float64 of train.py:1, torch.zeros)"
    assert told(loop) == said, "the first of them all is named, however often they meet"


@pytest.mark.parametrize("scalar", ["torch.tensor(2.0)", "torch.arange(3)", "torch.zeros(3) > 0"])
def test_what_is_converted_everywhere_is_no_loss(told, scalar):
    assert told(f"x = torch.zeros(3, dtype=torch.float64)\nx = x * ({scalar})") == (
        "float64 since train.py:1, torch.zeros"
    )


@pytest.mark.parametrize("write", ["x.data = x.data.half()", "x = torch.nn.Parameter(x.half())", "x.set_(x.half())"])
def test_a_tensor_that_is_given_other_memory_has_its_dtype_from_there(told, write):
    with_set = "torch.zeros(3, dtype=torch.float16)" if "set_" in write else "torch.zeros(3)"
    said = "torch.zeros" if "set_" in write else "torch.Tensor.half"
    line = 1 if "set_" in write else 2
    assert told(f"x = {with_set}\n{write}") == f"float16 since train.py:{line}, {said}"


def test_what_was_there_before_is_told_from_where_it_is_first_seen(told):
    unseen = torch.zeros(3, dtype=torch.float64)
    assert since(unseen, Kind.DTYPE) == ""
    assert told("y = given\nx = y + 1", given=unseen) == "float64 already at train.py:2, torch.Tensor.add"
    assert since(unseen, Kind.DTYPE) == "float64 already at train.py:2, torch.Tensor.add"
    assert told("x = torch.Tensor([1, 2])") == ""


# --- device


def test_a_device_is_told_of_like_a_dtype(told):
    program = """
        x = torch.zeros(3)
        y = x.to("meta").half()
        x = y + y
        """
    assert told(program, Kind.DEVICE) == "meta since train.py:2, torch.Tensor.to"
    assert told("x = torch.zeros(3)\nx = x.half()", Kind.DEVICE) == "cpu since train.py:1, torch.zeros"
    assert (
        told("with torch.device('meta'):\n    x = torch.zeros(3)", Kind.DEVICE) == "meta since train.py:2, torch.zeros"
    )


def test_cuda_tensors_are_told_of_without_a_gpu(told):
    program = """
        x = torch.zeros(3)
        x = torch.empty(3, device="cuda")
        x = x + torch.tensor(1.0)
        """
    with FakeTensorMode():
        assert told(program, Kind.DEVICE) == "cuda:0 since train.py:2, torch.empty"


def test_shapes_are_not_recorded(told):
    assert told("x = torch.zeros(3)", Kind.SHAPE) == ""


# --- modules, files and loaders


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("m = torch.nn.Linear(3, 3)\nx = m.weight", "float32 since train.py:1, torch.nn.Linear"),
        ("m = torch.nn.Linear(3, 3)\nm.half()\nx = m.weight", "float16 since train.py:2, torch.nn.Module.half"),
        ("m = torch.nn.Linear(3, 3)\nm.to(torch.float64)\nx = m.bias", "float64 since train.py:2, torch.nn.Module.to"),
        (
            "m = torch.nn.Linear(3, 3)\nm.double()\nx = m(torch.zeros(2, 3, dtype=torch.float64))",
            "float64 since train.py:3, torch.zeros",
        ),
        (
            "m = torch.nn.Embedding(3, 3)\nm.half()\nx = m(torch.tensor([0]))",
            "float16 since train.py:2, torch.nn.Module.half",
        ),
        (
            "m = torch.nn.Linear(3, 3)\nwith torch.autocast('cpu', torch.bfloat16):\n    x = m(torch.zeros(2, 3))",
            "bfloat16 since train.py:3, torch.nn.Linear.forward",
        ),
        (
            "m = torch.nn.Linear(3, 3)\nm(torch.zeros(3)).sum().backward()\nx = m.weight.grad",
            "float32 since train.py:1, torch.nn.Linear",
        ),
        (
            "import copy\nm = torch.nn.Linear(3, 3)\nx = copy.deepcopy(m).weight",
            "float32 since train.py:2, torch.nn.Linear",
        ),
    ],
)
def test_modules(told, program, said):
    assert told(program) == said


def test_a_module_whose_parameters_are_swapped_is_still_moved(told):
    torch.__future__.set_swap_module_params_on_conversion(True)
    try:
        said = told("m = torch.nn.Linear(3, 3)\nm(torch.zeros(3))\nm.half()\nx = m.weight")
    finally:
        torch.__future__.set_swap_module_params_on_conversion(False)
    assert said == "float16 since train.py:3, torch.nn.Module.half"


def test_files(told):
    saved = io.BytesIO()
    torch.save(torch.zeros(3, dtype=torch.float64), saved)
    saved.seek(0)
    assert told("x = torch.load(saved)", saved=saved) == "float64 already at train.py:1, torch.load"
    assert told("import pickle\nx = pickle.loads(p)", p=pickle.dumps(torch.zeros(3))) == "float32 already at train.py:2"


DATASET = """
    import numpy
    from torch.utils.data import DataLoader, Dataset
    class Images(Dataset):
        def __len__(self):
            return 4
        def __getitem__(self, i):
            return {item}
    for x in DataLoader(Images(), batch_size=2, num_workers={workers}):
        pass
    """


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")  # says Python 3.12
@pytest.mark.parametrize(
    ("item", "workers", "said"),
    [
        ("torch.from_numpy(numpy.zeros(3))", 0, "since train.py:7, torch.from_numpy"),
        ("numpy.zeros(3)", 0, "since train.py:8, torch.utils.data.default_collate"),
        ("1.0", 0, "since train.py:8, torch.utils.data.default_collate"),
        ("torch.from_numpy(numpy.zeros(3))", 1, "already at train.py:8, torch.utils.data.DataLoader"),
    ],
)
def test_data_loaders(told, item, workers, said):
    assert told(DATASET.format(item=item, workers=workers)) == f"float64 {said}"


# --- nothing else happens


OPERATIONS = {
    "+": lambda a, b: a + b,
    "half": lambda a, b: a.half(),
    "double": lambda a, b: b.double(),
    "in place": lambda a, b: a.add_(1),
    "index": lambda a, b: a[..., :1] + b,
    "max": lambda a, b: (a if a.dtype != torch.float16 else a.float()).max(-1, keepdim=True).values,
    "zeros": lambda a, b: torch.zeros(3),
    "list": lambda a, b: torch.stack([a.double().expand(3), b.double().expand(3)])[1],
    "data": lambda a, b: setattr(b, "data", b.data.float()) or b,
    "shape": lambda a, b: torch.full(tuple(a.shape), float(a.dim())),
}


def run(names):
    a, b = torch.arange(3.0), torch.ones(3, dtype=torch.float64)
    for name in names:
        a, b = b, OPERATIONS[name](a, b)
    return a, b


@given(st.lists(st.sampled_from(sorted(OPERATIONS)), max_size=8))
def test_recording_changes_no_result(names):
    plain = run(names)
    with trace():
        traced = run(names)
    for one, other in zip(plain, traced, strict=True):
        assert one.dtype == other.dtype
        assert torch.equal(one, other)
    assert all(since(one, Kind.DTYPE).startswith(str(one.dtype).removeprefix("torch.")) for one in traced)


class Counter(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.operations = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.operations.append(str(func))
        return func(*args, **(kwargs or {}))


class Listener(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.heard = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.heard.append(resolve_name(func))
        return func(*args, **(kwargs or {}))


@given(st.lists(st.sampled_from(sorted(OPERATIONS)), max_size=8))
def test_no_operation_is_run_and_no_mode_hears_of_it(names):
    with Counter() as plain, Listener() as before:
        run(names)
    with Listener() as under, trace(), Counter() as counted, Listener() as over:
        run(names)
    assert counted.operations == plain.operations
    assert under.heard == over.heard == before.heard


class Logged(torch.Tensor):
    heard: ClassVar = []

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        cls.heard.append(resolve_name(func))
        return super().__torch_function__(func, types, args, kwargs or {})


def test_a_tensor_class_of_ones_own_is_not_asked():
    x = torch.zeros(3).as_subclass(Logged)
    Logged.heard.clear()
    with trace():
        y = x.double() + 1
    assert Logged.heard == ["torch.Tensor.double", "torch.Tensor.add"]
    assert since(y, Kind.DTYPE).endswith("torch.Tensor.double")


def test_no_tensor_lives_longer():
    with trace():
        x = torch.zeros(3, dtype=torch.float64)
        y = torch.zeros(3) * x
        alive = [weakref.ref(x), weakref.ref(y), weakref.ref(x.untyped_storage()), weakref.ref(y.untyped_storage())]
        del x, y
        gc.collect()
        assert [ref() for ref in alive] == [None] * 4


def test_no_tensor_is_changed():
    with trace():
        x = torch.zeros(3) + 1
    assert vars(x) == {}
    assert weakref.getweakrefcount(x) == 0
    assert vars(copy.deepcopy(x)) == {}


def test_the_error_of_an_operation_is_torchs_own():
    with pytest.raises(RuntimeError) as plain:
        torch.zeros(2) @ torch.zeros(3)
    with trace(), pytest.raises(RuntimeError) as traced:
        torch.zeros(2) @ torch.zeros(3)
    assert str(traced.value) == str(plain.value)


KINDS = {
    "sparse": lambda: torch.eye(2).to_sparse().double(),
    "csr": lambda: torch.eye(2).to_sparse_csr().double(),
    "mkldnn": lambda: torch.eye(2).to_mkldnn(),
    "quantised": lambda: torch.quantize_per_tensor(torch.eye(2), 1.0, 0, torch.qint8),
    "jagged": lambda: torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], layout=torch.jagged).double(),
    "lazy": lambda: torch.nn.LazyLinear(2).double().weight,
    "functionalised": lambda: torch.func.functionalize(lambda x: x.double().add_(1))(torch.eye(2)),
    "freed": lambda: torch.eye(2).untyped_storage().resize_(0),
    "inference": lambda: torch.inference_mode()(lambda: torch.eye(2).double())(),
    "float8": lambda: torch.eye(2).to(torch.float8_e5m2),
    "fake": lambda: FakeTensorMode().from_tensor(torch.eye(2)).double(),
}


@pytest.mark.filterwarnings("ignore:Sparse CSR tensor support is in beta:UserWarning")
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_tensor_passes(kind):
    plain = KINDS[kind]()
    with trace():
        traced = KINDS[kind]()
    assert type(traced) is type(plain)
    assert getattr(traced, "dtype", None) == getattr(plain, "dtype", None)
    said = since(traced, Kind.DTYPE)
    assert said == "" or f"test_recorder.py:{KINDS[kind].__code__.co_firstlineno}, torch." in said


def test_a_dense_tensor_from_a_sparse_one_had_its_dtype_already(told):
    program = "x = torch.eye(2).to_sparse().double()\nx = x.to_dense()"
    assert told(program) == "float64 already at train.py:2, torch.Tensor.to_dense"


def test_a_long_list_is_not_read_to_its_end(told):
    class Numbers(list):
        def __iter__(self):
            for count, number in enumerate(super().__iter__()):
                assert count < 1000
                yield number

    assert told("x = torch.stack(many)", many=[torch.zeros(1)] * 1000) == ("float32 already at train.py:1, torch.stack")
