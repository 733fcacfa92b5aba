"""An attribute that is set by its name may be anything."""

import pytest

from tests.mypy_plugin.checking import program

METHODS = {
    "pass": 'Tensor[Float32, CPU, "3"]',
    "setattr(self, 'x', given)": "Tensor",
    "setattr(self, 'y', given)": 'Tensor[Float32, CPU, "3"]',
    "setattr(self, name, given)": "Tensor",
    "setattr(self, f'y{name}', given)": 'Tensor[Float32, CPU, "3"]',
    "setattr(self, f'{name}y', given)": 'Tensor[Float32, CPU, "3"]',
    "setattr(self, f'x{name}', given)": "Tensor",
    "setattr(self, f'{name}', given)": "Tensor",
    "setattr(self, 'y' + name, given)": 'Tensor[Float32, CPU, "3"]',
    "setattr(self, name + 'x', given)": "Tensor",
    "setattr(self, 'y%s' % name, given)": 'Tensor[Float32, CPU, "3"]',
    "setattr(self, '%sy' % name, given)": "Tensor",
    "setattr(self, '{}_y'.format(name), given)": 'Tensor[Float32, CPU, "3"]',
    "setattr(self, f'xx{name}xx', given)": 'Tensor[Float32, CPU, "3"]',
    "setattr(other, f'y{name}', given)": 'Tensor[Float32, CPU, "3"]',
    "object.__setattr__(self, 'x', given)": "Tensor",
    "self.__dict__.update(x=given)": "Tensor",
    "vars(self).update(x=given)": "Tensor",
    "held = self.__dict__": "Tensor",
    "print(self.__dict__)": 'Tensor[Float32, CPU, "3"]',
    "str(vars(self))": 'Tensor[Float32, CPU, "3"]',
    "print(self.__dict__.update(x=given))": "Tensor",
    "setattr(other, name, given)": "Tensor",
}
CLASS = """
class State:
    def __init__(self) -> None:
        self.x = torch.zeros(3)
    def double(self) -> None:
        self.x = self.x * 2
    def method(self, given: torch.Tensor, name: str, other: object) -> None:
        {}
    def read(self) -> None:
        reveal_type(self.x)
"""
PROGRAMS = [(program(CLASS.format(method)), found) for method, found in METHODS.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_is_set_by_name(said, found):
    assert said.revealed == [found]


OUTSIDE = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class C:
    all = torch.zeros(2, 3)
    def __init__(self):
        self.x = torch.zeros(2, 3)
c = C()
{body}
reveal_type({place})
"""
BY_NAME = {
    "pass": 'Tensor[Float32, CPU, "2 3"]',
    "print(vars(c))": 'Tensor[Float32, CPU, "2 3"]',
    "vars(c)['x'] = torch.zeros(4)": "Tensor",
    "vars(c).update(x=torch.zeros(4))": "Tensor",
    "c.__dict__.update(x=torch.zeros(4))": "Tensor",
    "held = c.__dict__; held['x'] = torch.zeros(4)": "Tensor",
    "setattr(C, 'all', torch.zeros(4))": "Tensor",
    "from unittest import mock; mock.patch.object(c, 'x', torch.zeros(4)).start()": "Tensor",
}


PLACES = [
    (program(OUTSIDE.format(body=body, place="C.all" if "C" in body else "c.x")), found)
    for body, found in BY_NAME.items()
]


@pytest.mark.parametrize(("said", "found"), PLACES)
def test_what_is_set_by_name_from_outside(said, found):
    assert said.revealed == [found]
