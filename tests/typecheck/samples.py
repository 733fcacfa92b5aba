"""Values to call functions with, made from the annotations of their parameters."""

import collections.abc
import inspect
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import numpy as np
import torch
from torch import nn

from dtensortypes.annotations.tensor import TensorMeta
from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import ACCELERATOR, Device
from dtensortypes.core.facts.dtype import FLOAT32, FLOAT64, INT64, DType
from tests.typecheck.sizes import UNKNOWN_RUN, Sizes

MOST_CALLS = 8
LISTS = {list, collections.abc.Sequence, collections.abc.Iterable, collections.abc.Iterator, collections.abc.Collection}
PLAIN: dict[object, list[Callable[[], Any]]] = {
    Any: [lambda: torch.rand(UNKNOWN_RUN)],
    object: [lambda: torch.rand(UNKNOWN_RUN)],
    torch.Tensor: [lambda: torch.rand(UNKNOWN_RUN)],
    nn.Parameter: [lambda: nn.Parameter(torch.rand(UNKNOWN_RUN))],
    None: [lambda: None],
    type(None): [lambda: None],
    bool: [lambda: True, lambda: False],
    int: [lambda: 3],
    float: [lambda: 0.5],
    str: [lambda: "word"],
    torch.dtype: [lambda: torch.float16],
    torch.device: [lambda: torch.device("cpu")],
    np.ndarray: [lambda: np.ones(UNKNOWN_RUN)],
    nn.Module: [nn.Identity],
}


class NoSample(LookupError):  # noqa: N818 - the harness's own word for it
    """There is no value to be made from an annotation."""


class Samples:
    """Values of annotations, in the sizes of one block."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes

    def calls(self, function: Callable[..., Any]) -> Iterator[tuple[list[Any], dict[str, Any]]]:
        """Arguments to call the function with, one time for each combination of what unions and flags may be."""
        rest = {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}
        hints = typing.get_type_hints(inspect.unwrap(getattr(function, "__func__", function)))
        parameters = [
            p
            for p in inspect.signature(function).parameters.values()
            if p.name in hints and not (p.kind in rest and hints[p.name] is Any)
        ]
        choices = [range(self._count(hints[p.name], p)) for p in parameters]
        for picks in islice(product(*choices), MOST_CALLS):
            args: list[Any] = []
            kwargs: dict[str, Any] = {}
            for parameter, pick in zip(parameters, picks, strict=True):
                self._give(parameter, hints[parameter.name], pick, args, kwargs)
            yield args, kwargs

    def _count(self, hint: Any, parameter: inspect.Parameter) -> int:
        try:
            return len(self.values(hint))
        except NoSample:
            if parameter.default is parameter.empty:
                raise
            return 1

    def _give(
        self, parameter: inspect.Parameter, hint: Any, pick: int, args: list[Any], kwargs: dict[str, Any]
    ) -> None:
        try:
            make = self.values(hint)[pick]
        except NoSample:
            kwargs[parameter.name] = parameter.default
            return
        match parameter.kind:
            case parameter.VAR_POSITIONAL:
                args += [make(), make()]
            case parameter.POSITIONAL_ONLY | parameter.POSITIONAL_OR_KEYWORD:
                args.append(make())
            case parameter.KEYWORD_ONLY:
                kwargs[parameter.name] = make()
            case parameter.VAR_KEYWORD:
                kwargs["key"] = make()

    def values(self, hint: Any) -> list[Callable[[], Any]]:
        """Ways to make a value, one for each thing that it may be; raises NoSample."""
        if isinstance(hint, TensorMeta):
            return [lambda d=d, p=p: self.tensor(d, p, hint) for d in _dtypes(hint) for p in _devices(hint)]
        if isinstance(hint, TypeVar):
            return self.values(hint.__constraints__[0] if hint.__constraints__ else hint.__bound__ or Any)
        if hint in PLAIN:
            return PLAIN[hint]
        origin, args = get_origin(hint), get_args(hint)
        if origin in {Union, types.UnionType}:
            return [value for member in args for value in self.values(member)]
        if origin is Literal:
            return [lambda value=value: value for value in args]
        if origin is not None:
            return [self._container(origin, args)]
        if isinstance(hint, type):
            return [lambda: self.made(hint)]
        raise NoSample(f"no sample is made of {hint!r}: add a `# call:` to the block")

    def _container(self, origin: Any, args: tuple[Any, ...]) -> Callable[[], Any]:
        if origin is np.ndarray:
            scalar = get_args(args[1])
            return lambda: np.ones(UNKNOWN_RUN, dtype=scalar[0] if scalar and scalar[0] is not Any else None)
        if origin is collections.abc.Callable:
            return lambda: lambda *args: args[0]
        parts = [self.values(arg)[0] for arg in args if arg is not ...]
        if origin is tuple:
            return lambda: tuple(part() for part in (parts * 2 if ... in args else parts))
        if origin in LISTS:
            return lambda: [parts[0](), parts[0]()]
        if origin in {dict, Mapping}:
            return lambda: {"key" if get_args(args)[:1] != (int,) else 1: parts[1]()}
        raise NoSample(f"no sample is made of {origin!r}: add a `# call:` to the block")

    def made(self, cls: type) -> Any:
        """An object of the class, made with samples."""
        args, kwargs = next(self.calls(_constructor(cls)))
        return cls(*args, **kwargs)

    def tensor(self, dtype: DType, device: Device, hint: TensorMeta) -> torch.Tensor:
        place = "cuda" if device == ACCELERATOR else str(device)
        ones = torch.ones(self.sizes.shape(hint.__tensor__[2]), device=place)
        if dtype.category is dtype.category.QUANTISED:
            return torch.quantize_per_tensor(ones, 1.0, 0, getattr(torch, dtype.name))
        if dtype.bits < 8:
            return ones.byte().view(getattr(torch, dtype.name))
        return ones.to(getattr(torch, dtype.name))


def _constructor(cls: type) -> Callable[..., Any]:
    """A function of the constructor's parameters, without `self`."""
    return types.MethodType(cls.__init__, object())  # type: ignore[misc]


def _dtypes(hint: TensorMeta) -> list[DType]:
    match hint.__tensor__[0]:
        case DType() as dtype:
            return [dtype]
        case Var(bound=DType() as dtype):
            return [dtype]
        case OneOf(members=members, name=None):
            return sorted(members, key=lambda dtype: dtype.name)
        case OneOf(members=members):
            return [next(d for d in (FLOAT32, INT64, *sorted(members, key=lambda d: -d.bits)) if d in members)]
        case Var(bound=OneOf(members=members)):  # not the dtype that torch takes by itself
            return [next(d for d in (FLOAT64, INT64, *sorted(members, key=lambda d: -d.bits)) if d in members)]
    return [FLOAT32]


def _devices(hint: TensorMeta) -> list[Device]:
    match hint.__tensor__[1]:
        case Device() as device:
            return [device]
        case Var(bound=Device() as device):
            return [device]
        case OneOf(members=members):
            return sorted(members, key=lambda device: device.notation)
        case Var(bound=OneOf(members=members)):
            return [min(members, key=lambda device: device.notation)]
    return [Device("cpu")]
