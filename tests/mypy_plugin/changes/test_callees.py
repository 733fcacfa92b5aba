"""Who is called is told by the text."""

from mypy.nodes import GDEF, MemberExpr, NameExpr

from dtensortypes.mypy_plugin.changes.callees import gives_number, is_operation, is_torchs, owner_of


def called(fullname):
    name = NameExpr(fullname.rpartition(".")[2])
    name.kind, name.fullname = GDEF, fullname
    return name


def test_who_is_called():
    assert is_operation(called("torch.cat"))
    assert not is_operation(called("program.cat"))
    assert gives_number(called("builtins.len"))
    assert not gives_number(called("builtins.list"))
    assert is_torchs(called("torch.anything"))
    assert not is_torchs(called("program.anything"))


def test_what_a_shape_is_one_of():
    x = NameExpr("x")
    held = MemberExpr(x, "items")
    assert owner_of(MemberExpr(x, "shape")) is x
    assert owner_of(held) is held
    assert owner_of(x) is x
