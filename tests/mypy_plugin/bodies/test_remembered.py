"""What bodies told is told again where it still holds: of other files' bodies, whichever file asks."""

from types import SimpleNamespace

import pytest

from dtensortypes.core.problems import Kind, Problem
from dtensortypes.mypy_plugin.bodies import remembered as module
from dtensortypes.mypy_plugin.bodies.bodies import Told, Trial
from dtensortypes.mypy_plugin.bodies.remembered import remembered
from tests.mypy_plugin.bodies.test_elsewhere import SETTINGS
from tests.mypy_plugin.several_files import errors, written


def watcher(trial):
    known = {"answers": {}, "elsewhere": {}, "at_hand": None, "trial": trial}
    counts = dict.fromkeys(("given_up", "too_deep", "unready", "asked_at_hand"), 0)
    return SimpleNamespace(**known, **counts, visited=set(), saw=lambda _: None)


@pytest.mark.parametrize(
    ("told", "gives_up", "trial", "asked"),
    [
        (Told(), 0, None, [0]),
        (Told(is_unready=True), 0, None, [0, 1, 2]),  # mypy may have inferred it by its next pass
        (Told(), 1, None, [0]),
        (Told(), 1, object(), [0, 0, 1, 1, 2, 2]),  # less may be open the next time
    ],
)
def test_a_body_is_asked_again_only_where_it_may_tell_more(monkeypatch, told, gives_up, trial, asked):
    own = watcher(trial)
    scope = SimpleNamespace(top_level_function=lambda: "caller")
    checker = SimpleNamespace(errors=None, modules={}, tree=None, pass_num=0, current_node_deferred=False, scope=scope)
    passes = []

    def tell(*_):
        own.given_up += gives_up
        passes.append(checker.pass_num)
        return told

    others = {"watch": lambda *_: own, "spelled": str, "is_open_inside": lambda *_: False, "types_so_far": lambda _: ()}
    others["module_of"] = lambda _: "lib"
    for name, answer in {**others, "told": tell}.items():
        monkeypatch.setattr(module, name, answer)
    for checker.pass_num in (0, 1, 2):
        for _ in range(2):
            assert remembered(checker, "function", "signature") is told
    assert passes == asked
    assert own.given_up == 6 * gives_up


def asked_at(monkeypatch, own, depths, *, too_deep):
    """How often the body is read that is asked for where this many are open, and opens one too many itself."""
    scope = SimpleNamespace(top_level_function=lambda: "caller")
    checker = SimpleNamespace(errors=None, modules={}, tree=None, pass_num=0, current_node_deferred=False, scope=scope)
    read = []

    def tell(*_):
        own.given_up += 1
        own.too_deep += too_deep
        read.append(own.trial and own.trial.depth)
        return Told(is_cut=True)

    others = {"watch": lambda *_: own, "spelled": str, "is_open_inside": lambda *_: False, "types_so_far": lambda _: ()}
    for name, answer in {**others, "module_of": lambda _: "lib", "told": tell}.items():
        monkeypatch.setattr(module, name, answer)
    for depth in depths:
        own.trial = Trial(depth=depth)
        remembered(checker, "function", "signature")
    return read


def test_what_is_cut_where_many_are_open_is_cut_where_as_many_are(monkeypatch):
    own = watcher(None)
    assert asked_at(monkeypatch, own, [4, 4, 3, 4, 3], too_deep=1) == [4, 3]
    assert (own.given_up, own.too_deep) == (5, 5), "whoever opened it is cut, too"


def test_what_is_cut_for_another_reason_is_asked_again(monkeypatch):
    assert asked_at(monkeypatch, watcher(None), [4, 4, 3], too_deep=0) == [4, 4, 3]


# --- of another file


def file(name):
    return SimpleNamespace(tree=SimpleNamespace(fullname=name))


class Asked:
    """A body of the file `lib` that is asked from one file after the other, and how often it was read."""

    def __init__(self, monkeypatch, told, *, visits=(), asks_at_hand=0, concerned=()):
        self.own = watcher(None)
        scope = SimpleNamespace(top_level_function=lambda: "caller")
        self.checker = SimpleNamespace(
            errors=None, modules={}, tree=None, pass_num=0, current_node_deferred=False, scope=scope
        )
        self.times, self.closed = 0, set()

        def tell(*_):
            self.times += 1
            self.own.visited |= set(visits)
            self.own.asked_at_hand += asks_at_hand
            return told

        stands_for = {
            "watch": lambda *_: self.own,
            "spelled": str,
            "is_open_inside": lambda *_: False,
            "is_inside": lambda *_: False,
            "types_so_far": lambda _: (),
            "module_of": lambda _: "lib",
            "is_concerned": lambda tree: tree.fullname in concerned,
            "home": lambda _, name: None if name in self.closed else name,
            "told": tell,
        }
        for name, answer in stands_for.items():
            monkeypatch.setattr(module, name, answer)

    def times_from(self, *files):
        for name in files:
            self.own.at_hand, self.own.answers = file(name), {}
            remembered(self.checker, "function", "signature")
            remembered(self.checker, "function", "signature")
        return self.times


def test_a_body_of_another_file_is_read_once_for_all(monkeypatch):
    assert Asked(monkeypatch, Told(), visits=["deeper"]).times_from("one", "two", "three") == 1


def test_a_file_that_reshapes_tensors_in_place_asks_for_itself(monkeypatch):
    asked = Asked(monkeypatch, Told(), concerned=["two", "four"])
    assert asked.times_from("one", "two", "three", "four") == 3


def test_its_own_file_reads_it_anew(monkeypatch):
    assert Asked(monkeypatch, Told()).times_from("one", "lib") == 2
    assert Asked(monkeypatch, Told(), visits=["two"]).times_from("one", "two", "three") == 2


@pytest.mark.parametrize(
    "told", [Told(problems=(Problem(Kind.DTYPE, "no"),)), Told(is_unready=True)], ids=["wrong", "unready"]
)
def test_what_depends_on_the_call_is_read_for_each_file(monkeypatch, told):
    assert Asked(monkeypatch, told).times_from("one", "two") == 2


def test_what_a_file_may_change_is_read_for_each_file(monkeypatch):
    assert Asked(monkeypatch, Told(), asks_at_hand=1).times_from("one", "two") == 2


def test_a_file_that_is_closed_now_is_not_told_of(monkeypatch):
    asked = Asked(monkeypatch, Told(), visits=["deeper"])
    assert asked.times_from("one") == 1
    asked.closed = {"deeper"}
    assert asked.times_from("two") == 2


FILES = {
    "lib.py": """
import torch

class Holder:
    def __init__(self):
        self.weight = torch.zeros(3, 4)

    def times(self, x):
        return x @ self.weight

def scaled(x):
    return Holder().times(x)

def widened(x):
    return torch.cat([x, x], 1)
""",
    "one.py": """
import torch
from lib import Holder, scaled, widened

widened(torch.zeros(2, 3)) @ torch.zeros(6, 1)
widened(torch.zeros(2, 3)) @ torch.zeros(5, 1)
scaled(torch.zeros(2, 3)) @ torch.zeros(5, 1)
""",
    "two.py": """
import torch
from lib import Holder, scaled, widened

def change(holder: Holder) -> None:
    holder.weight = torch.zeros(3, 5)

scaled(torch.zeros(2, 3)) @ torch.zeros(5, 1)
""",
    "three.py": """
import torch
from lib import scaled, widened

widened(torch.zeros(2, 3)) @ torch.zeros(5, 1)
scaled(torch.zeros(2, 3)) @ torch.zeros(5, 1)
""",
}


def test_files_are_told_the_same_but_for_what_they_change(tmp_path):
    """The second one gives an attribute that the body reads."""
    folder = written(tmp_path, SETTINGS, FILES)
    said = ["one.py:6", "one.py:7", "three.py:5", "three.py:6"]
    assert errors(folder, "one.py", "two.py", "three.py") == [f"{place} [tensor-shape]" for place in said]
