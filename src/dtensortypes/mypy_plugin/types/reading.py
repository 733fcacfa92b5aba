"""Types as mypy prints them in its messages, read back into types."""

from __future__ import annotations

from mypy.nodes import FuncDef, MypyFile, TypeInfo
from mypy.types import (
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    TupleType,
    Type,
    TypeType,
    UnionType,
    UnpackType,
)

from dtensortypes.core.notation.errors import NotationError
from dtensortypes.core.notation.shapes import parse_pattern
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.printed import Printed, read, with_numbers
from dtensortypes.mypy_plugin.types.types_of import MissingError, Types, anything


class Reader:
    """Reads printed types back into mypy's, with the names of the file that the message is about."""

    def __init__(
        self, types: Types, tree: MypyFile, function: FuncDef | None, *, sizes_are_numbers: bool = False
    ) -> None:
        self.types = types
        self.tree = tree
        self.sizes_are_numbers = sizes_are_numbers
        declared = function.type if function else None
        self.variables = {v.name: v for v in declared.variables} if isinstance(declared, CallableType) else {}

    def type(self, text: str) -> Type | None:
        """The type; None where a name in it is not known here."""
        printed = read(text)
        if printed is not None and self.sizes_are_numbers:
            printed = with_numbers(printed)
        try:
            return self.of(printed) if printed else None
        except MissingError:
            return None

    def of(self, printed: Printed) -> Type:
        match printed:
            case Printed("|", members) if any(member.is_elided for member in members):
                return anything()
            case Printed("|", members):
                return UnionType.make_union([self.of(member) for member in members])
            case Printed("*", (inner,)):
                return UnpackType(self.of(inner))
            case Printed("Any"):
                return anything()
            case Printed(name) if "@" in name:  # a type variable, with the class or function it belongs to
                return anything()
            case Printed(name, ()) if name in self.variables:
                return self.variables[name]
            case Printed("None"):
                return NoneType()
            case Printed("Literal", (Printed(value),)):
                return self.literal(value)
            case Printed(name, (inner,)) if name == type.__name__:
                return TypeType.make_normalized(self.of(inner))
            case Printed("tuple", (item, Printed("..."))):
                return self.types.instance(names.TUPLE, self.of(item))
            case Printed("tuple", items):
                return TupleType([self.of(item) for item in items], self.types.instance(names.TUPLE, anything()))
        info = self.info(printed.name)
        whole = Instance(info, [self.of(arg) for arg in printed.args])
        return info.tuple_type.copy_modified(fallback=whole) if info.tuple_type else whole

    def literal(self, value: str) -> LiteralType:
        if value.startswith("'"):
            word = value.strip("'")
            return self.types.size(word) if _is_dim(word) else self.types.literal(word)
        return self.types.number(int(value)) if value.lstrip("-").isdecimal() else self.types.literal(value == "True")

    def info(self, name: str) -> TypeInfo:
        if name in {"Tensor", "torch._tensor.Tensor"}:
            return self.types.info(names.TENSOR)
        symbol = self.tree.names.get(name)
        if symbol and isinstance(symbol.node, TypeInfo):
            return symbol.node
        for module in (
            "builtins",
            names.DTYPES,
            names.DEVICES,
            "typing",
            "torch._C",
            "torch",
            "numpy",
            names.NUMPY_WIDTHS,
        ):
            found = self.types.find(module, name)
            if found:
                return found
        layers = self.types.modules.get("torch.nn")
        symbol = layers.names.get(name) if layers else None
        return symbol.node if symbol and isinstance(symbol.node, TypeInfo) else self.types.info(name)


def _is_dim(word: str) -> bool:
    """Whether the word may be that of a size: the keys under which a container has its modules are words, too."""
    try:
        parse_pattern(word)
    except NotationError:
        return False
    return True
