"""A list or dict of an object that a body only reads by a name of its own stays what its constructor made of it."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

SOURCE = """
def keep(given): given["w"] = torch.zeros(3, 3)
class Model:
    def __init__(self, n):
        self.params = {{"w": torch.zeros(n, 4), "b": torch.zeros(4)}}
        self.rows = [torch.zeros(n, 4), torch.zeros(4)]
    def forward(self, x):
        {body}
{other}
Model(8).forward(torch.zeros(2, 7))
"""
BODIES = {
    "p = self.params\n        return x @ p['w']": True,
    "p = self.params\n        q = [len(p), 'w' in p, *p.values()]\n        return x @ p['w']": True,
    "r = self.rows\n        return x @ r[0]": True,
    "p = self.params\n        p['w'] = x.T\n        return x @ p['w']": False,
    "p = self.params\n        q = p\n        q['w'] = x.T\n        return x @ p['w']": False,
    "p = self.params\n        held = [p]\n        held[0]['w'] = x.T\n        return x @ p['w']": False,
    "p = self.params\n        keep(p)\n        return x @ p['w']": False,
    "p = self.params\n        p.update(w=x.T)\n        return x @ p['w']": False,
    "p = self.params\n        p = {'w': x.T}\n        return x @ p['w']": False,
    "p = self.params\n        (lambda: p.pop('w'))()\n        return x @ p['w']": False,
    "r = self.rows\n        r.reverse()\n        return x @ r[0]": False,
    "p = self.params\n        p['w'].t_()\n        return x @ p['w']": False,
}
OTHERS = [
    "def change(model):\n    p = model.params\n    p['w'] = torch.zeros(7, 7)",
    "def change(model):\n    model.params['w'] = torch.zeros(7, 7)",
    "def change(model):\n    model.params = {}",
]
BODY = next(iter(BODIES))
PROGRAMS = [(program(SOURCE.format(body=body, other=""), PLAIN), is_wrong) for body, is_wrong in BODIES.items()]
PROGRAMS += [(program(SOURCE.format(body=BODY, other=other), PLAIN), False) for other in OTHERS]


@pytest.mark.parametrize(("said", "is_wrong"), PROGRAMS, ids=[*BODIES, *OTHERS])
def test_what_is_in_it(said, is_wrong):
    assert bool(said.refused) is is_wrong
