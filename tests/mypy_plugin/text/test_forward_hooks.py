"""A hook that may give something may change what modules give; one that keeps what it sees does not."""

import pytest

from dtensortypes.mypy_plugin.text.forward_hooks import changes_calls
from tests.mypy_plugin.checking import parsed, program

SAVING = """
def save(module, args, output):
    seen[module] = output.detach()
def saving(name):
    def hook(module, args, output):
        seen[name] = output
    return hook
class Watch:
    def keep(self, module, args, output):
        self.kept = output
        return None
"""
HARMLESS = [
    "net.fc.register_forward_hook(save)",
    'net.fc.register_forward_hook(saving("fc"))',
    "net.register_forward_pre_hook(watch.keep)",
    "net.register_forward_hook(lambda m, i, o: outputs.append(o))",
    "for m in net.modules(): m.register_forward_hook(save)",
    "net.fc.register_full_backward_hook(lambda m, i, o: i)",
    "net(x)",
]
CHANGING = [
    "net.fc.register_forward_hook(lambda m, i, o: o[0])",
    "net.fc.register_forward_pre_hook(cast)",
    "register_module_forward_hook(cast)",
    "net.register_forward_pre_hook(lambda m, args: tuple(a.half() for a in args), prepend=True)",
    "net.register_forward_hook(hook=lambda m, i, o: o[0])",
    "def first(m, i, o):\n    return o[0]\nnet.register_forward_hook(first)",
    "def maker(n):\n    return lambda m, i, o: o[n]\nnet.register_forward_hook(maker(0))",
]
PROGRAM = """
def first(module: nn.Module, args: object, output: torch.Tensor) -> torch.Tensor:
    return output[:, 0]
net = nn.Conv1d(3, 5, 1)
{}
nn.Linear(5, 2)(net(torch.rand(4, 3, 9)))
"""
UNHOOKED = program(PROGRAM.format(""))
HOOKED = program(PROGRAM.format("net.register_forward_hook(first)"))


@pytest.mark.parametrize("registered", HARMLESS)
def test_most_hooks_give_nothing(registered):
    assert not changes_calls(parsed(SAVING + registered))


@pytest.mark.parametrize("registered", CHANGING)
def test_some_may_change_what_a_module_gives(registered):
    assert changes_calls(parsed(SAVING + registered))


def test_what_a_hook_changes_is_not_known():
    assert any("tensor-shape" in text for text in UNHOOKED.messages)
    assert not any("tensor-" in text for text in HOOKED.messages)
