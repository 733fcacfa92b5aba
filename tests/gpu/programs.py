"""Checked calls of every kind, each a function of a right tensor and of one that is right or wrong.

All of them declare `Float32` on a device and `"b n"`, so that any tensor that is something else is refused at the door,
before torch is asked for anything.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar

import torch

from dtensortypes import Device, Float, Float32, Tensor, check, checked, checking, trace, verify

Program: TypeAlias = Callable[[torch.Tensor, torch.Tensor], Any]
"""Called with a right tensor, and one that is perhaps wrong."""

D = TypeVar("D", bound=Float)
V = TypeVar("V", bound=Device)


def programs(place: Any, mode: str = "error") -> dict[str, Program]:
    """The programs by name, for tensors on this device; in the mode "off" nothing in them is checked."""
    with checking(mode):
        kinds = (_functions(place), _generators(place), _containers(place), _classes(place), _questions(place))
    return {name: _in_mode(program, mode) for kind in kinds for name, program in kind.items()}


def wrong(x: torch.Tensor, elsewhere: str) -> dict[str, torch.Tensor]:
    """What is wrong in one of three ways, made of a matrix of float32."""
    return {"dtype": x.double(), "device": torch.zeros(x.shape, device=elsewhere), "shape": x[0].clone()}


def _in_mode(program: Program, mode: str) -> Program:
    def run(x: torch.Tensor, y: torch.Tensor) -> Any:
        with checking(mode):
            return program(x, y)

    return run


def _functions(place: Any) -> dict[str, Program]:
    matrix = Tensor[Float32, place, "b n"]

    @checked
    def function(x: matrix, y: matrix) -> matrix:
        return x * 2 + y

    @checked
    def variables(x: Tensor[D, V, "b n"], y: Tensor[D, V, "b n"], *, scale: float = 2.0) -> Tensor[D, V, "b b"]:
        return x @ y.T * scale

    @checked
    def expressions(x: matrix, y: Tensor[Float32, place, "b 2*n-n"], z: matrix | None = None) -> Tensor[Any, Any, "n"]:
        return (x + y).sum(0)

    @checked
    def stretched(x: Tensor[Float32, place, "*s b n"], y: Tensor[Float32, place, "#b n"]) -> Tensor[Float32, place]:
        return x + y

    @checked
    async def later(x: matrix, y: matrix) -> matrix:
        await asyncio.sleep(0)
        return x + y

    return {
        "function": function,
        "type variables": lambda x, y: variables(x, y, scale=3.0),
        "expressions": expressions,
        "broadcasting": lambda x, y: stretched(x[None], y),
        "coroutine": lambda x, y: asyncio.run(later(x, y)),
    }


def _generators(place: Any) -> dict[str, Program]:
    matrix = Tensor[Float32, place, "b n"]

    @checked
    def rows(x: matrix) -> Iterator[Tensor[Float32, place, "n"]]:
        yield from (row * 2 for row in x)

    @checked
    async def rows_later(x: matrix) -> AsyncIterator[Tensor[Float32, place, "n"]]:
        for row in x:
            yield row * 2

    async def gathered(x: torch.Tensor) -> list[torch.Tensor]:
        return [row async for row in rows_later(x)]

    return {
        "generator": lambda _, y: list(rows(y)),
        "asynchronous generator": lambda _, y: asyncio.run(gathered(y)),
    }


class Pair(NamedTuple):
    """Two tensors."""

    left: Tensor
    right: Tensor


def _containers(place: Any) -> dict[str, Program]:
    matrix = Tensor[Float32, place, "b n"]

    @checked
    def listed(xs: list[matrix], named: dict[str, tuple[matrix, int]]) -> list[matrix]:
        return [x + named["a"][0] for x in xs]

    @checked
    def abstract(xs: Sequence[matrix], named: Mapping[str, matrix]) -> matrix:
        return xs[0] + named["a"]

    @checked
    def gathered(*xs: matrix, **named: matrix) -> matrix:
        return xs[0] + named["y"]

    return {
        "containers": lambda x, y: listed([x, x, y], {"a": (x, 1)}),
        "abstract containers": lambda x, y: abstract([x, x], {"a": x, "b": y}),
        "stars": lambda x, y: gathered(x, x, y=y),
    }


def _classes(place: Any) -> dict[str, Program]:
    matrix = Tensor[Float32, place, "b n"]

    @checked
    @dataclass
    class Batch:
        image: matrix
        target: matrix

    class Owner:
        @checked
        def method(self, x: matrix, y: matrix) -> matrix:
            return self.static(x, y)

        @checked
        @staticmethod
        def static(x: matrix, y: matrix) -> matrix:
            return x - y

    @checked
    class Module(torch.nn.Module):
        scale: Tensor[Float32, place, "n"]

        def __init__(self, scale: torch.Tensor) -> None:
            super().__init__()
            self.scale = torch.nn.Parameter(scale)

        def forward(self, x: matrix, y: matrix) -> matrix:
            return x * self.scale + y

    def assigned(x: torch.Tensor, y: torch.Tensor) -> Batch:
        batch = Batch(x, x)
        batch.target = y
        return batch

    return {
        "dataclass": Batch,
        "assignment": assigned,
        "method": lambda x, y: Owner().method(x, y),
        "module": lambda x, y: Module(x[0].clone())(x, y),
        "verified module": lambda x, y: verify(Module(x[0].clone()))(x, y),
    }


def _questions(place: Any) -> dict[str, Program]:
    matrix = Tensor[Float32, place, "b n"]

    @checked
    def function(x: matrix, y: matrix) -> matrix:
        return x * 2 + y

    def traced(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        with trace():
            return function(x + 1, y)

    return {"check": lambda _, y: check(y, matrix) + 1, "traced function": traced}
