"""Words for multi-head attention: `t b e`, `b t e` with batch_first, or `t e` (torch/nn/functional.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dtensortypes.core.algebra.axes import size_at
from dtensortypes.core.algebra.bounds import longer
from dtensortypes.core.algebra.broadcast import proved_different
from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import BOOL, FLOAT32, Category, DType, DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_bool, as_size
from dtensortypes.core.rules.autocast import lower
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.demands import dtype_of
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.dtypes import must_match
from dtensortypes.core.rules.words import Demand

_WEIGHTS: Final = ("in_proj_weight", "in_proj_bias", "q_proj_weight", "k_proj_weight", "v_proj_weight", "bias_k",
                   "bias_v", "out_proj_weight", "out_proj_bias")  # fmt: skip


def heads(call: Call) -> Value:
    """What is attended to, in the shape of the query, and, where wanted, how much of each key."""
    query, key = call.tensor("query").shape, call.tensor("key").shape
    _check_items(call, query, as_size(call["embed_dim"]))
    _check_keys(call, query)
    dtype = must_match(lower(call).about(*call.operands, *_WEIGHTS))
    device: DeviceFact = strictly_colocated(call)
    attended = TensorFact(dtype, device, query)
    match as_bool(call["need_weights"]):
        case False:
            return (attended, None)
        case True:
            return (attended, TensorFact(_dtype_of_weights(call, dtype), device, _weights(call, query, key)))
    return (attended, UNKNOWN)


def heads_of_weights(call: Call) -> Value:
    """As heads, for `multi_head_attention_forward`, which is given the weights: `t b e`, or `t e`."""
    settings: dict[str, Value] = {"embed_dim": call["embed_dim_to_check"], "batch_first": False}
    return heads(call.with_values(settings | {"add_bias_kv": call["bias_k"] is not None}))


def _dtype_of_weights(call: Call, dtype: DTypeFact) -> DTypeFact:
    """Under autocast a softmax is computed in float32 on CUDA, and on the CPU as all the rest."""
    return dtype if call.state.autocast is None or call.state.autocast_device == "cpu" else UNKNOWN


def mask_of_query(call: Call) -> None:
    """A mask is bool, float32, or of the query's dtype; under autocast it is cast with the query."""
    query, mask = dtype_of(call, "query"), dtype_of(call, "attn_mask")
    if call.state.autocast is not None or not isinstance(query, DType) or not isinstance(mask, DType):
        return
    if mask not in {BOOL, FLOAT32, query}:
        reason = f'"{call.name}" takes a mask that is bool, float32 or {query} as the query is, not {mask}'
        raise refuse(Kind.DTYPE, reason, "cast with .to(query.dtype)")


def masks(*parameters: str) -> Demand:
    """Masks say by bools what is left out, or are floats that are added to what is attended to."""

    def demand(call: Call) -> None:
        for parameter in parameters:
            dtype = dtype_of(call, parameter)
            if isinstance(dtype, DType) and dtype.category not in {Category.BOOL, Category.FLOAT}:
                reason = f'"{call.name}" takes a {parameter} of bools or floats, not {dtype}'
                raise refuse(Kind.DTYPE, reason, "cast it with .bool()")

    return demand


def fitting(mask: str, padding: str, *, asked: str, held: str) -> Demand:
    """A mask has a row for each of what asks and a column for each of what is asked, or so for each head of each batch.

    What is left out for padding is one line for each batch. Where both are given, torch may take a mask for each batch.
    """

    def demand(call: Call) -> None:
        if call["custom_encoder"] is not None or call["custom_decoder"] is not None:
            return  # what these of a `Transformer` make of masks nobody knows
        rows, columns = call.tensor(asked).shape, call.tensor(held).shape
        batch_first = as_bool(call["batch_first"])
        if rows.rank is None or rows.rank != columns.rank or (rows.rank == 3 and batch_first is UNKNOWN):
            return
        batch, time = (0, 1) if batch_first else (1, 0)
        if rows.rank == 2:
            _check_mask(call, mask, [(rows.left[0], columns.left[0])], as_size(call[_heads_of(call)]))
            _check_mask(call, padding, [(columns.left[0],)])
            return
        batches = _times(rows.left[batch], as_size(call[_heads_of(call)])) if call[padding] is None else UNKNOWN
        _check_mask(call, mask, [(rows.left[time], columns.left[time])], batches)
        _check_mask(call, padding, [(rows.left[batch], columns.left[time])])

    return demand


def _heads_of(call: Call) -> str:
    return "num_heads" if "num_heads" in call.arguments else "nhead"


def _times(left: DimFact, right: DimFact) -> DimFact:
    return left * right if isinstance(left, Dim) and isinstance(right, Dim) else UNKNOWN


def _check_mask(call: Call, parameter: str, forms: list[tuple[DimFact, ...]], batches: DimFact | None = None) -> None:
    """The mask has one of these forms; where there are batches, it may have one for each of them, too."""
    shape = call.tensor(parameter).shape if call[parameter] is not None else UNKNOWN_SHAPE
    every = [*forms, *((batches, *form) for form in forms if batches is not None)]
    if shape.rank is None or any(_fits(shape, form) for form in every):
        return
    wanted = " or ".join(str(Shape(form)) for form in every)
    raise refuse(Kind.SHAPE, f'"{call.name}" takes shape {wanted} as {parameter}, not {shape}')


def _fits(shape: Shape, form: tuple[DimFact, ...]) -> bool:
    return shape.rank == len(form) and not any(map(proved_different, shape.left, form))


def items_kept(call: Call) -> Shape:
    """The shape of the items that go through a transformer's layer, which have `d_model` numbers each."""
    _check_items(call, call.first.shape, as_size(call["d_model"]))
    return call.first.shape


def items_of(*parameters: str) -> Demand:
    """The items of these have `d_model` numbers each, too, and there are as many batches of them as of the target."""

    def demand(call: Call) -> None:
        target = call.tensor("tgt" if "tgt" in call.arguments else parameters[0]).shape
        for parameter in parameters:
            shape = call.tensor(parameter).shape
            _check_items(call, shape, as_size(call["d_model"]))
            _check_batches(call, target, shape)

    return demand


def as_layers(layer: str, *parameters: str, masks: Sequence[Demand]) -> Demand:
    """What goes through copies of a layer of torch's suits that one, and so do the masks."""

    def demand(call: Call) -> None:
        inner = call[layer]
        config = dict(inner.config) if isinstance(inner, LayerFact) else {}
        if "d_model" in config:
            of_layer = call.with_values({name: config[name] for name in ("d_model", "batch_first", "nhead")})
            for one in (items_of(*parameters), *masks):
                one(of_layer)

    return demand


def _check_keys(call: Call, query: Shape) -> None:
    """Keys and values are as many as each other, in batches as the queries are (`_mha_shape_check`)."""
    if call["static_k"] is not None or call["static_v"] is not None:
        return
    key, value = call.tensor("key").shape, call.tensor("value").shape
    for shape, parameter in ((key, "kdim"), (value, "vdim")):
        own = call.arguments.get(parameter, UNKNOWN)
        _check_items(call, shape, as_size(call["embed_dim"] if own is None else own))
        _check_batches(call, query, shape)
    if key.rank == value.rank is not None and any(map(proved_different, key.left[:-1], value.left[:-1])):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes as many values as keys, not {value} with {key}')


def _check_batches(call: Call, query: Shape, other: Shape) -> None:
    if query.rank is None or other.rank is None:
        return
    if query.rank != other.rank:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes tensors of as many dims, not shapes {query} and {other}')
    batch_first = as_bool(call["batch_first"])
    if query.rank != 3 or batch_first is UNKNOWN:
        return
    asked, held = (shape.left[0 if batch_first else 1] for shape in (query, other))
    if proved_different(asked, held):
        reason = f'"{call.name}" takes as many batches of each: {asked} in {query}, {held} in {other}'
        raise refuse(Kind.SHAPE, reason, "" if batch_first else "if the batch comes first, say batch_first=True")


def _check_items(call: Call, shape: Shape, size: DimFact) -> None:
    if shape.rank not in {None, 2, 3}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes 2 or 3 dims, not shape {shape}')
    own = size_at(shape, -1)
    if proved_different(size, own):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes items of {size} numbers, and shape {shape} ends in {own}')


def _weights(call: Call, query: Shape, key: Shape) -> Shape:
    """`b t s`: how much each query cares for each key, on average over all heads, or with a dim of heads."""
    averaged, batch_first = as_bool(call["average_attn_weights"]), as_bool(call["batch_first"])
    if query.rank is None or key.rank != query.rank or UNKNOWN in {averaged, batch_first}:
        return UNKNOWN_SHAPE
    added = [as_bool(call[name]) for name in ("add_bias_kv", "add_zero_attn")]
    keys = UNKNOWN if UNKNOWN in added else sum(map(bool, added))
    by_head = () if averaged else (as_size(call["num_heads"]),)
    if query.rank == 2:
        return Shape((*by_head, query.left[0], longer(key.left[0], keys)))
    batch, time = (0, 1) if batch_first else (1, 0)
    return Shape((query.left[batch], *by_head, query.left[time], longer(key.left[time], keys)))
