"""Every full name that the plugin speaks of, once."""

import sys
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final

from mypy.nodes import Import, ImportAll, ImportFrom, MypyFile

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree

TENSOR: Final = "torch._tensor.Tensor"
DTYPE: Final = "torch._C.dtype"
DEVICE: Final = "torch._C.device"
PARAMETER: Final = "torch.nn.parameter.Parameter"
PACKED: Final = "torch.nn.utils.rnn.PackedSequence"
TORCH_PLACEMENTS: Final = "torch.distributed.tensor.placement_types"
MODULE: Final = "torch.nn.modules.module.Module"
DISTRIBUTIONS: Final = "torch.distributions."
DISTRIBUTION: Final = f"{DISTRIBUTIONS}distribution.Distribution"
ADDED: Final = {TENSOR: 3, MODULE: 3, DISTRIBUTION: 2, DTYPE: 1, DEVICE: 1}
"""How many type parameters the plugin gives classes, and those below them; they come last."""
TUPLE: Final = "builtins.tuple"
LIST: Final = "builtins.list"
DEQUE: Final = "collections.deque"
VALUES: Final = "_collections_abc.dict_values"
ENTRIES: Final = "_collections_abc.dict_items"
VIEWS: Final = frozenset({VALUES, ENTRIES})
ITERABLE: Final = "typing.Iterable"

QUESTION: Final = "__sizeof__"
"""The method of the calls that narrow a variable: everything has it, and nobody calls it."""

PLUGIN: Final = "dtensortypes.mypy_plugin"
DTYPES: Final = "dtensortypes.annotations.dtypes"
DEVICES: Final = "dtensortypes.annotations.devices"
PLACEMENTS: Final = "dtensortypes.annotations.placements"
ANY_DTYPE: Final = f"{DTYPES}.DType"
ANY_DEVICE: Final = f"{DEVICES}.Device"
ANY_PLACEMENT: Final = f"{PLACEMENTS}.Placement"
SHARD: Final = f"{PLACEMENTS}.Shard"
SIZE: Final = "dtensortypes.annotations.sizes.Size"
OPEN_SIZE: Final = "\u0298"
"""What the names of sizes begin with that a call leaves open: a letter that nobody begins the name of a dim with."""

HINTS: Final = frozenset({DTYPE, TENSOR, SHARD})
"""The names in annotations that stand for more than mypy reads there; those of devices do, too."""

NAMED_RESULT: Final = "dtensortypes.annotations.results.NamedResult"

NEEDED: Final = (DTYPES, DEVICES, SIZE.rpartition(".")[0], NAMED_RESULT.rpartition(".")[0])
"""Modules that hold the classes our types are made of."""
NEEDING: Final = frozenset({"torch", DTYPE.rpartition(".")[0], TENSOR.rpartition(".")[0]})
"""The modules of torch that get them: all that knows a tensor imports one of these, and mypy reads them after ours."""

TORCH_SIZE: Final = "torch._C.Size"
NUMPY: Final = "numpy."
NUMPY_WIDTHS: Final = "numpy._typing._nbit_base"
NDARRAY: Final = "numpy.ndarray"
NUMPY_NUMBER: Final = "numpy.generic"
RANDOM_STATE: Final = "numpy.random.mtrand.RandomState."
RANDOM_GENERATOR: Final = "numpy.random._generator.Generator."
NUMPY_DTYPE: Final = "numpy.dtype"
RETURN_TYPES: Final = "torch.return_types."
MODULE_METHODS: Final = "torch.nn.Module."
LAYERS: Final = "torch.nn.modules."

EINOPS: Final = ("einops.einops.", "einops.packing.")
"""Where einops has its functions."""

_PUBLIC: Final = (
    ("torch._C._VariableFunctions.", "torch."),
    ("torch._C._VariableFunctionsClass.", "torch."),
    ("torch._tensor.Tensor.", "torch.Tensor."),
    ("torch._C.TensorBase.", "torch.Tensor."),
    ("torch.nn.parameter.Parameter.", "torch.Tensor."),
    ("torch.nn.parameter.", "torch.nn."),
    ("torch.autograd.variable.", "torch.autograd."),
    ("torch.functional.", "torch."),
    ("torch._C._nn.log_s", "torch.nn.functional.logs"),  # its stubs write this one in two words
    ("torch._C._nn.", "torch.nn.functional."),
    ("torch._C.", "torch."),
    ("torch._tensor.", "torch."),
    ("torch.nn.modules.module.Module.", "torch.nn.Module."),
    ("numpy._ArrayOrScalarCommon.", "numpy.ndarray."),
    (RANDOM_STATE, "numpy.random."),
    (RANDOM_GENERATOR, "numpy.random.Generator."),
    ("numpy.random.mtrand.", "numpy.random."),
    ("numpy.linalg._linalg.", "numpy.linalg."),
    *((module, "einops.") for module in EINOPS),
)


REPLACE: Final = "dataclasses.replace"
POST_INIT: Final = "__post_init__"
NAMESPACES: Final = frozenset({"types.SimpleNamespace", "argparse.Namespace"})
"""The classes whose objects have the attributes that they are given by name."""
PACKAGES: Final = frozenset({"torch", "nn", "F"})
"""The first names under which programs call what is torch's."""


@cache
def public(fullname: str) -> str:
    """The name under which users know what mypy calls `fullname`: `torch.zeros`, `torch.nn.Linear`."""
    if fullname.startswith(LAYERS):
        module, _, name = fullname.removeprefix(LAYERS).rpartition(".")
        _, _, owner = module.partition(".")  # `transformer.Transformer`, of what a class makes without an object
        return fullname if owner == "Module" else f"torch.nn.{owner and owner + '.'}{name}"
    if fullname.startswith(DISTRIBUTIONS):  # each class, and a few functions, in a file of its own
        return DISTRIBUTIONS + fullname.removeprefix(DISTRIBUTIONS).partition(".")[2]
    if fullname.startswith(("numpy._core.", "numpy.lib.")):
        return f"numpy.{fullname.rpartition('.')[2]}"
    for prefix, short in _PUBLIC:
        if fullname.startswith(prefix):
            return short + fullname.removeprefix(prefix)
    return fullname


def is_layer(fullname: str) -> bool:
    """Whether it is one of torch's own modules, or of einops', or what such a class has."""
    return fullname.startswith(_OF_LAYERS)


_OF_LAYERS: Final = (LAYERS, "einops.layers.torch.")


def is_users(fullname: str) -> bool:
    """Whether it is the program's own, or another package's, and not Python's, torch's or numpy's."""
    return fullname.partition(".")[0] not in _OTHERS


def is_read_of_class(fullname: str) -> bool:
    """Whether the attribute of a program's class is the class's own: where `type` has one of this name, mypy asks that.

    It does so where no plugin answers: `cls.__call__` is what makes objects.
    """
    return is_users(fullname) and not hasattr(type, fullname.rpartition(".")[2])


def is_pythons(fullname: str) -> bool:
    """Whether it is of Python's standard library."""
    return root(fullname) in sys.stdlib_module_names


_OTHERS: Final = sys.stdlib_module_names | {"_typeshed", "typing_extensions", "torch", "numpy"}

DTYPE_SETTERS: Final = frozenset({"torch.set_default_dtype", "torch.set_default_tensor_type"})
DEVICE_SETTERS: Final = frozenset({"torch.set_default_device", "torch.set_default_tensor_type"})
AUTOCAST_SETTERS: Final = frozenset(
    f"set_autocast_{what}" for what in ("enabled", "dtype", "cpu_enabled", "cpu_dtype", "gpu_dtype")
)
AUTOCASTS: Final = frozenset(
    {
        "torch.amp.autocast_mode.autocast",
        "torch.cuda.amp.autocast_mode.autocast",
        "torch.cpu.amp.autocast_mode.autocast",
    }
)
"""The classes whose `with` is an autocast region."""

CHECKPOINT: Final = "torch.utils.checkpoint.checkpoint"
CACHED: Final = "functools._lru_cache_wrapper"
MANAGING: Final = "contextlib.contextmanager"
MANAGER: Final = "contextlib._GeneratorContextManager"
CACHING: Final = frozenset({"functools.cache", "functools.lru_cache"})
CUSTOM_OP: Final = "torch._library.custom_ops.CustomOpDef"
OPERATOR: Final = "_operator."
BUILTINS: Final = "builtins."
PARTIAL: Final = "functools.partial"
CONTEXT_VARIABLE: Final = "_contextvars.ContextVar"
DATASET: Final = "torch.utils.data.dataset.Dataset"
ITERABLE_DATASET: Final = "torch.utils.data.dataset.IterableDataset"
TENSOR_DATASET: Final = "torch.utils.data.dataset.TensorDataset"
SUBSET: Final = "torch.utils.data.dataset.Subset"
CONCATENATED: Final = "torch.utils.data.dataset.ConcatDataset"
RANDOM_SPLIT: Final = "torch.utils.data.dataset.random_split"
PICKING: Final = list.__getitem__.__name__
DATA_LOADER: Final = "torch.utils.data.dataloader.DataLoader"
AVAILABLE: Final = frozenset(
    {
        "torch.cuda.is_available",
        "torch.xpu.is_available",
        "torch.accelerator.is_available",
        "torch.backends.mps.is_available",
    }
)
"""The questions whose answer decides where a program runs."""
CURRENT: Final = "torch.accelerator.current_accelerator"
"""The function that gives the accelerator that there is."""
TRANSPARENT: Final = frozenset(
    {
        "dtensortypes.checked",
        "dtensortypes.runtime.checked.checked",
        "torch.autograd.grad_mode.no_grad",
        "torch.autograd.grad_mode.enable_grad",
        "torch.autograd.grad_mode.inference_mode",
    }
)
"""The decorators under which a function takes and gives what it would without them."""

BAR: Final = "tqdm.tqdm"
BARS: Final = frozenset({BAR, "tqdm.auto.tqdm", "tqdm.autonotebook.tqdm", "tqdm.notebook.tqdm", "tqdm.std.tqdm"})
"""What shows how far a loop has come, and gives what it is given."""
TYPED_BARS: Final = frozenset(
    {"tqdm.std.tqdm", "tqdm.asyncio.tqdm_asyncio", "tqdm.notebook.tqdm_notebook", "rich.progress.track"}
)
"""The same, as annotations name them."""
WITH_BARS: Final = frozenset({"tqdm"})

MODULE_CONTAINERS: Final = frozenset(
    f"{LAYERS}container.{name}" for name in ("ModuleList", "ModuleDict", "ParameterList", "ParameterDict")
)
"""Torch's containers of modules or parameters, which have no forward."""
MODULE_LIST: Final = f"{LAYERS}container.ModuleList"
DICTS_OF_MODULES: Final = frozenset(f"{LAYERS}container.{name}" for name in ("ModuleDict", "ParameterDict"))
MODULE_DICT: Final = f"{LAYERS}container.ModuleDict"
SEQUENTIAL: Final = f"{LAYERS}container.Sequential"
DATA_PARALLEL: Final = "torch.nn.parallel.data_parallel.DataParallel"
"""Torch's module that is called as the one inside, on a batch in several parts."""
DISTRIBUTED: Final = "torch.nn.parallel.distributed.DistributedDataParallel"
AUTOGRAD_FUNCTION: Final = "torch.autograd.function.Function"
COMPILE: Final = "torch.compile"
VMAP: Final = "torch._functorch.apis.vmap"
APPLYING: Final = "apply"
"""The method of modules that gives each module inside to a function."""
APPLYING_TO_TENSORS: Final = "_apply"
"""The method of modules that puts what a function makes of it into the place of each tensor inside."""
TRAINING: Final = "training"
"""The switch that every module has: which way it stands nobody knows beforehand."""
REGISTERING: Final = frozenset(
    {"register_buffer", "register_parameter", "register_module", "add_module", "set_submodule"}
)
"""The methods by which something is put into a module under a name."""
MOVING: Final = "_apply"
"""The method by which all others cast and move a module."""
FOLDING: Final = frozenset({"functools.reduce", "itertools.accumulate"})
"""What gives what another function makes of its own results: mypy takes it for one more item."""
SORTING_IN: Final = (
    *(f"_heapq.{name}" for name in ("heappush", "heappushpop", "heapreplace")),
    *(f"{module}.{name}" for module in ("bisect", "_bisect") for name in ("insort", "insort_left", "insort_right")),
)
"""What puts something into the list that it is given first."""
KEEPING: Final = (
    *("builtins.getattr", "builtins.setattr", "operator.", "_operator.", "functools.", "threading."),
    *("collections.ChainMap", "types.MappingProxyType"),
)
"""What of Python's own fills what it is given, `operator.setitem(batch, "x", x)`, or keeps it for those who do."""
REORDERING: Final = frozenset({"random.shuffle", "_heapq.heapify", "_heapq.heappop"})
"""What puts the items of the list that it is given into another order, or takes one out."""
GIVING_PARAMETERS: Final = frozenset({"parameters", "named_parameters"})
"""The methods of modules that give all parameters, one after the other."""


def root(module: str) -> str:
    """The package that the module is of."""
    return module.partition(".")[0]


def is_torchs(module: str) -> bool:
    """Whether the module is one of torch's own."""
    return module.startswith("torch.") or module == "torch"


def imports(file: MypyFile, packages: AbstractSet[str]) -> bool:
    """Whether the file imports from one of the packages."""
    for statement in file.imports:
        match statement:
            case Import(ids=ids) if any(root(name) in packages for name, _ in ids):
                return True
            case ImportFrom(id=name) | ImportAll(id=name) if root(name) in packages:
                return True
    return False


def is_asked_for(file: MypyFile, silent: AbstractSet[str]) -> bool:
    """Whether what is in the file is to be followed; `silent` has the paths of those whose messages nobody sees.

    Nothing is computed in stubs, and of a library that does not import torch itself the names alone are of interest.
    """
    if file.is_stub or is_torchs(file.fullname):
        return False
    return file.path not in silent or (root(file.fullname) != "dtensortypes" and _imports_torch(file))


@once_per_tree
def _imports_torch(file: MypyFile) -> bool:
    return imports(file, {"torch", "dtensortypes"})


@once_per_tree
def imports_us(file: MypyFile) -> bool:
    """Whether the file's author uses our types."""
    return imports(file, {"dtensortypes"})
