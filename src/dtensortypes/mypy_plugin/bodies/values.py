"""Expressions and their types into the values that the rules speak of."""

from __future__ import annotations

from itertools import islice, product
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    GDEF,
    CallExpr,
    ComparisonExpr,
    ComplexExpr,
    ConditionalExpr,
    Context,
    EllipsisExpr,
    Expression,
    FloatExpr,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    SliceExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
)
from mypy.types import AnyType, TupleType, Type, flatten_nested_unions

from dtensortypes.core.algebra.either import uncovered
from dtensortypes.core.algebra.rename import seen_from
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number, Slice, Value
from dtensortypes.core.rules import python_numbers
from dtensortypes.mypy_plugin.bodies import displays, under_any_key
from dtensortypes.mypy_plugin.bodies.comprehended import comprehended
from dtensortypes.mypy_plugin.bodies.counted_on import counted_on
from dtensortypes.mypy_plugin.bodies.earlier import value_here, written_here
from dtensortypes.mypy_plugin.bodies.put_together import of_numbers
from dtensortypes.mypy_plugin.bodies.spread import by_words, unpacked
from dtensortypes.mypy_plugin.changes import changing
from dtensortypes.mypy_plugin.changes.fixed import named_elsewhere
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.but_once import but_once
from dtensortypes.mypy_plugin.objects import made_values
from dtensortypes.mypy_plugin.text.array_sizes import sized
from dtensortypes.mypy_plugin.text.available import chosen
from dtensortypes.mypy_plugin.text.loops import as_counted
from dtensortypes.mypy_plugin.text.scope import constant_value, current_function, own_names
from dtensortypes.mypy_plugin.text.signs import is_real_power, may_be_negative
from dtensortypes.mypy_plugin.text.unpacked import item_of, source_of, unpacking
from dtensortypes.mypy_plugin.types import array_items
from dtensortypes.mypy_plugin.types.arrays import sized_array
from dtensortypes.mypy_plugin.types.facts_of import alternatives_of, is_a, plain
from dtensortypes.mypy_plugin.types.passed import Argument, Arguments, call_of
from dtensortypes.mypy_plugin.types.python_values import CONSTANTS, NUMPY_DTYPES, class_name, lasting
from dtensortypes.mypy_plugin.types.types_of import anything
from dtensortypes.mypy_plugin.types.value_of import (
    as_index,
    counted,
    many_of,
    of_few_shapes,
    of_rows,
    of_type,
    part_of,
    sizes_of,
)

_MOST_ALTERNATIVES: Final = 16


class Values:
    """Reads the values of expressions, as far as they are known where they stand."""

    def __init__(self, checker: TypeChecker, context: Context | None = None) -> None:
        self.checker = checker
        self.own = own_names(current_function(checker))
        self.indexing = isinstance(context, IndexExpr)
        self.found: dict[Expression, Value] = {}  # of parts: a name may stand in many

    def of_type(self, type_: Type) -> Value:
        """What the type says, seen from the function that is being checked."""
        return seen_from(of_type(type_), self.own)

    def alternatives(self, expression: Expression, type_: Type, *, is_spread: bool = False) -> list[Value]:
        """The value, or one for each member of a union; UNKNOWN where there are too many."""
        if not is_spread and is_a(plain(type_), names.TENSOR):
            return [self.of_type(type_)]
        if (written := self.written(expression)) is not UNKNOWN:
            return [written]
        type_ = as_counted(self.checker, expression, type_)
        is_list = isinstance(expression, CallExpr | NameExpr) and displays.listed(type_) is not None
        held = displays.held(self.checker, expression, type_) if is_spread or is_list else None
        if held is not None:
            return [tuple(map(self.of_type, held))]
        proper = plain(type_)
        if isinstance(proper, AnyType) and (items := self.items_or_rows(expression)):
            return items
        if len(members := alternatives_of(proper)) > _MOST_ALTERNATIVES:
            return [UNKNOWN]
        if any(is_a(member, names.NDARRAY) for member in members):
            whole = sized(self.checker, expression, proper)
            return [self.of_sized(member) for member in flatten_nested_unions([whole])]
        found = array_items.number_or_array(members) or of_few_shapes([self.of_type(member) for member in members])
        # To mypy a list of floats may have ints in it, and whoever annotates one often puts some in.
        is_item = isinstance(expression, IndexExpr) and found == [Number(Category.FLOAT)]
        return [*found, Number(Category.INTEGER)] if is_item else found

    def items_or_rows(self, expression: Expression) -> list[Value]:
        """What an item of an array, or a variable that is given one, may be."""
        item = constant_value(self.checker, expression) if isinstance(expression, NameExpr) else expression
        return array_items.items_or_rows(self.typed(item.base)) if isinstance(item, IndexExpr) else []

    def calls(self, arguments: list[Argument]) -> list[Arguments]:
        """The call's arguments, one list for each combination of what its union arguments may be."""
        if (given := by_words(self.checker, arguments)) is None:
            return []
        found = (self.alternatives(one, type_, is_spread=kind is ARG_STAR) for one, type_, kind, _ in given)
        combinations = list(islice(product(*map(uncovered, found)), _MOST_ALTERNATIVES + 1))
        if len(combinations) > _MOST_ALTERNATIVES:
            combinations = [tuple(UNKNOWN for _ in given)]
        known = [call for values in combinations if (call := call_of(given, values)) is not None]
        return known if len(known) == len(combinations) else []

    def of(self, expression: Expression, type_: Type) -> Value:
        """The value of an expression of this type."""
        if is_a(plain(type_), names.TENSOR):
            return self.of_type(type_)  # none is written out, and what it is made of need not be gone through
        if (written := self.written(expression)) is not UNKNOWN:
            return written
        is_array = is_a(plain(type_ := as_counted(self.checker, expression, type_)), names.NDARRAY)
        return self.of_sized(sized(self.checker, expression, type_)) if is_array else self.of_type(type_)

    def of_sized(self, type_: Type) -> Value:
        """What the type of this one expression says, the sizes of an array included."""
        return seen_from(of_type(type_, sized_array), self.own)

    def written(self, expression: Expression) -> Value:
        """The value that the expression itself writes out; UNKNOWN where only its type can tell."""
        match expression:
            case IntExpr(value=value) | FloatExpr(value=value) | StrExpr(value=value) | ComplexExpr(value=value):
                return value
            case UnaryExpr(op="-", expr=inner):
                return python_numbers.negated(self.typed(inner))
            case ListExpr() | TupleExpr() | SliceExpr() | ListComprehension() | EllipsisExpr():
                return self.gathered(expression)
            case ComparisonExpr(operators=[op], operands=[left, right]):
                return python_numbers.compared(op, self.typed(left), self.typed(right))
            case CallExpr(callee=RefExpr(fullname=names.TORCH_SIZE), args=[sizes]):
                return counted(self.typed(sizes))
            case CallExpr(callee=RefExpr(fullname=name), args=args, arg_kinds=kinds) if name in python_numbers.NUMERIC:
                is_open = set(kinds) != {ARG_POS} or (self.indexing and name in python_numbers.SEQUENCES)
                return UNKNOWN if is_open else of_numbers(self.checker, name, args, self.typed)
            case CallExpr(callee=RefExpr(node=FuncDef())):
                return self.worked_out(expression)
            case ConditionalExpr() | CallExpr(callee=MemberExpr(expr=StrExpr())):
                return chosen(self.checker, expression)
            case CallExpr(callee=MemberExpr(name=dict.get.__name__)) if (found := self.held(expression)) is not UNKNOWN:
                return found
            case CallExpr(callee=MemberExpr(expr=owner, name=method), arg_names=words) if not any(words):
                return array_items.item_of(self.typed(owner), method, list(map(self.typed, expression.args)))
            case OpExpr() if self.is_open(expression):
                return UNKNOWN
            case OpExpr(op=op, left=left, right=right) if op in python_numbers.OPERATORS:
                return self.calculated(op, self.typed(left), self.typed(right))
            case CallExpr(callee=RefExpr(fullname="collections.OrderedDict"), args=[ListExpr(items=items)]):
                return self.in_order(items)
            case NameExpr(fullname=fullname) | MemberExpr(fullname=fullname) if fullname in NUMPY_DTYPES:
                return NUMPY_DTYPES[fullname]
            case RefExpr(node=TypeInfo()) if (old := class_name(expression)) is not None:
                return old
            case NameExpr():
                return self.named(expression)
            case IndexExpr() | MemberExpr():
                return self.held(expression)
        return UNKNOWN

    def worked_out(self, call: CallExpr) -> Value:
        """What a function of numbers gives."""
        from dtensortypes.mypy_plugin.bodies.numbers_given import number_given  # which reads values in other files

        return number_given(self.checker, call, self.typed)

    def is_open(self, result: OpExpr) -> bool:
        """Whether what the operator gives is a tensor, or perhaps a complex number."""
        if is_a(plain(self.checker.lookup_type_or_none(result) or anything()), names.TENSOR):
            return True
        return result.op == "**" and may_be_negative(self.checker, result.left, self.typed(result.left))

    def gathered(self, expression: Expression) -> Value:
        """The value of a tuple, list, slice or `...` that is written in place."""
        match expression:
            case EllipsisExpr():
                return ...
            case ListExpr(items=items) if self.indexing:
                return as_index(list(map(self.typed, items)))
            case TupleExpr(items=items) | ListExpr(items=items) if any(isinstance(item, StarExpr) for item in items):
                return unpacked(items, self.typed)
            case TupleExpr(items=items) | ListExpr(items=items):
                return tuple(self.typed(item) for item in items)
            case SliceExpr(begin_index=start, end_index=stop, stride=step):
                return Slice(*(None if part is None else self.typed(part) for part in (start, stop, step)))
            case ListComprehension(generator=GeneratorExpr(left_expr=item)):
                several, each = comprehended(self.checker, expression), self.typed(item)
                is_list = self.indexing or each is not UNKNOWN  # a list of anything may be none, but this one is
                return tuple(map(self.of_type, several)) or many_of(each, is_list=is_list)
        return UNKNOWN

    def held(self, place: IndexExpr | MemberExpr | CallExpr) -> Value:
        """The value of an attribute, or of an item, that is the same in every object, or in this one."""
        match place:
            case MemberExpr(kind=kind) if kind == GDEF:
                return named_elsewhere(self.checker, place)
            case MemberExpr(expr=owner, name="shape") if isinstance(array := self.typed(owner), ArrayFact):
                return array_items.shape_of_array(array)
            case IndexExpr() | CallExpr():
                found = displays.entry(self.checker, place)
                if found is None and isinstance(place, IndexExpr) and isinstance(place.base, RefExpr | CallExpr):
                    part = part_of(self.written(written_here(self.checker, place.base)), self.written(place.index))
                    return under_any_key.dtype(self.checker, place, self.typed) if part is UNKNOWN else part
            case MemberExpr():
                found = value_here(self.checker, place) or made_values.attribute(self.checker, place)
        if isinstance(found, Expression):
            value = but_once(self.checker, (Values, found), lambda: self.typed(found), UNKNOWN)
            return lasting(value) if isinstance(place, MemberExpr) else value
        value = UNKNOWN if found is None else self.of_sized(found)
        if isinstance(place, MemberExpr):
            return value if isinstance(plain(found or anything()), TupleType) else lasting(value)
        return value if isinstance(value, ArrayFact) else lasting(value)

    def in_order(self, pairs: list[Expression]) -> Value:
        """The values of an ordered dict that is written in place, as `nn.Sequential` takes it."""
        values = [pair.items[1] for pair in pairs if isinstance(pair, TupleExpr) and len(pair.items) == 2]
        return tuple(map(self.typed, values)) if len(values) == len(pairs) else UNKNOWN

    def calculated(self, op: str, left: Value, right: Value) -> Value:
        """The result of arithmetic on integers that are known, or of an item of an array with an array."""
        if isinstance(left, ArrayItem):
            return array_items.with_array(op, left, right)
        if isinstance(left, tuple | Shape | Items) or isinstance(right, tuple):
            return of_rows(op, left, right)
        if op == "**" and is_real_power(left, right):
            return Number(Category.FLOAT)  # mypy cannot tell: of a negative number it would be complex
        if isinstance(left, int | float) and isinstance(right, int | float) and bool not in {type(left), type(right)}:
            return python_numbers.arithmetic(op, left, right)
        return python_numbers.of_kinds(op, left, right)

    def named(self, name: NameExpr) -> Value:
        if name.fullname in CONSTANTS:
            return CONSTANTS[name.fullname]
        if isinstance(name.node, Var) and (final := name.node.final_value) is not None:
            return final
        if (elsewhere := named_elsewhere(self.checker, name)) is not UNKNOWN:
            return elsewhere
        value = constant_value(self.checker, name)
        if value is None and (number := counted_on(self.checker, name, self.typed, self.calculated)) is not UNKNOWN:
            return number
        is_before = value is not None and value.line < name.line
        match value:
            case NameExpr(fullname="builtins.True" | "builtins.False" as fullname):
                return CONSTANTS[fullname]
            case CallExpr(callee=RefExpr(node=FuncDef())) if changing.is_changed(self.checker, name):
                return chosen(self.checker, name)
            case ListExpr() | OpExpr() | CallExpr() if changing.is_changed_list(self.checker, name, value):
                return UNKNOWN
            case TupleExpr() | ListExpr() | IndexExpr() | MemberExpr() | CallExpr(callee=MemberExpr()) if is_before:
                found = self.typed(value)  # else of a loop's earlier round
                return found if isinstance(found, Dim) or lasting(found) is not UNKNOWN else sizes_of(found)
            case IntExpr() | FloatExpr() | StrExpr() | UnaryExpr() | ConditionalExpr() | OpExpr() | CallExpr():
                return self.written(value)
            case TupleExpr(items=items) if all(isinstance(item, IntExpr) for item in items):
                return self.written(value)
        statement = unpacking(self.checker, name) if value is None else None
        source = source_of(name, statement) if statement is not None else None
        if source is not None and (part := part_of(self.written(source[0]), *source[1])) is not UNKNOWN:
            return part
        item = item_of(self.checker, name, statement) if statement is not None else None
        return chosen(self.checker, name) if item is None else lasting(self.of_type(item))

    def typed(self, expression: Expression) -> Value:
        """The value of a part of an expression, whose type mypy has already found."""
        if expression not in self.found:
            self.found[expression] = UNKNOWN  # for what is made of itself, as in a loop
            self.found[expression] = self.of(expression, self.checker.lookup_type_or_none(expression) or anything())
        return self.found[expression]
