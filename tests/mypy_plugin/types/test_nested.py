"""Containers that are too deep in one another."""

from mypy.nodes import Block, ClassDef, SymbolTable, TypeInfo
from mypy.types import AnyType, Instance, NoneType, TupleType, Type, TypeOfAny, UnionType

from dtensortypes.mypy_plugin.types.nested import holds_container, shallow

ANY = AnyType(TypeOfAny.special_form)


def container(name: str, item: Type) -> Instance:
    info = TypeInfo(SymbolTable(), ClassDef(name, Block([])), name.rpartition(".")[0])
    info._fullname = name
    return Instance(info, [item])


def nested(depth: int, name: str = "builtins.list", innermost: Type = ANY) -> Type:
    return container(name, nested(depth - 1, name, innermost)) if depth else innermost


def depth(type_: Type) -> int:
    if isinstance(type_, UnionType):
        return max(map(depth, type_.items))
    return 1 + depth(type_.args[0]) if isinstance(type_, Instance) else 0


def test_what_is_not_deep_stays_what_it_is():
    few = nested(4, innermost=NoneType())
    assert shallow(few) is few
    of_a_program = nested(9, "program.Tree")
    assert shallow(of_a_program) is of_a_program


def test_what_is_deeper_is_anything():
    assert depth(shallow(nested(9))) == depth(shallow(UnionType([nested(9), NoneType()]))) < 9


def test_a_tuple_holds_the_containers_in_it():
    whole = container("builtins.tuple", ANY)
    assert isinstance(whole, Instance)
    assert holds_container(TupleType([ANY, TupleType([nested(1)], whole)], whole))
    assert not holds_container(TupleType([ANY, nested(1, "program.Tree")], whole))
    assert holds_container(nested(1, "builtins.dict"))
    assert not holds_container(None)
