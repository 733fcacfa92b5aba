"""The annotation `Tensor[dtype, device, "shape"]`, read into a type; what is wrong with it is said at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from mypy.errorcodes import TYPE_ARG, VALID_TYPE
from mypy.messages import wrong_type_arg_count
from mypy.nodes import MypyFile, Var
from mypy.plugin import AnalyzeTypeContext
from mypy.types import (
    AnyType,
    Instance,
    ProperType,
    RawExpressionType,
    Type,
    TypeOfAny,
    TypeVarType,
    UnboundType,
    UnionType,
    get_proper_type,
)

from dtensortypes.core.facts.device import BY_NOTATION as DEVICES
from dtensortypes.core.facts.device import NOTATIONS
from dtensortypes.core.facts.dtype import BY_NAME, BY_NOTATION, CATEGORIES, DType
from dtensortypes.core.notation.errors import NotationError
from dtensortypes.core.notation.shapes import parse_pattern
from dtensortypes.mypy_plugin.changes.read_later import put_in
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.text.at_once import hold_apart
from dtensortypes.mypy_plugin.text.perhaps_none import disbelieve_annotation
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import MissingError, Types, anything

if TYPE_CHECKING:
    from mypy.semanal import SemanticAnalyzer
    from mypy.typeanal import TypeAnalyser

_FORM = 'Tensor[dtype, device, "shape"]'


def tensor(ctx: AnalyzeTypeContext) -> Type:
    """The type of an annotation whose name is `Tensor`."""
    return _Reader(ctx).tensor()


def device(ctx: AnalyzeTypeContext) -> Type:
    """The type of an annotation whose name is a device's: `CUDA`, `CUDA[1]`."""
    return _Reader(ctx).device(ctx.type)


def sharded(ctx: AnalyzeTypeContext) -> Type:
    """The type of an annotation whose name is `Shard`: `Shard[0]`."""
    return _Reader(ctx).sharded(ctx.type)


class _Reader:
    """Reads one annotation."""

    def __init__(self, ctx: AnalyzeTypeContext) -> None:
        self.ctx = ctx
        self.analyzer = cast("SemanticAnalyzer", cast("TypeAnalyser", ctx.api).api)
        self.types = Types(cast("Mapping[str, MypyFile]", self.analyzer.modules))
        self.watcher = watch(self.analyzer.msg.errors, self.types.modules)

    def tensor(self) -> Type:
        tree = self.analyzer.cur_mod_node
        if not names.is_torchs(tree.fullname):
            hold_apart(tree)
            if not self.analyzer.is_func_scope():  # mypy would come to a statement of the function twice
                put_in(tree)
            disbelieve_annotation(tree, self.ctx.type)
        try:
            info = self.types.info(names.TENSOR)
        except MissingError:
            return anything()
        read = self.places() if self.ctx.type.args else [anything(), anything(), anything()]
        return Instance(info, read, line=self.ctx.type.line, column=self.ctx.type.column)

    def places(self) -> list[Type]:
        """The dtype, the device and the shape."""
        places = list(self.ctx.type.args)
        for place in places:
            self.excuse(place)
        for place in places[3:]:
            self.placement(place)
        read = [
            read(place) for read, place in zip((self.dtype, self.place_of_device, self.shape), places, strict=False)
        ]
        return read + [anything() for _ in range(3 - len(read))]

    def dtype(self, place: Type) -> Type:
        text = _text(place)
        if text is not None and text not in BY_NOTATION and text not in CATEGORIES:
            return self.wrong(f'the shape "{text}" stands in the place of the dtype; write {_FORM}', place)
        constant = self.dtype_constant(place)
        if constant is not None:
            return self.wrong(f"{_spelled(place)} is a value, not a type; write {constant.notation}", place)
        named = self.jaxtyping_dtype(place)
        type_ = named or get_proper_type(self.ctx.api.analyze_type(place))
        if _all(type_, names.ANY_DTYPE):
            return type_
        if _all(type_, names.ANY_DEVICE):
            return self.wrong(f"a device stands in the place of the dtype; write {_FORM}", place)
        return self.wrong(f"{_spelled(place)} is no dtype: {_dtype_advice(type_)}", place)

    def dtype_constant(self, place: Type) -> DType | None:
        """The dtype, where `torch.float32` stands for `Float32`."""
        if not isinstance(place, UnboundType):
            return None
        symbol = self.analyzer.lookup_qualified(place.name, place, suppress_errors=True)
        is_value = symbol is not None and isinstance(symbol.node, Var)
        return BY_NAME.get(place.name.rpartition(".")[2]) if is_value else None

    def jaxtyping_dtype(self, place: Type) -> ProperType | None:
        """Jaxtyping's dtype classes are `Annotated` to type checkers; their names are ours."""
        if not isinstance(place, UnboundType) or place.args:
            return None
        symbol = self.analyzer.lookup_qualified(place.name, place, suppress_errors=True)
        name = place.name.rpartition(".")[2]
        known = name in BY_NOTATION or name in CATEGORIES
        if known and symbol is not None and symbol.fullname in {"typing.Annotated", "typing_extensions.Annotated"}:
            return self.types.instance(f"{names.DTYPES}.{name}")
        return None

    def place_of_device(self, place: Type) -> Type:
        text = _text(place)
        if text is not None and text.partition(":")[0] in NOTATIONS:
            written = NOTATIONS[text.partition(":")[0]]
            return self.wrong(f'"{text}" is a value, not a type; write {written}', place)
        if text is not None and text not in DEVICES:
            return self.wrong(
                f'the shape "{text}" stands in the place of the device; write {_FORM}, with Any for any device', place
            )
        type_ = get_proper_type(self.ctx.api.analyze_type(place))
        if _all(type_, names.ANY_DEVICE):
            return type_
        if _all(type_, names.ANY_DTYPE):
            return self.wrong(f"a dtype stands in the place of the device; write {_FORM}", place)
        return self.wrong(
            f"{_spelled(place)} is no device: write CPU, CUDA, CUDA[1], MPS, a union of them or Any", place
        )

    def device(self, place: UnboundType) -> Type:
        symbol = self.analyzer.lookup_qualified(place.name, place, suppress_errors=True)
        name = symbol.node.name if symbol and symbol.node else place.name
        info = self.types.info(f"{names.DEVICES}.{name}")
        if not place.args:
            return Instance(info, [anything() for _ in info.type_vars])
        index = place.args[0]
        value = index.literal_value if isinstance(index, RawExpressionType) else None
        if len(place.args) != 1 or not isinstance(value, int) or isinstance(value, bool) or value < 0:
            return self.wrong(f"{name}[...] takes one index, an integer from 0", place)
        self.excuse_index(index, value)
        return Instance(info, [self.types.number(value)])

    def shape(self, place: Type) -> Type:
        text = _text(place)
        if text is None:
            if not isinstance(place, RawExpressionType) and isinstance(
                get_proper_type(self.ctx.api.analyze_type(place)), AnyType
            ):
                return anything()
            return self.wrong(f'{_spelled(place)} is no shape: write its axes in one string, as in "b 3 n"', place)
        try:
            return self.types.pattern(parse_pattern(text))
        except NotationError as error:
            return self.wrong(error.line, place)

    def placement(self, place: Type) -> None:
        """A place after the shape: how a dim of a mesh holds the tensor, which is checked at run time."""
        text = _text(place)
        match place:
            case _ if text is not None:
                self.wrong(f'"{text}" stands in the place of a placement: the shape is one string', place)
            case UnionType(items=members):
                for member in members:
                    self.placement(member)
            case RawExpressionType(literal_value=value):
                spelled = "a call" if value is None else str(value)
                self.wrong(f"{spelled} is no type of a placement: {_PLACEMENT_ADVICE}", place)
            case _ if not _is_placement(get_proper_type(self.ctx.api.analyze_type(place))):
                self.wrong(f"{_spelled(place)} is no placement: {_PLACEMENT_ADVICE}", place)

    def sharded(self, place: UnboundType) -> Type:
        for arg in place.args:
            self.excuse(arg)
        dim = place.args[0] if len(place.args) == 1 else None
        value = dim.literal_value if isinstance(dim, RawExpressionType) else None
        if place.args and (not isinstance(value, int) or isinstance(value, bool)):
            return self.wrong("Shard[...] takes the dim that is split, an integer", place)
        if dim is not None and isinstance(value, int):
            self.excuse_index(dim, value)
        return self.types.instance(f"{names.PLACEMENTS}.{place.name.rpartition('.')[2]}")

    def excuse(self, place: Type) -> None:
        """Mypy takes a string for a quoted name, which it then does not find."""
        text = _text(place)
        if text is not None:
            self.watcher.excuse(self.analyzer.cur_mod_node.path, place.line, text)

    def excuse_index(self, place: Type, index: int) -> None:
        """In an alias mypy takes `CUDA[1]` for a value, too, and the index for a type."""
        self.watcher.excuse(self.analyzer.cur_mod_node.path, place.line, str(index))

    def wrong(self, reason: str, place: Type) -> AnyType:
        if names.imports_us(self.analyzer.cur_mod_node):
            self.ctx.api.fail(reason, place if place.line >= 0 else self.ctx.context, code=VALID_TYPE)
        else:  # to mypy by itself it takes none
            count = wrong_type_arg_count(0, 0, str(len(self.ctx.type.args)), self.ctx.type.name.rpartition(".")[2])
            self.ctx.api.fail(count, self.ctx.type, code=TYPE_ARG)
        return AnyType(TypeOfAny.from_error)


def _text(place: Type) -> str | None:
    """The string that stands in this place, a one-word string included, which mypy takes for a quoted name."""
    match place:
        case RawExpressionType(literal_value=str(text)):
            return text
        case UnboundType(original_str_expr=str(text)):
            return text
    return None


def _all(type_: ProperType, base: str) -> bool:
    """Whether the type is Any, a class under the base, a union of such, or a type variable bounded by such."""
    if isinstance(type_, UnionType):
        return all(_all(get_proper_type(item), base) for item in type_.items)
    if isinstance(type_, TypeVarType):
        return all(_all(get_proper_type(t), base) for t in type_.values or [type_.upper_bound])
    return isinstance(type_, AnyType) or is_a(type_, base)


def _is_placement(type_: ProperType) -> bool:
    torchs = isinstance(type_, Instance) and type_.type.module_name == names.TORCH_PLACEMENTS
    return torchs or _all(type_, names.ANY_PLACEMENT)


_PLACEMENT_ADVICE: Final = "write Shard[0], Replicate, Partial, a union of them or Any"


def _spelled(place: Type) -> str:
    match place:
        case UnboundType(name=name):
            return name
        case RawExpressionType(literal_value=value):
            return str(value)
    return str(place)


def _dtype_advice(type_: ProperType) -> str:
    if isinstance(type_, TypeVarType):
        return f'declare it as TypeVar("{type_.name}", bound=Float), or with another dtype class as its bound'
    return "write one of dtensortypes' classes, as Float32, Float16 | BFloat16 or Float, or Any"
