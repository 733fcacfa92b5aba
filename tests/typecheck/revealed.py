"""Revealed types laid beside the values that the run has in the same place."""

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import torch

from dtensortypes.annotations.places import device_of, dtype_of
from dtensortypes.core.facts import device, dtype
from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import ACCELERATOR, Device
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.notation.shapes import parse_pattern
from tests.typecheck.sizes import Sizes

FALLBACK = re.compile(r", fallback=[\w.]+")
WIDTH = re.compile(r"_(\d+)Bit")
CONTAINERS: dict[str, type] = {"list": list, "dict": dict, "set": set, "Sequence": Sequence, "Iterable": Iterable}
SCALARS = {"signedinteger": "int", "unsignedinteger": "uint", "floating": "float", "complexfloating": "complex"}


class Judge:
    """Compares values with types that are written as mypy reveals them, in the sizes of one block."""

    def __init__(self, sizes: Sizes, names: Mapping[str, Any]) -> None:
        self.sizes = sizes
        self.names = names

    def accepts(self, text: str, value: object) -> bool:
        """Whether the value is of the type; raises LookupError where no comparison is known."""
        if text.startswith(("def ", "Overload(")):
            return callable(value)
        return self._is(ast.parse(FALLBACK.sub("", text).replace("*tuple", "tuple"), mode="eval").body, value)

    def _is(self, type_: ast.expr, value: object) -> bool:
        match type_:
            case ast.BinOp(left=left, right=right):
                return self._is(left, value) or self._is(right, value)
            case ast.Constant(value=None):
                return value is None
            case ast.Subscript(value=base, slice=ast.Tuple(elts=args)):
                return self._generic(_name(base), args, value)
            case ast.Subscript(value=base, slice=arg):
                return self._generic(_name(base), [arg], value)
        return self._generic(_name(type_), [], value)

    def _generic(self, name: str, args: list[ast.expr], value: object) -> bool:
        match name:
            case "Any":
                return True
            case "Tensor":
                return isinstance(value, torch.Tensor) and self._tensor(args, value)
            case "tuple":
                return isinstance(value, tuple) and self._tuple(args, value)
            case "list" | "dict" | "set" | "Sequence" | "Iterable":
                return isinstance(value, CONTAINERS[name]) and self._items(args[-1], value)
            case "Literal":
                return self._literal(args[0], value)
            case "dtype":
                return isinstance(value, torch.dtype) and (not args or self._dtype(args[0], value))
            case "device":
                return isinstance(value, torch.device) and (not args or self._device(args[0], value))
            case "ndarray":
                return isinstance(value, np.ndarray) and self._array(args, value)
        return any(cls.__name__ == name for cls in type(value).__mro__)

    def _tensor(self, args: list[ast.expr], value: torch.Tensor) -> bool:
        checks = (self._dtype, self._device, self._shape)
        facts = (value.dtype, value.device, tuple(value.shape))
        return all(check(arg, fact) for check, arg, fact in zip(checks, args, facts, strict=False))

    def _dtype(self, place: ast.expr, found: torch.dtype) -> bool:
        match place:
            case ast.BinOp(left=left, right=right):
                return self._dtype(left, found) or self._dtype(right, found)
            case ast.Name(id="Any" | "DType"):
                return True
            case ast.Name(id=name) if name in dtype.BY_NOTATION or name in dtype.CATEGORIES:
                return _member(dtype.BY_NAME[str(found).removeprefix("torch.")], _dtype_fact(name))
        variable = self._variable(place)
        return _member(dtype.BY_NAME[str(found).removeprefix("torch.")], dtype_of(variable))

    def _device(self, place: ast.expr, found: torch.device) -> bool:
        match place:
            case ast.BinOp(left=left, right=right):
                return self._device(left, found) or self._device(right, found)
            case ast.Name(id="Any" | "Device"):
                return True
            case ast.Name(id=name) if name in device.BY_NOTATION:
                return _on(found, Device(device.BY_NOTATION[name]))
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int(index))):
                return _on(found, Device(device.BY_NOTATION[name], index))
        return _member(Device(found.type), device_of(self._variable(place)))

    def _shape(self, place: ast.expr, found: tuple[int, ...]) -> bool:
        if not isinstance(place, ast.Constant):
            return _name(place) == "Any"
        return self.sizes.fits(parse_pattern(place.value), found)

    def _tuple(self, args: list[ast.expr], value: tuple[object, ...]) -> bool:
        if len(args) == 2 and isinstance(args[1], ast.Constant) and args[1].value is ...:
            return self._items(args[0], value)
        return len(args) == len(value) and all(self._is(arg, item) for arg, item in zip(args, value, strict=True))

    def _items(self, arg: ast.expr, value: Any) -> bool:
        return all(self._is(arg, item) for item in (value.values() if isinstance(value, dict) else value))

    def _literal(self, arg: ast.expr, value: object) -> bool:
        word = ast.literal_eval(arg)
        if isinstance(word, str) and isinstance(value, int):
            return self.sizes.is_size(parse_pattern(word).left[0].dim, value)
        return isinstance(value, type(word)) and value == word

    def _array(self, args: list[ast.expr], value: np.ndarray) -> bool:
        scalar = ast.unparse(args[1]) if len(args) == 2 else "Any"
        width, kind = WIDTH.search(scalar), re.search("|".join(SCALARS), scalar)
        bits = int(width[1]) * (2 if kind and kind[0] == "complexfloating" else 1) if width else 0
        name = f"{SCALARS[kind[0]]}{bits}" if kind and width else scalar.rpartition(".")[2].strip("_]")
        shaped = isinstance(args[0], ast.Name) or self._is(args[0], value.shape)
        return shaped and (name in {"Any", "generic"} or value.dtype.name == name)

    def _variable(self, place: ast.expr) -> TypeVar:
        found = self.names.get(_name(place))
        if not isinstance(found, TypeVar):
            raise LookupError(f"{ast.unparse(place)} cannot be compared with a value")  # noqa: TRY004 - the text is wrong, no type is
        return found


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Constant(value=str()):
            return "Any"
    raise LookupError(f"{ast.unparse(node)} cannot be compared with a value")


def _dtype_fact(name: str) -> Any:
    return dtype.BY_NOTATION.get(name) or dtype.CATEGORIES[name]


def _member(found: DType | Device, fact: Any) -> bool:
    match fact:
        case Var(bound=bound):
            return _member(found, bound)
        case OneOf(members=members):
            return found in members
        case DType() | Device():
            return bool(found == fact)
    return True


def _on(found: torch.device, declared: Device) -> bool:
    if declared == ACCELERATOR:
        return True
    return found.type == declared.type and (declared.index is None or declared.index == (found.index or 0))
