"""A dict that decorators fill is as if it were written out, where nobody else gets hold of it."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

SOURCE = """
{begun}
def register(name):
    if name in MODELS:
        raise KeyError(name)
    def wrap(found):
        MODELS[name] = found
        return found
    return wrap
def by_name(function):
    STEPS[function.__name__] = function
    return function
def again(function):
    return function
@register("small")
class Small(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, 3)
    def forward(self, x):
        return self.fc(x)
{above}
class Large(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(2 * n, 3)
    def forward(self, x):
        return self.fc(x)
@by_name
def doubled(x):
    return x * 2
class Trainer:
    def __init__(self, kind="large", step="doubled"):
        self.model = MODELS[kind](4)
        self.step = STEPS[step]
    def run(self, x):
        {run}
{other}
Trainer().run(torch.zeros(2, 4))
"""
BEGUN = "MODELS = {}\nSTEPS: dict = {}"
RUN = "self.model(self.step(x))"
ABOVE = "@register(name='large')"
LINE = 34
KNOWN = {
    "": True,
    "print(len(MODELS), sorted(MODELS), 'a' in MODELS, list(MODELS.keys()))": True,
    "for name in MODELS:\n    MODELS[name]": True,
    "MODELS['large'] = Small": False,
    "MODELS.update(large=Small)": False,
    "del MODELS['large']": False,
    "held = MODELS": False,
    "print(f'{MODELS.pop}')": False,
    "register('large')(Small)": False,
    "keep = register": False,
    "def more():\n    @register('large')\n    class Inner(Small): pass": False,
    "def new():\n    global MODELS\n    MODELS = {}": False,
}
HOW = {
    "@register('large')": True,
    "@register('large', )\n@again": False,
    "@register('small')": False,
    "@register(f'{3}large')": False,
    "@again": False,
}
PROGRAMS = [
    (program(SOURCE.format(begun=BEGUN, above=ABOVE, run=RUN, other=other), PLAIN), known)
    for other, known in KNOWN.items()
]
PROGRAMS += [
    (program(SOURCE.format(begun=BEGUN, above=above, run=RUN, other=""), PLAIN), known) for above, known in HOW.items()
]
FILLED = program(SOURCE.format(begun="MODELS = {'large': 3}\nSTEPS = {}", above=ABOVE, run=RUN, other=""), PLAIN)


@pytest.mark.parametrize(("said", "known"), PROGRAMS)
def test_what_is_in_it(said, known):
    assert (len(said.refused) == 1) is known


def test_one_that_holds_something_else():
    assert FILLED.refused == []


KEYS = """
LOSSES = {{}}
def register(name=None):
    def wrap(found):
        {stored}
        return found
    return wrap
@register({given})
def Close(x):
    return x.half()
class Trainer:
    def __init__(self, loss):
        self.loss = LOSSES[loss]
    def run(self, x):
        return self.loss(x) @ x
Trainer("{key}").run(torch.zeros(4, 4))
"""
STORED = "LOSSES[name or found.__name__] = found"
UNDER = [
    (STORED, "", "Close", True),
    (STORED, "'near'", "near", True),
    (STORED, "name='near'", "near", True),
    ("key = name or found.__name__\n        LOSSES[key] = found", "", "Close", True),
    ("LOSSES[found.__name__.lower()] = found", "", "close", True),
    ("LOSSES[name] = found", "", "Close", False),
    (STORED, "'near'", "Close", False),
    ("name = 'x'\n        LOSSES[name] = found", "'near'", "near", False),
]
KEPT = [
    (program(KEYS.format(stored=stored, given=given, key=key), PLAIN), known) for stored, given, key, known in UNDER
]


@pytest.mark.parametrize(("said", "known"), KEPT, ids=[" ".join(map(str, case)) for case in UNDER])
def test_the_key_is_worked_out_of_what_the_decorator_is_given(said, known):
    assert (len(said.refused) == 1) is known
