import pytest

from dtensortypes.core.facts.pattern import Axis
from dtensortypes.core.notation.dims import parse_dim
from dtensortypes.runtime.generated import filled
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.variables import Unplanned, Variables


@pytest.fixture
def variables():
    return Variables(Names(["n"]))


def shown(variables, text):
    return filled(text, variables.names.marked)


def test_a_name_that_is_surely_bound(variables):
    assert shown(variables, variables.new("dim n")) == "n_"
    assert shown(variables, variables.same("dim n", "x[0]")) == "x[0] == n_"
    assert shown(variables, variables.is_size("x[0]", Axis(parse_dim("n+1")))) == "x[0] == n_ + 1"
    stretched = variables.is_size("x[0]", Axis(parse_dim("n"), broadcastable=True))
    assert shown(variables, stretched) == "(x[0] == 1 or x[0] == n_)"


def test_a_name_that_may_not_be_bound(variables):
    assert shown(variables, variables.same("dim m", "x[0]")) == "(m := x[0] if m is None else m) == x[0]"
    assert shown(variables, variables.is_size("x[0]", Axis(parse_dim("2*m")))) == "m is not None and x[0] == 2 * m"
    assert not variables.sure("dim m")


def test_a_division_needs_its_divisor(variables):
    variables.new("dim n")
    test = variables.is_size("x[0]", Axis(parse_dim("6//n")))
    assert shown(variables, test) == "(n_) != 0 and x[0] == ((6) // (n_))"


def test_a_name_that_nothing_binds(variables):
    with pytest.raises(Unplanned):
        variables.is_size("x[0]", Axis(parse_dim("k+1")))


def test_what_the_judge_is_told(variables):
    variables.new("dim n")
    variables.new("run s")
    variables.new("dim k")
    variables.new("dim {self.dim}")
    variables.stretched |= {"run s", "dim k"}
    assert shown(variables, variables.told()) == "{'dim n': n_, 'stretched s': s_run, 'dim k': None if k == 1 else k}"
