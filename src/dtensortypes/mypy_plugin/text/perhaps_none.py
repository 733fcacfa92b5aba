"""What is declared never to be `None`, and asked whether it is: `mask: Tensor = None`, or the bias of a layer.

Mypy believes the declaration, and never looks at the branch for `None`. What it makes of the other one would be taken
for all there is. So a test of such a parameter is written so that it tells mypy nothing: `(mask,)[0] is None`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    Argument,
    AssertStmt,
    AssignmentStmt,
    Block,
    ComparisonExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IfStmt,
    IndexExpr,
    IntExpr,
    MypyFile,
    NameExpr,
    Statement,
    TupleExpr,
    WhileStmt,
)
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    NoneType,
    Type,
    TypeVarLikeType,
    UnboundType,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.branches import LEAVING
from dtensortypes.mypy_plugin.text.expressions import expressions, is_none
from dtensortypes.mypy_plugin.text.scope import blocks, current_body, current_function, functions, statements, targets

_ASKING: Final = frozenset({"is", "is not", "==", "!="})
_SIMPLE: Final = (AssertStmt, AssignmentStmt, ExpressionStmt)


@once_per_tree
def disbelieve(tree: MypyFile) -> bool:
    """Let mypy look at both branches wherever the file asks a parameter whether it is `None`; whether it does."""
    asks = False
    for function in functions(tree):
        if any(map(_is_claimed, function.arguments)) and isinstance(function.type, CallableType):
            declared = zip(function.arguments, function.type.arg_types, strict=True)
            claimed = {a.variable.name for a, type_ in declared if _is_claimed(a) and not admits_none(type_)}
            asks |= _hide(function, list(_tests(function, claimed)))
    return asks


def disbelieve_annotation(tree: MypyFile, annotation: Type) -> None:
    """The same for a parameter that is just a tensor, as soon as mypy reads that; nothing else is known by then.

    Only where the branches are simple: of what mypy complains of there it would not be known yet who is at work.
    """
    found = _annotated(tree).get(id(annotation))
    if found is not None:
        function, parameter, _ = found
        _hide(function, [one for one in _tests(function, {parameter.variable.name}) if _is_simple(one[0])])


@once_per_tree
def _annotated(tree: MypyFile) -> dict[int, tuple[FuncDef, Argument, Type]]:
    """The parameters that are `None` by default, by the identity of their annotations."""
    claimed = [(function, one) for function in functions(tree) for one in function.arguments if _is_claimed(one)]
    return {id(one.type_annotation): (f, one, one.type_annotation) for f, one in claimed if one.type_annotation}


def _is_claimed(parameter: Argument) -> bool:
    """Whether something is declared of a parameter that is `None` by default."""
    return parameter.type_annotation is not None and is_none(parameter.initializer)


def given_as(known: Type, declared: Type, parameter: Argument) -> Type:
    """What a parameter is that is given this: what is declared where that is unknown, or `None` if it is by default."""
    if not isinstance(get_proper_type(known), AnyType):
        return known
    return or_none(declared) if _is_claimed(parameter) else declared


def admits_none(type_: Type) -> bool:
    """Whether mypy takes it that something of this type may be `None`."""
    return any(map(_is_open, flatten_nested_unions([type_])))


def _is_open(member: Type) -> bool:
    proper = get_proper_type(member)
    is_object = isinstance(proper, Instance) and proper.type.fullname == "builtins.object"
    return is_object or isinstance(proper, NoneType | AnyType | TypeVarLikeType)


def _tests(function: FuncDef, claimed: set[str]) -> Iterator[tuple[Statement, ComparisonExpr]]:
    """The comparisons of these parameters with `None`, each with the statement that it stands in."""
    for statement in statements(function.body.body) if claimed else ():
        for test in _compared(statement):
            asked = test.operands[0]
            if isinstance(asked, NameExpr) and asked.name in claimed and not _is_given(function, asked):
                yield statement, test


def _compared(statement: Statement) -> Iterator[ComparisonExpr]:
    for expression in expressions(statement):
        match expression:
            case ComparisonExpr(operators=[op], operands=[_, other]) if op in _ASKING and is_none(other):
                yield expression


def _hide(function: FuncDef, tests: list[tuple[Statement, ComparisonExpr]]) -> bool:
    """Hide from mypy what those tests ask on which more depends than what the parameter is; whether there are some."""
    gives = any(not isinstance(target, NameExpr) for target in _given_in(function.body))
    found = [test for statement, test in tests if _matters(statement, test, gives)]
    for test in found:
        asked = test.operands[0]
        alone = TupleExpr([asked])
        hidden = IndexExpr(alone, IntExpr(0))
        for part in (alone, hidden, hidden.index):
            part.set_line(asked)
        test.operands[0] = hidden
    return bool(found)


def _matters(statement: Statement, test: ComparisonExpr, gives: bool) -> bool:  # noqa: FBT001 - what the function does
    """Whether the branches differ in more than the parameter's own value.

    In a function that gives attributes values, whose types mypy makes of what it finds, no value may depend on it, nor
    whether mypy comes to what follows.
    """
    if not isinstance(statement, IfStmt):
        return not gives and not isinstance(statement, AssertStmt | WhileStmt)
    inner = [one for block in blocks(statement) for one in block.body]
    given = [target for block in blocks(statement) for target in _given_in(block)]
    leaves = any(isinstance(one, LEAVING) for one in inner)
    if gives:
        every = (one for block in blocks(statement) for one in statements(block.body))
        return not given and not any(isinstance(one, LEAVING) for one in every)
    own = test.operands[0]
    is_own = all(isinstance(t, NameExpr) and isinstance(own, NameExpr) and t.name == own.name for t in given)
    return leaves or not given or not is_own


def _given_in(block: Block) -> list[Expression]:
    return [target for statement in statements(block.body) for target, _ in targets(statement)]


def _is_simple(statement: Statement) -> bool:
    inner = [one for block in blocks(statement) for one in block.body]
    return isinstance(statement, IfStmt) and all(isinstance(one, _SIMPLE) for one in inner)


def _is_given(function: FuncDef, name: NameExpr) -> bool:
    """Whether the body gives the parameter another value before."""
    before = (one for one in statements(function.body.body) if one.line < name.line)
    given = (target for statement in before for target, _ in targets(statement))
    return any(isinstance(target, NameExpr) and target.name == name.name for target in given)


def believe(function: FuncDef, sure: Container[str] | None = None) -> None:
    """Write the tests of these parameters of the function, or of all, as they were."""
    for test in (test for statement in statements(function.body.body) for test in _compared(statement)):
        match test.operands[0]:
            case IndexExpr(base=TupleExpr(items=[NameExpr(name=name) as asked]), index=IntExpr(value=0)):
                if sure is None or name in sure:
                    test.operands[0] = asked


def told_by(function: FuncDef, signature: CallableType) -> set[str]:
    """The parameters of which a call says more than their annotations do."""
    before = function.type
    if not isinstance(before, CallableType):
        return set()
    both = zip(function.arguments, before.arg_types, signature.arg_types, strict=True)
    return {argument.variable.name for argument, declared, given in both if declared != given}


def perhaps(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of an argument, with `None` where it is a parameter that is `None` by default, whatever is declared."""
    function = current_function(checker) if isinstance(expression, NameExpr) else None
    if function is None or not isinstance(expression, NameExpr):
        return type_
    own = next((argument for argument in function.arguments if argument.variable is expression.node), None)
    is_claimed = own is not None and _is_claimed(own) and not _says_none(own.type_annotation)
    return or_none(type_) if is_claimed and not _is_given(function, expression) else type_


def _says_none(annotation: Type | None) -> bool:
    """Whether `None` is declared: then mypy knows where the parameter is not, by a question, or in a call's body."""
    match annotation:
        case UnionType(items=items):
            return any(map(_says_none, items))
        case UnboundType(name=name, args=args):
            word = name.rpartition(".")[2]
            return word in {"None", "Optional"} or (word == "Union" and any(map(_says_none, args)))
    return False


def or_none(type_: Type) -> Type:
    """The type, which `None` is of as well."""
    return type_ if admits_none(type_) else UnionType([type_, NoneType()])


def is_asked(checker: TypeChecker, place: object) -> bool:
    """Whether it is the `x.y` of `x.y is None`."""
    return id(place) in _asked(current_body(checker))


@once_per_tree
def _asked(body: list[Statement]) -> frozenset[int]:
    return frozenset(id(test.operands[0]) for statement in statements(body) for test in _compared(statement))
