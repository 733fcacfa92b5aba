"""Messages of mypy's that would be lost: what the plugin knows lets pass what mypy refuses by itself.

Most of what the plugin knows is more than mypy knows, and refused no less. But mypy refuses `*x` of something that may
be anything, looks at `a, b = b, a` one by one, and says of what `torch.compile` gives that it is a function. Functions
with such places are asked unaided.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ClassDef,
    Context,
    DictExpr,
    Expression,
    FuncDef,
    IndexExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    SetExpr,
    Statement,
    TupleExpr,
)
from mypy.plugin import AttributeContext
from mypy.types import (
    CallableType,
    FunctionLike,
    Instance,
    TupleType,
    Type,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.mypy_plugin.changes.noted import compiled, unaided
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.module_level import is_own, reads_variables
from dtensortypes.mypy_plugin.messages.unaided import heard, is_spread
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.text.at_once import is_held_apart
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import bodies, statements
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import under_key


def say_unheard(checker: TypeChecker, place: Context, *, of_any_body: bool = False) -> None:
    """Say what mypy says unaided of the function at hand, if it is one that the plugin silences, or `of_any_body`.

    Outside of functions it is the file's own statements, around the place.
    """
    own = watch(checker.errors, checker.modules)
    function = checker.scope.top_level_function()
    if own.trial is not None or function in own.copies or names.imports_us(checker.tree):
        return
    if not isinstance(function, FuncDef):
        if of_any_body:
            own.answers[say_unheard, checker.tree] = True
        if (say_unheard, checker.tree) in own.answers and is_own(checker.tree, place.line):
            _say(checker, place.line)
        return
    asked = (say_unheard, function, checker.pass_num)
    is_silenced = _is_silenced(function.body.body) or _reads_silenced(checker, function)
    if asked not in own.answers and (of_any_body or is_silenced):
        own.answers[asked] = True
        _say(checker, (function.body.body or [function])[0].line)


def _say(checker: TypeChecker, line: int) -> None:
    own = watch(checker.errors, checker.modules)
    said = heard(checker, line, own.unaided)
    if said:
        own.pass_on(said)
        said.clear()


def _reads_silenced(checker: TypeChecker, function: FuncDef) -> bool:
    """Whether the function reads variables of the file, of which mypy may know less than the plugin lets pass."""
    own = watch(checker.errors, checker.modules)
    return (say_unheard, checker.tree) in own.answers and reads_variables(checker.tree, function)


@once_per_tree
def _is_silenced(body: list[Statement]) -> bool:
    """Whether the body says `a, b, c = x, *y`, or `a, b = b, a`."""
    return any(is_spread(one) or is_held_apart(one) for one in statements(body))


def say_of_joined(checker: TypeChecker, place: Context, owner: Expression | None) -> None:
    """Say what mypy says unaided of the body where a list holds a number of one of several tensors: `[x.numel(), y]`.

    To mypy by itself that is a list of `object`; several numbers are one type to it, and with the plugin a union.
    """
    if owner is None or names.imports_us(checker.tree):
        return
    is_of_several = isinstance(get_proper_type(checker.lookup_type_or_none(owner)), UnionType)
    if is_of_several and id(place) in _in_displays(checker.tree):
        say_unheard(checker, place, of_any_body=True)


def say_of_entry(checker: TypeChecker, item: IndexExpr, declared: Type) -> None:
    """Say what mypy says unaided of the body where it is known what is under a key of `{"x": x, "n": 3}`.

    To mypy by itself that is an `object`, as all that is in the dict.
    """
    known = None if names.imports_us(checker.tree) else get_proper_type(under_key(checker, item))
    members = flatten_nested_unions([declared]) if isinstance(known, Instance) else []
    if isinstance(known, Instance) and not all(is_a(get_proper_type(one), known.type.fullname) for one in members):
        say_unheard(checker, item, of_any_body=True)


def say_of_sizes(checker: TypeChecker, call: CallExpr) -> None:
    """Say what mypy says unaided of the body where sizes are given for a tuple: `f(x.shape[-2:])`.

    To mypy by itself a `torch.Size` has any number of items.
    """
    given = (one for one in call.args if not isinstance(one, TupleExpr))
    if not any(isinstance(get_proper_type(checker.lookup_type_or_none(one)), TupleType) for one in given):
        return
    callee = get_proper_type(checker.lookup_type_or_none(call.callee))
    signatures = callee.items if isinstance(callee, FunctionLike) else []
    wanted = (part for one in signatures for type_ in one.arg_types for part in flatten_nested_unions([type_]))
    if any(isinstance(get_proper_type(one), TupleType) for one in wanted):
        say_unheard(checker, call, of_any_body=True)


def say_of_itself(checker: TypeChecker, call: Context, declared: Type, found: Type) -> None:
    """Say what mypy says unaided of the body where a method is declared to give one of a class above: `return self`."""
    above, own = get_proper_type(declared), get_proper_type(found)
    if isinstance(above, Instance) and isinstance(own, Instance) and own.type is not above.type:
        say_unheard(checker, call, of_any_body=True)


def say_of_result(checker: TypeChecker, place: Context, native: Type, found: Type) -> None:
    """Say what mypy says unaided of the body where it takes what an operation gives for something else."""
    _say_of_old_class(checker, place, native, found)
    _say_of_counted(checker, place, native, found)


def _say_of_old_class(checker: TypeChecker, place: Context, native: Type, found: Type) -> None:
    """Say what mypy says unaided of the body where one of torch's old classes makes a tensor: `torch.FloatTensor(xs)`.

    To mypy by itself a list of these is none of tensors.
    """
    old, tensor = get_proper_type(native), get_proper_type(found)
    if isinstance(old, Instance) and isinstance(tensor, Instance) and tensor.type in old.type.mro[1:]:
        say_unheard(checker, place, of_any_body=True)


def _say_of_counted(checker: TypeChecker, place: Context, native: Type, found: Type) -> None:
    """Say what mypy says unaided of the body where it may give what has so many items for a tuple that is declared.

    To mypy by itself a shape, and what `x.unbind()` gives, has any number of them.
    """
    if not isinstance(get_proper_type(found), TupleType) or isinstance(get_proper_type(native), TupleType):
        return
    function = checker.scope.top_level_function()
    declared = function.type if isinstance(function, FuncDef) else None
    if isinstance(declared, CallableType) and isinstance(get_proper_type(declared.ret_type), TupleType):
        say_unheard(checker, place, of_any_body=True)


def say_of_solved(checker: TypeChecker, call: Context, name: str) -> None:
    """Say what mypy says unaided of the body where einops is given what mypy takes for more than a tensor.

    To mypy by itself it gives what it is given: perhaps None, or, of a buffer, `Tensor | Module`.
    """
    is_solved = names.root(name) == names.root(names.EINOPS[0]) and isinstance(call, CallExpr)
    given = call.args[0] if is_solved and isinstance(call, CallExpr) and call.args else None
    type_ = get_proper_type(checker.lookup_type_or_none(given)) if given is not None else None
    if isinstance(given, MemberExpr) or isinstance(type_, UnionType):
        say_unheard(checker, call, of_any_body=True)


def say_of_old_attribute(checker: TypeChecker, ctx: AttributeContext, attribute: str) -> None:
    """Say what mypy says unaided of the body where such an attribute gets another value: to mypy no tensor is one."""
    owner = ctx.type
    if ctx.is_lvalue and isinstance(owner, Instance) and unaided(owner.type, attribute):
        say_unheard(checker, ctx.context, of_any_body=True)


def say_of_compiled(checker: TypeChecker, place: Context, attribute: str) -> None:
    """Say what mypy says unaided of the body where an attribute is read that is a function to it: `self.net.eval()`."""
    if attribute in _compiled(checker.tree):
        say_unheard(checker, place, of_any_body=True)


@once_per_tree
def _compiled(tree: MypyFile) -> frozenset[str]:
    """What the objects of the file's classes hold that `torch.compile` has made."""
    return frozenset(name for one in tree.defs if isinstance(one, ClassDef) for name in compiled(one.info))


@once_per_tree
def _in_displays(tree: MypyFile) -> frozenset[int]:
    """What stands in lists, sets and dicts that are written out."""
    every = (part for body in bodies(tree.defs) for statement in statements(body) for part in expressions(statement))
    return frozenset(id(item) for part in every for item in _items(part))


def _items(display: Expression) -> list[Expression]:
    match display:
        case ListExpr(items=items) | SetExpr(items=items):
            return items
        case DictExpr(items=pairs):
            return [value for _, value in pairs]
    return []
