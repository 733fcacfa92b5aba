"""What a class writes for an attribute of all its objects is known of them, also of what a base writes."""

from mypy.nodes import AssignmentStmt

from dtensortypes.mypy_plugin.text.class_fields import is_without_default
from tests.mypy_plugin.checking import parsed, program

FOUND = program(
    """
from dataclasses import dataclass, field
@dataclass
class Base:
    hidden: int = 64
    depth: int = field(default=3)
@dataclass
class Config(Base):
    names: list[str] = field(default_factory=list)
def made(config: Config) -> torch.Tensor:
    return torch.zeros(config.hidden, config.depth)
reveal_type(made(Config()))
"""
)


def test_defaults():
    assert FOUND.revealed == ['Tensor[Float32, CPU, "64 3"]']


def test_what_a_class_has_no_value_for():
    def value(text):
        (statement,) = parsed(f"x = {text}").defs
        assert isinstance(statement, AssignmentStmt)
        return statement.rvalue

    assert is_without_default(value("field(init=False)"))
    assert is_without_default(value("dataclasses.field(repr=False)"))
    for text in ("field(default=3)", "field(default_factory=list)", "attrs.field(factory=list)", "made(3)", "3"):
        assert not is_without_default(value(text))
    assert not is_without_default(None)
