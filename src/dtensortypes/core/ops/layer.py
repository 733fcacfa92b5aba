"""`layer`: one `nn` layer, said as its constructor, its parameters, and the operation that its forward calls."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import COMPLEX64, FLOAT16, FLOAT32, FLOAT64, DType, DTypeFact
from dtensortypes.core.facts.shape import SCALAR
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact, Packed, Value
from dtensortypes.core.ops.entry import full_name, inferred, op
from dtensortypes.core.rules.autocast import doubtful
from dtensortypes.core.rules.call import Call, leaves
from dtensortypes.core.rules.columns import Columns, Findings, Outcome
from dtensortypes.core.rules.devices import default_device, strictly_colocated
from dtensortypes.core.rules.devices import requested as placed
from dtensortypes.core.rules.dtypes import always, default_dtype, kept, must_match, requested
from dtensortypes.core.rules.parameters import ParameterWord, some
from dtensortypes.core.rules.sequences import packed_again, spread_out
from dtensortypes.core.rules.signature import Signature
from dtensortypes.core.rules.state import State
from dtensortypes.core.rules.words import Autocast, Demand, DeviceWord, DTypeWord, ShapeWord, ValueWord

_FLOATS: Final = (FLOAT32, FLOAT16, FLOAT64, COMPLEX64)
"""What parameters that torch initialises may be, as far as integers are concerned."""


class Forward(NamedTuple):
    """What a layer's forward takes and gives, where no operation of the table says it."""

    text: str
    columns: Columns
    takes_packed: bool = False

    def outcome(self, call: Call, args: Sequence[Value], kwargs: Mapping[str, Value]) -> Outcome:
        """What it gives; `call` holds the layer's settings and parameters."""
        if self.takes_packed and args and isinstance(args[0], Packed):
            return packed_again(self.outcome(call, (spread_out(args[0]), *args[1:]), kwargs))
        signature = Signature.parse(self.text)
        bound = signature.bind(args, kwargs)
        if bound is None:
            return Outcome()
        operands = (*signature.operands, *call.operands)
        arguments = {**bound.arguments, **{n: v for n, v in call.arguments.items() if n not in bound.arguments}}
        return self.columns.outcome(replace(call, arguments=arguments, operands=operands))


def forward(
    text: str,
    *,
    dtype: DTypeWord | tuple[DTypeWord, ...] = must_match,
    device: DeviceWord = strictly_colocated,
    shape: ShapeWord | tuple[ShapeWord, ...] = kept,
    autocast: Autocast = doubtful,
    value: ValueWord | None = None,
    demands: tuple[Demand, ...] = (),
    takes_packed: bool = False,
) -> Forward:
    """A forward that is said in words: its signature, `(input, hx=None)`, and its columns.

    The layer's parameters are operands too, so that by default all that meets has one dtype and one device. One that
    `takes_packed` sequences gives such ones of them.
    """
    return Forward(text, Columns(dtype, device, shape, None, autocast, value, demands), takes_packed)


class Layer(NamedTuple):
    """One line of the table of layers; `forward` is a call of an operation, empty where it is not told."""

    name: str
    forward: str | Forward
    parameters: Mapping[str, ParameterWord]
    takes: tuple[Demand, ...] = ()

    def built(self, call: Call) -> LayerFact:
        """The layer that the constructor makes; without a dtype of its own it has that of what is inside."""
        config = tuple((name, value) for name, value in call.arguments.items() if name not in {"dtype", "device"})
        if "dtype" not in call.arguments:
            given = [value for name, value in config if name in self.parameters and value is not None]
            state = _given_state(given) if given else _shared_state(dict(config).values())
            return LayerFact(self.name, config, *state)
        columns = Columns(requested(default_dtype), placed(default_device), always(SCALAR))
        parameter = columns.outcome(call).result
        assert isinstance(parameter, TensorFact)
        return LayerFact(self.name, config, parameter.dtype, parameter.device)

    def is_stateless(self, layer: LayerFact) -> bool:
        """Whether there are no parameters, and none has been given."""
        config = dict(layer.config)
        return all(name in config and config[name] is None for name in self.parameters)

    def called(self, layer: LayerFact, args: Sequence[Value], kwargs: Mapping[str, Value], state: State) -> Outcome:
        """What the layer's forward gives; one of unknown dtype has floats, which no integers go with."""
        outcome = self._called(layer, args, kwargs, state)
        if layer.dtype is not UNKNOWN or outcome.problems or not any(map(_is_whole, leaves((*args, *kwargs.values())))):
            return outcome
        outside = state._replace(autocast=None)  # a region makes no integers floats
        with_floats = [self._called(replace(layer, dtype=one), args, kwargs, outside) for one in _FLOATS]
        return with_floats[0] if all(one.refuses_dtypes for one in with_floats) else outcome

    def _called(self, layer: LayerFact, args: Sequence[Value], kwargs: Mapping[str, Value], state: State) -> Outcome:
        scope, said = self._scope(layer, state), self.name.rpartition(".")[2]
        if isinstance(self.forward, Forward):
            return self.forward.outcome(Call(said, scope, tuple(self.parameters), state), args, kwargs)
        given = _given(self.forward, scope, args, kwargs) if self.forward else None
        if given is None:
            return Outcome()
        scope |= given
        findings = Findings()
        for demand in self.takes:
            findings.of(demand, Call(said, scope, (), state), None)
        if findings.problems:
            return Outcome(problems=tuple(findings.problems))
        call = _call(self.forward)
        values = [_value(node, scope) for node in call.args]
        named = {word.arg: _value(word.value, scope) for word in call.keywords if word.arg}
        for others in (_value(word.value, scope) for word in call.keywords if word.arg is None):
            if not isinstance(others, tuple):
                return Outcome()
            named |= {str(pair[0]): pair[1] for pair in others if isinstance(pair, tuple)}
        return inferred(full_name(ast.unparse(call.func)), values, named, state, said=said)

    def _scope(self, layer: LayerFact, state: State) -> dict[str, Value]:
        """What the names in `forward` stand for: the constructor's arguments, and the parameters."""
        config = dict(layer.config)
        shapes = {name: word(Call(self.name, config, (), state)) for name, word in self.parameters.items()}
        dtypes = {name: _own_dtype(layer, config.get(name)) for name in shapes}
        tensors = {n: None if s is None else TensorFact(dtypes[n], layer.device, s) for n, s in shapes.items()}
        return config | tensors

    def parameter(self, layer: LayerFact, name: str) -> TensorFact | None:
        """One of the layer's parameters; None where it has no such one, or may have none."""
        if name not in self.parameters or self.parameters[name] is some:
            return None
        found = self._scope(layer, State())[name]
        return found if isinstance(found, TensorFact) else None


def _is_whole(value: Value) -> bool:
    """Whether it is a tensor of integers, or of truth values."""
    dtype = value.dtype if isinstance(value, TensorFact) else UNKNOWN
    return isinstance(dtype, DType) and not (dtype.is_float or dtype.is_complex)


def _own_dtype(layer: LayerFact, given: Value) -> DTypeFact:
    """The dtype of a parameter: the layer's; integers that the constructor was given are none of its floats."""
    own = given.dtype if isinstance(given, TensorFact) else UNKNOWN
    return own if layer.dtype is UNKNOWN and _is_whole(given) else layer.dtype


class InTurn(NamedTuple):
    """A container whose layers are called one after the other, each with what the one before gave."""

    name: str

    def built(self, call: Call) -> LayerFact:
        """The container, in its layers' dtype and on their device, if they have one."""
        layers = call["layers"]
        if isinstance(layers, tuple) and len(layers) == 1 and isinstance(layers[0], tuple):
            (layers,) = layers  # an OrderedDict of them
        return LayerFact(self.name, (("layers", layers),), *_shared_state([layers]))

    def called(self, layer: LayerFact, args: Sequence[Value], kwargs: Mapping[str, Value], state: State) -> Outcome:
        """What the last layer gives, and all that is wrong on the way."""
        layers = dict(layer.config).get("layers")
        if not isinstance(layers, tuple) or len(args) != 1 or kwargs:
            return Outcome()
        outcome = Outcome(args[0])
        for place, inner in enumerate(layers, 1):
            found = LAYERS.get(inner.name) if isinstance(inner, LayerFact) else None
            if found is None or not isinstance(inner, LayerFact):
                outcome = Outcome(UNKNOWN)
            else:
                after = found.called(inner, (outcome.result,), {}, state)
                outcome = Outcome(after.result, after.problems)
            if outcome.problems:  # what is wrong after that follows from it
                return Outcome(problems=outcome.problems) if place < len(layers) else outcome
        return outcome

    def is_stateless(self, layer: LayerFact) -> bool:
        """Whether none of the layers inside has parameters."""
        inner = list(leaves(dict(layer.config).get("layers")))
        known = [LAYERS.get(part.name) for part in inner if isinstance(part, LayerFact)]
        return len(known) == len(inner) and all(
            found is not None and found.is_stateless(part)
            for found, part in zip(known, inner, strict=True)
            if isinstance(part, LayerFact)
        )


IN_TURN: Final = "in turn"
LAYERS: Final[dict[str, Layer | InTurn]] = {}


def layer(
    text: str,
    forward: str | Forward = "",
    *,
    demands: tuple[Demand, ...] = (),
    takes: tuple[Demand, ...] = (),
    **parameters: ParameterWord,
) -> None:
    """Write one layer into the table: `layer("nn.ReLU(inplace=False)", "nn.functional.relu(input)")`.

    `forward` is the call that the layer's own forward makes: its names are the constructor's arguments, the parameters,
    and, all others, the arguments of forward, which a `lambda` names where some may be left out. Where there is no such
    operation, `forward(...)` says it in words. The words of `parameters` say their shapes; one that the constructor is
    given is the layer's own from there on, cast and moved with it. `demands` are made of the constructor's arguments,
    and `takes` of those of forward, where the layer refuses more than the operation.
    """
    name = full_name(text.partition("(")[0])
    found = Layer(name, forward, parameters, takes) if forward != IN_TURN else InTurn(name)
    LAYERS[name] = found
    op(text, value=found.built, demands=demands)


def pretrained(name: str) -> ValueWord:
    """The layer that holds the rows of the tensor `embeddings` from then on, in its dtype and on its device."""

    def value(call: Call) -> Value:
        given = call.arguments.get("embeddings", UNKNOWN)
        if not isinstance(given, TensorFact):
            return UNKNOWN
        dims = given.shape.left if given.shape.rank == 2 else (UNKNOWN, UNKNOWN)
        sizes = [dim.constant if isinstance(dim, Dim) and dim.constant is not None else dim for dim in dims]
        kept = [(word, one) for word, one in call.arguments.items() if word not in {"embeddings", "freeze"}]
        config = (("num_embeddings", sizes[0]), ("embedding_dim", sizes[1]), *kept)
        return LayerFact(full_name(name), config, *_given_state([given]))

    return value


@cache
def _lambda(forward: str) -> ast.Lambda:
    """The forward as a function; where no arguments are said, they are the names that stand for nothing else."""
    node = ast.parse(forward, mode="eval").body
    return node if isinstance(node, ast.Lambda) else ast.Lambda(ast.arguments([], [], None, [], [], None, []), node)


def _call(forward: str) -> ast.Call:
    node = _lambda(forward).body
    assert isinstance(node, ast.Call)
    return node


def _given(
    forward: str, scope: Mapping[str, Value], args: Sequence[Value], kwargs: Mapping[str, Value]
) -> dict[str, Value] | None:
    """The arguments of forward by name, in their order; None where they do not fit."""
    call, spec = _call(forward), _lambda(forward).args
    nodes = [*call.args, *(word.value for word in call.keywords)]
    names = [arg.arg for arg in spec.args] or [
        node.id for node in nodes if isinstance(node, ast.Name) and node.id not in scope
    ]
    given = {
        **dict.fromkeys(names[len(names) - len(spec.defaults) :]),
        **dict(zip(names, args, strict=False)),
        **kwargs,
    }
    fits = len(args) <= len(names) and not set(names[: len(args)]) & set(kwargs)
    return given if fits and given.keys() == set(names) else None


def _value(node: ast.expr, scope: Mapping[str, Value]) -> Value:
    return scope.get(node.id, UNKNOWN) if isinstance(node, ast.Name) else ast.literal_eval(node)


def _given_state(values: Sequence[Value]) -> tuple[DTypeFact, DeviceFact]:
    """The dtype and the device of tensors that the layer takes for its own; what is no float is not cast with it."""
    states = {(v.dtype, v.device) if isinstance(v, TensorFact) else (UNKNOWN, UNKNOWN) for v in values}
    dtypes, devices = {dtype for dtype, _ in states}, {device for _, device in states}
    dtype = dtypes.pop() if len(dtypes) == 1 else UNKNOWN
    is_cast = isinstance(dtype, DType) and dtype.is_float
    return dtype if is_cast else UNKNOWN, devices.pop() if len(devices) == 1 else UNKNOWN


def _shared_state(values: Iterable[Value]) -> tuple[DTypeFact, DeviceFact]:
    """The dtype and the device of the layers among the values, as far as they have one."""
    layers = [leaf for value in values for leaf in leaves(value) if isinstance(leaf, LayerFact)]
    dtypes = {layer.dtype for layer in layers} - {UNKNOWN}
    devices = {layer.device for layer in layers} - {UNKNOWN}
    return dtypes.pop() if len(dtypes) == 1 else UNKNOWN, devices.pop() if len(devices) == 1 else UNKNOWN
