"""An attribute has the maker of its first value, however many it gets."""

from mypy.nodes import ClassDef

from dtensortypes.mypy_plugin.text.made_by import makers
from tests.mypy_plugin.checking import parsed

TEXT = """
class Net:
    def __init__(self, x):
        self.made, self.declared = made(), declared()
        self.declared = made()
        self.part, (self.inner, self.rest) = pair()
        self.built = Net.again().eval()
        layer = made()
        self.kept = layer
        self.given = x
"""


def test_the_first_value_tells_the_maker():
    [cls] = parsed(TEXT).defs
    assert isinstance(cls, ClassDef)
    unpacked = dict.fromkeys(("part", "inner", "rest"), "pair")
    assert makers(cls) == {"made": "made", "declared": "declared", "built": "Net.again", "kept": "made", **unpacked}
